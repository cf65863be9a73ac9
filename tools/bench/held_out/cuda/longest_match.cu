// params: text.ptr previous.ptr window depth length.ptr distance.ptr text.size:i32
constexpr int LEAST = 3, MOST = 258;

extern "C" __global__ void longest_match(const unsigned char* __restrict__ text, const int* __restrict__ previous,
                                         int window, int depth, int* __restrict__ length,
                                         int* __restrict__ distance, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int most = min(n - i, MOST);
    if (most < LEAST) {
        length[i] = 0;
        distance[i] = 0;
        return;
    }
    int best = LEAST - 1, back = 0;
    int at = previous[i];
    for (int tries = 0; at >= 0 && i - at <= window && tries < depth; tries++) {
        // It is no longer unless it goes on where the best one ends.
        if (text[at + best] == text[i + best]) {
            int k = 0;
            while (k < most && text[at + k] == text[i + k]) k++;
            if (k > best) {
                best = k;
                back = i - at;
                if (best == most) break;
            }
        }
        at = previous[at];
    }
    length[i] = back > 0 ? best : 0;
    distance[i] = back;
}
