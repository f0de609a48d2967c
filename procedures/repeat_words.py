"""How repeat is counted and what it brings, as the table a lawyer signs says it."""

from __future__ import annotations

from collections.abc import Iterator

from procedures.wording import NATURES, WINDOWS
from workflow.procedure import Procedure, RepeatRule

Said = tuple[str, str, str, tuple[str, ...]]


def repeats_said(procedure: Procedure) -> Iterator[Said]:
    """Each rule of repeat: its name, what counts, what it brings, and the articles it stands on."""
    return (_repeat(name, rule) for name, rule in procedure.repeat.items())


def _past_levels(rule: RepeatRule) -> Iterator[str]:
    """What comes past the last level, up to where, and by what sum."""
    if rule.beyond is not None:
        share = f"mais {rule.beyond.plus}" if rule.beyond.plus else f"vezes {rule.beyond.times}"
        yield f"cada uma a mais: {share}"
    if rule.cap is not None:
        parts = [f"{rule.cap.times} vezes o valor básico"] if rule.cap.times is not None else []
        parts += [f"{rule.cap.units} na medida da multa"] if rule.cap.units is not None else []
        yield f"até {' e '.join(parts)}"
    if rule.sum is not None:
        yield f"a cada {rule.sum.reaches} pontos somados"


_SHARED = {
    "every": "de quem tem menos",
    "any": "de quem tem mais",
}


def _repeat(name: str, rule: RepeatRule) -> Said:
    counts = {
        "final_before_fact": "infração definitiva antes do fato",
        "final_before_decision": "infração definitiva antes da decisão",
        "any": "infração cometida antes",
    }
    window = "sem janela" if rule.window == "none" else f"em {rule.window.in_portuguese} {WINDOWS[rule.window_from]}"
    shared = _SHARED.get(rule.shared, f"de {rule.shared}")
    against = f"; só contra {', '.join(rule.against)}" if rule.against else ""
    levels = []
    for number, level in enumerate(rule.levels, 1):
        effect = [f"mais {level.plus}"] if level.plus else []
        effect += [f"vezes {level.times}"] if level.times is not None else []
        effect += [f"e {code}" if effect else code for code in level.adds]
        if level.turns_into:
            replaced = f" em vez de {', '.join(level.instead_of)}" if level.instead_of else ""
            effect.append(f"torna-se {', '.join(level.turns_into)}{replaced}")
        levels.append(f"{number + rule.after}ª: {' '.join(effect)}" if rule.sum is None else " ".join(effect))
    levels += _past_levels(rule)
    cited = (*rule.basis, *(each for level in rule.levels for each in level.basis))
    return (
        f"{rule.label or name}\n({name})",
        f"{counts[rule.counts]}, {NATURES[rule.same]}, {window}; na pena de vários juntos, as {shared}{against}",
        "\n".join(levels),
        cited,
    )
