"""Each page of the site in a browser: no errors, nothing wider than the window, text
that can be read, in light and dark, on a desk and on a phone."""

import pathlib

import pytest

import browser

SCRIPT = (pathlib.Path(__file__).parent / "looks.js").read_text(encoding="utf-8")
PROGRAM = browser.find()
WAYS = [("light", 1280), ("dark", 390)]

pytestmark = pytest.mark.skipif(not PROGRAM, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    window = browser.Browser(PROGRAM, tmp_path_factory.mktemp("profile"))
    yield window
    window.close()


def looks(page, file):
    page.open(file.as_uri())
    found = page.value(SCRIPT.replace("LEAST_CONTRAST", "4.5"))
    return found["wrong"] + page.heard, found["texts"]


@pytest.mark.parametrize("scheme,width", WAYS)
def test_pages(page, site, scheme, width):
    page.look(scheme, width)
    files = [
        file
        for file in sorted(site.rglob("*.html"))
        if not {"_static", "files"} & set(file.relative_to(site).parts)
    ]
    assert len(files) > 50
    wrong = []
    for file in files:
        found, length = looks(page, file)
        name = file.relative_to(site)
        wrong += [f"{name}: {line}" for line in found]
        if length < 100:
            wrong.append(f"{name}: an empty page")
    assert not wrong, "\n".join(wrong)


def test_search_finds(page, site):
    page.look(*WAYS[0])
    page.open((site / "search.html").as_uri() + "?q=histogram")
    script = """new Promise((done) => { const wait = () => {
        const links = [...document.querySelectorAll("#search-results li a")];
        links.length > 3 ? done(links.map((a) => a.textContent)) : setTimeout(wait, 50);
    }; wait(); setTimeout(() => done([]), 20000); })"""
    assert "Find a race" in page.value(script)
    assert page.heard == []


def test_what_is_wrong_is_found(page, tmp_path):
    file = tmp_path / "wrong.html"
    file.write_text(
        "<!doctype html><body style='background:#fff'><article><p>{.picture}</p></article><p style='color:#ddd'>pale</p>"
        "<div style='width:3000px'>wide</div><img src='none.png'>"
        "<script>console.error('said'); nothing()</script>"
    )
    page.look(*WAYS[1])
    found, _ = looks(page, file)
    text = "\n".join(found)
    for word in (
        "contrast 1.4",
        "wider than 390",
        "no picture",
        "unread",
        "said",
        "nothing",
    ):
        assert word in text, text
