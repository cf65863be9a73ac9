// Kernels as people write them whose places, bits and words are computed, here
// as one writes them in C++.
#include "arrays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace {

void deposit(const float *px, const float *py, const float *charge,
             float *density, long n, long height, long width) {
#pragma omp parallel for reduction(+ : density[ : height * width])
  for (long i = 0; i < n; ++i) {
    float left = std::floor(px[i]), top = std::floor(py[i]), q = charge[i];
    float fx = px[i] - left, fy = py[i] - top;
    float *cell =
        density + static_cast<long>(top) * width + static_cast<long>(left);
    cell[0] += q * (1 - fx) * (1 - fy);
    cell[1] += q * fx * (1 - fy);
    cell[width] += q * (1 - fx) * fy;
    cell[width + 1] += q * fx * fy;
  }
}

/// A tensor's step along each axis of a larger one that it is repeated over.
std::vector<long> stepsOf(const int *shape, const int *strides, long dims,
                          long all) {
  std::vector<long> steps(static_cast<std::size_t>(all));
  for (long d = 0; d < dims; ++d)
    steps[all - dims + d] = shape[d] > 1 ? strides[d] : 0;
  return steps;
}

/// A loop along the last axis for each of its rows.
void tensorZip(float *out, const int *shape, const std::vector<long> &outSteps,
               long size, const float *a, const std::vector<long> &aSteps,
               const float *b, const std::vector<long> &bSteps) {
  long last = static_cast<long>(outSteps.size()) - 1, length = shape[last];
#pragma omp parallel for
  for (long row = 0; row < size / length; ++row) {
    float *to = out;
    const float *x = a, *y = b;
    for (long d = last - 1, left = row; d >= 0; left /= shape[d--]) {
      long at = left % shape[d];
      to += at * outSteps[d];
      x += at * aSteps[d];
      y += at * bSteps[d];
    }
    long outStep = outSteps[last], aStep = aSteps[last], bStep = bSteps[last];
    for (long i = 0; i < length; ++i)
      to[i * outStep] = x[i * aStep] * y[i * bStep];
  }
}

void orderedDither(const std::uint8_t *image, const int *screen, int levels,
                   std::uint8_t *out, long height, long width, long rows,
                   long cols) {
  int step = 255 / (levels - 1), places = static_cast<int>(rows * cols);
#pragma omp parallel for
  for (long y = 0; y < height; ++y) {
    const int *thresholds = screen + y % rows * cols;
    for (long x = 0; x < width; ++x)
      for (long p = (y * width + x) * 3, end = p + 3; p < end; ++p) {
        int level = image[p] / step, rest = image[p] % step;
        level += rest * places > thresholds[x % cols] * step;
        out[p] = static_cast<std::uint8_t>(std::min(level * step, 255));
      }
  }
}

/// A loop along the last axis for each of its rows.
void unpackView(const float *base, const int *strides, const int *shape,
                float *out, long axes, long size) {
  long last = axes - 1, length = shape[last], step = strides[last];
#pragma omp parallel for
  for (long row = 0; row < size / length; ++row) {
    const float *from = base;
    for (long axis = last - 1, left = row; axis >= 0; left /= shape[axis--])
      from += left % shape[axis] * strides[axis];
    for (long i = 0; i < length; ++i)
      out[row * length + i] = from[i * step];
  }
}

void ruggedness(const float *height, int radius, float *out, long rows,
                long cols) {
#pragma omp parallel for
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < cols; ++x) {
      float here = height[y * cols + x], total = 0;
      for (long dy = -radius; dy <= radius; ++dy) {
        const float *row = height + std::clamp(y + dy, 0L, rows - 1) * cols;
        for (long dx = -radius; dx <= radius; ++dx) {
          long other = x + dx;
          if (other < 0)
            other += cols;
          else if (other >= cols)
            other -= cols;
          float difference = row[other] - here;
          total += difference * difference;
        }
      }
      out[y * cols + x] = std::sqrt(total);
    }
}

/// SHA-256's constants, and what it begins with.
constexpr std::uint32_t hashRounds[] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr std::array<std::uint32_t, 8> hashStart = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

std::array<std::uint32_t, 8>
compressed(std::array<std::uint32_t, 8> state,
           const std::array<std::uint32_t, 16> &block) {
  std::uint32_t w[64];
  std::copy(block.begin(), block.end(), w);
  for (int t = 16; t < 64; ++t)
    w[t] =
        w[t - 16] + w[t - 7] +
        (std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ w[t - 15] >> 3) +
        (std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ w[t - 2] >> 10);
  auto [a, b, c, d, e, f, g, h] = state;
  for (int t = 0; t < 64; ++t) {
    std::uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
        ((e & f) ^ (~e & g)) + hashRounds[t] + w[t];
    std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) +
        ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::uint32_t changed[] = {a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < 8; ++k)
    state[k] += changed[k];
  return state;
}

void nonceSearch(const std::uint32_t *midstate, const std::uint32_t *tail,
                 std::uint32_t first, std::uint8_t *zeros, long n) {
  constexpr std::uint32_t end = 1u << 31;
  std::array<std::uint32_t, 8> middle;
  std::copy_n(midstate, 8, middle.begin());
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    std::uint32_t nonce = first + static_cast<std::uint32_t>(i);
    auto once = compressed(middle, {tail[0], tail[1], tail[2], nonce, end, 0, 0,
                                    0, 0, 0, 0, 0, 0, 0, 0, 640});
    auto twice = compressed(hashStart, {once[0], once[1], once[2], once[3],
                                        once[4], once[5], once[6], once[7], end,
                                        0, 0, 0, 0, 0, 0, 256});
    int count = 0;
    for (std::uint32_t word : twice) {
      count += std::countl_zero(word);
      if (word != 0)
        break;
    }
    zeros[i] = static_cast<std::uint8_t>(count);
  }
}

struct Direction {
  int by;
  std::uint64_t stays; // of which a step does not leave the board
};

constexpr std::uint64_t notFirst = 0xfefefefefefefefe;
constexpr std::uint64_t notLast = 0x7f7f7f7f7f7f7f7f;
constexpr Direction directions[] = {
    {8, ~0ull},  {9, notLast},   {1, notLast},   {-7, notLast},
    {-8, ~0ull}, {-9, notFirst}, {-1, notFirst}, {7, notFirst}};

std::uint64_t slid(std::uint64_t board, Direction to) {
  board &= to.stays;
  return to.by > 0 ? board << to.by : board >> -to.by;
}

std::uint64_t legalMoves(std::uint64_t own, std::uint64_t other) {
  std::uint64_t moves = 0;
#pragma GCC unroll 8
  for (Direction to : directions) {
    std::uint64_t line = slid(own, to) & other;
    for (int k = 0; k < 5; ++k)
      line |= slid(line, to) & other;
    moves |= slid(line, to);
  }
  return moves & ~(own | other);
}

std::uint64_t flipped(std::uint64_t own, std::uint64_t other,
                      std::uint64_t move) {
  std::uint64_t flips = 0;
#pragma GCC unroll 8
  for (Direction to : directions) {
    std::uint64_t line = 0, step = slid(move, to);
    for (; step & other; step = slid(step, to))
      line |= step;
    if (step & own)
      flips |= line;
  }
  return flips;
}

void reversiMobility(const std::uint64_t *own, const std::uint64_t *other,
                     std::uint8_t *square, std::uint8_t *replies, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    std::uint64_t mine = own[i], theirs = other[i];
    int best = 64, fewest = 64;
    for (std::uint64_t moves = legalMoves(mine, theirs); moves != 0;
         moves &= moves - 1) {
      int place = std::countr_zero(moves);
      std::uint64_t move = 1ull << place, flips = flipped(mine, theirs, move);
      int count =
          std::popcount(legalMoves(theirs ^ flips, mine | move | flips));
      if (count < fewest) {
        fewest = count;
        best = place;
      }
    }
    square[i] = static_cast<std::uint8_t>(best);
    replies[i] = static_cast<std::uint8_t>(fewest);
  }
}

bool insideRing(const double *ring, int begin, int end, double x, double y) {
  bool odd = false;
  for (int i = begin, j = end - 1; i < end; j = i++) {
    double xi = ring[2 * i], yi = ring[2 * i + 1];
    double xj = ring[2 * j], yj = ring[2 * j + 1];
    if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi)
      odd = !odd;
  }
  return odd;
}

void pickupZones(const double *lon, const double *lat, const double *ring,
                 const int *first, const double *bounds, std::int16_t *zone,
                 long n, long zones) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    double x = lon[i], y = lat[i];
    std::int16_t found = 0;
    for (long k = 0; k < zones && found == 0; ++k) {
      const double *box = bounds + 4 * k;
      if (x >= box[0] && y >= box[1] && x <= box[2] && y <= box[3] &&
          insideRing(ring, first[k], first[k + 1], x, y))
        found = static_cast<std::int16_t>(k + 1);
    }
    zone[i] = found;
  }
}

void mixColumn(const double *warmth, const double *mixing,
               const double *thickness, long depth, double dt, double *after,
               long plane) {
  constexpr long mostLevels = 64;
  double share[mostLevels], up = 0, last = 0;
  for (long k = 0; k < depth; ++k) {
    double down = k + 1 < depth ? dt * mixing[(k + 1) * plane] /
                                      (0.5 * (thickness[k] + thickness[k + 1]))
                                : 0;
    double a = -up / thickness[k], c = -down / thickness[k], b = 1 - a - c;
    double pivot = k == 0 ? b : b - a * share[k - 1];
    share[k] = c / pivot;
    last = (warmth[k * plane] - a * last) / pivot;
    after[k * plane] = last;
    up = down;
  }
  for (long k = depth - 2; k >= 0; --k)
    after[k * plane] = last = after[k * plane] - share[k] * last;
}

void lakeMixing(const double *warmth, const double *mixing,
                const double *thickness, const int *bottom, double dt,
                double *after, long levels, long plane) {
#pragma omp parallel for
  for (long p = 0; p < plane; ++p) {
    mixColumn(warmth + p, mixing + p, thickness, bottom[p], dt, after + p,
              plane);
    for (long k = bottom[p]; k < levels; ++k)
      after[k * plane + p] = warmth[k * plane + p];
  }
}

void fanBeam(const float *filtered, const float *cosine, const float *sine,
             float distance, float binWidth, float pixel, float radius,
             float *image, long views, long bins, long rows, long columns) {
  float last = static_cast<float>(bins - 1), middle = 0.5f * last;
  float left = 0.5f * static_cast<float>(columns - 1);
  float top = 0.5f * static_cast<float>(rows - 1);
  float scale = 3.14159265f / static_cast<float>(views);
#pragma omp parallel for schedule(dynamic)
  for (long row = 0; row < rows; ++row)
    for (long column = 0; column < columns; ++column) {
      float x = (static_cast<float>(column) - left) * pixel;
      float y = (top - static_cast<float>(row)) * pixel;
      float total = 0;
      if (x * x + y * y <= radius * radius)
        for (long view = 0; view < views; ++view) {
          float c = cosine[view], s = sine[view];
          float ratio = distance / (distance - (x * c + y * s));
          float u = ratio * (y * c - x * s) / binWidth + middle;
          if (u < 0 || u >= last)
            continue;
          int k = static_cast<int>(u);
          float part = u - static_cast<float>(k);
          const float *at = filtered + view * bins + k;
          total += ratio * ratio * ((1 - part) * at[0] + part * at[1]);
        }
      image[row * columns + column] = total * scale;
    }
}

float wear(float a, float b, float strength, float limit, float slope) {
  float amplitude = 0.5f * std::abs(a - b), middle = 0.5f * (a + b);
  if (middle > 0)
    amplitude /= 1 - middle / strength;
  return amplitude < limit ? 0.0f : std::pow(amplitude / strength, slope);
}

void fatigueDamage(const float *stress, float strength, float limit,
                   float slope, float *damage, int *cycles, long steps,
                   long nodes) {
#pragma omp parallel for
  for (long node = 0; node < nodes; ++node) {
    std::array<float, 64> turns;
    float total = 0;
    int count = 1, closed = 0;
    turns[0] = stress[node];
    for (long step = 1; step < steps; ++step) {
      float now = stress[step * nodes + node], *end = turns.data() + count;
      if (count == 1 ? now != end[-1]
                     : (now - end[-1]) * (end[-1] - end[-2]) < 0) {
        turns[count++] = now;
      } else {
        end[-1] = now; // goes on as it went
      }
      for (; count >= 3; count -= count == 3 ? 1 : 2) {
        end = turns.data() + count;
        if (std::abs(end[-1] - end[-2]) < std::abs(end[-2] - end[-3]))
          break;
        float worn = wear(end[-3], end[-2], strength, limit, slope);
        if (count == 3) { // the first turn began no cycle: a half
          total += 0.5f * worn;
          turns[0] = turns[1];
          turns[1] = turns[2];
        } else {
          total += worn;
          end[-3] = end[-1];
          ++closed;
        }
      }
    }
    for (int k = 0; k < count - 1; ++k)
      total += 0.5f * wear(turns[k], turns[k + 1], strength, limit, slope);
    damage[node] = total;
    cycles[node] = closed;
  }
}

} // namespace

Twins placeTwins() {
  return {
      {"deposit",
       [](Arguments &a) {
         deposit(a.array(0), a.array(1), a.array(2), a.array(3), a.size(0),
                 a.extent(3, 0), a.extent(3, 1));
       }},
      {"tensor_zip",
       [](Arguments &a) {
         long all = a.size(1);
         // Each tensor's numbers, shape and strides are three in a row.
         auto steps = [&](std::size_t tensor) {
           return stepsOf(a.array<int>(tensor + 1), a.array<int>(tensor + 2),
                          a.size(tensor + 1), all);
         };
         tensorZip(a.array(0), a.array<int>(1), steps(0), a.number<long>(0),
                   a.array(3), steps(3), a.array(6), steps(6));
       }},
      {"ordered_dither",
       [](Arguments &a) {
         orderedDither(a.array<std::uint8_t>(0), a.array<int>(1),
                       a.number<int>(0), a.array<std::uint8_t>(2),
                       a.extent(0, 0), a.extent(0, 1), a.extent(1, 0),
                       a.extent(1, 1));
       }},
      {"unpack_view",
       [](Arguments &a) {
         unpackView(a.array(0) + a.number<long>(0), a.array<int>(1),
                    a.array<int>(2), a.array(3), a.size(2), a.size(3));
       }},
      {"ruggedness",
       [](Arguments &a) {
         ruggedness(a.array(0), a.number<int>(0), a.array(1), a.extent(0, 0),
                    a.extent(0, 1));
       }},
      {"nonce_search",
       [](Arguments &a) {
         nonceSearch(a.array<std::uint32_t>(0), a.array<std::uint32_t>(1),
                     a.number<std::uint32_t>(0), a.array<std::uint8_t>(2),
                     a.size(2));
       }},
      {"reversi_mobility",
       [](Arguments &a) {
         reversiMobility(a.array<std::uint64_t>(0), a.array<std::uint64_t>(1),
                         a.array<std::uint8_t>(2), a.array<std::uint8_t>(3),
                         a.size(0));
       }},
      {"pickup_zones",
       [](Arguments &a) {
         pickupZones(a.array<double>(0), a.array<double>(1), a.array<double>(2),
                     a.array<int>(3), a.array<double>(4),
                     a.array<std::int16_t>(5), a.size(0), a.extent(4, 0));
       }},
      {"lake_mixing",
       [](Arguments &a) {
         lakeMixing(a.array<double>(0), a.array<double>(1), a.array<double>(2),
                    a.array<int>(3), a.number<double>(0), a.array<double>(4),
                    a.extent(0, 0), a.size(3));
       }},
      {"fan_beam",
       [](Arguments &a) {
         fanBeam(a.array(0), a.array(1), a.array(2), a.number(0), a.number(1),
                 a.number(2), a.number(3), a.array(3), a.extent(0, 0),
                 a.extent(0, 1), a.extent(3, 0), a.extent(3, 1));
       }},
      {"fatigue_damage",
       [](Arguments &a) {
         fatigueDamage(a.array(0), a.number(0), a.number(1), a.number(2),
                       a.array(1), a.array<int>(2), a.extent(0, 0),
                       a.extent(0, 1));
       }},
  };
}
