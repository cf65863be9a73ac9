"""Cases of kernels as programs of a field have them, each with the inputs that are usual there.

Bags of rows of a table, sequences against a query by antidiagonals, shortest paths in tiles, votes for lines,
atoms in cells of a periodic box, radar echoes in complex numbers, shocks, letters for bytes, words of a genome,
intervals of knots, census words of two views, spins of two colours, terrain of octaves, and rays that mirror.
"""
import numpy as np

from harness import Case, cdiv, f32, f64, grid2d, i32, integers, rng, side, size, uniform, xp
from launches import BLOCKS


def embedding_bag():
    """Bags of up to 64 rows, some of none; one of sixteen indices pads."""
    dim, rows, bags, block, random = 128, size(18), size(14), BLOCKS["embedding_bag"], np.random.default_rng(1234)
    counts = random.integers(0, 65, bags)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
    indices = random.integers(1, rows, offsets[-1])
    indices[random.random(len(indices)) < 1 / 16] = 0
    weights = (0.1 + random.random(len(indices))).astype(f32)
    table = rng().standard_normal((rows, dim), dtype=f32)
    bag_of, used = np.repeat(np.arange(bags), counts), indices != 0
    weight = xp.asarray(np.bincount(bag_of[used], weights[used], bags))
    indices, offsets, weights = (xp.asarray(a) for a in (indices, offsets, weights))
    parts = table[indices].astype(f64) * xp.where(indices != 0, weights, 0)[:, None]
    sums = xp.concatenate([xp.zeros((1, dim)), xp.cumsum(parts, axis=0)])
    total = sums[offsets[1:]] - sums[offsets[:-1]]
    expect = xp.where(weight[:, None] > 0, total / xp.maximum(weight, 1e-9)[:, None], 0)
    out = xp.empty((bags, dim), f32)
    args = dict(table=table, indices=indices, offsets=offsets, weights=weights, padding_idx=np.int64(0), out=out)
    return Case(args, grid2d(out, block), block, [(out, expect)], (4 * dim * len(indices) + 4 * out.size, "B"), 1e-5)


def sw_affine():
    """An eighth of the sequences hold a part of the query, with changes."""
    count, width, m, gap_open, gap_extend = size(13), 256, 128, 11, 1
    random = np.random.default_rng(1234)
    scores = random.integers(-4, 3, (24, 24))
    scores = np.minimum(scores, scores.T)
    scores[np.arange(24), np.arange(24)] = random.integers(4, 12, 24)
    query = random.integers(0, 20, m)
    database = random.integers(0, 20, (count, width))
    lengths = random.integers(60, width + 1, count)
    for s in range(0, count, 8):
        start, long = random.integers(0, 80), random.integers(20, 48)
        database[s, 5:5 + long] = query[start:start + long]
        database[s, 15 + long // 2] = random.integers(0, 20)
    h = np.zeros((count, m + 1), np.int64)  # of the last column: [sequence, letter of the query]
    e = np.full((count, m + 1), -10000)
    best = np.zeros(count, np.int64)
    fade = gap_extend * np.arange(m + 1)
    for j in range(width):
        live = j < lengths
        e = np.maximum(h - gap_open, e - gap_extend)
        diagonal = h[:, :-1] + scores[query[None, :], database[:, j, None]]
        base = np.zeros((count, m + 1), np.int64)
        base[:, 1:] = np.maximum(np.maximum(diagonal, 0), e[:, 1:])
        # A gap that opens below row i costs gap_open, and gap_extend for each further row.
        down = np.maximum.accumulate(base + fade, axis=1)
        h = base.copy()
        h[:, 1:] = np.maximum(base[:, 1:], down[:, :-1] - gap_open - fade[1:] + gap_extend)
        best = np.where(live, np.maximum(best, h.max(axis=1)), best)
    args = dict(query=xp.asarray(query, np.uint8), database=xp.asarray(database, np.uint8),
                lengths=xp.asarray(lengths, i32), blosum=xp.asarray(scores, np.int8), gap_open=i32(gap_open),
                gap_extend=i32(gap_extend), scores=xp.empty(count, i32))
    return Case(args, (count,), BLOCKS["sw_affine"], [(args["scores"], xp.asarray(best, i32))],
                (int(lengths.sum()) * m, "sample"))


def floyd_tile():
    n, tile, stage = side(12), 32, 1
    far = 1 << 29
    dist = integers(1, 1000, (n, n), i32)
    dist[uniform((n, n)) < 0.5] = far
    cut = slice(stage * tile, (stage + 1) * tile)
    expect, along, down = dist.copy(), dist[:, cut], dist[cut].copy()
    for k in range(tile):
        xp.minimum(expect, along[:, k, None] + down[k], out=expect)
    expect[cut], expect[:, cut] = dist[cut], dist[:, cut]
    return Case(dict(dist=dist, stage=i32(stage)), (n // tile, n // tile), BLOCKS["floyd_tile"], [(dist, expect)],
                (8 * dist.size, "B"), inout=("dist",))


def hough_lines():
    """Lines and noise: about one of thirty pixels."""
    height, width, thetas, block = side(11) - 8, side(11) + 40, 180, BLOCKS["hough_lines"]
    random = np.random.default_rng(1234)
    edges = random.random((height, width)) < 0.02
    y, x = np.mgrid[:height, :width]
    for _ in range(12):
        angle, far = random.random() * np.pi, random.random() * height * 0.7
        edges |= np.abs(x * np.cos(angle) + y * np.sin(angle) - far) < 0.6
    angles = np.arange(thetas) * np.pi / thetas
    cosines, sines = np.cos(angles).astype(f32), np.sin(angles).astype(f32)
    middle = int(np.hypot(height, width)) + 2
    ys, xs = np.nonzero(edges)
    expect = np.zeros((2 * middle + 1, thetas), i32)
    for t in range(thetas):
        rho = np.floor(xs * f64(cosines[t]) + ys * f64(sines[t]) + 0.5).astype(np.int64) + middle
        expect[:, t] = np.bincount(rho, minlength=2 * middle + 1)
    votes = xp.empty(expect.shape, i32)
    args = dict(edges=xp.asarray(edges, np.uint8), cosines=xp.asarray(cosines), sines=xp.asarray(sines), votes=votes)
    return Case(args, grid2d(args["edges"], block), block, [(votes, xp.asarray(expect))],
                (len(xs) * thetas, "sample"), 1e-2, zero=("votes",))


def lj_cells():
    """A lattice, disturbed, of 0.8 atoms a unit of volume."""
    m = 1 << size(18).bit_length() // 3
    n, cutoff, random = m**3, f32(2.5), np.random.default_rng(1234)
    box = f32((n / 0.8)**(1 / 3))
    cells = int(box / cutoff)
    lattice = np.stack(np.meshgrid(*[np.arange(m)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    pos = ((lattice + 0.5 + 0.08 * random.standard_normal((n, 3))) * (f64(box) / m) % f64(box)).astype(f32)
    place = np.minimum((pos / box * f32(cells)).astype(np.int64), cells - 1)
    cell = (place[:, 2] * cells + place[:, 1]) * cells + place[:, 0]
    order = np.argsort(cell, kind="stable")
    pos, cell, place = pos[order], cell[order], xp.asarray(place[order])
    start = np.zeros(cells**3 + 1, i32)
    start[1:] = np.cumsum(np.bincount(cell, minlength=cells**3))
    most = int(np.diff(start).max())
    start, pos = xp.asarray(start), xp.asarray(pos)
    wide, wideness, me = pos.astype(f64), f64(box), xp.arange(n)
    force_, energy_ = xp.zeros((n, 3)), xp.zeros(n)
    for shift in np.ndindex(3, 3, 3):
        x, y, z = (((place[:, a] + s - 1) % cells) for a, s in enumerate(shift))
        other = (z * cells + y) * cells + x
        for k in range(most):
            j = start[other] + k
            there = (j < start[other + 1]) & (j != me)
            j = xp.where(there, j, 0)
            r = wide - wide[j]
            r -= wideness * xp.rint(r / wideness)
            r2 = xp.where(there, (r * r).sum(axis=1), 1e9)
            near = r2 < f64(cutoff)**2
            inv6 = xp.where(near, r2**-3.0, 0)
            force_ += (24 * inv6 * (2 * inv6 - 1) / r2)[:, None] * r
            energy_ += 2 * inv6 * (inv6 - 1)
    force, energy = xp.empty((n, 3), f32), xp.empty(n, f32)
    args = dict(pos=pos, cell_start=start, cells=i32(cells), box=box, cutoff=cutoff, force=force, energy=energy)
    return Case(args, (cdiv(n, 128),), BLOCKS["lj_cells"], [(force, force_), (energy, energy_)],
                (n * 27 * n // cells**3, "sample"), 1e-4)


def sar_backproject():
    """Echoes of a few points, and noise."""
    rows, cols, pulses, bins, block = side(9) - 8, side(9) + 24, 256, 1024, BLOCKS["sar_backproject"]
    spacing, near, step, wavenumber = f32(64 / cols), f32(140), f32(0.1), f32(12.5)
    random = np.random.default_rng(1234)
    angle = np.linspace(-0.4, 0.4, pulses)
    platform = np.stack([150 * np.sin(angle), -150 * np.cos(angle), np.full(pulses, 100)], axis=1).astype(f32)
    profiles = 0.05 * (random.standard_normal((pulses, bins)) + 1j * random.standard_normal((pulses, bins)))
    for _ in range(10):
        target = np.array([*(40 * random.random(2) - 20), 0])
        far = np.linalg.norm(platform - target, axis=1) - near
        profiles += np.sinc(np.arange(bins) - far[:, None] / step) * np.exp(-1j * wavenumber * far[:, None])
    profiles, platform = xp.asarray(profiles.astype(np.complex64)), xp.asarray(platform)
    y, x = xp.meshgrid((xp.arange(rows) - rows // 2) * f64(spacing), (xp.arange(cols) - cols // 2) * f64(spacing),
                       indexing="ij")
    expect = xp.zeros((rows, cols), np.complex128)
    for p in range(pulses):
        at, line = platform[p].astype(f64), profiles[p].astype(np.complex128)
        far = xp.sqrt((x - at[0])**2 + (y - at[1])**2 + at[2]**2) - f64(near)
        place = far / f64(step)
        k = xp.trunc(place).astype(np.int64)
        inside = (k >= 0) & (k + 1 < bins)
        k = xp.where(inside, k, 0)
        sample = line[k] * (1 - (place - k)) + line[k + 1] * (place - k)
        expect += xp.where(inside, sample * xp.exp(1j * f64(wavenumber) * far), 0)
    image = xp.empty((rows, cols), np.complex64)
    args = dict(profiles=profiles, platform=platform, spacing=spacing, near=near, step=step, wavenumber=wavenumber,
                image=image)
    return Case(args, grid2d(image, block), block, [(image, expect)], (image.size * pulses, "sample"), 2e-3)


def weno5_burgers():
    rows, n, block, random = side(10) + 3, side(11) + 40, BLOCKS["weno5_burgers"], rng()
    x = xp.arange(n) * (2 * np.pi / n)
    a = random.standard_normal((rows, 4))
    u = sum(a[:, k, None] * xp.sin((k + 1) * x + k) for k in range(4)) + 2 * (x > 3)
    alpha, dx = f64(8), f64(2 * np.pi / n)

    def weno(a, b, c, d, e):
        p = (2 * a - 7 * b + 11 * c) / 6, (-b + 5 * c + 2 * d) / 6, (2 * c + 5 * d - e) / 6
        s = (13 / 12 * (a - 2 * b + c)**2 + 0.25 * (a - 4 * b + 3 * c)**2,
             13 / 12 * (b - 2 * c + d)**2 + 0.25 * (b - d)**2,
             13 / 12 * (c - 2 * d + e)**2 + 0.25 * (3 * c - 4 * d + e)**2)
        w = [g / (1e-6 + b)**2 for g, b in zip((0.1, 0.6, 0.3), s)]
        return sum(x * y for x, y in zip(w, p)) / sum(w)

    plus, minus = 0.25 * u * u + 0.5 * alpha * u, 0.25 * u * u - 0.5 * alpha * u

    def at(f, k):
        return xp.roll(f, -k, axis=1)

    face = weno(*(at(plus, k) for k in (-2, -1, 0, 1, 2))) + weno(*(at(minus, k) for k in (3, 2, 1, 0, -1)))
    rhs = xp.empty_like(u)
    return Case(dict(u=u, alpha=alpha, dx=dx, rhs=rhs), grid2d(u, block), block,
                [(rhs, -(face - xp.roll(face, 1, axis=1)) / dx)], (u.size, "sample"), 1e-10)


def base64_encode():
    n = size(27) + 1
    data = integers(0, 256, n, np.uint8)
    alphabet = xp.asarray(np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", np.uint8))
    groups = cdiv(n, 3)
    full = xp.zeros(3 * groups, np.uint8)
    full[:n] = data
    a, b, c = (full[k::3] for k in range(3))
    six = xp.stack([a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63], axis=1)
    expect = alphabet[six].reshape(-1)
    if n % 3:
        expect[4 * groups - (3 - n % 3):] = ord("=")
    text = xp.empty(4 * groups, np.uint8)
    return Case(dict(data=data, text=text), (cdiv(groups, 256),), (256,), [(text, expect)], (n + text.size, "B"))


def kmer_count():
    """Some lower case; runs of N."""
    n, k = size(24), 11
    letters = xp.asarray(np.frombuffer(b"ACGTACGTACGTacgt", np.uint8))
    sequence = letters[integers(0, 16, n, i32)]
    for at in range(0, n, n // 16):
        sequence[at:at + n // 160] = ord("N")
    code = xp.full(256, -1, np.int64)
    for value, both in enumerate((b"Aa", b"Cc", b"Gg", b"Tt")):
        for letter in both:
            code[letter] = value
    bases = code[sequence]
    count = n - k + 1
    forward, reverse, good = xp.zeros(count, np.int64), xp.zeros(count, np.int64), xp.ones(count, bool)
    for j in range(k):
        base = bases[j:j + count]
        good &= base >= 0
        forward = forward * 4 + base
        reverse += (3 - base) << (2 * j)
    words = xp.minimum(forward, reverse)[good]
    counts = xp.empty(4**k, i32)
    return Case(dict(sequence=sequence, k=i32(k), counts=counts), (cdiv(n, 256),), (256,),
                [(counts, xp.bincount(words, minlength=4**k).astype(i32))], (n, "sample"), zero=("counts",))


def spline_eval():
    """Three of a hundred points are outside; natural coefficients are not needed for what is measured."""
    m, n, fill = 4097, size(23), f64(-1)
    random = rng()
    knots = xp.cumsum(0.05 + random.random(m))
    coeffs = random.standard_normal((4, m - 1))
    span = knots[-1] - knots[0]
    points = knots[0] + span * (1.03 * random.random(n) - 0.015)
    k = xp.clip(xp.searchsorted(knots, points, side="right") - 1, 0, m - 2)
    h, (a, b, c, d) = points - knots[k], coeffs[:, k]
    inside = (points >= knots[0]) & (points <= knots[-1])
    values, slopes = xp.empty(n), xp.empty(n)
    args = dict(knots=knots, coeffs=coeffs, points=points, fill=fill, values=values, slopes=slopes)
    return Case(args, (cdiv(n, 256),), (256,),
                [(values, xp.where(inside, ((a * h + b) * h + c) * h + d, fill)),
                 (slopes, xp.where(inside, (3 * a * h + 2 * b) * h + c, 0))], (24 * n, "B"), 1e-12)


def census_match():
    """The right view is the left one shifted, with bits that differ; an eighth of rows match nothing."""
    height, width, most, radius, block = side(10) - 16, side(10) + 256, 64, 1, BLOCKS["census_match"]
    drawn = np.random.default_rng(1234)

    def draw():
        return xp.asarray(drawn.integers(0, 1 << 62, (height, width), np.uint64))

    left, noise, other = draw(), draw() & draw() & draw(), draw()
    right = other.copy()
    shift = 5 + xp.arange(height) // 16 % 40
    column = xp.arange(width)[None, :] + shift[:, None]
    moved = xp.take_along_axis(left, xp.minimum(column, width - 1), axis=1)
    right = xp.where((column < width) & (xp.arange(height)[:, None] % 128 > 15), moved ^ noise, other)
    low, high = radius + most - 1, width - radius
    best, second, best_d = (xp.full((height - 2 * radius, max(high - low, 0)), v, i32) for v in (1 << 30, 1 << 30, 0))

    def popcount(words):
        words = words - (words >> np.uint64(1) & np.uint64(0x5555555555555555))
        words = (words & np.uint64(0x3333333333333333)) + (words >> np.uint64(2) & np.uint64(0x3333333333333333))
        words = words + (words >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
        return ((words * np.uint64(0x0101010101010101)) >> np.uint64(56)).astype(i32)

    for d in range(most):
        bits = popcount(left[:, low - radius:high + radius] ^ right[:, low - radius - d:high + radius - d])
        across = bits[:, :-2] + bits[:, 1:-1] + bits[:, 2:]
        cost = across[:-2] + across[1:-1] + across[2:]
        better = cost < best
        second = xp.where(better, best, xp.minimum(second, cost))
        best, best_d = xp.where(better, cost, best), xp.where(better, d, best_d)
    expect = xp.full((height, width), 255, np.uint8)
    expect[radius:height - radius, low:high] = xp.where(best * 100 > second.astype(np.int64) * 95, 255, best_d)
    disparity = xp.empty((height, width), np.uint8)
    args = dict(left=left, right=right, max_disp=i32(most), radius=i32(radius), disparity=disparity)
    return Case(args, grid2d(left, block), block, [(disparity, expect)], (left.size * most, "sample"))


def ising_sweep():
    """Near the critical temperature."""
    n, block, color, beta, seed = side(12), BLOCKS["ising_sweep"], 1, f32(0.44), np.uint32(20240229)
    spins = (2 * integers(0, 2, (n, n), np.int8) - 1).astype(np.int8)
    index = xp.arange(n * n, dtype=np.uint32)
    state = index * np.uint32(747796405) + seed
    word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
    word = (word >> np.uint32(22)) ^ word
    chance = ((word >> np.uint32(8)).astype(f64) / 2**24).reshape(n, n)
    around = sum(xp.roll(spins, by, axis).astype(i32) for by in (-1, 1) for axis in (0, 1))
    dE = 2 * spins * around
    mine = (xp.arange(n)[:, None] + xp.arange(n) + color) % 2 == 0
    flips = mine & ((dE <= 0) | (chance < xp.exp(-f64(beta) * dE)))
    args = dict(spins=spins, color=i32(color), beta=beta, seed=seed)
    return Case(args, (cdiv(n // 2, block[0]), cdiv(n, block[1])), block,
                [(spins, xp.where(flips, -spins, spins).astype(np.int8))], (2 * spins.size, "B"), 1e-6,
                inout=("spins",))


def perlin_fbm():
    """Block x is of rows."""
    rows, cols, octaves, block = side(11) + 8, side(11) + 40, 5, BLOCKS["perlin_fbm"]
    scale, time = f32(1 / 64), f32(3.7)
    order = np.random.default_rng(1234).permutation(256)
    perm = xp.asarray(np.concatenate([order, order]), i32)
    height_map = xp.empty((rows, cols), f32)
    x, y = xp.meshgrid(xp.arange(cols) * f64(scale), xp.arange(rows) * f64(scale))
    z, amplitude, expect = xp.full(x.shape, f64(time)), 0.5, xp.zeros(x.shape)

    def fade(t):
        return t * t * t * (t * (t * 6 - 15) + 10)

    def grad(h, a, b, c):
        h = h & 15
        u = xp.where(h < 8, a, b)
        v = xp.where(h < 4, b, xp.where((h == 12) | (h == 14), a, c))
        return xp.where(h & 1, -u, u) + xp.where(h & 2, -v, v)

    for _ in range(octaves):
        cell = [xp.floor(s).astype(np.int64) for s in (x, y, z)]
        fx, fy, fz = (s - c for s, c in zip((x, y, z), cell))
        X, Y, Z = (c & 255 for c in cell)
        u, v, w = fade(fx), fade(fy), fade(fz)
        total = xp.zeros(x.shape)
        for dz in (0, 1):
            for dy in (0, 1):
                for dx in (0, 1):
                    h = perm[perm[perm[X + dx] + Y + dy] + Z + dz]
                    share = (u if dx else 1 - u) * (v if dy else 1 - v) * (w if dz else 1 - w)
                    total += share * grad(h, fx - dx, fy - dy, fz - dz)
        expect += amplitude * total
        amplitude *= 0.5
        x, y, z = 2 * x, 2 * y, 2 * z
    args = dict(perm=perm, scale=scale, time=time, octaves=i32(octaves), height_map=height_map)
    return Case(args, (cdiv(rows, block[0]), cdiv(cols, block[1])), block, [(height_map, expect)],
                (octaves * height_map.size, "sample"), 1e-4)


def ray_spheres():
    height, width, block, count = side(10) + 56, side(11) - side(11) // 16, BLOCKS["ray_spheres"], 24
    drawn = np.random.default_rng(1234)
    host = np.empty((count, 4))
    for k in range(count):
        host[k] = (k % 6 - 2.5) * 1.3, (k // 6 - 1.5) * 1.3, 7 + 2 * drawn.random(), 0.4 + 0.35 * drawn.random()
    spheres, colors = xp.asarray(host, f32), xp.asarray(drawn.random((count, 3)), f32)
    shine = xp.asarray(np.where(np.arange(count) % 3, 0.5 * drawn.random(count), 0), f32)
    sun = np.array([0.5, 0.7, -0.6])
    light, fov = xp.asarray(sun / np.linalg.norm(sun), f32), f32(1.2)
    image = xp.empty((height, width, 3), f32)
    ball, paint, mirror, lamp = (a.astype(f64) for a in (spheres, colors, shine, light))

    def unit(v):
        return v / xp.sqrt((v * v).sum(axis=1, keepdims=True))

    def intersect(origin, direction):
        nearest, index = xp.full(len(origin), 1e20), xp.full(len(origin), -1)
        for k in range(count):
            l = ball[k, :3] - origin
            b = (l * direction).sum(axis=1)
            disc = b * b - (l * l).sum(axis=1) + ball[k, 3]**2
            t = b - xp.sqrt(xp.maximum(disc, 0))
            closer = (disc > 0) & (t > 1e-3) & (t < nearest)
            nearest, index = xp.where(closer, t, nearest), xp.where(closer, k, index)
        return index, nearest

    x, y = (a.reshape(-1).astype(f64) for a in xp.meshgrid(xp.arange(width), xp.arange(height)))
    at = xp.stack(((x - width / 2) * f64(fov) / width, (height / 2 - y) * f64(fov) / width, xp.ones_like(x)), axis=1)
    direction, origin = unit(at), xp.zeros_like(at)
    total, weight, live, rays = xp.zeros_like(at), xp.ones(len(at)), xp.arange(len(at)), 0
    for _ in range(4):
        o, d, w = origin[live], direction[live], weight[live]
        index, t = intersect(o, d)
        rays += len(live)
        sky = 0.5 * (d[:, 1] + 1)
        clear = xp.stack((1 - 0.5 * sky, 1 - 0.3 * sky, xp.ones_like(sky)), axis=1) * w[:, None]
        total[live] += xp.where((index < 0)[:, None], clear, 0)
        hit = index >= 0
        live, index, t, o, d, w = (a[hit] for a in (live, index, t, o, d, w))
        o = o + t[:, None] * d
        normal = unit(o - ball[index, :3])
        facing = (normal * lamp).sum(axis=1)
        blocked = intersect(o, xp.broadcast_to(lamp, o.shape))[0] >= 0
        shade = 0.1 + xp.where((facing > 0) & ~blocked, 0.9 * facing, 0)
        total[live] += (w * (1 - mirror[index]) * shade)[:, None] * paint[index]
        origin[live], weight[live] = o, w * mirror[index]
        direction[live] = d - 2 * (d * normal).sum(axis=1, keepdims=True) * normal
        live = live[weight[live] >= 0.01]
    args = dict(spheres=spheres, colors=colors, shine=shine, light=light, fov=fov, image=image)
    return Case(args, grid2d(image, block), block, [(image, xp.minimum(total, 1).reshape(image.shape))],
                (rays, "sample"), 2e-2)


def orient_keypoints():
    height, width, n, block = side(11) + 8, side(11) - 40, size(17), BLOCKS["orient_keypoints"]
    y, x = xp.meshgrid(xp.arange(height) * 1.0, xp.arange(width) * 1.0, indexing="ij")
    image = (xp.sin(x / 7 + y / 29) + xp.cos(y / 5 - x / 17) + 0.2 * rng().random((height, width))).astype(f32)
    points = np.random.default_rng(1234).random((n, 3)) * [width - 1, height - 1, 2] + [0, 0, 1.2]
    keypoints = xp.asarray(points, f32)
    sigma = f32(1.5) * keypoints[:, 2]
    radius = xp.rint(3 * sigma).astype(np.int64)
    most, wide = int(radius.max()), image.astype(f64)
    gx, gy = wide[1:-1, 2:] - wide[1:-1, :-2], wide[:-2, 1:-1] - wide[2:, 1:-1]
    slot = xp.rint(xp.arctan2(gy, gx) * (36 / (2 * np.pi))).astype(np.int64) % 36
    # What is outside adds nothing.
    slot, magnitude = (xp.pad(a, most + 1).ravel() for a in (slot, xp.sqrt(gx * gx + gy * gy)))
    stride = width + 2 * most
    order = xp.argsort(-radius)  # those that reach farthest first
    x0, y0 = (xp.rint(keypoints[order, k]).astype(np.int64) + most for k in (0, 1))
    middle, falloff, own = y0 * stride + x0, -0.5 / sigma[order].astype(f64)**2, xp.arange(n) * 36
    fade, many = zip(*((xp.exp(falloff * r * r), int((radius >= r).sum())) for r in range(most + 1)))
    hist = xp.zeros(n * 36)
    for dy in range(-most, most + 1):
        for dx in range(-most, most + 1):
            count = many[max(abs(dx), abs(dy))]
            at = middle[:count] + (dy * stride + dx)
            # One element of each keypoint.
            hist[own[:count] + slot[at]] += fade[abs(dy)][:count] * fade[abs(dx)][:count] * magnitude[at]
    smooth, hist = xp.empty((n, 36)), hist.reshape(n, 36)
    smooth[order] = sum(xp.roll(hist, by, axis=1) * (share / 16) for by, share in zip(range(-2, 3), (1, 4, 6, 4, 1)))
    best = smooth.argmax(axis=1)
    before, peak, after = (smooth[xp.arange(n), (best + k) % 36] for k in (-1, 0, 1))
    angle = (best + 0.5 * (before - after) / (before - 2 * peak + after)) * 10
    histograms, angles = xp.empty((n, 36), f32), xp.empty(n, f32)
    args = dict(image=image, keypoints=keypoints, histograms=histograms, angles=angles)
    return Case(args, (n,), block, [(histograms, smooth), (angles, angle)],
                (int(((2 * radius + 1)**2).sum()), "sample"), 2e-2)  # a gradient may be of either bin, and so the peak


CASES = {make.__name__: make for make in (embedding_bag, sw_affine, floyd_tile, hough_lines, lj_cells, sar_backproject,
                                          weno5_burgers, base64_encode, kmer_count, spline_eval, census_match,
                                          ising_sweep, perlin_fbm, ray_spheres, orient_keypoints)}
