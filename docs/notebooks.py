"""Notebooks: run from their first cell to their last, and written as pages.

    notebooks.py NOTEBOOK.ipynb...        runs them; PYTHONPATH has the package

The files in samples/notebooks hold no outputs, so that none can be old: what a page
shows was printed, drawn and explained when the site was built, on the CPU device.
"""

import base64
import os
import pathlib
import re
import sys
import tempfile

import nbclient
import nbformat

ROOT = pathlib.Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "samples" / "notebooks"


def environment(program, own):
    """Without a GPU and a user's settings; `pyk2ptx` is PROGRAM, pictures are drawn
    in the page."""
    folder = os.path.dirname(os.path.abspath(program))
    left_out = ("MPLBACKEND", "PYTHONDONTWRITEBYTECODE")
    kept = {k: v for k, v in os.environ.items() if k not in left_out}
    return kept | {
        "PATH": f"{folder}:{os.environ['PATH']}",
        "PYK2PTX_DEVICE": "cpu",
        "PYK2PTX_LIBCUDA": "no-libcuda.so",
        "CUDA_VISIBLE_DEVICES": "",
        "IPYTHONDIR": os.path.join(own, "ipython"),
        "PYK2PTX_CACHE_DIR": os.path.join(own, "cache"),
    }


def executed(path, program):
    """The notebook with what its cells gave; a cell that fails without being
    marked as one that does (the tag raises-exception) is an error."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    with (
        tempfile.TemporaryDirectory(prefix="pyk2ptx-notebook-") as folder,
        tempfile.TemporaryDirectory(prefix="pyk2ptx-own-") as own,
    ):
        client = nbclient.NotebookClient(
            notebook,
            kernel_name="python3",
            timeout=300,
            resources={"metadata": {"path": folder}},
        )
        # Sockets in its own folder: no other user can talk to the kernel.
        client.create_kernel_manager()
        client.km.transport = "ipc"
        client.km.ip = os.path.join(own, "k")
        client.execute(env=environment(program, own))
    return notebook


def fence(text, language=""):
    """A block of code, whatever backticks are in it."""
    ticks = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}\n"


def shown(output, picture):
    """An output as Markdown; `picture(bytes)` keeps one and tells its name."""
    if output.output_type == "stream":
        return fence(output.text, "text") if output.text.strip() else ""
    if output.output_type == "error":
        return fence(f"{output.ename}: {output.evalue}", "text")
    data = output.data
    if "text/html" in data:
        html = f'<div class="cell-output">\n{data["text/html"]}\n</div>'
        return fence(html, "{raw} html")
    if "image/png" in data:
        name = picture(base64.b64decode(data["image/png"]))
        return f"![What the cell draws]({name}){{.picture}}\n"
    return fence(data["text/plain"], "text")


def page(notebook, name, folder):
    """A notebook that was run as a page of the site; its pictures go to FOLDER."""
    parts, pictures = [], []

    def picture(content):
        file = f"{name}_{len(pictures)}.png"
        pictures.append(file)
        (folder / file).write_bytes(content)
        return file

    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source.replace(".ipynb)", ".md)") + "\n")
        elif cell.cell_type == "code":
            parts.append(fence(cell.source, "ipython3"))
            parts += [shown(output, picture) for output in cell.outputs]
    return "\n".join(part for part in parts if part)


def main():
    program = os.environ.get("PYK2PTX", ROOT / "build" / "bin" / "pyk2ptx")
    for word in sys.argv[1:]:
        notebook = executed(word, program)
        print(f"{word}: {len(notebook.cells)} cells")


if __name__ == "__main__":
    main()
