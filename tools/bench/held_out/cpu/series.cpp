// Kernels over rows, and over what follows one another in them.
#include "../../cpu/arrays.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>

namespace {

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

void gemvInt4(const std::uint32_t *packed, const _Float16 *scales,
              const std::uint8_t *zeros, const _Float16 *x, float *y, long rows,
              long words, long groups) {
  constexpr long group = 128, each = 8;
#pragma omp parallel for
  for (long row = 0; row < rows; ++row) {
    float total = 0;
    for (long g = 0; g < groups; ++g) {
      const std::uint32_t *from = packed + row * words + g * (group / each);
      const _Float16 *by = x + g * group;
      auto zero = static_cast<float>(zeros[row * groups + g]);
      float part = 0;
#pragma omp simd reduction(+ : part)
      for (long k = 0; k < group; ++k) {
        auto q = static_cast<float>(from[k / each] >> k % each * 4 & 15);
        part += (q - zero) * static_cast<float>(by[k]);
      }
      total += part * static_cast<float>(scales[row * groups + g]);
    }
    y[row] = total;
  }
}

void moeRoute(const float *logits, int *chosen, float *weights, int *position,
              int *load, long tokens, long experts) {
#pragma omp parallel for
  for (long token = 0; token < tokens; ++token) {
    const float *row = logits + token * experts;
    long best[] = {row[1] > row[0], row[1] <= row[0]};
    for (long e = 2; e < experts; ++e) {
      if (row[e] > row[best[0]]) {
        best[1] = best[0];
        best[0] = e;
      } else if (row[e] > row[best[1]]) {
        best[1] = e;
      }
    }
    float share = 1 / (1 + std::exp(row[best[1]] - row[best[0]]));
    for (long k = 0; k < 2; ++k) {
      int place = 0;
#pragma omp atomic capture
      place = load[best[k]]++;
      chosen[2 * token + k] = static_cast<int>(best[k]);
      position[2 * token + k] = place;
      weights[2 * token + k] = k == 0 ? share : 1 - share;
    }
  }
}

/// Keys and values of what came before, in pages.
struct Past {
  static constexpr long width = 64, page = 16;
  const float *keys, *values;
  const int *table;
  long heads;

  long row(long t, long head) const {
    return ((table[t / page] * heads + head) * page + t % page) * width;
  }
};

void attend(const Past &past, const float *query, long length, long head,
            float *out) {
  std::vector<float> scores(length);
  float most = -INFINITY, total = 0;
  for (long t = 0; t < length; ++t) {
    const float *key = past.keys + past.row(t, head);
    float score = 0;
#pragma omp simd reduction(+ : score)
    for (long d = 0; d < Past::width; ++d)
      score += query[d] * key[d];
    scores[t] = score * 0.125f;
    most = std::max(most, scores[t]);
  }
  float sums[Past::width] = {};
  for (long t = 0; t < length; ++t) {
    const float *value = past.values + past.row(t, head);
    float share = std::exp(scores[t] - most);
    total += share;
    for (long d = 0; d < Past::width; ++d)
      sums[d] += share * value[d];
  }
  for (long d = 0; d < Past::width; ++d)
    out[d] = sums[d] / total;
}

void attendDecode(const float *query, const float *keys, const float *values,
                  const int *table, const int *lengths, float *out,
                  long requests, long heads, long pages) {
#pragma omp parallel for collapse(2) schedule(dynamic)
  for (long request = 0; request < requests; ++request)
    for (long head = 0; head < heads; ++head) {
      Past past{keys, values, table + request * pages, heads};
      long at = (request * heads + head) * Past::width;
      attend(past, query + at, lengths[request], head, out + at);
    }
}

} // namespace

Twins heldOutSeriesTwins() {
  return {
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
      {"gemv_int4",
       [](Arguments &a) {
         gemvInt4(a.array<std::uint32_t>(0), a.array<_Float16>(1),
                  a.array<std::uint8_t>(2), a.array<_Float16>(3), a.array(4),
                  a.extent(0, 0), a.extent(0, 1), a.extent(1, 1));
       }},
      {"moe_route",
       [](Arguments &a) {
         moeRoute(a.array(0), a.array<int>(1), a.array(2), a.array<int>(3),
                  a.array<int>(4), a.extent(0, 0), a.extent(0, 1));
       }},
      {"attend_decode",
       [](Arguments &a) {
         attendDecode(a.array(0), a.array(1), a.array(2), a.array<int>(3),
                      a.array<int>(4), a.array(5), a.extent(0, 0),
                      a.extent(0, 1), a.extent(3, 1));
       }},
  };
}
