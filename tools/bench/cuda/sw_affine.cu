// params: query.ptr database.ptr lengths.ptr blosum.ptr gap_open gap_extend scores.ptr database.shape1:i32
constexpr int QUERY = 128, LETTERS = 24;

extern "C" __global__ void sw_affine(const unsigned char* __restrict__ query,
                                     const unsigned char* __restrict__ database, const int* __restrict__ lengths,
                                     const signed char* __restrict__ blosum, int gap_open, int gap_extend,
                                     int* __restrict__ scores, int width) {
    __shared__ signed char subst[LETTERS][LETTERS];
    __shared__ int h_row[2][QUERY + 1], f_row[2][QUERY + 1], best_score;
    int i = threadIdx.x, seq = blockIdx.x;
    for (int e = i; e < LETTERS * LETTERS; e += QUERY) subst[e / LETTERS][e % LETTERS] = blosum[e];
    for (int side = 0; side < 2; side++) {
        h_row[side][i + 1] = 0;
        f_row[side][i + 1] = -10000;
        if (i == 0) {
            h_row[side][0] = 0;
            f_row[side][0] = -10000;
        }
    }
    if (i == 0) best_score = 0;
    int letter = query[i], length = lengths[seq];
    database += (size_t)seq * width;
    int diag_h = 0, e_gap = -10000, h = 0, best = 0;
    __syncthreads();
    for (int step = 0; step < length + QUERY - 1; step++) {
        int now = step % 2, before = 1 - now;
        int j = step - i;
        if (j >= 0 && j < length) {
            int up = h_row[before][i];
            int f_gap = max(up - gap_open, f_row[before][i] - gap_extend);
            e_gap = max(h - gap_open, e_gap - gap_extend);
            h = max(max(0, diag_h + subst[letter][database[j]]), max(e_gap, f_gap));
            diag_h = up;
            best = max(best, h);
            h_row[now][i + 1] = h;
            f_row[now][i + 1] = f_gap;
        }
        __syncthreads();
    }
    atomicMax(&best_score, best);
    __syncthreads();
    if (i == 0) scores[seq] = best_score;
}
