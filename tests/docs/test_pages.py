"""The pages say what is so: each program and command in docs/ is run, and what it
prints compared with what is shown. docs/run_blocks.py has the marks."""

import pathlib
import sys

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md"))
sys.path.insert(0, str(DOCS))

import run_blocks  # noqa: E402

# Pages that need what this machine does not have; why is in the page.
ONLY_SHOWN = {"howto/many_machines.md"}


@pytest.mark.parametrize("page", PAGES)
def test_page(page):
    count = run_blocks.run_page(DOCS / page)
    found = run_blocks.blocks(DOCS / page)
    assert count == sum(block.mark == "run" for block in found)
    if found and page not in ONLY_SHOWN:
        assert count, "nothing of the page is run"


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


def test_every_block_says_what_it_is(tmp_path):
    with pytest.raises(run_blocks.Wrong, match="nothing is said of"):
        run_blocks.run_page(page_of(tmp_path, "```python\nx\n```\n"))
    with pytest.raises(run_blocks.Wrong, match="says what"):
        run_blocks.run_page(page_of(tmp_path, "% shown\n```python\nx\n```\n"))
    with pytest.raises(run_blocks.Wrong, match="begins with"):
        run_blocks.run_page(page_of(tmp_path, "% run\n```console\nls\n```\n"))
