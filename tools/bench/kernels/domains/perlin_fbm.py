import math

import numpy as np
from numba import cuda


@cuda.jit(device=True)
def fade(t):
    return t * t * t * (t * (t * np.float32(6) - np.float32(15)) + np.float32(10))


@cuda.jit(device=True)
def lerp(t, a, b):
    return a + t * (b - a)


@cuda.jit(device=True)
def grad(hash, x, y, z):
    h = hash & 15
    u = x if h < 8 else y
    if h < 4:
        v = y
    elif h == 12 or h == 14:
        v = x
    else:
        v = z
    return (u if (h & 1) == 0 else -u) + (v if (h & 2) == 0 else -v)


@cuda.jit(device=True)
def noise(p, x, y, z):
    xf = math.floor(x)
    yf = math.floor(y)
    zf = math.floor(z)
    X = int(xf) & 255
    Y = int(yf) & 255
    Z = int(zf) & 255
    x -= xf
    y -= yf
    z -= zf
    u = fade(x)
    v = fade(y)
    w = fade(z)
    A = p[X] + Y
    AA = p[A] + Z
    AB = p[A + 1] + Z
    B = p[X + 1] + Y
    BA = p[B] + Z
    BB = p[B + 1] + Z
    one = np.float32(1)
    return lerp(w,
                lerp(v, lerp(u, grad(p[AA], x, y, z), grad(p[BA], x - one, y, z)),
                     lerp(u, grad(p[AB], x, y - one, z), grad(p[BB], x - one, y - one, z))),
                lerp(v, lerp(u, grad(p[AA + 1], x, y, z - one), grad(p[BA + 1], x - one, y, z - one)),
                     lerp(u, grad(p[AB + 1], x, y - one, z - one),
                          grad(p[BB + 1], x - one, y - one, z - one))))


@cuda.jit("void(int32[::1], float32, float32, int32, float32[:, ::1])")
def perlin_fbm(perm, scale, time, octaves, height_map):
    """Fractal terrain from Perlin's improved noise."""
    i, j = cuda.grid(2)
    if i < height_map.shape[0] and j < height_map.shape[1]:
        x = np.float32(j) * scale
        y = np.float32(i) * scale
        z = time
        amplitude = np.float32(0.5)
        value = np.float32(0.0)
        for octave in range(octaves):
            value += amplitude * noise(perm, x, y, z)
            amplitude *= np.float32(0.5)
            x *= np.float32(2.0)
            y *= np.float32(2.0)
            z *= np.float32(2.0)
        height_map[i, j] = value
