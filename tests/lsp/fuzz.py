#!/usr/bin/env python3
"""Random edits of the golden tests' kernels, with requests at random places: the
server must answer each, and end as it should. Run by hand:

    tests/lsp/fuzz.py --seconds 60 --seed 1
"""
import argparse
import random
import sys
import time

from client import ROOT, Client, ServerError, position

REQUESTS = ["hover", "completion", "definition", "documentSymbol", "codeAction", "inlayHint"]
PIECES = ["(", ")", "[", "]", ":", "\n", "    ", ".", "cuda.", "np.", "#", '"', "'''", "é", "😀",
          "\r\n", "\r", "\0", "lambda x: ", "def ", "@cuda.jit\n", "a[i]", "if ", "for ", " = ", "*",
          "0x", "1e999", "import ", "from . import *\n", "# pyk2ptx: --sig '", "\t", "{", "}", "\\",
          "yield ", "async ", "9" * 30, "match ", "case _:\n", "return", "global x\n", "class "]


def edit(chooser, text):
    begin = chooser.randrange(len(text) + 1)
    end = min(len(text), begin + chooser.choice([0, 0, 0, 1, 2, 5, 30, 200]))
    piece = chooser.choice(PIECES) if chooser.random() < 0.7 else ""
    if chooser.random() < 0.2:
        at = chooser.randrange(len(text) + 1)
        piece = text[at:at + chooser.randrange(60)]
    return begin, end, piece


def lsp_position(text, offset):
    """As the protocol has lines: a lone carriage return ends one, too."""
    return position(text[:offset].replace("\r\n", "\n").replace("\r", "\n"),
                    len(text[:offset].replace("\r\n", "\n")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    chooser = random.Random(options.seed)
    files = sorted((ROOT / "tests" / "golden").rglob("*.py"))
    ends = time.time() + options.seconds
    client, edits, asked, refused = Client(), 0, 0, 0
    while time.time() < ends:
        path = chooser.choice(files)
        text = path.read_text(encoding="utf-8")
        uri = client.open(text, path.as_uri())
        for version in range(2, 60):
            begin, end, piece = edit(chooser, text)
            incremental = chooser.random() < 0.8
            change = {"text": text[:begin] + piece + text[end:]}
            if incremental and "\r" not in text + piece:
                change = {"text": piece, "range": {"start": lsp_position(text, begin),
                                                   "end": lsp_position(text, end)}}
            previous = text
            text = text[:begin] + piece + text[end:]
            client.change([change], uri, version)
            edits += 1
            if chooser.random() < 0.3:
                at = position(text, chooser.randrange(len(text) + 1))
                params = {"textDocument": {"uri": uri}, "position": at, "context": {"diagnostics": []},
                          "range": {"start": {"line": 0, "character": 0}, "end": at}}
                name = chooser.choice(REQUESTS)
                try:
                    client.request(f"textDocument/{name}", params)
                except ServerError as error:
                    refused += 1
                    print(f"seed {options.seed}: {path.name}: {name}: {error}", file=sys.stderr)
                    (ROOT / "build" / "lsp-fuzz.py").write_text(text, encoding="utf-8")
                except (AssertionError, BrokenPipeError):
                    (ROOT / "build" / "lsp-fuzz.py").write_text(text, encoding="utf-8")
                    print(f"ended in {path.name}; before: {previous!r}")
                    return 1
                asked += 1
            if chooser.random() < 0.2:
                client.wait(version, uri)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.diagnostics.clear()
        client.versions.clear()
    status = client.stop()
    errors = client.process.stderr.read().decode()
    print(errors, end="")
    print(f"{edits} edits, {asked} requests, {refused} refused, exit status {status}")
    return 1 if status or refused or "internal error" in errors else 0


if __name__ == "__main__":
    sys.exit(main())
