// params: a.ptr b.ptr c.ptr a.shape1:i32 c.shape1:i32
#include <cuda_fp16.h>

constexpr int SIDE = 128, INNER = 32, STAGES = 3, THREADS = 128;
constexpr int STAGE = SIDE * INNER;

// Pieces of 16 bytes of eight lines are in different banks: of A's lines of
// four pieces two and two turn alike, of B's each has its own turn.
__device__ int place_a(int row, int inner) {
    return row * INNER + (inner ^ (row / 2 % 4 * 8));
}
__device__ int place_b(int inner, int column) {
    return inner * SIDE + (column ^ (inner % 8 * 8));
}
__device__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void copy16(__half* to, const __half* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
}
__device__ void load_matrix(unsigned (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(p)));
}
__device__ void load_transposed(unsigned (&r)[4], const __half* p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(p)));
}
__device__ void multiply(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

__device__ void load(__half* sa, __half* sb, const __half* a, const __half* b, int depth, int n,
                     int inner, int row, int column) {
#pragma unroll
    for (int i = 0; i < STAGE / 8 / THREADS; i++) {
        int piece = threadIdx.x + i * THREADS;
        int line = piece / (INNER / 8), along = piece % (INNER / 8) * 8;
        copy16(sa + place_a(line, along), a + (size_t)(row + line) * depth + inner + along);
        line = piece / (SIDE / 8), along = piece % (SIDE / 8) * 8;
        copy16(sb + place_b(line, along), b + (size_t)(inner + line) * n + column + along);
    }
}

extern "C" __global__ void __launch_bounds__(THREADS, 2)
mm_f16(const __half* __restrict__ a, const __half* __restrict__ b, __half* __restrict__ c, int depth, int n) {
    __shared__ __align__(16) __half sa[STAGES][STAGE], sb[STAGES][STAGE];
    int row = blockIdx.y * SIDE, column = blockIdx.x * SIDE, tiles = depth / INNER;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int own_row = warp % 2 * 64, own_column = warp / 2 * 64;
    float total[4][8][4] = {};
    for (int tile = 0; tile < STAGES - 1; tile++) {
        if (tile < tiles) load(sa[tile], sb[tile], a, b, depth, n, tile * INNER, row, column);
        asm volatile("cp.async.commit_group;");
    }
    for (int tile = 0; tile < tiles; tile++) {
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
        __syncthreads();
        int next = tile + STAGES - 1;
        if (next < tiles)
            load(sa[next % STAGES], sb[next % STAGES], a, b, depth, n, next * INNER, row, column);
        asm volatile("cp.async.commit_group;");
        const __half *x = sa[tile % STAGES], *y = sb[tile % STAGES];
#pragma unroll
        for (int inner = 0; inner < INNER; inner += 16) {
            unsigned left[4][4];
#pragma unroll
            for (int i = 0; i < 4; i++)
                load_matrix(left[i], x + place_a(own_row + 16 * i + lane % 16, inner + lane / 16 * 8));
#pragma unroll
            for (int j = 0; j < 8; j += 2) {
                unsigned right[4];
                load_transposed(right, y + place_b(inner + lane % 16, own_column + 8 * j + lane / 16 * 8));
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    multiply(total[i][j], left[i], right[0], right[1]);
                    multiply(total[i][j + 1], left[i], right[2], right[3]);
                }
            }
        }
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
#pragma unroll
            for (int half = 0; half < 2; half++) {
                int at_row = row + own_row + 16 * i + lane / 4 + 8 * half;
                int at_column = column + own_column + 8 * j + lane % 4 * 2;
                *reinterpret_cast<__half2*>(c + (size_t)at_row * n + at_column) =
                    __floats2half2_rn(total[i][j][2 * half], total[i][j][2 * half + 1]);
            }
}
