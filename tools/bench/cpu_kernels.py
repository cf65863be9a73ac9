#!/usr/bin/env python3
"""The benchmark kernels on the CPU device beside the same computations as C++ loops.

    cpu_kernels.py PYK2PTX [--set=seen] [--cores=1] [--scale=1] [--rounds=5] [KERNEL...]

Needs NumPy and g++. cpu/*.cpp and held_out/cpu/*.cpp have the natural loops, compiled with -O3 -march=native
-fopenmp: one core, or as many as --cores says, for both. The launches are those that a GPU would get. Each
side's time is the least of ROUNDS medians, both in turn; results are compared before. --scale makes arrays larger.
--check=all: what the checks cost, the same launches with them and without, no C++,
by the processes' CPU time.
"""
import argparse
import itertools
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from common import add_set_option, chosen_sets, load
from launches import BLOCKS
from shrunk_cases import shrunk

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["-std=c++20", "-O3", "-march=native", "-fopenmp"]
REPEAT = 15
f32 = np.float32


def random(*shape):
    return np.random.default_rng(1).random(shape, dtype=f32)


def integers(low, high, shape, dtype):
    return np.random.default_rng(1).integers(low, high, shape, dtype=dtype)


def lines(n):
    return math.ceil(n / 256), 256


def planes(name, shape):
    return tuple(-(-extent // of) for extent, of in zip(shape[::-1], BLOCKS[name])), BLOCKS[name]


def multiple(scale, bits, of):
    """The root of scale << bits, rounded down to a multiple."""
    return int((scale << bits) ** 0.5) // of * of


# Each: name, grid, block, arguments in the kernel's order, which of them are written (their names in one
# string, or with each what makes of the arguments what is compared, or None), tolerance of their elements.
def sequences(scale):
    n, few = scale << 20, (1056, 256)
    a, b = random(n), random(n)[::-1].copy()
    # The kernels' and the loops' sums of 2**22 elements round apart.
    yield "vecadd", *lines(n), {"a": a, "b": b, "c": np.zeros(n, f32)}, "c", 0
    yield "saxpy", *few, {"alpha": 0.01, "x": random(4 * n), "y": random(4 * n)}, "y", 1e-6
    sums = {"x": random(4 * n), "out": np.zeros(1, f32)}
    yield "reduce_shared", *few, sums, "out", 1e-4
    yield "reduce_warp", *few, sums, "out", 1e-4
    yield "segreduce", n // 4096, 256, {"data": a, "sums": np.zeros(n // 4096, f32)}, "sums", 1e-5
    yield "stencil1d", *lines(n), {"x": a, "weights": random(9), "out": np.zeros(n, f32)}, "out", 1e-6
    data = integers(0, 256, 4 * n, np.uint8)
    yield "histogram", *few, {"data": data, "hist": np.zeros(256, np.int32)}, "hist", 0
    rows = (scale * 64, 4096)
    yield "softmax", rows[0], 256, {"x": random(*rows) * 8, "out": np.zeros(rows, f32)}, "out", 1e-5
    pairs = scale * 64
    first, second = integers(97, 103, (2, pairs, 256), np.uint8)
    second[:, :128] = first[:, 64:192]
    yield "edit_distance", pairs, 256, {
        "first": first, "second": second, "distance": np.zeros(pairs, np.int32)}, "distance", 0
    blocks = n // 4 // 2048
    yield "coop_reduce", blocks, 256, {"x": random(n // 4), "sums": np.zeros(blocks, f32)}, "sums", 1e-5
    values = integers(-1000, 1000, n // 4, np.int32)
    yield "coop_scan", blocks, 256, {"x": values, "y": np.zeros_like(values)}, "y", 0
    keys = integers(0, 1 << 32, n // 16, np.uint32)
    for threads, items in (128, 4), (256, 8), (512, 16):
        yield (f"coop_sort_{threads}x{items}", keys.size // (threads * items), threads,
               {"x": keys, "y": np.zeros_like(keys)}, "y", 0)


def matrices(scale):
    n, side = scale << 20, multiple(scale, 18, 32)
    square = side, side
    product = {"a": random(*square), "b": random(*square), "c": np.zeros(square, f32)}
    for name in "matmul_naive", "matmul_tiled16", "matmul_tiled32":
        yield name, *planes(name, square), product, "c", 1e-5
    flat = {name: array.reshape(-1) for name, array in product.items()}
    yield "matmul_flat", *planes("matmul_flat", square), flat | {"n": side}, "c", 1e-5
    side = multiple(scale, 16, 128)
    half = random(2, side, side).astype(np.float16) - np.float16(0.5)
    yield "mm_f16", (side // 128, side // 128), 128, {
        "a": half[0], "b": half[1], "c": np.zeros_like(half[0])}, "c", 1e-3
    shape = 1026, scale * 1024 - 49
    yield "distances", *planes("distances", shape), {
        "p": random(shape[0], 32), "q": random(2, shape[1], 32)[1].copy(),
        "out": np.zeros(shape, f32)}, "out", 1e-5
    shape = 1024, scale * 1024 + 32
    tiles = -(-shape[1] // 32), -(-shape[0] // 32)
    yield "transpose", tiles, BLOCKS["transpose"], {
        "a": random(*shape), "out": np.zeros(shape[::-1], f32)}, "out", 0
    rows = n // 64
    start = np.zeros(rows + 1, np.int32)
    start[1:] = np.cumsum(integers(0, 97, rows, np.int32))
    columns = integers(0, rows, start[-1], np.int32)
    yield "spmv_csr", *lines(rows * 32), {
        "row_start": start, "columns": columns, "values": random(columns.size), "x": random(rows),
        "y": np.zeros(rows, f32)}, "y", 1e-5
    image = random(24, 131, scale * 128 - 13)
    columns = np.zeros((24 * 9, image[0].size), f32)
    yield "im2col", *lines(image.size), {
        "image": image, "columns": columns, "size": 3, "pad": 1}, "columns", 0


def images(scale):
    side = multiple(scale, 18, 32)
    image = {"x0": -2.0, "y0": -1.5, "dx": 3 / side, "dy": 3 / side, "max_iter": 256,
             "image": np.zeros((side, side), np.int32)}
    yield "mandelbrot", *planes("mandelbrot", (side, side)), image, "image", 0.02
    shape = 1024, scale * 1024 + 40
    image = {"image": integers(0, 256, shape, np.uint8), "out": np.zeros(shape, np.uint8)}
    yield "edges", *planes("edges", shape), image, "out", 0
    shape = 1027, scale * 1024 + 40
    cells = {"cells": integers(0, 2, shape, np.uint8), "after": np.zeros(shape, np.uint8)}
    yield "life", *planes("life", shape), cells, "after", 0
    shape, resized = (512, scale * 512 + 24, 3), (384, scale * 640, 3)
    image = {"image": integers(0, 256, shape, np.uint8), "out": np.zeros(resized, np.uint8)}
    # A product and a sum may round once or twice.
    yield "resize_rgb", *planes("resize_rgb", resized[:2]), image, "out", 1e-3
    image = {"image": random(*shape), "out": np.zeros(shape, f32)}
    yield "rgb_to_hsv", *planes("rgb_to_hsv", shape[:2]), image, "out", 1e-6
    n = scale << 18
    a, b = 0.3, 0.5  # angles of a turn about y and of one about x
    about_y = np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(b), -np.sin(b)], [0, np.sin(b), np.cos(b)]])
    rotation, translation = (about_x @ about_y).astype(f32), np.array([0.5, -0.25, 1.5], f32)
    seen = random(n, 3) * 4 - np.array([2, 2, -1.5], f32)
    seen[:, 2] *= np.where(np.arange(n) >> 10 & 7 == 1, f32(-1), f32(1))  # behind the camera
    yield "project_points", *lines(n), {
        "points": (seen - translation) @ rotation, "rotation": rotation, "translation": translation,
        "camera": np.array([[1200, 0, 960], [0, 1180, 540], [0, 0, 1]], f32),
        "distortion": np.array([-0.12, 0.03], f32), "near": 0.1,
        "pixels": np.zeros((n, 3), f32)}, "pixels", 1e-6


def models(scale):
    wide = (1024, scale * 1024)
    yield "jacobi2d", *planes("jacobi2d", wide), {"u": random(*wide), "v": np.zeros(wide, f32)}, "v", 1e-6
    nz, ny, nx = space = 64, 128, scale * 128 + 32
    u = random(nz * ny * nx)
    yield "heat3d", *planes("heat3d", space), {
        "u": u, "v": np.zeros_like(u), "nx": nx, "ny": ny, "nz": nz, "r": 0.1}, "v", 1e-6
    bodies = multiple(scale, 22, 256)
    yield "nbody", *lines(bodies), {
        **{name: random(4, bodies)[k].copy() for k, name in enumerate(("x", "y", "z", "mass"))},
        **{name: np.zeros(bodies, f32) for name in ("ax", "ay", "az")}}, "az", 1e-3
    n = scale << 18
    u = random(3, n)
    yield "blackscholes", *lines(n), {
        "price": 5 + 25 * u[0], "strike": 1 + 99 * u[1], "years": f32(0.25) + f32(9.75) * u[2],
        "call": np.zeros(n, f32), "put": np.zeros(n, f32)}, "put", 1e-4
    n = scale << 12
    # A point on the circle's edge may be on either side.
    yield "pi_xorshift", *lines(n), {
        "seed": 12345, "samples": 256, "hits": np.zeros(n, np.int32)}, "hits", 1e-3
    states = np.zeros(n, [("s0", np.uint64), ("s1", np.uint64)])
    states["s0"], states["s1"] = integers(1, 1 << 63, (2, n), np.uint64)
    yield "option_paths", n // 128, *BLOCKS["option_paths"], {
        "states": states, "start": 100.0, "strike": 98.0, "drift": 1e-4, "volatility": 0.02, "steps": 64,
        "payoff": np.zeros(n, f32)}, "payoff", 1e-4


def everyday(scale):
    shape = 515, scale * 512 + 40
    after = {name: np.zeros(shape, f32) for name in ("next_h", "next_u", "next_v")}
    u, v = random(2, *shape) - f32(0.5)
    yield "shallow_water", *planes("shallow_water", shape), {
        "h": 1 + random(*shape), "u": u, "v": v, **after, "dt": 0.01, "dx": 0.5}, " ".join(after), 1e-6
    image = {"image": integers(0, 256, shape, np.uint8), "out": np.zeros(shape, np.uint8), "radius": 2}
    yield "box_blur", *planes("box_blur", shape), image, "out", 0
    yield "rotate_image", *planes("rotate_image", shape), {
        "image": random(*shape), "out": np.zeros(shape, f32), "angle": 0.3}, "out", 1e-3
    yield "heat_shared", *planes("heat_shared", shape), {
        "u": random(*shape), "v": np.zeros(shape, f32), "r": 0.1}, "v", 1e-6
    side = multiple(scale, 16, 16)
    yield "matmul_inplace", *planes("matmul_inplace", (side, side)), {
        "a": random(side, side), "b": random(2, side, side)[1].copy(), "c": np.zeros((side, side), f32)}, "c", 1e-5
    n = scale << 14
    yield "collatz", *lines(n), {
        "start": integers(-1000, 100000, n, np.int64), "steps": np.zeros(n, np.int32), "most": 256}, "steps", 0
    shape = 64, scale * 4096 + 33
    yield "masked_means", *lines(shape[1]), {
        "values": random(*shape).astype(np.float64), "weights": random(2, *shape)[1].astype(np.float64),
        "means": np.zeros(shape[1]), "least": 0.5}, "means", 1e-12
    n = scale << 16
    yield "next_greater", *lines(n), {"x": random(n), "ahead": np.zeros(n, np.int32), "most": 64}, "ahead", 0
    wind, places, n = random(2, 131, scale * 128 + 40) * 8 - f32(4), random(2, scale << 12), scale << 12
    yield "trace_wind", *lines(n), {
        "u": wind[0], "v": wind[1], "xs": places[0] * f32(wind.shape[2] - 1), "ys": places[1] * f32(130),
        "end_x": np.zeros(n, f32), "end_y": np.zeros(n, f32), "dt": 0.25, "steps": 32}, "end_x end_y", 1e-3
    n = scale << 16
    walk = np.cumsum(np.random.default_rng(1).standard_normal(n) * 1e-3)
    # Whether a price is on a barrier, an fma may say otherwise.
    yield "triple_barrier", n // 128, *BLOCKS["triple_barrier"], {
        "price": np.exp(walk).astype(f32) * f32(100), "volume": integers(0, 20, n, np.int32),
        "width": random(n) * f32(0.015) + f32(0.005), "horizon": 128, "label": np.zeros(n, np.int8),
        "held": np.zeros(n, np.int32)}, "label held", 1e-4
    n, shape = scale << 15, (256, 280)
    y, x, at = np.arange(shape[0], dtype=f32)[:, None] / 40, np.arange(shape[1], dtype=f32) / 50, np.arange(n)
    places = np.stack((at % 256 / 256, at // 256 / (n // 256)), axis=1).astype(f32) + random(n, 2) / 256
    currents = random(2, *shape) - f32(0.5)
    yield "drifters", *lines(n), {
        "u": np.sin(y) * np.cos(x) * 2 + currents[0], "v": np.cos(y) * np.sin(x) * -2 + currents[1],
        "start": places * np.array([shape[1] - 1, shape[0] - 1], f32), "dt": 0.8, "steps": 12,
        "end": np.zeros((n, 2), f32)}, "end", 1e-5
    n, points = scale << 19, multiple(scale, 16, 1)
    places = random(2, n) * f32(points - 1.5)
    yield "deposit", *lines(n), {
        "px": places[0], "py": places[1], "charge": random(n)[::-1].copy(),
        "density": np.zeros((points, points), f32)}, "density", 1e-5
    shape, weights = (scale * 46, 12, 77, 50), (12, 1, 50)
    tensors = {"out": np.zeros(shape, f32), "a": random(*shape), "b": random(*weights)}
    parts = {}
    for name, tensor in tensors.items():
        strides = np.array(tensor.strides, np.int32) // np.int32(tensor.itemsize)
        parts |= {name: tensor.ravel(), f"{name}_shape": np.array(tensor.shape, np.int32), f"{name}_strides": strides}
        if name == "out":
            parts["out_size"] = tensor.size
    yield "tensor_zip", *lines(parts["out_size"]), parts, "out", 1e-6
    shape = 462, scale * 512 + 24, 3
    image = {"image": integers(0, 256, shape, np.uint8),
             "screen": np.argsort(random(120)).astype(np.int32).reshape(12, 10), "levels": 6,
             "out": np.zeros(shape, np.uint8)}
    yield "ordered_dither", *planes("ordered_dither", shape[:2]), image, "out", 0
    base = random(scale * 7, 40, 53, 24)
    view = base.transpose(0, 3, 1, 2)[:, None, :, ::-1, 1:]
    shape, strides = (view.shape[0], 3, *view.shape[2:]), (view.strides[0], 0, *view.strides[2:])
    n = math.prod(shape)
    yield "unpack_view", *lines(n), {
        "base": base.ravel(), "offset": 39 * 53 * 24 + 24, "strides": np.array(strides, np.int32) // np.int32(4),
        "shape": np.array(shape, np.int32), "out": np.zeros(n, f32)}, "out", 0
    shape = 236, scale * 256 + 24
    yield "ruggedness", *planes("ruggedness", shape), {
        "height": random(*shape) * f32(4000), "radius": 3, "out": np.zeros(shape, f32)}, "out", 1e-6
    n, header = scale << 12, integers(0, 1 << 32, 11, np.uint32)
    yield "nonce_search", *lines(n), {
        "midstate": header[:8], "tail": header[8:], "first": 2600468480, "zeros": np.zeros(n, np.uint8)}, "zeros", 0
    n, draw = scale << 12, integers(0, 1 << 64, (5, scale << 12), np.uint64)
    occupied = draw[0] & (draw[1] | draw[2] & draw[3])
    yield "reversi_mobility", n // 128, *BLOCKS["reversi_mobility"], {
        "own": occupied & draw[4], "other": occupied & ~draw[4], "square": np.zeros(n, np.uint8),
        "replies": np.zeros(n, np.uint8)}, "square replies", 0
    n, drawn = scale << 12, np.random.default_rng(1)
    corners = drawn.integers(8, 25, 48)
    first = np.cumsum([0, *corners]).astype(np.int32)
    zone = np.repeat(np.arange(48), corners)
    angle = (np.arange(zone.size) - first[zone] + drawn.random(zone.size)) * 2 * np.pi / corners[zone]
    ring = np.stack((zone % 8 + 0.3, zone // 8 + 0.3), axis=1) + 0.4 * drawn.random((48, 2))[zone]
    ring += (0.45 + 0.2 * drawn.random((zone.size, 1))) * np.stack((np.cos(angle), np.sin(angle)), axis=1)
    bounds = np.hstack([most.reduceat(ring, first[:-1]) for most in (np.minimum, np.maximum)])
    yield "pickup_zones", n // 128, *BLOCKS["pickup_zones"], {
        "lon": 8 * drawn.random(n), "lat": 6 * drawn.random(n), "ring": ring, "first": first, "bounds": bounds,
        "zone": np.zeros(n, np.int16)}, "zone", 0
    levels, *extent = shape = 32, 67, scale * 64 + 40
    drawn, (y, x) = np.random.default_rng(1), (np.arange(side) / side - 0.5 for side in extent)
    around = 1.2 - 5 * (y[:, None]**2 + x**2)
    yield "lake_mixing", *planes("lake_mixing", extent), {
        "warmth": 4 + 20 * drawn.random(shape), "mixing": 10**(-3 - 3 * drawn.random(shape)),
        "thickness": 0.25 * 1.07**np.arange(levels),
        "bottom": np.clip(levels * around + 2 * drawn.random(extent), 0, levels).astype(np.int32), "dt": 3600.0,
        "after": np.zeros(shape)}, "after", 1e-12
    views, bins, side = 56, 44, multiple(scale, 12, 8)
    rows, cols = side + 8, side + 24
    radius, turn = 0.25 * rows, np.arange(views) * (2 * np.pi / views)
    yield "fan_beam", *planes("fan_beam", (rows, cols)), {
        "filtered": random(views, bins) - f32(0.5), "cosine": np.cos(turn).astype(f32),
        "sine": np.sin(turn).astype(f32), "distance": 3.2 * radius, "bin_width": 2 * radius / bins, "pixel": 0.5,
        "radius": radius, "image": np.zeros((rows, cols), f32)}, "image", 2e-5
    n, steps, drawn = (scale << 13) + 40, 36, np.random.default_rng(1)
    stress = np.sin(np.arange(steps) / 5)[:, None] * (90 * drawn.random(n)) + 30 * drawn.random(n)
    stress = np.rint(2 * (stress + 40 * drawn.standard_normal((steps, n)))) / 2
    stress[:, ::64] = stress[0, ::64]
    yield "fatigue_damage", -(-n // 128), *BLOCKS["fatigue_damage"], {
        "stress": stress.astype(f32), "strength": 600.0, "limit": 25.0, "slope": 5.0, "damage": np.zeros(n, f32),
        "cycles": np.zeros(n, np.int32)}, "damage cycles", 1e-5


def domains(scale):
    return shrunk("seen", {
        "embedding_bag": 4, "sw_affine": 1, "floyd_tile": 6, "hough_lines": 6, "lj_cells": 4, "sar_backproject": 4,
        "weno5_burgers": 6, "base64_encode": 7, "kmer_count": 6, "spline_eval": 6, "census_match": 6,
        "ising_sweep": 6, "perlin_fbm": 6, "ray_spheres": 6, "orient_keypoints": 7}, scale)


def steps(scale):
    return shrunk("seen", {
        "biquad_bank": 4, "merkle_level": 6, "prune_sites": 5, "sgm_aggregate": 6, "viewshed": 6, "two_qubit_gate": 6,
        "blob_union": 6, "pair_hmm": 7, "bfs_expand": 6}, scale)


SUBJECTS = sequences, matrices, images, models, everyday, domains, steps


def cases(kernels, scale):
    if kernels.name == "seen":
        return itertools.chain(*(some(scale) for some in SUBJECTS))
    return load(kernels.folder / "cpu_cases.py", f"CPU cases of {kernels.name}").cases(scale)


class Side:
    """One of the two programs, for one case, and the files of what it writes."""

    def __init__(self, command, environment, pattern, outs):
        self.command, self.pattern, self.outs = command, pattern, outs
        self.environment = {**os.environ, **environment}

    def cpu_seconds(self, repeat):
        command = [str(word).replace("REPEAT", str(repeat)) for word in self.command]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=self.environment)
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit(f"{command} failed")
        return usage.ru_utime + usage.ru_stime

    def cpu_time(self, repeat):
        """Milliseconds a launch on one core, whatever else the machine does."""
        start = self.cpu_seconds(1)
        # Compiling takes now more, now less: launches take as long at least.
        while (took := self.cpu_seconds(1 + repeat) - start) < start / 2:
            repeat *= 2
        return took / repeat * 1000

    def time(self, repeat):
        command = [str(word).replace("REPEAT", str(repeat)) for word in self.command]
        got = subprocess.run(command, check=True, capture_output=True, text=True, env=self.environment)
        return float(re.search(self.pattern, got.stdout)[1])


def checked(plain, options):
    """Milliseconds of a launch with checks and without, on one core."""
    watched = Side([*plain.command, f"--check={options.check}"], plain.environment, plain.pattern, plain.outs)
    repeat = [max(int(300 / side.time(1)), 1) for side in (watched, plain)]
    times = [(watched.cpu_time(repeat[0]), plain.cpu_time(repeat[1])) for _ in range(options.rounds)]
    return min(t[0] for t in times), min(t[1] for t in times)


def words(values):
    return values if isinstance(values, str) else ",".join(map(str, np.atleast_1d(values)))


def sides(program, source, options, folder, case):
    name, grid, block, arguments, written, _ = case
    written = [*written] if isinstance(written, dict) else written.split()
    outs = [[folder / f"{side}.{key}" for key in written] for side in ("device", "twin")]
    device, plain = [f"--out={key}={file}.npy" for key, file in zip(written, outs[0])], []
    for key, value in arguments.items():
        if not isinstance(value, np.ndarray):
            value = np.asarray(value).item()
            device.append(f"{key}={value!r}")
            plain.append(repr(value))
            continue
        file = folder / f"{key}.npy"
        np.save(file, value)
        device.append(f"{key}={file}")
        plain.append(f"{file}@{outs[1][written.index(key)]}" if key in written else str(file))
    run = [program, "run", f"{source}::{name}", "--device=cpu", "--grid", words(grid),
           "--block", words(block), "--repeat=REPEAT", *device]
    cores = str(options.cores)
    return (Side([*run, *options.more], {"PYK2PTX_CPU_THREADS": cores}, r"time: ([\d.]+) ms", outs[0]),
            Side([folder / "twins", name, "REPEAT", *plain], {"OMP_NUM_THREADS": cores}, r"([\d.]+)", outs[1]))


def apart(mine, other, tolerance):
    """Whether an array's elements are, or a member of structures."""
    if mine.dtype.names:
        return any(apart(mine[name], other[name], tolerance) for name in mine.dtype.names)
    if mine.dtype.kind in "biu":
        return np.mean(mine != other) > tolerance
    wide = np.result_type(mine.dtype, np.float64)
    return not np.linalg.norm(mine - other.astype(wide)) <= tolerance * np.linalg.norm(other.astype(wide))


def results(case, arrays):
    """What is compared, of the arrays that a side has written."""
    arguments, written = case[3:5]
    if not isinstance(written, dict):
        return arrays
    for key, array in zip(written, arrays):
        arguments[key][...] = array.reshape(arguments[key].shape)
    return [array if make is None else np.array(make()) for make, array in zip(written.values(), arrays)]


def differ(case, ours, theirs):
    """The first array of which the results differ, or nothing."""
    mine = [np.load(f"{file}.npy").ravel() for file in ours.outs]
    other = [np.fromfile(twin, array.dtype) for twin, array in zip(theirs.outs, mine)]
    for file, a, b in zip(ours.outs, results(case, mine), results(case, other)):
        if apart(a, b, case[-1]):
            return file.suffix[1:]


def measure(case, ours, theirs, options):
    rough = [side.time(1) for side in (ours, theirs)]
    if wrong := differ(case, ours, theirs):
        sys.exit(f"{case[0]}: the results differ in {wrong}")
    if options.cpu_time:
        repeat = [max(int(300 / each), 5) for each in rough]
        times = [(ours.cpu_time(repeat[0]), theirs.cpu_time(repeat[1])) for _ in range(options.rounds)]
    else:
        times = [(ours.time(REPEAT), theirs.time(REPEAT)) for _ in range(options.rounds)]
    return min(t[0] for t in times), min(t[1] for t in times)


def compare(program, kernels, options, folder):
    if not options.check:
        sources = sorted({*(HERE / "cpu").glob("*.cpp"), *(kernels.folder / "cpu").glob("*.cpp")})
        subprocess.run(["g++", *FLAGS, *sources, "-o", folder / "twins"], check=True)
    ratios = []
    for case in cases(kernels, options.scale):
        if options.kernels and case[0] not in options.kernels:
            continue
        both = sides(program, kernels.source(case[0]), options, folder, case)
        ours, theirs = checked(both[0], options) if options.check else measure(case, *both, options)
        ratios.append(ours / theirs)
        other = "unchecked" if options.check else "C++"
        print(f"{case[0]:16}{ours:9.3f} ms, {other} {theirs:9.3f} ms: {ratios[-1]:5.2f}", flush=True)
    if ratios:
        geomean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"{kernels.name}: {len(ratios)} kernels, {options.cores} cores: geomean {geomean:.2f}, "
              f"most {max(ratios):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("kernels", nargs="*")
    add_set_option(parser)
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--scale", type=int, default=1, help="a power of 4")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cpu-time", action="store_true",
                        help="of the processes, for a machine with other work; one core")
    parser.add_argument("--check", metavar="KINDS", help="what checks cost, in place of C++")
    parser.add_argument("--more", action="append", default=[], help="an option for `pyk2ptx run`")
    options = parser.parse_intermixed_args()
    program = str(pathlib.Path(options.program).resolve())
    with tempfile.TemporaryDirectory() as name:
        for kernels in chosen_sets(options.set):
            compare(program, kernels, options, pathlib.Path(name))


if __name__ == "__main__":
    main()
