"""pyk2ptx run --plot: what is drawn is what NumPy has, whatever it is drawn on."""

import re
import struct
import zlib

import numpy as np
import pytest
from conftest import at_terminal

KEEP = """from numba import cuda

@cuda.jit
def keep(a):
    pass
"""
TWO = KEEP.replace("(a)", "(a, b, n)")
LAUNCH = ["run", "k.py", "--grid=1", "--block=1", "--device=cpu"]
ROWS = 8


@pytest.fixture
def plot(pyk2ptx):
    """Draws an array, and gives what stands below the line that prints it."""
    pyk2ptx.write("k.py", KEEP)

    def drawn(array, columns=60, words=("--plot",)):
        np.save(pyk2ptx.folder / "a.npy", array)
        done = pyk2ptx(*LAUNCH, *words, "a.npy", env={"COLUMNS": str(columns)})
        lines = done.stdout.splitlines()
        assert lines[0].startswith("a: ") and lines[-1].startswith("time: ")
        return lines[1:-1]

    return drawn


def dots_of(lines, margin):
    """Braille as booleans: rows of dots from the top, columns."""
    width = max(map(len, lines)) - margin
    dots = np.zeros((len(lines) * 4, width * 2), bool)
    for row, line in enumerate(lines):
        for column, character in enumerate(line[margin:]):
            bits = ord(character) - 0x2800 if character != " " else 0
            for bit in range(8):
                x, y = (bit // 3, bit % 3) if bit < 6 else (bit - 6, 3)
                dots[row * 4 + y, column * 2 + x] = bits >> bit & 1
    return dots


def check_line(lines, values, columns):
    """Each finite value has its dot; no dot is where no line is."""
    values = np.abs(values) if np.iscomplexobj(values) else values.astype(float)
    finite = values[np.isfinite(values)]
    low, high = finite.min(), finite.max()
    margin = max(len(f"{low:.6g}"), len(f"{high:.6g}")) + 1
    body, below = lines[:ROWS], lines[ROWS]
    assert all(len(line) <= columns for line in lines)
    if low < high:
        assert body[0].split()[0] == f"{high:.6g}"
        assert body[-1].split()[0] == f"{low:.6g}"
    assert below.split() == ["0", str(len(values) - 1)][: len(values)]
    dots = dots_of(body, margin)
    width, height = (columns - margin) * 2, ROWS * 4
    full = np.zeros((height, width), bool)
    full[:, : dots.shape[1]] = dots[:, :width]
    span = high - low
    place = (values - low) / span if span else np.where(np.isfinite(values), 0.5, np.nan)
    at = np.arange(len(values)) * ((width - 1) / max(len(values) - 1, 1))
    if len(values) == 1:
        at = np.array([(width - 1) / 2])
    expected = np.zeros_like(full)
    for i in np.flatnonzero(np.isfinite(values)):
        up = place[i] * (height - 1)
        near = full[height - 1 - int(up + 0.5), int(at[i] + 0.5)]
        other = full[height - 1 - int(np.rint(up)), int(np.rint(at[i]))]
        assert near or other, i
        # What a dot may stand for: this value, and the lines to its neighbours.
        for j in {max(i - 1, 0), i, min(i + 1, len(values) - 1)}:
            if np.isfinite(values[j]):
                ends = sorted([up, place[j] * (height - 1)])
                sides = sorted([at[i], at[j]])
                rows = slice(
                    max(height - 2 - int(ends[1] + 0.5), 0),
                    height + 1 - int(ends[0] + 0.5),
                )
                expected[rows, max(int(sides[0]) - 1, 0) : int(sides[1]) + 2] = True
    assert not (full & ~expected).any()


@pytest.mark.parametrize("size", [1, 2, 31, 33, 1025, 10007])
@pytest.mark.parametrize("columns", [24, 80, 133])
def test_lines(plot, size, columns):
    for seed, dtype in enumerate([np.float32, np.int16]):
        values = np.random.default_rng(seed).normal(0, 100, size).astype(dtype)
        check_line(plot(values, columns), values, columns)
    values = np.sin(np.arange(size) * 0.1)
    check_line(plot(values, columns), values, columns)


@pytest.mark.parametrize(
    "dtype",
    "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 "
    "complex64 complex128".split(),
)
def test_types(plot, dtype):
    values = np.array([0, 1, 0, 3, 2, 7, 0], dtype)
    if np.iscomplexobj(values):
        values *= 3 + 4j
    check_line(plot(values), values, 60)


def test_exact(plot):
    assert plot(np.arange(5, dtype=np.int32), 14) == [
        "4           ⣠⠞",
        "          ⢀⡴⠃",
        "         ⣠⠞",
        "       ⢀⡴⠃",
        "      ⢠⠞",
        "     ⡴⠋",
        "   ⢠⠞⠁",
        "0 ⡴⠋",
        "  0          4",
    ]


def test_gaps(plot):
    values = np.array([1, 2, np.nan, 4, np.inf, 0, -np.inf, np.nan, 3.0])
    lines = plot(values)
    assert lines.pop() == "not drawn: 2 nan, 2 inf"
    check_line(lines, values, 60)
    # Between 2 and 4 is nothing, though a line from one to the other would pass.
    dots = dots_of(lines[:ROWS], 2)
    middle = round((58 * 2 - 1) * 2 / 8)
    assert not dots[:, middle - 5 : middle + 6].any()
    assert plot(np.full(3, np.nan)) == ["nothing to draw: 3 nan"]
    assert plot(np.full((3, 2), np.inf)) == ["nothing to draw: 6 inf"]


def test_the_same_everywhere(plot):
    values = np.full(100, -2.5)
    lines = plot(values)
    assert [line[:5] for line in lines if "-2.5" in line] == ["-2.5 "]
    dots = dots_of(lines[:ROWS], 5)
    assert dots.any(axis=1).sum() == 1 and dots.any(axis=0).all()
    image = plot(np.full((4, 4), 7))
    assert len({*"".join(image[:-1])}) == 1
    assert image[-1] == "7  .:-=+*#%@ 7"


def test_empty(plot):
    for shape in (0, (0, 5), (5, 0)):
        assert plot(np.zeros(shape)) == ["nothing to draw: it is empty"]


def test_extremes(plot):
    """The range of these is no float64."""
    values = np.array([-1.7e308, 1.7e308, 0, 1e308])
    lines = plot(values)
    assert lines[0].startswith(" 1.7e+308") and lines[7].startswith("-1.7e+308")
    assert all(line[9:].strip() for line in lines[:ROWS])


SHADES = " .:-=+*#%@"


@pytest.mark.parametrize("order", "CF")
@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (31, 33), (1, 300), (200, 1)])
def test_images(plot, shape, order):
    values = np.arange(np.prod(shape), dtype=np.float32).reshape(shape, order=order)
    *image, legend = plot(values, 80)
    assert all(len(line) <= 80 for line in image) and len(image) <= 24
    top = f"{values.max():.6g}"
    assert legend == f"0 {SHADES} {top}"
    if values.size == 1:
        return
    # A shade for the value, where an element is at least a character.
    if shape == (3, 5):
        rows = [line.ljust(20) for line in image]
        assert len(rows) == 6
        for y, x in np.ndindex(shape):
            shade = SHADES[min(int(values[y, x] / values.max() * 10), 9)]
            assert rows[y * 2][x * 4 : x * 4 + 4] == shade * 4
            assert rows[y * 2 + 1] == rows[y * 2]
    first, last = image[0][:1] or " ", image[-1].rstrip()[-1]
    assert SHADES.index(first) < 5 < SHADES.index(last)


def test_an_image_is_shrunk_to_means(plot):
    values = np.zeros((96, 160))
    values[:48, 1::2] = 1
    *image, legend = plot(values, 80)
    assert len(image) == 24
    assert image[0] == SHADES[5] * 80 and image[-1] == ""
    values[0:4, 0:2] = np.nan
    *image, legend = plot(values, 80)
    assert image[0] == "?" + SHADES[5] * 79
    assert legend.endswith("; ? is 8 nan")


def shown(pyk2ptx, *words, columns=50, **environment):
    """The lines of standard output, which is a terminal of that width."""
    text = at_terminal(pyk2ptx, *LAUNCH, *words, stream="stdout", columns=columns, **environment)
    return text.splitlines()[1:-1]


def test_terminal(pyk2ptx):
    pyk2ptx.write("k.py", KEEP)
    # 2 x 2, at most four times as large: 8 x 8 squares in 4 lines.
    np.save(pyk2ptx.folder / "m.npy", np.array([[0, 1], [2, 3]], np.uint8))
    colored = shown(pyk2ptx, "--plot", "m.npy", COLORTERM="truecolor")
    dark, bright = "38;2;68;1;84m", "38;2;253;231;37m"
    assert len(colored) == 5 and "\x1b[" + dark in colored[0]
    assert "\x1b[" + bright in colored[2] and dark not in colored[2]
    assert all(line.endswith("\x1b[0m") for line in colored[:-1])
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in colored]
    assert plain[:4] == ["▀" * 8] * 4 and plain[4] == f"0 {'▀' * 10} 3"
    few = shown(pyk2ptx, "--plot", "m.npy")
    assert "\x1b[38;5;" in few[0] and "38;2" not in "".join(few)
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        image = shown(pyk2ptx, "--plot", "m.npy", **environment)
        assert "\x1b" not in "".join(image) and image[-1] == f"0 {SHADES} 3"
    # Red where nothing is.
    np.save(pyk2ptx.folder / "n.npy", np.array([[0, np.nan]]))
    lines = shown(pyk2ptx, "--plot", "n.npy", COLORTERM="24bit")
    assert "38;2;208;32;48m" in lines[0] and lines[-1].endswith("; red is 1 nan")


def test_width_of_the_terminal(pyk2ptx):
    pyk2ptx.write("k.py", KEEP)
    words = ["--plot", "arange(float64,999)"]
    for columns in (30, 133):
        lines = shown(pyk2ptx, *words, columns=columns)
        assert max(map(len, lines)) == columns
        # A line needs no color.
        assert "\x1b" not in "".join(lines)
    narrow = shown(pyk2ptx, *words, columns=5)
    assert max(map(len, narrow)) == 14
    told = shown(pyk2ptx, *words, columns=133, COLUMNS="40")
    assert max(map(len, told)) == 40
    assert max(map(len, pyk2ptx(*LAUNCH, *words).stdout.splitlines()[1:])) == 80


def read_png(path):
    """Its pixels, by the format's own rules."""
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = [], 8
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        content = data[at + 8 : at + 8 + size]
        (check,) = struct.unpack_from(">I", data, at + 8 + size)
        assert check == zlib.crc32(kind + content)
        chunks.append((kind, content))
        at += size + 12
    assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, *form = struct.unpack(">IIBBBBB", chunks[0][1])
    assert form == [8, 2, 0, 0, 0]
    rows = np.frombuffer(zlib.decompress(chunks[1][1]), np.uint8)
    rows = rows.reshape(height, width * 3 + 1)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (31, 33), (401, 7), (1, 1025)])
def test_png_image(plot, pyk2ptx, shape):
    values = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
    assert plot(values, words=["--plot=a.png"]) == [f"a.png: a: 0 to {values.max()}"]
    pixels = read_png(pyk2ptx.folder / "a.png").astype(int)
    factor = max(1, 400 // max(shape))
    assert pixels.shape == (shape[0] * factor, shape[1] * factor, 3)
    # All of an element's pixels are the same, and brighter the greater it is.
    small = pixels[::factor, ::factor]
    assert (np.repeat(np.repeat(small, factor, 0), factor, 1) == pixels).all()
    light = small.reshape(-1, 3) @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(light) >= -1).all()
    if values.size > 1:
        assert tuple(small[0, 0]) == (68, 1, 84)
        assert tuple(small[-1, -1]) == (253, 231, 37)
        assert light[-1] - light[0] > 150


def test_png_line(plot, pyk2ptx):
    values = np.array([0.0, 1, np.nan, 0.5, np.inf])
    told = plot(values, words=["--plot=a.png"])
    assert told == ["a.png: a: 0 to 1; not drawn: 1 nan, 1 inf"]
    pixels = read_png(pyk2ptx.folder / "a.png")
    assert pixels.shape == (240, 800, 3)
    ink = (pixels == (31, 119, 180)).all(axis=2)
    # From the lower left to the top at a quarter; a dot in the middle of the
    # right half; nothing else.
    assert ink[235:239, 1:3].any() and ink[1:5, 199:203].any()
    assert not ink[:, 210:590].any() and not ink[:, 610:].any()
    assert ink[115:125, 595:605].any()
    assert (pixels[0] == pixels[0, 0]).all() and (pixels[50, 400] == 255).all()


def test_which_arrays(pyk2ptx):
    pyk2ptx.write("k.py", TWO)
    arrays = ["ones(float32,4x6)", "arange(float32,9)", "3"]
    both = pyk2ptx(*LAUNCH, "--plot", *arrays).stdout.splitlines()
    assert both[0].startswith("a: ") and "⣀" not in both[0]
    assert [line[:2] for line in both].count("b:") == 1
    assert any("⡠" in line or "⣀" in line for line in both)
    one = pyk2ptx(*LAUNCH, "--plot=b", *arrays).stdout.splitlines()
    assert one[1].startswith("b: ") and one[2].startswith("8 ")
    assert len(one) == 2 + ROWS + 2
    # Not printed, but drawn.
    lines = pyk2ptx(*LAUNCH, "--plot=b", "--out=a=a.npy", *arrays).stdout.splitlines()
    assert lines[0] == "b:" and lines[1:] == one[2:-1]
    told = pyk2ptx(*LAUNCH, "--plot=ab.png", "--plot=a=a.png", *arrays).stdout
    assert "ab.png: a: 1 to 1\nab.png: b: 0 to 8\na.png: a: 1 to 1\n" in told
    together = read_png(pyk2ptx.folder / "ab.png")
    alone = read_png(pyk2ptx.folder / "a.png")
    assert together.shape == (66 * 4 + 8 + 240, 800, 3)
    assert (together[:264, :396] == alone).all()
    assert (together[:264, 396:] == 255).all() and (together[264:272] == 255).all()


def test_refused(pyk2ptx):
    pyk2ptx.write("k.py", KEEP)
    for array, words, text in [
        ("ones(float32,2x3x4)", "--plot", "`a` has 3 axes; arrays of one and two are "
         "drawn, and --plot=NAME draws that one alone"),
        ("ones(float32,2x3x4)", "--plot=a", "--plot=a: `a` has 3 axes; arrays of one "),
        ("ones(float32,())", "--plot=a=b.png", "--plot=a=b.png: `a` has 0 axes"),
        ("zeros(record(x: float32),4)", "--plot", "arrays of numbers are drawn"),
        ("zeros(datetime64[s],4)", "--plot", "has elements of datetime64[s]; arrays"),
        ("ones(4)", "--plot=c", "--plot=c: no array argument is named `c`"),
        ("4", "--plot", "--plot: there is no array argument"),
        ("4", "--plot=a", "no array argument is named `a`"),
        ("ones(0)", "--plot=a.png", "nothing to draw, for what it would draw is empty"),
        ("ones(4)", "--plot=", "--plot takes NAME, FILE.png or NAME=FILE.png, not ``"),
        ("ones(4)", "--plot=a=b.jpg", "not `a=b.jpg`"),
        ("ones(4)", "--plot==b.png", "not `=b.png`"),
        ("ones(4)", "--plot=dir/b.svg", "not `dir/b.svg`"),
    ]:  # fmt: skip
        assert text in pyk2ptx.usage(*LAUNCH, words, array), (array, words)
    text = pyk2ptx(*LAUNCH, "--plot=no/b.png", "ones(4)", status=1).stderr
    assert text.startswith("pyk2ptx: error: OSError: cannot write `no/b.png`: ")
    assert pyk2ptx.files() == ["k.py"]
