"""What people copy and check: verification codes, QR, CPF and CNPJ, plates."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO

import segno
from validate_docbr import CNPJ, CPF

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Thirty-two signs without I, L, O and U, so that a code read aloud or typed from paper is not misread."""

_PAIRS = tuple(first + second for first in ALPHABET for second in ALPHABET)
"""How ten bits are written."""

_PRIME = 1021
_SIGNS = 26
_SHIFTS = tuple(range(5 * (_SIGNS - 2), -1, -10))
_GROUPS = "-".join(["%s%s"] * 7)
_TAX_IDS = (CPF(), CNPJ())
_BLANKS = re.compile(r"[\s-]")
_PLATE = re.compile(r"[A-Z]{3}\d(?:([A-Z]\d{2})|\d{3})")
_PRINTED = re.compile(r"\d{3}\.\d{3}\.\d{3}-\d{2}|[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-\d{2}")
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0"})


def verification_code(secret: bytes) -> str:
    """The printed code for 128 bits: 26 signs and two check signs, in groups of four.

    The check is the remainder by a prime below 32², so that one wrong sign, or any two signs
    swapped, is always noticed. Raises ValueError unless ``secret`` has 16 bytes.
    """
    if len(secret) != 16:
        raise ValueError(f"a verification code is made of 16 bytes, not {len(secret)}")
    value = int.from_bytes(secret)
    return _GROUPS % (*[_PAIRS[value >> at & 1023] for at in _SHIFTS], _PAIRS[value % _PRIME])


def read_code(typed: str) -> str | None:
    """The code as printed, from what someone typed (case, spaces, hyphens, O for 0 forgiven), or None if wrong."""
    signs = re.sub(r"[\s-]", "", typed).upper().translate(_MISREAD)
    if len(signs) != _SIGNS + 2 or set(signs) - set(ALPHABET):
        return None
    value = _value(signs[:_SIGNS])
    if value >= 1 << 128 or value % _PRIME != _value(signs[_SIGNS:]):
        return None
    return verification_code(value.to_bytes(16))


def _value(signs: str) -> int:
    value = 0
    for sign in signs:
        value = value << 5 | ALPHABET.index(sign)
    return value


@lru_cache(maxsize=64)
def qr_svg(url: str) -> str:
    """The address as a QR code in SVG, without a quiet zone (the layout leaves it).

    Kept, since a town prints the same calculator's code on every letter. The mask is fixed: any mask
    reads alike, its number being part of the code, and trying all eight would take a sixth of a letter's time.
    """
    drawn = BytesIO()
    segno.make_qr(url, error="m", mask=2, boost_error=False).save(
        drawn, kind="svg", border=0, omitsize=True, xmldecl=False, nl=False, svgclass=None, lineclass=None
    )
    return drawn.getvalue().decode()


def tax_id(text: str) -> str | None:
    """CPF or CNPJ (letters too) with its points, or None if the digits do not check.

    ``529.982.247-25``; ``12.ABC.345/01DE-35``.
    """
    if not re.fullmatch(r"[0-9A-Za-z./\s-]+", text):
        return None
    signs = re.sub(r"[./\s-]", "", text).upper()
    for kind in _TAX_IDS:
        if kind.validate(signs):
            return str(kind.mask(signs))
    return None


def with_points(number: str) -> str:
    """CPF or CNPJ as papers print it; text that has its points already, or is neither, as it stands."""
    return number if _PRINTED.fullmatch(number) else tax_id(number) or number


def masked(formatted: str) -> str:
    """``***.982.247-**`` for a CPF; a CNPJ is public and stays whole."""
    if re.fullmatch(r"\d{3}\.\d{3}\.\d{3}-\d{2}", formatted):
        return f"***{formatted[3:11]}-**"
    return formatted


def labelled(formatted: str) -> str:
    """``CPF nº 529.982.247-25`` or ``CNPJ nº …``, masked ones too; of who gave none, that he gave none."""
    if not formatted:
        return "CPF ou CNPJ não informado"
    return f"{'CNPJ' if '/' in formatted else 'CPF'} nº {formatted}"


BARE_CPF = re.compile(r"(?<![\d*])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)")
"""An unmasked CPF in running text: what no public matter may carry."""


def plate(text: str) -> str | None:
    """``ABC-1234`` or ``ABC1D23``, or None if it is a plate of neither kind."""
    signs = _BLANKS.sub("", text).upper()
    found = _PLATE.fullmatch(signs)
    if found is None:
        return None
    return signs if found[1] else f"{signs[:3]}-{signs[3:]}"


def other_plate(text: str) -> str | None:
    """The same vehicle's plate in the other format, where there is one: the fifth sign 0–9 is A–J."""
    signs = re.sub(r"[\s-]", "", text).upper()
    if re.fullmatch(r"[A-Z]{3}\d{4}", signs):
        return f"{signs[:4]}{'ABCDEFGHIJ'[int(signs[4])]}{signs[5:]}"
    if re.fullmatch(r"[A-Z]{3}\d[A-J]\d{2}", signs):
        return plate(f"{signs[:4]}{'ABCDEFGHIJ'.index(signs[4])}{signs[5:]}")
    return None
