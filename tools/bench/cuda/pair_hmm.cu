// params: reads.ptr quals.ptr read_len.ptr haps.ptr hap_len.ptr gap_open gap_extend likelihood.ptr reads.shape0:i32 reads.shape1:i32 haps.shape1:i32
constexpr int ROWS = 4, WARPS = 4;
constexpr unsigned FULL = 0xffffffffu;
constexpr unsigned char UNKNOWN = 4;
constexpr float START = 1267650600228229401496703205376.0f;  // 2**100

extern "C" __global__ void pair_hmm(const unsigned char* __restrict__ reads, const unsigned char* __restrict__ quals,
                                    const int* __restrict__ read_len, const unsigned char* __restrict__ haps,
                                    const int* __restrict__ hap_len, float gap_open, float gap_extend,
                                    float* __restrict__ likelihood, int pairs, int read_width, int hap_width) {
    int lane = threadIdx.x % 32;
    int pair = blockIdx.x * WARPS + threadIdx.x / 32;
    if (pair >= pairs) return;
    unsigned char base[ROWS];
    float wrong[ROWS], m[ROWS], x[ROWS], y[ROWS];
    int rows = read_len[pair], columns = hap_len[pair];
    for (int k = 0; k < ROWS; k++) {
        base[k] = reads[pair * read_width + lane * ROWS + k];
        wrong[k] = powf(10.0f, quals[pair * read_width + lane * ROWS + k] * -0.1f);
        m[k] = x[k] = y[k] = 0;
    }
    float stay = 1 - 2 * gap_open, close = 1 - gap_extend, first = START / columns;
    float diag_m = 0, diag_x = 0, diag_y = lane == 0 ? first : 0.0f, total = 0;
    for (int step = 0; step < columns + 31; step++) {
        float up_m = __shfl_up_sync(FULL, m[ROWS - 1], 1);
        float up_x = __shfl_up_sync(FULL, x[ROWS - 1], 1);
        float up_y = __shfl_up_sync(FULL, y[ROWS - 1], 1);
        if (lane == 0) {
            up_m = up_x = 0;
            up_y = first;
        }
        float next_m = up_m, next_x = up_x, next_y = up_y;
        int column = step - lane;
        if (column >= 0 && column < columns) {
            unsigned char letter = haps[pair * hap_width + column];
            for (int k = 0; k < ROWS; k++) {
                bool same = base[k] == letter || base[k] == UNKNOWN || letter == UNKNOWN;
                float prior = same ? 1 - wrong[k] : wrong[k] / 3;
                float new_m = prior * (stay * diag_m + close * (diag_x + diag_y));
                float new_x = gap_open * up_m + gap_extend * up_x;
                float new_y = gap_open * m[k] + gap_extend * y[k];
                diag_m = m[k];
                diag_x = x[k];
                diag_y = y[k];
                m[k] = up_m = new_m;
                x[k] = up_x = new_x;
                y[k] = up_y = new_y;
                if (lane * ROWS + k == rows - 1) total += new_m + new_x;
            }
        }
        diag_m = next_m;
        diag_x = next_x;
        diag_y = next_y;
    }
    if (lane == (rows - 1) / ROWS) likelihood[pair] = log10f(total) - log10f(START);
}
