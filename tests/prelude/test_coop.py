"""Cooperative primitives need a block of threads and are expanded by the compiler:
tests/run/test_coop_*.py run every one that is here on the CPU device."""

import pathlib

import stand_in

RUN = pathlib.Path(__file__).parents[1] / "run"
EXECUTED = "".join(path.read_text() for path in sorted(RUN.glob("test_coop_*.py")))
TESTED = []
for _file, _name in stand_in.functions():
    if not _file.startswith("coop"):
        continue
    _own = _name.startswith("coop__")
    _spoken = _name.removeprefix("coop_made_").partition("_")[2] or _name
    if _own or f"coop.{_name.removeprefix('coop_')}" in EXECUTED or _spoken in EXECUTED:
        TESTED.append(_name)
