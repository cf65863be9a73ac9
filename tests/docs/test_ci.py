"""samples/ci, which users copy: each file is what its reader parses, each command in
it runs on a project without and with mistakes, and the matchers find the messages."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
CI = ROOT / "samples" / "ci"
sys.path.insert(0, str(ROOT / "docs"))

import run_blocks  # noqa: E402

KERNELS = """\
import numpy as np
from pyk2ptx import cuda

# pyk2ptx: --sig 'smooth(float32[::1], float32[::1])'

@cuda.jit
def smooth(old, new):
    i = cuda.grid(1)
    if 0 < i < old.size - 1:
        new[i] = (old[i - 1] + old[i] + old[i + 1]) / 3
"""
TESTS = """\
import numpy as np
from kernels import smooth

def test_smooth():
    old = np.arange(33, dtype=np.float32)
    new = old.copy()
    smooth[2, 32](old, new)
    np.testing.assert_array_equal(old, new)
"""


class Project:
    """A repository of a user's, with the files of samples/ci where they belong."""

    def __init__(self, folder):
        self.folder = folder
        self.env = run_blocks.environment(folder) | {
            # pytest finds an installed package's plug-in by itself.
            "PYTEST_ADDOPTS": "-p pyk2ptx.pytest_plugin -p no:cacheprovider",
            "PYK2PTX_DEVICE": "cpu",
        }
        (folder / ".github").mkdir()
        for name in ("check_kernels.py", "problem_matcher.json"):
            shutil.copy(CI / name, folder / ".github" / name)
        self.write("kernels.py", KERNELS)
        self.write("test_kernels.py", TESTS)
        self.write("plain.py", "def f(x):\n    return x\n")
        for words in (["git", "init", "-q"], ["git", "add", "*.py", ".github"]):
            subprocess.run(words, cwd=folder, env=self.env, check=True)

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def spoil(self, old, new):
        text = (self.folder / "kernels.py").read_text()
        assert old in text
        self.write("kernels.py", text.replace(old, new))

    def run(self, command):
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", command],
            cwd=self.folder,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def sarif(self):
        return json.loads((self.folder / "kernels.sarif").read_text())


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def workflow():
    """The workflow's commands, by the names of their steps."""
    text = yaml.safe_load((CI / "kernels.yml").read_text())
    (job,) = text["jobs"].values()
    steps = job["steps"]
    # YAML reads the key `on` as true.
    assert text[True] and job["permissions"]["security-events"] == "write"
    upload = steps[-1]
    assert "upload-sarif" in upload["uses"] and upload["if"].startswith("always()")
    named = {step["name"]: step["run"] for step in steps if "run" in step}
    assert upload["with"]["sarif_file"] in named["Compile"]
    # This machine has what it installs, and may have no network.
    install = named.pop("Install")
    assert subprocess.run(["bash", "-n", "-c", install], check=False).returncode == 0
    return named


def test_workflow(project):
    commands = workflow()
    assert len(commands) == 3
    for name, command in commands.items():
        done = project.run(command)
        assert done.returncode == 0, f"{name}: {done.stdout}"
        if matcher := re.match(r"::add-matcher::(\S+)", done.stdout):
            assert (project.folder / matcher[1]).exists()
    sarif = project.sarif()
    assert sarif["version"] == "2.1.0" and len(sarif["runs"]) == 1
    assert sarif["runs"][0]["results"] == []
    assert "1 passed" in done.stdout


def test_workflow_finds_what_does_not_compile(project):
    project.spoil("old[i + 1]", "olt[i + 1]")
    # A second file with a mistake, whose name has a space.
    project.write("more kernels.py", KERNELS.replace("cuda.grid(1)", "cuda.gird(1)"))
    subprocess.run(["git", "add", "."], cwd=project.folder, check=True)
    done = project.run(workflow()["Compile"])
    assert done.returncode != 0
    lines = done.stdout.splitlines()
    assert any(
        line.startswith("kernels.py:10:") and "[UnknownName]" in line for line in lines
    )
    (run,) = project.sarif()["runs"]
    places = {
        r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for r in run["results"]
    }
    assert "kernels.py" in places and len(places) == 2
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} <= rules
    assert all(result["level"] for result in run["results"])


def test_workflow_finds_a_race(project):
    project.spoil("        new[i] =", "        new[i] = old[i]\n        old[i] =")
    commands = workflow()
    assert project.run(commands["Compile"]).returncode == 0
    done = project.run(commands["Test, with every access watched"])
    assert done.returncode == 1 and "[DataRace]" in done.stdout


def test_a_signature_of_no_kernel(project):
    project.spoil("--sig 'smooth(", "--sig 'smoth(")
    done = project.run(
        "python .github/check_kernels.py --sarif kernels.sarif kernels.py"
    )
    assert done.returncode == 1 and done.stdout.startswith("kernels.py:1:1: error: ")
    assert "[UnknownKernel]" in done.stdout


def test_what_is_no_python(project):
    project.write("broken.py", '@cuda.jit\ndef k(:\n    """\n')
    done = project.run("python .github/check_kernels.py broken.py")
    assert done.returncode == 1 and re.match(r"broken.py:\d+:\d+: error", done.stdout)
    (project.folder / "latin.py").write_bytes(b"x = '\xe9'\n")
    done = project.run("python .github/check_kernels.py latin.py")
    assert done.returncode == 1 and re.match(r"latin.py:\d+:\d+: error", done.stdout)
    done = project.run("python .github/check_kernels.py none.py")
    assert done.returncode == 1 and "[UnreadableFile]" in done.stdout


def test_command_line(project):
    project.write("open.py", "x = 1  # no\n# pyk2ptx: --sig 'k(\n")
    done = project.run("python .github/check_kernels.py open.py")
    assert done.returncode == 1
    assert done.stdout == "open.py:2:1: error: No closing quotation\n"
    done = project.run("python .github/check_kernels.py kernels.py --sarif")
    assert done.returncode == 2 and "--sarif wants a value" in done.stdout
    done = project.run("python .github/check_kernels.py --no-such kernels.py")
    assert done.returncode != 0 and "--no-such" in done.stdout
    project.spoil("smooth(float32[::1], float32[::1])", "smooth(float32[::1])")
    done = project.run("python .github/check_kernels.py --arch sm_80 kernels.py")
    assert done.returncode == 1 and "kernels.py:" in done.stdout


def test_no_files_and_no_program(project):
    done = project.run("python .github/check_kernels.py --sarif kernels.sarif")
    assert done.returncode == 0 and done.stdout == ""
    assert project.sarif()["runs"][0]["results"] == []
    project.env["PATH"] = str(project.folder)
    script = project.folder / ".github" / "check_kernels.py"
    done = subprocess.run(
        [sys.executable, script, "kernels.py"],
        cwd=project.folder,
        env=project.env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3 and "pyk2ptx" in done.stderr


def hooks():
    config = yaml.safe_load((CI / "pre-commit-config.yaml").read_text())
    (repo,) = config["repos"]
    assert repo["repo"] == "local"
    return {hook["id"]: hook for hook in repo["hooks"]}


def test_hooks(project):
    """As pre-commit runs them: with the changed files behind the entry."""
    for hook in hooks().values():
        assert {"id", "name", "language", "entry"} <= set(hook)
        files = "" if hook.get("pass_filenames") is False else " kernels.py plain.py"
        done = project.run(hook["entry"] + files)
        assert done.returncode == 0, done.stdout
    project.spoil("old.size - 1", "old.sise - 1")
    done = project.run(hooks()["pyk2ptx-compile"]["entry"] + " kernels.py plain.py")
    assert done.returncode == 1 and "kernels.py:9:" in done.stdout


def test_pre_commit_reads_them(project):
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    shutil.copy(
        CI / "pre-commit-config.yaml", project.folder / ".pre-commit-config.yaml"
    )
    done = project.run("python -m pre_commit run --all-files")
    assert done.returncode == 0, done.stdout


def matchers():
    (github,) = json.loads((CI / "problem_matcher.json").read_text())["problemMatcher"]
    yield "github", github["pattern"][0]
    for task in json.loads((CI / "tasks.json").read_text())["tasks"]:
        yield task["label"], task["problemMatcher"]["pattern"]
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text())
    (matcher,) = extension["contributes"]["problemMatchers"]
    assert matcher["name"] == "pyk2ptx"
    yield "extension", matcher["pattern"]


def found(pattern, text):
    rows = []
    for line in text.splitlines():
        if match := re.search(pattern["regexp"], line):
            rows.append(
                [match[pattern[k]] for k in ("file", "line", "severity", "code")]
            )
    return rows


@pytest.mark.parametrize("name,pattern", list(matchers()), ids=lambda v: str(v)[:9])
def test_matchers(project, name, pattern):
    project.spoil("old[i + 1]", "olt[i + 1]")
    want = ["kernels.py", "10", "error", "UnknownName"]
    done = project.run(
        "pyk2ptx kernels.py -o /dev/null --sig 'smooth(float32[:], float32[:])'"
    )
    assert want in found(pattern, done.stdout)
    done = project.run("python .github/check_kernels.py kernels.py")
    assert want in found(pattern, done.stdout)
    assert found(pattern, "just: words\nkernels.py:1: error: x [Y]\n") == []


@pytest.mark.parametrize("name,pattern", list(matchers()), ids=lambda v: str(v)[:9])
def test_matchers_of_checks(project, name, pattern):
    project.spoil("        new[i] =", "        new[i] = old[i]\n        old[i] =")
    done = project.run("python -m pytest -q --cuda-check")
    rows = found(pattern, done.stdout)
    races = [row for row in rows if row[3] == "DataRace"]
    # pytest shortens no paths: they are those of the files.
    assert races and {os.path.basename(row[0]) for row in races} == {"kernels.py"}


def test_tasks(project):
    """The commands of tasks.json, with VS Code's variables filled in."""
    for task in json.loads((CI / "tasks.json").read_text())["tasks"]:
        words = [task["command"], *task["args"]]
        words = [word.replace("${file}", "typed.py") for word in words]
        typed = KERNELS.replace(
            "@cuda.jit", '@cuda.jit("void(float32[:], float32[:])")'
        )
        project.write("typed.py", typed)
        done = subprocess.run(
            words, cwd=project.folder, env=project.env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
