"""Verification of what belongs to no single case: the log's order, numbers, files, keys, sources, tasks."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from storage.connection import Connection, one_by_one
from storage.erasure import forgotten
from storage.files import Files
from storage.findings import Finding
from storage.numbers import number_text


def check_log(connection: Connection) -> Iterator[Finding]:
    """Positions without a gap, moments that never go back, and an end that is the end."""
    latest, last, leaf = "", 0, bytes(32)
    for seq, recorded_at, mine in one_by_one(connection, "SELECT seq, recorded_at, leaf FROM event ORDER BY seq"):
        if seq != last + 1:
            yield Finding("registro", "", last + 1, f"faltam as posições de {last + 1} a {seq - 1}")
        if recorded_at < latest:
            yield Finding("momentos", "", seq, f"registrado em {recorded_at}, antes do ato anterior ({latest})")
        latest, last, leaf = recorded_at, seq, mine
    head = connection.execute("SELECT seq, leaf, recorded_at FROM log_head").fetchone()
    if head is None or head[:2] != (last, leaf) or (last and head[2] != latest):
        yield Finding("registro", "", last, "o fim anotado do registro não é o último ato")


def check_numbers(connection: Connection) -> Iterator[Finding]:
    """Every series runs from 1 to its last number without a gap, and no further."""
    last = {
        (series, body, year): n
        for series, body, year, n in connection.execute("SELECT series, body, year, last FROM numbering")
    }
    rows = connection.execute(
        """SELECT 'case', '', year, ordinal FROM case_file
           UNION ALL SELECT series, body, year, ordinal FROM document ORDER BY 1, 2, 3, 4"""
    )
    reached: dict[tuple[str, str, int], int] = {}
    for series, body, year, ordinal in rows:
        expected = reached.get((series, body, year), 0) + 1
        if ordinal != expected:
            yield Finding(
                "números", "", 0, f"{series} {body}: falta o número {number_text(expected, year)}".replace(" :", ":")
            )
        reached[series, body, year] = ordinal
    for series, body, year in sorted(reached.keys() | last.keys()):
        mine, noted = reached.get((series, body, year), 0), last.get((series, body, year), 0)
        if mine != noted:
            yield Finding(
                "números",
                "",
                0,
                f"{series} {body} de {year}: o último usado é {mine}, o anotado é {noted}".replace("  ", " "),
            )


def check_files(connection: Connection, files: Files) -> Iterator[Finding]:
    """Every file the record knows is on disk with its digest and size, but for those that the law had erased."""
    gone = frozenset(forgotten(connection))
    for digest, size in connection.execute("SELECT sha256, size FROM file ORDER BY sha256").fetchall():
        path = files.path(digest)
        if digest in gone:
            if path.exists():
                yield Finding("arquivos", "", 0, f"{digest} foi eliminado por lei e ainda está no disco")
        elif not path.is_file():
            yield Finding("arquivos", "", 0, f"{digest} não está no disco")
        elif path.stat().st_size != size or not files.holds(digest):
            yield Finding("arquivos", "", 0, f"{digest} foi alterado no disco")


def check_tasks(connection: Connection) -> Iterator[Finding]:
    """Every paper has one task, as far on as the paper is."""
    rows = connection.execute(
        """SELECT document.case_id, document.version, document.id, document.status,
                  coalesce(task.many, 0), task.status, task.reason
           FROM document LEFT JOIN (SELECT document, count(*) AS many, min(status) AS status, min(reason) AS reason
                                    FROM outbox GROUP BY document) AS task ON task.document = document.id
           ORDER BY document.id"""
    )
    known = {"pending": "pending", "rendered": "done", "failed": "failed"}
    for case_id, version, document, status, tasks, at, reason in rows:
        if tasks != 1 or at != known[status] or (status == "failed" and not reason):
            yield Finding(
                "fila", case_id, version, f"o papel {document} está {status!r}, e sua tarefa, {at or 'ausente'!r}"
            )


def check_keys(connection: Connection) -> Iterator[Finding]:
    """Every command's key leads to the event it caused."""
    rows = connection.execute(
        """SELECT idempotency.key, idempotency.case_id, idempotency.version FROM idempotency
           LEFT JOIN event ON event.case_id = idempotency.case_id AND event.version = idempotency.version
           WHERE event.cause IS DISTINCT FROM idempotency.key"""
    )
    for key, case_id, version in rows:
        yield Finding("chaves", case_id, version, f"a chave {key!r} aponta para um ato que ela não causou")


def check_matters(connection: Connection) -> Iterator[Finding]:
    """Every matter for the gazette stands at the position in the log of the act that sent it."""
    rows = connection.execute(
        """SELECT matter.case_id, matter.version, matter.seq FROM matter LEFT JOIN event ON event.seq = matter.seq
           WHERE event.case_id IS DISTINCT FROM matter.case_id OR event.version IS DISTINCT FROM matter.version
           ORDER BY matter.seq, matter.position"""
    )
    for case_id, version, seq in rows:
        yield Finding("diário oficial", case_id, version, f"há matéria deste ato na posição {seq}, que não é a dele")


def check_sources(connection: Connection, used: set[str]) -> Iterator[Finding]:
    """The law and the town's data that events name are kept, as they were."""
    kept = set()
    for digest, content, seal in connection.execute("SELECT digest, content, sha256 FROM source"):
        kept.add(digest)
        if sha256(content).digest() != seal:
            yield Finding("fontes", "", 0, f"o conteúdo guardado de {digest[:16]}… foi alterado")
    for digest in sorted(used - kept - {""}):
        yield Finding("fontes", "", 0, f"não está guardado o que os atos citam como {digest[:16]}…")
