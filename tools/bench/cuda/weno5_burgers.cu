// params: u.ptr alpha dx rhs.ptr u.shape0:i32 u.shape1:i32
__device__ double square(double a) { return a * a; }

__device__ double weno5(double a, double b, double c, double d, double e) {
    double p0 = (2.0 * a - 7.0 * b + 11.0 * c) / 6.0;
    double p1 = (-b + 5.0 * c + 2.0 * d) / 6.0;
    double p2 = (2.0 * c + 5.0 * d - e) / 6.0;
    double b0 = 13.0 / 12.0 * square(a - 2.0 * b + c) + 0.25 * square(a - 4.0 * b + 3.0 * c);
    double b1 = 13.0 / 12.0 * square(b - 2.0 * c + d) + 0.25 * square(b - d);
    double b2 = 13.0 / 12.0 * square(c - 2.0 * d + e) + 0.25 * square(3.0 * c - 4.0 * d + e);
    double w0 = 0.1 / square(1e-6 + b0);
    double w1 = 0.6 / square(1e-6 + b1);
    double w2 = 0.3 / square(1e-6 + b2);
    return (w0 * p0 + w1 * p1 + w2 * p2) / (w0 + w1 + w2);
}

__device__ double flux(double u) { return 0.5 * u * u; }

__device__ double face_flux(const double* __restrict__ u, int n, int x, double alpha) {
    double v0 = u[(x - 2 + n) % n], v1 = u[(x - 1 + n) % n], v2 = u[x];
    double v3 = u[(x + 1) % n], v4 = u[(x + 2) % n], v5 = u[(x + 3) % n];
    double right = weno5(0.5 * (flux(v0) + alpha * v0), 0.5 * (flux(v1) + alpha * v1), 0.5 * (flux(v2) + alpha * v2),
                         0.5 * (flux(v3) + alpha * v3), 0.5 * (flux(v4) + alpha * v4));
    double left = weno5(0.5 * (flux(v5) - alpha * v5), 0.5 * (flux(v4) - alpha * v4), 0.5 * (flux(v3) - alpha * v3),
                        0.5 * (flux(v2) - alpha * v2), 0.5 * (flux(v1) - alpha * v1));
    return right + left;
}

extern "C" __global__ void weno5_burgers(const double* __restrict__ u, double alpha, double dx,
                                         double* __restrict__ rhs, int rows, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < n && y < rows) {
        const double* line = u + y * n;
        rhs[y * n + x] = -(face_flux(line, n, x, alpha) - face_flux(line, n, (x - 1 + n) % n, alpha)) / dx;
    }
}
