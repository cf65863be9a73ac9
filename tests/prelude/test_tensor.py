"""Tensors have layouts that only the compiler knows, and their text is expanded by
it: tests/run/test_tensors.py runs every function that is here on the CPU device."""

import pathlib

import stand_in

EXECUTED = (pathlib.Path(__file__).parents[1] / "run" / "test_tensors.py").read_text()
# What the compiler calls, by what programs write.
CALLED = {
    "execute": "MM.execute(sa",
    "execute_in_shared": "MM.execute(alpha",
    "accumulator": "MM.suggest_accumulator()",
}
TESTED = []
for _file, _name in stand_in.functions():
    if not _file.startswith("tensor"):
        continue
    _spoken = _name.removeprefix("tensor_").removeprefix("method_")
    _public = {
        "copy",
        "copy_fragment",
        "copy_wait",
        "clear",
        "axpby",
        "make_fragment_like",
    }
    _is_public = _name.startswith("tensor_method_") or _spoken in _public
    if CALLED.get(_spoken, _spoken + "(" if _is_public else "") in EXECUTED:
        TESTED.append(_name)
