from numba import cuda


@cuda.jit(device=True)
def is_space(c):
    return c == 32 or c == 10 or c == 9 or c == 13


@cuda.jit("void(uint8[::1], int32[::1])")
def word_count(text, words):
    start = cuda.grid(1)
    stride = cuda.gridsize(1)
    count = 0
    for i in range(start, text.shape[0], stride):
        if not is_space(text[i]) and (i == 0 or is_space(text[i - 1])):
            count += 1
    cuda.atomic.add(words, 0, count)
