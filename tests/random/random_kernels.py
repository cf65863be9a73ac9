#!/usr/bin/env python3
"""Random kernels, compiled and run in many ways against a simulator.

    random_kernels.py --seeds 0-999 [--jobs 2] [--device gpu] [--all]
    random_kernels.py --print SEED

Each seed makes a program; each way of ways() in compare.py must give what
simulate.py says, to the bit. What fails is made small and kept as a folder of
its own: the kernel, its inputs, what was expected, run.sh, report.txt.
"""

import argparse
import collections
import multiprocessing
import pathlib
import queue
import random
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from compare import Meaning, chosen_ways, find_fault, run_way, ways  # noqa: E402
from generate import make  # noqa: E402
from keep import keep  # noqa: E402
from launch import PTXAS, PYK2PTX, Launcher, write_case  # noqa: E402
from shrink import Shrinker  # noqa: E402
from text import module  # noqa: E402


def is_same(a, b):
    """Whether two faults are likely one."""
    if b is None or a.kind != b.kind:
        return False
    return a.kind in ("wrong", "hangs") or tag(a) == tag(b)


def tag(fault):
    """What a message is about: its [Kind], else how it begins."""
    line = fault.first_line()
    return line[line.rfind("["):] if line.endswith("]") else line[:40]


def shrink(launcher, program, fault, seed):
    way = fault.way

    def fails(candidate, results, simulator):
        meaning = Meaning(results, simulator)
        options = ways(meaning, launcher.device, seed).get(way)
        if options is None:
            return False
        folder = launcher.folder / "shrink"
        write_case(candidate, folder)
        return is_same(fault, run_way(launcher, candidate, meaning, folder, way, options))

    return Shrinker(program.copy(), fails).run()


def run_seed(launcher, seed, options):
    """The fault of a seed, and its program made small; or None."""
    program, results, simulator = make(seed, options.without, options.always)
    if launcher.device == "gpu" and simulator.recursed and "syncthreads" in module(program):
        # Threads come back from recursion apart, and pass barriers so (RecursionApart).
        without = {*options.without, "recursion"}
        program, results, simulator = make(seed, without, set(options.always) - without)
    meaning = Meaning(results, simulator)
    if options.way:
        chosen = {way: kind for way, kind in ways(meaning, launcher.device, seed).items()
                  if way in ("plain", options.way)}
    else:
        chosen = chosen_ways(meaning, launcher.device, seed, 99 if options.all else options.ways)
    fault = find_fault(launcher, program, meaning, launcher.folder / "case", chosen)
    if fault is None:
        return None
    small = program if options.no_shrink else shrink(launcher, program, fault, seed)
    return fault, program, small


def work(options, seeds, results):
    launcher = Launcher(options.device, options.timeout, options.program)
    try:
        for seed in iter(seeds.get, None):
            try:
                found = run_seed(launcher, seed, options)
            except Exception as problem:  # ours: a seed that says nothing is no pass
                results.put((seed, "broken test", f"{type(problem).__name__}: {problem}", ""))
                continue
            if found is None:
                results.put((seed, "", "", ""))
                continue
            fault, original, small = found
            kept = ""
            if options.keep:
                kept = str(keep(options.keep, seed, fault, original, small, launcher))
            what = f"{fault.way}: {fault.first_line()[:160]}"
            results.put((seed, fault.kind, what, kept or module(small)))
    except KeyboardInterrupt:
        pass
    finally:
        launcher.close()
        results.put(None)


def feed(todo, seeds, jobs):
    for seed in seeds:
        todo.put(seed)
    for _ in range(jobs):
        todo.put(None)


def run_all(options, seeds):
    """(counts by kind, seeds done)"""
    # Short, so that seeds are drawn as they are needed.
    todo, results = multiprocessing.Queue(4 * options.jobs), multiprocessing.Queue()
    workers = [multiprocessing.Process(target=work, args=(options, todo, results))
               for _ in range(options.jobs)]
    for worker in workers:
        worker.start()
    threading.Thread(target=feed, args=(todo, seeds, options.jobs), daemon=True).start()
    counts, done, left = collections.Counter(), 0, options.jobs
    while left:
        try:
            result = results.get(timeout=10)
        except queue.Empty:
            # What was killed (for memory) says no more that it is done.
            for worker in [w for w in workers if w.exitcode and w.exitcode < 0]:
                workers.remove(worker)
                left -= 1
                counts["broken test"] += 1
                print(f"a worker was ended by signal {-worker.exitcode}", flush=True)
            continue
        if result is None:
            left -= 1
            continue
        seed, kind, what, more = result
        done += 1
        if kind:
            counts[kind] += 1
            print(f"seed {seed}: {kind}: {what}\n{more}", flush=True)
    return counts, done


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", default="0-99", help="FIRST-LAST, or new for some never used")
    parser.add_argument("--seconds", type=float, help="as many of the seeds as fit")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--device", default="cpu", choices=["cpu", "gpu"])
    parser.add_argument("--program", default=PYK2PTX, help="pyk2ptx")
    parser.add_argument("--all", action="store_true", help="each seed in all ways")
    parser.add_argument("--ways", type=int, default=2, help="so many besides the plain one")
    parser.add_argument("--way", help="the plain one and this")
    parser.add_argument("--without", type=lambda s: s.split(","), default=[], help="features")
    parser.add_argument("--with", type=lambda s: s.split(","), default=[], dest="always",
                        help="features that every seed has")
    parser.add_argument("--keep", help="a folder for failures")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--timeout", type=float, default=20, help="seconds a launch")
    parser.add_argument("--print", type=int, metavar="SEED")
    return parser.parse_args()


def seeds_of(options):
    """Numbers; with --seconds the last is drawn when time is over."""
    if options.seeds == "new":
        first = random.SystemRandom().randrange(10**9)
        print(f"seeds from {first} on")
        first, last = first, first + 10**6
    else:
        first, _, last = options.seeds.partition("-")
        first, last = int(first), int(last or first)
    end = time.monotonic() + options.seconds if options.seconds else None
    for seed in range(first, last + 1):
        if end and time.monotonic() > end:
            return
        yield seed


def main():
    options = read_options()
    if options.print is not None:
        print(module(make(options.print, options.without, options.always)[0]))
        return 0
    if not PTXAS and options.device == "cpu":
        print("there is no ptxas: no kernel is assembled")
    begin = time.monotonic()
    counts, done = run_all(options, seeds_of(options))
    took = time.monotonic() - begin
    print(f"{done} programs in {took:.0f} s: " +
          (", ".join(f"{n} {kind}" for kind, n in counts.items()) or "all agree"))
    return 1 if counts or not done else 0


if __name__ == "__main__":
    sys.exit(main())
