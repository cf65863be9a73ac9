"""Runs a program in every way that must give the same, and says what differs."""

import random
import re

import numpy as np
from launch import PTXAS, ROOT, Launcher, write_case
from places import Outside

EXACT = "--fmad=false"
# For each of which some seeds' PTX is assembled, and how few seeds.
ARCHITECTURES = ["sm_75", "sm_90", "sm_100", "sm_120"]
ASSEMBLED = 40


# With these alone, numba's rules give each number the value that Python's do: it
# knows no weak floats, math.floor and its like are floats, and ~True is False.
AS_IN_NUMBA = {"bool", "i64", "weak", "f64", "int8", "int16", "int32", "int64", "float64", "abs",
               "min", "max", "int", "float", "divmod", "math.sqrt", "math.fabs", "math.copysign",
               "math.fmod", "math.isnan", "math.isinf", "math.isfinite", "np.where", "cuda.selp",
               "+bool", "-bool"}


class Meaning:
    """What a program computes, and what that relies on."""

    def __init__(self, results, simulator):
        self.results = results
        self.stays_inside = not Outside.happened
        self.read_unset = simulator.read_unset
        self.rounds_products = simulator.seen.rounded_product
        self.recurses = simulator.recursed
        self.numba_agrees = not simulator.seen.used - AS_IN_NUMBA
        self.slack, self.fused = simulator.slack, simulator.fused

    def difference(self, got, way):
        slack = self.slack
        if way == "fmad":
            slack = {name: slack[name] + self.fused[name] for name in slack}
        return difference(got, self.results, slack)


def same_array(got, want):
    """Which elements are equal: nan to nan, -0 to -0."""
    if got.dtype.names:
        return np.logical_and.reduce([same_array(got[n], want[n]) for n in got.dtype.names])
    if got.dtype.kind == "c":
        return same_array(got.real, want.real) & same_array(got.imag, want.imag)
    same = got == want
    if got.dtype.kind == "f":
        same = (same & (np.signbit(got) == np.signbit(want))) | (np.isnan(got) & np.isnan(want))
    return same


def near(got, want, slack):
    if got.dtype.kind != "f":
        return np.zeros(got.shape, bool)
    with np.errstate(invalid="ignore"):
        far = np.abs(got.astype(np.longdouble) - want.astype(np.longdouble))
    return np.isfinite(got) & np.isfinite(want) & (slack > 0) & (far <= slack)


def difference(got, want, slack):
    """What differs, in a line; "" is nothing."""
    for name, expected in want.items():
        same = same_array(got[name], expected) | near(got[name], expected, slack[name])
        wrong = np.argwhere(~same)
        if len(wrong):
            at = tuple(int(i) for i in wrong[0])
            return (f"{name}[{', '.join(map(str, at))}] is {got[name][at]!r}, not "
                    f"{expected[at]!r}; {len(wrong)} differ")
    return ""


def optimizations(device):
    """Those of pyk2ptx's own that change code for a device."""
    table = (ROOT / "compiler/include/pyk2ptx/optimizations.def").read_text()
    rows = re.findall(r'^OPTIMIZATION\(\w+, "([\w-]+)", (\w+),', table, re.M)
    return [name for name, where in rows if where in ("Both", device.capitalize())]


OPTIMIZATIONS = {device: optimizations(device) for device in ("cpu", "gpu")}


def some_passes(device, seed):
    """--passes= of a seed: none of them, all but one, one alone, or any of them."""
    names, draw = OPTIMIZATIONS[device], random.Random(seed)
    one = draw.choice(names)
    lists = ["none", "-" + one, one, ",".join(["none"] + [n for n in names if draw.random() < 0.5])]
    return "--passes=" + draw.choice(lists)


def ways(meaning, device, seed=0):
    """The options of each way to run a program, by name. The first is the
    plainest; each has `--fmad=false` unless no product is rounded."""
    plain = {"plain": [EXACT], "O0": [EXACT, "-O0"]}
    if meaning.stays_inside:
        plain["none"] = [EXACT, "--bounds=none"]
        # What calls itself cannot raise on the CPU device.
        if device == "gpu" or not meaning.recurses:
            plain["raise"] = [EXACT, "--bounds=raise"]
    if PTXAS and device == "cpu":
        plain["ptxas"] = ["--arch=" + ARCHITECTURES[seed // ASSEMBLED % 4]]
    plain["facts"] = [EXACT, "--facts", "--per-thread=4"]
    # With facts, too: then most of them have work.
    plain["passes"] = [EXACT, *(plain["facts"][1:] if seed % 2 else []), some_passes(device, seed)]
    if device == "cpu":
        plain["gpu"] = [EXACT, *(plain["facts"][1:] if seed % 2 else []), "--passes=gpu"]
    if not meaning.rounds_products:
        plain["fmad"] = []
    if meaning.numba_agrees:
        plain["numba"] = [EXACT, "--typing=numba"]
    if device == "gpu":
        # Whose unoptimized frames may not fit in the stack that CUDA has by itself.
        if meaning.recurses:
            del plain["O0"]
        return plain
    plain["reverse"] = [EXACT, "--schedule=reverse"]
    plain["random"] = [EXACT, f"--schedule=random:{seed}"]
    checks = ["races", "barriers"]
    checks += ["bounds"] if meaning.stays_inside else []
    checks += ["uninit"] if not meaning.read_unset else []
    plain["checks"] = [EXACT, "--check=" + ",".join(checks)]
    return plain


def chosen_ways(meaning, device, seed, how_many):
    """The plain way, and so many of the others: a seed's own choice of them."""
    all_of = ways(meaning, device, seed)
    assembled = ["ptxas"] if "ptxas" in all_of and seed % ASSEMBLED == 0 else []
    others = [way for way in list(all_of)[1:] if way != "ptxas"]
    turned = [others[(seed * how_many + i) % len(others)] for i in range(min(how_many, len(others)))]
    return {name: all_of[name] for name in ["plain", *dict.fromkeys(turned + assembled)]}


class Fault:
    """One way in which a program went wrong."""

    def __init__(self, kind, way, options, text):
        self.kind, self.way, self.options, self.text = kind, way, options, text

    def first_line(self):
        for line in self.text.splitlines():
            if "error" in line:
                return line.split("kernel.py")[-1]
        return self.text.strip().splitlines()[-1] if self.text.strip() else ""


def run_way(launcher, program, meaning, folder, way, options):
    """The Fault of one way, or None."""
    if way == "ptxas":
        status, text = launcher.assemble(program, folder, options)
        return Fault("not assembled", way, options, text) if status else None
    got, text = launcher.launch(program, folder, options)
    if got is not None:
        wrong = meaning.difference(got, way)
        return Fault("wrong", way, options, wrong) if wrong else None
    status = int(text.split()[2])
    kind = "refused" if status == 1 else "hangs" if status == Launcher.TIMEOUT else "broken"
    if status == 1 and way == "checks":
        kind = "check"
    return Fault(kind, way, options, text)


def find_fault(launcher, program, meaning, folder, chosen):
    """The first Fault of these ways, or None."""
    write_case(program, folder)
    for way, options in chosen.items():
        fault = run_way(launcher, program, meaning, folder, way, options)
        if fault:
            return fault
    return None
