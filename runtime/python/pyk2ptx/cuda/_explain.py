"""``cuda.explain``: what became of a kernel, for a person to read.

The PTX is compiled once more with its lines, by which each instruction knows the
statement that it is of: that is how the notebook's two columns belong together, and
how statements that compute in float64 are found.
"""

import html
import re

from .. import _functions
from ._dispatcher import _key_of, _no_checks, ptx_arch
from ._sass import resources

# Of a multiprocessor: threads, blocks, bytes of shared memory, bytes that each block
# takes of that for itself. Registers are 65536, given out 256 a warp.
_MULTIPROCESSORS = {
    75: (1024, 16, 65536, 0),
    80: (2048, 32, 167936, 1024),
    86: (1536, 16, 102400, 1024),
    87: (1536, 16, 167936, 1024),
    88: (1536, 24, 102400, 1024),
    89: (1536, 24, 102400, 1024),
    90: (2048, 32, 233472, 1024),
    100: (2048, 32, 233472, 1024),
    103: (2048, 32, 233472, 1024),
    110: (1536, 24, 233472, 1024),
    120: (1536, 24, 102400, 1024),
    121: (1536, 24, 102400, 1024),
}


def occupancy(arch, registers, shared, threads):
    """(blocks a multiprocessor, part of its threads) for blocks of ``threads``."""
    number = int(re.search(r"\d+", arch)[0])
    most, blocks, memory, own = _MULTIPROCESSORS.get(number, _MULTIPROCESSORS[75])
    warps = -(-threads // 32)
    count = min(blocks, most // (32 * warps))
    if registers:
        count = min(count, 65536 // (-(-registers * 32 // 256) * 256) // warps)
    if shared:
        count = min(count, memory // (shared + own))
    return count, count * warps * 32 / most


class _Listing:
    """The PTX of a kernel's lines, each with the place in the source it is of."""

    def __init__(self, ptx):
        self.lines = []
        files, place = {}, None
        for line in ptx.split("\n"):
            words = line.strip()
            if found := re.match(r'\.file\s+(\d+)\s+"(.*)"', words):
                files[found[1]] = found[2]
            elif found := re.match(r"\.loc\s+(\d+)\s+(\d+)", words):
                # Line 0 is of no statement.
                place = (found[1], int(found[2])) if int(found[2]) else None
            elif words.startswith(".section"):
                break
            else:
                is_code = words.endswith(";") and line[:1].isspace()
                self.lines.append((line, place if is_code else None))
                if words in ("{", "}"):
                    place = None
        self.lines = [
            (line, place and (files.get(place[0], ""), place[1]))
            for line, place in self.lines
        ]
        while self.lines and not self.lines[-1][0].strip():
            self.lines.pop()

    def wide_places(self):
        """Where float64 is computed with, not only moved."""
        found = {}
        for line, place in self.lines:
            name = re.search(r"\b(\w+)(?:\.\w+)*\.f64\b", line)
            if place and name and name[1] not in ("ld", "st", "mov", "selp"):
                found.setdefault(place, []).append(name[0])
        return found


class _Part:
    """One combination of types."""

    def __init__(self, kernel, key, arch):
        more = _no_checks | {"keep_ir": True}
        self.key = key
        self.arch = arch
        self.unit = kernel._compile(key, arch, **more)
        located = kernel._compile(key, arch, **_no_checks, lineinfo=True)
        self.listing = _Listing(located.ptx)
        self.made = kernel._overloads.get(key)

    def _resources(self):
        """(registers, bytes spilled or of local memory, where that is known from)."""
        attributes = self.made._kernel.attributes() if self.made else None
        if attributes:
            return attributes[0], attributes[3], "this GPU"
        found = resources(self.unit.ptx, self.arch)
        if found:
            return (*next(iter(found.values())), "ptxas")
        return None

    def facts(self):
        """Lines of what it costs."""
        yield f"architecture: {self.arch}"
        shared = re.search(r"// facts .*? shared (\d+) ", self.unit.ptx)
        shared = int(shared[1]) if shared else 0
        yield f"shared memory: {shared} bytes"
        known = self._resources()
        if known:
            registers, local, source = known
            yield f"registers: {registers} a thread ({source})"
            what = "spills" if source == "ptxas" else "local memory (spills and arrays)"
            yield f"{what}: {local} bytes a thread"
            for threads in (128, 256, 512, 1024):
                blocks, part = occupancy(self.arch, registers, shared, threads)
                yield (
                    f"occupancy with {threads} threads a block: {part:.0%} "
                    f"({blocks} block{'s' * (blocks != 1)} a multiprocessor)"
                )
        else:
            yield "registers: known where there is a GPU or ptxas"
        wide = self.listing.wide_places()
        names = sorted({name for names in wide.values() for name in names})
        yield "float64 arithmetic: " + (", ".join(names) if names else "none")
        for (_, line), names in sorted(wide.items()):
            yield f"  line {line}: {', '.join(sorted(set(names)))}"
        for row in self.unit.diagnostics:
            yield f"{row[0]}: {row[3]}:{row[4]}: {row[2]} [{row[1]}]"
        if self.unit.libdevice:
            yield f"libdevice: {self.unit.libdevice}"


class Explanation:
    """A kernel's types, costs and code. Prints as text; a notebook shows HTML."""

    def __init__(self, kernel, signature=None):
        keys = list(kernel._overloads)
        if signature is not None:
            keys = [_key_of(signature)]
        elif not keys:
            keys = [tuple(args) for _, args in kernel._signatures]
        if not keys:
            raise ValueError(
                f"{kernel.__name__} was not compiled yet: launch it, or give a signature"
            )
        self.name = kernel.__name__
        functions = _functions.Program(kernel).functions
        self.source = functions[0][1]
        self._texts = [(text, file, line) for _, text, file, line, *_ in functions]
        self.arch = ptx_arch()
        self.parts = [_Part(kernel, key, self.arch) for key in keys]

    def __str__(self):
        lines = []
        for part in self.parts:
            lines.append(f"{self.name}({', '.join(part.key)})")
            lines += ["  " + fact for fact in part.facts()]
            lines += ["", part.unit.ir.rstrip(), ""]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self):
        """The source and the PTX side by side; what belongs together has one color,
        and what computes in float64 is marked."""
        return "".join(map(self._part_html, self.parts))

    def _part_html(self, part):
        title = html.escape(f"{self.name}({', '.join(part.key)})")
        facts = "<br>".join(html.escape(fact) for fact in part.facts())
        places = [place for _, place in part.listing.lines if place]
        colors = {
            place: f"hsl({int(i * 137.5) % 360},70%,88%)"
            for i, place in enumerate(dict.fromkeys(sorted(set(places))))
        }
        wide = part.listing.wide_places()
        by_line = {line: color for (_, line), color in colors.items()}
        source = []
        for text, _, first in self._texts:
            for number, line in enumerate(text.rstrip("\n").split("\n"), first):
                is_wide = any(number == place[1] for place in wide)
                source.append(_row(f"{number:4} {line}", by_line.get(number), is_wide))
            source.append("")
        code = [
            _row(line, colors.get(place), place in wide and ".f64" in line)
            for line, place in part.listing.lines
        ]
        cell = "<td style='text-align:left;vertical-align:top'><pre>{}</pre></td>"
        columns = "\n".join(source).rstrip(), "\n".join(code)
        types = "<details><summary>types</summary><pre>{}</pre></details>"
        return (
            f"<h4><code>{title}</code></h4><p>{facts}</p>"
            "<table><tr><th>source</th><th>PTX</th></tr>"
            f"<tr>{''.join(map(cell.format, columns))}</tr></table>"
            + types.format(html.escape(part.unit.ir))
        )


def _row(text, color, is_wide):
    """A line of the listing, on its statement's color."""
    escaped = html.escape(text)
    if is_wide:
        escaped = f"<b title='float64'>{escaped}</b>"
    if color:
        escaped = f"<span style='background:{color};color:black'>{escaped}</span>"
    return escaped


def explain(kernel, signature=None):
    """What became of a kernel: its types, what computes in float64, its memory and
    registers, its PTX. Of the combinations of types that it was launched with, or
    of a signature."""
    return Explanation(kernel, signature)
