"""datetime64 and timedelta64 of a thread, for the simulator: NumPy's scalars,
whose results with a thread's numbers are a thread's again."""

import numpy as np


def plain(x):
    """What NumPy computes with: a scalar of its own, an int or a float."""
    return getattr(x, "value", x)


def made(value, number):
    """A result as a thread has it; `number` makes one of an int or a float."""
    if isinstance(value, tuple):
        return tuple(made(each, number) for each in value)
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return Time(value, number)
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    return number(value if isinstance(value, np.generic) else np.int64(value))


class Time:
    # NumPy's scalars leave operators with one to it.
    __array_ufunc__ = None
    __hash__ = None

    def __init__(self, value, number):
        self.value, self.number = value, number

    def __bool__(self):
        return bool(self.value)

    def __int__(self):
        return int(self.value.astype(np.int64))

    def __neg__(self):
        return Time(-self.value, self.number)

    def __pos__(self):
        return self

    def __abs__(self):
        return Time(abs(self.value), self.number)

    def astype(self, dtype):
        return made(self.value.astype(getattr(dtype, "dtype", dtype)), self.number)

    def view(self, dtype):
        return made(self.value.view(getattr(dtype, "dtype", dtype)), self.number)


def _add_operators():
    import operator

    def apply(function, a, b, number):
        with np.errstate(all="ignore"):
            return made(function(plain(a), plain(b)), number)

    names = "add sub mul truediv floordiv mod".split()
    for name in [*names, "divmod"]:
        function = divmod if name == "divmod" else getattr(operator, name)
        setattr(
            Time, f"__{name}__", lambda a, b, f=function: apply(f, a, b, a.number)
        )
        setattr(
            Time, f"__r{name}__", lambda a, b, f=function: apply(f, b, a, a.number)
        )
    for name in "lt le gt ge eq ne".split():
        function = getattr(operator, name)
        setattr(
            Time, f"__{name}__", lambda a, b, f=function: apply(f, a, b, a.number)
        )


_add_operators()


def functions(number, otherwise):
    """np's names for times; those that numbers have too are in `otherwise`."""

    def choose(name):
        def apply(*args):
            if any(isinstance(a, Time) for a in args):
                return made(getattr(np, name)(*map(plain, args)), number)
            return otherwise[name](*args)

        return apply

    def constant(kind):
        def make(value, *unit):
            return Time(kind(plain(value), *unit), number)

        return make

    found = {n: choose(n) for n in "maximum minimum fmax fmin where clip".split()}
    found["isnat"] = lambda t: bool(np.isnat(plain(t)))
    found["datetime64"] = constant(np.datetime64)
    found["timedelta64"] = constant(np.timedelta64)
    return found
