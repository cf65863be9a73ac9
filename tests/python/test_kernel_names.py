"""The names of kernels that the package has are those that the compiler knows."""

import importlib.util
import pathlib
import pickle
import sys

import pytest

import pyk2ptx
from pyk2ptx import cuda, types
from pyk2ptx.cuda import _intrinsics, random

ROOT = pathlib.Path(__file__).resolve().parents[2]


def tool(name):
    """A script of tools/."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


def names_of_package():
    """Dotted names of all that is exported for kernels, and what is behind dots."""
    found = set()
    for module, prefix in ((cuda, "cuda"), (random, "cuda.random")):
        for name, value in vars(module).items():
            if isinstance(value, _intrinsics.Intrinsic):
                found |= {f"{prefix}.{name}"}
                found |= {f"{prefix}.{name}.{member}" for member in dir(value)}
    return found


def names_of_tables():
    """What the compiler's tables say that there is."""
    reference = tool("reference")
    rows = [
        reference.strings(row)[0]
        for file, macro in (
            ("tables/builtins.def", "BUILTIN"),
            ("tables/aliases.def", "ALIAS"),
            ("tables/named_constants.def", "INTEGER"),
        )
        for _, row in reference.table(file, macro)
    ]
    rows += [
        f"cuda.libdevice.{reference.columns(row)[0]}"
        for _, row in reference.table("tables/libdevice.def", "LIBDEVICE")
    ]
    both, brain = reference.half_names()
    rows += [f"cuda.{half}.{name}" for half in ("fp16", "bf16") for name in both]
    rows += [f"cuda.bf16.{name}" for name in brain]
    for _, row in reference.table("tables/group_methods.def", "GROUP_OPERATOR"):
        rows.append(f"cuda.cg.{reference.strings(row)[0]}")
    for macro in "FP8", "FP8_ALIAS":
        for _, row in reference.table("tables/fp8.def", macro):
            rows.append(f"cuda.fp8.{reference.strings(row)[0]}")
    for _, row in reference.table("tables/vectors.def", "VECTOR"):
        rows += [f"cuda.{reference.strings(row)[0]}{count}" for count in (1, 2, 3, 4)]
    return {name for name in rows if name.startswith("cuda.")}


def refused(names, tmp_path):
    """Those of the names that a kernel may not use."""
    lines = ["from pyk2ptx import cuda", "@cuda.jit", "def k(a):"]
    lines += [f"    x = {name}" for name in names]
    file = tmp_path / "names.py"
    file.write_text("\n".join([*lines, "    a[0] = 1", ""]), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("names", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    try:
        cuda.compile_ptx(module.k.py_func, (types.int32[::1],), cc=(9, 0))
    except cuda.CompileError as error:
        return [name for name in names if f"`{name}`" in str(error)] or [str(error)]
    return []


def test_kernels_know_each_exported_name(tmp_path):
    names = sorted(names_of_package())
    assert len(names) > 900
    assert refused(names, tmp_path) == []


def test_kernels_refuse_others(tmp_path):
    names = ["cuda.atomic.nothing", "cuda.vote_sync_intrinsic", "cuda.fp16.hadd_rn"]
    assert refused(["cuda.fp16.hadd", *names], tmp_path) == names


def test_each_name_of_the_tables_is_exported():
    # A private one is of the prelude's texts alone.
    public = {name for name in names_of_tables() if "._" not in name}
    missing = public - names_of_package()
    assert not missing
    for name in ("carray", "farray", "literal_unroll"):
        assert isinstance(getattr(pyk2ptx, name), _intrinsics.Intrinsic)


def test_each_function_of_random_is_exported():
    text = (ROOT / "frontend/prelude/numba_random.py").read_text(encoding="utf-8")
    names = [row[4 : row.index("(")] for row in text.splitlines() if row[:4] == "def "]
    assert len(names) > 8
    missing = [name for name in names if not hasattr(random, name)]
    # What they are made of.
    assert missing == ["rotl"]


def test_each_type_is_exported():
    reference = tool("reference")
    for _, row in reference.table(reference.SCALARS, "SCALAR"):
        name = reference.strings(row)[0].replace("bool", "boolean")
        assert getattr(cuda, name) is getattr(types, name) is getattr(pyk2ptx, name)


def test_each_name_of_a_type_means_what_it_means_to_the_compiler():
    reference = tool("reference")
    dtypes, names = {}, {}
    for macro in "SCALAR", "SCALAR_ALIAS", "NUMBA_ALIAS":
        for _, row in reference.table(reference.SCALARS, macro):
            scalar, name = reference.columns(row)[0], reference.strings(row)[0]
            names[name] = dtypes.setdefault(scalar, name)
    assert names["float_"] == "float32" and names["byte"] == "uint8"
    for name, dtype in types._SCALARS.items():
        assert name == dtype == "none" or names[name] == dtype, name


def test_names_behind_dots():
    fp8, libdevice = cuda.fp8, cuda.libdevice

    assert repr(fp8.E4M3) == "<cuda.fp8.E4M3, a name of kernels>"
    assert dir(cuda.threadIdx) == ["x", "y", "z"] and "sinf" in dir(libdevice)
    assert repr(pickle.loads(pickle.dumps(cuda.atomic)).add) == repr(cuda.atomic.add)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        cuda.atomic.nothing  # noqa: B018
    assert not hasattr(cuda.threadIdx.x, "x") and not hasattr(cuda, "nothing")
    with pytest.raises(TypeError, match="works in kernels alone"):
        cuda.fp8.cvt_float_to_fp8(1.0, 1, 0)
