"""The programs of samples/gallery: what their kernels compute is what NumPy says,
and each draws its picture."""

import importlib
import math
import pathlib
import sys

import numpy as np
import pytest

GALLERY = pathlib.Path(__file__).resolve().parents[2] / "samples" / "gallery"
NAMES = sorted(file.stem for file in GALLERY.glob("*.py"))
sys.path.insert(0, str(GALLERY))


def load(name):
    return importlib.import_module(name)


@pytest.mark.parametrize("name", NAMES)
def test_size(name):
    """A program is read at one look, and says what it is about."""
    text = (GALLERY / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 100
    assert f"python {name}.py [PICTURE.png]" in text
    assert hasattr(sys.modules[__name__], f"test_{name}"), "compare it with NumPy"


@pytest.mark.parametrize("size", [3, 31, 66])
def test_heat(size):
    heat = load("heat")
    plate = heat.ring(size) + np.arange(size, dtype=np.float32) / size
    got, want = heat.simulate(plate, 7), plate.astype(float)
    for _ in range(7):
        inner, new = want[1:-1, 1:-1], want.copy()
        around = want[:-2, 1:-1] + want[2:, 1:-1] + want[1:-1, :-2] + want[1:-1, 2:]
        new[1:-1, 1:-1] = inner + 0.2 * (around - 4 * inner)
        want = new
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("columns", [1, 127, 128, 300])
def test_pixel_sort(columns):
    pixel_sort = load("pixel_sort")
    picture = np.random.default_rng(columns).integers(0, 256, (5, columns, 3), np.uint8)
    got = pixel_sort.sort_pixels(picture)
    brightness = picture.astype(int) @ [2, 5, 1]
    for start in range(0, columns, pixel_sort.STRETCH):
        end = start + pixel_sort.STRETCH
        order = np.argsort(brightness[:, start:end], axis=1, kind="stable")
        want = np.take_along_axis(picture[:, start:end], order[:, :, None], 1)
        assert (got[:, start:end] == want).all()


def test_julia():
    julia = load("julia")
    columns, rows, limit = 37, 21, 60
    got = julia.render(columns, rows, limit=limit)
    x = (np.arange(columns) / (columns - 1) - 0.5) * 3.2
    y = (0.5 - np.arange(rows) / (rows - 1)) * 3.2 * rows / columns
    z = x + 1j * y[:, None]
    want = np.full(z.shape, float(limit))
    inside = np.ones(z.shape, bool)
    for i in range(limit):
        z[inside] = z[inside] ** 2 + julia.C
        size = np.abs(z) ** 2
        leaves = inside & (size > 100)
        want[leaves] = i + 2 - np.log2(np.log(size[leaves]))
        inside &= ~leaves
    assert inside.any() and not inside.all()
    # A fused multiplication is another rounding, which chaos makes large.
    near = np.isclose(got, want, rtol=1e-6)
    assert near.mean() > 0.99


@pytest.mark.parametrize("stars", [2, 31, 129, 300])
def test_nbody(stars):
    nbody = load("nbody")
    start = nbody.galaxies(stars)
    assert all(array.dtype == np.float32 for array in start)
    got = nbody.simulate(*start, steps=5)
    position, velocity, mass = (array.astype(float) for array in start)
    for _ in range(5):
        gaps = position[None] - position[:, None]
        r2 = (gaps**2).sum(axis=2) + nbody.SOFTENING
        velocity += 0.01 * (gaps * (mass / r2**1.5)[:, :, None]).sum(axis=1)
        position += 0.01 * velocity
    np.testing.assert_allclose(got[0], position, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(got[1], velocity, rtol=1e-3, atol=1e-3)


def nearest_of(spheres, start, way):
    """NumPy's distances and objects of many rays; the floor is the last object."""
    best, hit = np.full(len(start), 1e9), np.full(len(start), -1)
    for i, (*centre, radius) in enumerate(spheres[:, :4]):
        to = centre - start
        middle = (to * way).sum(axis=1)
        root = middle**2 - (to**2).sum(axis=1) + radius**2
        t = middle - np.sqrt(np.maximum(root, 0))
        found = (root > 0) & (t > 1e-3) & (t < best)
        best[found], hit[found] = t[found], i
    with np.errstate(divide="ignore"):
        floor = np.where(way[:, 1] < -1e-6, -start[:, 1] / way[:, 1], 1e9)
    found = (floor > 1e-3) & (floor < best)
    best[found], hit[found] = floor[found], len(spheres)
    return best, hit


def test_spheres():
    spheres = load("spheres")
    width, height = 67, 33
    got = spheres.render(width, height).reshape(-1, 3)
    row, column = np.mgrid[:height, :width].reshape(2, -1)
    x, y = (column + 0.5 - width / 2) / height, (height / 2 - row - 0.5) / height
    way = np.stack([x, y, np.ones_like(x)], axis=1)
    way /= np.linalg.norm(way, axis=1)[:, None]
    at = np.tile([0, 0.9, -1.5], (len(way), 1))
    table, light = spheres.SPHERES.astype(float), np.array(spheres.LIGHT)
    want, alive, share = np.zeros((len(way), 3)), np.ones(len(way), bool), 1
    for _ in range(4):
        t, hit = nearest_of(table, at, way)
        sky = 1 - way[:, 1, None] * (0.5, 0.35, 0) - (0.25, 0.15, 0)
        leaves = alive & (hit < 0)
        want[leaves] += share * sky[leaves]
        alive &= hit >= 0
        at = at + way * np.where(alive, t, 0)[:, None]
        is_floor = hit == len(table)
        sphere = table[np.where(is_floor, 0, hit)]
        normal = (at - sphere[:, :3]) / sphere[:, 3, None]
        normal[is_floor] = 0, 1, 0
        odd = (np.floor(at[:, 0]) + np.floor(at[:, 2])) % 2 == 1
        tone = np.where(odd, 0.3, 0.9)[:, None]
        colour = np.where(is_floor[:, None], tone, sphere[:, 4:])
        lit = nearest_of(table, at, np.tile(light, (len(at), 1)))[1] < 0
        bright = 0.25 + 0.75 * lit * np.maximum(normal @ light, 0)
        want[alive] += (colour * 0.7 * share * bright[:, None])[alive]
        share *= 0.3
        way = way - 2 * normal * (way * normal).sum(axis=1)[:, None]
    # At an edge the last bit decides what a ray meets.
    near = np.isclose(got, want, rtol=1e-3, atol=1e-3).all(axis=1)
    assert near.mean() > 0.97


def test_options():
    options = load("options")
    spots = np.linspace(40, 180, 131)
    d = (np.log(spots / 100) + 0.03 + 0.25**2 / 2) / 0.25
    cdf = np.vectorize(lambda x: (1 + math.erf(x / math.sqrt(2))) / 2)
    want = spots * cdf(d) - 100 * np.exp(-0.03) * cdf(d - 0.25)
    np.testing.assert_allclose(options.exact(spots), want, rtol=1e-9, atol=1e-9)
    mean, error = options.simulated(spots[57], 20, seed=5)
    assert 0 < error < 0.5 and abs(mean - want[57]) < 4 * error


def test_filters():
    filters = load("filters")
    rng = np.random.default_rng(1)
    for shape in ((35, 47), (16, 16), (1, 5)):
        picture = rng.integers(0, 256, (*shape, 3)).astype(np.uint8)
        grey, blurred, edges = filters.apply(picture)
        want = picture @ np.array([0.299, 0.587, 0.114]) / 255
        np.testing.assert_allclose(grey, want, atol=1e-6)
        padded = np.pad(want, filters.RADIUS, mode="edge")
        side = 2 * filters.RADIUS + 1
        windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side))
        weights = np.outer(filters.WEIGHTS, filters.WEIGHTS)
        want = (windows * weights).sum(axis=(2, 3))
        np.testing.assert_allclose(blurred, want, atol=1e-6)
        down, across = np.zeros(shape), np.zeros(shape)
        sobel = np.outer([1, 2, 1], [-1, 0, 1])
        if min(shape) > 2:
            windows = np.lib.stride_tricks.sliding_window_view(want, (3, 3))
            across[1:-1, 1:-1] = (windows * sobel).sum(axis=(2, 3))
            down[1:-1, 1:-1] = (windows * sobel.T).sum(axis=(2, 3))
        np.testing.assert_allclose(edges, np.hypot(across, down), atol=1e-5)


@pytest.mark.parametrize("count", [7, 33, 1025])
def test_kmeans(count):
    kmeans = load("kmeans")
    points = kmeans.clouds(count)
    centres = kmeans.spread_out(points, 5)
    got_labels, got_centres = kmeans.cluster(points, centres, 4)
    for _ in range(4):
        labels = np.linalg.norm(points[:, None] - centres, axis=2).argmin(axis=1)
        centres = np.array([points[labels == k].mean(axis=0) for k in range(5)])
    np.testing.assert_array_equal(got_labels, labels)
    np.testing.assert_allclose(got_centres, centres, rtol=1e-12)
    with pytest.raises(ValueError, match="at most 16"):
        kmeans.cluster(points, np.zeros((17, 2)), 1)


@pytest.mark.parametrize("shape", [(60, 90), (17, 40), (12, 39)])
def test_life(shape):
    life = load("life")
    board = life.gun(*shape)
    got = life.play(board, 35)
    for _ in range(35):
        turned = [
            np.roll(board, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)
        ]
        around = sum(turned) - board
        board = ((around == 3) | (board == 1) & (around == 2)).astype(np.uint8)
    np.testing.assert_array_equal(got, board)


@pytest.mark.parametrize("side", [1, 2, 7, 13])
def test_conjugate_gradients(side):
    cg = load("conjugate_gradients")
    starts, columns, values = matrix = cg.poisson(side)
    dense = np.zeros((side * side,) * 2)
    rows = np.repeat(np.arange(side * side), np.diff(starts))
    dense[rows, columns] = values
    b = np.random.default_rng(2).normal(size=side * side)
    x, norms = cg.solve(matrix, b)
    np.testing.assert_allclose(x, np.linalg.solve(dense, b), rtol=1e-8, atol=1e-9)
    assert norms[-1] <= 1e-10 * norms[0] and len(norms) <= side * side + 2


@pytest.mark.parametrize("shape", [(1, 1), (31, 33), (60, 90)])
def test_equalise(shape):
    equalise = load("equalise")
    image = (np.random.default_rng(3).uniform(0, 1, shape) ** 3 * 200).astype(np.uint8)
    sums = np.cumsum(np.bincount(image.ravel(), minlength=256))
    np.testing.assert_array_equal(
        equalise.equalise(image), sums[image] * 255 // image.size
    )


@pytest.mark.parametrize("shape", [(9, 9), (20, 47)])
def test_convolution(shape):
    convolution = load("convolution")
    image = np.random.default_rng(4).uniform(0, 1, shape).astype(np.float32)
    windows = np.lib.stride_tricks.sliding_window_view(image, (9, 9))
    want = np.einsum("yxij,fij->fyx", windows.astype(float), convolution.FILTERS)
    np.testing.assert_allclose(convolution.apply(image), want, rtol=1e-4, atol=1e-5)


def test_segments():
    segments = load("segments")
    rng = np.random.default_rng(5)
    lengths = np.array([0, 1, 31, 32, 33, 0, 300, 5])
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
    values = rng.uniform(0, 1, (starts[-1], 3)).astype(np.float32)
    parts = np.split(values.astype(float), starts[1:-1])
    want = [part.mean(axis=0) if len(part) else np.zeros(3) for part in parts]
    got = segments.segment_means(values, starts)
    np.testing.assert_allclose(got, want, rtol=1e-5)
    # A mosaic keeps the mean of each stone, so of the whole.
    picture = rng.integers(0, 256, (21, 34, 3)).astype(np.uint8)
    mosaic = segments.mosaic(picture, 9)
    mean = picture.mean(axis=(0, 1)) / 255
    np.testing.assert_allclose(mosaic.mean(axis=(0, 1)), mean, rtol=1e-5)
    assert len(np.unique(mosaic.reshape(-1, 3), axis=0)) == 9


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("shape", [(1, 1, 1, 1), (5, 33, 31, 7), (40, 130, 16, 129)])
def test_attention(shape, causal):
    attention = load("attention")
    rng = np.random.default_rng(6)
    count, keys, depth, width = shape
    q, k, v = (
        rng.normal(size=s).astype(np.float32)
        for s in ((count, depth), (keys, depth), (keys, width))
    )
    got, got_weights = attention.attention(q, k, v, causal)
    scores = q.astype(float) @ k.T / math.sqrt(depth)
    if causal:
        scores[np.triu(np.ones((count, keys), bool), 1)] = -np.inf
    weights = np.exp(scores - scores.max(axis=1)[:, None])
    weights /= weights.sum(axis=1)[:, None]
    np.testing.assert_allclose(got_weights, weights, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(got, weights @ v, rtol=1e-3, atol=1e-5)
    with pytest.raises(ValueError, match="at most 1024"):
        attention.attention(q, np.zeros((1025, depth), np.float32), v)
