// Products of matrices, and what moves or compares their rows.
#include "arrays.h"

#include <algorithm>

namespace {

// The plain product, its loops in the order i, k, j: rows of b are read as they
// lie. Also the twin of the kernels with tiles.
void matmul(const float *a, const float *b, float *c, long m, long depth,
            long n) {
#pragma omp parallel for
  for (long i = 0; i < m; ++i) {
    float *row = c + i * n;
    std::fill(row, row + n, 0.0f);
    for (long k = 0; k < depth; ++k)
      for (long j = 0; j < n; ++j)
        row[j] += a[i * depth + k] * b[k * n + j];
  }
}

/// The CPU multiplies no float16: all are float32 before.
void matmulHalf(const _Float16 *a, const _Float16 *b, _Float16 *c, long m,
                long depth, long n) {
  std::vector<float> wideA(a, a + m * depth), wideB(b, b + depth * n);
  std::vector<float> wideC(static_cast<std::size_t>(m * n));
  matmul(wideA.data(), wideB.data(), wideC.data(), m, depth, n);
  std::copy(wideC.begin(), wideC.end(), c);
}

void distances(const float *p, const float *q, float *out, long count,
               long others, long depth) {
#pragma omp parallel for
  for (long i = 0; i < count; ++i)
    for (long j = 0; j < others; ++j) {
      float total = 0;
#pragma omp simd reduction(+ : total)
      for (long k = 0; k < depth; ++k) {
        float away = p[i * depth + k] - q[j * depth + k];
        total += away * away;
      }
      out[i * others + j] = total;
    }
}

void transpose(const float *a, float *out, long height, long width) {
#pragma omp parallel for
  for (long j = 0; j < width; ++j)
    for (long i = 0; i < height; ++i)
      out[j * height + i] = a[i * width + j];
}

void spmvCsr(const int *rowStart, const int *columns, const float *values,
             const float *x, float *y, long rows) {
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (int k = rowStart[row]; k < rowStart[row + 1]; ++k)
      total += values[k] * x[columns[k]];
    y[row] = total;
  }
}

void im2col(const float *image, float *columns, long channels, long height,
            long width, long size, long pad) {
  long outHeight = height + 2 * pad - size + 1;
  long outWidth = width + 2 * pad - size + 1;
#pragma omp parallel for collapse(3)
  for (long c = 0; c < channels; ++c)
    for (long ky = 0; ky < size; ++ky)
      for (long kx = 0; kx < size; ++kx) {
        float *to =
            columns + ((c * size + ky) * size + kx) * outHeight * outWidth;
        // Where x + kx - pad is inside.
        long begin = std::clamp(pad - kx, 0L, outWidth);
        long end = std::clamp(width + pad - kx, begin, outWidth);
        for (long y = 0; y < outHeight; ++y, to += outWidth) {
          long row = y + ky - pad;
          if (row < 0 || row >= height) {
            std::fill(to, to + outWidth, 0.0f);
            continue;
          }
          const float *from = image + (c * height + row) * width + kx - pad;
          std::fill(to, to + begin, 0.0f);
          std::copy(from + begin, from + end, to + begin);
          std::fill(to + end, to + outWidth, 0.0f);
        }
      }
}

} // namespace

Twins matrixTwins() {
  auto product = [](Arguments &a) {
    matmul(a.array(0), a.array(1), a.array(2), a.extent(2, 0), a.extent(0, 1),
           a.extent(2, 1));
  };
  return {
      {"matmul_naive", product},
      {"matmul_inplace", product},
      {"matmul_tiled16", product},
      {"matmul_tiled32", product},
      {"matmul_flat",
       [](Arguments &a) {
         long n = a.number<long>(0);
         matmul(a.array(0), a.array(1), a.array(2), n, n, n);
       }},
      {"mm_f16",
       [](Arguments &a) {
         matmulHalf(a.array<_Float16>(0), a.array<_Float16>(1),
                    a.array<_Float16>(2), a.extent(2, 0), a.extent(0, 1),
                    a.extent(2, 1));
       }},
      {"distances",
       [](Arguments &a) {
         distances(a.array(0), a.array(1), a.array(2), a.extent(0, 0),
                   a.extent(1, 0), a.extent(0, 1));
       }},
      {"transpose",
       [](Arguments &a) {
         transpose(a.array(0), a.array(1), a.extent(0, 0), a.extent(0, 1));
       }},
      {"spmv_csr",
       [](Arguments &a) {
         spmvCsr(a.array<int>(0), a.array<int>(1), a.array(2), a.array(3),
                 a.array(4), a.size(4));
       }},
      {"im2col",
       [](Arguments &a) {
         im2col(a.array(0), a.array(1), a.extent(0, 0), a.extent(0, 1),
                a.extent(0, 2), a.number<long>(0), a.number<long>(1));
       }},
  };
}
