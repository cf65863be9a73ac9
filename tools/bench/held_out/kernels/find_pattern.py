from numba import cuda


@cuda.jit("void(uint8[::1], uint8[::1], uint8[::1])")
def find_pattern(text, pattern, found):
    i = cuda.grid(1)
    n = len(text)
    m = len(pattern)
    if i < n:
        match = i + m <= n
        if match:
            for j in range(m):
                if text[i + j] != pattern[j]:
                    match = False
                    break
        found[i] = 1 if match else 0
