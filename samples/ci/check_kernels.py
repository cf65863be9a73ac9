"""Compiles the kernels of Python files, for continuous integration and pre-commit.

    check_kernels.py [--sarif FILE] [--arch SM] [pyk2ptx's options] FILE.py...

Files without kernels are passed over. A kernel that states no types is compiled
for those of a comment, which editors understand, too:

    # pyk2ptx: --sig 'smooth(float32[::1], float32[::1])' -D N=4 -I lib

and without one is left to the tests (pytest --cuda-check). Messages are printed as
the compiler words them; --sarif also writes them in one file, for GitHub. Exit
status: 0 all kernels compile, 1 some do not, 2 usage, 3 pyk2ptx is not there.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tokenize
import urllib.parse

# What is no mistake of a file that is one of many.
PASSED_OVER = {"NoKernel", "NoTypedKernel", "UntypedKernel"}


def options_in(file):
    """The words of the file's `# pyk2ptx:` comments; those in strings are none."""
    words = []
    try:
        with tokenize.open(file) as text:
            for token in tokenize.generate_tokens(text.readline):
                mark, _, rest = token.string.partition(":")
                if token.type == tokenize.COMMENT and mark == "# pyk2ptx":
                    try:
                        words += shlex.split(rest)
                    except ValueError as error:
                        line, column = token.start
                        sys.exit(f"{file}:{line}:{column + 1}: error: {error}")
    except (OSError, SyntaxError, UnicodeError, tokenize.TokenError):
        pass  # The compiler tells what is wrong, and where.
    return words


def compiled(file, options):
    """The SARIF run of a file: what is wrong in it."""
    own = options_in(file)
    done = subprocess.run(
        ["pyk2ptx", file, *own, *options, "--diagnostics=sarif", "-o", os.devnull],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if not done.stderr.startswith("{"):
        sys.exit(done.stderr)
    (run,) = json.loads(done.stderr)["runs"]
    return run


def place(location):
    physical = location["physicalLocation"]
    region = physical.get("region", {})
    return ":".join(
        str(part)
        for part in (
            urllib.parse.unquote(physical["artifactLocation"]["uri"]),
            region.get("startLine", 1),
            region.get("startColumn", 1),
        )
    )


def print_result(result):
    where = place(result["locations"][0])
    text = result["message"]["text"]
    print(f"{where}: {result['level']}: {text} [{result['ruleId']}]")
    for note in result.get("relatedLocations", []):
        where = place(note) if "physicalLocation" in note else where
        print(f"{where}: note: {note['message']['text']}")


def command_line(given):
    """Files, where the SARIF goes, and what is the compiler's."""
    words, files, sarif, options = iter(given), [], None, []
    for word in words:
        value = None
        if word in ("--sarif", "-I", "-D", "--arch", "--sig"):
            value = next(words, None)
            if value is None:
                print(f"check_kernels.py: {word} wants a value", file=sys.stderr)
                sys.exit(2)
        if word == "--sarif":
            sarif = value
        elif word.startswith("-"):
            options += [word] if value is None else [word, value]
        else:
            files.append(word)
    return files, sarif, options


def main():
    files, sarif, options = command_line(sys.argv[1:])
    # One run for all files, which is what GitHub takes.
    merged, failed = None, False
    for file in files or [os.devnull]:
        run = compiled(file, options)
        kept = [r for r in run["results"] if r["ruleId"] not in PASSED_OVER]
        failed |= any(result["level"] == "error" for result in kept)
        for result in kept:
            # A place in a list of rules, which now is another one.
            result.pop("ruleIndex", None)
            # GitHub shows nothing that has no place.
            if not result.get("locations"):
                uri = urllib.parse.quote(file)
                artifact = {"artifactLocation": {"uri": uri}}
                result["locations"] = [{"physicalLocation": artifact}]
            print_result(result)
        run["results"] = kept
        if merged is None:
            merged = run
        else:
            merged["results"] += kept
            rules = merged["tool"]["driver"]["rules"]
            known = {rule["id"] for rule in rules}
            new = run["tool"]["driver"]["rules"]
            rules += [rule for rule in new if rule["id"] not in known]
    rules = merged["tool"]["driver"]["rules"]
    rules[:] = [rule for rule in rules if rule["id"] not in PASSED_OVER]
    if sarif:
        schema = "https://json.schemastore.org/sarif-2.1.0.json"
        log = {"$schema": schema, "version": "2.1.0", "runs": [merged]}
        pathlib.Path(sarif).write_text(json.dumps(log, indent=1), encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FileNotFoundError as error:
        print(f"check_kernels.py: {error}", file=sys.stderr)
        sys.exit(3)
