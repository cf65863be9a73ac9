// Kernels out of programs of a field, here as one writes them in C++.
#include "arrays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string_view>

namespace {

using Complex = std::complex<float>;

void embeddingBag(const float *table, const std::int64_t *indices,
                  const std::int64_t *offsets, const float *weights,
                  std::int64_t padding, float *out, long bags, long dim) {
#pragma omp parallel for schedule(dynamic, 16)
  for (long bag = 0; bag < bags; ++bag) {
    float *total = out + bag * dim, weight = 0;
    std::fill_n(total, dim, 0.0f);
    for (std::int64_t j = offsets[bag]; j < offsets[bag + 1]; ++j) {
      if (indices[j] == padding)
        continue;
      const float *row = table + indices[j] * dim;
      for (long d = 0; d < dim; ++d)
        total[d] += weights[j] * row[d];
      weight += weights[j];
    }
    if (weight > 0)
      for (long d = 0; d < dim; ++d)
        total[d] /= weight;
  }
}

/// Of a query's letters against one sequence, a letter of it at a time.
int alignmentScore(const std::uint8_t *query, long letters,
                   const std::uint8_t *sequence, int length,
                   const std::int8_t *subst, int gapOpen, int gapExtend) {
  constexpr int kinds = 24;
  std::vector<int> h(letters + 1, 0), along(letters + 1, -10000);
  int best = 0;
  for (int j = 0; j < length; ++j) {
    const std::int8_t *score = subst + sequence[j];
    int diagonal = 0, down = -10000;
    for (long i = 1; i <= letters; ++i) {
      along[i] = std::max(h[i] - gapOpen, along[i] - gapExtend);
      down = std::max(h[i - 1] - gapOpen, down - gapExtend);
      int matched = diagonal + score[query[i - 1] * kinds];
      diagonal = h[i];
      h[i] = std::max({0, matched, along[i], down});
      best = std::max(best, h[i]);
    }
  }
  return best;
}

void swAffine(const std::uint8_t *query, const std::uint8_t *database,
              const int *lengths, const std::int8_t *subst, int gapOpen,
              int gapExtend, int *scores, long letters, long width,
              long count) {
#pragma omp parallel for schedule(dynamic, 16)
  for (long s = 0; s < count; ++s)
    scores[s] = alignmentScore(query, letters, database + s * width, lengths[s],
                               subst, gapOpen, gapExtend);
}

void floydTile(int *dist, long stage, long n) {
  constexpr long tile = 32;
  long first = stage * tile;
#pragma omp parallel for
  for (long y = 0; y < n; ++y) {
    if (y / tile == stage)
      continue;
    int *row = dist + y * n;
    for (long k = first; k < first + tile; ++k) {
      const int *on = dist + k * n;
      int there = row[k];
      for (long x = 0; x < first; ++x)
        row[x] = std::min(row[x], there + on[x]);
      for (long x = first + tile; x < n; ++x)
        row[x] = std::min(row[x], there + on[x]);
    }
  }
}

void houghLines(const std::uint8_t *edges, const float *cosines,
                const float *sines, int *votes, long height, long width,
                long rhos, long thetas) {
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      if (edges[y * width + x] == 0)
        continue;
      for (long t = 0; t < thetas; ++t) {
        float rho = static_cast<float>(x) * cosines[t] +
                    static_cast<float>(y) * sines[t];
        long row = static_cast<long>(std::floor(rho + 0.5f)) + rhos / 2;
#pragma omp atomic
        ++votes[row * thetas + t];
      }
    }
}

float nearestImage(float d, float box) {
  if (d > box * 0.5f)
    return d - box;
  return d < -box * 0.5f ? d + box : d;
}

void ljCells(const float *pos, const int *cellStart, long cells, float box,
             float cutoff, float *force, float *energy, long n) {
  auto cellOf = [=](float at) {
    return std::min(static_cast<long>(at / box * static_cast<float>(cells)),
                    cells - 1);
  };
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    const float *me = pos + 3 * i;
    long cx = cellOf(me[0]), cy = cellOf(me[1]), cz = cellOf(me[2]);
    float fx = 0, fy = 0, fz = 0, e = 0;
    for (long dz = cells - 1; dz <= cells + 1; ++dz)
      for (long dy = cells - 1; dy <= cells + 1; ++dy)
        for (long dx = cells - 1; dx <= cells + 1; ++dx) {
          long cell = ((cz + dz) % cells * cells + (cy + dy) % cells) * cells +
                      (cx + dx) % cells;
          for (int j = cellStart[cell]; j < cellStart[cell + 1]; ++j) {
            if (i == j)
              continue;
            float rx = nearestImage(me[0] - pos[3 * j], box);
            float ry = nearestImage(me[1] - pos[3 * j + 1], box);
            float rz = nearestImage(me[2] - pos[3 * j + 2], box);
            float r2 = rx * rx + ry * ry + rz * rz;
            if (r2 >= cutoff * cutoff)
              continue;
            float inv2 = 1 / r2, inv6 = inv2 * inv2 * inv2;
            float f = 24 * inv6 * (2 * inv6 - 1) * inv2;
            fx += f * rx;
            fy += f * ry;
            fz += f * rz;
            e += 2 * inv6 * (inv6 - 1);
          }
        }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
    energy[i] = e;
  }
}

void sarBackproject(const Complex *profiles, const float *platform,
                    float spacing, float near, float step, float wavenumber,
                    Complex *image, long pulses, long bins, long rows,
                    long cols) {
#pragma omp parallel for
  for (long y = 0; y < rows; ++y)
    for (long x = 0; x < cols; ++x) {
      float px = static_cast<float>(x - cols / 2) * spacing;
      float py = static_cast<float>(y - rows / 2) * spacing;
      float re = 0, im = 0;
      for (long p = 0; p < pulses; ++p) {
        const float *from = platform + 3 * p;
        float dx = px - from[0], dy = py - from[1], dz = from[2];
        float distance = std::sqrt(dx * dx + dy * dy + dz * dz) - near;
        float place = distance / step;
        long k = static_cast<long>(place);
        if (k < 0 || k + 1 >= bins)
          continue;
        float share = place - static_cast<float>(k);
        const Complex *at = profiles + p * bins + k;
        Complex sample = at[0] * (1 - share) + at[1] * share;
        float phase = wavenumber * distance;
        float c = std::cos(phase), s = std::sin(phase);
        re += sample.real() * c - sample.imag() * s;
        im += sample.real() * s + sample.imag() * c;
      }
      image[y * cols + x] = {re, im};
    }
}

double squared(double a) { return a * a; }

double weno5(double a, double b, double c, double d, double e) {
  double p0 = (2 * a - 7 * b + 11 * c) / 6;
  double p1 = (-b + 5 * c + 2 * d) / 6;
  double p2 = (2 * c + 5 * d - e) / 6;
  double b0 =
      13.0 / 12 * squared(a - 2 * b + c) + 0.25 * squared(a - 4 * b + 3 * c);
  double b1 = 13.0 / 12 * squared(b - 2 * c + d) + 0.25 * squared(b - d);
  double b2 =
      13.0 / 12 * squared(c - 2 * d + e) + 0.25 * squared(3 * c - 4 * d + e);
  double w0 = 0.1 / squared(1e-6 + b0);
  double w1 = 0.6 / squared(1e-6 + b1);
  double w2 = 0.3 / squared(1e-6 + b2);
  return (w0 * p0 + w1 * p1 + w2 * p2) / (w0 + w1 + w2);
}

void wenoBurgers(const double *u, double alpha, double dx, double *rhs,
                 long rows, long n) {
#pragma omp parallel for
  for (long y = 0; y < rows; ++y) {
    // The row with what is over its edges: each face is needed twice.
    std::vector<double> plus(n + 6), minus(n + 6), face(n + 1);
    for (long x = -3; x < n + 3; ++x) {
      double v = u[y * n + (x + n) % n], half = 0.5 * v * v;
      plus[x + 3] = 0.5 * (half + alpha * v);
      minus[x + 3] = 0.5 * (half - alpha * v);
    }
    for (long x = 0; x <= n; ++x) { // between cells x - 1 and x
      const double *p = plus.data() + x, *m = minus.data() + x;
      face[x] = weno5(p[0], p[1], p[2], p[3], p[4]) +
                weno5(m[5], m[4], m[3], m[2], m[1]);
    }
    for (long x = 0; x < n; ++x)
      rhs[y * n + x] = -(face[x + 1] - face[x]) / dx;
  }
}

void base64Encode(const std::uint8_t *data, std::uint8_t *text, long n) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
#pragma omp parallel for
  for (long i = 0; i < n; i += 3) {
    unsigned word = data[i] << 16;
    word |= i + 1 < n ? data[i + 1] << 8 : 0;
    word |= i + 2 < n ? data[i + 2] : 0;
    std::uint8_t *to = text + i / 3 * 4;
    to[0] = letters[word >> 18];
    to[1] = letters[word >> 12 & 63];
    to[2] = i + 1 < n ? letters[word >> 6 & 63] : '=';
    to[3] = i + 2 < n ? letters[word & 63] : '=';
  }
}

void kmerCount(const std::uint8_t *sequence, int k, int *counts, long length) {
  constexpr auto codes = [] {
    std::array<std::int8_t, 256> codes;
    codes.fill(-1);
    std::int8_t code = 0;
    for (std::string_view both : {"Aa", "Cc", "Gg", "Tt"}) {
      for (char letter : both)
        codes[static_cast<unsigned char>(letter)] = code;
      ++code;
    }
    return codes;
  }();
#pragma omp parallel for
  for (long i = 0; i <= length - k; ++i) {
    int forward = 0, reverse = 0, j = 0;
    for (; j < k && codes[sequence[i + j]] >= 0; ++j) {
      int base = codes[sequence[i + j]];
      forward = forward << 2 | base;
      reverse |= (3 - base) << 2 * j;
    }
    if (j == k) {
#pragma omp atomic
      ++counts[std::min(forward, reverse)];
    }
  }
}

void splineEval(const double *knots, const double *coeffs, const double *points,
                double fill, double *values, double *slopes, long knotCount,
                long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    double x = points[i], value = 0, slope = 0;
    if (x < knots[0] || x > knots[knotCount - 1]) {
      values[i] = fill;
      slopes[i] = 0;
      continue;
    }
    long k = std::upper_bound(knots + 1, knots + knotCount - 1, x) - knots - 1;
    double h = x - knots[k];
    for (long p = 0; p < 4; ++p) {
      slope = slope * h + value;
      value = value * h + coeffs[p * (knotCount - 1) + k];
    }
    values[i] = value;
    slopes[i] = slope;
  }
}

void censusMatch(const std::uint64_t *left, const std::uint64_t *right,
                 long most, long radius, std::uint8_t *disparity, long height,
                 long width) {
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      std::uint8_t &result = disparity[y * width + x];
      result = 255;
      if (x < radius + most - 1 || x >= width - radius || y < radius ||
          y >= height - radius)
        continue;
      int best = 1 << 30, second = best;
      long nearest = 0;
      for (long d = 0; d < most; ++d) {
        int cost = 0;
        for (long row = y - radius; row <= y + radius; ++row)
          for (long at = row * width + x - radius, end = at + 2 * radius;
               at <= end; ++at)
            cost += std::popcount(left[at] ^ right[at - d]);
        if (cost < best) {
          second = best;
          best = cost;
          nearest = d;
        } else {
          second = std::min(second, cost);
        }
      }
      if (best * 100 <= second * 95)
        result = static_cast<std::uint8_t>(nearest);
    }
}

/// A float in [0, 1) by the PCG hash.
float randomUniform(std::uint32_t index, std::uint32_t seed) {
  std::uint32_t state = index * 747796405u + seed;
  std::uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
  word = (word >> 22) ^ word;
  return static_cast<float>(word >> 8) * (1.0f / 16777216.0f);
}

void isingSweep(std::int8_t *spins, long color, float beta, std::uint32_t seed,
                long n, long m) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    std::int8_t *row = spins + i * m;
    const std::int8_t *above = spins + (i + n - 1) % n * m;
    const std::int8_t *below = spins + (i + 1) % n * m;
    for (long j = (i + color) % 2; j < m; j += 2) {
      int left = row[j > 0 ? j - 1 : m - 1], right = row[j + 1 < m ? j + 1 : 0];
      int change = 2 * row[j] * (above[j] + below[j] + left + right);
      if (change <= 0 ||
          randomUniform(static_cast<std::uint32_t>(i * m + j), seed) <
              std::exp(-beta * static_cast<float>(change)))
        row[j] = static_cast<std::int8_t>(-row[j]);
    }
  }
}

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

float between(float part, float low, float high) {
  return low + part * (high - low);
}

float slopeAlong(int hash, float x, float y, float z) {
  int h = hash & 15;
  float u = h < 8 ? x : y;
  float v = h < 4 ? y : h == 12 || h == 14 ? x : z;
  return ((h & 1) == 0 ? u : -u) + ((h & 2) == 0 ? v : -v);
}

float noise(const int *p, float x, float y, float z) {
  float left = std::floor(x), top = std::floor(y), front = std::floor(z);
  int column = static_cast<int>(left) & 255;
  int row = static_cast<int>(top) & 255, plane = static_cast<int>(front) & 255;
  x -= left;
  y -= top;
  z -= front;
  float u = fade(x), v = fade(y), w = fade(z);
  int a = p[column] + row, b = p[column + 1] + row;
  int aa = p[a] + plane, ab = p[a + 1] + plane;
  int ba = p[b] + plane, bb = p[b + 1] + plane;
  auto face = [=](int further, float depth) {
    float upper = between(u, slopeAlong(p[aa + further], x, y, depth),
                          slopeAlong(p[ba + further], x - 1, y, depth));
    float lower = between(u, slopeAlong(p[ab + further], x, y - 1, depth),
                          slopeAlong(p[bb + further], x - 1, y - 1, depth));
    return between(v, upper, lower);
  };
  return between(w, face(0, z), face(1, z - 1));
}

void perlinFbm(const int *perm, float scale, float time, int octaves,
               float *heightMap, long rows, long cols) {
#pragma omp parallel for
  for (long i = 0; i < rows; ++i)
    for (long j = 0; j < cols; ++j) {
      float x = static_cast<float>(j) * scale;
      float y = static_cast<float>(i) * scale, z = time;
      float amplitude = 0.5f, value = 0;
      for (int octave = 0; octave < octaves; ++octave) {
        value += amplitude * noise(perm, x, y, z);
        amplitude *= 0.5f;
        x *= 2;
        y *= 2;
        z *= 2;
      }
      heightMap[i * cols + j] = value;
    }
}

struct Vector {
  float x, y, z;

  Vector operator+(Vector o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vector operator-(Vector o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vector operator*(float by) const { return {x * by, y * by, z * by}; }
};

float dot(Vector a, Vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Vector normalized(Vector v) {
  float length = std::sqrt(dot(v, v));
  return {v.x / length, v.y / length, v.z / length};
}

struct Scene {
  const float *spheres, *colors, *shine;
  Vector sun;
  long count;

  Vector middle(long k) const {
    return {spheres[4 * k], spheres[4 * k + 1], spheres[4 * k + 2]};
  }

  /// The nearest sphere along a ray, or -1, and how far it is.
  long hit(Vector origin, Vector direction, float &distance) const {
    long nearest = -1;
    distance = 1e20f;
    for (long k = 0; k < count; ++k) {
      Vector to = middle(k) - origin;
      float radius = spheres[4 * k + 3], b = dot(to, direction);
      float inside = b * b - (dot(to, to) - radius * radius);
      if (inside <= 0)
        continue;
      float t = b - std::sqrt(inside);
      if (t > 1e-3f && t < distance) {
        distance = t;
        nearest = k;
      }
    }
    return nearest;
  }

  Vector color(Vector direction) const {
    Vector origin{0, 0, 0}, total{0, 0, 0};
    float weight = 1;
    for (int bounce = 0; bounce < 4; ++bounce) {
      float t = 0, unused = 0;
      long k = hit(origin, direction, t);
      if (k < 0) {
        float sky = 0.5f * (direction.y + 1);
        return total + Vector{1 - 0.5f * sky, 1 - 0.3f * sky, 1} * weight;
      }
      origin = origin + direction * t;
      Vector normal = normalized(origin - middle(k));
      float shade = 0.1f, facing = dot(normal, sun);
      if (facing > 0 && hit(origin, sun, unused) < 0)
        shade += 0.9f * facing;
      const float *paint = colors + 3 * k;
      total = total + Vector{paint[0], paint[1], paint[2]} *
                          (weight * (1 - shine[k]) * shade);
      weight *= shine[k];
      if (weight < 0.01f)
        break;
      direction = direction - normal * (2 * dot(direction, normal));
    }
    return total;
  }
};

void raySpheres(const Scene &scene, float fov, float *image, long height,
                long width) {
  float wide = static_cast<float>(width), high = static_cast<float>(height);
#pragma omp parallel for schedule(dynamic)
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      float right = (static_cast<float>(x) - wide / 2) * fov / wide;
      float up = (high / 2 - static_cast<float>(y)) * fov / wide;
      Vector color = scene.color(normalized({right, up, 1}));
      float *pixel = image + 3 * (y * width + x);
      pixel[0] = std::min(color.x, 1.0f);
      pixel[1] = std::min(color.y, 1.0f);
      pixel[2] = std::min(color.z, 1.0f);
    }
}

} // namespace

Twins domainTwins() {
  return {
      {"embedding_bag",
       [](Arguments &a) {
         embeddingBag(a.array(0), a.array<std::int64_t>(1),
                      a.array<std::int64_t>(2), a.array(3),
                      a.number<std::int64_t>(0), a.array(4), a.extent(4, 0),
                      a.extent(4, 1));
       }},
      {"sw_affine",
       [](Arguments &a) {
         swAffine(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                  a.array<int>(2), a.array<std::int8_t>(3), a.number<int>(0),
                  a.number<int>(1), a.array<int>(4), a.size(0), a.extent(1, 1),
                  a.size(4));
       }},
      {"floyd_tile",
       [](Arguments &a) {
         floydTile(a.array<int>(0), a.number<long>(0), a.extent(0, 0));
       }},
      {"hough_lines",
       [](Arguments &a) {
         houghLines(a.array<std::uint8_t>(0), a.array(1), a.array(2),
                    a.array<int>(3), a.extent(0, 0), a.extent(0, 1),
                    a.extent(3, 0), a.extent(3, 1));
       }},
      {"lj_cells",
       [](Arguments &a) {
         ljCells(a.array(0), a.array<int>(1), a.number<long>(0), a.number(1),
                 a.number(2), a.array(2), a.array(3), a.size(3));
       }},
      {"sar_backproject",
       [](Arguments &a) {
         sarBackproject(a.array<Complex>(0), a.array(1), a.number(0),
                        a.number(1), a.number(2), a.number(3),
                        a.array<Complex>(2), a.extent(0, 0), a.extent(0, 1),
                        a.extent(2, 0), a.extent(2, 1));
       }},
      {"weno5_burgers",
       [](Arguments &a) {
         wenoBurgers(a.array<double>(0), a.number<double>(0),
                     a.number<double>(1), a.array<double>(1), a.extent(0, 0),
                     a.extent(0, 1));
       }},
      {"base64_encode",
       [](Arguments &a) {
         base64Encode(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                      a.size(0));
       }},
      {"kmer_count",
       [](Arguments &a) {
         kmerCount(a.array<std::uint8_t>(0), a.number<int>(0), a.array<int>(1),
                   a.size(0));
       }},
      {"spline_eval",
       [](Arguments &a) {
         splineEval(a.array<double>(0), a.array<double>(1), a.array<double>(2),
                    a.number<double>(0), a.array<double>(3), a.array<double>(4),
                    a.size(0), a.size(2));
       }},
      {"census_match",
       [](Arguments &a) {
         censusMatch(a.array<std::uint64_t>(0), a.array<std::uint64_t>(1),
                     a.number<long>(0), a.number<long>(1),
                     a.array<std::uint8_t>(2), a.extent(0, 0), a.extent(0, 1));
       }},
      {"ising_sweep",
       [](Arguments &a) {
         isingSweep(a.array<std::int8_t>(0), a.number<long>(0), a.number(1),
                    a.number<std::uint32_t>(2), a.extent(0, 0), a.extent(0, 1));
       }},
      {"perlin_fbm",
       [](Arguments &a) {
         perlinFbm(a.array<int>(0), a.number(0), a.number(1), a.number<int>(2),
                   a.array(1), a.extent(1, 0), a.extent(1, 1));
       }},
      {"ray_spheres",
       [](Arguments &a) {
         const float *sun = a.array(3);
         Scene scene{a.array(0),
                     a.array(1),
                     a.array(2),
                     {sun[0], sun[1], sun[2]},
                     a.extent(0, 0)};
         raySpheres(scene, a.number(0), a.array(4), a.extent(4, 0),
                    a.extent(4, 1));
       }},
  };
}
