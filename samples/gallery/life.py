"""Game of life: Gosper's gun, on a board whose sides are joined.

Negative indices count from the end, as in Python, so the left and upper borders
need no word; the others take a remainder.

    python life.py [PICTURE.png]
"""

import sys

import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import cuda

BLOCK = (32, 8)
GUN = """
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
"""


@cuda.jit
def generation(old, new):
    x, y = cuda.grid(2)
    height, width = old.shape
    if y < height and x < width:
        down, right = (y + 1) % height, (x + 1) % width
        around = 0
        for row in (y - 1, y, down):
            around += old[row, x - 1] + old[row, x] + old[row, right]
        around -= old[y, x]
        new[y, x] = around == 3 or (old[y, x] and around == 2)


def play(board, generations):
    old, new = cuda.to_device(board), cuda.device_array_like(board)
    grid = tuple(-(-n // b) for n, b in zip(board.shape[::-1], BLOCK))
    for _ in range(generations):
        generation[grid, BLOCK](old, new)
        old, new = new, old
    return old.copy_to_host()


def gun(rows, columns):
    board = np.zeros((rows, columns), np.uint8)
    for y, line in enumerate(GUN.split()):
        board[y + 2, 2 : 2 + len(line)] = [cell == "O" for cell in line]
    return board


def main(file):
    board = play(gun(60, 90), 165)
    cells = np.kron(board, np.pad(np.ones((7, 7), np.uint8), (0, 1)))
    plt.imsave(file, cells, cmap="bone_r")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "life.png")
