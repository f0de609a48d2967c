"""The town's secret: made once, read by its owner alone, missed when it is gone."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from storage.faults import SecretLost
from storage.secret import BYTES, town_secret


def test_it_is_made_once_and_only_its_owner_reads_it(folder):
    path = folder / "segredo"
    first = town_secret(path, begin=True)
    assert len(first) == BYTES
    assert town_secret(path, begin=True) == town_secret(path, begin=False) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert town_secret(folder / "outro", begin=True) != first
    assert [each.name for each in folder.iterdir() if each.name.startswith("segredo")] == ["segredo"]


def test_of_many_that_begin_at_once_all_have_the_same(folder):
    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(lambda _: town_secret(folder / "segredo", begin=True), range(40)))
    assert len(made) == 1


@pytest.mark.parametrize(("written", "says"), [(None, "não está lá"), (b"", "danificado"), (b"curto\n", "danificado")])
def test_a_record_that_has_one_never_gets_another(folder, written, says):
    path = folder / "segredo"
    if written is not None:
        path.write_bytes(written)
    with pytest.raises(SecretLost, match=says):
        town_secret(path, begin=False)


def test_one_that_does_not_let_itself_be_read_says_so(folder):
    (folder / "segredo").mkdir()
    with pytest.raises(SecretLost, match="não se deixa ler"):
        town_secret(folder / "segredo", begin=False)
