"""The public formats: as their own examples say, and nothing that could be read in two ways."""

from __future__ import annotations

import random
from base64 import b64encode

import pytest

from app import offline_verifier as offline
from storage.canonical import leaf_of
from storage.merkle import BadProof, Tree, inclusion, root_of
from storage.notes import (
    Checkpoint,
    Proof,
    Verifier,
    read_checkpoint,
    read_proof,
    read_verifier,
    require_signed,
    signed_note,
)
from storage.signing import SigningKey, is_signed

# The example of c2sp.org/signed-note, and that of c2sp.org/tlog-checkpoint.
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
NOTE = """This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
"""
CHECKPOINT = """example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
"""  # noqa: E501 - as published
# RFC 8032, section 7.1: public key, message, signature.
ED25519 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]  # fmt: skip


def test_the_published_note_is_signed_by_the_published_key():
    verifier = read_verifier(VKEY)
    assert str(verifier) == VKEY
    assert require_signed(NOTE, verifier, is_signed) == "This is an example message.\n"


def test_the_published_checkpoint_is_read():
    found = read_checkpoint(CHECKPOINT)
    assert (found.origin, found.size) == ("example.com/behind-the-sofa", 20852163)
    assert CHECKPOINT.startswith(found.text)


@pytest.mark.parametrize(("key", "text", "signature"), ED25519)
def test_both_ways_of_checking_ed25519_take_the_rfcs_signatures_and_no_other(key, text, signature):
    dice = random.Random(8032)
    key, text, signature = map(bytes.fromhex, (key, text, signature))
    ways = (is_signed, offline.signed)
    assert [each(key, signature, text) for each in ways] == [True, True]
    for _ in range(20):
        bit = 1 << dice.randrange(512)
        forged = (int.from_bytes(signature) ^ bit).to_bytes(64)
        assert [said(each, key, forged, text) for each in ways] == [False, False]
    assert [said(each, key, signature, text + b"?") for each in ways] == [False, False]
    assert [said(each, dice.randbytes(32), signature, text) for each in ways] == [False, False]
    high = int.from_bytes(signature[32:], "little") + offline.Q  # the same signature written another way
    assert [said(each, key, signature[:32] + high.to_bytes(32, "little"), text) for each in ways] == [False, False]


def test_a_key_that_is_a_point_written_another_way_signs_nothing():
    """The neutral point, as y = p + 1: any signature would be its own, if it were read as y = 1."""
    base = offline.point_of((4 * pow(5, -1, offline.P) % offline.P).to_bytes(32, "little"))
    x, y = offline.times(5, base)
    signature = (y | (x & 1) << 255).to_bytes(32, "little") + (5).to_bytes(32, "little")
    assert offline.signed((1).to_bytes(32, "little"), signature, b"")  # what whoever takes such a key would get
    assert not said(offline.signed, (offline.P + 1).to_bytes(32, "little"), signature, b"")
    assert not said(offline.signed, (1 | 1 << 255).to_bytes(32, "little"), signature, b"")


def said(way, *args):
    try:
        return way(*args)
    except (AssertionError, ValueError):  # not even a point of the curve
        return False


@pytest.fixture
def key(tmp_path):
    made = SigningKey(tmp_path / "assinatura", "devido/3160702/1")
    made.make()
    return made


@pytest.fixture
def proof(key):
    leaves = [leaf_of(bytes([each])) for each in range(7)]
    checkpoint = key.sign(7, root_of(leaves))
    path = tuple(inclusion(Tree(leaves).span, 4, 7))
    return Proof(index=4, path=path, checkpoint=checkpoint, extra=b"{}")


def test_a_proof_is_read_as_it_was_written_and_holds(proof, key):
    again = read_proof(str(proof))
    assert again == proof
    again.require(leaf_of(bytes([4])), key.verifier(), is_signed)
    assert offline.proof(str(proof)) == (b"{}", 4, list(proof.path), proof.checkpoint.note)
    size, root = proof.checkpoint.size, proof.checkpoint.root
    assert offline.checkpoint(proof.checkpoint.note, str(key.verifier())) == ("devido/3160702/1", size, root)


def test_an_act_that_says_it_is_of_another_log_is_refused_offline():
    raw = b'{"log":"5101803/1"}'
    assert offline.act(raw, "5101803/1", []) == ({"log": "5101803/1"}, 0)
    with pytest.raises(AssertionError, match="o ato é do livro 5101803/1, e o ponto de controle é do 3160702/1"):
        offline.act(raw, "3160702/1", [])


def test_a_proof_of_another_town_is_refused_whoever_signed_it(proof, tmp_path):
    other = SigningKey(tmp_path / "outra", "devido/5101803/1")
    other.make()
    with pytest.raises(BadProof, match="a prova é do livro devido/3160702/1, e o esperado é devido/5101803/1"):
        proof.require(leaf_of(bytes([4])), other.verifier(), is_signed)
    with pytest.raises(AssertionError, match="não está assinado pela chave devido/5101803/1"):
        offline.checkpoint(proof.checkpoint.note, str(other.verifier()))


def test_the_same_name_with_another_key_signs_nothing_of_ours(proof, tmp_path):
    other = SigningKey(tmp_path / "outra", "devido/3160702/1")
    other.make()
    with pytest.raises(BadProof, match="não está assinado pela chave"):
        proof.require(leaf_of(bytes([4])), other.verifier(), is_signed)


def test_signatures_of_others_are_passed_over_and_one_false_of_ours_is_not(proof, key):
    line = f"— testemunha.example {b64encode(bytes(76)).decode()}\n"
    note = proof.checkpoint.note + line
    assert require_signed(note, key.verifier(), is_signed) == proof.checkpoint.text
    assert offline.checkpoint(note, str(key.verifier()))[1] == 7
    false = signed_note(proof.checkpoint.text, key.verifier(), bytes(64)).rpartition("\n\n")[2]
    with pytest.raises(BadProof, match="a assinatura de devido/3160702/1 não é deste ponto de controle"):
        require_signed(note + false, key.verifier(), is_signed)
    with pytest.raises(AssertionError, match="falsa"):
        offline.checkpoint(note + false, str(key.verifier()))


SPOILT = {
    "another header": ("c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v2"),
    "no index": ("index 4\n", ""),
    "an index with a zero before": ("index 4\n", "index 04\n"),
    "a negative index": ("index 4\n", "index -4\n"),
    "digits of another script": ("index 4\n", "index ٤\n"),
    "another index": ("index 4\n", "index 5\n"),
    "an index beyond the tree": ("index 4\n", "index 7\n"),
    "another size": ("\n7\n", "\n8\n"),
    "a size with a zero before": ("\n7\n", "\n07\n"),
    "a size with a sign": ("\n7\n", "\n+7\n"),
    "another origin": ("devido/3160702/1\n7", "devido/3160702/2\n7"),
    "no blank line": ("\n\n", "\n"),
    "an extension line": ("\n\n— ", "\nmais\n\n— "),
    "a dash that is no em dash": ("— ", "- "),
    "windows lines": ("\n", "\r\n"),
    "hash cut": ("index 4\n", "index 4\nAAAA\n"),
    "base64 of another alphabet": ("index 4\n", f"index 4\n{'-' * 43}=\n"),
    "base64 with bits left over": ("index 4\n", f"index 4\n{'A' * 42}B=\n"),
    "a hash too many": ("index 4\n", f"index 4\n{'A' * 43}=\n"),
    "sixty-five hashes": ("index 4\n", "index 4\n" + f"{'A' * 43}=\n" * 65),
}


def checked_offline(text, leaf, vkey):
    _, index, path, note = offline.proof(text)
    _, size, root = offline.checkpoint(note, vkey)
    offline.need(0 <= index < size and offline.climbed(leaf, index, size, path) == root, "raiz")


def _same_bytes_written_otherwise(text):
    """The last letter before the ``=`` carries two bits that no byte has."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    line = text.split("\n")[3]
    return text.replace(line, f"{line[:-2]}{letters[letters.index(line[-2]) + 1]}=")


OTHERWISE = {
    "a hash of the same bytes written otherwise": _same_bytes_written_otherwise,
    "no end of line after the signature": lambda text: text[:-1],
    "text after the signature": lambda text: f"{text}\n",
}


@pytest.mark.parametrize("spoilt", [*SPOILT, *OTHERWISE])
def test_a_spoilt_proof_is_refused_here_and_offline(proof, key, spoilt):
    text = OTHERWISE[spoilt](str(proof)) if spoilt in OTHERWISE else str(proof).replace(*SPOILT[spoilt])
    assert text != str(proof)
    leaf = leaf_of(bytes([4]))
    with pytest.raises(BadProof):
        read_proof(text).require(leaf, key.verifier(), is_signed)
    with pytest.raises((AssertionError, ValueError, LookupError)):
        checked_offline(text, leaf, str(key.verifier()))


@pytest.mark.parametrize(
    "wrong", ["", "x", "a+b", VKEY[:-4], VKEY.replace("530d", "530e"), VKEY.replace("+Aek", "+Bek")]
)
def test_what_is_no_key_is_refused(wrong):
    with pytest.raises(BadProof):
        read_verifier(wrong)
    with pytest.raises((AssertionError, ValueError)):
        offline.checkpoint(NOTE, wrong)


def test_the_keys_id_is_of_name_and_key():
    one = Verifier(name="a", key=bytes(32))
    assert len({one.id, Verifier(name="b", key=bytes(32)).id, Verifier(name="a", key=b"\x01" * 32).id}) == 3


def test_a_checkpoint_says_its_root_as_printed():
    assert Checkpoint(origin="x", size=1, root=bytes(32), note="").root_text == "A" * 43 + "="
