"""Where products go, and that they are written whole or not at all."""

import os
import stat

from conftest import FILL, SAXPY, SINE, needs_libdevice

BAD = "def f(:\n"


def test_names(pyk2ptx):
    assert pyk2ptx("k.py").stdout == ""
    assert pyk2ptx.files() == ["k.ptx", "k.py"]
    pyk2ptx.write("sub/other.name.py", SAXPY)
    pyk2ptx("sub/other.name.py", "-ptx")
    assert "other.name.ptx" in pyk2ptx.files()


def test_output_option(pyk2ptx):
    text = pyk2ptx("k.py", "-o", "-").stdout
    for words in [["-o", "a"], ["-oa"], ["--output=a"], ["--output", "a"]]:
        assert pyk2ptx("k.py", *words).stdout == ""
        assert (pyk2ptx.folder / "a").read_text() == text
        (pyk2ptx.folder / "a").unlink()
    assert "k.ptx" not in pyk2ptx.files()


def test_suffix_chooses(pyk2ptx):
    for name, kind in [
        ("k.ptx", "ptx"), ("k.ll", "llvm-opt"), ("k.json", "manifest"), ("k", "ptx"),
    ]:  # fmt: skip
        pyk2ptx("k.py", "-o", name)
        text = (pyk2ptx.folder / name).read_text()
        assert text == pyk2ptx("k.py", f"--emit={kind}").stdout
    pyk2ptx("k.py", "-o", "k.ll", "--emit=ir")
    assert (pyk2ptx.folder / "k.ll").read_text().startswith("kernel saxpy(")


def test_standard_input(pyk2ptx):
    process = pyk2ptx("-", stdin=SAXPY)
    assert "source <stdin>:" in process.stdout
    named = pyk2ptx("-", "--name=my file.py", stdin=SAXPY).stdout
    assert "source my file.py:" in named
    assert pyk2ptx.files() == ["k.py"]
    error = pyk2ptx("-", "--name", "e.py", stdin=BAD, status=1)
    assert error.stderr.startswith("e.py:1:") and error.stdout == ""


def test_several_files_each(pyk2ptx):
    pyk2ptx.write("sub/l.py", SAXPY)
    pyk2ptx.write("m.py", BAD)
    pyk2ptx("k.py", "m.py", "sub/l.py", status=1)
    # One that fails does not stop the others.
    assert pyk2ptx.files() == ["k.ptx", "k.py", "l.ptx", "m.py", "sub/l.py"]
    text = pyk2ptx.usage("k.py", "a/k.py")
    assert "`k.py` and `a/k.py` would both become `k.ptx`" in text


def test_several_files_one_module(pyk2ptx):
    helper = "@cuda.jit(device=True)\ndef twice(x):\n    return x {}\n"
    for name, op in [("a", "* 2"), ("b", "+ x + 1")]:
        pyk2ptx.write(
            f"{name}.py",
            "from numba import cuda\n" + helper.format(op) +
            f"@cuda.jit('void(int64[::1])')\ndef {name}(x):\n"
            "    x[0] = twice(x[0])\n",
        )  # fmt: skip
    pyk2ptx("a.py", "b.py", "-o", "all.ptx")
    text = (pyk2ptx.folder / "all.ptx").read_text()
    assert "entry a(" in text and "entry b(" in text
    ir = pyk2ptx("a.py", "b.py", "--emit=ir", "--passes=-inline-functions").stdout
    first, second = ir.split("kernel b(")[0], ir.split("kernel b(")[1]
    assert "twice__device(" in first and "twice__device_1(" in second


def test_several_files_signatures(pyk2ptx):
    pyk2ptx.write("f.py", FILL)
    sig = "--sig=fill(int32[:], int32)"
    text = pyk2ptx("k.py", "f.py", sig, "-o", "-").stdout
    assert "entry fill(" in text and "entry saxpy(" in text
    text = pyk2ptx("k.py", "f.py", sig, "--sig=fil(int8)", "-o-", status=2).stderr
    assert "[UnknownKernel]" in text


def test_entry_clash(pyk2ptx):
    pyk2ptx.write("l.py", SAXPY)
    text = pyk2ptx("k.py", "l.py", "-o", "all.ptx", status=1).stderr
    assert "`saxpy`" in text and "[EntryClash]" in text
    assert "all.ptx" not in pyk2ptx.files()


def test_failure_keeps_the_older_file(pyk2ptx):
    (pyk2ptx.folder / "k.ptx").write_text("older")
    pyk2ptx.write("k.py", BAD)
    pyk2ptx("k.py", status=1)
    assert (pyk2ptx.folder / "k.ptx").read_text() == "older"
    assert pyk2ptx.files() == ["k.ptx", "k.py"]


def test_permissions_stay(pyk2ptx):
    out = pyk2ptx.folder / "k.ptx"
    out.write_text("older")
    out.chmod(0o640)
    inode = out.stat().st_ino
    pyk2ptx("k.py")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert out.stat().st_ino != inode, "it is replaced, not overwritten"
    umask = os.umask(0)
    os.umask(umask)
    pyk2ptx("k.py", "-o", "new.ptx")
    mode = (pyk2ptx.folder / "new.ptx").stat().st_mode
    assert stat.S_IMODE(mode) == 0o666 & ~umask


def test_links_are_followed(pyk2ptx):
    (pyk2ptx.folder / "sub").mkdir()
    for target in ["sub/old.ptx", "sub/new.ptx"]:
        if "old" in target:
            (pyk2ptx.folder / target).write_text("older")
        link = pyk2ptx.folder / "link.ptx"
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        pyk2ptx("k.py", "-o", "link.ptx")
        assert link.is_symlink()
        assert (pyk2ptx.folder / target).read_text().startswith("// pyk2ptx")


def test_devices(pyk2ptx):
    pyk2ptx("k.py", "-o", "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    assert pyk2ptx("k.py", "-o", "/dev/stdout").stdout.startswith("// pyk2ptx")
    assert "[UnwritableFile]" in pyk2ptx("k.py", "-o", "/dev/full", status=1).stderr


def test_unwritable(pyk2ptx):
    (pyk2ptx.folder / "dir").mkdir()
    for path, reason in [
        ("dir", "Is a directory"),
        ("no/k.ptx", "No such file or directory"),
        ("k.py/k.ptx", "Not a directory"),
        ("/proc/k.ptx", "No such file or directory"),
        ("x" * 300, "File name too long"),
    ]:
        text = pyk2ptx("k.py", "-o", path, status=1).stderr
        assert f"cannot write `{path}`: {reason} [UnwritableFile]" in text
    assert pyk2ptx.files() == ["k.py"]


def test_input_is_not_overwritten(pyk2ptx):
    (pyk2ptx.folder / "alias.py").symlink_to("k.py")
    for output in ["k.py", "./k.py", "alias.py"]:
        assert "is an input" in pyk2ptx.usage("k.py", "-o", output)
    assert (pyk2ptx.folder / "k.py").read_text() == SAXPY


STAGES = ["1.syntax", "2.ir", "3.llvm", "4.llvm-opt", "5.ptx", "6.manifest"]


def test_save_temps(pyk2ptx):
    text = pyk2ptx("k.py", "--save-temps=a/b", "-o", "-").stdout
    folder = pyk2ptx.folder / "a" / "b"
    assert sorted(path.name for path in folder.iterdir()) == STAGES
    assert (folder / "5.ptx").read_text() == text
    for stage in STAGES:
        kind = stage[2:]
        assert (folder / stage).read_text() == pyk2ptx("k.py", f"--emit={kind}").stdout
    # A folder a file when each is a module of its own.
    pyk2ptx.write("l.py", SAXPY)
    pyk2ptx("k.py", "l.py", "--save-temps=c")
    assert sorted(path.name for path in (pyk2ptx.folder / "c").iterdir()) == ["k", "l"]
    text = pyk2ptx("k.py", "--save-temps=k.py", status=1).stderr
    assert "cannot write `k.py`: Not a directory" in text


def test_same_bytes(pyk2ptx):
    """Whatever the folder, the environment and the time."""
    (pyk2ptx.folder / "sub").mkdir()
    for kind in ["syntax", "ir", "llvm", "llvm-opt", "ptx", "manifest"]:
        args = ["-", "--name=k.py", f"--emit={kind}", "--lineinfo"]
        first = pyk2ptx(*args, stdin=SAXPY).stdout
        second = pyk2ptx(
            *args, stdin=SAXPY, cwd=pyk2ptx.folder / "sub", env={"HOME": "/x"}
        ).stdout
        assert first == second
        assert str(pyk2ptx.folder) not in first
        assert "source_filename" not in first and "ModuleID" not in first


@needs_libdevice
def test_same_bytes_with_libdevice(pyk2ptx):
    args = ["-", "--name=k.py", "--emit=llvm-opt"]
    first = pyk2ptx(*args, stdin=SINE).stdout
    assert first == pyk2ptx(*args, stdin=SINE, cwd="/").stdout
    assert "llvm.ident" not in first and "clang version" not in first
    assert "nvvmir" not in first
