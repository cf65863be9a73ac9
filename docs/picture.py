"""The picture of README.md: a kernel, what it becomes, and what is found in it.

    picture.py [--check] PROGRAM

writes docs/_static/overview.svg of what PROGRAM (bin/pyk2ptx) says of the kernel
below, so that the picture cannot show what is not so; --check compares. Lines of
one color belong together, as in cuda.explain.
"""

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PICTURE = pathlib.Path(__file__).parent / "_static" / "overview.svg"
KERNEL = """\
from pyk2ptx import cuda

@cuda.jit("void(float32[::1])")
def smooth(x):
    i = cuda.grid(1)
    if 0 < i < x.size - 1:
        x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3
"""
LAUNCH = "--check=races --grid 4 --block 256 arange(float32,1000)"
COLORS = {5: "#2b4f6e", 6: "#5c4a1e", 7: "#27563a"}
WIDTH, LINE, CHARACTER = 1200, 19, 7.8
TEXT = "#e6e6e0"


def said(program, folder, *words):
    """Standard output and messages of a command."""
    env = os.environ | {"PYK2PTX_LIBCUDA": "no-libcuda.so"}
    done = subprocess.run(
        [program, *words], cwd=folder, env=env, capture_output=True, text=True
    )
    return done.stdout, done.stderr


def ptx_lines(ptx):
    """Instructions and labels, each with the line of the source that it is of."""
    place, found = None, []
    for line in ptx[ptx.index("\n{") :].splitlines():
        words = " ".join(line.split())
        if location := re.match(r"\.loc 1 (\d+)", words):
            # Line 0 is of no statement.
            place = int(location[1]) or None
        elif words.endswith(";") and not words.startswith("."):
            found.append((words, None if words == "ret;" else place))
        elif words.startswith("$L__BB"):
            found.append((words, None))
    return found


def message_lines(text):
    """The first finding, without what is said of the machine."""
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if "error:" in line)
    last = next(i for i, line in enumerate(lines) if i > first and "found" in line)
    return lines[first : last + 1]


def wrapped(line, most=75):
    """Long messages go on below, as in a terminal that is `most` wide."""
    if len(line) <= most:
        return [line]
    at = line.rfind(" ", 0, most)
    return [line[:at], *wrapped("  " + line[at + 1 :], most)]


class Drawing:
    def __init__(self):
        self.parts = []

    def panel(self, x, y, width, height, title):
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" '
            f'fill="#1e2227"/><text x="{x + 14}" y="{y + 23}" fill="#a8d977" '
            f'font-weight="bold">{html.escape(title)}</text>'
        )

    def line(self, x, y, width, text, color=None, fill=TEXT):
        if color:
            self.parts.append(
                f'<rect x="{x - 6}" y="{y - 14}" width="{width}" height="{LINE}" '
                f'fill="{color}"/>'
            )
        self.parts.append(
            f'<text x="{x}" y="{y}" fill="{fill}" xml:space="preserve">'
            f"{html.escape(text)}</text>"
        )

    def svg(self, height):
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} '
                f'{height}" font-size="13" font-family="DejaVu Sans Mono, Menlo, '
                'Consolas, monospace">',
                "<title>A kernel in Python, the PTX that it becomes, and a race "
                "that is found in it without a GPU</title>",
                f'<rect width="{WIDTH}" height="{height}" rx="10" fill="#14171a"/>',
                *self.parts,
                "</svg>\n",
            ]
        )


def drawn(program):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "smooth.py").write_text(KERNEL)
        ptx, _ = said(
            program, folder, "smooth.py", "--arch=sm_90", "--lineinfo", "-o", "-"
        )
        _, messages = said(program, folder, "run", "smooth.py", *LAUNCH.split())
    code = ptx_lines(ptx)
    found = [
        (part, " error: " in line)
        for line in message_lines(messages)
        for part in wrapped(line)
    ]
    drawing, left, right = Drawing(), 640, 520
    above = 36 + LINE * len(KERNEL.splitlines()) + 12
    height = max(above + 12 + 40 + LINE * len(found), 40 + LINE * len(code)) + 24
    drawing.panel(12, 12, left, above, "smooth.py")
    for number, text in enumerate(KERNEL.splitlines(), 1):
        y = 12 + 28 + LINE * number
        drawing.line(32, y, left - 28, text, COLORS.get(number))
    below = above + 24
    drawing.panel(
        12, below, left, height - below - 12, "pyk2ptx run smooth.py --check=races ..."
    )
    for i, (text, is_error) in enumerate(found, 1):
        fill = "#ff9b8e" if is_error else TEXT
        drawing.line(32, below + 28 + LINE * i, 0, text, fill=fill)
    x = left + 24
    drawing.panel(
        x, 12, right + 4, height - 24, "pyk2ptx smooth.py --arch=sm_90 --lineinfo"
    )
    for i, (text, place) in enumerate(code, 1):
        is_label = text.startswith("$")
        drawing.line(
            x + 20 + (0 if is_label else 16),
            12 + 28 + LINE * i,
            right - 40,
            text,
            COLORS.get(place),
        )
    return drawing.svg(height)


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    picture = drawn(os.path.abspath(words[0]))
    if "--check" not in sys.argv:
        PICTURE.write_text(picture, encoding="utf-8")
    elif picture != PICTURE.read_text(encoding="utf-8"):
        sys.exit(f"picture.py: {PICTURE} shows what is not so; write it again")


if __name__ == "__main__":
    main()
