"""Cases of programs that go on from step to step, and of kernels that are one such step.

Filters along time, the elevation along a line of sight, the costs along a row of pixels, labels up their trees; a
level of a tree of hashes, a node of a tree of species, a gate on the state of qubits.
"""
import hashlib

import numpy as np

from harness import Case, cdiv, f32, f64, grid2d, i32, integers, rng, side, size, xp
from launches import BLOCKS


def biquad_bank():
    """Cascades of resonant low passes, each its own. Fewer than 2**20 threads."""
    channels, samples, sections = size(14), max(size(20) // 512, 256), 4
    random = np.random.default_rng(1234)
    w = np.pi * (0.05 + 0.4 * random.random((sections, channels)))
    q = 0.6 + random.random((sections, channels))
    alpha, cos = np.sin(w) / (2 * q), np.cos(w)
    sos = np.stack([(1 - cos) / 2, 1 - cos, (1 - cos) / 2, -2 * cos, 1 - alpha], axis=1) / (1 + alpha)[:, None]
    sos = xp.asarray(sos, f32)
    signal = rng().standard_normal((samples, channels), dtype=f32)
    wide, state, expect = sos.astype(f64), xp.zeros((sections, 2, channels)), xp.empty(signal.shape)
    for t in range(samples):
        x = signal[t].astype(f64)
        for s in range(sections):
            b0, b1, b2, a1, a2 = wide[s]
            y = b0 * x + state[s, 0]
            state[s, 0] = b1 * x - a1 * y + state[s, 1]
            state[s, 1] = b2 * x - a2 * y
            x = y
        expect[t] = x
    out = xp.empty_like(signal)
    return Case(dict(signal=signal, sos=sos, out=out), (cdiv(channels, 256),), (256,), [(out, expect)],
                (8 * signal.size, "B"), 1e-4)


def merkle_level():
    """Of 2**19 pairs of hashes, over and over."""
    n = size(22)
    distinct = min(n, 1 << 19)
    data = np.random.default_rng(1234).bytes(64 * distinct)
    digests = b"".join(hashlib.sha3_256(data[at:at + 64]).digest() for at in range(0, len(data), 64))
    nodes, expect = (xp.tile(xp.asarray(np.frombuffer(words, np.uint64).reshape(-1, 4)), (n // distinct, 1))
                     for words in (data, digests))
    parents = xp.empty((n, 4), np.uint64)
    return Case(dict(nodes=nodes, parents=parents), (cdiv(n, 256),), (256,), [(parents, expect)], (n, "sample"))


def prune_sites():
    """A fifth of the sites has so little left that it is scaled."""
    sites, random = size(21), rng()
    left, right = (random.random((4, sites, 4)) for _ in range(2))
    left[:, ::5] *= 1e-40
    host = np.random.default_rng(1234)
    p_left, p_right = (host.random((4, 4, 4)) + 3 * np.eye(4) for _ in range(2))
    p_left, p_right = (xp.asarray(p / p.sum(axis=2, keepdims=True)) for p in (p_left, p_right))
    expect = xp.einsum("cit,cst->cis", left, p_left)
    expect *= xp.einsum("cit,cst->cis", right, p_right)
    small = expect.max(axis=(0, 2)) < 2.0**-128
    expect[:, small] *= 2.0**128
    scalings = integers(0, 3, sites, i32)
    parent = xp.empty_like(left)
    args = dict(left=left, right=right, p_left=p_left, p_right=p_right, scalings=scalings, parent=parent)
    return Case(args, (cdiv(sites, 256),), (256,), [(parent, expect), (scalings, scalings + small)],
                (3 * left.nbytes, "B"), 1e-12, inout=("scalings",))


def sgm_aggregate():
    """The left half of the image has few edges. Fewer than 2**20 threads."""
    rows, cols, d, p1, p2 = side(11) + 8, side(11) - 16, 64, 8, 96
    cost = xp.asarray(np.random.default_rng(1234).integers(0, 64, (rows, cols, d), np.uint8))
    image = integers(0, 256, (rows, cols), np.uint8)
    image[:, :cols // 2] //= 32
    lines, expect = image.astype(np.int16), xp.empty((rows, cols, d), np.uint16)
    value = cost[:, 0].astype(np.int16)
    expect[:, 0] = value
    beside = xp.full((rows, d + 2), 1 << 14, np.int16)
    for x in range(1, cols):
        low = value.min(axis=1, keepdims=True)
        edge = xp.maximum(abs(lines[:, x] - lines[:, x - 1]), 1)[:, None]
        beside[:, 1:-1] = value
        near = xp.minimum(beside[:, :-2], beside[:, 2:]) + p1
        best = xp.minimum(xp.minimum(value, near), low + xp.maximum(p1, p2 // edge))
        value = cost[:, x] + best - low
        expect[:, x] = value
    total = xp.empty((rows, cols, d), np.uint16)
    return Case(dict(cost=cost, image=image, p1=i32(p1), p2=i32(p2), total=total), (rows,), BLOCKS["sgm_aggregate"],
                [(total, expect)], (3 * cost.size, "B"))


def hidden_behind(dem, row0, col0, z0, cell, curvature):
    """Rows and columns of the cells that are hidden, of those to the right by no less than up or down."""
    row, col = np.nonzero(abs(np.arange(dem.shape[0]) - row0)[:, None] <= np.arange(dem.shape[1]) - col0)
    far = col - col0
    row, col, far = row[far > 1], col[far > 1], far[far > 1]
    distance = np.hypot(row - row0, far) * cell
    target = (dem[row, col] - distance**2 * curvature - z0) / distance
    hidden, live = np.zeros(row.size, bool), np.arange(row.size)
    step = (row - row0) / far, distance / far, far, target  # a column on
    for s in range(1, int(far.max())):
        line = dem[:, col0 + s].astype(f64)
        rise = np.append(np.diff(line), 0)
        down, along, far, target = step
        place, d = row0 + s * down, s * along
        above = place.astype(np.int64)
        behind = line[above] + rise[above] * (place - above) - d * d * curvature - z0 > target * d
        hidden[live[behind]] = True
        left = ~behind & (far > s + 1)
        live, step = live[left], [part[left] for part in step]
    return row[hidden], col[hidden]


def viewshed():
    """Hills of some waves; the observer stands on one of them."""
    rows, cols, eye, cell, block = side(10) - 24, side(10) + 40, f32(12), f32(10), BLOCKS["viewshed"]
    y, x = np.mgrid[:rows, :cols]
    height = 60 * np.sin(x / 71 + 1) * np.cos(y / 53) + 25 * np.sin((x + y) / 23) + 8 * np.cos((x - 2 * y) / 9)
    dem = (200 + height + 0.5 * np.random.default_rng(1234).random((rows, cols))).astype(f32)
    row0, col0 = (int(at) + 10 for at in np.unravel_index(dem[10:-10, 10:-10].argmax(), (rows - 20, cols - 20)))
    z0, curvature, seen = f64(dem[row0, col0]) + f64(eye), f64(f32(6.8e-8)), np.ones((rows, cols), np.uint8)
    for turned in False, True:
        for mirrored in False, True:  # what is on each side, as if it were on the right
            a, b, r, c = (dem.T, seen.T, col0, row0) if turned else (dem, seen, row0, col0)
            if mirrored:
                a, b, c = a[:, ::-1], b[:, ::-1], a.shape[1] - 1 - c
            b[hidden_behind(a, r, c, z0, f64(cell), curvature)] = 0
    steps = np.maximum(abs(y - row0), abs(x - col0))
    dem, visible = xp.asarray(dem), xp.empty((rows, cols), np.uint8)
    args = dict(dem=dem, row0=i32(row0), col0=i32(col0), eye=eye, cell=cell, visible=visible)
    return Case(args, grid2d(dem, block), block, [(visible, xp.asarray(seen))], (int(steps.sum()), "sample"),
                1e-3)  # rounding of float32


def two_qubit_gate():
    amplitudes, low, high = size(25), 3, 9
    random = rng()
    state = (random.standard_normal(amplitudes, dtype=f32) + 1j * random.standard_normal(amplitudes, dtype=f32))
    state = state.astype(np.complex64)
    host = np.random.default_rng(1234)
    gate = np.linalg.qr(host.standard_normal((4, 4)) + 1j * host.standard_normal((4, 4)))[0].astype(np.complex64)
    gate = xp.asarray(gate)
    parts = state.reshape(-1, 2, 1 << (high - low - 1), 2, 1 << low)
    expect = xp.einsum("hlij,aibjc->ahblc", gate.reshape(2, 2, 2, 2).astype(np.complex128), parts)
    return Case(dict(state=state, gate=gate, low=i32(low), high=i32(high)), (cdiv(amplitudes // 4, 256),), (256,),
                [(state, expect.reshape(-1))], (2 * state.nbytes, "B"), 1e-5, inout=("state",))


def least_of_blob(mask):
    """Of each pixel the first of its blob, or itself."""
    height, width = mask.shape
    ids = np.arange(height * width).reshape(height, width)
    before = np.zeros_like(mask)
    before[:, 1:] = mask[:, :-1]
    begins = mask & ~before
    run = begins.cumsum().reshape(height, width) - 1  # of each pixel of a blob, the run in its row
    both = mask[1:] & mask[:-1]
    both[:, 1:] &= ~both[:, :-1]  # one of those that join the same two runs
    edges = np.stack([run[1:][both], run[:-1][both]])
    least = np.arange(int(begins.sum()))
    while edges.size:
        np.minimum.at(least, edges.max(axis=0), edges.min(axis=0))
        while ((up := least[least]) != least).any():
            least = up
        edges = least[edges]
        edges = edges[:, edges[0] != edges[1]]
    return np.where(mask, ids[begins][least][run], ids)


def blob_union():
    """Noise at about what percolates, of cells of several pixels."""
    height, width, block = side(12) - 8, side(12) + 24, BLOCKS["blob_union"]
    random = np.random.default_rng(1234)
    coarse = random.random((cdiv(height, 3), cdiv(width, 3))) < 0.58
    mask = np.repeat(np.repeat(coarse, 3, axis=0), 3, axis=1)[:height, :width] & (random.random((height, width)) < 0.97)

    def roots(labels):
        for _ in range(32):  # twice as far up the trees each time
            up = labels[labels]
            if bool((up == labels).all()):
                break
            labels = up
        return labels

    labels = xp.arange(height * width, dtype=i32)
    return Case(dict(mask=xp.asarray(mask, np.uint8), labels=labels), grid2d(mask, block), block,
                [(labels, xp.asarray(least_of_blob(mask).ravel(), i32), roots)], (mask.size, "sample"),
                inout=("labels",), once=True)


def pair_hmm():
    """Reads of up to 128 letters of haplotypes of up to 256, with errors: of 1024 pairs, over and over."""
    pairs, read_width, hap_width, gap_open, gap_extend = size(18) // 8, 128, 256, f32(1e-4), f32(0.1)
    distinct, random = min(pairs, 1 << 10), np.random.default_rng(1234)
    haps = random.integers(0, 4, (distinct, hap_width))
    rows, columns = random.integers(70, read_width + 1, distinct), random.integers(150, hap_width + 1, distinct)
    start = (random.random(distinct) * (columns - rows + 1)).astype(np.int64)
    place = start[:, None] + np.arange(read_width) + (np.arange(read_width) > random.integers(20, 200, (distinct, 1)))
    reads = np.take_along_axis(haps, np.minimum(place, hap_width - 1), axis=1)
    changed = random.random(reads.shape)
    reads = np.where(changed < 0.01, random.integers(0, 4, reads.shape), np.where(changed > 0.995, 4, reads))
    quals = random.integers(10, 40, reads.shape)
    o, e, wrong = f64(gap_open), f64(gap_extend), xp.asarray(10.0**(quals.T * -0.1))
    read, hap, length = xp.asarray(reads.T), xp.asarray(haps.T), xp.asarray(columns)
    row, first, every, at = xp.arange(read_width)[:, None], 2.0**100 / length, xp.arange(distinct), xp.asarray(rows)
    right, mistaken = 1 - wrong, wrong / 3
    # Of the last antidiagonal and of the one before, by row; row 0 is before the read.
    m, x, y, m1, x1, y1 = (xp.zeros((read_width + 1, distinct)) for _ in range(6))
    y[0], y1[0], total = first, first, xp.zeros(distinct)
    for step in range(hap_width + read_width - 1):  # row i (from 0) is at column step - i
        column = step - row
        letter = hap[xp.clip(column[:, 0], 0, hap_width - 1)]
        prior = xp.where((read == letter) | (read == 4), right, mistaken)
        prior *= (column >= 0) & (column < length)
        m1[1:] = prior * ((1 - 2 * o) * m1[:-1] + (1 - e) * (x1[:-1] + y1[:-1]))
        x1[1:], y1[1:] = o * m[:-1] + e * x[:-1], o * m[1:] + e * y[1:]
        m, x, y, m1, x1, y1 = m1, x1, y1, m, x, y
        ends = step - (at - 1)
        total += xp.where((ends >= 0) & (ends < length), m[at, every] + x[at, every], 0)
    expect = xp.tile(xp.log10(total) - 100 * np.log10(2), pairs // distinct)
    reads, quals, haps = (xp.tile(xp.asarray(a, np.uint8), (pairs // distinct, 1)) for a in (reads, quals, haps))
    read_len, hap_len = (xp.tile(xp.asarray(a, i32), pairs // distinct) for a in (rows, columns))
    args = dict(reads=reads, quals=quals, read_len=read_len, haps=haps, hap_len=hap_len, gap_open=gap_open,
                gap_extend=gap_extend, likelihood=xp.empty(pairs, f32))
    return Case(args, (cdiv(pairs, 4),), BLOCKS["pair_hmm"], [(args["likelihood"], expect)],
                (int((rows * columns).sum()) * (pairs // distinct), "sample"), 1e-4)


def bfs_expand():
    """A sixteenth of the nodes is the frontier; a quarter has been seen before."""
    n, depth, random = size(22), 5, np.random.default_rng(1234)
    degree = np.minimum(random.geometric(1 / 16, n), 400)
    start = np.zeros(n + 1, np.int64)
    start[1:] = np.cumsum(degree)
    columns = random.integers(0, n, start[-1])
    level = np.where(random.random(n) < 0.25, random.integers(0, depth, n), -1)
    frontier = random.permutation(n)[:n // 16]
    level[frontier] = depth
    edges = np.repeat(start[frontier], degree[frontier]) + np.arange(degree[frontier].sum()) \
        - np.repeat(np.cumsum(degree[frontier]) - degree[frontier], degree[frontier])
    reached = np.unique(columns[edges])
    reached = reached[level[reached] == -1]
    after = level.copy()
    after[reached] = depth + 1
    queue = np.full(n, -1)
    queue[n - len(reached):] = reached
    row_ptr, col_idx, front, levels = (xp.asarray(a.astype(i32)) for a in (start, columns, frontier, level))
    next_frontier, next_size = xp.empty(n, i32), xp.empty(1, i32)
    args = dict(row_ptr=row_ptr, col_idx=col_idx, frontier=front, depth=i32(depth), level=levels,
                next_frontier=next_frontier, next_size=next_size)
    return Case(args, (cdiv(len(frontier), 256),), (256,),
                [(levels, xp.asarray(after.astype(i32))), (next_frontier, xp.asarray(queue.astype(i32)), xp.sort),
                 (next_size, xp.asarray([len(reached)], i32))], (len(edges), "sample"), zero=("next_size",),
                inout=("level",))


CASES = {make.__name__: make for make in (biquad_bank, merkle_level, prune_sites, sgm_aggregate, viewshed,
                                          two_qubit_gate, blob_union, pair_hmm, bfs_expand)}
