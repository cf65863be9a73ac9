#!/usr/bin/env python3
"""Measures the kernels of this folder on the GPU, one table row a kernel, one column a contender.

    run_peers.py [--out results/x.json] [--only a,b] [--contenders nvcc,numba]
                 [--manifest DIR/manifest.json ...] [--quick]
"""
import argparse
import functools
import json
import statistics
from pathlib import Path

import cupy as cp
import numpy as np

import cases
import report
import variants
from common import BUILD

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


def gpu_times(launch, reps, spin_cycles=8_000_000):
    """Milliseconds of each of `reps` launches by events. The GPU spins until all are enqueued, so
    that what the host takes for a launch is in none of them."""
    for _ in range(3):
        launch()
    while True:
        events = [(cp.cuda.Event(), cp.cuda.Event()) for _ in range(reps)]
        spun = cp.cuda.Event()
        cp.cuda.Device().synchronize()
        SPIN((1,), (1,), (np.int64(spin_cycles),))
        spun.record()
        for before, after in events:
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
    blocks, iterations = cases.SMS * 8, 20_000
    out = cp.empty(blocks * 256, np.float32)
    gpu_times(lambda: cp.copyto(b, a), 100)  # brings the clocks up
    copy = statistics.median(gpu_times(lambda: cp.copyto(b, a), 30))
    fma = statistics.median(gpu_times(lambda: FMA_PEAK((blocks,), (256,), (out, np.int32(iterations))), 30))
    return {"B": 2 * a.nbytes / copy * 1e3, "flop": out.size * iterations * 16 / fma * 1e3}


def owner(view):
    return view if view.base is None else view.base


def error(got, expected):
    if got.dtype.kind == "f":
        expected = expected.astype(np.float64)
        return float(cp.linalg.norm((got - expected).ravel()) / cp.linalg.norm(expected.ravel()))
    return float((got != expected).mean())


def check(case, launch, saved):
    """The worst error over the case's outputs, after one launch on poisoned (or reset) outputs."""
    for view, _ in case.expect:
        owner(view).data.memset(0xFF, owner(view).nbytes)
    for name in case.zero:
        case.args[name].fill(0)
    for name, value in saved.items():
        case.args[name][...] = value
    launch()
    cp.cuda.Device().synchronize()
    return max(error(view, expected) for view, expected in case.expect)


def contenders(name, case, manifests):
    """label -> builder of everything that can run this case."""
    folder = BUILD / "numba-ptx"
    folder.mkdir(parents=True, exist_ok=True)
    numba = functools.cache(lambda: variants.Numba(name))
    return {"nvcc": lambda: variants.nvcc_twin(case.twin or name),
            "numba": numba,
            "numba-ptx": lambda: variants.from_manifest(numba().export(folder), folder, "numba-ptx"),
            **{label: kernels[name] for label, kernels in manifests if name in kernels},
            **{label: lambda make=make: variants.Library(make) for label, make in case.library.items()}}


def run_case(name, manifests, wanted):
    case = cases.CASES[name]()
    saved = {n: case.args[n].copy() for n in case.inout}
    record, launches = {"work": case.work, "variants": {}}, {}
    for label, build in contenders(name, case, manifests).items():
        if wanted and label not in wanted:
            continue
        entry = record["variants"][label] = {}
        try:
            contender = build()
            entry.update(contender.facts)
            launch = contender.launch(case)
            if label not in case.library:
                entry["error"] = check(case, launch, saved)
                entry["ok"] = entry["error"] <= case.tol
            launches[label] = launch
        except Exception as e:
            entry["failed"] = f"{type(e).__name__}: {e}"[:500]
            print(name, label, entry["failed"], flush=True)
    rounds = {label: [] for label in launches}
    for _ in range(ROUNDS):
        for label, launch in launches.items():
            rounds[label].append(gpu_times(launch, REPS))
    for label, times in rounds.items():
        medians = [statistics.median(t) for t in times]
        record["variants"][label].update(ms=statistics.median(sum(times, [])),
                                         spread=max(medians) / min(medians) - 1)
    return record


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=BUILD / "latest.json")
    parser.add_argument("--only", help="comma-separated kernels")
    parser.add_argument("--manifest", action="append", default=[], help="a pre-built variant to add")
    parser.add_argument("--contenders", help="comma-separated: nvcc, numba, numba-ptx, torch, triton, a manifest's")
    parser.add_argument("--quick", action="store_true", help="small sizes: checks, not timings")
    options = parser.parse_args()
    if options.quick:
        cases.SHRINK = 6
    BUILD.mkdir(parents=True, exist_ok=True)
    wanted = options.contenders and options.contenders.split(",")
    manifests = [variants.read_manifest(path) for path in options.manifest]

    result = {"quick": options.quick, "ceilings": ceilings(), "kernels": {}}
    try:
        for name in options.only.split(",") if options.only else cases.CASES:
            result["kernels"][name] = run_case(name, manifests, wanted)
            cp.get_default_memory_pool().free_all_blocks()
            print(report.summary(name, result), flush=True)
    finally:  # a kernel that faults takes the CUDA context, and so the rest of the run, with it
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(result, indent=1))
        options.out.with_suffix(".md").write_text(report.markdown(result))


if __name__ == "__main__":
    main()
