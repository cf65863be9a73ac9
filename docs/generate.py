"""Pages that are made of the repository's own texts and tables.

    generate.py SOURCE PROGRAM

writes them into SOURCE, a copy of docs/: the gallery with its pictures, which are
drawn now, on the CPU device; the notebooks, which are run now, too; REFERENCE.md and the READMEs, their links turned to
where they are here; the messages, as PROGRAM (bin/pyk2ptx) explains them; the
command line, as it says; the Python API from its stub and docstrings; the C++ and
C APIs from their headers. A link that leads nowhere is an error.
"""

import ast
import concurrent.futures
import importlib
import inspect
import os
import pathlib
import re
import shutil
import subprocess
import sys

import notebooks
from notebooks import fence

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Texts of the repository, and the pages that they become.
TEXTS = {
    "REFERENCE.md": "reference/kernels.md",
    "README.md": "inside/overview.md",
    "editors/README.md": "howto/editors.md",
    "samples/README.md": "gallery/samples.md",
    "ARCHITECTURE.md": "inside/architecture.md",
    "frontend/README.md": "inside/frontend.md",
    "compiler/README.md": "inside/compiler.md",
    "runtime/README.md": "inside/runtime.md",
    "runtime/jit/README.md": "inside/jit.md",
    "runtime/python/README.md": "reference/python_package.md",
    "tests/README.md": "inside/tests.md",
    "tools/README.md": "inside/tools.md",
    "tools/bench/README.md": "inside/benchmarks.md",
    "tools/bench/FIGURES.md": "inside/figures.md",
}
# Folders that have a page of their own.
FOLDERS = {
    "samples/gallery": "gallery/index.md",
    "samples/notebooks": "notebooks/index.md",
    "samples/ci": "howto/ci.md",
    "samples/clusters": "howto/many_machines.md",
}
TEXTS = {name: page for name, page in TEXTS.items() if (ROOT / name).exists()}
LINK = re.compile(r"(?<!!)\[([^\]\[]*)\]\(([^)\s]+)\)")


def toctree(pages, option=":maxdepth: 1"):
    return "\n".join(["```{toctree}", option, "", *pages, "```", ""])


class Site:
    def __init__(self, source, program):
        self.source, self.program = source, program

    def write(self, page, text):
        path = self.source / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.rstrip() + "\n", encoding="utf-8")

    def said(self, *words):
        done = subprocess.run(
            [self.program, *words], capture_output=True, text=True, check=True
        )
        return done.stdout

    # ---- texts that are Markdown already ----

    def link(self, text, place, page):
        """Where `place`, a path of the repository, is from `page`."""
        target = ROOT / place
        if target.is_dir() and f"{place}/README.md" in TEXTS:
            target, place = target / "README.md", f"{place}/README.md"
        up = "../" * page.count("/")
        if place.startswith("docs/") and place.endswith(".md") and target.exists():
            return f"[{text}]({up}{place.removeprefix('docs/')})"
        if place in FOLDERS:
            return f"[{text}]({up}{FOLDERS[place]})"
        if place in TEXTS:
            return f"[{text}]({up}{TEXTS[place]})"
        if not target.exists():
            sys.exit(f"generate.py: {page} links to {place}, which is not there")
        if target.is_dir():
            return f"{text} (`{place}/`)"
        # As a text: Sphinx would take Markdown for a page of the site.
        place += ".txt" if place.endswith(".md") else ""
        copy = self.source / "files" / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, copy)
        return f"[{text}]({up}files/{place})"

    def texts(self):
        for name, page in TEXTS.items():
            folder = pathlib.PurePosixPath(name).parent
            text = (ROOT / name).read_text(encoding="utf-8")

            def turned(match, folder=folder, page=page):
                label, to = match.groups()
                if re.match("https?:|#", to):
                    return match[0]
                place = os.path.normpath(folder / to.partition("#")[0])
                return self.link(label, place, page)

            # What stands in a block of code is no link.
            parts = re.split(r"(^ {4}.*\n|`[^`\n]+`)", text, flags=re.MULTILINE)
            parts[::2] = [LINK.sub(turned, part) for part in parts[::2]]
            text = "".join(parts)
            # Pictures of docs/ are where they are from any page.
            up = "../" * page.count("/")
            self.write(page, re.sub(r"(!\[[^\]]*\]\()docs/", rf"\1{up}", text))
        inside = [page for page in TEXTS.values() if page.startswith("inside/")]
        self.write(
            "inside/index.md",
            "# Inside\n\nThe READMEs of the repository's folders, for those who read "
            "or change the code.\n\n"
            + toctree(pathlib.PurePosixPath(page).stem for page in inside),
        )

    # ---- the gallery ----

    def gallery(self):
        programs = sorted((ROOT / "samples" / "gallery").glob("*.py"))
        sys.path.insert(0, str(ROOT / "samples" / "gallery"))
        for program in programs:
            self.draw(program)
        cards, names = [], []
        for program in programs:
            text = program.read_text(encoding="utf-8")
            title, about = ast.get_docstring(ast.parse(text)).split("\n\n", 1)
            heading, _, subtitle = title.partition(":")
            name = program.stem
            names.append(name)
            about = about.split("\n\n    python ")[0]
            self.write(
                f"gallery/{name}.md",
                f"# {heading}\n\n{subtitle.strip().capitalize()}\n\n"
                f"![{heading}]({name}.png){{.picture}}\n\n{about}\n\n"
                + f"    python {name}.py {name}.png\n\n"
                + fence(text, "python"),
            )
            cards.append(
                f'<figure><a href="{name}.html"><img src="../_images/{name}.png" '
                f'alt="{heading}" loading="lazy"></a><figcaption>'
                f"{heading}</figcaption></figure>"
            )
        self.write(
            "gallery/index.md",
            "# Gallery\n\nWhole programs of at most 100 lines, each with the picture "
            "that it draws. They are in `samples/gallery`; the pictures were made "
            "on the CPU device, when these pages were built, and tests compare what "
            "the kernels compute with NumPy. [Other samples](samples.md) are for C++ and "
            "C.\n\n"
            '<div class="gallery">\n'
            + "\n".join(cards)
            + "\n</div>\n\n"
            + toctree([*names, "samples"], ":hidden:"),
        )

    def draw(self, program):
        """In this process: most of a program's time is importing matplotlib."""
        picture = self.source / "gallery" / f"{program.stem}.png"
        picture.parent.mkdir(parents=True, exist_ok=True)
        made_of = max(os.stat(file).st_mtime for file in (program, self.program))
        if not picture.exists() or picture.stat().st_mtime < made_of:
            importlib.import_module(program.stem).main(picture)

    def samples(self):
        """Files that pages include as they are."""
        for folder in ("samples/ci", "samples/clusters", "samples/jacobi"):
            copy = self.source / "files" / folder
            shutil.copytree(ROOT / folder, copy, dirs_exist_ok=True)

    # ---- notebooks ----

    def notebooks(self):
        order = ("tutorial", "find_the_race", "ptx_beside_source")
        files = {file.stem: file for file in notebooks.NOTEBOOKS.glob("*.ipynb")}
        names = sorted(files, key=lambda n: order.index(n) if n in order else 99)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            run = list(
                pool.map(lambda n: notebooks.executed(files[n], self.program), names)
            )
        (self.source / "notebooks").mkdir(parents=True, exist_ok=True)
        for name, notebook in zip(names, run):
            text = notebooks.page(notebook, name, self.source / "notebooks")
            self.write(f"notebooks/{name}.md", text)
        self.write(
            "notebooks/index.md",
            "# Notebooks\n\nFrom `samples/notebooks`, run when these pages were built, "
            "on the CPU device.\n\n" + toctree(names),
        )

    # ---- the command line ----

    def messages(self):
        kinds = [line.split()[0] for line in self.said("explain").splitlines()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = list(pool.map(lambda kind: self.said("explain", kind), kinds))
        parts = [
            "# Messages\n\nWhat stands in [brackets] behind a message is its kind; "
            "`pyk2ptx explain KIND` shows the same.\n"
        ]
        for kind, text in sorted(zip(kinds, texts)):
            head, shown, about = text.split("\n\n", 2)
            severity = head.rpartition("(")[2].rstrip(")\n")
            about = " ".join(about.split())
            parts.append(
                f"## {kind}\n\n{severity.capitalize()}:\n\n"
                + fence(" ".join(shown.split()))
                + f"\n{plain(about)}\n"
            )
        self.write("reference/messages.md", "\n".join(parts))

    def command_line(self):
        parts = [
            "# The command line\n",
            "What each command says of itself.\n",
        ]
        for words in ((), ("run",), ("doctor",), ("explain",)):
            title = " ".join(("pyk2ptx", *words))
            parts.append(f"## {title}\n\n" + fence(self.said(*words, "--help")))
        self.write("reference/command_line.md", "\n".join(parts))

    # ---- APIs ----

    def python_api(self):
        import pyk2ptx
        from pyk2ptx import cuda

        package = ROOT / "runtime" / "python" / "pyk2ptx"
        parts = [
            "# The Python API\n",
            "What a program calls. What kernels may use is [another page]"
            "(kernels.md); what differs from numba, and all that the "
            "package does, is [a third](python_package.md).\n",
            "## pyk2ptx\n",
            *declared(package / "__init__.pyi", "pyk2ptx", pyk2ptx),
        ]
        stub = package / "cuda" / "__init__.pyi"
        text = stub.read_text(encoding="utf-8").split("# ---- names of kernels")[0]
        for section in re.split(r"^# ---- ", text, flags=re.MULTILINE)[1:]:
            title = section.split(" ----")[0]
            parts.append(f"## pyk2ptx.cuda: {title}\n")
            parts += declarations("# " + section, "cuda", cuda)
        parts.append("## A kernel\n\nWhat `@cuda.jit` makes.\n")
        parts += class_page(package / "cuda" / "_dispatcher.pyi", "CUDADispatcher")
        for name in ("DeviceNDArray", "Stream", "Event", "Device", "Context"):
            parts += docstrings(getattr(cuda, name))
        self.write("reference/python.md", "\n".join(parts))

    def headers(self):
        for page, title, folder, names in (
            (
                "cpp",
                "The C++ API",
                "runtime/include/pyk2ptx",
                "runtime stream buffer module graph argument array dlpack error",
            ),
            (
                "cpp_jit",
                "The C++ API that compiles",
                "runtime/jit/include/pyk2ptx",
                "jit",
            ),
            (
                "abi",
                "The kernel ABI, for other runtimes",
                "runtime/include/pyk2ptx",
                "abi",
            ),
        ):
            parts = [f"# {title}\n"]
            for name in names.split():
                header = ROOT / folder / f"{name}.h"
                parts += header_page(header, f"pyk2ptx/{name}.h", "//")
            self.write(f"reference/{page}.md", "\n".join(parts))
        parts = ["# The C API\n"]
        parts += header_page(ROOT / "runtime/include/pyk2ptx.h", "pyk2ptx.h", "/*")
        jit = ROOT / "runtime/jit/include/pyk2ptx_jit.h"
        parts += header_page(jit, "pyk2ptx_jit.h", "/*")
        self.write("reference/c.md", "\n".join(parts))


def plain(text):
    """Prose in which no character is Markdown's, but for its `code`."""
    parts = re.split(r"(`[^`]*`)", text)
    parts[::2] = [re.sub(r"([*_<>\[\]\\#|])", r"\\\1", part) for part in parts[::2]]
    return "".join(parts)


def doc_of(thing):
    """A docstring as Markdown: its ``code`` is `code`."""
    text = inspect.getdoc(thing) or ""
    text = text.replace("``", "`")
    lines = []
    for paragraph in text.split("\n\n"):
        is_code = paragraph.startswith("    ")
        lines.append(
            fence(inspect.cleandoc(paragraph)) if is_code else plain(paragraph)
        )
    return "\n\n".join(lines)


def declarations(text, module_name, module):
    """The functions and classes of a stub's text, with what they say at run time."""
    groups = {}
    for node in ast.parse(text).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            if not node.name.startswith("_"):
                groups.setdefault(node.name, []).append(node)
    for name, nodes in groups.items():
        shown = []
        for node in nodes:
            node.decorator_list = []
            shown.append(re.sub(r":\s*\.\.\.$", "", ast.unparse(node)))
        yield f"### {module_name}.{name}\n\n" + fence("\n".join(shown), "python")
        yield doc_of(getattr(module, name)) + "\n"


def declared(stub, module_name, module):
    return declarations(stub.read_text(encoding="utf-8"), module_name, module)


def class_page(stub, name):
    for node in ast.parse(stub.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return [fence(ast.unparse(node), "python")]
    sys.exit(f"generate.py: {stub} has no class {name}")


def docstrings(kind):
    """A class by its members' docstrings."""
    rows = [f"## {kind.__name__}\n\n{doc_of(kind)}\n", "| | |\n| --- | --- |"]
    for name, member in inspect.getmembers(kind):
        if name.startswith("_") or not inspect.getdoc(member):
            continue
        if member is getattr(object, name, None):
            continue
        called = ""
        if inspect.isroutine(member):
            try:
                signature = inspect.signature(member)
                kept = [p for p in signature.parameters.values() if p.name != "self"]
                called = str(signature.replace(parameters=kept))
            except ValueError:
                called = "(...)"
        about = " ".join(doc_of(member).split("\n\n")[0].split())
        code = f"{name}{called}".replace("|", "\\|")
        rows.append(f"| `{code}` | {about.replace('|', chr(92) + '|')} |")
    return ["\n".join(rows), ""]


def header_page(path, name, comment):
    """A header: its head as prose, then its declarations, class by class."""
    text = path.read_text(encoding="utf-8")
    text = re.sub(r"^/\* clang-format o\w+ \*/\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^.*NOLINT.*\n", "", text, flags=re.MULTILINE)
    head, _, body = text.partition("#ifndef")
    marks = r"^// ?" if comment == "//" else r"^ ?/?\*+/? ?|\s*\*/$"
    head = "\n".join(re.sub(marks, "", line) for line in head.splitlines())
    prose = []
    for paragraph in head.strip().split("\n\n"):
        lines = paragraph.splitlines()
        code = [line for line in lines if line.startswith("  ")]
        prose.append(plain(" ".join(line for line in lines if line not in code)))
        if code:
            is_code = any(line.endswith(";") for line in code)
            prose.append(fence("\n".join(code), "cpp" if is_code else ""))
    body = body.split("\n", 2)[2]
    body = re.sub(r"#endif[^#]*\Z", "", body)
    parts = [f"## {name}\n", "\n\n".join(prose) + "\n"]
    return parts + list(code_of(body))


def code_of(body):
    """Declarations as blocks of code: each class has a heading of its own."""
    body = re.sub(
        r"^#(?:include|if|endif|ifdef|else).*\n", "", body, flags=re.MULTILINE
    )
    body = re.sub(
        r"^namespace detail \{.*?^\} // namespace detail\n",
        "",
        body,
        flags=re.MULTILINE | re.DOTALL,
    )
    body = re.sub(
        r"^(?:\} // )?namespace .*\n|^extern \"C\" \{\n|^\}\n\s*\Z",
        "",
        body,
        flags=re.MULTILINE,
    )
    # A blank line at depth 0 is the seam between declarations.
    depth, chunks, chunk = 0, [], []
    for line in body.splitlines():
        depth += line.count("{") - line.count("}")
        if not line.strip() and depth == 0:
            chunks.append(chunk)
            chunk = []
        else:
            chunk.append(line)
    together = []
    chunks.append(chunk)
    for chunk in chunks:
        if not chunk:
            continue
        found = re.search(
            r"^(?:class|struct|enum class|typedef enum|typedef struct) "
            r"(?:\[\[nodiscard\]\] )?(\w+)[^;]*\{",
            "\n".join(chunk),
            re.M,
        )
        section = re.match(r"/\* ---- (.*?) ----", chunk[0])
        if section or found:
            if together:
                yield fence("\n".join(together), "cpp")
            together = []
            title = section[1].capitalize() if section else found[1]
            yield f"### {title}\n"
            together = chunk[1:] if section and chunk[0].endswith("*/") else list(chunk)
        else:
            together += ([""] if together else []) + chunk
    if together:
        yield fence("\n".join(together), "cpp")


def main():
    site = Site(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2])
    site.texts()
    site.messages()
    site.command_line()
    site.python_api()
    site.headers()
    site.gallery()
    site.samples()
    site.notebooks()


if __name__ == "__main__":
    main()
