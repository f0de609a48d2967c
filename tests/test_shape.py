"""The repository's own shape: who may import what in the core, and what stands written about every dependency."""

import ast
import re
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

# What the core may import besides the standard library and itself, and in which of its modules.
ALLOWED = {
    "msgspec": ["workflow/*.py"],
    "pydantic": ["workflow/procedure.py", "workflow/law_*.py"],
    "transitions": ["workflow/graph.py", "workflow/engine.py"],
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
LOCKED = re.findall(r"^([a-z0-9-]+)==", LOCK, re.MULTILINE)


def imports(source):
    """Top-level names of every module that ``source`` imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


def strangers(path, source):
    """The imports that a module of the core may not have."""
    home = sys.stdlib_module_names | {"workflow"}
    foreign = set(imports(source)) - home
    return sorted(name for name in foreign if not any(fnmatch(path, allowed) for allowed in ALLOWED.get(name, [])))


def names(requirements):
    return [re.split(r"[^A-Za-z0-9.-]", requirement)[0].replace(".", "-") for requirement in requirements]


RUNTIME = names(PROJECT["project"]["dependencies"])
DEV = names(PROJECT["project"]["optional-dependencies"]["dev"])


@pytest.mark.parametrize("module", sorted((ROOT / "workflow").rglob("*.py")), ids=lambda path: path.stem)
def test_the_core_imports_only_the_standard_library_and_what_is_allowed_there(module):
    path = module.relative_to(ROOT).as_posix()
    assert strangers(path, module.read_text(encoding="utf-8")) == []


STRUCTURES = {"from msgspec import Struct", "from msgspec.structs import replace"}
"""What the core takes from msgspec: how its parts are made and changed, and neither reader nor writer of anything."""


@pytest.mark.parametrize("module", sorted((ROOT / "workflow").rglob("*.py")), ids=lambda path: path.stem)
def test_the_core_takes_only_structures_from_msgspec(module):
    lines = module.read_text(encoding="utf-8").splitlines()
    assert {line.strip() for line in lines if "msgspec" in line} <= STRUCTURES


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("workflow/case.py", "from pydantic import BaseModel", ["pydantic"]),
        ("workflow/case.py", "def f():\n    import storage.tables", ["storage"]),
        ("workflow/guards.py", "import transitions.core", ["transitions"]),
        ("workflow/engine.py", "import transitions", []),
        ("workflow/law_steps.py", "from pydantic import Field", []),
        ("workflow/case.py", "from . import errors\nfrom workflow.length import Length\nimport datetime", []),
    ],
)
def test_a_stranger_in_the_core_is_found(path, source, found):
    assert strangers(path, source) == found


def test_the_contract_of_the_core_names_every_library_but_its_own_two():
    contract = next(each for each in PROJECT["tool"]["importlinter"]["contracts"] if each["id"] == "core")
    forbidden = {name.replace("_", "-") for name in contract["forbidden_modules"]}
    data_only = {"tzdata"}
    runtime = {"ruamel" if name == "ruamel-yaml" else name for name in RUNTIME}
    assert runtime - forbidden == {*ALLOWED, *data_only}


def test_the_lock_has_every_dependency_by_hash_and_no_address():
    assert set(RUNTIME + DEV) <= set(LOCKED)
    assert len(re.findall(r"^[a-z0-9-]+==.*\\\n +--hash=sha256:", LOCK, re.MULTILINE)) == len(LOCKED)
    assert re.search(r"://|@ |file:|--index|--find", LOCK) is None


@pytest.mark.parametrize("name", LOCKED)
def test_every_locked_package_is_in_the_third_party_list(name):
    assert re.search(rf"^\| {re.escape(name)} \|", (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("name", RUNTIME + DEV)
def test_every_dependency_has_its_reason_written(name):
    assert f"- **{name}**" in (ROOT / "docs" / "why.md").read_text(encoding="utf-8")
