"""N bodies: two discs of stars pass each other; four frames.

Every star pulls every other one. A block reads the stars in tiles through shared
memory, so that each is fetched once for all the block's threads.

    python nbody.py [PICTURE.png]
"""

import math
import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda, float32

TILE = 128
SOFTENING = 0.002


@cuda.jit
def accelerate(position, mass, acceleration):
    tile = cuda.shared.array((TILE, 4), float32)
    i, thread = cuda.grid(1), cuda.threadIdx.x
    x, y, z = position[min(i, mass.size - 1)]
    ax = ay = az = float32(0)
    for start in range(0, mass.size, TILE):
        count = min(TILE, mass.size - start)
        if thread < count:
            tile[thread, :3] = position[start + thread]
            tile[thread, 3] = mass[start + thread]
        cuda.syncthreads()
        for k in range(count):
            dx, dy, dz = tile[k, 0] - x, tile[k, 1] - y, tile[k, 2] - z
            r2 = dx * dx + dy * dy + dz * dz + SOFTENING
            pull = tile[k, 3] / (r2 * math.sqrt(r2))
            ax += dx * pull
            ay += dy * pull
            az += dz * pull
        cuda.syncthreads()
    if i < mass.size:
        acceleration[i] = ax, ay, az


@cuda.jit
def kick_and_drift(position, velocity, acceleration, dt):
    i = cuda.grid(1)
    if i < position.shape[0]:
        for axis in range(3):
            velocity[i, axis] += acceleration[i, axis] * dt
            position[i, axis] += velocity[i, axis] * dt


def disc(rng, stars, centre, drift):
    """Stars that circle a heavy one; the first of them."""
    radius = np.sqrt(rng.uniform(0.02, 0.25, stars))
    radius[0] = 0
    angle = rng.uniform(0, 2 * np.pi, stars)
    unit = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    around = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1)
    speed = radius / np.sqrt(radius**3 + 1e-3)
    mass = np.full(stars, 0.1 / stars)
    mass[0] = 1
    return radius[:, None] * unit + centre, speed[:, None] * around + drift, mass


def galaxies(stars, seed=1):
    rng = np.random.default_rng(seed)
    halves = (
        disc(rng, stars // 2, (-0.8, -0.25, 0), (0.7, 0, 0)),
        disc(rng, stars - stars // 2, (0.8, 0.25, 0), (-0.7, 0, 0)),
    )
    return [np.concatenate(both).astype(np.float32) for both in zip(*halves)]


def simulate(position, velocity, mass, steps, dt=0.01):
    position, velocity = cuda.to_device(position), cuda.to_device(velocity)
    mass, acceleration = cuda.to_device(mass), cuda.device_array_like(position)
    blocks = -(-mass.size // TILE)
    for _ in range(steps):
        accelerate[blocks, TILE](position, mass, acceleration)
        kick_and_drift[blocks, TILE](position, velocity, acceleration, np.float32(dt))
    return position.copy_to_host(), velocity.copy_to_host()


def main(file):
    figure, axes = plt.subplots(1, 4, figsize=(10, 2.7), layout="constrained")
    position, velocity, mass = galaxies(1500)
    for axis in axes:
        axis.scatter(*position.T[:2], s=0.3, c="white", linewidths=0)
        axis.set(xlim=(-1.5, 1.5), ylim=(-1.5, 1.5), facecolor="black", aspect=1)
        axis.set(xticks=[], yticks=[])
        position, velocity = simulate(position, velocity, mass, 40)
    figure.savefig(file, dpi=100)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "nbody.png")
