"""``devido verify``: what proves the record whole."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.options import Json

All = Annotated[bool, typer.Option("--all", help="Confere mais, e diz regra por regra o que olhou.")]
VERIFY_EXAMPLES = """
    devido verify
    devido verify --all
"""


def verify(context: typer.Context, everything: All = False, json: Json = False) -> int:
    """Confere o registro inteiro: a cadeia, as peças, e cada ato decidido de novo pela lei e pelos dados da época.

    Com --all, diz uma a uma as regras que todo registro guarda (I1 a I12), o que olhou de cada uma, e confere também o
    que ninguém cita, o que o relógio ficou devendo e onde dado pessoal não pode estar. Sai com 1 se algo não se
    sustenta, e diz onde.
    """
    from app.cli.desk import office
    from app.cli.output import counting, say, show_json
    from app.cli.trouble import NO
    from app.saying import count_said
    from app.verification import verify_office

    if everything:
        return _verify_all(context, as_json=json)
    cases = 0

    def tell(done: int, total: int) -> None:
        nonlocal cases
        cases = total
        show(done, total)

    with office(context) as desk, counting("Conferindo processos") as show:
        verified = verify_office(desk, progress=tell)
    findings = verified.findings
    if json:
        erased = [{"case": case, "act": act, "field": field} for case, act, field in verified.erased]
        restored = [{**each._asdict(), "root": each.root.hex(), "lost": each.lost} for each in verified.restored]
        told = {"holds": not findings, "findings": [each._asdict() for each in findings], "erased": erased}
        show_json({**told, "restored": restored, "rotated": [each._asdict() for each in verified.rotated]})
        return NO if findings else 0
    for each in findings:
        say(str(each))
    for case, act, field in verified.erased:
        say(f"processo {case}, ato {act}: {field} apagado por lei")
    for once in verified.restored:
        lost = f"; faltavam-lhe {count_said(once.lost, 'ato', 'atos')}" if once.lost else ""
        say(
            f"restaurado em {once.at:%d/%m/%Y %H:%M} UTC, de uma cópia de {once.copied_at:%d/%m/%Y %H:%M} UTC com "
            f"{count_said(once.size, 'ato', 'atos')}{lost}"
        )
    for change in verified.rotated:
        how = "começada" if change.keys is None else "acabada"
        say(
            f"troca da chave-mestra {change.old} pela {change.new} {how} em {change.at:%d/%m/%Y %H:%M} UTC, por "
            f"{change.person}, conferida por {change.approved_by}"
        )
    said = count_said(len(findings), "problema achado", "problemas achados") if findings else "nada a apontar"
    say(f"{count_said(cases, 'processo conferido', 'processos conferidos')}: {said}.")
    return NO if findings else 0


def _verify_all(context: typer.Context, *, as_json: bool) -> int:
    from app.cli.backup import show_invariants
    from app.cli.desk import office
    from app.cli.output import counting, show_json
    from app.cli.trouble import NO
    from app.facts import now
    from app.invariants import verify_all

    with office(context) as desk, counting("Conferindo processos") as show:
        found = tuple(verify_all(desk, now(), progress=show))
    holds = not any(each.findings for each in found)
    if as_json:
        show_json({"holds": holds, "invariants": [each.told() for each in found]})
    else:
        show_invariants(found)
    return 0 if holds else NO
