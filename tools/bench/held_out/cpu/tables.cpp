// Kernels over graphs, over text and with tables.
#include "../../cpu/arrays.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
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

std::uint64_t mixed(std::uint64_t h) {
  h ^= h >> 33;
  h *= 0xFF51AFD7ED558CCD;
  return h ^ h >> 33;
}

void groupBy(const std::int64_t *keys, const float *values, std::int64_t *slots,
             double *sums, int *counts, float *largest, long rows, long size) {
  constexpr std::int64_t empty = -1;
#pragma omp parallel for
  for (long i = 0; i < rows; ++i) {
    std::int64_t key = keys[i];
    long slot =
        static_cast<long>(mixed(static_cast<std::uint64_t>(key))) & (size - 1);
    for (;; slot = (slot + 1) & (size - 1)) {
      std::atomic_ref<std::int64_t> at(slots[slot]);
      std::int64_t held = at.load(std::memory_order_relaxed);
      if (held == key ||
          (held == empty &&
           (at.compare_exchange_strong(held, key, std::memory_order_relaxed) ||
            held == key)))
        break;
    }
#pragma omp atomic
    sums[slot] += values[i];
#pragma omp atomic
    ++counts[slot];
    std::atomic_ref<float> most(largest[slot]);
    float now = most.load(std::memory_order_relaxed);
    while (now < values[i] && !most.compare_exchange_weak(
                                  now, values[i], std::memory_order_relaxed)) {
    }
  }
}

void huffmanDecode(const std::uint32_t *stream, const std::int64_t *chunkBits,
                   const std::uint16_t *table, std::uint8_t *out, long chunks,
                   long symbols) {
  constexpr int bits = 12;
#pragma omp parallel for
  for (long chunk = 0; chunk < chunks; ++chunk) {
    const std::uint32_t *next = stream + chunkBits[chunk] / 32;
    int offset = static_cast<int>(chunkBits[chunk] % 32), left = 64 - offset;
    std::uint64_t window = std::uint64_t{next[0]} << 32 | next[1];
    window <<= offset;
    next += 2;
    for (long s = 0; s < symbols; ++s) {
      int entry = table[window >> (64 - bits)], length = entry >> 8;
      out[chunk * symbols + s] = static_cast<std::uint8_t>(entry);
      window <<= length;
      left -= length;
      if (left <= 32) {
        window |= std::uint64_t{*next++} << (32 - left);
        left += 32;
      }
    }
  }
}

/// Of the neighbours that each edge's ends have in common, how many.
void edgeSupport(const int *first, const int *neighbours, const int *source,
                 int *support, long edges) {
#pragma omp parallel for schedule(dynamic, 1024)
  for (long e = 0; e < edges; ++e) {
    const int *mine = neighbours + first[source[e]];
    const int *mineEnd = neighbours + first[source[e] + 1];
    const int *other = neighbours + first[neighbours[e]];
    const int *otherEnd = neighbours + first[neighbours[e] + 1];
    int common = 0;
    while (mine < mineEnd && other < otherEnd)
      if (*mine == *other) {
        ++common;
        ++mine;
        ++other;
      } else if (*mine < *other) {
        ++mine;
      } else {
        ++other;
      }
    support[e] = common;
  }
}

} // namespace

Twins heldOutTableTwins() {
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
      {"group_by",
       [](Arguments &a) {
         groupBy(a.array<std::int64_t>(0), a.array(1), a.array<std::int64_t>(2),
                 a.array<double>(3), a.array<int>(4), a.array(5), a.size(0),
                 a.size(2));
       }},
      {"huffman_decode",
       [](Arguments &a) {
         huffmanDecode(a.array<std::uint32_t>(0), a.array<std::int64_t>(1),
                       a.array<std::uint16_t>(2), a.array<std::uint8_t>(3),
                       a.extent(3, 0), a.extent(3, 1));
       }},
      {"edge_support",
       [](Arguments &a) {
         edgeSupport(a.array<int>(0), a.array<int>(1), a.array<int>(2),
                     a.array<int>(3), a.size(1));
       }},
  };
}
