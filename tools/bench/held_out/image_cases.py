"""Cases of images, and of meshes."""
import numpy as np

from common import SETS
from harness import (Case, cdiv, f32, f64, grid2d, i32, integers, normal, records, side, size, slow_first, uniform,
                     xp)

LAUNCHES = SETS["held-out"].launches
BLOCKS, line = LAUNCHES.BLOCKS, LAUNCHES.line


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


def template_match():
    rows, cols, high, wide, block = side(11) - 10, side(11) + 8, 9, 11, BLOCKS["template_match"]
    image, template = uniform((rows + high - 1, cols + wide - 1)), normal((high, wide))
    score, expect = xp.empty((rows, cols), f32), xp.zeros((rows, cols), f64)
    for i in range(high):
        for j in range(wide):
            expect += (image[i:i + rows, j:j + cols].astype(f64) - template[i, j])**2
    return Case(dict(image=image, template=template, score=score), slow_first(score, block), block,
                [(score, expect)], (3 * high * wide * score.size, "flop"), 1e-6)


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


def median5():
    height, width, block = side(11) + 3, side(11) + 40, BLOCKS["median5"]
    image = integers(0, 4096, (height, width), np.uint16)
    wide, out = xp.pad(image, 2, mode="edge"), xp.empty((height, width), np.uint16)
    stack = xp.stack([wide[dy:dy + height, dx:dx + width] for dy in range(5) for dx in range(5)])
    return Case(dict(image=image, out=out), grid2d(image, block), block,
                [(out, xp.sort(stack, axis=0)[12].astype(np.uint16))], (image.size, "sample"))


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


def blended(tiles, means, conics, colors, order, tile_start, tiles_x):
    """The pixels of these tiles, a splat of each at a time; those with most splats are first."""
    begin, counts = tile_start[tiles], tile_start[tiles + 1] - tile_start[tiles]
    x, y = (16.0 * corner[:, None] + xp.arange(16) for corner in (tiles % tiles_x, tiles // tiles_x))
    total, transmit = xp.zeros((256 * len(tiles), 3)), xp.ones(256 * len(tiles))
    for j in range(int(counts[0])):
        count = int((counts > j).sum())
        which = order[begin[:count] + j]
        (a, b, c, opacity), color = conics[which].T[:, :, None], colors[which]
        dx, dy = means[which, 0, None] - x[:count], means[which, 1, None] - y[:count]
        power = (b * dy)[:, :, None] * -dx[:, None, :]
        power -= (0.5 * a * dx * dx)[:, None, :]
        power -= (0.5 * c * dy * dy)[:, :, None]
        at = xp.flatnonzero(power >= -xp.log(255 * opacity)[:, :, None])
        alpha = xp.minimum(0.99, opacity[at >> 8, 0] * xp.exp(power.reshape(-1)[at]))
        before = transmit[at]
        after = before * (1 - alpha)
        after[after < 1e-4] = 0  # nothing more
        total[at] += color[at >> 8] * xp.where(after > 0, alpha * before, 0)[:, None]
        transmit[at] = after
    return total.reshape(-1, 16, 16, 3)


def splat_render():
    """Splats of three pixels or so, a few of them large, in the order of their depth."""
    height, width, block, random = side(10) + 40, side(11) + 24, BLOCKS["splat_render"], np.random.default_rng(1234)
    n = height * width // 16
    means = (random.random((n, 2)) * [width, height]).astype(f32)
    wide = 1 + random.exponential(2, (n, 2)) * (height / 1064)**0.25
    turn = random.random(n) * np.pi
    c, s = np.cos(turn), np.sin(turn)
    inverse = 1 / wide**2
    conics = np.stack([c * c * inverse[:, 0] + s * s * inverse[:, 1], c * s * (inverse[:, 0] - inverse[:, 1]),
                       s * s * inverse[:, 0] + c * c * inverse[:, 1], 0.1 + 0.9 * random.random(n)], axis=1).astype(f32)
    colors = random.random((n, 3)).astype(f32)
    # Each splat for each tile that it reaches, tile after tile.
    reach = 3.2 * wide.max(axis=1)
    tiles_x, tiles_y = cdiv(width, 16), cdiv(height, 16)
    low_x, high_x = (np.clip((means[:, 0] + e * reach) // 16, 0, tiles_x - 1).astype(np.int64) for e in (-1, 1))
    low_y, high_y = (np.clip((means[:, 1] + e * reach) // 16, 0, tiles_y - 1).astype(np.int64) for e in (-1, 1))
    many = (high_x - low_x + 1) * (high_y - low_y + 1)
    splat = np.repeat(np.arange(n), many)
    k = np.arange(len(splat)) - np.repeat(np.cumsum(many) - many, many)
    columns = (high_x - low_x + 1)[splat]
    tile = (low_y[splat] + k // columns) * tiles_x + low_x[splat] + k % columns
    order = splat[np.argsort(tile, kind="stable")]
    tile_start = np.zeros(tiles_x * tiles_y + 1, np.int64)
    tile_start[1:] = np.cumsum(np.bincount(tile, minlength=tiles_x * tiles_y))
    tiles = xp.asarray(np.argsort(-np.diff(tile_start)))
    means, conics, colors = (xp.asarray(a) for a in (means, conics, colors))
    order, tile_start = xp.asarray(order, i32), xp.asarray(tile_start, i32)
    splats, expect = [a.astype(f64) for a in (means, conics, colors)], xp.empty((len(tiles), 16, 16, 3))
    for at in range(0, len(tiles), 2048):
        some = tiles[at:at + 2048]
        expect[some] = blended(some, *splats, order, tile_start, tiles_x)
    expect = expect.reshape(tiles_y, tiles_x, 16, 16, 3).swapaxes(1, 2).reshape(16 * tiles_y, 16 * tiles_x, 3)
    image = xp.empty((height, width, 3), f32)
    args = dict(means=means, conics=conics, colors=colors, order=order, tile_start=tile_start, image=image)
    return Case(args, (tiles_x, tiles_y), block, [(image, expect[:height, :width])], (256 * len(splat), "sample"), 2e-3)


CASES = {make.__name__: make for make in (grade_colors, median3x3, spectrum_product, face_normals, template_match,
                                          jpeg_dct, jpeg_idct, median5, lucas_kanade, skin_vertices,
                                          splat_render)}
