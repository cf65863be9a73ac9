#!/usr/bin/env python3
"""Measures the kernels of this folder on the GPU, one table row a kernel, one column a contender.

    run_peers.py [--set seen|held-out|all] [--out results/x.json] [--only a,b]
                 [--contenders nvcc,numba] [--manifest DIR/manifest.json ...] [--quick] [--ncu]
"""
import argparse
import functools
import json
import statistics
import time
from pathlib import Path

import cupy as cp
import numpy as np

import counters
import harness
import report
import variants
from common import BUILD, add_set_option, chosen_sets

ROUNDS, REPS = 3, 15
PROBES = cp.RawModule(code=r"""
extern "C" __global__ void spin(long long cycles) {
    for (long long start = clock64(); clock64() - start < cycles;) {}
}
extern "C" __global__ void fma_peak(float* out, int iterations) {
    float v[8];
    for (int k = 0; k < 8; k++) v[k] = threadIdx.x + k;
    #pragma unroll 16
    for (int i = 0; i < iterations; i++)
        #pragma unroll
        for (int k = 0; k < 8; k++) v[k] = fmaf(v[k], 0.999f, 0.001f);
    float sum = 0.0f;
    for (int k = 0; k < 8; k++) sum += v[k];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}""")
SPIN, FMA_PEAK = PROBES.get_function("spin"), PROBES.get_function("fma_peak")


def gpu_times(launch, reps, prepare=lambda: None, spin_cycles=8_000_000):
    """Milliseconds of each of `reps` launches by events; what prepares each is in none. The GPU spins until
    all are enqueued, so that what the host takes for a launch is in none of them either."""
    for _ in range(3):
        prepare()
        launch()
    while True:
        events = [(cp.cuda.Event(), cp.cuda.Event()) for _ in range(reps)]
        spun = cp.cuda.Event()
        cp.cuda.Device().synchronize()
        SPIN((1,), (1,), (np.int64(spin_cycles),))
        spun.record()
        for before, after in events:
            prepare()
            before.record()
            launch()
            after.record()
        enqueued_in_time = not spun.done
        cp.cuda.Device().synchronize()
        if enqueued_in_time or spin_cycles > 10**9:
            return [cp.cuda.get_elapsed_time(a, b) for a, b in events]
        spin_cycles *= 4


def ceilings():
    """Copy bandwidth (bytes/s, read plus written) and float32 FMA rate (flop/s)."""
    a = cp.random.default_rng(0).random(1 << 29, dtype=np.float32)
    b = cp.empty_like(a)
    blocks, iterations = harness.SMS * 8, 20_000
    out = cp.empty(blocks * 256, np.float32)
    gpu_times(lambda: cp.copyto(b, a), 100)  # brings the clocks up
    copy = statistics.median(gpu_times(lambda: cp.copyto(b, a), 30))
    fma = statistics.median(gpu_times(lambda: FMA_PEAK((blocks,), (256,), (out, np.int32(iterations))), 30))
    return {"B": 2 * a.nbytes / copy * 1e3, "flop": out.size * iterations * 16 / fma * 1e3}


def contenders(kernels, name, case, cubins):
    """label -> builder of everything that can run this case."""
    folder = BUILD / "numba-ptx"
    folder.mkdir(parents=True, exist_ok=True)
    numba = functools.cache(lambda: variants.Numba(kernels, name))

    def exported():
        return variants.Prebuilt(variants.from_manifest(numba().export(folder), folder, "numba-ptx"))

    made = {label: functools.partial(variants.Prebuilt, of[name]) for label, of in cubins.items() if name in of}
    return {**made, "numba": numba, "numba-ptx": exported,
            **{label: functools.partial(variants.Library, make) for label, make in case.library.items()}}


def launches_of(kernels, name, case, options, record):
    """label -> launch, of the contenders that are wanted, checked; what goes wrong is recorded."""
    saved, launches = harness.saved(case), {}
    for label, build in contenders(kernels, name, case, options.cubins).items():
        if options.wanted and label not in options.wanted:
            continue
        entry = record["variants"][label] = {}
        try:
            contender = build()
            entry.update(contender.facts)
            launch = contender.launch(case)
            if label not in case.library:
                entry["error"] = harness.check(case, synchronous(launch), saved)
                entry["ok"] = entry["error"] <= case.tol
            launches[label] = launch
        except Exception as e:
            entry["failed"] = f"{type(e).__name__}: {e}"[:500]
            print(name, label, entry["failed"], flush=True)
    return launches


def synchronous(launch):
    def run():
        launch()
        cp.cuda.Device().synchronize()
    return run


def make_case(kernels, name, options):
    case = kernels.cases[name]()
    # What the JIT does, and so the manifest's facts, hangs on it.
    few = case.threads < 2**20
    assert options.quick or few == kernels.few_threads(name), f"{name}: {case.threads} threads"
    return case


def run_case(kernels, name, options):
    start, case = time.perf_counter(), make_case(kernels, name, options)
    record = {"set": kernels.name, "primitive": kernels.primitive(name), "work": case.work,
              "threads": case.threads, "variants": {}}
    prepare = functools.partial(harness.restore, case, harness.saved(case)) if case.once else lambda: None
    launches = launches_of(kernels, name, case, options, record)
    rounds = {label: [] for label in launches}
    for _ in range(ROUNDS):
        for label, launch in launches.items():
            rounds[label].append(gpu_times(launch, REPS, prepare))
    for label, times in rounds.items():
        medians = [statistics.median(t) for t in times]
        record["variants"][label].update(ms=statistics.median(sum(times, [])),
                                         spread=max(medians) / min(medians) - 1)
    record["seconds"] = time.perf_counter() - start
    return record


def chosen_kernels(options):
    """(set, kernel) pairs."""
    pairs = [(kernels, name) for kernels in chosen_sets(options.set) for name in kernels.cases]
    if options.only:
        only = options.only.split(",")
        unknown = set(only) - {name for _, name in pairs}
        if unknown:
            raise SystemExit(f"run_peers.py: {options.set} has no {', '.join(sorted(unknown))}")
        pairs = [pair for pair in pairs if pair[1] in only]
    return pairs


def compile_all(pairs, options):
    """label -> kernel -> its cubin, all of them in the making at the same time."""
    cubins = {}
    if not options.wanted or "nvcc" in options.wanted:
        cubins["nvcc"] = {name: variants.nvcc_twin(kernels, name) for kernels, name in pairs}
    for path in options.manifest:
        label, made = variants.read_manifest(path, {name for _, name in pairs})
        cubins[label] = made
    return cubins


def write(result, options):
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(json.dumps(result, indent=1))
    options.out.with_suffix(".md").write_text(report.markdown(result))


def measure(pairs, options):
    result = {"quick": options.quick, "ceilings": ceilings(), "kernels": {}}
    try:
        for kernels, name in pairs:
            result["kernels"][name] = run_case(kernels, name, options)
            cp.get_default_memory_pool().free_all_blocks()
            print(report.summary(name, result), flush=True)
    finally:  # a kernel that faults takes the CUDA context, and so the rest of the run, with it
        write(result, options)
    return result


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=BUILD / "latest.json")
    parser.add_argument("--only", help="comma-separated kernels")
    parser.add_argument("--manifest", action="append", default=[], help="a pre-built variant to add")
    parser.add_argument("--contenders", help="comma-separated: nvcc, numba, numba-ptx, torch, triton, a manifest's")
    parser.add_argument("--quick", action="store_true", help="small sizes: checks, not timings")
    parser.add_argument("--ncu", action="store_true", help="also what ncu counts in one launch of each")
    parser.add_argument("--count-only", type=Path, help=argparse.SUPPRESS)  # the process that ncu starts
    add_set_option(parser)
    options = parser.parse_args()
    options.wanted = options.contenders and options.contenders.split(",")
    return options


def main():
    options, start = parse(), time.perf_counter()
    if options.quick:
        harness.SHRINK = 6
    BUILD.mkdir(parents=True, exist_ok=True)
    pairs = chosen_kernels(options)
    options.cubins = compile_all(pairs, options)
    for cubin in (cubin for made in options.cubins.values() for cubin in made.values()):
        cubin.made.exception()  # waits; who builds the contender says what went wrong
    if options.count_only:
        counters.launch_each(pairs, make_case, launches_of, options)
        return
    print(f"compiled in {time.perf_counter() - start:.0f} s", flush=True)
    result = measure(pairs, options)
    if options.ncu:
        counters.count(result, BUILD)
        write(result, options)
    print(f"run_peers.py: {len(pairs)} kernels in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
