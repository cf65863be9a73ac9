from numba import cuda


@cuda.jit("void(uint8[:, ::1], uint8[:, ::1])")
def life(cells, after):
    """A generation of Conway's game on a torus."""
    x, y = cuda.grid(2)
    height, width = cells.shape
    if x < width and y < height:
        alive = 0
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                if dy != 0 or dx != 0:
                    alive += cells[(y + dy) % height, (x + dx) % width]
        after[y, x] = 1 if alive == 3 or (alive == 2 and cells[y, x] == 1) else 0
