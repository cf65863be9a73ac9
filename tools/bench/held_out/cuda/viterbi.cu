// params: transition.ptr emission.ptr observed.ptr came_from.ptr path.ptr likelihood.ptr observed.shape1:i32
constexpr int STATES = 64;

extern "C" __global__ void viterbi(const float* __restrict__ transition,
                                   const float* __restrict__ emission,
                                   const unsigned char* __restrict__ observed,
                                   unsigned char* __restrict__ came_from,
                                   unsigned char* __restrict__ path, float* __restrict__ likelihood,
                                   int length) {
    __shared__ float score[2][STATES];
    __shared__ float step[STATES][STATES];
    int row = blockIdx.x, state = threadIdx.x;
    const unsigned char* symbols = observed + row * length;
    unsigned char* from = came_from + row * length * STATES;
    for (int before = 0; before < STATES; before++)
        step[before][state] = transition[before * STATES + state];
    score[0][state] = emission[symbols[0] * STATES + state];
    __syncthreads();
    for (int k = 1; k < length; k++) {
        const float* old = score[(k - 1) % 2];
        float best = old[0] + step[0][state];
        int where = 0;
        for (int before = 1; before < STATES; before++) {
            float candidate = old[before] + step[before][state];
            if (candidate > best) {
                best = candidate;
                where = before;
            }
        }
        from[k * STATES + state] = where;
        score[k % 2][state] = best + emission[symbols[k] * STATES + state];
        __syncthreads();
    }
    if (state == 0) {
        const float* last = score[(length - 1) % 2];
        float best = last[0];
        int where = 0;
        for (int before = 1; before < STATES; before++) {
            if (last[before] > best) {
                best = last[before];
                where = before;
            }
        }
        likelihood[row] = best;
        for (int k = length - 1; k > 0; k--) {
            path[row * length + k] = where;
            where = from[k * STATES + where];
        }
        path[row * length] = where;
    }
}
