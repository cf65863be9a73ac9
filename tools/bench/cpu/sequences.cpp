// Kernels over arrays of one axis or over their rows.
#include "arrays.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace {

void vecadd(const float *a, const float *b, float *c, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}

void saxpy(float alpha, const float *x, float *y, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i)
    y[i] = alpha * x[i] + y[i];
}

float sum(const float *x, long n) {
  float total = 0;
#pragma omp parallel for simd reduction(+ : total)
  for (long i = 0; i < n; ++i)
    total += x[i];
  return total;
}

void segreduce(const float *data, float *sums, long segments, long length) {
#pragma omp parallel for
  for (long s = 0; s < segments; ++s) {
    const float *x = data + s * length;
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (long i = 0; i < length; ++i)
      total += x[i];
    sums[s] = total;
  }
}

void stencil1d(const float *x, const float *weights, float *out, long n) {
  constexpr long radius = 4;
  auto atBorder = [&](long i) {
    float acc = 0;
    for (long k = -radius; k <= radius; ++k)
      if (i + k >= 0 && i + k < n)
        acc += weights[k + radius] * x[i + k];
    out[i] = acc;
  };
  for (long i = 0; i < std::min(radius, n); ++i)
    atBorder(i);
#pragma omp parallel for
  for (long i = radius; i < n - radius; ++i) {
    float acc = 0;
    for (long k = -radius; k <= radius; ++k)
      acc += weights[k + radius] * x[i + k];
    out[i] = acc;
  }
  for (long i = std::max(radius, n - radius); i < n; ++i)
    atBorder(i);
}

void histogram(const unsigned char *data, int *hist, long n) {
#pragma omp parallel for reduction(+ : hist[ : 256])
  for (long i = 0; i < n; ++i)
    ++hist[data[i]];
}

void softmax(const float *x, float *out, long rows, long cols) {
#pragma omp parallel for
  for (long r = 0; r < rows; ++r) {
    const float *in = x + r * cols;
    float *to = out + r * cols;
    float top = -INFINITY, total = 0;
#pragma omp simd reduction(max : top)
    for (long j = 0; j < cols; ++j)
      top = std::max(top, in[j]);
    for (long j = 0; j < cols; ++j) {
      to[j] = std::exp(in[j] - top);
      total += to[j];
    }
    float scale = 1.0f / total;
    for (long j = 0; j < cols; ++j)
      to[j] *= scale;
  }
}

/// A row of the table at a time, in place.
void editDistance(const unsigned char *first, const unsigned char *second,
                  int *distance, long pairs, long length) {
#pragma omp parallel for
  for (long pair = 0; pair < pairs; ++pair) {
    const unsigned char *a = first + pair * length, *b = second + pair * length;
    std::vector<int> row(static_cast<std::size_t>(length) + 1);
    for (long j = 0; j <= length; ++j)
      row[j] = static_cast<int>(j);
    for (long i = 0; i < length; ++i) {
      int diagonal = row[0];
      row[0] = static_cast<int>(i) + 1;
      for (long j = 0; j < length; ++j) {
        int above = row[j + 1];
        row[j + 1] =
            std::min(diagonal + (a[i] != b[j]), std::min(row[j], above) + 1);
        diagonal = above;
      }
    }
    distance[pair] = row[length];
  }
}

// The kernels with primitives of a block: where their threads hold elements
// `threads` apart, thread t's element i is the sequence's t * items + i.

void coopReduce(const float *x, float *sums, long segments) {
  constexpr long threads = 256, length = 2048;
#pragma omp parallel for
  for (long s = 0; s < segments; ++s) {
    float part[length];
    std::copy_n(x + s * length, length, part);
    float total = 0;
    for (int round = 0; round < 16; ++round) {
      total = 0;
#pragma omp simd reduction(+ : total)
      for (long i = 0; i < length; ++i)
        total += part[i];
      for (long i = 0; i < threads; ++i)
        part[i] *= 0.5f;
      part[0] += total;
    }
    sums[s] = total;
  }
}

/// Unsigned, as sums wrap.
void coopScan(const std::uint32_t *x, std::uint32_t *y, long segments) {
  constexpr long threads = 256, items = 8, length = threads * items;
#pragma omp parallel for
  for (long s = 0; s < segments; ++s) {
    const std::uint32_t *from = x + s * length;
    std::uint32_t *to = y + s * length, part[length];
    for (long t = 0; t < threads; ++t)
      for (long i = 0; i < items; ++i)
        part[t * items + i] = from[i * threads + t];
    for (int round = 0; round < 16; ++round) {
      std::uint32_t before = 0;
      for (std::uint32_t &item : part) {
        std::uint32_t value = item;
        item = value ^ before;
        before += value;
      }
    }
    for (long t = 0; t < threads; ++t)
      for (long i = 0; i < items; ++i)
        to[i * threads + t] = part[t * items + i];
  }
}

void coopSort(const std::uint32_t *x, std::uint32_t *y, long n, long threads,
              long items) {
  long length = threads * items;
#pragma omp parallel for
  for (long begin = 0; begin < n; begin += length) {
    std::vector<std::uint32_t> keys(x + begin, x + begin + length);
    for (int round = 0; round < 4; ++round) {
      for (std::uint32_t &key : keys)
        key = key * 1664525u + 1013904223u;
      std::sort(keys.begin(), keys.end());
    }
    for (long t = 0; t < threads; ++t)
      for (long i = 0; i < items; ++i)
        y[begin + i * threads + t] = keys[t * items + i];
  }
}

} // namespace

Twins sequenceTwins() {
  auto sumAll = [](Arguments &a) { *a.array(1) = sum(a.array(0), a.size(0)); };
  auto sorting = [](long threads, long items) {
    return [=](Arguments &a) {
      coopSort(a.array<std::uint32_t>(0), a.array<std::uint32_t>(1), a.size(0),
               threads, items);
    };
  };
  return {
      {"vecadd",
       [](Arguments &a) {
         vecadd(a.array(0), a.array(1), a.array(2), a.size(0));
       }},
      {"saxpy",
       [](Arguments &a) {
         saxpy(a.number(0), a.array(0), a.array(1), a.size(0));
       }},
      {"reduce_shared", sumAll},
      {"reduce_warp", sumAll},
      {"segreduce",
       [](Arguments &a) {
         segreduce(a.array(0), a.array(1), a.size(1), a.size(0) / a.size(1));
       }},
      {"stencil1d",
       [](Arguments &a) {
         stencil1d(a.array(0), a.array(1), a.array(2), a.size(0));
       }},
      {"histogram",
       [](Arguments &a) {
         histogram(a.array<unsigned char>(0), a.array<int>(1), a.size(0));
       }},
      {"softmax",
       [](Arguments &a) {
         softmax(a.array(0), a.array(1), a.extent(0, 0), a.extent(0, 1));
       }},
      {"edit_distance",
       [](Arguments &a) {
         editDistance(a.array<unsigned char>(0), a.array<unsigned char>(1),
                      a.array<int>(2), a.extent(0, 0), a.extent(0, 1));
       }},
      {"coop_reduce",
       [](Arguments &a) { coopReduce(a.array(0), a.array(1), a.size(1)); }},
      {"coop_scan",
       [](Arguments &a) {
         coopScan(a.array<std::uint32_t>(0), a.array<std::uint32_t>(1),
                  a.size(0) / 2048);
       }},
      {"coop_sort_128x4", sorting(128, 4)},
      {"coop_sort_256x8", sorting(256, 8)},
      {"coop_sort_512x16", sorting(512, 16)},
  };
}
