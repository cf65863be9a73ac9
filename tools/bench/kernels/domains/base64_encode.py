import numpy as np
from numba import cuda

ALPHABET = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", dtype=np.uint8)
PAD = ord("=")


@cuda.jit("void(uint8[::1], uint8[::1])")
def base64_encode(data, text):
    """Three bytes become four letters."""
    alphabet = cuda.const.array_like(ALPHABET)
    i = cuda.grid(1)
    n = data.shape[0]
    if 3 * i >= n:
        return
    a = data[3 * i]
    b = data[3 * i + 1] if 3 * i + 1 < n else 0
    c = data[3 * i + 2] if 3 * i + 2 < n else 0
    word = (a << 16) | (b << 8) | c
    text[4 * i] = alphabet[word >> 18]
    text[4 * i + 1] = alphabet[(word >> 12) & 63]
    text[4 * i + 2] = alphabet[(word >> 6) & 63] if 3 * i + 1 < n else PAD
    text[4 * i + 3] = alphabet[word & 63] if 3 * i + 2 < n else PAD
