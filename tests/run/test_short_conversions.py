"""Whole parts of floats as indices, where a copy has no guards: 32 bits of them as long as all are small, else 64."""

import numpy as np
import pytest

EDGES = [0, -0.25, -0.99, -1, 0.5, 1, 6, 6.99, 7, 7.5, 8, 8.5, 9, 2**30 - 64, 2**30, 2**31 - 128, 2**31, -2**31, 2**33,
         2**62, 2**63, -2**63, 1e30, -1e30, np.inf, -np.inf, np.nan]

KINDS = {
    # As it was: bilinear, with the last column once more.
    "next": ("c1 = min(c + 1, dem.shape[1] - 1)", "r1 = min(r + 1, dem.shape[0] - 1)"),
    "around": ("c1 = max(c - 1, 0)", "r1 = max(min(r, dem.shape[0] - 1), 0)"),
    # One is made of the other.
    "part": ("r = int((x - c) * 8)", "c1, r1 = min(c + 1, dem.shape[1] - 1), min(r + 1, dem.shape[0] - 1)"),
    "choice": ("c1 = c + 1 if c + 1 < dem.shape[1] else c", "r1 = r - r % 2"),
}


def source(kind, dtype, loop):
    c1, r1 = KINDS[kind]
    lines = f"""c = int(x)
r = int(y)
{c1}
{r1}
fx = x - dtype(c)
fy = y - dtype(r)
top = dem[r, c] + (dem[r, c1] - dem[r, c]) * fx
bottom = dem[r1, c] + (dem[r1, c1] - dem[r1, c]) * fx
out[i] = top + bottom * fy if fx < 1 and fx > -1 and fy < 1 and fy > -1 else top
places[i] = c - 2 * r1
""".replace("dtype", dtype).splitlines()
    head = ["x = xs[i]", "y = ys[i]"]
    if loop:
        body = ["i = cuda.grid(1)", "while i < xs.size:", *("    " + line for line in head + lines),
                "    i += cuda.gridsize(1)"]
    else:
        body = ["i = cuda.grid(1)", "if i >= xs.size:", "    return", *head, *lines]
    numbers = f"{dtype}[::1]"
    return "\n".join([f"@cuda.jit('void({dtype}[:, ::1], {numbers}, {numbers}, {numbers}, int64[::1])')",
                      "def k(dem, xs, ys, out, places):", *("    " + line for line in body), ""])


@pytest.mark.parametrize("shape", ((8, 9), (1, 1), (0, 3), (7, 0)))
@pytest.mark.parametrize("dtype", ("float32", "float64"))
@pytest.mark.parametrize("loop", (False, True))
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_whole_parts_as_indices(launch, kind, loop, dtype, shape):
    of = np.random.default_rng(len(kind))
    size = len(EDGES) ** 2
    xs, ys = (part.ravel().astype(dtype) for part in np.meshgrid(EDGES, EDGES))
    xs, ys = np.concatenate([xs, of.uniform(-1, 9, 96)]), np.concatenate([ys, of.uniform(-1, 8, 96)])
    dem = of.integers(-9, 9, shape).astype(dtype)
    size = xs.size
    launch.check(source(kind, dtype, loop), "k", (3,) if loop else (-(-size // 64),), (64,),
                 [dem, xs.astype(dtype), ys.astype(dtype), np.zeros(size, dtype), np.zeros(size, np.int64)],
                 options=["--passes=gpu"] if launch.device == "cpu" else [])
