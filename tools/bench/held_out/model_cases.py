"""Cases of physics and of geometry."""
import numpy as np

import harness
from common import SETS
from harness import (Case, cdiv, f32, f64, grid2d, grid3d, i32, member, normal, records, rng, side, size,
                     slow_first, uniform, xp)

LAUNCHES = SETS["held-out"].launches
BLOCKS, line = LAUNCHES.BLOCKS, LAUNCHES.line
PARTICLE = np.dtype([(name, f32) for name in ("x", "y", "z", "vx", "vy", "vz", "charge", "mass")])
STATE = np.dtype([("s0", np.uint64), ("s1", np.uint64)])


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


def d2q9_step():
    height, width, block, omega = side(12) + 3, side(12) + 24, BLOCKS["d2q9_step"], f32(1.7)
    cx, cy = (0, 1, 0, -1, 0, 1, -1, -1, 1), (0, 0, 1, 0, -1, 1, 1, -1, -1)
    opposite, weight = (0, 3, 4, 1, 2, 7, 8, 5, 6), (4 / 9,) + (1 / 9,) * 4 + (1 / 36,) * 4
    y, x = xp.arange(height)[:, None], xp.arange(width)
    solid = ((y % 200 - 100)**2 + (x % 300 - 120)**2 < 40**2) | (y < 2)
    f = uniform((9, height, width)) * f32(0.02) + xp.asarray(weight, f32)[:, None, None]
    f[1] += f32(0.03)
    here = xp.stack([xp.roll(f[q].astype(f64), (cy[q], cx[q]), axis=(0, 1)) for q in range(9)])
    rho = here.sum(axis=0)
    ux, uy = (sum(c[q] * here[q] for q in range(9)) / rho for c in (cx, cy))
    expect = xp.empty_like(here)
    for q in range(9):
        cu = 3 * (cx[q] * ux + cy[q] * uy)
        rest = weight[q] * rho * (1 + cu + cu * cu / 2 - 1.5 * (ux * ux + uy * uy))
        expect[q] = xp.where(solid, here[opposite[q]], here[q] + f64(omega) * (rest - here[q]))
    out = xp.empty_like(f)
    return Case(dict(f=f, solid=solid.astype(np.uint8), omega=omega, out=out), grid2d(solid, block), block,
                [(out, expect)], (2 * f.nbytes + solid.size, "B"), 1e-5)


CASES = {make.__name__: make for make in (wave2d, yee3d, particles_step, photon_slab, clifford_product,
                                          event_spectrum, gray_scott, ash_fall, channel_flow, liquid_forces,
                                          kalman_step, fdtd_e, d2q9_step)}
