// params: x.ptr P.ptr z.ptr F.ptr Q.ptr r x.shape0:i32
template <class A, class B>
__device__ void matmul(const A& a, const B& b, double (&out)[4][4]) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double s = 0;
            for (int k = 0; k < 4; k++) s += a[i][k] * b[k][j];
            out[i][j] = s;
        }
}

extern "C" __global__ void kalman_step(double* x, double* P, const double* __restrict__ z,
                                       const double* __restrict__ F, const double* __restrict__ Q, double r,
                                       int count) {
    int n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= count) return;
    const double(*f)[4] = (const double(*)[4])F;
    double(*Pn)[4] = (double(*)[4])(P + 16 * n);
    double* xn = x + 4 * n;
    double FP[4][4], FT[4][4], Pp[4][4], xp[4], K[4][2];
    for (int i = 0; i < 4; i++) {
        xp[i] = 0;
        for (int j = 0; j < 4; j++) {
            xp[i] += f[i][j] * xn[j];
            FT[j][i] = f[i][j];
        }
    }
    matmul(f, Pn, FP);
    matmul(FP, FT, Pp);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) Pp[i][j] += Q[4 * i + j];
    if (isnan(z[2 * n])) {
        for (int i = 0; i < 4; i++) {
            xn[i] = xp[i];
            for (int j = 0; j < 4; j++) Pn[i][j] = Pp[i][j];
        }
        return;
    }
    double s00 = Pp[0][0] + r, s01 = Pp[0][1], s10 = Pp[1][0], s11 = Pp[1][1] + r;
    double det = s00 * s11 - s01 * s10;
    for (int i = 0; i < 4; i++) {
        K[i][0] = (Pp[i][0] * s11 - Pp[i][1] * s10) / det;
        K[i][1] = (Pp[i][1] * s00 - Pp[i][0] * s01) / det;
    }
    double dx = z[2 * n] - xp[0], dy = z[2 * n + 1] - xp[1];
    for (int i = 0; i < 4; i++) {
        xn[i] = xp[i] + K[i][0] * dx + K[i][1] * dy;
        for (int j = 0; j < 4; j++) Pn[i][j] = Pp[i][j] - K[i][0] * Pp[0][j] - K[i][1] * Pp[1][j];
    }
}
