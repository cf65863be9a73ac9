"""Cases of rows, of samples and letters that follow one another and of layers of neurons."""
import numpy as np

import harness
from common import SETS
from harness import (Case, cdiv, f32, f64, i32, integers, normal, rng, side, size, uniform, xp)

LAUNCHES = SETS["held-out"].launches
BLOCKS, line = LAUNCHES.BLOCKS, LAUNCHES.line


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


def row_extremes():
    rows, cols = size(15), side(13)
    x = uniform((rows, cols)) - f32(0.5)
    low, high, where = xp.empty(rows, f32), xp.empty(rows, f32), xp.empty(rows, i32)
    return Case(dict(x=x, low=low, high=high, where=where), (rows,), (256,),
                [(low, x.min(axis=1)), (high, x.max(axis=1)), (where, x.argmax(axis=1))],
                (4 * x.size, "B"))


def kmeans_assign():
    n, dims, clusters, checked = size(21), 16, 64, min(size(21), 1 << 14)
    points, centroids, labels = normal((n, dims)), uniform((clusters, dims)) * 2 - 1, xp.empty(n, i32)
    apart = points[:checked, None].astype(f64) - centroids[None].astype(f64)
    return Case(dict(points=points, centroids=centroids, labels=labels), *line("kmeans_assign", n),
                [(labels[:checked], (apart**2).sum(axis=2).argmin(axis=1))],
                (3 * n * dims * clusters, "flop"), 1e-3)


def table_interp():
    n, count = size(26), 4096
    knots = xp.sort(uniform(count)) * 8 + 1
    knots += xp.arange(count, dtype=f32) * f32(1e-3)
    values, x, y = normal(count), uniform(n) * 16 - 1, xp.empty(n, f32)
    expect = xp.interp(x.astype(f64), knots.astype(f64), values.astype(f64))
    return Case(dict(x=x, knots=knots, values=values, y=y), *line("table_interp", n), [(y, expect)],
                (8 * n, "B"), 1e-5)


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


def fft1024():
    batch, n = max(size(14 + 10) // 1024, 16), 1024
    random = rng()
    signal = (random.standard_normal((batch, n), dtype=f32) + 1j * random.standard_normal((batch, n), dtype=f32))
    signal = xp.ascontiguousarray(signal.astype(np.complex64))
    twiddle = xp.exp(-2j * np.pi * xp.arange(n // 2) / n).astype(np.complex64)
    spectrum = xp.empty((batch, n), np.complex64)
    return Case(dict(signal=signal, twiddle=twiddle, spectrum=spectrum), (batch,), BLOCKS["fft1024"],
                [(spectrum, xp.fft.fft(signal.astype(np.complex128), axis=1))], (16 * signal.size, "B"), 1e-6)


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


def gemv_int4():
    """Fewer than 2**20 threads."""
    rows, cols, group = size(14), max(side(13), 1152), 128
    packed = integers(0, 1 << 32, (rows, cols // 8), np.uint32)
    random = rng()
    scales = (0.01 + 0.02 * random.random((rows, cols // group), dtype=f32)).astype(np.float16)
    zeros = integers(0, 16, scales.shape, np.uint8)
    x = random.standard_normal(cols, dtype=f32).astype(np.float16)
    words, wide = packed.reshape(rows, -1, group // 8), x.astype(f64).reshape(-1, group // 8, 8)
    sums = sum(xp.einsum("rgw,gw->rg", (words >> np.uint32(4 * k) & np.uint32(15)).astype(f64), wide[:, :, k])
               for k in range(8))
    expect = ((sums - zeros * wide.sum(axis=(1, 2))) * scales.astype(f64)).sum(axis=1)
    y = xp.empty(rows, f32)
    return Case(dict(packed=packed, scales=scales, zeros=zeros, x=x, y=y), (cdiv(rows, 4),), BLOCKS["gemv_int4"],
                [(y, expect)], (packed.nbytes + scales.nbytes + zeros.nbytes, "B"), 1e-5)


def moe_route():
    """Some experts are liked more; of a seventh of the tokens several are liked best."""
    tokens, experts, random = size(18), 64, rng()
    logits = random.standard_normal((tokens, experts), dtype=f32) + xp.linspace(0, 1, experts, dtype=f32)
    logits[::7] = xp.rint(logits[::7])
    every, others = xp.arange(tokens), logits.copy()
    first = logits.argmax(axis=1)
    others[every, first] = -np.inf
    second = others.argmax(axis=1)
    share = 1 / (1 + xp.exp(logits[every, second].astype(f64) - logits[every, first]))
    experts_of = xp.stack([first, second], axis=1)
    loads = xp.bincount(experts_of.ravel(), minlength=experts)
    chosen, weights = xp.empty((tokens, 2), i32), xp.empty((tokens, 2), f32)
    position, load = xp.empty((tokens, 2), i32), xp.empty(experts, i32)

    def in_queues(position):
        """Each expert's queue has each of its places once, whoever has it."""
        return xp.sort((experts_of * (2 * tokens) + position).ravel())

    queues = xp.concatenate([k * 2 * tokens + xp.arange(count) for k, count in enumerate(loads.tolist())])
    args = dict(logits=logits, chosen=chosen, weights=weights, position=position, load=load)
    return Case(args, (cdiv(tokens, 4),), BLOCKS["moe_route"],
                [(chosen, experts_of.astype(i32)), (weights, xp.stack([share, 1 - share], axis=1)),
                 (load, loads.astype(i32)), (position, queues, in_queues)],
                (logits.nbytes + 24 * tokens, "B"), 1e-5, zero=("load",))


def attend_decode():
    small, random = harness.SHRINK // 4, np.random.default_rng(1234)
    requests, heads, page, width = max(64 >> small, 3), max(32 >> small, 2), 16, 64
    length = (40 + random.gamma(2.0, 280 >> small, requests)).astype(i32).clip(1, 2000)
    need = -(-length // page)
    pages, free = int(need.sum()), iter(random.permutation(int(need.sum())).tolist())
    table = np.zeros((requests, int(need.max())), i32)
    for r in range(requests):
        table[r, :need[r]] = [next(free) for _ in range(need[r])]
    keys, values = (rng().standard_normal((2, pages, heads, page, width), dtype=f32)[k].copy() for k in (0, 1))
    query = uniform((requests, heads, width)) * f32(3)
    out, expect = xp.empty_like(query), xp.empty(query.shape, f64)
    for r in range(requests):
        past = xp.asarray(table[r, :need[r]])
        k, v = (a[past].transpose(1, 0, 2, 3).reshape(heads, -1, width)[:, :length[r]].astype(f64)
                for a in (keys, values))
        score = (k * query[r].astype(f64)[:, None]).sum(axis=2) / 8
        p = xp.exp(score - score.max(axis=1, keepdims=True))
        expect[r] = (p[:, :, None] * v).sum(axis=1) / p.sum(axis=1, keepdims=True)
    args = dict(query=query, keys=keys, values=values, table=xp.asarray(table), length=xp.asarray(length), out=out)
    return Case(args, (heads, requests), BLOCKS["attend_decode"], [(out, expect)],
                (2 * 4 * width * heads * int(length.sum()), "B"), 1e-5)


CASES = {make.__name__: make for make in (viterbi, dtw_local, row_extremes, kmeans_assign, table_interp,
                                          meal_response, pixel_trends, fft1024, layernorm, attention_online,
                                          gemv_int4, moe_route, attend_decode)}
