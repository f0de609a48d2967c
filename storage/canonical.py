"""The one way to write a value as bytes: RFC 8785 over a narrow grammar, so that equal values have equal digests.

No floats; integers within ±(2^53 - 1); text in NFC; keys are text; amounts, units and dates are text. Inside
this grammar the fast encoder and the standard agree byte for byte.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec

from storage.faults import NotCanonical

_LARGEST = 2**53 - 1
# Beyond U+FFFF the standard's order of keys, by UTF-16 units, parts from the order of characters. There, and only
# there, UTF-8 takes four bytes, the first of them one of these.
_BEYOND_SINGLE_UNITS = re.compile(b"[\xf0-\xf4]")
_sorted = msgspec.json.Encoder(order="sorted")
_as_given = msgspec.json.Encoder()


def canonical(value: object) -> bytes:
    """The canonical bytes of a value built of dicts, lists, text, integers, dates and decimals.

    Raises ``NotCanonical`` for text that is not Unicode or not in NFC. Numbers and types are not looked at
    here: what comes from outside goes through ``require_json`` first.
    """
    try:
        raw = _sorted.encode(value)
    except (UnicodeEncodeError, TypeError, OverflowError) as error:
        raise NotCanonical(f"o registro não sabe escrever este valor: {error}") from None
    if raw.isascii():
        return raw
    if not unicodedata.is_normalized("NFC", raw.decode()):
        raise NotCanonical("há texto fora da forma NFC (acento separado da letra); normalize antes de registrar")
    if _BEYOND_SINGLE_UNITS.search(raw):
        return _as_given.encode(_in_standard_order(msgspec.json.decode(raw)))
    return raw


def _in_standard_order(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_standard_order(value[key]) for key in sorted(value, key=lambda key: key.encode("utf-16-be"))}
    if isinstance(value, list):
        return [_in_standard_order(each) for each in value]
    return value


def require_json(value: object) -> None:
    """Refuse what the grammar has no place for: floats, integers beyond 2^53 - 1, keys that are not text, objects."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -_LARGEST <= value <= _LARGEST:  # type: ignore[operator]  # kind says it is an int
            raise NotCanonical(f"o inteiro {value} não cabe no registro (limite: 2^53 - 1); escreva-o como texto")
    elif kind is list:
        for each in value:  # type: ignore[attr-defined]  # kind says it is a list
            require_json(each)
    elif kind is dict:
        for key, each in value.items():  # type: ignore[attr-defined]  # kind says it is a dict
            if type(key) is not str:
                raise NotCanonical(f"a chave {key!r} não é texto")
            require_json(each)
    elif kind is float:
        raise NotCanonical(f"o registro não guarda número com vírgula ({value}); escreva-o como texto, '68.72'")
    else:
        raise NotCanonical(f"o registro só guarda texto, inteiro, sim ou não, lista e mapa; veio {kind.__name__}")


def leaf_of(record: bytes) -> bytes:
    """The leaf digest of an event's canonical bytes, as in RFC 6962: SHA-256(0x00 ‖ bytes)."""
    return sha256(b"\x00" + record).digest()


def commitment(salt: bytes, field: str, value: object) -> bytes:
    """What stands for a personal value in the record: SHA-256(0x02 ‖ salt ‖ canonical({field, value})).

    Without the salt it says nothing about the value. Raises ``NotCanonical`` like ``canonical``.
    """
    return commitment_of(salt, field, canonical(value))


def commitment_of(salt: bytes, field: str, written: bytes) -> bytes:
    """The same, of a value already in its canonical bytes."""
    return sha256(b'\x02%b{"field":%b,"value":%b}' % (salt, _name(field), written)).digest()


_name = lru_cache(maxsize=4096)(canonical)
"""What fields are called, in their canonical bytes: few names, asked for with every act."""
