"""Every function of the prelude has a test, by its name: test_NAME, or a row of
a table TESTED of the functions that one test runs."""

import importlib
import pathlib

import stand_in


def test_every_function_has_a_test():
    tested = set()
    for path in pathlib.Path(__file__).parent.glob("test_*.py"):
        module = importlib.import_module(path.stem)
        tested |= {name[5:] for name in vars(module) if name.startswith("test_")}
        tested |= set(getattr(module, "TESTED", ()))
    missing = [
        f"{file}.py: {name}"
        for file, name in stand_in.functions()
        if name not in tested
    ]
    assert not missing
