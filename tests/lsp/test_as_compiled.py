"""The server finds in the golden tests' kernels what the compiler finds: nothing
in those that compile, and the same kinds in those that do not."""
import re

from client import ROOT, Client

FILES = sorted((ROOT / "tests" / "golden").rglob("*.py"))
# What the command line says would be asked of an editor.
OPTIONS = ("--sig", "-D", "--export", "-I", "--arch", "--debug", "--bounds", "--typing")
# Said of files without kernels that compile, and by phases behind the check.
OTHERS = {"NoKernel", "NoTypedKernel", "CannotLink"}


def kinds_of(client, path, text):
    uri = client.open(text, path.as_uri())
    found = client.wait(uri=uri)
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    return {each["code"] for each in found if each["severity"] < 3}


def kernels(are_wrong):
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        head = text[:text.index("\n\n")] if "\n\n" in text else text
        first = text.split("\n")[0]
        if (path.name.startswith("fail_") == are_wrong and first.startswith("# golden:")
                and not any(option in head for option in OPTIONS)):
            source, _, expected = text.partition("# ===")
            yield path, source, set(re.findall(r": (?:error|warning): .*\[(\w+)\]", expected))


def test_what_compiles_has_no_errors():
    client = Client()
    checked = 0
    for path, source, _ in kernels(are_wrong=False):
        uri = client.open(source, path.as_uri())
        assert [each for each in client.wait(uri=uri) if each["severity"] == 1] == [], path.name
        checked += 1
    assert checked > 200
    assert client.stop() == 0


def test_what_does_not_has_the_same_errors():
    client = Client(options={"arch": "sm_75"})
    checked = 0
    for path, source, expected in kernels(are_wrong=True):
        missing = expected - OTHERS - kinds_of(client, path, source) - {"UntypedKernel"}
        assert missing == set(), path.name
        checked += 1
    assert checked > 100
    assert client.stop() == 0
