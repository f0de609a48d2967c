"""A case in one file for whoever must check it without us: acts, papers, values, proof, and the program that checks."""

from __future__ import annotations

import json
import zipfile
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from app import offline_verifier
from app.attachments import RESTRICT
from app.delivery import deliver
from app.office import Office
from app.proof import covering, root_told, values_told
from app.saying import day_said
from app.shelf import file_name
from app.telling import paper_number
from app.unprinted import replaced
from storage.codec import read_record
from storage.exhibits import ActBytes, Exhibits
from storage.faults import MissingFile
from storage.notes import Checkpoint
from storage.parts import attached
from storage.views import Views

FORMAT = 1
_SHOWN = (1980, 1, 1, 0, 0, 0)  # what a zip says of each file's hour, so that the same case gives the same bytes


@dataclass(kw_only=True)
class Bundled:
    """A bundle made: the file, how many acts are in it, and the papers without a PDF.

    ``missing`` have none yet; ``replaced`` never will, each with the number of the one in its place.
    """

    file: Path
    acts: int
    checkpoint: Checkpoint
    missing: list[str] = field(default_factory=list)
    replaced: list[tuple[str, str]] = field(default_factory=list)


def bundle(office: Office, case: str, file: Path, now: datetime) -> Bundled:
    """Write the bundle of a case, whole or not at all. A checkpoint is signed if the last one does not cover the case.

    Raises ``UnknownCase``, a ``StorageFault``, ``MissingFile``.
    """
    office.store.load(case)
    deliver(office, now)
    exhibits = Exhibits(office.database)
    acts = exhibits.acts(case)
    checkpoint = covering(office, acts[-1].seq, now)
    papers = list(_papers(office, case))
    files = list(_files(office, acts))
    index = {
        "format": FORMAT,
        "case": case,
        "log": office.store.log.name,
        "key": str(office.checkpoints.key.verifier()),
        "acts": len(acts),
        "values": [{"act": act.version, **value} for act in acts for value in values_told(act)],
        "papers": [told for told, _, _ in papers],
        "files": [told for told, _ in files],
        "anchors": list(_anchors(office, acts, checkpoint)),
    }
    parts: dict[str, bytes] = {
        "LEIA-ME.txt": _readme(office, case, checkpoint).encode(),
        "conferir.py": Path(offline_verifier.__file__).read_bytes(),
        "processo.json": json.dumps(index, ensure_ascii=False, indent=1).encode(),
        "ponto-de-controle.txt": checkpoint.note.encode(),
    }
    for act in acts:
        parts[f"atos/{act.version:04}.json"] = act.record
        parts[f"provas/{act.version:04}.tlog-proof"] = str(office.checkpoints.proof(act.seq, checkpoint)).encode()
    for told, context, pdf in papers:
        parts[told["text"]] = context
        if pdf is not None:
            parts[told["file"]] = pdf
    parts |= {told["file"]: content for told, content in files}
    _write(file, parts)
    done = Bundled(file=file, acts=len(acts), checkpoint=checkpoint)
    lines = [each for each in Views(office.database).papers(case) if not each.erased and not each.file]
    instead = replaced(office, lines)
    for each in lines:
        number = paper_number(each.series, each.number)
        if each.id in instead:
            done.replaced.append((number, instead[each.id]))
        else:
            done.missing.append(number)
    return done


def _papers(office: Office, case: str) -> Iterator[tuple[dict[str, Any], bytes, bytes | None]]:
    lines = Views(office.database).papers(case)
    for place, (paper, line) in enumerate(zip(Exhibits(office.database).papers(case), lines, strict=True), 1):
        if paper.context is None or paper.salt is None:
            continue  # erased by law: the act says that there was one, and the verifier that it is not here
        name = file_name(place, line)
        told = {
            "act": paper.version, "series": paper.series, "body": paper.body, "number": paper.number,
            "salt": paper.salt.hex(), "text": f"pecas/{Path(name).stem}.json",
            "file": f"pecas/{name}" if paper.file else "", "sha256": paper.file or "",
        }  # fmt: skip
        yield told, paper.context, office.files.read(paper.file) if paper.file else None


def _files(office: Office, acts: list[ActBytes]) -> Iterator[tuple[dict[str, Any], bytes]]:
    """What the parties joined, under its digest: its name was theirs, and may say who they are."""
    restricted = {read_record(act.record).facts.get("file") for act in acts if read_record(act.record).step == RESTRICT}
    for act in acts:
        for digest in attached(read_record(act.record).public):
            if digest in restricted:
                continue  # its digest stands in the act; whoever may see it is shown it, and given no copy
            try:
                content = office.files.read(digest)
            except MissingFile:
                continue  # erased by law, or the verification of the record tells it; the bundle goes without
            yield {"act": act.version, "sha256": digest, "file": f"anexos/{digest}"}, content


def _anchors(office: Office, acts: list[ActBytes], checkpoint: Checkpoint) -> Iterator[dict[str, Any]]:
    """The roots that people may hold: those of the gazette since the case began, and those on the case's papers."""
    checkpoints = office.checkpoints
    held = {each.checkpoint.size: each.checkpoint for each in checkpoints.published(least=acts[0].seq)}
    for act in acts:
        before = checkpoints.before(act.seq)
        if before is not None:
            held.setdefault(before.size, before)
    for size in sorted(held):
        if 0 < size <= checkpoint.size:
            path = [b64encode(each).decode() for each in checkpoints.continued(held[size], checkpoint)]
            yield {"size": size, "root": held[size].root_text, "path": path}


def _write(file: Path, parts: dict[str, bytes]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    making = file.with_name(f".{file.name}.parte")
    try:
        with zipfile.ZipFile(making, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in parts.items():
                package.writestr(zipfile.ZipInfo(name, _SHOWN), content, zipfile.ZIP_DEFLATED)
        making.replace(file)
    finally:
        making.unlink(missing_ok=True)


def _readme(office: Office, case: str, checkpoint: Checkpoint) -> str:
    published = [
        f"  Edição {each.edition}, de {day_said(each.day)}: árvore de {each.checkpoint.size} atos"
        for each in office.checkpoints.published()
        if each.checkpoint.size <= checkpoint.size
    ]
    return _README.format(
        case=case,
        town=f"MUNICÍPIO DE {office.town.name}".upper(),
        log=office.store.log.name,
        root=root_told(office, checkpoint),
        published="\n".join(published[-10:]) or "  Nenhuma até este pacote.",
    )


_README = """PROCESSO {case} · {town}

ATENÇÃO: este pacote traz dados pessoais do processo. Entregue-o só a quem pode vê-los.

COMO CONFERIR (sem rede e sem programa do Município; basta o Python 3.10 ou mais novo)

  1. Tire conferir.py do pacote, ou use o que você já tem.
  2. Copie do Diário Oficial, na linha "Registro de integridade" de uma edição, o livro e o número de atos da
     árvore, e, nas duas linhas seguintes, a raiz e a chave. A carta que você recebeu traz também, no fim, livro, árvore
     e raiz, salvo se é de antes da primeira assinatura do registro: essa traz só o livro e a posição do ato, e a raiz
     se copia do Diário. Não copie daqui: quem trocasse o pacote trocaria também esta página.
  3. python3 -I conferir.py ESTE-PACOTE.zip --livro LIVRO --chave CHAVE --tamanho ATOS --raiz RAIZ

Edições que já trazem a raiz deste livro:
{published}

O QUE HÁ AQUI

  atos/                  cada ato, nos bytes em que foi registrado
  provas/                o lugar de cada ato na árvore do Município (formato c2sp.org/tlog-proof)
  pecas/                 cada peça em PDF, e o texto congelado de que ela foi desenhada (.json)
  anexos/                os arquivos juntados, cada um com o seu resumo SHA-256 por nome
  processo.json          dados pessoais com o que abre os seus compromissos, e a lista de tudo
  ponto-de-controle.txt  o livro inteiro num tamanho, assinado (formato c2sp.org/tlog-checkpoint)

O QUE SE PROVA: que estes atos, seus dados, os textos das peças e os anexos são os que estavam no registro quando a raiz
se publicou, na mesma ordem, sem que nenhum tenha sido mudado, tirado ou posto depois.
O QUE NÃO SE PROVA: que seja verdade o que os atos dizem, nem que o desenho do PDF seja fiel ao texto: compare-os.

O PONTO DE CONTROLE DESTE PACOTE (para comparar com o Diário, não para copiar):

{root}
"""
