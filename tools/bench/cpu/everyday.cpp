// Kernels as people write them, here as one writes them in C++.
#include "arrays.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace {

void shallowWater(const float *h, const float *u, const float *v, float *nextH,
                  float *nextU, float *nextV, float dt, float dx, long rows,
                  long cols) {
  const float g = 9.81f, r = dt / (2.0f * dx);
#pragma omp parallel for
  for (long y = 1; y < rows - 1; ++y)
    for (long p = y * cols + 1; p < (y + 1) * cols - 1; ++p) {
      float hx = h[p + 1] - h[p - 1], hy = h[p + cols] - h[p - cols];
      float ux = u[p + 1] - u[p - 1], uy = u[p + cols] - u[p - cols];
      float vx = v[p + 1] - v[p - 1], vy = v[p + cols] - v[p - cols];
      nextH[p] = h[p] - r * (u[p] * hx + v[p] * hy + h[p] * (ux + vy));
      nextU[p] = u[p] - r * (u[p] * ux + v[p] * uy + g * hx);
      nextV[p] = v[p] - r * (u[p] * vx + v[p] * vy + g * hy);
    }
}

void boxBlur(const std::uint8_t *image, std::uint8_t *out, long radius,
             long height, long width) {
  const long wide = 2 * radius + 1;
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      int total = 0;
      for (long dy = -radius; dy <= radius; ++dy) {
        const std::uint8_t *row =
            image + std::clamp(y + dy, 0L, height - 1) * width;
        for (long dx = -radius; dx <= radius; ++dx)
          total += row[std::clamp(x + dx, 0L, width - 1)];
      }
      out[y * width + x] = static_cast<std::uint8_t>(total / (wide * wide));
    }
}

void rotateImage(const float *image, float *out, float angle, long height,
                 long width) {
  const float c = std::cos(angle), s = std::sin(angle);
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      float dx = static_cast<float>(x - width / 2);
      float dy = static_cast<float>(y - height / 2);
      float sx = dx * c + dy * s + static_cast<float>(width / 2);
      float sy = dy * c - dx * s + static_cast<float>(height / 2);
      long x0 = static_cast<long>(std::floor(sx));
      long y0 = static_cast<long>(std::floor(sy));
      if (x0 < 0 || y0 < 0 || x0 + 1 >= width || y0 + 1 >= height) {
        out[y * width + x] = 0;
        continue;
      }
      float fx = sx - static_cast<float>(x0), fy = sy - static_cast<float>(y0);
      const float *upper = image + y0 * width + x0, *lower = upper + width;
      out[y * width + x] = (1 - fy) * ((1 - fx) * upper[0] + fx * upper[1]) +
                           fy * ((1 - fx) * lower[0] + fx * lower[1]);
    }
}

void heat(const float *u, float *v, float r, long rows, long cols) {
#pragma omp parallel for
  for (long y = 1; y < rows - 1; ++y)
    for (long p = y * cols + 1; p < (y + 1) * cols - 1; ++p)
      v[p] = u[p] +
             r * (u[p - cols] + u[p + cols] + u[p - 1] + u[p + 1] - 4 * u[p]);
}

void collatz(const std::int64_t *start, int *steps, int most, long size) {
#pragma omp parallel for
  for (long i = 0; i < size; ++i) {
    std::int64_t n = start[i];
    int count = n < 1 ? -1 : 0;
    while (count >= 0 && n != 1) {
      count = count == most ? -1 : count + 1;
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    }
    steps[i] = count;
  }
}

void maskedMeans(const double *values, const double *weights, double *means,
                 double least, long rows, long columns) {
  // Columns of a chunk at once, row by row.
  constexpr long chunk = 512;
#pragma omp parallel for
  for (long begin = 0; begin < columns; begin += chunk) {
    double total[chunk] = {}, weight[chunk] = {};
    long here = std::min(chunk, columns - begin);
    for (long i = 0; i < rows; ++i) {
      const double *w = weights + i * columns + begin;
      const double *v = values + i * columns + begin;
      for (long k = 0; k < here; ++k) {
        double counted = w[k] > least ? w[k] : 0;
        total[k] += counted * v[k];
        weight[k] += counted;
      }
    }
    for (long k = 0; k < here; ++k)
      means[begin + k] = weight[k] > 0 ? total[k] / weight[k] : -1;
  }
}

void nextGreater(const float *x, int *ahead, long most, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    ahead[i] = 0;
    for (long k = 1; k <= most && i + k < n; ++k)
      if (x[i + k] > x[i]) {
        ahead[i] = static_cast<int>(k);
        break;
      }
  }
}

float between(const float *field, long cols, float x, float y) {
  long x0 = static_cast<long>(std::floor(x));
  long y0 = static_cast<long>(std::floor(y));
  float fx = x - static_cast<float>(x0), fy = y - static_cast<float>(y0);
  const float *upper = field + y0 * cols + x0, *lower = upper + cols;
  float top = upper[0] * (1 - fx) + upper[1] * fx;
  float bottom = lower[0] * (1 - fx) + lower[1] * fx;
  return top * (1 - fy) + bottom * fy;
}

void traceWind(const float *u, const float *v, const float *xs, const float *ys,
               float *endX, float *endY, float dt, long steps, long rows,
               long cols, long count) {
  auto isOutside = [=](float x, float y) {
    return x < 0 || y < 0 || x >= static_cast<float>(cols - 1) ||
           y >= static_cast<float>(rows - 1);
  };
#pragma omp parallel for
  for (long i = 0; i < count; ++i) {
    float x = xs[i], y = ys[i];
    for (long step = 0; step < steps && !isOutside(x, y); ++step) {
      float middleX = x + 0.5f * dt * between(u, cols, x, y);
      float middleY = y + 0.5f * dt * between(v, cols, x, y);
      if (isOutside(middleX, middleY))
        break;
      x += dt * between(u, cols, middleX, middleY);
      y += dt * between(v, cols, middleX, middleY);
    }
    endX[i] = x;
    endY[i] = y;
  }
}

struct Outcome {
  std::int8_t label;
  long bars;
};

Outcome tradeFrom(long begin, const float *price, const int *volume,
                  float width, int horizon, long n) {
  if (volume[begin] == 0)
    return {0, 0};
  float upper = price[begin] * (1 + width), lower = price[begin] * (1 - width);
  long t = begin + 1;
  for (int waited = 0; t < n && waited < horizon; ++t) {
    if (volume[t] == 0)
      continue;
    if (price[t] >= upper)
      return {1, t - begin};
    if (price[t] <= lower)
      return {-1, t - begin};
    ++waited;
  }
  return {0, t - begin};
}

void tripleBarrier(const float *price, const int *volume, const float *width,
                   int horizon, std::int8_t *label, int *held, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    auto [outcome, bars] = tradeFrom(i, price, volume, width[i], horizon, n);
    label[i] = outcome;
    held[i] = static_cast<int>(bars);
  }
}

/// Numbers at the points of a map.
struct Field {
  const float *points;
  long rows, cols;

  float sample(float x, float y) const {
    long i = std::clamp(static_cast<long>(std::floor(y)), 0L, rows - 2);
    long j = std::clamp(static_cast<long>(std::floor(x)), 0L, cols - 2);
    float fx = x - static_cast<float>(j), fy = y - static_cast<float>(i);
    const float *at = points + i * cols + j;
    float above = at[0] * (1 - fx) + at[1] * fx;
    float below = at[cols] * (1 - fx) + at[cols + 1] * fx;
    return above * (1 - fy) + below * fy;
  }
};

void drifters(Field u, Field v, const float *start, float dt, int steps,
              float *end, long n) {
  float right = static_cast<float>(u.cols - 1);
  float bottom = static_cast<float>(u.rows - 1);
#pragma omp parallel for
  for (long p = 0; p < n; ++p) {
    float x = start[2 * p], y = start[2 * p + 1];
    for (int step = 0; step < steps; ++step) {
      if (x < 0 || y < 0 || x > right || y > bottom)
        break;
      float halfX = x + 0.5f * dt * u.sample(x, y);
      float halfY = y + 0.5f * dt * v.sample(x, y);
      x += dt * u.sample(halfX, halfY);
      y += dt * v.sample(halfX, halfY);
    }
    end[2 * p] = x;
    end[2 * p + 1] = y;
  }
}

} // namespace

Twins everydayTwins() {
  return {
      {"shallow_water",
       [](Arguments &a) {
         shallowWater(a.array(0), a.array(1), a.array(2), a.array(3),
                      a.array(4), a.array(5), a.number(0), a.number(1),
                      a.extent(0, 0), a.extent(0, 1));
       }},
      {"box_blur",
       [](Arguments &a) {
         boxBlur(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                 a.number<long>(0), a.extent(0, 0), a.extent(0, 1));
       }},
      {"rotate_image",
       [](Arguments &a) {
         rotateImage(a.array(0), a.array(1), a.number(0), a.extent(0, 0),
                     a.extent(0, 1));
       }},
      {"heat_shared",
       [](Arguments &a) {
         heat(a.array(0), a.array(1), a.number(0), a.extent(0, 0),
              a.extent(0, 1));
       }},
      {"collatz",
       [](Arguments &a) {
         collatz(a.array<std::int64_t>(0), a.array<int>(1), a.number<int>(0),
                 a.size(0));
       }},
      {"masked_means",
       [](Arguments &a) {
         maskedMeans(a.array<double>(0), a.array<double>(1), a.array<double>(2),
                     a.number<double>(0), a.extent(0, 0), a.extent(0, 1));
       }},
      {"next_greater",
       [](Arguments &a) {
         nextGreater(a.array(0), a.array<int>(1), a.number<long>(0), a.size(0));
       }},
      {"trace_wind",
       [](Arguments &a) {
         traceWind(a.array(0), a.array(1), a.array(2), a.array(3), a.array(4),
                   a.array(5), a.number(0), a.number<long>(1), a.extent(0, 0),
                   a.extent(0, 1), a.size(2));
       }},
      {"triple_barrier",
       [](Arguments &a) {
         tripleBarrier(a.array(0), a.array<int>(1), a.array(2),
                       a.number<int>(0), a.array<std::int8_t>(3),
                       a.array<int>(4), a.size(0));
       }},
      {"drifters",
       [](Arguments &a) {
         auto field = [&](std::size_t k) {
           return Field{a.array(k), a.extent(k, 0), a.extent(k, 1)};
         };
         drifters(field(0), field(1), a.array(2), a.number(0), a.number<int>(1),
                  a.array(3), a.extent(2, 0));
       }},
  };
}
