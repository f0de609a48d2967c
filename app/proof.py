"""What people get of the proof: the root in the gazette, an act's place on its papers, receipts, comparisons."""

from __future__ import annotations

import json
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.office import Office
from notices.dossier import Trail
from notices.words import number
from storage import sql
from storage.canonical import leaf_of
from storage.codec import read_record
from storage.exhibits import ActBytes, Exhibits
from storage.merkle import BadProof
from storage.notes import Checkpoint, Proof, read_proof
from storage.signing import is_signed
from workflow.dates import hour_label
from workflow.errors import DevidoError


class NoSuchRecordedAct(DevidoError):
    """The case has no act of that number."""


class NotOurRoot(DevidoError):
    """The record does not give the root, or the receipt, that somebody holds."""


def trail_of(office: Office, case: str, version: int) -> Trail:
    """An act's place in the log, its digest, and the last root signed before it: the same whenever it is asked."""
    with office.database.faults():
        found = office.database.connection.execute(sql.EVENT, {"case_id": case, "version": version}).fetchone()
    seq, leaf, _ = found
    before = office.checkpoints.before(seq)
    return Trail(
        log=office.store.log.name,
        position=seq,
        digest=leaf.hex(),
        size=before.size if before else 0,
        root=before.root_text if before else "",
    )


def published_root(office: Office, edition: str, day: date, least: int, now: datetime) -> str:
    """The note of an edition that lets anyone check the record later; signed now, or when it was first made.

    ``least`` is the position of the last act whose matter the edition bears. Raises a ``StorageFault``.
    """
    return root_told(office, office.checkpoints.publish(edition, day, least, now))


def root_told(office: Office, signed: Checkpoint) -> str:
    """The log and its size in one line, its root and the key that signs it in lines of their own, to be copied."""
    log, size = office.store.log.name, f"{number(signed.size)} {'ato' if signed.size == 1 else 'atos'}"
    return (
        f"Registro de integridade · {office.town.name} · livro {log} · árvore de {size}"
        f"{_until(office, signed.size)}\nRaiz: {signed.root_text}\n"
        f"Chave que a assina: {office.checkpoints.key.verifier()}"
    )


def _until(office: Office, size: int) -> str:
    recorded_at = Exhibits(office.database).recorded_at(size)
    if recorded_at is None:
        return ""
    at = recorded_at.astimezone(ZoneInfo(office.town.zone))
    return f" · até {hour_label(at.time())} de {at:%d/%m/%Y}"


def covering(office: Office, seq: int, now: datetime) -> Checkpoint:
    """The last checkpoint, if it covers that position; else a new one. Raises a ``StorageFault``."""
    latest = office.checkpoints.latest()
    return latest if latest is not None and latest.size >= seq else office.checkpoints.sign(now)


def receipt_of(office: Office, case: str, version: int, now: datetime) -> Proof:
    """The receipt of an act: its proof, with its bytes and the personal values it guards, in one file.

    Raises ``UnknownCase``, ``NoSuchRecordedAct``, a ``StorageFault``.
    """
    office.store.load(case)
    acts = Exhibits(office.database).acts(case)
    if not 1 <= version <= len(acts):
        raise NoSuchRecordedAct(f"O processo {case} tem {len(acts)} atos; não há o ato {version}.")
    act = acts[version - 1]
    checkpoint = covering(office, act.seq, now)
    extra = {"event": act.record.decode(), "key": str(office.checkpoints.key.verifier()), "values": values_told(act)}
    return office.checkpoints.proof(act.seq, checkpoint, json.dumps(extra, ensure_ascii=False).encode())


def values_told(act: ActBytes) -> list[dict[str, object]]:
    """The personal values of an act with what opens their commitments; without those erased."""
    return [{"field": field, "salt": salt.hex(), "value": json.loads(value)} for field, salt, value in act.values]


def require_root(office: Office, size: int, root: str) -> None:
    """Refuse unless the record gives that root at that size. Raises ``NotOurRoot``, ``PastChanged``."""
    found = office.checkpoints.root_at(size)
    if Checkpoint(origin="", size=size, root=found, note="").root_text != root.strip():
        raise NotOurRoot(
            f"Os {size} primeiros atos do registro não dão a raiz {root.strip()}: dela para cá, algum foi alterado, "
            "tirado ou posto, ou a raiz é de outro livro. Rode devido verify."
        )


def require_receipt(office: Office, text: str) -> Proof:
    """Refuse unless the act of a receipt stands in the record as it says. Raises ``BadProof``, ``NotOurRoot``."""
    proof = read_proof(text)
    try:
        raw = json.loads(proof.extra)["event"].encode()
        record = read_record(raw)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BadProof("o recibo não traz o ato que prova") from None
    leaf = leaf_of(raw)
    _require_signed_here(office, proof, leaf)
    if proof.index + 1 != record.seq:
        raise BadProof(f"o recibo prova a posição {proof.index + 1}, e o ato diz a {record.seq}")
    found = Exhibits(office.database).at(record.seq)
    if found is None:
        raise NotOurRoot(f"O registro não tem mais a posição {record.seq}, que o recibo prova: o fim foi cortado.")
    if found.record != raw:
        raise NotOurRoot(
            f"Na posição {record.seq} o registro tem outro ato que não o do recibo: o passado foi alterado."
        )
    require_root(office, proof.checkpoint.size, proof.checkpoint.root_text)
    return proof


def _require_signed_here(office: Office, proof: Proof, leaf: bytes) -> None:
    """By the key that signs now, or by one before it: a receipt outlives the key."""
    refusals = []
    for verifier in office.checkpoints.verifiers():
        try:
            proof.require(leaf, verifier, is_signed)
        except BadProof as refusal:
            refusals.append(refusal)
        else:
            return
    raise refusals[0]
