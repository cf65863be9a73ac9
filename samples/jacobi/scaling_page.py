#!/usr/bin/env python3
"""What scaling.py measured, for a page: a table and a plot.

    scaling_page.py scaling.json page.md plot.svg

What lies between the page's lines `% scaling: begin` and `% scaling: end` becomes the plot, the table
and what an exchange costs. Needs matplotlib.
"""
import argparse
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import scaling  # noqa: E402


def rows_of(data, kind):
    return [row for row in data["rows"] if row["kind"] == kind]


def exchanges(data):
    """What a step on two GPUs takes beside half of one GPU's, for each strong plate: microseconds."""
    return [(row["side"], row["us"]["2"]["median"] - row["us"]["1"]["median"] / 2)
            for row in rows_of(data, "strong") if "2" in row["us"]]


def text(data, plot):
    """What stands in the page."""
    costs = exchanges(data)
    low, high = (f"{pick(cost for _, cost in costs):.0f}" for pick in (min, max))
    return (f"![Strong and weak scaling against the size of the plate]({plot})\n\n"
            f"Measured on {data['machine']}: a step, and in brackets what of the ideal that is.\n\n"
            f"{scaling.table(data['rows'], data['gpus'])}\n\n"
            f"What a step on two GPUs takes beside half of one GPU's, {low} to {high} us here, is the exchange.\n")


def placed(page, new):
    """The page with this between its two lines."""
    begin, end = "% scaling: begin\n", "% scaling: end\n"
    found = re.search(re.escape(begin) + ".*?" + re.escape(end), page, re.S)
    if not found:
        sys.exit("scaling_page.py: the page has no lines `% scaling: begin` and `% scaling: end`")
    return page[:found.start()] + begin + "\n" + new + "\n" + end + page[found.end():]


def draw(data, path):
    import matplotlib
    matplotlib.use("agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "scaling", "font.size": 11})
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    shown = (("strong", "a plate divided", "times faster than one GPU"),
             ("weak", "a plate for each GPU", "one GPU's time over it"))
    for axis, (kind, title, label) in zip(axes, shown):
        for gpus in range(2, data["gpus"] + 1):
            rows = [row for row in rows_of(data, kind) if str(gpus) in row["us"]]
            scale = gpus if kind == "strong" else 1
            line, = axis.plot([row["side"] for row in rows],
                              [scale * scaling.efficiency(row, gpus) for row in rows],
                              marker="o", label=f"{gpus} GPUs")
            axis.axhline(scale, color=line.get_color() if kind == "strong" else "gray", ls=":", lw=1)
        axis.set_xscale("log", base=2)
        sides = sorted({row["side"] for row in rows_of(data, kind)})
        axis.set_xticks(sides, [str(side) for side in sides])
        axis.set_ylim(bottom=0)
        axis.set(title=f"{kind.capitalize()} scaling: {title}", xlabel="rows and columns of a plate",
                 ylabel=label)
        axis.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description="the plot and the table of scaling.py's JSON")
    parser.add_argument("json", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("plot", type=Path)
    arguments = parser.parse_args()
    data = json.loads(arguments.json.read_text(encoding="utf-8"))
    if data["gpus"] < 2:
        sys.exit("scaling_page.py: one GPU shows no scaling")
    draw(data, arguments.plot)
    shown = Path(os.path.relpath(arguments.plot.resolve(), arguments.page.resolve().parent)).as_posix()
    page = arguments.page.read_text(encoding="utf-8")
    arguments.page.write_text(placed(page, text(data, shown)), encoding="utf-8")


if __name__ == "__main__":
    main()
