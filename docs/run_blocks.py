"""Runs what the pages show, and compares.

    run_blocks.py [--update] PAGE.md...       PYK2PTX names the program

A line `% ...` before a block of code (in the repository's own texts, which GitHub
shows, `<!-- ... -->`) says what the block is:

    % file: vecadd.py        written to the page's folder, as it is
    % run                    a shell's commands ($ ...), each with what it prints
    % run: 1                 the same; the last command exits with 1
    % shown: why             not run

In what is printed `...` stands for anything, and a line of it alone for any lines.
A block without such a line is an error. --update writes what was printed.
Each page has a folder of its own, in which `python` and `pyk2ptx` are this build's,
there is no GPU, and the installed package is found by CMake. Pages whose commands name
samples/ have that folder, too.
"""

import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PYK2PTX = pathlib.Path(
    os.path.abspath(os.environ.get("PYK2PTX", ROOT / "build" / "bin" / "pyk2ptx"))
)
BLOCK = re.compile(
    r"(?:^(?:%|(?P<comment><!--)) (?P<mark>\w+)(?:: (?P<what>[^\n]*?))?"
    r"(?(comment) -->)\n)?"
    r"^(?P<fence>`{3,})(?P<language>[^\n`]*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)


class Wrong(Exception):
    """What a page shows is not so."""


@dataclasses.dataclass
class Block:
    mark: str
    what: str
    text: str
    line: int
    # Of the text in the page.
    start: int
    end: int


def blocks(page):
    """A page's blocks of code; directives (```{...}) are none."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in BLOCK.finditer(text):
        if match["language"].startswith("{"):
            continue
        line = text.count("\n", 0, match.start("text"))
        if match["mark"] not in ("file", "run", "shown"):
            raise Wrong(f"{page}:{line}: a block that nothing is said of")
        if match["mark"] != "run" and not match["what"]:
            raise Wrong(f"{page}:{line}: `% {match['mark']}: ...` says what")
        start, end = match.span("text")
        what = match["what"] or ""
        found.append(Block(match["mark"], what, match["text"], line, start, end))
    return found


def commands(text):
    """(command, what it prints); a line that ends with \\ goes on."""
    parts = re.split(r"^\$ ((?:.*\\\n)*.*)\n", text, flags=re.MULTILINE)
    if parts[0].strip():
        raise Wrong(f"a block that is run begins with `$ `: {parts[0]!r}")
    return list(zip(parts[1::2], parts[2::2]))


def fits(shown, printed):
    pattern = []
    for line in shown.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern.append(r"(?:.*\n)*?")
        else:
            words = (re.escape(part.rstrip()) for part in line.split("..."))
            pattern.append(" *.*?".join(words) + r" *\n")
    return re.fullmatch("".join(pattern), printed.rstrip("\n") + "\n")


def environment(folder):
    """One without a GPU, and without what this machine's user has set."""
    bin_folder = folder / ".bin"
    bin_folder.mkdir()
    (bin_folder / "pyk2ptx").symlink_to(PYK2PTX)
    # A link would be another environment than the one that it leads to.
    script = bin_folder / "python"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    script.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if k in ("LANG", "TZ", "CCACHE_DIR")}
    return kept | {
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "HOME": str(folder),
        "PYTHONPATH": str(PYK2PTX.parents[1] / "python"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYK2PTX_CACHE_DIR": str(folder / ".cache"),
        "PYK2PTX_LIBCUDA": "no-libcuda.so",
        "CUDA_VISIBLE_DEVICES": "",
        "CMAKE_GENERATOR": "Ninja",
        "MPLBACKEND": "agg",
        "COLUMNS": "80",
    }


def run_block(block, folder, env):
    """What the block would show were it right, or None if it is."""
    status = int(block.what or 0)
    shown, differs = [], False
    calls = commands(block.text)
    for i, (command, output) in enumerate(calls):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=folder,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Long, for machines that do much else.
            timeout=600,
            check=False,
        )
        wanted = status if i == len(calls) - 1 else 0
        if done.returncode != wanted:
            raise Wrong(
                f"line {block.line}: `{command}` exits with {done.returncode}, "
                f"not {wanted}:\n{done.stdout}"
            )
        if fits(output, done.stdout):
            shown.append(f"$ {command}\n{output}")
        else:
            differs = True
            shown.append(f"$ {command}\n{done.stdout.rstrip()}\n")
    return "".join(shown) if differs else None


def run_page(page, update=False):
    """Runs a page's blocks in order; the number of those that ran."""
    text = page.read_text(encoding="utf-8")
    found, new, count = blocks(page), [], 0
    with tempfile.TemporaryDirectory(prefix="pyk2ptx-page-") as name:
        folder = pathlib.Path(name)
        env = environment(folder)
        if "find_package(pyk2ptx" in text or "pkg-config" in text:
            prefix = folder / ".prefix"
            install = ["cmake", "--install", PYK2PTX.parents[1], "--prefix", prefix]
            subprocess.run(install, check=True, capture_output=True)
            env["CMAKE_PREFIX_PATH"] = str(prefix)
            env["PKG_CONFIG_PATH"] = str(prefix / "lib" / "pkgconfig")
        if re.search(r"^\$ .*\bsamples/", text, re.MULTILINE):
            (folder / "samples").symlink_to(ROOT / "samples")
        for block in found:
            if block.mark == "file":
                path = folder / block.what
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            elif block.mark == "run":
                count += 1
                right = run_block(block, folder, env)
                if right is not None and not update:
                    raise Wrong(
                        f"{page}:{block.line}: shown\n{block.text}\nbut it is\n{right}"
                    )
                new.append((block, right))
    for block, right in reversed(new):
        if right is not None:
            text = text[: block.start] + right + text[block.end :]
            page.write_text(text, encoding="utf-8")
    return count


def main():
    words = sys.argv[1:]
    update = "--update" in words
    for word in words:
        if word != "--update":
            print(f"{word}: {run_page(pathlib.Path(word), update)} blocks ran")


if __name__ == "__main__":
    main()
