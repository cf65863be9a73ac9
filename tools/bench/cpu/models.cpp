// Kernels of physics and of finance.
#include "arrays.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace {

void jacobi2d(const float *u, float *v, long rows, long cols) {
#pragma omp parallel for
  for (long i = 1; i < rows - 1; ++i)
    for (long j = 1; j < cols - 1; ++j)
      v[i * cols + j] = 0.25f * (u[(i - 1) * cols + j] + u[(i + 1) * cols + j] +
                                 u[i * cols + j - 1] + u[i * cols + j + 1]);
}

void heat3d(const float *u, float *v, long nx, long ny, long nz, float r) {
  long plane = nx * ny;
#pragma omp parallel for
  for (long k = 0; k < nz; ++k)
    for (long j = 0; j < ny; ++j) {
      long row = k * plane + j * nx;
      if (j == 0 || j == ny - 1 || k == 0 || k == nz - 1) {
        std::copy_n(u + row, nx, v + row);
        continue;
      }
      v[row] = u[row];
      for (long p = row + 1; p < row + nx - 1; ++p) {
        float around = u[p - 1] + u[p + 1] + u[p - nx] + u[p + nx] +
                       u[p - plane] + u[p + plane];
        v[p] = u[p] + r * (around - 6 * u[p]);
      }
      v[row + nx - 1] = u[row + nx - 1];
    }
}

void nbody(const float *x, const float *y, const float *z, const float *mass,
           float *ax, float *ay, float *az, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float axi = 0, ayi = 0, azi = 0;
#pragma omp simd reduction(+ : axi, ayi, azi)
    for (long j = 0; j < n; ++j) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float inv = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      float s = mass[j] * inv * inv * inv;
      axi += dx * s;
      ayi += dy * s;
      azi += dz * s;
    }
    ax[i] = axi;
    ay[i] = ayi;
    az[i] = azi;
  }
}

void blackscholes(const float *price, const float *strike, const float *years,
                  float *call, float *put, long n) {
  constexpr float rate = 0.02f, volatility = 0.30f;
  auto cdf = [](float d) {
    return 0.5f * (1.0f + std::erf(d * 0.7071067811865476f));
  };
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float s = price[i], k = strike[i], t = years[i];
    float volSqrtT = volatility * std::sqrt(t);
    float d1 = (std::log(s / k) + (rate + 0.5f * volatility * volatility) * t) /
               volSqrtT;
    float cdf1 = cdf(d1), cdf2 = cdf(d1 - volSqrtT);
    float discounted = k * std::exp(-rate * t);
    call[i] = s * cdf1 - discounted * cdf2;
    put[i] = discounted * (1.0f - cdf2) - s * (1.0f - cdf1);
  }
}

std::uint32_t xorshift32(std::uint32_t state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

void piXorshift(std::uint32_t seed, int samples, int *hits, long n) {
  constexpr float scale = 1.0f / 4294967296.0f;
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    auto begin = seed + static_cast<std::uint32_t>(i) * 2654435761u;
    std::uint32_t state = xorshift32(begin | 1u);
    int inside = 0;
    for (int k = 0; k < samples; ++k) {
      state = xorshift32(state);
      float x = static_cast<float>(state) * scale;
      state = xorshift32(state);
      float y = static_cast<float>(state) * scale;
      if (x * x + y * y < 1.0f)
        ++inside;
    }
    hits[i] = inside;
  }
}

/// numba.cuda.random's generator.
struct Xoroshiro {
  std::uint64_t s0, s1;

  static std::uint64_t rotated(std::uint64_t word, int count) {
    return word << count | word >> (64 - count);
  }
  float uniform() {
    std::uint64_t result = s0 + s1, mixed = s0 ^ s1;
    s0 = rotated(s0, 55) ^ mixed ^ mixed << 14;
    s1 = rotated(mixed, 36);
    return static_cast<float>(static_cast<double>(result >> 11) * 0x1p-53);
  }
  float normal() {
    float radius = uniform(), angle = uniform();
    return std::sqrt(-2.0f * std::log(radius)) *
           std::cos(static_cast<float>(2 * M_PI) * angle);
  }
};

void optionPaths(Xoroshiro *states, float start, float strike, float drift,
                 float volatility, int steps, float *payoff, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    Xoroshiro state = states[i];
    float price = start, total = 0;
    for (int step = 0; step < steps; ++step) {
      price *= std::exp(drift + volatility * state.normal());
      total += price;
    }
    payoff[i] = std::max(total / static_cast<float>(steps) - strike, 0.0f);
    states[i] = state;
  }
}

} // namespace

Twins modelTwins() {
  return {
      {"jacobi2d",
       [](Arguments &a) {
         jacobi2d(a.array(0), a.array(1), a.extent(0, 0), a.extent(0, 1));
       }},
      {"heat3d",
       [](Arguments &a) {
         heat3d(a.array(0), a.array(1), a.number<long>(0), a.number<long>(1),
                a.number<long>(2), a.number(3));
       }},
      {"nbody",
       [](Arguments &a) {
         nbody(a.array(0), a.array(1), a.array(2), a.array(3), a.array(4),
               a.array(5), a.array(6), a.size(0));
       }},
      {"blackscholes",
       [](Arguments &a) {
         blackscholes(a.array(0), a.array(1), a.array(2), a.array(3),
                      a.array(4), a.size(0));
       }},
      {"pi_xorshift",
       [](Arguments &a) {
         piXorshift(a.number<std::uint32_t>(0), a.number<int>(1),
                    a.array<int>(0), a.size(0));
       }},
      {"option_paths",
       [](Arguments &a) {
         optionPaths(a.array<Xoroshiro>(0), a.number(0), a.number(1),
                     a.number(2), a.number(3), a.number<int>(4), a.array(1),
                     a.size(1));
       }},
  };
}
