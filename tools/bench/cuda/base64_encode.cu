// params: data.ptr text.ptr data.size:i32
__constant__ unsigned char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

extern "C" __global__ void base64_encode(const unsigned char* __restrict__ data, unsigned char* __restrict__ text,
                                         int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (3 * i >= n) return;
    int a = data[3 * i];
    int b = 3 * i + 1 < n ? data[3 * i + 1] : 0;
    int c = 3 * i + 2 < n ? data[3 * i + 2] : 0;
    int word = (a << 16) | (b << 8) | c;
    text[4 * i] = alphabet[word >> 18];
    text[4 * i + 1] = alphabet[(word >> 12) & 63];
    text[4 * i + 2] = 3 * i + 1 < n ? alphabet[(word >> 6) & 63] : '=';
    text[4 * i + 3] = 3 * i + 2 < n ? alphabet[word & 63] : '=';
}
