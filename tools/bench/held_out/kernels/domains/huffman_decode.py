from numba import cuda, uint16, uint64

LOOKUP_BITS = 12


@cuda.jit("void(uint32[::1], int64[::1], uint16[::1], uint8[:, ::1])")
def huffman_decode(stream, chunk_bits, table, out):
    """A thread decodes a chunk; the table has length and symbol for what the next bits are."""
    lut = cuda.shared.array(1 << LOOKUP_BITS, uint16)
    for i in range(cuda.threadIdx.x, lut.size, cuda.blockDim.x):
        lut[i] = table[i]
    cuda.syncthreads()
    chunk = cuda.grid(1)
    if chunk >= out.shape[0]:
        return
    position = chunk_bits[chunk]
    word = position // 32
    offset = position % 32
    window = (uint64(stream[word]) << 32 | stream[word + 1]) << offset
    left = 64 - offset
    word += 2
    for s in range(out.shape[1]):
        entry = lut[window >> (64 - LOOKUP_BITS)]
        length = entry >> 8
        out[chunk, s] = entry & 0xFF
        window <<= length
        left -= length
        if left <= 32:
            window |= uint64(stream[word]) << (32 - left)
            left += 32
            word += 1
