# Text of a fixed length: arrays of characters that zeros fill up.

from numba import cuda

device = cuda.jit(device=True)


@device
def chars_copy(to, text):
    for i in range(to.shape[0]):
        to[i] = text[i] if i < text.shape[0] else 0


@device
def chars_order(a, b):
    # Below, equal or above zero; what is missing is zero.
    for i in range(max(a.shape[0], b.shape[0])):
        x = int(a[i]) if i < a.shape[0] else 0
        y = int(b[i]) if i < b.shape[0] else 0
        if x != y:
            return x - y
    return 0


@device
def chars_length(text):
    count = text.shape[0]
    while count > 0 and text[count - 1] == 0:
        count -= 1
    return count
