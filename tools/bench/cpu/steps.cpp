// Kernels that go on from step to step, or are one step, here as one writes
// them in C++.
#include "arrays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace {

/// A sample of all channels of a group at a time, for vectors.
void biquadBank(const float *signal, const float *sos, float *out, long samples,
                long channels) {
  constexpr long sections = 4, group = 64;
#pragma omp parallel for
  for (long begin = 0; begin < channels; begin += group) {
    long count = std::min(group, channels - begin);
    float state[sections][2][group] = {};
    for (long t = 0; t < samples; ++t) {
      const float *in = signal + t * channels + begin;
      float *to = out + t * channels + begin;
      std::copy_n(in, count, to);
      for (long s = 0; s < sections; ++s) {
        const float *b0 = sos + s * 5 * channels + begin;
        const float *b1 = b0 + channels, *b2 = b1 + channels;
        const float *a1 = b2 + channels, *a2 = a1 + channels;
        auto &[first, second] = state[s];
        for (long c = 0; c < count; ++c) {
          float x = to[c], y = b0[c] * x + first[c];
          first[c] = b1[c] * x - a1[c] * y + second[c];
          second[c] = b2[c] * x - a2[c] * y;
          to[c] = y;
        }
      }
    }
  }
}

using State = std::array<std::uint64_t, 25>;

void keccak(State &a) {
  static constexpr std::uint64_t constants[] = {
      0x0000000000000001, 0x0000000000008082, 0x800000000000808A,
      0x8000000080008000, 0x000000000000808B, 0x0000000080000001,
      0x8000000080008081, 0x8000000000008009, 0x000000000000008A,
      0x0000000000000088, 0x0000000080008009, 0x000000008000000A,
      0x000000008000808B, 0x800000000000008B, 0x8000000000008089,
      0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
      0x000000000000800A, 0x800000008000000A, 0x8000000080008081,
      0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
  static constexpr int turns[] = {1,  3,  6,  10, 15, 21, 28, 36,
                                  45, 55, 2,  14, 27, 41, 56, 8,
                                  25, 43, 62, 18, 39, 61, 20, 44};
  static constexpr int lanes[] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                  15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
  for (std::uint64_t constant : constants) {
    std::uint64_t c[5];
#pragma GCC unroll 5
    for (int i = 0; i < 5; ++i)
      c[i] = a[i] ^ a[i + 5] ^ a[i + 10] ^ a[i + 15] ^ a[i + 20];
#pragma GCC unroll 5
    for (int i = 0; i < 5; ++i) {
      std::uint64_t d = c[(i + 4) % 5] ^ std::rotl(c[(i + 1) % 5], 1);
#pragma GCC unroll 5
      for (int j = 0; j < 25; j += 5)
        a[i + j] ^= d;
    }
    std::uint64_t moved = a[1];
#pragma GCC unroll 24
    for (int i = 0; i < 24; ++i) {
      std::uint64_t held = a[lanes[i]];
      a[lanes[i]] = std::rotl(moved, turns[i]);
      moved = held;
    }
#pragma GCC unroll 5
    for (int j = 0; j < 25; j += 5) {
      std::copy_n(&a[j], 5, c);
#pragma GCC unroll 5
      for (int i = 0; i < 5; ++i)
        a[i + j] ^= ~c[(i + 1) % 5] & c[(i + 2) % 5];
    }
    a[0] ^= constant;
  }
}

void merkleLevel(const std::uint64_t *nodes, std::uint64_t *parents, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    State state{};
    std::copy_n(nodes + 8 * i, 8, state.begin());
    state[8] = 0x06;
    state[16] = 0x8000000000000000;
    keccak(state);
    std::copy_n(state.begin(), 4, parents + 4 * i);
  }
}

void pruneSites(const double *left, const double *right, const double *pLeft,
                const double *pRight, int *scalings, double *parent,
                long sites) {
  constexpr long categories = 4, states = 4;
#pragma omp parallel for
  for (long site = 0; site < sites; ++site) {
    double result[categories][states], largest = 0;
    for (long c = 0; c < categories; ++c) {
      const double *l = left + (c * sites + site) * states;
      const double *r = right + (c * sites + site) * states;
      for (long s = 0; s < states; ++s) {
        double fromLeft = 0, fromRight = 0;
        for (long t = 0; t < states; ++t) {
          fromLeft += pLeft[(c * states + s) * states + t] * l[t];
          fromRight += pRight[(c * states + s) * states + t] * r[t];
        }
        result[c][s] = fromLeft * fromRight;
        largest = std::max(largest, result[c][s]);
      }
    }
    bool isSmall = largest < 0x1p-128;
    scalings[site] += isSmall;
    for (long c = 0; c < categories; ++c)
      for (long s = 0; s < states; ++s)
        parent[(c * sites + site) * states + s] =
            result[c][s] * (isSmall ? 0x1p128 : 1);
  }
}

void sgmAggregate(const std::uint8_t *cost, const std::uint8_t *image, int p1,
                  int p2, std::uint16_t *total, long rows, long cols) {
  constexpr long d = 64;
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    const std::uint8_t *costs = cost + row * cols * d;
    const std::uint8_t *pixels = image + row * cols;
    std::uint16_t *to = total + row * cols * d;
    // Of the pixel before, and something large on both sides.
    int before[d + 2], now[d];
    before[0] = before[d + 1] = 1 << 20;
    std::copy_n(costs, d, to);
    std::copy_n(costs, d, before + 1);
    for (long x = 1; x < cols; ++x) {
      int low = *std::min_element(before + 1, before + 1 + d);
      int edge = std::max(std::abs(pixels[x] - pixels[x - 1]), 1);
      int jump = low + std::max(p1, p2 / edge);
      for (long k = 0; k < d; ++k) {
        int beside = std::min(before[k], before[k + 2]) + p1;
        now[k] = costs[x * d + k] +
                 std::min(std::min(before[k + 1], beside), jump) - low;
        to[x * d + k] = static_cast<std::uint16_t>(now[k]);
      }
      std::copy_n(now, d, before + 1);
    }
  }
}

struct Terrain {
  const float *dem;
  long rows, cols;

  float at(long row, long col) const { return dem[row * cols + col]; }

  float between(float x, float y) const {
    long c = static_cast<long>(x), r = static_cast<long>(y);
    long right = std::min(c + 1, cols - 1), below = std::min(r + 1, rows - 1);
    float fx = x - static_cast<float>(c), fy = y - static_cast<float>(r);
    float top = at(r, c) + (at(r, right) - at(r, c)) * fx;
    float bottom = at(below, c) + (at(below, right) - at(below, c)) * fx;
    return top + (bottom - top) * fy;
  }

  bool sees(long row0, long col0, float eye, float cell, long row,
            long col) const {
    constexpr float curvature = 6.8e-8f;
    long steps = std::max(std::abs(row - row0), std::abs(col - col0));
    if (steps <= 1)
      return true;
    auto dy = static_cast<float>(row - row0);
    auto dx = static_cast<float>(col - col0);
    auto x0 = static_cast<float>(col0), y0 = static_cast<float>(row0);
    float from = at(row0, col0) + eye;
    float distance = std::sqrt(dx * dx + dy * dy) * cell;
    auto slope = [=](float z, float d) {
      return (z - d * d * curvature - from) / d;
    };
    float target = slope(at(row, col), distance);
    for (long s = 1; s < steps; ++s) {
      float part = static_cast<float>(s) / static_cast<float>(steps);
      float z = between(x0 + part * dx, y0 + part * dy);
      if (slope(z, part * distance) > target)
        return false;
    }
    return true;
  }
};

void viewshed(const Terrain &terrain, long row0, long col0, float eye,
              float cell, std::uint8_t *visible) {
#pragma omp parallel for schedule(dynamic)
  for (long row = 0; row < terrain.rows; ++row)
    for (long col = 0; col < terrain.cols; ++col)
      visible[row * terrain.cols + col] =
          terrain.sees(row0, col0, eye, cell, row, col);
}

using Complex = std::complex<float>;

void twoQubitGate(Complex *state, const Complex *gate, long low, long high,
                  long size) {
  long first = 1L << low, second = 1L << high;
#pragma omp parallel for
  for (long i = 0; i < size / 4; ++i) {
    // A zero comes in at each of the two qubits.
    long base = i / first * 2 * first + i % first;
    base = base / second * 2 * second + base % second;
    Complex *at[] = {state + base, state + base + first, state + base + second,
                     state + base + first + second};
    Complex mixed[4];
    for (long r = 0; r < 4; ++r) {
      float re = 0, im = 0;
      for (long k = 0; k < 4; ++k) {
        Complex g = gate[4 * r + k], a = *at[k];
        re += g.real() * a.real() - g.imag() * a.imag();
        im += g.real() * a.imag() + g.imag() * a.real();
      }
      mixed[r] = {re, im};
    }
    for (long r = 0; r < 4; ++r)
      *at[r] = mixed[r];
  }
}

/// Trees of pixels, each below one of a smaller number, which threads join.
struct Forest {
  int *above;

  std::atomic_ref<int> at(int i) const { return std::atomic_ref(above[i]); }

  int root(int i) const {
    for (int up; (up = at(i).load(std::memory_order_relaxed)) != i;)
      i = up;
    return i;
  }

  void join(int a, int b) const {
    while ((a = root(a)) != (b = root(b))) {
      if (a < b)
        std::swap(a, b);
      int mine = a;
      if (at(a).compare_exchange_strong(mine, b, std::memory_order_relaxed))
        return;
    }
  }
};

void blobUnion(const std::uint8_t *mask, int *labels, long height, long width) {
  Forest forest{labels};
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      long here = y * width + x;
      if (!mask[here])
        continue;
      if (x > 0 && mask[here - 1])
        forest.join(static_cast<int>(here), static_cast<int>(here - 1));
      if (y > 0 && mask[here - width])
        forest.join(static_cast<int>(here), static_cast<int>(here - width));
    }
}

/// What is likely at one letter of each: a match, and a gap in either.
struct Likelihoods {
  float m = 0, x = 0, y = 0;
};

/// A letter of the haplotype at a time, along the read.
float readLikelihood(const std::uint8_t *read, const std::uint8_t *quals,
                     long rows, const std::uint8_t *hap, long columns,
                     float gapOpen, float gapExtend) {
  constexpr float start = 0x1p100f;
  constexpr int unknown = 4;
  float stay = 1 - 2 * gapOpen, close = 1 - gapExtend, total = 0;
  Likelihoods first{0, 0, start / static_cast<float>(columns)};
  std::vector<Likelihoods> at(rows);
  std::vector<float> wrong(rows);
  for (long i = 0; i < rows; ++i)
    wrong[i] = std::pow(10.0f, static_cast<float>(quals[i]) * -0.1f);
  for (long column = 0; column < columns; ++column) {
    int letter = hap[column];
    Likelihoods diagonal = first, up = first;
    for (long i = 0; i < rows; ++i) {
      bool same = read[i] == letter || read[i] == unknown || letter == unknown;
      float prior = same ? 1 - wrong[i] : wrong[i] / 3;
      Likelihoods before = at[i];
      up = {prior * (stay * diagonal.m + close * (diagonal.x + diagonal.y)),
            gapOpen * up.m + gapExtend * up.x,
            gapOpen * before.m + gapExtend * before.y};
      at[i] = up;
      diagonal = before;
    }
    total += up.m + up.x;
  }
  return std::log10(total) - std::log10(start);
}

void pairHmm(const std::uint8_t *reads, const std::uint8_t *quals,
             const int *readLengths, const std::uint8_t *haps,
             const int *hapLengths, float gapOpen, float gapExtend,
             float *likelihood, long pairs, long readWidth, long hapWidth) {
#pragma omp parallel for schedule(dynamic, 16)
  for (long i = 0; i < pairs; ++i)
    likelihood[i] = readLikelihood(reads + i * readWidth, quals + i * readWidth,
                                   readLengths[i], haps + i * hapWidth,
                                   hapLengths[i], gapOpen, gapExtend);
}

void bfsExpand(const int *first, const int *neighbours, const int *frontier,
               int depth, int *level, int *following, int *followingSize,
               long count) {
#pragma omp parallel for schedule(dynamic, 256)
  for (long i = 0; i < count; ++i)
    for (int e = first[frontier[i]]; e < first[frontier[i] + 1]; ++e) {
      std::atomic_ref<int> other(level[neighbours[e]]);
      int unseen = -1;
      if (other.load(std::memory_order_relaxed) != -1 ||
          !other.compare_exchange_strong(unseen, depth + 1,
                                         std::memory_order_relaxed))
        continue;
      int slot = 0;
#pragma omp atomic capture
      slot = (*followingSize)++;
      following[slot] = neighbours[e];
    }
}

} // namespace

Twins stepTwins() {
  return {
      {"biquad_bank",
       [](Arguments &a) {
         biquadBank(a.array(0), a.array(1), a.array(2), a.extent(0, 0),
                    a.extent(0, 1));
       }},
      {"merkle_level",
       [](Arguments &a) {
         merkleLevel(a.array<std::uint64_t>(0), a.array<std::uint64_t>(1),
                     a.extent(1, 0));
       }},
      {"prune_sites",
       [](Arguments &a) {
         pruneSites(a.array<double>(0), a.array<double>(1), a.array<double>(2),
                    a.array<double>(3), a.array<int>(4), a.array<double>(5),
                    a.extent(0, 1));
       }},
      {"sgm_aggregate",
       [](Arguments &a) {
         sgmAggregate(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                      a.number<int>(0), a.number<int>(1),
                      a.array<std::uint16_t>(2), a.extent(0, 0),
                      a.extent(0, 1));
       }},
      {"viewshed",
       [](Arguments &a) {
         viewshed({a.array(0), a.extent(0, 0), a.extent(0, 1)},
                  a.number<long>(0), a.number<long>(1), a.number(2),
                  a.number(3), a.array<std::uint8_t>(1));
       }},
      {"two_qubit_gate",
       [](Arguments &a) {
         twoQubitGate(a.array<Complex>(0), a.array<Complex>(1),
                      a.number<long>(0), a.number<long>(1), a.size(0));
       }},
      {"blob_union",
       [](Arguments &a) {
         blobUnion(a.array<std::uint8_t>(0), a.array<int>(1), a.extent(0, 0),
                   a.extent(0, 1));
       }},
      {"pair_hmm",
       [](Arguments &a) {
         pairHmm(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                 a.array<int>(2), a.array<std::uint8_t>(3), a.array<int>(4),
                 a.number(0), a.number(1), a.array(5), a.extent(0, 0),
                 a.extent(0, 1), a.extent(3, 1));
       }},
      {"bfs_expand",
       [](Arguments &a) {
         bfsExpand(a.array<int>(0), a.array<int>(1), a.array<int>(2),
                   a.number<int>(0), a.array<int>(3), a.array<int>(4),
                   a.array<int>(5), a.size(2));
       }},
  };
}
