"""Confere, sem rede e sem o Devido, um processo (.zip) ou um recibo (.tlog-proof) deste registro municipal.

    python3 conferir.py PACOTE [--livro LIVRO] [--chave CHAVE] [--tamanho N --raiz RAIZ]

LIVRO, CHAVE, N e RAIZ copiam-se do Diário Oficial (linha "Registro de integridade") ou de uma carta do Município, nunca
do próprio pacote. Sai com 0 se tudo o que se conferiu está certo, 1 se algo não está, 2 se o pedido está errado. Prova
que os atos estão inteiros, em ordem e como eram quando a raiz se publicou; não prova que seja verdade o que dizem.
"""

import json
import sys
import zipfile
from base64 import b64decode, b64encode
from hashlib import sha256, sha512

LARGEST, OURS, P = 1 << 31, ("LEIA-ME.txt", "conferir.py"), 2**255 - 19  # P, Q, D: Ed25519, RFC 8032, checking only
Q, D = 2**252 + 27742317777372353535851937790883648493, -121665 * pow(121666, -1, P) % P


def need(condition, what):
    if not condition:
        raise AssertionError(what)


def added(a, b):
    t = D * a[0] * b[0] * a[1] * b[1]
    return (a[0] * b[1] + a[1] * b[0]) * pow(1 + t, -1, P) % P, (a[1] * b[1] + a[0] * b[0]) * pow(1 - t, -1, P) % P


def times(n, point):
    return added(times(n >> 1, added(point, point)), point if n & 1 else (0, 1)) if n else (0, 1)


def point_of(raw):
    sign, y = divmod(int.from_bytes(raw, "little"), 1 << 255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    need(y < P and (x * x - square) % P == 0 and (x or not sign), "a chave não é um ponto da curva Ed25519")
    return x if x & 1 == sign else P - x, y


def signed(key, signature, text):
    s = int.from_bytes(signature[32:], "little")
    need(len(signature) == 64 and s < Q, "a assinatura não tem a forma devida")
    k = int.from_bytes(sha512(signature[:32] + key + text).digest(), "little") % Q
    x, y = added(times(s, point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))), times(Q - k, point_of(key)))
    return (y | (x & 1) << 255).to_bytes(32, "little") == signature[:32]


def node(left, right):
    return sha256(b"\x01" + left + right).digest()


def climbed(leaf, index, size, path):
    need((size > 1) == bool(path), "o caminho da prova não tem o comprimento que a posição pede")
    if size == 1:
        return leaf
    half = 1 << (size - 1).bit_length() - 1
    if index < half:
        return node(climbed(leaf, index, half, path[:-1]), path[-1])
    return node(path[-1], climbed(leaf, index - half, size - half, path[:-1]))


def grown(before, size, path, old):  # the roots before and now, as a path says; ``old`` while that tree is a whole part
    if before == size:
        need(len(path) == (old is None), "o caminho entre as duas árvores não tem o comprimento que elas pedem")
        return (old, old) if old is not None else (path[0], path[0])
    need(path, "o caminho entre as duas árvores é curto demais")
    half = 1 << (size - 1).bit_length() - 1
    if before <= half:
        was, now = grown(before, half, path[:-1], old)
        return was, node(now, path[-1])
    was, now = grown(before - half, size - half, path[:-1], None)
    return node(path[-1], was), node(path[-1], now)


def decoded(text, size=0):
    raw = b64decode(text)
    need(b64encode(raw).decode() == text and size in (0, len(raw)), f"não é base64 do tamanho devido: {text[:50]!r}")
    return raw


def number(text):
    need(text.isascii() and text.isdecimal() and text == str(int(text)), f"não é um número: {text!r}")
    return int(text)


def key_of(vkey):
    (name, said), raw = vkey.split("+", 2)[:2], decoded(vkey.split("+", 2)[-1], 33)
    id4 = sha256(name.encode() + b"\n" + raw).digest()[:4]
    need(raw[0] == 1 and id4.hex() == said, "a chave não é Ed25519, ou foi copiada com erro")
    return name, id4, raw


def checkpoint(note, vkey):  # origin, size and root of a note signed by the key
    name, id4, raw = key_of(vkey)
    text, gap, lines = note.rpartition("\n\n")
    need(gap and lines.endswith("\n") and text.count("\n") == 2, "o ponto de controle não tem a forma devida")
    ours = [decoded(line.split(" ")[2]) for line in lines.splitlines() if line.startswith(f"— {name} ")]
    ours = [each[4:] for each in ours if each[:4] == id4]
    need(ours, f"o ponto de controle não está assinado pela chave {name}+{id4.hex()}")
    need(all(signed(raw[1:], each, f"{text}\n".encode()) for each in ours), "a assinatura do ponto de controle é falsa")
    origin, size, root = text.split("\n")
    need(origin == name, f"o ponto de controle é do livro {origin}, e a chave é do {name}")
    return origin, number(size), decoded(root, 32)


def proof(text):
    head, _, note = text.partition("\n\n")
    first, *lines = head.split("\n")
    need(first == "c2sp.org/tlog-proof@v1", "não é uma prova c2sp.org/tlog-proof@v1")
    extra = decoded(lines.pop(0)[6:]) if lines[0].startswith("extra ") else b""
    need(lines and lines[0].startswith("index ") and len(lines) < 66, "a prova não diz a posição do ato")
    return extra, number(lines[0][6:]), [decoded(line, 32) for line in lines[1:]], note


def canonical(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()


def commitment(salt, field, value):
    return sha256(b"\x02" + bytes.fromhex(salt) + canonical({"field": field, "value": value})).hexdigest()


def act(raw, log, values):
    event = json.loads(raw)
    need(canonical(event) == raw, "os bytes não estão na forma canônica")
    need(event["log"] == log, f"o ato é do livro {event['log']}, e o ponto de controle é do {log}")
    known = event.get("private", {})
    for each in values:
        said = commitment(each["salt"], each["field"], each["value"])
        need(said == known.get(each["field"]), f"o dado {each['field']!r} não é o que o ato guardou")
    return event, len(known) - len({each["field"] for each in values})


def place(raw, text, note, found):
    _, index, path, its_note = proof(text)
    need(its_note == note, "a prova é de outro ponto de controle")
    need(index == json.loads(raw)["seq"] - 1 < found[1], f"a prova é da posição {index + 1}, e o ato não está lá")
    leads = climbed(sha256(b"\x00" + raw).digest(), index, found[1], path) == found[2]
    need(leads, "o caminho da prova não leva à raiz assinada")


def check(package, typed):  # a whole case, from its package
    names = package.infolist()
    need(sum(each.file_size for each in names) < LARGEST, "o pacote é grande demais")
    need(len({each.filename for each in names}) == len(names), "há dois arquivos de um só nome no pacote")
    files = {each.filename: package.read(each) for each in names if each.filename not in OURS}
    index = json.loads(files.pop("processo.json"))
    note, log = files.pop("ponto-de-controle.txt").decode(), index["log"]
    found = checkpoint(note, typed.get("--chave") or index["key"])
    need(found[0] == f"devido/{log}", f"o ponto de controle é do livro {found[0]}, e o processo diz {log}")
    print("[ok]", f"ponto de controle de {found[1]} atos, do livro {log}, com assinatura boa")
    before, at, missing, papers = bytes(32), [0], 0, 0
    for n in range(1, index["acts"] + 1):
        try:
            raw = files.pop(f"atos/{n:04}.json")
            event, absent = act(raw, log, [each for each in index["values"] if each["act"] == n])
            need((event["case"], event["n"]) == (index["case"], n), "o ato é de outro processo ou de outro número")
            need(event["prev"] == before.hex(), f"o elo com o ato {n - 1} está rompido")
            need(event["seq"] > at[-1], "a posição no livro não vem depois da do ato anterior")
            place(raw, files.pop(f"provas/{n:04}.tlog-proof").decode(), note, found)
            marks = {(mark["series"], mark.get("body", ""), mark["number"]): mark for mark in event.get("papers", [])}
            for each in (each for each in index["papers"] if each["act"] == n):
                said = commitment(each["salt"], "context", sha256(files.pop(each["text"])).hexdigest())
                mark = marks.pop((each["series"], each["body"], each["number"]), {"context": ""})
                need(said == mark["context"], f"o texto de {each['text']} não é o que o ato guardou")
                papers += 1
            for each in (each for each in index["files"] if each["act"] == n):
                need(each["sha256"].encode() in raw, f"o ato não cita o arquivo {each['file']}")
        except (AssertionError, KeyError) as error:
            raise AssertionError(f"ato {n}: {'falta ' if isinstance(error, KeyError) else ''}{error}") from None
        before, missing, at = sha256(b"\x00" + raw).digest(), missing + absent + len(marks), [*at, event["seq"]]
    named = {each["file"]: each["sha256"] for each in index["papers"] + index["files"] if each["file"]}
    for name, digest in named.items():
        need(sha256(files.pop(name, b"")).hexdigest() == digest, f"{name} foi trocado ou falta")
    need(not files, f"há no pacote o que ele não declara: {', '.join(sorted(files)[:3])}")
    print("[ok]", f"{index['acts']} atos: bytes, cadeia, lugar na árvore, dados pessoais, {papers} textos de peças")
    print("[não conferido]" if missing else "[ok]", f"dados e peças apagados por lei ou tirados da cópia: {missing}")
    return log, found, index["anchors"], at[1:]


def compare(result, typed):
    log, found, anchors, at = result
    known = {found[1]: b64encode(found[2]).decode()}
    for each in anchors:
        path, old = [decoded(line, 32) for line in each["path"]], decoded(each["root"], 32)
        follows = 0 < each["size"] <= found[1] and grown(each["size"], found[1], path, old) == (old, found[2])
        need(follows, f"a árvore de {found[1]} atos não continua a de {each['size']}")
        known[each["size"]] = each["root"]
    need(typed.get("--livro", log) == log, f"o livro é {log}, e o esperado é {typed.get('--livro')}")
    for name in sorted({"--livro", "--chave", "--raiz"} - typed.keys()):
        print("[não conferido]", f"{name}: falta; copie do Diário ou de uma carta")
    if "--raiz" not in typed:
        return
    size, root = number(typed["--tamanho"].replace(".", "")), typed["--raiz"]
    need(size in known, f"o pacote não traz prova para a raiz de {size} atos; peça um feito depois dela")
    need(known[size] == root, f"a raiz de {size} atos do pacote não é a dada: são outros livros, ou o passado mudou")
    print("[ok]", f"a raiz publicada, de {size} atos, é o começo desta árvore")
    if later := sum(each > size for each in at):
        print("[não conferido]", f"atos posteriores a essa raiz, que só a assinatura cobre: {later}")


def receipt(text, typed):
    extra, _, _, note = proof(text)
    content = json.loads(extra)
    found = checkpoint(note, typed.get("--chave") or content["key"])
    event, missing = act(raw := content["event"].encode(), found[0].removeprefix("devido/"), content["values"])
    place(raw, text, note, found)
    print("[ok]", f"ato {event['n']} do processo {event['case']}, posição {event['seq']}, de {event['occurred_on']}")
    print("[não conferido]" if missing else "[ok]", f"dados pessoais que não vieram no recibo: {missing}")
    return event["log"], found, [], [event["seq"]]


def main(args):
    options = dict(zip(args[1::2], args[2::2], strict=False))
    helped, sized = {"-h", "--help"} & {*args}, ("--raiz" in options) == ("--tamanho" in options)
    if helped or len(args) % 2 == 0 or not options.keys() <= FORMS.keys() or not sized:
        print(__doc__)
        return 0 if helped else 2
    for name, text in options.items():
        try:
            FORMS[name][1](text)
        except (AssertionError, ValueError, LookupError):
            print(f"O pedido está errado: {name} pede {FORMS[name][0]}; veio {text!r}. Nada foi conferido.")
            return 2
    try:
        with open(args[0], "rb") as file:  # noqa: PTH123 - one import less
            raw = file.read(LARGEST)
            result = receipt(raw.decode(), options) if raw[:4] == b"c2sp" else check(zipfile.ZipFile(file), options)
        compare(result, options)
        print("Tudo o que se conferiu está certo.")
        return 0
    except OSError:
        print(f"{args[0]} não existe, é uma pasta ou não se deixa ler: dê o arquivo do pacote ou do recibo.")
        return 2
    except AssertionError as error:
        print("[NÃO CONFERE]", error)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, zipfile.BadZipFile) as error:
        print("[NÃO CONFERE]", f"o pacote não tem a forma devida ({type(error).__name__}: {error})")
    return 1


FORMS = {"--livro": ("o livro, como 3160702/1", lambda text: [number(each) for each in text.split("/", 1)][1]),
         "--chave": ("a chave inteira, como no Diário: devido/3160702/1+86d0a1f2+…", key_of),
         "--tamanho": ("quantos atos, como 1.204", lambda text: number(text.replace(".", ""))),
         "--raiz": ("a raiz inteira, de 44 letras", lambda text: decoded(text, 32))}  # fmt: skip
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
