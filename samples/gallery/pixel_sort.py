"""Pixel sorting: a photograph whose rows flow from dark to bright.

Each block sorts one stretch of a row: cooperative primitives load the pixels of its
threads, sort them by brightness, colours going along, and store them again.

    python pixel_sort.py [PICTURE.png]
"""

import sys

import matplotlib.cbook as cbook
import matplotlib.pyplot as plt
import numpy as np

from pyk2ptx import coop, cuda, uint32

THREADS, ITEMS = 32, 4
STRETCH = THREADS * ITEMS


@cuda.jit
def sort_stretches(colours, out):
    block = coop.this_block()
    row, start = cuda.blockIdx.y, cuda.blockIdx.x * STRETCH
    # The last stretch of a row is shorter.
    width = min(STRETCH, colours.shape[1] - start)
    pixels = coop.ThreadData(ITEMS)
    brightness = coop.ThreadData(ITEMS, uint32)
    coop.load(block, colours[row], pixels, valid_items=width, oob_default=0, offset=start)
    for i in range(ITEMS):
        red, green, blue = pixels[i] >> 16, pixels[i] >> 8 & 255, pixels[i] & 255
        brightness[i] = 2 * red + 5 * green + blue
    coop.radix_sort_pairs(block, brightness, pixels, end_bit=11, valid_items=width)
    coop.store(block, out[row], pixels, valid_items=width, offset=start)


def sort_pixels(picture):
    """The rows of 8-bit colours, each stretch from dark to bright."""
    red, green, blue = np.moveaxis(picture.astype(np.uint32), 2, 0)
    colours = cuda.to_device(red << 16 | green << 8 | blue)
    out = cuda.device_array(colours.shape, np.uint32)
    rows, columns = colours.shape
    sort_stretches[(-(-columns // STRETCH), rows), THREADS](colours, out)
    packed = out.copy_to_host()
    return np.stack([packed >> 16, packed >> 8 & 255, packed & 255], 2).astype(np.uint8)


def main(file):
    with cbook.get_sample_data("grace_hopper.jpg") as photograph:
        picture = plt.imread(photograph, format="jpg")
    # Beside what it was, so that the stretches are seen.
    half = picture.shape[1] // 2
    picture = picture[:400].copy()
    picture[:, half:] = sort_pixels(picture[:, half:])
    plt.imsave(file, picture)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "pixel_sort.png")
