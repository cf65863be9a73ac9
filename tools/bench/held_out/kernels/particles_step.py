import numpy as np
from numba import cuda, float32, from_dtype, void

particle_dtype = np.dtype([("x", np.float32), ("y", np.float32), ("z", np.float32),
                           ("vx", np.float32), ("vy", np.float32), ("vz", np.float32),
                           ("charge", np.float32), ("mass", np.float32)])
particle = from_dtype(particle_dtype)


@cuda.jit(void(particle[::1], float32, float32, float32))
def particles_step(particles, field, dt, box):
    """Charges in a constant magnetic field along z, with walls that they bounce off."""
    i = cuda.grid(1)
    if i >= particles.size:
        return
    p = particles[i]
    turn = p.charge / p.mass * field * dt
    vx = p.vx + turn * p.vy
    vy = p.vy - turn * p.vx
    vz = p.vz
    x = p.x + vx * dt
    y = p.y + vy * dt
    z = p.z + vz * dt
    if x < 0 or x > box:
        vx = -vx
        x = min(max(x, float32(0.0)), box)
    if y < 0 or y > box:
        vy = -vy
        y = min(max(y, float32(0.0)), box)
    if z < 0 or z > box:
        vz = -vz
        z = min(max(z, float32(0.0)), box)
    p.x = x
    p.y = y
    p.z = z
    p.vx = vx
    p.vy = vy
    p.vz = vz
