// Kernels over arrays of one axis or over their rows, and over graphs.
#include "../../cpu/arrays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>

namespace {

void bfsLevel(const int *first, const int *neighbours, const bool *frontier,
              const bool *visited, bool *following, int *distance, int level,
              long nodes) {
#pragma omp parallel for
  for (long node = 0; node < nodes; ++node) {
    if (!frontier[node])
      continue;
    for (int e = first[node]; e < first[node + 1]; ++e) {
      int other = neighbours[e];
      if (visited[other])
        continue;
      // Several threads may write, the same.
#pragma omp atomic write
      distance[other] = level + 1;
#pragma omp atomic write
      following[other] = true;
    }
  }
}

void pagerankStep(const int *first, const int *sources, const int *degree,
                  const float *rank, float *newRank, float damping, long n) {
#pragma omp parallel for
  for (long node = 0; node < n; ++node) {
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (int e = first[node]; e < first[node + 1]; ++e)
      total += rank[sources[e]] / static_cast<float>(degree[sources[e]]);
    newRank[node] = (1.0f - damping) / static_cast<float>(n) + damping * total;
  }
}

/// Of each byte whether it is one: a look-up has no branches.
constexpr auto spaces = [] {
  std::array<bool, 256> table{};
  for (int c : {' ', '\n', '\t', '\r'})
    table[c] = true;
  return table;
}();

void wordCount(const std::uint8_t *text, int *words, long n) {
  int count = n > 0 && !spaces[text[0]];
#pragma omp parallel for reduction(+ : count)
  for (long i = 1; i < n; ++i)
    count += spaces[text[i - 1]] & !spaces[text[i]];
  *words += count;
}

void findPattern(const std::uint8_t *text, const std::uint8_t *pattern,
                 std::uint8_t *found, long n, long m) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    bool same = i + m <= n;
    for (long j = 0; same && j < m; ++j)
      same = text[i + j] == pattern[j];
    found[i] = same;
  }
}

std::uint32_t mixed(std::uint32_t h) {
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ h >> 16;
}

void hashProbe(const std::uint32_t *keys, const int *values,
               const std::uint32_t *queries, int *out, long slots, long n) {
  constexpr std::uint32_t empty = 0xffffffffu;
  std::uint32_t mask = static_cast<std::uint32_t>(slots) - 1;
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    std::uint32_t key = queries[i], slot = mixed(key) & mask;
    while (keys[slot] != key && keys[slot] != empty)
      slot = (slot + 1) & mask;
    out[i] = keys[slot] == empty ? -1 : values[slot];
  }
}

void compactBallot(const float *x, float threshold, const int *groupStart,
                   float *kept, long n) {
  constexpr long group = 32;
#pragma omp parallel for
  for (long begin = 0; begin < n; begin += group)
    std::copy_if(x + begin, x + std::min(begin + group, n),
                 kept + groupStart[begin / group],
                 [=](float value) { return value > threshold; });
}

void kmeansAssign(const float *points, const float *centroids, int *labels,
                  long n, long clusters, long dims) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    int best = 0;
    float least = INFINITY;
    for (long c = 0; c < clusters; ++c) {
      float distance = 0;
#pragma omp simd reduction(+ : distance)
      for (long d = 0; d < dims; ++d) {
        float away = points[i * dims + d] - centroids[c * dims + d];
        distance += away * away;
      }
      if (distance < least) {
        least = distance;
        best = static_cast<int>(c);
      }
    }
    labels[i] = best;
  }
}

void tableInterp(const float *x, const float *knots, const float *values,
                 float *y, long n, long count) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float q = x[i];
    if (q <= knots[0]) {
      y[i] = values[0];
    } else if (q >= knots[count - 1]) {
      y[i] = values[count - 1];
    } else {
      long low = std::upper_bound(knots, knots + count, q) - knots - 1;
      float t = (q - knots[low]) / (knots[low + 1] - knots[low]);
      y[i] = values[low] + t * (values[low + 1] - values[low]);
    }
  }
}

void rowExtremes(const float *x, float *low, float *high, int *where, long rows,
                 long cols) {
#pragma omp parallel for
  for (long r = 0; r < rows; ++r) {
    const float *row = x + r * cols;
    float least = INFINITY, most = -INFINITY;
#pragma omp simd reduction(min : least) reduction(max : most)
    for (long j = 0; j < cols; ++j) {
      least = std::min(least, row[j]);
      most = std::max(most, row[j]);
    }
    low[r] = least;
    high[r] = most;
    where[r] = static_cast<int>(std::find(row, row + cols, most) - row);
  }
}

void dtwLocal(const float *series, const float *shape, float *distance,
              long n) {
  constexpr int width = 32;
#pragma omp parallel for
  for (long start = 0; start < n; ++start) {
    float row[width];
    std::fill_n(row, width, INFINITY);
    for (int i = 0; i < width; ++i) {
      float value = series[start + i], left = INFINITY;
      float corner = i == 0 ? 0 : INFINITY;
      for (int j = 0; j < width; ++j) {
        float best = std::min(std::min(corner, row[j]), left);
        corner = row[j];
        row[j] = left = std::abs(value - shape[j]) + best;
      }
    }
    distance[start] = row[width - 1];
  }
}

/// The inner loop is over the states that are reached: rows of `transition` are
/// read as they lie.
void viterbi(const float *transition, const float *emission,
             const std::uint8_t *observed, std::uint8_t *cameFrom,
             std::uint8_t *path, float *likelihood, long rows, long length) {
  constexpr long states = 64;
#pragma omp parallel for
  for (long r = 0; r < rows; ++r) {
    const std::uint8_t *symbols = observed + r * length;
    std::uint8_t *from = cameFrom + r * length * states;
    float score[states], best[states];
    int where[states];
    std::copy_n(emission + symbols[0] * states, states, score);
    for (long k = 1; k < length; ++k) {
      std::fill_n(where, states, 0);
      for (long s = 0; s < states; ++s)
        best[s] = score[0] + transition[s];
      for (int before = 1; before < states; ++before)
        for (long s = 0; s < states; ++s) {
          float candidate = score[before] + transition[before * states + s];
          where[s] = candidate > best[s] ? before : where[s];
          best[s] = candidate > best[s] ? candidate : best[s];
        }
      std::copy_n(where, states, from + k * states);
      for (long s = 0; s < states; ++s)
        score[s] = best[s] + emission[symbols[k] * states + s];
    }
    long at = std::max_element(score, score + states) - score;
    likelihood[r] = score[at];
    for (long k = length - 1; k >= 0; --k) {
      path[r * length + k] = static_cast<std::uint8_t>(at);
      at = from[k * states + at];
    }
  }
}

struct Response {
  float peak;
  double area;
  std::int8_t outcome;
};

/// Of the samples after the meal, up to the next one's (or -1).
Response responseFrom(const float *samples, long count, long next,
                      float margin) {
  float baseline = samples[0], highest = 0;
  if (std::isnan(baseline))
    return {0, 0, 5};
  double total = 0;
  int missing = 0;
  for (long k = 1; k < count; ++k) {
    if (k == next)
      return {highest, total, 2};
    float value = samples[k];
    if (std::isnan(value)) {
      if (++missing > 4)
        return {highest, total, 3};
      continue;
    }
    missing = 0;
    if (value < 70)
      return {highest, total, 4};
    float rise = value - baseline;
    highest = std::max(highest, rise);
    total += 5.0 * std::max(rise, 0.0f);
    if (highest > 2 * margin && rise < margin)
      return {highest, total, 1};
  }
  return {highest, total, 0};
}

void mealResponse(const float *glucose, const int *patient, const int *eaten,
                  float margin, int window, float *peak, float *area,
                  std::int8_t *outcome, long meals, long samples) {
#pragma omp parallel for
  for (long i = 0; i < meals; ++i) {
    long start = eaten[i];
    bool another = i + 1 < meals && patient[i + 1] == patient[i];
    auto [highest, total, end] =
        responseFrom(glucose + patient[i] * samples + start,
                     std::min(window + 1L, samples - start),
                     another ? eaten[i + 1] - start : -1, margin);
    peak[i] = highest;
    area[i] = static_cast<float>(total);
    outcome[i] = end;
  }
}

void pixelTrends(const double *value, const float *quality, const double *when,
                 float least, double *slope, double *mean, long pixels,
                 long dates) {
#pragma omp parallel for
  for (long i = 0; i < pixels; ++i) {
    const double *values = value + i * dates;
    const float *qualities = quality + i * dates;
    double count = 0, sumT = 0, sumY = 0, sumTT = 0, sumTY = 0;
#pragma omp simd reduction(+ : count, sumT, sumY, sumTT, sumTY)
    for (long k = 0; k < dates; ++k) {
      bool good = qualities[k] > least;
      double t = good ? when[k] : 0, y = good ? values[k] : 0;
      count += good;
      sumT += t;
      sumY += y;
      sumTT += t * t;
      sumTY += t * y;
    }
    bool enough = count >= 3;
    slope[i] =
        enough ? (count * sumTY - sumT * sumY) / (count * sumTT - sumT * sumT)
               : 0;
    mean[i] = enough ? sumY / count : 0;
  }
}

void longestMatch(const std::uint8_t *text, const int *previous, long window,
                  int depth, int *length, int *distance, long n) {
  constexpr long least = 3, longest = 258;
#pragma omp parallel for schedule(dynamic, 4096)
  for (long i = 0; i < n; ++i) {
    long most = std::min(n - i, longest), best = least - 1, back = 0;
    if (most >= least) {
      int tries = 0;
      for (long at = previous[i];
           at >= 0 && i - at <= window && tries < depth && best < most;
           at = previous[at], ++tries) {
        // It is no longer unless it goes on where the best one ends.
        if (text[at + best] != text[i + best])
          continue;
        auto end =
            std::mismatch(text + i, text + i + most, text + at).first - text;
        if (end - i > best) {
          best = end - i;
          back = i - at;
        }
      }
    }
    length[i] = back > 0 ? static_cast<int>(best) : 0;
    distance[i] = static_cast<int>(back);
  }
}

void ssspRelax(const int *first, const int *neighbours, const int *lengths,
               const int *distance, int *after, long nodes) {
  constexpr int far = 1 << 30;
#pragma omp parallel for schedule(dynamic, 256)
  for (long node = 0; node < nodes; ++node) {
    if (distance[node] >= far)
      continue;
    for (int e = first[node]; e < first[node + 1]; ++e) {
      std::atomic_ref<int> other(after[neighbours[e]]);
      int by = distance[node] + lengths[e];
      int now = other.load(std::memory_order_relaxed);
      while (by < now &&
             !other.compare_exchange_weak(now, by, std::memory_order_relaxed)) {
      }
    }
  }
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

using Complex = std::complex<float>;

void fft1024(const Complex *signal, const Complex *twiddle, Complex *spectrum,
             long batch) {
  constexpr std::size_t n = 1024;
#pragma omp parallel for
  for (long row = 0; row < batch; ++row) {
    const Complex *in = signal + row * n;
    Complex *out = spectrum + row * n;
    for (std::size_t i = 0, j = 0; i < n; ++i) {
      out[j] = in[i];
      std::size_t bit = n / 2; // adds one to j, whose bits are in reverse
      for (; j & bit; bit /= 2)
        j ^= bit;
      j |= bit;
    }
    for (std::size_t half = 1; half < n; half *= 2)
      for (std::size_t begin = 0; begin < n; begin += 2 * half)
        for (std::size_t k = 0; k < half; ++k) {
          Complex w = twiddle[k * (n / 2 / half)];
          Complex &top = out[begin + k], &bottom = out[begin + k + half];
          Complex b{bottom.real() * w.real() - bottom.imag() * w.imag(),
                    bottom.real() * w.imag() + bottom.imag() * w.real()};
          bottom = top - b;
          top += b;
        }
  }
}

void layernorm(const float *x, const float *gamma, const float *beta, float eps,
               float *out, long rows, long cols) {
  auto size = static_cast<float>(cols);
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    const float *in = x + row * cols;
    float total = 0, squares = 0;
#pragma omp simd reduction(+ : total)
    for (long i = 0; i < cols; ++i)
      total += in[i];
    float mean = total / size;
#pragma omp simd reduction(+ : squares)
    for (long i = 0; i < cols; ++i)
      squares += (in[i] - mean) * (in[i] - mean);
    float scale = 1 / std::sqrt(squares / size + eps);
    for (long i = 0; i < cols; ++i)
      out[row * cols + i] = (in[i] - mean) * scale * gamma[i] + beta[i];
  }
}

void attentionOnline(const float *q, const float *k, const float *v,
                     float scale, float *out, long heads, long n) {
  constexpr long d = 64;
#pragma omp parallel for schedule(dynamic, 16)
  for (long at = 0; at < heads * n; ++at) {
    const float *query = q + at * d;
    float total[d] = {}, top = -1e30f, weight = 0;
    for (long other = at / n * n; other <= at; ++other) {
      float score = 0;
#pragma omp simd reduction(+ : score)
      for (long i = 0; i < d; ++i)
        score += query[i] * scale * k[other * d + i];
      if (score > top) {
        float correction = std::exp(top - score);
        weight *= correction;
        for (float &sum : total)
          sum *= correction;
        top = score;
      }
      float p = std::exp(score - top);
      weight += p;
      for (long i = 0; i < d; ++i)
        total[i] += p * v[other * d + i];
    }
    for (long i = 0; i < d; ++i)
      out[at * d + i] = total[i] / weight;
  }
}

bool isDigit(std::uint8_t letter) { return letter >= '0' && letter <= '9'; }

/// [-+]digits[.digits][e[-+]digits], all of it.
bool parseNumber(const std::uint8_t *at, const std::uint8_t *end,
                 double &value) {
  static constexpr double powers[] = {
      1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  auto takeSign = [&] {
    return at < end && (*at == '-' || *at == '+') && *at++ == '-';
  };
  bool isNegative = takeSign();
  std::int64_t mantissa = 0;
  int exponent = 0, digits = 0;
  for (; at < end && isDigit(*at); ++at, ++digits)
    mantissa = mantissa * 10 + (*at - '0');
  if (at < end && *at == '.')
    for (++at; at < end && isDigit(*at); ++at, ++digits, --exponent)
      mantissa = mantissa * 10 + (*at - '0');
  if (digits > 0 && at < end && (*at == 'e' || *at == 'E')) {
    ++at;
    bool isDown = takeSign();
    int power = 0;
    for (; at < end && isDigit(*at); ++at)
      power = power * 10 + (*at - '0');
    exponent += isDown ? -power : power;
  }
  if (digits == 0 || at != end || std::abs(exponent) > 22)
    return false;
  value = static_cast<double>(isNegative ? -mantissa : mantissa);
  if (exponent < 0)
    value /= powers[-exponent];
  else
    value *= powers[exponent];
  return true;
}

void parseFloats(const std::uint8_t *text, const int *starts, double *values,
                 int *bad, long lines) {
#pragma omp parallel for
  for (long line = 0; line < lines; ++line)
    if (!parseNumber(text + starts[line], text + starts[line + 1] - 1,
                     values[line])) {
      values[line] = 0;
#pragma omp atomic
      ++*bad;
    }
}

void joinProbe(const std::uint32_t *keys, const int *rows,
               const std::uint32_t *wanted, int *found, long slots, long n) {
  auto mask = static_cast<std::uint32_t>(slots - 1);
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    std::uint32_t slot = mixed(wanted[i]) & mask;
    while (keys[slot] != 0xFFFFFFFF && keys[slot] != wanted[i])
      slot = (slot + 1) & mask;
    found[i] = keys[slot] == 0xFFFFFFFF ? -1 : rows[slot];
  }
}

} // namespace

Twins heldOutSequenceTwins() {
  return {
      {"bfs_level",
       [](Arguments &a) {
         bfsLevel(a.array<int>(0), a.array<int>(1), a.array<bool>(2),
                  a.array<bool>(3), a.array<bool>(4), a.array<int>(5),
                  a.number<int>(0), a.size(2));
       }},
      {"pagerank_step",
       [](Arguments &a) {
         pagerankStep(a.array<int>(0), a.array<int>(1), a.array<int>(2),
                      a.array(3), a.array(4), a.number(0), a.size(3));
       }},
      {"word_count",
       [](Arguments &a) {
         wordCount(a.array<std::uint8_t>(0), a.array<int>(1), a.size(0));
       }},
      {"find_pattern",
       [](Arguments &a) {
         findPattern(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                     a.array<std::uint8_t>(2), a.size(0), a.size(1));
       }},
      {"hash_probe",
       [](Arguments &a) {
         hashProbe(a.array<std::uint32_t>(0), a.array<int>(1),
                   a.array<std::uint32_t>(2), a.array<int>(3), a.size(0),
                   a.size(2));
       }},
      {"compact_ballot",
       [](Arguments &a) {
         compactBallot(a.array(0), a.number(0), a.array<int>(1), a.array(2),
                       a.size(0));
       }},
      {"kmeans_assign",
       [](Arguments &a) {
         kmeansAssign(a.array(0), a.array(1), a.array<int>(2), a.extent(0, 0),
                      a.extent(1, 0), a.extent(0, 1));
       }},
      {"table_interp",
       [](Arguments &a) {
         tableInterp(a.array(0), a.array(1), a.array(2), a.array(3), a.size(0),
                     a.size(1));
       }},
      {"row_extremes",
       [](Arguments &a) {
         rowExtremes(a.array(0), a.array(1), a.array(2), a.array<int>(3),
                     a.extent(0, 0), a.extent(0, 1));
       }},
      {"dtw_local",
       [](Arguments &a) {
         dtwLocal(a.array(0), a.array(1), a.array(2), a.size(2));
       }},
      {"viterbi",
       [](Arguments &a) {
         viterbi(a.array(0), a.array(1), a.array<std::uint8_t>(2),
                 a.array<std::uint8_t>(3), a.array<std::uint8_t>(4), a.array(5),
                 a.extent(2, 0), a.extent(2, 1));
       }},
      {"meal_response",
       [](Arguments &a) {
         mealResponse(a.array(0), a.array<int>(1), a.array<int>(2), a.number(0),
                      a.number<int>(1), a.array(3), a.array(4),
                      a.array<std::int8_t>(5), a.size(2), a.extent(0, 1));
       }},
      {"pixel_trends",
       [](Arguments &a) {
         pixelTrends(a.array<double>(0), a.array(1), a.array<double>(2),
                     a.number(0), a.array<double>(3), a.array<double>(4),
                     a.extent(0, 0), a.extent(0, 1));
       }},
      {"longest_match",
       [](Arguments &a) {
         longestMatch(a.array<std::uint8_t>(0), a.array<int>(1),
                      a.number<long>(0), a.number<int>(1), a.array<int>(2),
                      a.array<int>(3), a.size(0));
       }},
      {"sssp_relax",
       [](Arguments &a) {
         ssspRelax(a.array<int>(0), a.array<int>(1), a.array<int>(2),
                   a.array<int>(3), a.array<int>(4), a.size(3));
       }},
      {"bfs_expand",
       [](Arguments &a) {
         bfsExpand(a.array<int>(0), a.array<int>(1), a.array<int>(2),
                   a.number<int>(0), a.array<int>(3), a.array<int>(4),
                   a.array<int>(5), a.size(2));
       }},
      {"fft1024",
       [](Arguments &a) {
         fft1024(a.array<Complex>(0), a.array<Complex>(1), a.array<Complex>(2),
                 a.extent(0, 0));
       }},
      {"layernorm",
       [](Arguments &a) {
         layernorm(a.array(0), a.array(1), a.array(2), a.number(0), a.array(3),
                   a.extent(0, 0), a.extent(0, 1));
       }},
      {"attention_online",
       [](Arguments &a) {
         attentionOnline(a.array(0), a.array(1), a.array(2), a.number(0),
                         a.array(3), a.extent(0, 0), a.extent(0, 1));
       }},
      {"parse_floats",
       [](Arguments &a) {
         parseFloats(a.array<std::uint8_t>(0), a.array<int>(1),
                     a.array<double>(2), a.array<int>(3), a.size(2));
       }},
      {"join_probe",
       [](Arguments &a) {
         joinProbe(a.array<std::uint32_t>(0), a.array<int>(1),
                   a.array<std::uint32_t>(2), a.array<int>(3), a.size(0),
                   a.size(2));
       }},
  };
}
