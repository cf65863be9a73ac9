import math

from numba import cuda, float32

EPS = float32(1e-3)
MAX_BOUNCES = 4


@cuda.jit(device=True)
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@cuda.jit(device=True)
def normalize(v):
    length = math.sqrt(dot(v, v))
    return v[0] / length, v[1] / length, v[2] / length


@cuda.jit(device=True)
def intersect(spheres, origin, direction):
    """Index of the nearest sphere along a ray, and how far it is; -1 where there is none."""
    nearest = float32(1e20)
    index = -1
    for k in range(spheres.shape[0]):
        l = (spheres[k, 0] - origin[0], spheres[k, 1] - origin[1], spheres[k, 2] - origin[2])
        b = dot(l, direction)
        c = dot(l, l) - spheres[k, 3] * spheres[k, 3]
        disc = b * b - c
        if disc > 0:
            t = b - math.sqrt(disc)
            if t > EPS and t < nearest:
                nearest = t
                index = k
    return index, nearest


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[::1], float32[::1], float32, float32[:, :, ::1])")
def ray_spheres(spheres, colors, shine, light, fov, image):
    """Spheres that mirror each other in part, lit by a sun, under a sky."""
    x, y = cuda.grid(2)
    height, width = image.shape[0], image.shape[1]
    if x >= width or y >= height:
        return
    origin = (float32(0), float32(0), float32(0))
    direction = normalize(((x - width / float32(2)) * fov / width, (height / float32(2) - y) * fov / width, float32(1)))
    sun = (light[0], light[1], light[2])
    r = float32(0)
    g = float32(0)
    b = float32(0)
    weight = float32(1)
    for bounce in range(MAX_BOUNCES):
        k, t = intersect(spheres, origin, direction)
        if k < 0:
            sky = float32(0.5) * (direction[1] + float32(1))
            r += weight * (float32(1) - float32(0.5) * sky)
            g += weight * (float32(1) - float32(0.3) * sky)
            b += weight
            break
        origin = (origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2])
        normal = normalize((origin[0] - spheres[k, 0], origin[1] - spheres[k, 1], origin[2] - spheres[k, 2]))
        shade = float32(0.1)
        facing = dot(normal, sun)
        if facing > 0:
            blocker, _ = intersect(spheres, origin, sun)
            if blocker < 0:
                shade += float32(0.9) * facing
        matte = weight * (float32(1) - shine[k])
        r += matte * shade * colors[k, 0]
        g += matte * shade * colors[k, 1]
        b += matte * shade * colors[k, 2]
        weight *= shine[k]
        if weight < float32(0.01):
            break
        along = float32(2) * dot(direction, normal)
        direction = (direction[0] - along * normal[0], direction[1] - along * normal[1],
                     direction[2] - along * normal[2])
    image[y, x, 0] = min(r, float32(1))
    image[y, x, 1] = min(g, float32(1))
    image[y, x, 2] = min(b, float32(1))
