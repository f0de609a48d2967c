"""``devido verify``: what proves the record whole."""

from __future__ import annotations

import typer

from app.cli.options import Json


def verify(context: typer.Context, json: Json = False) -> int:
    """Confere o registro inteiro: a cadeia, as peças, e cada ato decidido de novo pela lei e pelos dados da época.

    Sai com 1 se algo não se sustenta, e diz onde.
    """
    from app.cli.desk import office
    from app.cli.output import counting, say, show_json
    from app.cli.trouble import NO
    from app.saying import count_said
    from app.verification import verify_office

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
        show_json({"holds": not findings, "findings": [each._asdict() for each in findings], "erased": erased})
        return NO if findings else 0
    for each in findings:
        say(str(each))
    for case, act, field in verified.erased:
        say(f"processo {case}, ato {act}: {field} apagado por lei")
    said = count_said(len(findings), "problema achado", "problemas achados") if findings else "nada a apontar"
    say(f"{count_said(cases, 'processo conferido', 'processos conferidos')}: {said}.")
    return NO if findings else 0
