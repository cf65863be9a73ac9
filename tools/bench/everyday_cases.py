"""Cases of what people write that the kernels of cases.py, which are written all one way, do not have.

Elements that are named wherever a formula has them, clamps by if, sums kept in global memory, indices in pairs,
samples at places between pixels, early returns, `continue`, conditions on what was loaded, sums by atomics at
places of floats, tensors and views of any shape, places brought back over an edge, hashes in local arrays,
boards in the bits of words, points in polygons, columns that are not all as deep, rays that pass beside what is
sampled, and stacks in local arrays.
"""
import numpy as np

import harness
from harness import Case, cdiv, f32, f64, grid2d, i32, integers, rng, side, size, uniform, xp
from launches import BLOCKS


def around(a):
    """Inner elements, and those right and left of them, below and above."""
    return a[1:-1, 1:-1], a[1:-1, 2:], a[1:-1, :-2], a[2:, 1:-1], a[:-2, 1:-1]


def shallow_water():
    shape, block = (side(13) + 3, side(13) + 40), BLOCKS["shallow_water"]
    h, u, v = 1 + uniform(shape), *(uniform((2, *shape)) - f32(0.5))
    h, u, v = (xp.ascontiguousarray(a) for a in (h, u, v))
    after, dt, dx, g = [xp.empty_like(h) for _ in range(3)], f32(0.01), f32(0.5), f32(9.81)
    (h0, hr, hl, hd, hu), (u0, ur, ul, ud, uu), (v0, vr, vl, vd, vu) = (around(a.astype(f64)) for a in (h, u, v))
    r = f64(dt) / (2 * f64(dx))
    expect = (h0 - r * (u0 * (hr - hl) + v0 * (hd - hu) + h0 * (ur - ul + vd - vu)),
              u0 - r * (u0 * (ur - ul) + v0 * (ud - uu) + f64(g) * (hr - hl)),
              v0 - r * (u0 * (vr - vl) + v0 * (vd - vu) + f64(g) * (hd - hu)))
    args = dict(h=h, u=u, v=v, next_h=after[0], next_u=after[1], next_v=after[2], dt=dt, dx=dx)
    return Case(args, grid2d(h, block), block, [(a[1:-1, 1:-1], e) for a, e in zip(after, expect)],
                (24 * h.size, "B"), 1e-6)


def box_blur():
    height, width, radius = side(12) + 3, side(12) + 40, 2
    image, block = integers(0, 256, (height, width), np.uint8), BLOCKS["box_blur"]
    out, wide, wider = xp.empty_like(image), xp.pad(image.astype(i32), radius, mode="edge"), 2 * radius + 1
    total = sum(wide[dy:dy + height, dx:dx + width] for dy in range(wider) for dx in range(wider))
    return Case(dict(image=image, out=out, radius=np.int64(radius)), grid2d(image, block), block,
                [(out, (total // wider**2).astype(np.uint8))], (2 * image.size, "B"))


def matmul_inplace():
    n, block = side(10), BLOCKS["matmul_inplace"]
    a, b = uniform((n, n)), uniform((n, n)) - f32(0.5)
    c = xp.empty_like(a)
    return Case(dict(a=a, b=b, c=c), grid2d(c, block), block, [(c, a.astype(f64) @ b.astype(f64))],
                (2 * n**3, "flop"), 1e-5)


def rotate_image():
    height, width, angle = side(13) + 3, side(13) + 40, f32(0.3)
    image, block = uniform((height, width)), BLOCKS["rotate_image"]
    out = xp.empty_like(image)
    x, y = xp.arange(width) - width // 2, (xp.arange(height) - height // 2)[:, None]
    cos, sin = np.cos(f64(angle)), np.sin(f64(angle))
    sx, sy = x * cos + y * sin + width // 2, y * cos - x * sin + height // 2
    x0, y0 = (xp.floor(s).astype(i32) for s in (sx, sy))
    inside = (x0 >= 0) & (y0 >= 0) & (x0 + 1 < width) & (y0 + 1 < height)
    fx, fy = sx - x0, sy - y0
    x0, y0 = xp.where(inside, x0, 0), xp.where(inside, y0, 0)
    top, bottom = (image[row, x0] * (1 - fx) + image[row, x0 + 1] * fx for row in (y0, y0 + 1))
    expect = xp.where(inside, top * (1 - fy) + bottom * fy, 0)
    # Places are of float32, of which an eighth of a hundredth of a pixel is left at 2**13.
    return Case(dict(image=image, out=out, angle=angle), grid2d(out, block), block, [(out, expect)],
                (2 * image.nbytes, "B"), 5e-3)


def heat_shared():
    rows, cols, r = side(13) + 3, side(13) + 40, f32(0.1)
    u, block = uniform((rows, cols)), BLOCKS["heat_shared"]
    v, (here, right, left, below, above) = xp.empty_like(u), around(u.astype(f64))
    return Case(dict(u=u, v=v, r=r), grid2d(u, block), block,
                [(v[1:-1, 1:-1], here + f64(r) * (right + left + below + above - 4 * here))],
                (2 * u.nbytes, "B"), 1e-6)


def collatz():
    n, most = size(22), 256
    start = integers(-1000, 100000, n, np.int64)
    number, count = xp.maximum(start, 1), xp.zeros(n, i32)
    for _ in range(most):
        going = number != 1
        count += going
        number = xp.where(going, xp.where(number % 2 == 0, number // 2, 3 * number + 1), 1)
    expect = xp.where((start < 1) | (number != 1), -1, count)
    steps = xp.empty(n, i32)
    return Case(dict(start=start, steps=steps, most=i32(most)), (cdiv(n, 256),), (256,), [(steps, expect)],
                (int(count.sum()), "sample"))


def masked_means():
    rows, columns, least = side(9), size(20) + 33, 0.5
    values, weights = uniform((rows, columns)).astype(f64), uniform((rows, columns)).astype(f64) ** 2
    weights[:, ::100] = 0
    counted = xp.where(weights > least, weights, 0)
    sums, means = counted.sum(axis=0), xp.empty(columns, f64)
    expect = xp.where(sums > 0, (counted * values).sum(axis=0) / xp.where(sums > 0, sums, 1), -1)
    return Case(dict(values=values, weights=weights, means=means, least=f64(least)), (cdiv(columns, 256),), (256,),
                [(means, expect)], (2 * values.nbytes, "B"), 1e-12)


def next_greater():
    n, most = size(22), 64
    x, ahead = uniform(n), xp.empty(n, i32)
    expect = xp.zeros(n, i32)
    for k in range(most, 0, -1):
        expect[:n - k] = xp.where(x[k:] > x[:n - k], k, expect[:n - k])
    return Case(dict(x=x, ahead=ahead, most=np.int64(most)), (cdiv(n, 256),), (256,), [(ahead, expect)],
                (int(xp.where(expect > 0, expect, most).sum()), "sample"))


def trace_wind():
    rows, cols, n, steps, dt = side(11) + 3, side(11) + 40, size(20), 32, f32(0.25)
    wind = uniform((2, rows, cols)) * 8 - f32(4)
    u, v = wind[0].copy(), wind[1].copy()
    xs, ys = (uniform((2, n))[k] * f32(extent - 1) for k, extent in ((0, cols), (1, rows)))
    x, y = xs.astype(f64), ys.astype(f64)

    def inside(x, y):
        return (x >= 0) & (y >= 0) & (x < cols - 1) & (y < rows - 1)

    def between(field, x, y, there):
        x, y = xp.where(there, x, 0), xp.where(there, y, 0)
        x0, y0 = xp.floor(x).astype(i32), xp.floor(y).astype(i32)
        fx, fy = x - x0, y - y0
        top, bottom = (field[row, x0] * (1 - fx) + field[row, x0 + 1] * fx for row in (y0, y0 + 1))
        return top * (1 - fy) + bottom * fy

    there = xp.ones(n, bool)
    for _ in range(steps):
        there &= inside(x, y)
        mx, my = (place + 0.5 * dt * between(field, x, y, there) for place, field in ((x, u), (y, v)))
        there &= inside(mx, my)
        sx, sy = (dt * between(field, mx, my, there) for field in (u, v))
        x, y = x + xp.where(there, sx, 0), y + xp.where(there, sy, 0)
    # The field bends as much as it can: a place is carried away from another by what float32 rounds.
    ends = xp.empty(n, f32), xp.empty(n, f32)
    args = dict(u=u, v=v, xs=xs, ys=ys, end_x=ends[0], end_y=ends[1], dt=dt, steps=np.int64(steps))
    return Case(args, (cdiv(n, 256),), (256,), [(ends[0], x), (ends[1], y)], (n * steps, "sample"), 1e-3)


def triple_barrier():
    """One bar of twenty has no trade; barriers are five to twenty of a bar's deviations away."""
    n, horizon, block = size(22), 128, BLOCKS["triple_barrier"]
    price = xp.exp(xp.cumsum(rng().standard_normal(n) * 1e-3)).astype(f32) * f32(100)
    volume, width = integers(0, 20, n, i32), uniform(n) * f32(0.015) + f32(0.005)
    label, held = xp.empty(n, np.int8), xp.empty(n, i32)
    upper, lower = price * (1 + width), price * (1 - width)
    outcome, bars, waited = xp.zeros(n, np.int8), xp.zeros(n, i32), xp.zeros(n, i32)
    waiting = xp.nonzero(volume)[0]
    while waiting.size:  # another bar of all that are not decided
        bars[waiting] += 1
        waiting = waiting[(waiting + bars[waiting] < n) & (waited[waiting] < horizon)]
        now = waiting + bars[waiting]
        traded = volume[now] > 0
        gain, loss = traded & (price[now] >= upper[waiting]), traded & (price[now] <= lower[waiting])
        outcome[waiting] = gain.astype(np.int8) - loss.astype(np.int8)
        waited[waiting] += traded
        waiting = waiting[~gain & ~loss]
    args = dict(price=price, volume=volume, width=width, horizon=i32(horizon), label=label, held=held)
    return Case(args, (cdiv(n, block[0]),), block, [(label, outcome), (held, bars)],
                (int(bars.sum()), "sample"), 1e-4)  # an fma's rounding


def drifters():
    """A drifter for every other cell, in order; currents that turn, and noise."""
    n, points, steps, dt = size(21), side(11), 12, f32(0.8)
    y, x = xp.arange(points, dtype=f64)[:, None] / 40, xp.arange(points + 24, dtype=f64) / 50
    noise = uniform((2, points, points + 24)) - f32(0.5)
    u = (xp.sin(y) * xp.cos(x) * 2).astype(f32) + noise[0]
    v = (xp.cos(y) * xp.sin(x) * -2).astype(f32) + noise[1]
    cols = 1 << n.bit_length() // 2
    start, end = uniform((n, 2)), xp.empty((n, 2), f32)
    at = xp.arange(n)
    for axis, (place, of) in enumerate(((at % cols, cols), (at // cols, n // cols))):
        start[:, axis] = (start[:, axis] + place.astype(f32)) * f32((u.shape[1 - axis] - 1) / of)
    wide = [field.astype(f64).ravel() for field in (u, v)]

    def sampled(field, px, py):
        j = xp.clip(xp.floor(px), 0, u.shape[1] - 2).astype(np.int64)
        i = xp.clip(xp.floor(py), 0, u.shape[0] - 2).astype(np.int64)
        fx, fy, p, down = px - j, py - i, i * u.shape[1] + j, u.shape[1]
        return ((field[p] * (1 - fx) + field[p + 1] * fx) * (1 - fy)
                + (field[p + down] * (1 - fx) + field[p + down + 1] * fx) * fy)

    px, py, step = *start.astype(f64).T, f64(dt)
    for _ in range(steps):
        inside = (px >= 0) & (py >= 0) & (px <= u.shape[1] - 1) & (py <= u.shape[0] - 1)
        half = [p + step / 2 * sampled(field, px, py) for p, field in zip((px, py), wide)]
        px, py = (xp.where(inside, p + step * sampled(field, *half), p) for p, field in zip((px, py), wide))
    return Case(dict(u=u, v=v, start=start, dt=dt, steps=i32(steps), end=end), (cdiv(n, 256),), (256,),
                [(end, xp.stack((px, py), axis=1))], (n * steps, "sample"), 1e-5)


def deposit():
    n, points = size(24), side(10)
    px, py = (uniform((2, n))[k] * f32(points - 1.5) for k in (0, 1))
    charge, density = uniform(n)[::-1].copy(), xp.empty((points, points), f32)
    ix, iy = xp.floor(px).astype(np.int64), xp.floor(py).astype(np.int64)
    fx, fy, expect = px.astype(f64) - ix, py.astype(f64) - iy, 0
    for dy, wy in (0, 1 - fy), (1, fy):
        for dx, wx in (0, 1 - fx), (1, fx):
            expect = expect + xp.bincount((iy + dy) * points + ix + dx, charge * wx * wy, points * points)
    return Case(dict(px=px, py=py, charge=charge, density=density), (cdiv(n, 256),), (256,),
                [(density, expect.reshape(points, points))], (12 * n, "B"), 1e-5, zero=("density",))


def tensor_zip():
    """A batch's features, each with a weight of its own in every channel."""
    a_shape, b_shape = (cdiv(size(25), 12 * 77 * 50), 12, 77, 50), (12, 1, 50)
    a, b = uniform(a_shape), rng().standard_normal(b_shape, dtype=f32)
    out = xp.empty_like(a)
    args = {}
    for name, tensor in ("out", out), ("a", a), ("b", b):
        args[name] = tensor.ravel()
        args[f"{name}_shape"] = xp.asarray(tensor.shape, i32)
        args[f"{name}_strides"] = xp.asarray([s // tensor.itemsize for s in tensor.strides], i32)
        if name == "out":
            args["out_size"] = i32(tensor.size)
    return Case(args, (cdiv(out.size, 256),), (256,), [(out, a.astype(f64) * b)],
                (4 * (out.size + a.size + b.size), "B"), 1e-6)


def ordered_dither():
    height, width, rows, cols, levels = side(13) - 50, side(13) + 24, 12, 10, i32(6)
    image = integers(0, 256, (height, width, 3), np.uint8)
    screen = xp.argsort(uniform(rows * cols)).astype(i32).reshape(rows, cols)
    out, block = xp.empty_like(image), BLOCKS["ordered_dither"]
    threshold = screen[xp.arange(height)[:, None] % rows, xp.arange(width) % cols]
    step = 255 // (levels - 1)
    level, rest = (part.astype(i32) for part in (image // step, image % step))
    level += rest * (rows * cols) > (threshold * step)[..., None]
    return Case(dict(image=image, screen=screen, levels=levels, out=out), grid2d(image, block), block,
                [(out, xp.minimum(level * step, 255).astype(np.uint8))], (2 * image.size, "B"))


def unpack_view():
    """Pictures with their channels last, wanted channels first, upside down, without a column, each thrice."""
    height, width, channels, times = 40, 53, 24, 3
    pictures = cdiv(size(25), times * height * (width - 1) * channels)
    base = uniform((pictures, height, width, channels))
    view = base.transpose(0, 3, 1, 2)[:, None, :, ::-1, 1:]
    view = xp.broadcast_to(view, (pictures, times, *view.shape[2:]))
    offset = (height - 1) * width * channels + channels
    strides = xp.asarray([s // base.itemsize for s in view.strides], i32)
    out = xp.empty(view.size, f32)
    args = dict(base=base.ravel(), offset=i32(offset), strides=strides, shape=xp.asarray(view.shape, i32), out=out)
    return Case(args, (cdiv(out.size, 256),), (256,), [(out, view.reshape(-1))],
                (4 * (out.size + base.size), "B"))


def ruggedness():
    rows, cols, radius, block = side(12) - 20, side(12) + 24, 3, BLOCKS["ruggedness"]
    height = uniform((rows, cols)) * f32(4000)
    out, total, here = xp.empty_like(height), xp.zeros((rows, cols), f64), height.astype(f64)
    for dy in range(-radius, radius + 1):
        band = here[xp.clip(xp.arange(rows) + dy, 0, rows - 1)]
        for dx in range(-radius, radius + 1):
            total += (xp.roll(band, -dx, axis=1) - here)**2
    return Case(dict(height=height, radius=i32(radius), out=out), grid2d(height, block), block,
                [(out, xp.sqrt(total))], (3 * (2 * radius + 1)**2 * height.size, "flop"), 1e-6)


PRIMES = [p for p in range(2, 312) if all(p % q for q in range(2, p))]


def fractions(count, power):
    """The first 32 bits behind the point of roots of primes."""
    return [xp.asarray([int(p**power * 2**32) & 0xFFFFFFFF], np.uint32) for p in PRIMES[:count]]


def compressed(state, words):
    def rotated(x, n):
        return x >> np.uint32(n) | x << np.uint32(32 - n)

    w, rounds = list(words), fractions(64, 1 / 3)
    for t in range(16, 64):
        low, high = w[t - 15], w[t - 2]
        w.append(w[t - 16] + w[t - 7] + (rotated(low, 7) ^ rotated(low, 18) ^ low >> np.uint32(3))
                 + (rotated(high, 17) ^ rotated(high, 19) ^ high >> np.uint32(10)))
    a, b, c, d, e, f, g, h = state
    for t in range(64):
        first = h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + (e & f ^ ~e & g) + rounds[t] + w[t]
        second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = first + second, a, b, c, d + first, e, f, g
    return [x + y for x, y in zip(state, (a, b, c, d, e, f, g, h))]


def nonce_search():
    n, first = size(20), np.uint32(2600468480)
    midstate, tail = (integers(0, 1 << 32, 11, np.uint32)[part].copy() for part in (slice(8), slice(8, None)))
    zeros = xp.empty(n, np.uint8)

    def constants(*values):
        return [xp.asarray([value], np.uint32) for value in values]

    nonces = xp.arange(n, dtype=np.uint32) + first
    words = [*(tail[k:k + 1] for k in range(3)), nonces, *constants(1 << 31, *(0,) * 10, 640)]
    digest = compressed([midstate[k:k + 1] for k in range(8)], words)
    digest = compressed(fractions(8, 1 / 2), [*digest, *constants(1 << 31, *(0,) * 6, 256)])
    count, going = xp.zeros(n, i32), xp.ones(n, bool)
    for word in digest:
        count += xp.where(going, 32 - xp.frexp(word.astype(f64))[1], 0)
        going &= word == 0
    return Case(dict(midstate=midstate, tail=tail, first=first, zeros=zeros), (cdiv(n, 256),), (256,),
                [(zeros, count.astype(np.uint8))], (n, "sample"))


DIRECTIONS = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]


def slid(planes, dy, dx):
    """All squares of boards a step on."""
    to, start = ([slice(max(sign * d, 0), 8 + min(sign * d, 0)) for d in (dy, dx)] for sign in (1, -1))
    out = xp.zeros_like(planes)
    out[tuple(to)] = planes[tuple(start)]
    return out


def allowed(own, other):
    moves = xp.zeros_like(own)
    for step in DIRECTIONS:
        line = slid(own, *step) & other
        for _ in range(5):
            line |= slid(line, *step) & other
        moves |= slid(line, *step)
    return moves & ~(own | other)


def turned(own, other, y, x):
    """What a disc at one square turns, were it allowed."""
    flips = xp.zeros_like(own)
    for dy, dx in DIRECTIONS:
        ray = [(y + k * dy, x + k * dx) for k in range(1, 8) if 0 <= y + k * dy < 8 and 0 <= x + k * dx < 8]
        run, closed, line = xp.ones(own.shape[2:], bool), xp.zeros(own.shape[2:], bool), []
        for at in ray:
            closed |= run & own[at]
            run = run & other[at]
            line.append(run)
        for at, passed in zip(ray, line):
            flips[at] = passed & closed
    return flips


def reversi_mobility():
    """Five of sixteen squares have discs; one position of 97 has no move."""
    n, block = size(20), BLOCKS["reversi_mobility"]
    draw = xp.asarray(np.random.default_rng(1234).integers(0, 1 << 64, (5, n), np.uint64))
    occupied = draw[0] & (draw[1] | draw[2] & draw[3])
    own, other = occupied & draw[4], occupied & ~draw[4]
    other[::97] = 0
    mine, theirs = (xp.stack([(word >> np.uint64(k) & np.uint64(1)).astype(bool) for k in range(64)]).reshape(8, 8, n)
                    for word in (own, other))
    moves, best, fewest = allowed(mine, theirs), xp.full(n, 64), xp.full(n, 64)
    for place in range(64):
        y, x = divmod(place, 8)
        flips = turned(mine, theirs, y, x)
        after = mine | flips
        after[y, x] = True
        count = allowed(theirs & ~flips, after).sum(axis=(0, 1))
        better = moves[y, x] & (count < fewest)
        best, fewest = xp.where(better, place, best), xp.where(better, count, fewest)
    square, replies = xp.empty(n, np.uint8), xp.empty(n, np.uint8)
    return Case(dict(own=own, other=other, square=square, replies=replies), (cdiv(n, block[0]),), block,
                [(square, best.astype(np.uint8)), (replies, fewest.astype(np.uint8))], (int(moves.sum()), "sample"))


def pickup_zones():
    """Stars of 8 to 24 corners around places of a grid, in part over each other; a fifth of the trips is in none."""
    n, rows, cols, step, block = size(20), 6, 8, 0.02, BLOCKS["pickup_zones"]
    west, south, drawn = -74.05, 40.65, np.random.default_rng(1234)
    rings = []
    for k in range(rows * cols):
        corners = drawn.integers(8, 25)
        angle = (np.arange(corners) + drawn.random(corners)) * (2 * np.pi / corners)
        radius = (0.45 + 0.2 * drawn.random(corners)) * step
        x, y = ((at + 0.3 + 0.4 * drawn.random()) * step for at in (k % cols, k // cols))
        rings.append(np.stack((west + x + radius * np.cos(angle), south + y + radius * np.sin(angle)), axis=1))
    ring = xp.asarray(np.concatenate(rings))
    first = xp.asarray(np.cumsum([0, *map(len, rings)]), i32)
    bounds = xp.asarray([(*corners.min(axis=0), *corners.max(axis=0)) for corners in rings])
    lon, lat = (low + extent * step * xp.asarray(drawn.random(n)) for low, extent in ((west, cols), (south, rows)))
    zone, expect = xp.empty(n, np.int16), xp.zeros(n, np.int16)
    for k in range(len(rings))[::-1]:  # by how often a ring winds around those in its bounds
        corners, (left, low, right, high) = xp.asarray(rings[k]), bounds[k]
        near = xp.nonzero((lon >= left) & (lon <= right) & (lat >= low) & (lat <= high))[0]
        x, y = lon[near][:, None], lat[near][:, None]
        (ax, ay), (bx, by) = corners.T, xp.roll(corners, -1, axis=0).T
        side_of = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        turns = ((ay <= y) & (by > y) & (side_of > 0)).sum(axis=1) - ((by <= y) & (ay > y) & (side_of < 0)).sum(axis=1)
        expect[near[turns != 0]] = k + 1
    return Case(dict(lon=lon, lat=lat, ring=ring, first=first, bounds=bounds, zone=zone), (cdiv(n, block[0]),), block,
                [(zone, expect)], (n, "sample"))


def lake_mixing():
    """A lake amid land, deepest in its middle; its arrays have two more cells at each side, and one is one of two."""
    levels, rows, cols, block = 32, side(10) + 3, side(10) + 40, BLOCKS["lake_mixing"]
    dt, random, inner = f64(3600), rng(), (slice(None), slice(2, -2), slice(2, -2))
    warmth = (4 + 20 * random.random((2, levels, rows + 4, cols + 4)))[0][inner]
    mixing = (10**(-3 - 3 * random.random((levels, rows + 4, cols + 4))))[inner]
    after = xp.empty((levels, rows + 4, cols + 4))[inner]
    thickness = 0.25 * 1.07**xp.arange(levels)
    y, x = xp.arange(rows)[:, None] / rows - 0.5, xp.arange(cols) / cols - 0.5
    bottom = xp.clip(levels * (1.2 - 5 * (x**2 + y**2)) + 2 * random.random((rows, cols)), 0, levels).astype(i32)
    # What passes into each level from above, and out of the last one.
    passed = xp.zeros((levels + 1, rows, cols))
    for k in range(1, levels):
        passed[k] = xp.where(k < bottom, dt * mixing[k] / (0.5 * (thickness[k - 1] + thickness[k])), 0)
    share, expect = xp.zeros_like(passed), xp.empty((levels, rows, cols))
    for k in range(levels):
        up, down = passed[k] / thickness[k], passed[k + 1] / thickness[k]
        pivot = 1 + up + down - (up * share[k - 1] if k else 0)
        share[k] = down / pivot
        expect[k] = (warmth[k] + (up * expect[k - 1] if k else 0)) / pivot
    for k in range(levels - 2, -1, -1):
        expect[k] += share[k] * expect[k + 1]
    args = dict(warmth=warmth, mixing=mixing, thickness=thickness, bottom=bottom, dt=dt, after=after)
    return Case(args, grid2d(bottom, block), block, [(after, expect)],
                (16 * warmth.size + 8 * int(bottom.sum()), "B"), 1e-12)


def fan_beam():
    """The detector is as wide as what is imaged, of which rays pass beside it when it is near the source."""
    views, bins, rows, cols, block = side(7) - 8, side(10) - 20, side(10) + 8, side(10) + 24, BLOCKS["fan_beam"]
    pixel, radius = f32(0.5), f32(0.25 * rows)
    distance, bin_width, place = f32(3.2) * radius, f32(2 * radius / bins), xp.arange(bins)
    phase, pace = rng().random((2, views, 1))
    waves = xp.cos(9 * phase + pace * place / 5) * xp.sin(place * (np.pi / bins))  # that end with the detector
    filtered = waves.astype(f32)
    turn = xp.arange(views) * (2 * np.pi / views)
    cosine, sine, image = xp.cos(turn).astype(f32), xp.sin(turn).astype(f32), xp.empty((rows, cols), f32)
    y, x = xp.nonzero(xp.ones((rows, cols), bool))
    x, y = f64(pixel) * (x - (cols - 1) / 2), f64(pixel) * ((rows - 1) / 2 - y)
    inside, seen = xp.nonzero(x**2 + y**2 <= f64(radius)**2)[0], 0
    x, y, total, expect = x[inside], y[inside], xp.zeros(inside.size), xp.zeros(rows * cols)
    for c, s, row in zip(*(part.astype(f64) for part in (cosine, sine, filtered))):
        nearer = f64(distance) / (f64(distance) - x * c - y * s)
        u = nearer * (y * c - x * s) / f64(bin_width) + (bins - 1) / 2
        there = (u >= 0) & (u < bins - 1)
        seen += int(there.sum())
        total += xp.where(there, nearer**2 * xp.interp(u, place, row), 0)
    expect[inside] = total * np.pi / views
    args = dict(filtered=filtered, cosine=cosine, sine=sine, distance=distance, bin_width=bin_width, pixel=pixel,
                radius=radius, image=image)
    return Case(args, grid2d(image, block), block, [(image, expect.reshape(rows, cols))], (seen, "sample"), 2e-5)


def fatigue_damage():
    """A slow swing that nodes have more or less of, and noise; some nodes rest, and what is known to 0.5 repeats."""
    nodes, steps, strength, limit, slope = size(20) + 40, 36, f32(600), f32(25), f32(5)
    random, block = rng(), BLOCKS["fatigue_damage"]
    swing = xp.sin(xp.arange(steps, dtype=f32) / 5)[:, None] * (random.random(nodes, dtype=f32) * 90)
    noise = random.standard_normal((steps, nodes), dtype=f32) * 40
    stress = (xp.rint(2 * (swing + noise + 30 * random.random(nodes, dtype=f32))) / 2).astype(f32)
    stress[:, ::64] = stress[0, ::64]
    every = xp.arange(nodes)
    turns, count = xp.zeros((steps, nodes)), xp.ones(nodes, i32)
    turns[0], total, closed = stress[0], xp.zeros(nodes), xp.zeros(nodes, i32)

    def wear(a, b):
        amplitude = abs(a - b) / 2 / (1 - xp.maximum((a + b) / 2, 0) / f64(strength))
        return xp.where(amplitude < limit, 0, (amplitude / f64(strength))**f64(slope))

    for now in stress[1:].astype(f64):
        top, under = turns[count - 1, every], turns[xp.maximum(count - 2, 0), every]
        turned = xp.where(count == 1, now != top, (now > top) & (top < under) | (now < top) & (top > under))
        count += turned
        turns[count - 1, every] = now
        left = xp.nonzero(count >= 3)[0]
        while left.size:  # the cycle that each of these nodes ends, if it does
            a, b, c = (turns[count[left] - k, left] for k in (3, 2, 1))
            ends = abs(c - b) >= abs(b - a)
            left, a, b, c = (part[ends] for part in (left, a, b, c))
            whole = count[left] > 3
            total[left] += wear(a, b) * xp.where(whole, 1, 0.5)
            turns[count[left] - 3, left] = xp.where(whole, c, b)
            turns[count[left] - 2, left] = c  # of halves alone there is one more
            closed[left] += whole
            count[left] -= 1 + whole
            left = left[count[left] >= 3]
    for k in range(steps - 1):
        total += xp.where(k + 1 < count, wear(turns[k], turns[k + 1]) / 2, 0)
    damage, cycles = xp.empty(nodes, f32), xp.empty(nodes, i32)
    args = dict(stress=stress, strength=strength, limit=limit, slope=slope, damage=damage, cycles=cycles)
    return Case(args, (cdiv(nodes, block[0]),), block, [(damage, total), (cycles, closed)],
                (stress.size, "sample"), 1e-5)


CASES = {make.__name__: make for make in (shallow_water, box_blur, matmul_inplace, rotate_image, heat_shared, collatz,
                                          masked_means, next_greater, trace_wind, triple_barrier, drifters, deposit,
                                          tensor_zip, ordered_dither, unpack_view, ruggedness, nonce_search,
                                          reversi_mobility, pickup_zones, lake_mixing, fan_beam, fatigue_damage)}
