"""The site is built without warnings; its links lead somewhere, it fetches nothing,
and its search knows the words."""

import html.parser
import os
import pathlib
import subprocess
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.fetched, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors |= {values.get("id"), values.get("name")} - {None}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        for name in ("src", "href", "srcset", "data"):
            if values.get(name) and tag in (
                "script",
                "link",
                "img",
                "iframe",
                "object",
            ):
                self.fetched.append(values[name])


def test_links_and_fetches(site):
    pages = {path: Page(path) for path in site.rglob("*.html")}
    assert len(pages) > 40
    wrong = []
    for path, page in pages.items():
        for link in page.links + page.fetched:
            url = urllib.parse.urlsplit(link)
            if url.scheme or url.netloc:
                if link in page.fetched:
                    wrong.append(f"{path.name} fetches {link}")
                continue
            target = (path.parent / urllib.parse.unquote(url.path)).resolve()
            target = path if not url.path else target
            if not target.exists():
                wrong.append(f"{path.name}: {link} is not there")
            elif url.fragment and target in pages:
                if urllib.parse.unquote(url.fragment) not in pages[target].anchors:
                    wrong.append(f"{path.name}: {link} has no such place")
    assert not wrong, "\n".join(wrong)


def test_search(site):
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    for word in ("histogram", "fatbin", "syncthread"):
        assert word in index
    assert (site / "search.html").exists()
    # It fetches no pages, which a browser refuses from a disk.
    options = (site / "_static" / "documentation_options.js").read_text()
    assert "SHOW_SEARCH_SUMMARY: false" in options


def test_options_are_spelt_as_they_are_typed(site):
    text = (site / "reference" / "kernels.html").read_text(encoding="utf-8")
    assert "under --bounds=raise" in text


def test_references_are_whole(site):
    messages = (site / "reference" / "messages.html").read_text(encoding="utf-8")
    listed = subprocess.run([PYK2PTX, "explain"], capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        assert f">{line.split()[0]}<a" in messages
    cpp = (site / "reference" / "cpp.html").read_text(encoding="utf-8")
    for name in ("Device", "Stream", "Buffer", "Kernel", "GraphExec", "Error"):
        assert f">{name}<a" in cpp
    python = (site / "reference" / "python.html").read_text(encoding="utf-8")
    for name in ("cuda.jit", "cuda.check", "cuda.to_device", "DeviceNDArray"):
        assert f">{name}<a" in python


def test_gallery(site):
    programs = sorted((ROOT / "samples" / "gallery").glob("*.py"))
    for program in programs:
        assert (site / "gallery" / f"{program.stem}.html").exists()
        picture = site / "_images" / f"{program.stem}.png"
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size > 2000
