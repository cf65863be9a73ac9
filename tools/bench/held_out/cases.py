"""What each kernel is run on, as in ../cases.py."""
import numpy as np

import harness
from common import SETS
from harness import (SMS, Case, cdiv, f32, f64, grid2d, grid3d, i32, integers, member, records, rng,
                     side, size, uniform, xp)

BLOCKS = SETS["held-out"].launches.BLOCKS
PARTICLE = np.dtype([(name, f32) for name in ("x", "y", "z", "vx", "vy", "vz", "charge", "mass")])
STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)])
CASES = {}


def case(make):
    CASES[make.__name__] = make
    return make


def line(name, n):
    """Grid and block of a thread for each of n."""
    block = BLOCKS.get(name, (256,))
    return (cdiv(n, block[0]),), block


def normal(shape):
    return rng().standard_normal(shape, dtype=f32)


@case
def grade_colors():
    height, width, points = side(13), side(13) + 24, 33
    image, table = integers(0, 256, (height, width, 3), np.uint8), uniform((points, points, points, 3))
    out, block, checked = xp.empty_like(image), BLOCKS["grade_colors"], min(height, 256)
    place = image[:checked].astype(f32) * (f32(points - 1) / f32(255))
    low = xp.minimum(place.astype(i32), points - 2)
    share, expect = place - low.astype(f32), xp.zeros((checked, width, 3), f64)
    for corner in range(8):
        at = [corner >> k & 1 for k in range(3)]
        weight = xp.ones((checked, width), f64)
        for k in range(3):
            weight *= share[..., k] if at[k] else 1 - share[..., k]
        expect += weight[..., None] * table[tuple(low[..., k] + at[k] for k in range(3))]
    return Case(dict(image=image, table=table, out=out), grid2d(image, block), block,
                [(out[:checked], (expect * 255 + 0.5).astype(np.uint8))],
                (2 * image.size, "B"), 1e-3)  # fma rounding


@case
def median3x3():
    height, width = side(13), side(13) + 24
    image, block = integers(0, 256, (height, width), np.uint8), BLOCKS["median3x3"]
    out = xp.empty_like(image)
    around = [image[y:height - 2 + y, x:width - 2 + x] for y in range(3) for x in range(3)]
    for a in range(5):
        for b in range(a + 1, 9):
            low, high = xp.minimum(around[a], around[b]), xp.maximum(around[a], around[b])
            around[a], around[b] = low, high
    return Case(dict(image=image, out=out), grid2d(image, block), block,
                [(out[1:-1, 1:-1], around[4])], (2 * image.size, "B"))


@case
def wave2d():
    ny, nx = side(13), side(13) + 16
    before, now, block = rng().random((ny, nx)), rng().random((ny, nx))[::-1].copy(), BLOCKS["wave2d"]
    after, c2 = xp.empty_like(now), f64(0.2)

    def fourth(u):
        return -u[:-4] + 16 * u[1:-3] - 30 * u[2:-2] + 16 * u[3:-1] - u[4:]

    across, down = fourth(now[2:-2].T).T, fourth(now[:, 2:-2])
    expect = 2 * now[2:-2, 2:-2] - before[2:-2, 2:-2] + c2 * (across + down) / 12
    return Case(dict(before=before, now=now, after=after, c2=c2), grid2d(now, block), block,
                [(after[2:-2, 2:-2], expect)], (24 * now.size, "B"), 1e-13)


@case
def yee3d():
    nz = side(9)
    shape = (nz >> 1, nz, nz + 8)
    e, h = ([uniform((3, *shape))[axis].copy() for axis in axes] for axes in ((0, 1, 2), (1, 2, 0)))
    c = f32(0.3)
    hx, hy, hz = (a.astype(f64) for a in h)
    inner = (slice(1, None),) * 3

    def along(a, axis):
        return xp.diff(a, axis=axis)[tuple(slice(None) if d == axis else slice(1, None) for d in range(3))]

    curl = [along(hz, 1) - along(hy, 2), along(hx, 2) - along(hz, 0), along(hy, 0) - along(hx, 1)]
    expect = []
    for a, change in zip(e, curl):
        value = a.astype(f64)
        value[inner] += c * change
        expect.append((a, value))
    args = dict(zip(("ex", "ey", "ez", "hx", "hy", "hz"), (*e, *h)), c=c)
    block = BLOCKS["yee3d"]
    return Case(args, grid3d(e[0], block), block, expect, (36 * e[0].size, "B"), 1e-6,
                inout=("ex", "ey", "ez"))


@case
def particles_step():
    n, box, field, dt = size(24), f32(10), f32(0.5), f32(0.3)
    drawn = np.random.default_rng(1234)
    host = np.zeros(n, PARTICLE)
    for name in PARTICLE.names:
        host[name] = drawn.random(n, f32)
    for name in "xyz":
        host[name] *= box
    host["mass"] += 1
    p = {name: xp.asarray(host[name].astype(f64)) for name in PARTICLE.names}
    turn = p["charge"] / p["mass"] * field * dt
    p["vx"], p["vy"] = p["vx"] + turn * p["vy"], p["vy"] - turn * p["vx"]
    particles, expect = records(host), []
    for name in "xyz":
        moved, speed = p[name] + p["v" + name] * dt, p["v" + name]
        outside = (moved < 0) | (moved > box)
        expect += [(member(particles, name), xp.clip(moved, 0, box)),
                   (member(particles, "v" + name), xp.where(outside, -speed, speed))]
    return Case(dict(particles=particles, field=field, dt=dt, box=box), *line("particles_step", n),
                expect, (56 * n, "B"), 1e-3, inout=("particles",))


def graph(nodes, mean):
    """Where each node's edges begin, and the node at the other end of each; 0 to 2 * mean a node."""
    first = xp.zeros(nodes + 1, i32)
    first[1:] = xp.cumsum(integers(0, 2 * mean + 1, nodes, i32))
    return first, integers(0, nodes, int(first[-1]), i32)


@case
def bfs_level():
    """One node of four is in the frontier, half are visited."""
    nodes, level = size(22), i32(5)
    first, neighbours = graph(nodes, 16)
    draw = integers(0, 4, nodes, i32)
    frontier, visited = draw == 0, draw < 2
    following, distance = xp.empty(nodes, bool), xp.empty(nodes, i32)
    degree = first[1:] - first[:-1]
    begins = xp.searchsorted(first[1:], xp.arange(neighbours.size), side="right")  # at which node an edge does
    reached = xp.zeros(nodes, bool)
    reached[neighbours[frontier[begins]]] = True
    reached &= ~visited
    edges = int(degree[frontier].sum())
    args = dict(first=first, neighbours=neighbours, frontier=frontier, visited=visited,
                following=following, distance=distance, level=level)
    return Case(args, *line("bfs_level", nodes),
                [(following, reached), (distance, xp.where(reached, level + 1, 0))],
                (6 * edges + 3 * nodes, "B"), zero=("following", "distance"))


@case
def pagerank_step():
    nodes, damping = size(21), f32(0.85)
    first, sources = graph(nodes, 24)
    degree, rank = integers(1, 48, nodes, i32), uniform(nodes)
    new_rank, sums = xp.empty(nodes, f32), xp.zeros(sources.size + 1, f64)
    xp.cumsum(rank[sources].astype(f64) / degree[sources], out=sums[1:])
    expect = (1 - f64(damping)) / nodes + f64(damping) * (sums[first[1:]] - sums[first[:-1]])
    args = dict(first=first, sources=sources, degree=degree, rank=rank, new_rank=new_rank,
                damping=damping)
    return Case(args, *line("pagerank_step", nodes), [(new_rank, expect)],
                (12 * sources.size + 8 * nodes, "B"), 1e-5)


@case
def word_count():
    """A grid-stride loop; fewer than 2**20 threads."""
    n = size(29)
    text = integers(0, 6, n, np.uint8)
    text = xp.asarray(np.frombuffer(b"\nabcd ", np.uint8))[text]
    spaces = text <= 32
    count = (~spaces[1:] & spaces[:-1]).sum() + ~spaces[0]
    words = xp.empty(1, i32)
    return Case(dict(text=text, words=words), (SMS * 8,), (256,), [(words, count.reshape(1))],
                (n, "B"), zero=("words",))


@case
def find_pattern():
    n, m = size(28), 12
    text = integers(0, 4, n, np.uint8) + np.uint8(65)
    pattern = text[n // 2:n // 2 + m].copy()
    found, expect = xp.empty(n, np.uint8), xp.zeros(n, np.uint8)
    same = xp.ones(n - m + 1, bool)
    for j in range(m):
        same &= text[j:n - m + 1 + j] == pattern[j]
    expect[:n - m + 1] = same
    return Case(dict(text=text, pattern=pattern, found=found), *line("find_pattern", n),
                [(found, expect)], (2 * n, "B"))


def mixed(h):
    h = h ^ h >> np.uint32(16)
    h = h * np.uint32(0x85EBCA6B)
    h = h ^ h >> np.uint32(13)
    h = h * np.uint32(0xC2B2AE35)
    return h ^ h >> np.uint32(16)


@case
def hash_probe():
    """A table that is half full; half of the queries are in it."""
    slots = size(23)
    n, empty = slots // 2, np.uint32(0xFFFFFFFF)
    every = xp.arange(2 * n, dtype=np.uint32) * np.uint32(2654435761)
    assert not (every == empty).any()
    keys, values = xp.full(slots, empty), xp.zeros(slots, i32)
    waiting, at = every[:n], mixed(every[:n]) & np.uint32(slots - 1)
    while waiting.size:
        free = keys[at] == empty
        keys[at[free]] = waiting[free]  # one of those that want a slot has it
        left = keys[at] != waiting
        waiting, at = waiting[left], at[left] + np.uint32(1) & np.uint32(slots - 1)
    values[:] = (keys ^ np.uint32(77)).view(i32)
    which = integers(0, 2 * n, size(25), i32)
    queries, out = every[which], xp.empty(which.size, i32)
    expect = xp.where(which < n, (queries ^ np.uint32(77)).view(i32), -1)
    return Case(dict(keys=keys, values=values, queries=queries, out=out),
                *line("hash_probe", which.size), [(out, expect)], (14 * which.size, "B"))


@case
def photon_slab():
    """Fewer than 2**20 threads."""
    n, photons = size(18), 1 << max(5 - harness.SHRINK, 2)
    thickness, albedo = f32(2), f32(0.9)
    host, drawn = np.zeros(n, STATE), np.random.default_rng(1234)
    for name in STATE.names:
        host[name] = drawn.integers(1, 1 << 63, n, np.uint64)
    states, passed, returned = records(host), xp.empty(n, i32), xp.empty(n, i32)
    state = [xp.asarray(host[name]) for name in STATE.names]

    def rotl(x, k):
        return x << np.uint64(k) | x >> np.uint64(64 - k)

    def draw(which):
        """A number for each of these threads."""
        s0, s1 = (word[which] for word in state)
        mixed_word = s1 ^ s0
        state[0][which] = rotl(s0, 55) ^ mixed_word ^ mixed_word << np.uint64(14)
        state[1][which] = rotl(mixed_word, 36)
        return ((s0 + s1 >> np.uint64(11)).astype(f64) * 2.0**-53).astype(f32)

    through, back, left = xp.zeros(n, i32), xp.zeros(n, i32), xp.full(n, photons, i32)
    depth, cosine = xp.zeros(n, f32), xp.ones(n, f32)
    busy = xp.arange(n)
    while busy.size:  # a step of each thread that has photons left
        depth[busy] -= cosine[busy] * xp.log(1 - draw(busy))
        out, beyond = depth[busy] < 0, depth[busy] > thickness
        back[busy], through[busy] = back[busy] + out, through[busy] + beyond
        inside = busy[~out & ~beyond]
        inside = inside[~(draw(inside) > albedo)]
        ended = xp.ones(n, bool)
        ended[inside] = False
        cosine[inside] = 2 * draw(inside) - 1
        ended = busy[ended[busy]]
        depth[ended], cosine[ended], left[ended] = 0, 1, left[ended] - 1
        busy = busy[left[busy] > 0]
    args = dict(states=states, thickness=thickness, albedo=albedo, photons=i32(photons), passed=passed,
                returned=returned)
    expect = [(passed, through), (returned, back),
              *((member(states, name), word) for name, word in zip(STATE.names, state))]
    # The logarithm's last bit takes a photon of some threads to the other side.
    return Case(args, *line("photon_slab", n), expect, (n * photons, "sample"), 2e-3, inout=("states",))


@case
def viterbi():
    """Fewer than 2**20 threads."""
    hidden, symbols, length = 64, 32, 256
    rows = 1 << max(11 - harness.SHRINK, 3)
    transition, emission = (xp.log(uniform((hidden + symbols, hidden)) + f32(1e-3))[part].copy()
                            for part in (slice(hidden), slice(hidden, None)))
    observed = integers(0, symbols, (rows, length), np.uint8)
    came_from = xp.empty((rows, length, hidden), np.uint8)
    path, likelihood = xp.empty((rows, length), np.uint8), xp.empty(rows, f32)
    checked = min(rows, 256)
    score, links = emission[observed[:checked, 0]], []
    for k in range(1, length):
        reached = score[:, :, None] + transition
        links.append(reached.argmax(axis=1))
        score = reached.max(axis=1) + emission[observed[:checked, k]]
    at, states = score.argmax(axis=1), xp.empty((checked, length), np.uint8)
    for k in range(length - 1, 0, -1):
        states[:, k] = at
        at = xp.take_along_axis(links[k - 1], at[:, None], axis=1)[:, 0]
    states[:, 0] = at
    args = dict(transition=transition, emission=emission, observed=observed, came_from=came_from,
                path=path, likelihood=likelihood)
    return Case(args, (rows,), BLOCKS["viterbi"],
                [(path[:checked], states), (likelihood[:checked], score.max(axis=1))],
                (rows * length * hidden, "sample"), 1e-6)


@case
def dtw_local():
    n, width = size(21), 32
    series, template = uniform(n + width - 1), uniform(n)[-width:].copy()
    row = [xp.full(n, np.inf) for _ in range(width + 1)]
    row[0] = xp.zeros(n)
    for i in range(width):
        value, corner = series[i:i + n].astype(f64), row[0]
        row[0] = xp.full(n, np.inf)
        for j in range(1, width + 1):
            best = xp.minimum(xp.minimum(corner, row[j]), row[j - 1])
            corner, row[j] = row[j], abs(value - template[j - 1]) + best
    distance = xp.empty(n, f32)
    return Case(dict(series=series, template=template, distance=distance), *line("dtw_local", n),
                [(distance, row[width])], (5 * n * width * width, "flop"), 1e-5)


@case
def row_extremes():
    rows, cols = size(15), side(13)
    x = uniform((rows, cols)) - f32(0.5)
    low, high, where = xp.empty(rows, f32), xp.empty(rows, f32), xp.empty(rows, i32)
    return Case(dict(x=x, low=low, high=high, where=where), (rows,), (256,),
                [(low, x.min(axis=1)), (high, x.max(axis=1)), (where, x.argmax(axis=1))],
                (4 * x.size, "B"))


@case
def spectrum_product():
    n = side(13)
    a, b = ((normal((2, n, n)) + 1j * normal((2, n, n))[::-1])[k].astype(np.complex64) for k in (0, 1))
    a[0, 0] = 0
    out, block = xp.empty_like(a), BLOCKS["spectrum_product"]
    product = a.astype(np.complex128) * b.astype(np.complex128).conj()
    magnitude = abs(product)
    expect = product / xp.where(magnitude > 0, magnitude, 1)
    return Case(dict(a=a, b=b, out=out), grid2d(a, block), block, [(out, expect)],
                (24 * a.size, "B"), 1e-6)


@case
def compact_ballot():
    n, threshold = size(28), f32(0.6)
    x = uniform(n)
    keep = x > threshold
    counts = keep.reshape(-1, 32).sum(axis=1)
    warp_start = (xp.cumsum(counts) - counts).astype(i32)
    expect = x[keep]
    kept = xp.empty_like(expect)
    return Case(dict(x=x, threshold=threshold, warp_start=warp_start, kept=kept),
                *line("compact_ballot", n), [(kept, expect)],
                (4 * n + n // 8 + 4 * expect.size, "B"))


@case
def clifford_product():
    n = size(24)
    a, b = (uniform((2, n, 8))[k] - f32(0.5) for k in (0, 1))
    out, expect = xp.empty_like(a), xp.zeros((n, 8), f64)
    blades = (0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111)
    for i, left in enumerate(blades):
        for j, right in enumerate(blades):
            # How often a vector of the right passes a later one of the left.
            swaps = sum((left >> k & right).bit_count() for k in (1, 2))
            expect[:, blades.index(left ^ right)] += f64((-1)**swaps) * a[:, i] * b[:, j]
    return Case(dict(a=a, b=b, out=out), *line("clifford_product", n), [(out, expect)],
                (96 * n, "B"), 1e-6)


@case
def kmeans_assign():
    n, dims, clusters, checked = size(21), 16, 64, min(size(21), 1 << 14)
    points, centroids, labels = normal((n, dims)), uniform((clusters, dims)) * 2 - 1, xp.empty(n, i32)
    apart = points[:checked, None].astype(f64) - centroids[None].astype(f64)
    return Case(dict(points=points, centroids=centroids, labels=labels), *line("kmeans_assign", n),
                [(labels[:checked], (apart**2).sum(axis=2).argmin(axis=1))],
                (3 * n * dims * clusters, "flop"), 1e-3)


@case
def table_interp():
    n, count = size(26), 4096
    knots = xp.sort(uniform(count)) * 8 + 1
    knots += xp.arange(count, dtype=f32) * f32(1e-3)
    values, x, y = normal(count), uniform(n) * 16 - 1, xp.empty(n, f32)
    expect = xp.interp(x.astype(f64), knots.astype(f64), values.astype(f64))
    return Case(dict(x=x, knots=knots, values=values, y=y), *line("table_interp", n), [(y, expect)],
                (8 * n, "B"), 1e-5)


@case
def event_spectrum():
    """Few events have much energy; one of twelve is out of the spectrum."""
    n, shape = size(24), (180, 256)
    energy, angle = -xp.log(1 - uniform(n)), normal(n) * f32(0.5)
    weight, out = uniform(n)[::-1].copy() + f32(0.5), [xp.empty(shape, f32) for _ in range(2)]
    lows, steps = (f32(-np.pi / 2), f32(0.05)), (f32(np.pi / shape[0]), f32(6 / shape[1]))
    row, column = (xp.floor((a - low) / step).astype(i32) for a, low, step in zip((angle, energy), lows, steps))
    seen = (row >= 0) & (row < shape[0]) & (column >= 0) & (column < shape[1])
    place, w = row[seen] * shape[1] + column[seen], weight[seen].astype(f64)
    expect = [(a, xp.bincount(place, what, a.size).reshape(shape)) for a, what in zip(out, (w, w * w))]
    args = dict(energy=energy, angle=angle, weight=weight, energy_low=lows[1], energy_step=steps[1],
                angle_low=lows[0], angle_step=steps[0], sums=out[0], squares=out[1])
    return Case(args, *line("event_spectrum", n), expect, (12 * n, "B"), 1e-5, zero=("sums", "squares"))


@case
def face_normals():
    """A surface above a grid, two triangles a cell, in order of rows; one triangle of 1000 is a line."""
    height, width = side(11), side(11) + 1
    vertices = uniform((height, width, 3)) * f32(0.5)
    vertices[..., 0] += xp.arange(width, dtype=f32)
    vertices[..., 1] += xp.arange(height, dtype=f32)[:, None]
    vertices = vertices.reshape(-1, 3)
    corner = (xp.arange(height - 1)[:, None] * width + xp.arange(width - 1)).reshape(-1, 1)
    faces = (corner + xp.asarray([0, 1, width, width + 1, width, 1])).astype(i32).reshape(-1, 3)
    faces[::1000, 1] = faces[::1000, 0]
    n = faces.shape[0]
    a, b, c = (vertices[faces[:, k]].astype(f64) for k in range(3))
    across = xp.cross(b - a, c - a)
    length = xp.sqrt((across**2).sum(axis=1))
    normals, areas = xp.empty((n, 3), f32), xp.empty(n, f32)
    expect = across / xp.where(length > 0, length, 1)[:, None]
    # A vertex counts once, though six triangles have it: they are near each other.
    return Case(dict(vertices=vertices, faces=faces, normals=normals, areas=areas),
                *line("face_normals", n), [(normals, expect), (areas, length / 2)],
                (28 * n + vertices.nbytes, "B"), 1e-6)


def slow_first(a, block):
    """The grid of threads whose x is an array's first axis."""
    return cdiv(a.shape[0], block[0]), cdiv(a.shape[1], block[1])


@case
def gray_scott():
    n, m, block = side(12) - 10, side(12) + 16, BLOCKS["gray_scott"]
    u, v = (uniform((2, n, m))[k].copy() for k in (0, 1))
    u_next, v_next = xp.empty_like(u), xp.empty_like(v)
    rates = dict(zip(("du", "dv", "feed", "kill", "dt"), map(f32, (0.16, 0.08, 0.035, 0.065, 0.5))))
    du, dv, feed, kill, dt = map(f64, rates.values())
    a, b = u.astype(f64), v.astype(f64)

    def laplace(w):
        return w[:-2, 1:-1] + w[2:, 1:-1] + w[1:-1, :-2] + w[1:-1, 2:] - 4 * w[1:-1, 1:-1]

    lap_a, lap_b, a, b = laplace(a), laplace(b), a[1:-1, 1:-1], b[1:-1, 1:-1]
    expect = [(u_next[1:-1, 1:-1], a + dt * (du * lap_a - a * b**2 + feed * (1 - a))),
              (v_next[1:-1, 1:-1], b + dt * (dv * lap_b + a * b**2 - (feed + kill) * b))]
    return Case(dict(u=u, v=v, u_next=u_next, v_next=v_next, **rates), slow_first(u, block), block, expect,
                (16 * u.size, "B"), 1e-6)


@case
def template_match():
    rows, cols, high, wide, block = side(11) - 10, side(11) + 8, 9, 11, BLOCKS["template_match"]
    image, template = uniform((rows + high - 1, cols + wide - 1)), normal((high, wide))
    score, expect = xp.empty((rows, cols), f32), xp.zeros((rows, cols), f64)
    for i in range(high):
        for j in range(wide):
            expect += (image[i:i + rows, j:j + cols].astype(f64) - template[i, j])**2
    return Case(dict(image=image, template=template, score=score), slow_first(score, block), block,
                [(score, expect)], (3 * high * wide * score.size, "flop"), 1e-6)


@case
def jpeg_dct():
    height, width, block = side(13) - 40, side(13) + 24, BLOCKS["jpeg_dct"]
    image, out = integers(0, 256, (height, width), np.uint8), xp.empty((height, width), np.int16)
    k = xp.arange(8)
    basis = (0.5 * xp.cos((2 * k + 1) * k[:, None] * np.pi / 16)).astype(f32)
    basis[0] = f32(8**-0.5)
    quant = (2.937 + 1.963 * (k + k[:, None])).astype(f32)  # that hardly ever leaves a half
    checked, wide = min(height, 256), basis.astype(f64)
    tiles = image[:checked].reshape(checked // 8, 8, width // 8, 8).transpose(0, 2, 1, 3).astype(f64) - 128
    expect = xp.rint(wide @ tiles @ wide.T / quant).transpose(0, 2, 1, 3).reshape(checked, width)
    return Case(dict(image=image, basis=basis, quant=quant, out=out), grid2d(image, block), block,
                [(out[:checked], expect.astype(np.int16))], (3 * image.size, "B"), 1e-4)


@case
def meal_response():
    """A month of each patient, with four meals a day; sensors lose a sample, or half an hour."""
    n, samples, window, margin = size(21), 8640, 48, f32(10)
    patients, most = n // 128, 64
    random = rng()
    patient = xp.repeat(xp.arange(patients, dtype=i32), 128)
    eaten = (xp.arange(n) % 128 * 67 + random.integers(0, 67, n)).astype(i32)
    glucose = random.standard_normal((patients, samples), dtype=f32) * f32(4)
    glucose += 75 + 45 * random.random((patients, 1), dtype=f32)
    height, after = (40 + 60 * random.random(n, dtype=f32)), xp.arange(most, dtype=f32) / 9
    curve = after * xp.exp(1 - after) - f32(0.3) * xp.exp(-(after - 5)**2)
    for k in range(most):
        there = eaten + k < samples
        glucose[patient[there], eaten[there] + k] += height[there] * curve[k]
    lost = random.random((patients, samples), dtype=f32)
    glucose[lost < 0.02] = np.nan
    row, first = xp.nonzero(lost > 0.998)
    for k in range(6):
        glucose[row, xp.minimum(first + k, samples - 1)] = np.nan

    baseline = glucose[patient, eaten]
    following = xp.full(n, -1, i32)
    following[:-1] = xp.where(patient[1:] == patient[:-1], eaten[1:], -1)
    highest, total, missing = xp.zeros(n, f32), xp.zeros(n, f64), xp.zeros(n, i32)
    ended, seen = xp.where(xp.isnan(baseline), 5, 0).astype(np.int8), 0
    going = xp.nonzero(ended == 0)[0]
    for k in range(1, window + 1):
        going = going[eaten[going] + k < samples]
        seen += going.size
        met = following[going] == eaten[going] + k
        ended[going[met]] = 2
        going = going[~met]
        value = glucose[patient[going], eaten[going] + k]
        none = xp.isnan(value)
        missing[going] = xp.where(none, missing[going] + 1, 0)
        off, low = missing[going] > 4, value < 70
        rise = value - baseline[going]
        counted = ~none & ~low & (rise > 0)
        highest[going] = xp.where(counted, xp.maximum(highest[going], rise), highest[going])
        total[going] += xp.where(counted, rise.astype(f64) * 5, 0)
        back = ~none & ~low & (highest[going] > 2 * margin) & (rise < margin)
        for condition, code in (off, 3), (low, 4), (back, 1):
            ended[going[condition]] = code
        going = going[~off & ~low & ~back]
    peak, area, outcome = xp.empty(n, f32), xp.empty(n, f32), xp.empty(n, np.int8)
    args = dict(glucose=glucose, patient=patient, eaten=eaten, margin=margin, window=i32(window),
                peak=peak, area=area, outcome=outcome)
    return Case(args, *line("meal_response", n), [(peak, highest), (area, total), (outcome, ended)],
                (int(seen), "sample"), 1e-6)


@case
def ash_fall():
    """A cloud in order of height, a part of which goes around; fine ash and coarse."""
    n, steps, dt = size(20), 24, f32(0.5)
    levels, rows, cols = shape = 40, side(7) + 8, side(8) - 24
    random = rng()
    z, y, x = (xp.arange(extent, dtype=f64) for extent in shape)
    z, y, x = z[:, None, None], y[None, :, None], x * (2 * np.pi / cols)
    gusts = random.random((3, *shape), dtype=f32) - f32(0.5)
    u = (1 + z / 16 + xp.sin(y / 20)).astype(f32) + gusts[0]
    v = (2 * xp.sin(2 * x) * xp.cos(z / 15) + 0 * y).astype(f32) + gusts[1]
    w = (0.3 * xp.cos(3 * x) * xp.sin(y / 9) + 0 * z).astype(f32) + f32(0.5) * gusts[2]
    bits = n.bit_length() - 1
    wide, deep = 1 << (bits + 2) // 3, 1 << (bits + 1) // 3
    at, release = xp.arange(n), random.random((n, 3), dtype=f32)
    for axis, (place, of, begin, extent) in enumerate((
            (at % wide, wide, 0.7 * cols, 0.25 * cols), (at // wide % deep, deep, 0.15 * rows, 0.8 * rows),
            (at // (wide * deep), n // (wide * deep), 1, levels - 4))):
        release[:, axis] = (release[:, axis] + place.astype(f32)) * f32(extent / of) + f32(begin)
    settling = random.random(n, dtype=f32)**2 * f32(2)
    wind = [field.astype(f64).ravel() for field in (u, v, w)]

    def blown(field, px, py, pz):
        k, j = (xp.clip(p.astype(np.int64), 0, extent - 2) for p, extent in ((pz, levels), (py, rows)))
        west = px.astype(np.int64)
        fx, fy, fz, east = px - west, py - j, pz - k, (west + 1) % cols

        def along(k, j):
            start = (k * rows + j) * cols
            return field[start + west] * (1 - fx) + field[start + east] * fx

        return ((along(k, j) * (1 - fy) + along(k, j + 1) * fy) * (1 - fz)
                + (along(k + 1, j) * (1 - fy) + along(k + 1, j + 1) * fy) * fz)

    where, ended, flown = release.astype(f64), xp.zeros(n, np.int8), 0
    for _ in range(steps):
        going = xp.nonzero(ended == 0)[0]
        flown += going.size
        px, py, pz = where[going].T
        moved = [blown(field, px, py, pz) for field in wind]
        px, py, pz = px + dt * moved[0], py + dt * moved[1], pz + dt * (moved[2] - settling[going])
        out = (py < 0) | (py > rows - 1)
        ended[going] = xp.where(out, 2, xp.where(pz <= 0, 1, 0))
        pz = xp.where(out, pz, xp.clip(pz, 0, levels - 1))
        where[going] = xp.stack((px % cols, py, pz), axis=1)
    place, fate = xp.empty((n, 3), f32), xp.empty(n, np.int8)
    args = dict(u=u, v=v, w=w, release=release, settling=settling, dt=dt, steps=i32(steps), place=place, fate=fate)
    return Case(args, *line("ash_fall", n), [(place, where), (fate, ended)], (int(flown), "sample"), 1e-4)


@case
def pixel_trends():
    """A year's dates, seven of ten good; one pixel of 32 is seldom seen."""
    n, dates, least = size(20), 46, f32(0.3)
    when = xp.arange(dates) * 8.0
    value = rng().standard_normal((n, dates)) + 0.01 * when
    quality = uniform((n, dates))
    quality[xp.arange(0, n, 32)] *= f32(0.31)
    slope, mean = xp.empty(n), xp.empty(n)
    good = quality > least
    count, seen = good.sum(axis=1), xp.where(good, value, 0)
    sum_t, sum_tt = good @ when, good @ when**2
    sum_y, sum_ty = seen.sum(axis=1), seen @ when
    below, enough = count * sum_tt - sum_t**2, count >= 3
    expect = [(slope, xp.where(enough, (count * sum_ty - sum_t * sum_y) / xp.where(enough, below, 1), 0)),
              (mean, xp.where(enough, sum_y / xp.maximum(count, 1), 0))]
    args = dict(value=value, quality=quality, when=when, least=least, slope=slope, mean=mean)
    return Case(args, *line("pixel_trends", n), expect, (12 * value.size + 16 * n, "B"), 1e-10)


@case
def channel_flow():
    """Walls above and below, and round obstacles in rows."""
    ny, nx = side(11) - 6, side(12) + 24
    cx, cy = (0, 1, 0, -1, 0, 1, -1, -1, 1), (0, 0, 1, 0, -1, 1, 1, -1, -1)
    weight = [4 / 9] + [1 / 9] * 4 + [1 / 36] * 4
    f = uniform((9, ny, nx)) * f32(0.2) + f32(0.9)
    f *= xp.asarray(weight, f32)[:, None, None]
    y, x = xp.arange(ny)[:, None], xp.arange(nx)
    solid = ((y - 40) % 100 - 50)**2 + ((x - 20) % 130 - 65)**2 < 150
    solid[0] = solid[-1] = True
    omega, push, f_next = f32(1.2), f32(1e-3), xp.empty_like(f)
    here = [xp.roll(part, to, axis=(0, 1)).astype(f64) for part, to in zip(f, zip(cy, cx))]
    rho = sum(here)
    ux = sum(c * part for c, part in zip(cx, here)) / rho + f64(push)
    uy = sum(c * part for c, part in zip(cy, here)) / rho
    expect = []
    for k in range(9):
        along = 3 * (cx[k] * ux + cy[k] * uy)
        even = weight[k] * rho * (1 + along + along**2 / 2 - 1.5 * (ux**2 + uy**2))
        back = next(j for j in range(9) if (cx[j], cy[j]) == (-cx[k], -cy[k]))
        expect.append((f_next[k], xp.where(solid, here[back], here[k] + f64(omega) * (even - here[k]))))
    return Case(dict(f=f, solid=solid, omega=omega, push=push, f_next=f_next), *line("channel_flow", ny * nx), expect,
                (73 * ny * nx, "B"), 1e-6)


@case
def liquid_forces():
    """Particles near the points of a grid, in the order of the cells that they were in some steps ago."""
    each, cutoff, spacing = round(size(20)**(1 / 3)) + 1, f32(2.2), 1.2
    n, box, random = each**3, f32(each * spacing), rng()
    cells = int(box / cutoff)
    there = xp.stack(xp.meshgrid(*[xp.arange(each)] * 3, indexing="ij"), axis=-1)[..., ::-1]  # x last
    before = (there + 0.5) * spacing
    now = (before + 0.4 * spacing * (random.random(there.shape) - 0.5)).astype(f32)

    def cell_of(places):
        x, y, z = (xp.minimum((places.reshape(n, 3) / box * cells).astype(i32), cells - 1)).T
        return (z * cells + y) * cells + x

    order = xp.argsort(cell_of(before))
    position = xp.ascontiguousarray(now.reshape(n, 3)[order])
    cell = cell_of(position)
    count = xp.bincount(cell, minlength=cells**3).astype(i32)
    first, members = (xp.cumsum(count) - count).astype(i32), xp.argsort(cell).astype(i32)
    here, forces, energies, pairs = now.astype(f64), xp.zeros(now.shape), xp.zeros(now.shape[:3]), 0
    for at in range(5**3):  # whose points are near enough on the grid
        step = at // 25 - 2, at // 5 % 5 - 2, at % 5 - 2
        if step == (0, 0, 0):
            continue
        apart = here - xp.roll(here, step, axis=(0, 1, 2))
        apart -= f64(box) * xp.rint(apart / f64(box))
        r2 = (apart**2).sum(axis=-1)
        near, s6 = r2 < f64(cutoff)**2, r2**-3
        pairs += int(near.sum())
        forces += xp.where(near, (48 * s6**2 - 24 * s6) / r2, 0)[..., None] * apart
        energies += xp.where(near, 2 * (s6**2 - s6), 0)
    force, energy = xp.empty((n, 3), f32), xp.empty(n, f32)
    args = dict(position=position, first=first.reshape(3 * [cells]), count=count.reshape(3 * [cells]), members=members,
                box=box, cutoff=cutoff, force=force, energy=energy)
    return Case(args, *line("liquid_forces", n),
                [(force, forces.reshape(n, 3)[order]), (energy, energies.ravel()[order])], (pairs, "sample"), 2e-5)


@case
def longest_match():
    """Words, some often and some seldom; a quarter of all KiB begin as another one goes on."""
    n, window, depth, most = size(21), 32768, 16, 258
    random = rng()
    letters = (97 + 26 * random.random((4096, 10))**2).astype(np.uint8)
    size_of = random.integers(2, 10, 4096)
    letters[xp.arange(10) == size_of[:, None]] = 32
    words = (4096**random.random(n // 3)).astype(i32)
    text = letters[words][xp.arange(10) <= size_of[words][:, None]][:n].copy()
    parts = text.reshape(-1, 1024)
    parts[2::4, :400] = parts[1::4, 300:700]
    begin = text[:-2].astype(np.int64) << 16 | text[1:-1].astype(np.int64) << 8 | text[2:]
    ordered = xp.sort(begin * n + xp.arange(n - 2))
    begin, place = ordered // n, ordered % n
    previous = xp.full(n, -1, i32)
    previous[place[1:]] = xp.where(begin[1:] == begin[:-1], place[:-1], -1)

    longest, back, at = xp.zeros(n, i32), xp.zeros(n, i32), previous.copy()
    for _ in range(depth):
        going = xp.nonzero((at >= 0) & (xp.arange(n) - at <= window))[0]
        same, left = xp.zeros(n, i32), going
        for k in range(most):
            left = left[left + k < n]
            left = left[text[at[left] + k] == text[left + k]]
            same[left] += 1
            if not left.size:
                break
        longer = same > longest
        longest, back = xp.where(longer, same, longest), xp.where(longer, xp.arange(n) - at, back)
        after = xp.full(n, -1, i32)
        after[going] = previous[at[going]]
        at = after
    length, distance = xp.empty(n, i32), xp.empty(n, i32)
    args = dict(text=text, previous=previous, window=i32(window), depth=i32(depth), length=length, distance=distance)
    return Case(args, *line("longest_match", n), [(length, longest), (distance, back)], (n, "sample"))


@case
def jpeg_idct():
    """Few high frequencies, as in pictures."""
    channels, height, width = 3, side(11) + 8, side(11) + 64
    tall = xp.asarray(np.arange(8))
    quant = (8 + 4 * (tall[:, None] + tall[None, :]) + 3 * xp.asarray(np.arange(3))[:, None, None]).astype(np.uint16)
    coeff = integers(-12, 13, (channels, height // 8, 8, width // 8, 8), i32)
    coeff //= (1 + tall[:, None, None] + tall)
    coeff[:, :, 0, :, 0] *= 4
    basis = xp.where(tall[:, None] == 0, 8**-0.5, 0.5) * xp.cos((2 * tall + 1) * tall[:, None] * np.pi / 16)
    full = coeff.astype(f64) * quant[:, None, :, None, :]
    pixels = xp.einsum("cyvxu,ui->cyvxi", full, basis)
    pixels = xp.einsum("cyvxi,vj->cyjxi", pixels, basis).reshape(channels, height, width)
    expect = xp.clip(xp.floor(pixels + 128.5), 0, 255).astype(np.uint8)
    coeff = xp.ascontiguousarray(coeff.astype(np.int16).reshape(channels, height, width))
    out = xp.empty((channels, height, width), np.uint8)
    return Case(dict(coeff=coeff, quant=quant, out=out), (width // 8, height // 8, channels), BLOCKS["jpeg_idct"],
                [(out, expect)], (3 * out.size, "B"), 2e-3)


@case
def median5():
    height, width, block = side(11) + 3, side(11) + 40, BLOCKS["median5"]
    image = integers(0, 4096, (height, width), np.uint16)
    wide, out = xp.pad(image, 2, mode="edge"), xp.empty((height, width), np.uint16)
    stack = xp.stack([wide[dy:dy + height, dx:dx + width] for dy in range(5) for dx in range(5)])
    return Case(dict(image=image, out=out), grid2d(image, block), block,
                [(out, xp.sort(stack, axis=0)[12].astype(np.uint16))], (image.size, "sample"))


@case
def kalman_step():
    """An eighth of the measurements is missed."""
    n, dt, r, random, block = size(20), 0.1, f64(0.5), rng(), BLOCKS["kalman_step"]
    F = xp.asarray(np.array([[1, 0, dt, 0], [0, 1, 0, dt], [0, 0, 1, 0], [0, 0, 0, 1]], f64))
    Q = xp.asarray(np.diag([1e-3, 1e-3, 1e-2, 1e-2]))
    x, L = 10 * random.standard_normal((n, 4)), random.standard_normal((n, 4, 4))
    P = L @ L.transpose(0, 2, 1) + 0.1 * xp.eye(4)
    z = x[:, :2] + random.standard_normal((n, 2))
    z[::8] = np.nan
    ahead, Pp = x @ F.T, F @ P @ F.T + Q
    S = Pp[:, :2, :2] + r * xp.eye(2)
    K = Pp[:, :, :2] @ xp.linalg.inv(S)
    seen = ~xp.isnan(z[:, 0])
    after = ahead + (K @ xp.where(seen[:, None], z - ahead[:, :2], 0)[:, :, None])[:, :, 0]
    spread = Pp - xp.where(seen[:, None, None], K @ Pp[:, :2, :], 0)
    P = xp.ascontiguousarray(P)
    return Case(dict(x=x, P=P, z=z, F=F, Q=Q, r=r), (cdiv(n, block[0]),), block, [(x, after), (P, spread)],
                (n * 8 * (2 * 20 + 2), "B"), 1e-11, inout=("x", "P"))


@case
def sssp_relax():
    """A quarter of the nodes is reached."""
    n, far, random = size(20), 1 << 30, np.random.default_rng(1234)
    degree = random.integers(0, 33, n)
    start = np.zeros(n + 1, np.int64)
    start[1:] = np.cumsum(degree)
    columns, lengths = (random.integers(low, high, start[-1]) for low, high in ((0, n), (1, 100)))
    draw = random.integers(0, 4000, n)
    before = np.where(draw < 1000, draw, far)
    source = np.repeat(np.arange(n), degree)
    used = before[source] < far
    # The least of each node's, by a sort of both in one word.
    words = np.sort((columns[used] << 32) + before[source[used]] + lengths[used])
    first = np.ones(len(words), bool)
    first[1:] = words[1:] >> 32 != words[:-1] >> 32
    least, reached = words[first] & 0xFFFFFFFF, words[first] >> 32
    after = before.copy()
    after[reached] = np.minimum(after[reached], least)
    row_ptr, col_idx, weights, dist = (xp.asarray(a.astype(i32)) for a in (start, columns, lengths, before))
    new_dist = dist.copy()
    args = dict(row_ptr=row_ptr, col_idx=col_idx, weights=weights, dist=dist, new_dist=new_dist)
    return Case(args, (cdiv(n, 256),), (256,), [(new_dist, xp.asarray(after.astype(i32)))],
                (int(used.sum()), "sample"), inout=("new_dist",))


@case
def fft1024():
    batch, n = max(size(14 + 10) // 1024, 16), 1024
    random = rng()
    signal = (random.standard_normal((batch, n), dtype=f32) + 1j * random.standard_normal((batch, n), dtype=f32))
    signal = xp.ascontiguousarray(signal.astype(np.complex64))
    twiddle = xp.exp(-2j * np.pi * xp.arange(n // 2) / n).astype(np.complex64)
    spectrum = xp.empty((batch, n), np.complex64)
    return Case(dict(signal=signal, twiddle=twiddle, spectrum=spectrum), (batch,), BLOCKS["fft1024"],
                [(spectrum, xp.fft.fft(signal.astype(np.complex128), axis=1))], (16 * signal.size, "B"), 1e-6)


@case
def fdtd_e():
    shape, block, dt, dx = (side(8) + 3, side(8), side(8) + 40), BLOCKS["fdtd_e"], f32(0.5), f32(1.25)
    ex, ey, ez, hx, hy, hz = ((a - f32(0.5)).copy() for a in uniform((6, *shape)))
    eps = 1 + 3 * uniform(shape)
    c = f64(dt) / (eps.astype(f64) * f64(dx))

    def back(a, axis):
        a = a.astype(f64)
        return a - xp.roll(a, 1, axis)

    expect = []
    for e, curl, edge in ((ex, back(hz, 1) - back(hy, 2), (1, 2)), (ey, back(hx, 2) - back(hz, 0), (0, 2)),
                          (ez, back(hy, 0) - back(hx, 1), (0, 1))):
        for axis in edge:
            curl[(slice(None),) * axis + (0,)] = 0
        expect.append(e + c * curl)
    args = dict(ex=ex, ey=ey, ez=ez, hx=hx, hy=hy, hz=hz, eps=eps, dt=dt, dx=dx)
    return Case(args, grid3d(ex, block), block, list(zip((ex, ey, ez), expect)), (40 * ex.size, "B"), 1e-6,
                inout=("ex", "ey", "ez"))


@case
def layernorm():
    cols, eps = 1536, f32(1e-5)
    rows = max(size(24) // 1024, 64)
    random = rng()
    x = random.standard_normal((rows, cols), dtype=f32) * 3 + random.standard_normal((rows, 1), dtype=f32)
    gamma, beta = (random.standard_normal(cols, dtype=f32) for _ in range(2))
    out = xp.empty_like(x)
    wide = x.astype(f64)
    wide -= wide.mean(axis=1, keepdims=True)
    expect = wide / xp.sqrt((wide * wide).mean(axis=1, keepdims=True) + f64(eps)) * gamma + beta
    return Case(dict(x=x, gamma=gamma, beta=beta, eps=eps, out=out), (rows,), (256,),
                [(out, expect)], (8 * x.size, "B"), 1e-5)


@case
def attention_online():
    heads, n, d = 16, side(11) - 20, 64
    block = BLOCKS["attention_online"]
    random = rng()
    q, k, v = (random.standard_normal((heads, n, d), dtype=f32) for _ in range(3))
    scale, out = f32(1 / np.sqrt(d)), xp.empty((heads, n, d), f32)
    seen, expect = xp.tril(xp.ones((n, n), bool)), xp.empty((heads, n, d))
    for head in range(heads):
        s = xp.where(seen, (q[head].astype(f64) * f64(scale)) @ k[head].astype(f64).T, -np.inf)
        p = xp.exp(s - s.max(axis=1, keepdims=True))
        expect[head] = p @ v[head].astype(f64) / p.sum(axis=1, keepdims=True)
    return Case(dict(q=q, k=k, v=v, scale=scale, out=out), (cdiv(n, block[0]), heads), block, [(out, expect)],
                (heads * n * (n + 1) * 2 * d, "flop"), 1e-5)


@case
def lucas_kanade():
    """A picture of waves that moves by a fraction of a pixel; a part of it is flat."""
    height, width, radius, threshold = side(10) + 8, side(11) - 24, 5, f32(1e-3)
    block = BLOCKS["lucas_kanade"]
    y, x = xp.meshgrid(xp.arange(height) * 1.0, xp.arange(width) * 1.0, indexing="ij")

    def picture(dx, dy):
        waves = xp.sin(0.31 * (x - dx) + 0.17 * (y - dy)) + xp.cos(0.23 * (y - dy) - 0.11 * (x - dx))
        return xp.where(x < width // 5, 0.25, waves).astype(f32)

    prev, curr = picture(0, 0), picture(0.3, -0.2)
    P, C = prev.astype(f64), curr.astype(f64)
    ix, iy, it = (xp.zeros(P.shape) for _ in range(3))
    ix[1:-1, 1:-1] = (P[1:-1, 2:] - P[1:-1, :-2]) / 2
    iy[1:-1, 1:-1] = (P[2:, 1:-1] - P[:-2, 1:-1]) / 2
    it[1:-1, 1:-1] = (C - P)[1:-1, 1:-1]

    def window(a):
        wide = xp.pad(a, radius)
        rows = sum(wide[k:k + height] for k in range(2 * radius + 1))
        return sum(rows[:, k:k + width] for k in range(2 * radius + 1))

    sxx, sxy, syy, sxt, syt = (window(a * b) for a, b in ((ix, ix), (ix, iy), (iy, iy), (ix, it), (iy, it)))
    half, det = (sxx + syy) / 2, sxx * syy - sxy * sxy
    good = half - xp.sqrt(xp.maximum(half * half - det, 0)) > f64(threshold)
    safe = xp.where(good, det, 1)
    expect = xp.where(good[:, :, None], xp.stack([(sxy * syt - syy * sxt) / safe,
                                                  (sxy * sxt - sxx * syt) / safe], axis=2), 0)
    flow = xp.empty((height, width, 2), f32)
    args = dict(prev=prev, curr=curr, radius=i32(radius), threshold=threshold, flow=flow)
    return Case(args, grid2d(prev, block), block, [(flow, expect)], (prev.size * (2 * radius + 1)**2, "sample"), 1e-3)


@case
def skin_vertices():
    """A third of the weights is zero."""
    n, bones_n, random = size(21), 96, np.random.default_rng(1234)
    host = np.zeros(n, np.dtype([("pos", f32, 3), ("normal", f32, 3), ("bones", i32, 4), ("weights", f32, 4)]))
    host["pos"], host["normal"] = random.standard_normal((n, 3)), random.standard_normal((n, 3))
    host["bones"] = np.sort((np.arange(n)[:, None] * bones_n // n + random.integers(0, 6, (n, 4))) % bones_n)
    weights = random.random((n, 4)) * (random.random((n, 4)) < 2 / 3) + [0.01, 0, 0, 0]
    host["weights"] = weights / weights.sum(axis=1, keepdims=True)
    turns = np.linalg.qr(random.standard_normal((bones_n, 3, 3)))[0]
    bones = np.concatenate([turns + 2 * np.eye(3), random.standard_normal((bones_n, 3, 1))], axis=2).astype(f32)
    place, normal, w, b = (xp.asarray(a) for a in (host["pos"].astype(f64), host["normal"].astype(f64),
                                                   host["weights"].astype(f64), host["bones"]))
    matrices = xp.asarray(bones, f64)
    mixed = sum(w[:, k, None, None] * matrices[b[:, k]] for k in range(4))
    at = xp.einsum("nij,nj->ni", mixed[:, :, :3], place) + mixed[:, :, 3]
    turned = xp.einsum("nij,nj->ni", mixed[:, :, :3], normal)
    turned /= xp.sqrt((turned * turned).sum(axis=1, keepdims=True))
    positions, normals = xp.empty((n, 3), f32), xp.empty((n, 3), f32)
    args = dict(vertices=records(host), bones=xp.asarray(bones), positions=positions, normals=normals)
    return Case(args, (cdiv(n, 256),), (256,), [(positions, at), (normals, turned)],
                (n * (host.itemsize + 24), "B"), 1e-5)


@case
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


@case
def parse_floats():
    """Of 2**18 numbers, over and over; one of a hundred lines is none."""
    distinct, random = min(size(22), 1 << 18), np.random.default_rng(1234)
    lines, values, bad = [], np.zeros(distinct), np.zeros(distinct, bool)
    drawn = random.standard_normal(distinct) * 10.0**random.integers(-6, 7, distinct)
    kinds = random.integers(0, 100, distinct)
    for k, (value, kind) in enumerate(zip(drawn.tolist(), kinds.tolist())):
        if kind == 0:
            lines.append(("", "n/a", "-", "1.5x")[k % 4])
            bad[k] = True
        else:
            lines.append(f"{value:.3f}" if kind < 50 else f"{value:.7g}" if kind < 80 else str(int(value)))
            values[k] = float(lines[-1])
    times = size(22) // distinct
    text = np.frombuffer(("\n".join(lines) + "\n").encode(), np.uint8)
    lengths = np.array([len(line) + 1 for line in lines])
    starts = np.zeros(distinct * times + 1, np.int64)
    starts[1:] = np.cumsum(np.tile(lengths, times))
    out, errors = xp.empty(distinct * times), xp.empty(1, i32)
    args = dict(text=xp.tile(xp.asarray(text), times), starts=xp.asarray(starts, i32), values=out, bad=errors)
    return Case(args, (cdiv(out.size, 256),), (256,),
                [(out, xp.tile(xp.asarray(values), times)), (errors, xp.asarray([int(bad.sum()) * times], i32))],
                (len(text) * times + 12 * out.size, "B"), 1e-14, zero=("bad",))


@case
def join_probe():
    """A table 60 % full; a quarter of what is wanted is not there."""
    slots, n, random = size(22), size(24), np.random.default_rng(1234)
    held = slots * 6 // 10
    known = np.unique(random.integers(0, 1 << 31, held + held // 8, np.uint32) * np.uint32(2))
    known = random.permutation(known)[:held]

    def mix(h):
        h = h ^ h >> np.uint32(16)
        h = h * np.uint32(0x85EBCA6B)
        h = h ^ h >> np.uint32(13)
        h = h * np.uint32(0xC2B2AE35)
        return h ^ h >> np.uint32(16)

    keys, rows = np.full(slots, 0xFFFFFFFF, np.uint32), np.zeros(slots, i32)
    left, at = np.arange(len(known)), mix(known).astype(np.int64) & (slots - 1)
    while len(left):  # as many at a time as have a slot of their own
        free = keys[at] == 0xFFFFFFFF
        _, first = np.unique(np.where(free, at, -1), return_index=True)
        first = first[free[first]]
        keys[at[first]], rows[at[first]] = known[left[first]], left[first]
        rest = np.ones(len(left), bool)
        rest[first] = False
        left, at = left[rest], (at[rest] + 1) & (slots - 1)
    pick = random.integers(0, len(known), n)
    there = random.random(n) < 0.75
    wanted = np.where(there, known[pick], random.integers(0, 1 << 31, n, np.uint32) * np.uint32(2) + np.uint32(1))
    found = xp.empty(n, i32)
    args = dict(keys=xp.asarray(keys), rows=xp.asarray(rows), wanted=xp.asarray(wanted.astype(np.uint32)), found=found)
    return Case(args, (132 * 8,), (256,), [(found, xp.asarray(np.where(there, pick, -1).astype(i32)))],
                (n, "sample"))
