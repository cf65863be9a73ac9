"""The pages say what is so: each program and command in README.md and docs/ is run,
and what it prints compared with what is shown. docs/run_blocks.py has the marks."""

import ast
import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = ["../README.md"]
PAGES += sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))
sys.path.insert(0, str(DOCS))

import run_blocks  # noqa: E402


@pytest.mark.parametrize("page", PAGES)
def test_page(page):
    count = run_blocks.run_page(DOCS / page)
    found = run_blocks.blocks(DOCS / page)
    assert count == sum(block.mark == "run" for block in found)
    if found:
        assert count, "nothing of the page is run"


@pytest.mark.parametrize("page", PAGES)
def test_all_code_is_in_marked_blocks(page):
    """Indented code has no mark, so nobody would run it."""
    text = (DOCS / page).read_text(encoding="utf-8")
    prose = run_blocks.BLOCK.sub("", text)
    # Below a list's point, indented lines go on with it.
    assert not re.search(r"\n\n {4}\S", prose)


@pytest.mark.parametrize("page", PAGES)
def test_what_is_only_shown_could_be_run(page):
    """What needs other machines is at least a program, of names that exist."""
    import pyk2ptx.cuda

    text = (DOCS / page).read_text(encoding="utf-8")
    for block in run_blocks.blocks(DOCS / page):
        if block.mark != "shown":
            continue
        language = text[: block.start].rpartition("`")[2].strip()
        if language == "python":
            names = [
                f"{node.value.id}.{node.attr}"
                for node in ast.walk(ast.parse(block.text))
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
            ]
            for name in names:
                if name.startswith("cuda."):
                    assert hasattr(pyk2ptx.cuda, name.removeprefix("cuda.")), name
        else:
            assert language in ("console", ""), f"{page}:{block.line}: {language}"
            lines = block.text.splitlines()
            command = "\n".join(line.removeprefix("$ ") for line in lines)
            done = subprocess.run(["bash", "-n", "-c", command], check=False)
            assert done.returncode == 0
            for script in re.findall(r"^tools/\w+\.sh", command, re.MULTILINE):
                assert (ROOT / script).exists()


def test_pages_include_what_is_there():
    """`{literalinclude}` takes what generate.py copies: whole files of samples/."""
    count = 0
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        for name in re.findall(r"\{literalinclude\} (?:\.\./)*files/(\S+)", text):
            count += 1
            assert (ROOT / name).exists()
    assert count


def known_options():
    found = set()
    for command in ((), ("run",), ("doctor",), ("explain",)):
        done = subprocess.run(
            [run_blocks.PYK2PTX, *command, "--help"], capture_output=True, text=True
        )
        assert done.returncode == 0
        found |= set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*", done.stdout))
    assert "--check" in found and "--arch" in found
    return found


def test_options_in_prose_exist():
    """`--word` within a sentence is an option of pyk2ptx, or of what is named there."""
    others = {"--cuda-check", "--prefix", "--install", "--build", "--fix", "--libs"}
    known, wrong = known_options() | others, []
    for page in PAGES:
        prose = run_blocks.BLOCK.sub("", (DOCS / page).read_text(encoding="utf-8"))
        for code in re.findall(r"`([^`\n]+)`", prose):
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", code):
                if option not in known:
                    wrong.append(f"{page}: {option}")
    assert not wrong, wrong


def test_the_first_page_is_short():
    """README.md is read before anything else: all of it, or it is not read."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 120
    for block in run_blocks.blocks(ROOT / "README.md"):
        assert len(block.text.splitlines()) <= 12


# Which parts of tools/bench/FIGURES.md a row of the first page's table is about.
FIGURES = {
    "nvcc": ["Kernels"],
    "the driver": ["Launching"],
    "CuPy": ["Launching"],
    "numba-cuda": ["Beside numba-cuda and Triton", "Launching"],
    "Warp": [],
    "Triton": ["Beside numba-cuda and Triton", "Launching"],
}


def listed_figures(titles):
    """The numbers of parts of tools/bench/FIGURES.md."""
    text = (ROOT / "tools/bench/FIGURES.md").read_text(encoding="utf-8")
    parts = dict(part.split("\n", 1) for part in text.split("\n## ")[1:])
    words = "\n".join(parts[title] for title in titles)
    return set(re.findall(r"\d+\.\d+", words))


def test_figures_stand_in_the_list():
    """The first page's figures are those of tools/bench/FIGURES.md."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in readme.splitlines() if row.startswith("| ")]
    shown = [set(re.findall(r"\d+\.\d+", row[2])) for row in rows if len(row) == 4]
    assert len(set().union(*shown)) >= 8
    for row, numbers in zip(rows[2:], shown[2:]):
        assert numbers <= listed_figures(FIGURES[row[0].strip("| ")]), row[0]
    for row, numbers in zip(rows, shown):
        tools = re.findall(r"`([\w/.]+)`", row[3])
        assert bool(numbers) == bool(tools), row[0]
        for tool in tools:
            places = (ROOT / tool, ROOT / "tools/bench" / tool)
            stem = tool.removesuffix("_bench")
            places += (ROOT / f"tools/bench/{stem}.cpp",)
            assert any(place.exists() for place in places), tool


def test_no_figures_elsewhere():
    """A page that tells how fast something is has its figures from the list, and says
    where that is."""
    listed = listed_figures(["Kernels", "Launching", "Beside numba-cuda and Triton"])
    told = re.compile(r"[^\n]*\b(?:takes?|costs?) (?:of )?\d+\.\d+[^\n]*")
    found = 0
    for page in PAGES:
        prose = run_blocks.BLOCK.sub("", (DOCS / page).read_text(encoding="utf-8"))
        for line in told.findall(prose):
            found += 1
            assert set(re.findall(r"\d+\.\d+", line)) <= listed, f"{page}: {line}"
            assert re.search("inside/figures.md|bench/FIGURES.md", prose), page
    assert found >= 1


def test_the_picture_shows_what_is_so():
    done = subprocess.run(
        [sys.executable, DOCS / "picture.py", "--check", run_blocks.PYK2PTX],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_demo():
    """tools/demo.sh, but for setting up and building."""
    done = subprocess.run(
        [ROOT / "samples/demo.sh", run_blocks.PYK2PTX.parents[1], "--device=cpu"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"\b[1-9]\d* OK, \d+ skipped, 0 FAILED", done.stdout)
    assert "samples/demo.sh" in (ROOT / "tools/demo.sh").read_text()


@pytest.mark.skipif(
    run_blocks.PYK2PTX != ROOT / "build/bin/pyk2ptx", reason="env.sh names build/"
)
def test_environment(tmp_path):
    """tools/env.sh: a shell that knows nothing finds what README.md runs."""
    script = f""". {ROOT}/tools/env.sh && cd /
type -P pyk2ptx
python -c 'import numpy, pyk2ptx; print(pyk2ptx.__file__)'
pyk2ptx doctor | grep ^libdevice
echo "$CMAKE_PREFIX_PATH" """
    done = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert done.stderr == ""
    program, package, libdevice, prefix = done.stdout.splitlines()
    assert program == str(run_blocks.PYK2PTX)
    assert package.startswith(str(ROOT / "build/python/pyk2ptx"))
    assert libdevice.endswith("libdevice.10.bc")
    assert prefix == str(ROOT / "build/install")
    assert "--prefix build/install" in (ROOT / "tools/demo.sh").read_text()


def page_of(tmp_path, text):
    page = tmp_path / "page.md"
    page.write_text(text)
    return page


def test_what_differs_is_found(tmp_path):
    page = page_of(tmp_path, "% run\n```console\n$ echo one\ntwo\n```\n")
    with pytest.raises(run_blocks.Wrong, match=r"page.md:2: shown\n.*\ntwo\n"):
        run_blocks.run_page(page)
    assert run_blocks.run_page(page, update=True) == 1
    assert page.read_text() == "% run\n```console\n$ echo one\none\n```\n"
    assert run_blocks.run_page(page) == 1


def test_statuses_and_files(tmp_path):
    page = page_of(
        tmp_path,
        "% file: a/b.txt\n```\nx\n```\n% run: 3\n```console\n$ cat a/b.txt\nx\n"
        "$ echo 1 2 3; echo y; exit 3\n1 ... 3\n...\n```\n",
    )
    assert run_blocks.run_page(page) == 1
    page.write_text(page.read_text().replace("run: 3", "run"))
    with pytest.raises(run_blocks.Wrong, match="exits with 3, not 0"):
        run_blocks.run_page(page)


def test_marks_that_github_hides(tmp_path):
    text = "<!-- file: a -->\n```\nx\n```\n<!-- run -->\n```console\n$ cat a\nx\n```\n"
    assert run_blocks.run_page(page_of(tmp_path, text)) == 1
    with pytest.raises(run_blocks.Wrong, match="nothing is said of"):
        run_blocks.run_page(page_of(tmp_path, "<!-- run\n```console\n$ ls\n```\n"))


def test_every_block_says_what_it_is(tmp_path):
    with pytest.raises(run_blocks.Wrong, match="nothing is said of"):
        run_blocks.run_page(page_of(tmp_path, "```python\nx\n```\n"))
    with pytest.raises(run_blocks.Wrong, match="says what"):
        run_blocks.run_page(page_of(tmp_path, "% shown\n```python\nx\n```\n"))
    with pytest.raises(run_blocks.Wrong, match="begins with"):
        run_blocks.run_page(page_of(tmp_path, "% run\n```console\nls\n```\n"))
