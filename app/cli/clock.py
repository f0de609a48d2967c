"""``devido clock …``: the round that keeps cases moving, how the clock is doing, and the e-mail that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.options import Json
from app.cli.portuguese import Command, Group

if TYPE_CHECKING:
    from app.clock import Round
    from app.delivery import Delivered

DryRun = Annotated[bool, typer.Option("--dry-run", help="Só mostra o que o relógio faria, e por quê.")]
On = Annotated[str | None, typer.Option("--on", metavar="DIA", help="Como na manhã deste dia; sem ele, hoje.")]
Confirm = Annotated[
    bool, typer.Option("--confirm", help="Corre ainda que fosse parar para perguntar; fica registrado quem mandou.")
]
RUN_EXAMPLES = """
    devido clock run
    devido clock run --dry-run --on 01/12/2026
"""
To = Annotated[
    list[str] | None,
    typer.Option("--to", metavar="ENDEREÇO", help="A quem; repita para vários. Sem ele, só mostra a mensagem."),
]
Sender = Annotated[
    str, typer.Option("--from", metavar="ENDEREÇO", envvar="DEVIDO_MAIL_FROM", help="De quem a mensagem vai.")
]
Smtp = Annotated[
    str,
    typer.Option("--smtp", metavar="SERVIDOR", envvar="DEVIDO_SMTP", help="smtp://servidor:587 ou smtps://…"),
]
DIGEST_EXAMPLES = """
    devido clock digest
    devido clock digest --to transportes@prefeitura.exemplo --from devido@prefeitura.exemplo --smtp smtp://127.0.0.1:25
"""


def clock_app() -> typer.Typer:
    """The group of commands about the clock."""
    group = typer.Typer(
        cls=Group, help="Relógio: certifica o que venceu, arquiva, torna definitivo.", epilog="devido clock run"
    )
    group.command("run", cls=Command, epilog=RUN_EXAMPLES)(run_clock)
    group.command("status", cls=Command, epilog="devido clock status --json")(clock_status)
    group.command("digest", cls=Command, epilog=DIGEST_EXAMPLES)(clock_digest)
    return group


def run_clock(
    context: typer.Context, dry_run: DryRun = False, on: On = None, confirm: Confirm = False, json: Json = False
) -> int:
    """Faz o que os prazos vencidos mandam, cada ato uma só vez, datado pela lei, e imprime as peças.

    Rodar de novo nada repete. Um processo que não se deixa tratar é dito a cada vez e não para os outros; havendo um,
    o comando sai com 1. Se a data da máquina parece errada ou não é a do servidor do banco, se a última ronda é de
    mais de dois dias ou se os atos são muitos de uma vez, nada faz e sai com 1: confira com --dry-run e repita com
    --confirm. A data dos atos é a da lei.
    """
    from app.cli.day import read_day
    from app.cli.desk import office, today, user
    from app.cli.output import show_json, waiting
    from app.cli.trouble import NO
    from app.delivery import Delivered, deliver
    from app.facts import now
    from app.watch import make_round
    from workflow.errors import FutureDate

    with office(context) as desk:
        morning = read_day(on, "--on") if on else today(desk)
        if morning > today(desk) and not dry_run:
            raise FutureDate("o relógio só corre em dia que já chegou; com --dry-run ele mostra o que faria")
        with waiting("O relógio corre"):
            confirmed_by = user() if confirm else ""
            done = make_round(desk, now(), on=morning, dry=dry_run, confirmed_by=confirmed_by, moment=now)
            delivered = Delivered() if dry_run else deliver(desk, now())
    if json:
        show_json(
            {
                "morning": done.morning,
                "dry_run": done.dry,
                "acts": done.rings,
                "failures": [{"case": case, "message": why} for case, why in done.failures],
                "stopped": done.stopped,
                "printed": delivered.rendered,
                "not_printed": [
                    {"case": case, "document": paper, "message": why} for case, paper, why in delivered.failures
                ],
                "printing_stopped": delivered.stopped or None,
            }
        )
    else:
        _show(done, delivered)
    return NO if (done.stopped and not dry_run) or done.failures or delivered.failures or delivered.stopped else 0


def _show(done: Round, delivered: Delivered) -> None:
    from app.cli.output import err, say, show_table
    from app.saying import count_said, day_said, effect_said

    if done.rings:
        show_table(
            ("Processo", "Ato", "Quando", "Fundamento"),
            [
                (
                    each.case,
                    each.label,
                    effect_said(each.legal_day, lapse=bool(each.deadline)),
                    "; ".join(dict.fromkeys(each.articles)),
                )
                for each in done.rings
            ],
        )
    for why in done.stopped:
        err().print(f"O relógio {'pararia' if done.dry else 'parou'}: {why}.", style="yellow", soft_wrap=True)
    if done.stopped and not done.dry:
        err().print("Nada foi feito. Confira com --dry-run; estando certo, repita com --confirm.", soft_wrap=True)
        return
    verb = "faria" if done.dry else "fez"
    printed = f" {count_said(delivered.rendered, 'peça impressa', 'peças impressas')}." if delivered.rendered else ""
    say(f"Manhã de {day_said(done.morning)}: o relógio {verb} {count_said(len(done.rings), 'ato', 'atos')}.{printed}")
    for case, why in done.failures:
        err().print(f"Processo {case} não tratado: {why}", style="red", soft_wrap=True)
    for case, paper, why in delivered.failures:
        err().print(f"Processo {case}: {paper} não saiu: {why}", style="red", soft_wrap=True)
    if delivered.stopped:
        err().print(f"A impressão parou: {delivered.stopped}", style="red", soft_wrap=True)


def clock_status(context: typer.Context, json: Json = False) -> int:
    """Diz como vai o relógio: as últimas rondas, o que espera por ele, o que não saiu, os prazos que acabam.

    Sai com 1 se algo vai mal, para que um monitor o veja.
    """
    from app.cli.desk import office
    from app.cli.output import err, plain, say, show_json, show_table
    from app.cli.trouble import NO
    from app.facts import now
    from app.health import health_of
    from app.saying import count_said, day_said

    with office(context) as desk:
        health = health_of(desk, now())
    if json:
        show_json(
            {
                **plain(health),
                "rounds": [each._asdict() for each in health.rounds],
                "ending": [each._asdict() for each in health.ending],
            }
        )
        return NO if health.ailing else 0
    if health.rounds:
        show_table(
            ("Manhã", "Começou (UTC)", "Atos", "Não tratados", "Parou", "Mandado por"),
            [
                (
                    day_said(each.morning),
                    f"{each.started_at:%d/%m/%Y %H:%M}",
                    str(each.acts),
                    str(each.failures),
                    each.stopped,
                    each.confirmed_by,
                )
                for each in health.rounds
            ],
        )
    waiting = count_said(health.due, "processo espera", "processos esperam")
    say(f"{waiting} pelo relógio; {count_said(len(health.ending), 'prazo', 'prazos')} do poder público no fim.")
    for each in health.ending:
        say(f"  {each.case}: {each.label} termina em {day_said(each.due)} ({'; '.join(each.articles)})")
    if health.copied_at is not None:
        say(f"Última cópia de segurança: {health.copied_at:%d/%m/%Y %H:%M} UTC.")
    for why in health.ailing:
        err().print(f"Atenção: {why}.", style="red", soft_wrap=True)
    return NO if health.ailing else 0


def clock_digest(
    context: typer.Context, to: To = None, sender: Sender = "", smtp: Smtp = "", json: Json = False
) -> int:
    """Conta num e-mail o que pede atenção hoje: prazos do poder público no fim, rondas paradas, peças que não saíram.

    Num dia sem nada a contar, nada envia. Fora desta máquina, só fala com servidor que cifre a conversa.
    """
    from app.cli.desk import office
    from app.cli.output import say, show_json
    from app.digest import NotSent, Server, digest_of, send
    from app.facts import now

    with office(context) as desk:
        message = digest_of(desk, now())
    sent = bool(message and to)
    if message is not None and to:
        if not sender:
            raise NotSent("Falta de quem a mensagem vai: --from ou DEVIDO_MAIL_FROM.")
        send(message, Server.read(smtp), sender, to)
    if json:
        show_json({"message": message.get_content() if message else None, "sent": sent, "to": to or []})
    elif message is None:
        say("Nada pede atenção hoje.")
    elif sent:
        say(f"Enviado a {', '.join(to or [])}: {message['Subject']}")
    else:
        say(message.get_content().rstrip())
    return 0
