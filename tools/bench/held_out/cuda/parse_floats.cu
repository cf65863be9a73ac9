// params: text.ptr starts.ptr values.ptr bad.ptr values.size:i32
__constant__ double powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

extern "C" __global__ void parse_floats(const unsigned char* __restrict__ text, const int* __restrict__ starts,
                                        double* __restrict__ values, int* bad, int lines) {
    int line = blockIdx.x * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    int at = starts[line], end = starts[line + 1] - 1;
    bool negative = false;
    if (at < end && (text[at] == '-' || text[at] == '+')) negative = text[at++] == '-';
    long long mantissa = 0;
    int exponent = 0, digits = 0;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
        mantissa = mantissa * 10 + (text[at++] - '0');
        digits++;
    }
    if (at < end && text[at] == '.') {
        at++;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            mantissa = mantissa * 10 + (text[at++] - '0');
            exponent--;
            digits++;
        }
    }
    if (digits > 0 && at < end && (text[at] == 'e' || text[at] == 'E')) {
        at++;
        bool down = false;
        if (at < end && (text[at] == '-' || text[at] == '+')) down = text[at++] == '-';
        int power = 0;
        while (at < end && text[at] >= '0' && text[at] <= '9') power = power * 10 + (text[at++] - '0');
        exponent += down ? -power : power;
    }
    if (digits == 0 || at != end || abs(exponent) > 22) {
        values[line] = 0;
        atomicAdd(bad, 1);
        return;
    }
    double value = (double)mantissa;
    if (exponent < 0)
        value /= powers[-exponent];
    else
        value *= powers[exponent];
    values[line] = negative ? -value : value;
}
