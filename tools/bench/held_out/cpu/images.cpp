// Kernels with a thread for each pixel.
#include "../../cpu/arrays.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

namespace {

float between(float low, float high, float part) {
  return low * (1.0f - part) + high * part;
}

void gradeColors(const std::uint8_t *image, const float *table,
                 std::uint8_t *out, long pixels, long side) {
  float scale = static_cast<float>(side - 1) / 255.0f;
  long down = side * 3, across = side * down;
  const long steps[] = {across, down, 3};
#pragma omp parallel for
  for (long i = 0; i < pixels; ++i) {
    const float *corner = table;
    float part[3];
    for (int c = 0; c < 3; ++c) {
      float place = image[3 * i + c] * scale;
      long low = std::min(static_cast<long>(place), side - 2);
      part[c] = place - static_cast<float>(low);
      corner += low * steps[c];
    }
    auto face = [&](const float *at) {
      return between(between(at[0], at[3], part[2]),
                     between(at[down], at[down + 3], part[2]), part[1]);
    };
    for (int c = 0; c < 3; ++c) {
      float value =
          between(face(corner + c), face(corner + across + c), part[0]);
      out[3 * i + c] = static_cast<std::uint8_t>(
          std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
    }
  }
}

void median3x3(const std::uint8_t *image, std::uint8_t *out, long height,
               long width) {
#pragma omp parallel for
  for (long y = 1; y < height - 1; ++y)
    for (long x = 1; x < width - 1; ++x) {
      std::uint8_t window[9];
      for (long k = 0; k < 9; ++k)
        window[k] = image[(y + k / 3 - 1) * width + x + k % 3 - 1];
#pragma GCC unroll 5
      for (int a = 0; a < 5; ++a)
#pragma GCC unroll 8
        for (int b = a + 1; b < 9; ++b) {
          // Without branches, for vectors.
          std::uint8_t low = std::min(window[a], window[b]);
          window[b] = std::max(window[a], window[b]);
          window[a] = low;
        }
      out[y * width + x] = window[4];
    }
}

/// A row of scores at a time: the innermost loop is over windows side by side.
void templateMatch(const float *image, const float *shape, float *score,
                   long width, long high, long wide, long rows, long cols) {
#pragma omp parallel for
  for (long r = 0; r < rows; ++r) {
    float *to = score + r * cols;
    std::fill_n(to, cols, 0.0f);
    for (long i = 0; i < high; ++i)
      for (long j = 0; j < wide; ++j) {
        const float *from = image + (r + i) * width + j;
        float wanted = shape[i * wide + j];
        for (long c = 0; c < cols; ++c) {
          float difference = from[c] - wanted;
          to[c] += difference * difference;
        }
      }
  }
}

void jpegDct(const std::uint8_t *image, const float *basis, const float *quant,
             std::int16_t *out, long height, long width) {
  constexpr long side = 8;
#pragma omp parallel for
  for (long top = 0; top < height; top += side)
    for (long left = 0; left < width; left += side) {
      long corner = top * width + left;
      float half[side][side] = {};
      for (long y = 0; y < side; ++y)
        for (long k = 0; k < side; ++k) {
          float pixel =
              static_cast<float>(image[corner + y * width + k]) - 128.0f;
          for (long x = 0; x < side; ++x)
            half[y][x] += pixel * basis[x * side + k];
        }
      for (long y = 0; y < side; ++y) {
        float total[side] = {};
        for (long k = 0; k < side; ++k)
          for (long x = 0; x < side; ++x)
            total[x] += basis[y * side + k] * half[k][x];
        for (long x = 0; x < side; ++x)
          out[corner + y * width + x] = static_cast<std::int16_t>(
              std::nearbyint(total[x] / quant[y * side + x]));
      }
    }
}

using Complex = std::complex<float>;

void spectrumProduct(const Complex *a, const Complex *b, Complex *out, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    Complex product = a[i] * std::conj(b[i]);
    float magnitude = std::abs(product);
    out[i] = magnitude > 0 ? product / magnitude : 0;
  }
}

} // namespace

Twins heldOutImageTwins() {
  return {
      {"grade_colors",
       [](Arguments &a) {
         gradeColors(a.array<std::uint8_t>(0), a.array(1),
                     a.array<std::uint8_t>(2), a.extent(0, 0) * a.extent(0, 1),
                     a.extent(1, 0));
       }},
      {"median3x3",
       [](Arguments &a) {
         median3x3(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                   a.extent(0, 0), a.extent(0, 1));
       }},
      {"template_match",
       [](Arguments &a) {
         templateMatch(a.array(0), a.array(1), a.array(2), a.extent(0, 1),
                       a.extent(1, 0), a.extent(1, 1), a.extent(2, 0),
                       a.extent(2, 1));
       }},
      {"jpeg_dct",
       [](Arguments &a) {
         jpegDct(a.array<std::uint8_t>(0), a.array(1), a.array(2),
                 a.array<std::int16_t>(3), a.extent(0, 0), a.extent(0, 1));
       }},
      {"spectrum_product",
       [](Arguments &a) {
         spectrumProduct(a.array<Complex>(0), a.array<Complex>(1),
                         a.array<Complex>(2), a.size(2));
       }},
  };
}
