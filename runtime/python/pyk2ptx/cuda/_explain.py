"""``cuda.explain``: what became of a kernel, for a person to read."""

import html
import re

from .. import _functions


class Explanation:
    """A kernel's types, costs and code. Prints as text; a notebook shows HTML."""

    def __init__(self, kernel, signature=None):
        from ._dispatcher import _key_of, _no_checks, ptx_arch

        keys = list(kernel.overloads)
        if signature is not None:
            keys = [_key_of(signature)]
        elif not keys:
            keys = [tuple(args) for _, args in kernel._signatures]
        if not keys:
            raise ValueError(
                f"{kernel.__name__} was not compiled yet: launch it, or give a signature"
            )
        self.name = kernel.__name__
        self.source = _functions.Program(kernel).functions[0][1]
        self.arch = ptx_arch()
        self.parts = []
        more = _no_checks | {"keep_ir": True}
        for key in keys:
            unit = kernel._compile(key, self.arch, **more)
            made = kernel.overloads.get(key)
            self.parts.append((key, unit, made))

    def _facts(self, unit, made):
        """Lines of what it costs."""
        attributes = made._kernel.attributes() if made else None
        yield f"architecture: {self.arch}"
        shared = re.search(r"// facts .*? shared (\d+) ", unit.ptx)
        yield f"shared memory: {shared[1] if shared else 0} bytes"
        if attributes:
            registers, threads, _, local, _ = attributes
            yield f"registers: {registers} a thread, at most {threads} threads a block"
            yield f"local memory (spills and arrays): {local} bytes a thread"
        else:
            yield "registers: known where there is a GPU"
        wide = sorted(set(re.findall(r"\b\w+(?:\.\w+)*\.f64\b", unit.ptx)))
        wide = [name for name in wide if not name.startswith(("ld.", "st.", "mov."))]
        yield "float64 arithmetic: " + (", ".join(wide) if wide else "none")
        if unit.libdevice:
            yield f"libdevice: {unit.libdevice}"

    def __str__(self):
        lines = []
        for key, unit, made in self.parts:
            lines.append(f"{self.name}({', '.join(key)})")
            lines += ["  " + fact for fact in self._facts(unit, made)]
            lines += ["", unit.ir.rstrip(), ""]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self):
        """The source and the PTX side by side."""
        cell = "<td style='text-align:left;vertical-align:top'><pre>{}</pre></td>"
        text = ""
        for key, unit, made in self.parts:
            title = html.escape(f"{self.name}({', '.join(key)})")
            facts = "<br>".join(map(html.escape, self._facts(unit, made)))
            cells = "".join(
                cell.format(html.escape(part))
                for part in (self.source, unit.ir, unit.ptx)
            )
            heads = "<tr><th>source</th><th>types</th><th>PTX</th></tr>"
            text += (
                f"<h4><code>{title}</code></h4><p>{facts}</p>"
                f"<table>{heads}<tr>{cells}</tr></table>"
            )
        return text


def explain(kernel, signature=None):
    """What became of a kernel: its types, what computes in float64, its memory and
    registers, its PTX. Of the combinations of types that it was launched with, or
    of a signature."""
    return Explanation(kernel, signature)
