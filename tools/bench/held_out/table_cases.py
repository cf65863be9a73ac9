"""Cases of graphs, of text and of what is looked up in tables."""
import heapq

import numpy as np

from common import SETS
from harness import (SMS, Case, cdiv, f32, f64, i32, integers, rng, size, uniform, xp)

line = SETS["held-out"].launches.line


def graph(nodes, mean):
    """Where each node's edges begin, and the node at the other end of each; 0 to 2 * mean a node."""
    first = xp.zeros(nodes + 1, i32)
    first[1:] = xp.cumsum(integers(0, 2 * mean + 1, nodes, i32))
    return first, integers(0, nodes, int(first[-1]), i32)


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


def join_probe():
    """A table 60 % full; a quarter of what is wanted is not there."""
    slots, n, random = size(22), size(24), np.random.default_rng(1234)
    held = slots * 6 // 10
    known = np.unique(random.integers(0, 1 << 31, held + held // 8, np.uint32) * np.uint32(2))
    known = random.permutation(known)[:held]

    keys, rows = np.full(slots, 0xFFFFFFFF, np.uint32), np.zeros(slots, i32)
    left, at = np.arange(len(known)), mixed(known).astype(np.int64) & (slots - 1)
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
    return Case(args, (SMS * 8,), (256,), [(found, xp.asarray(np.where(there, pick, -1).astype(i32)))],
                (n, "sample"))


def group_by():
    """Keys of a power law, in a table half full. Fewer than 2**20 threads."""
    n, groups, random = size(24), size(18) // 2, np.random.default_rng(1234)
    names = np.unique(random.integers(0, 1 << 62, groups + groups // 8))
    names = random.permutation(names)[:groups]
    pick = np.minimum((groups * random.random(n)**3).astype(np.int64), groups - 1)
    values = (100 * random.random(n)).astype(f32)
    total, count, most = np.bincount(pick, values), np.bincount(pick), np.zeros(groups, f32)
    np.maximum.at(most, pick, values)
    used = np.flatnonzero(count)
    used = used[np.argsort(names[used])]
    slots, empty = xp.full(2 * groups, -1, np.int64), 2 * groups - len(used)

    def of(numbers, kind, default=0):
        return xp.asarray(np.concatenate([np.full(empty, default, kind), numbers[used].astype(kind)]))

    def by_key(column):
        return column[xp.argsort(slots)]

    sums, counts, largest = (xp.empty(2 * groups, kind) for kind in (f64, i32, f32))
    args = dict(keys=xp.asarray(names[pick]), values=xp.asarray(values), slots=slots, sums=sums, counts=counts,
                largest=largest)
    return Case(args, (SMS * 8,), (256,),
                [(slots, of(names, np.int64, -1), xp.sort), (sums, of(total, f64), by_key),
                 (counts, of(count, i32), by_key), (largest, of(most, f32), by_key)], (n, "sample"), 1e-9,
                zero=("sums", "counts", "largest"), inout=("slots",))


def code_lengths(counts):
    """Of Huffman's code for symbols that are counted so often."""
    heap = [(count, [symbol]) for symbol, count in enumerate(counts)]
    lengths = np.zeros(len(counts), np.int64)
    heapq.heapify(heap)
    while len(heap) > 1:
        (n, a), (m, b) = heapq.heappop(heap), heapq.heappop(heap)
        lengths[a + b] += 1
        heapq.heappush(heap, (n + m, a + b))
    return lengths


def huffman_decode():
    """Bytes about 128, in chunks of 128. Fewer than 2**20 threads."""
    bits, per_chunk, chunks = 12, 128, size(17)
    random = np.random.default_rng(1234)
    chance = np.exp(-np.abs(np.arange(256) - 128) / 10) + 6e-3
    chance /= chance.sum()
    lengths = code_lengths((chance * 1e6).astype(np.int64).tolist())
    assert lengths.max() <= bits
    codes, table, code = np.zeros(256, np.uint16), np.zeros(1 << bits, np.uint16), 0
    for symbol in np.lexsort((np.arange(256), lengths)):
        width = 1 << (bits - lengths[symbol])
        codes[symbol] = code  # its bits first, of twelve
        table[code:code + width] = lengths[symbol] << 8 | symbol
        code += width
    assert code == 1 << bits
    data = random.choice(256, chunks * per_chunk, p=chance).astype(np.uint8)
    long = lengths.astype(np.uint8)[data]
    ends = np.cumsum(long, dtype=np.int64)
    stream = np.zeros(ends[-1] + 128 - ends[-1] % 32, np.uint8)
    words, at = codes[data], ends - long
    chunk_bits = at[::per_chunk].copy()
    for k in range(bits):  # bit k of each code that has so many
        stream[at] = words >> (bits - 1 - k) & 1
        at += 1
        more = long > k + 1
        words, long, at = words[more], long[more], at[more]
    stream = np.packbits(stream).view(">u4").astype(np.uint32)
    out = xp.empty((chunks, per_chunk), np.uint8)
    args = dict(stream=xp.asarray(stream), chunk_bits=xp.asarray(chunk_bits), table=xp.asarray(table), out=out)
    return Case(args, (cdiv(chunks, 256),), (256,), [(out, xp.asarray(data.reshape(out.shape)))],
                (stream.nbytes + out.size, "B"))


def edge_support():
    """Few vertices have many edges; each edge goes to the end that has more."""
    vertices, tries, random = size(18), 16 * size(18), np.random.default_rng(1234)
    ends = (vertices * random.random((2, tries))**1.7).astype(np.int64)
    ends = ends[:, ends[0] != ends[1]]
    rank = np.empty(vertices, np.int64)
    rank[np.argsort(np.bincount(ends.ravel(), minlength=vertices), kind="stable")] = np.arange(vertices)
    keys = np.unique(np.minimum(*rank[ends]) * vertices + np.maximum(*rank[ends]))
    source, indices = keys // vertices, keys % vertices
    degree = np.bincount(source, minlength=vertices)
    indptr = np.concatenate(([0], np.cumsum(degree)))
    keys, u, v, first, degree = map(xp.asarray, (keys, source, indices, indptr, degree))
    expect = xp.zeros(keys.size, i32)
    for k in range(int(degree.max())):
        edge = xp.nonzero(degree[v] > k)[0]
        wanted = u[edge] * vertices + v[first[v[edge]] + k]
        at = xp.minimum(xp.searchsorted(keys, wanted), keys.size - 1)
        expect[edge] += keys[at] == wanted
    support, work = xp.empty(keys.size, i32), int((degree[u] + degree[v]).sum())
    args = dict(indptr=first.astype(i32), indices=v.astype(i32), source=u.astype(i32), support=support)
    return Case(args, (SMS * 16,), (256,), [(support, expect)], (work, "sample"))


CASES = {make.__name__: make for make in (bfs_level, pagerank_step, word_count, find_pattern, hash_probe,
                                          compact_ballot, longest_match, sssp_relax, parse_floats,
                                          join_probe, group_by, huffman_decode, edge_support)}
