// Kernels of physics and of geometry.
#include "../../cpu/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace {

void wave2d(const double *before, const double *now, double *after, double c2,
            long ny, long nx) {
#pragma omp parallel for
  for (long i = 2; i < ny - 2; ++i)
    for (long j = 2; j < nx - 2; ++j) {
      const double *u = now + i * nx + j;
      double across = -u[-2] + 16 * u[-1] - 30 * u[0] + 16 * u[1] - u[2];
      double down =
          -u[-2 * nx] + 16 * u[-nx] - 30 * u[0] + 16 * u[nx] - u[2 * nx];
      after[i * nx + j] =
          2 * u[0] - before[i * nx + j] + c2 * (across + down) / 12;
    }
}

void yee3d(float *ex, float *ey, float *ez, const float *hx, const float *hy,
           const float *hz, float c, long nx, long ny, long nz) {
  long di = ny * nz, dj = nz;
#pragma omp parallel for
  for (long i = 1; i < nx; ++i)
    for (long j = 1; j < ny; ++j)
      for (long p = i * di + j * dj + 1, end = p + nz - 1; p < end; ++p) {
        ex[p] += c * ((hz[p] - hz[p - dj]) - (hy[p] - hy[p - 1]));
        ey[p] += c * ((hx[p] - hx[p - 1]) - (hz[p] - hz[p - di]));
        ez[p] += c * ((hy[p] - hy[p - di]) - (hx[p] - hx[p - dj]));
      }
}

void grayScott(const float *u, const float *v, float *uNext, float *vNext,
               float du, float dv, float feed, float kill, float dt, long n,
               long m) {
#pragma omp parallel for
  for (long i = 1; i < n - 1; ++i)
#pragma omp simd
    for (long p = i * m + 1; p < (i + 1) * m - 1; ++p) {
      float a = u[p], b = v[p], reaction = a * b * b;
      float lapU = u[p - m] + u[p + m] + u[p - 1] + u[p + 1] - 4 * a;
      float lapV = v[p - m] + v[p + m] + v[p - 1] + v[p + 1] - 4 * b;
      uNext[p] = a + dt * (du * lapU - reaction + feed * (1 - a));
      vNext[p] = b + dt * (dv * lapV + reaction - (feed + kill) * b);
    }
}

/// Numbers at the points of the air, which in x goes around.
struct Air {
  const float *points;
  long levels, rows, cols;

  float sample(float x, float y, float z) const {
    long k = std::clamp(static_cast<long>(z), 0L, levels - 2);
    long j = std::clamp(static_cast<long>(y), 0L, rows - 2);
    long west = std::min(static_cast<long>(x), cols - 1);
    long east = west + 1 == cols ? 0 : west + 1;
    float fx = x - static_cast<float>(west), fy = y - static_cast<float>(j);
    float fz = z - static_cast<float>(k);
    auto along = [&](const float *row) {
      return row[west] * (1 - fx) + row[east] * fx;
    };
    const float *low = points + (k * rows + j) * cols,
                *high = low + rows * cols;
    return (along(low) * (1 - fy) + along(low + cols) * fy) * (1 - fz) +
           (along(high) * (1 - fy) + along(high + cols) * fy) * fz;
  }
};

void ashFall(Air u, Air v, Air w, const float *release, const float *settling,
             float dt, int steps, float *place, std::int8_t *fate, long n) {
  float top = static_cast<float>(u.levels - 1);
  float north = static_cast<float>(u.rows - 1);
  float around = static_cast<float>(u.cols);
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float x = release[3 * i], y = release[3 * i + 1], z = release[3 * i + 2];
    std::int8_t state = 0;
    for (int step = 0; step < steps && state == 0; ++step) {
      float dx = u.sample(x, y, z) * dt, dy = v.sample(x, y, z) * dt;
      z += (w.sample(x, y, z) - settling[i]) * dt;
      x += dx;
      y += dy;
      if (x < 0)
        x += around;
      else if (x >= around)
        x -= around;
      if (y < 0 || y > north) {
        state = 2;
        break;
      }
      z = std::clamp(z, 0.0f, top);
      state = z == 0;
    }
    place[3 * i] = x;
    place[3 * i + 1] = y;
    place[3 * i + 2] = z;
    fate[i] = state;
  }
}

void channelFlow(const float *f, const std::uint8_t *solid, float omega,
                 float push, float *fNext, long ny, long nx) {
  constexpr int cx[] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
  constexpr int cy[] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr int opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  constexpr float axis = 1 / 9.0f, between = 1 / 36.0f;
  constexpr float weight[] = {4 / 9.0f, axis,    axis,    axis,   axis,
                              between,  between, between, between};
  long cells = ny * nx;
#pragma omp parallel for
  for (long y = 0; y < ny; ++y) {
    const float *rows[9];
    for (int k = 0; k < 9; ++k)
      rows[k] = f + k * cells + (y - cy[k] + ny) % ny * nx;
    for (long x = 0; x < nx; ++x) {
      float *to = fNext + y * nx + x, here[9];
      long west = x == 0 ? nx - 1 : x - 1, east = x == nx - 1 ? 0 : x + 1;
      for (int k = 0; k < 9; ++k)
        here[k] = rows[k][cx[k] == 0 ? x : cx[k] > 0 ? west : east];
      if (solid[y * nx + x]) {
        for (int k = 0; k < 9; ++k)
          to[k * cells] = here[opposite[k]];
        continue;
      }
      float rho = 0, ux = 0, uy = 0;
      for (int k = 0; k < 9; ++k) {
        rho += here[k];
        ux += here[k] * static_cast<float>(cx[k]);
        uy += here[k] * static_cast<float>(cy[k]);
      }
      ux = ux / rho + push;
      uy = uy / rho;
      float speed = ux * ux + uy * uy;
      for (int k = 0; k < 9; ++k) {
        float along = 3.0f * (static_cast<float>(cx[k]) * ux +
                              static_cast<float>(cy[k]) * uy);
        float even =
            weight[k] * rho * (1 + along + 0.5f * along * along - 1.5f * speed);
        to[k * cells] = here[k] + omega * (even - here[k]);
      }
    }
  }
}

int cellOf(float at, float box, int cells) {
  return std::min(static_cast<int>(at / box * static_cast<float>(cells)),
                  cells - 1);
}

/// To the nearest image.
float across(float apart, float box) {
  if (apart > 0.5f * box)
    return apart - box;
  return apart < -0.5f * box ? apart + box : apart;
}

void liquidForces(const float *position, const int *first, const int *count,
                  const int *members, float box, float cutoff, float *force,
                  float *energy, long n, int cells) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float x = position[3 * i], y = position[3 * i + 1], z = position[3 * i + 2];
    int cx = cellOf(x, box, cells), cy = cellOf(y, box, cells);
    int cz = cellOf(z, box, cells);
    float fx = 0, fy = 0, fz = 0, total = 0;
    for (int around = 0; around < 27; ++around) {
      int kz = (cz + around / 9 - 1 + cells) % cells;
      int ky = (cy + around / 3 % 3 - 1 + cells) % cells;
      int kx = (cx + around % 3 - 1 + cells) % cells;
      int cell = (kz * cells + ky) * cells + kx;
      for (int m = first[cell]; m < first[cell] + count[cell]; ++m) {
        if (members[m] == i)
          continue;
        const float *other = position + 3l * members[m];
        float rx = across(x - other[0], box), ry = across(y - other[1], box);
        float rz = across(z - other[2], box);
        float r2 = rx * rx + ry * ry + rz * rz;
        if (r2 >= cutoff * cutoff)
          continue;
        float s2 = 1 / r2, s6 = s2 * s2 * s2;
        float push = 24 * s2 * s6 * (2 * s6 - 1);
        fx += push * rx;
        fy += push * ry;
        fz += push * rz;
        total += 2 * s6 * (s6 - 1);
      }
    }
    force[3 * i] = fx;
    force[3 * i + 1] = fy;
    force[3 * i + 2] = fz;
    energy[i] = total;
  }
}

struct Particle {
  float x, y, z, vx, vy, vz, charge, mass;
};

void particlesStep(Particle *particles, float field, float dt, float box,
                   long n) {
  auto move = [=](float &x, float &v) {
    x += v * dt;
    if (x < 0 || x > box) {
      v = -v;
      x = std::clamp(x, 0.0f, box);
    }
  };
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    Particle &p = particles[i];
    float turn = p.charge / p.mass * field * dt;
    float vx = p.vx + turn * p.vy, vy = p.vy - turn * p.vx;
    p.vx = vx;
    p.vy = vy;
    move(p.x, p.vx);
    move(p.y, p.vy);
    move(p.z, p.vz);
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
};

void photonSlab(Xoroshiro *states, float thickness, float albedo, int photons,
                int *passed, int *returned, long n) {
#pragma omp parallel for schedule(dynamic, 64)
  for (long i = 0; i < n; ++i) {
    Xoroshiro state = states[i];
    int through = 0, back = 0;
    for (int k = 0; k < photons; ++k) {
      float depth = 0, cosine = 1;
      while (true) {
        depth -= cosine * std::log(1.0f - state.uniform());
        if (depth < 0) {
          ++back;
          break;
        }
        if (depth > thickness) {
          ++through;
          break;
        }
        if (state.uniform() > albedo)
          break;
        cosine = 2.0f * state.uniform() - 1.0f;
      }
    }
    passed[i] = through;
    returned[i] = back;
    states[i] = state;
  }
}

void eventSpectrum(const float *energy, const float *angle, const float *weight,
                   float energyLow, float energyStep, float angleLow,
                   float angleStep, float *sums, float *squares, long n,
                   long rows, long columns) {
#pragma omp parallel for reduction(+ : sums[ : rows * columns],                \
                                       squares[ : rows * columns])
  for (long i = 0; i < n; ++i) {
    long row = static_cast<long>(std::floor((angle[i] - angleLow) / angleStep));
    long column =
        static_cast<long>(std::floor((energy[i] - energyLow) / energyStep));
    if (row < 0 || row >= rows || column < 0 || column >= columns)
      continue;
    float w = weight[i];
    sums[row * columns + column] += w;
    squares[row * columns + column] += w * w;
  }
}

void cliffordProduct(const float *a, const float *b, float *out, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    const float *x = a + 8 * i, *y = b + 8 * i;
    float *z = out + 8 * i;
    z[0] = x[0] * y[0] + x[1] * y[1] + x[2] * y[2] + x[3] * y[3] - x[4] * y[4] -
           x[5] * y[5] - x[6] * y[6] - x[7] * y[7];
    z[1] = x[0] * y[1] + x[1] * y[0] - x[2] * y[4] - x[3] * y[5] + x[4] * y[2] +
           x[5] * y[3] - x[6] * y[7] - x[7] * y[6];
    z[2] = x[0] * y[2] + x[1] * y[4] + x[2] * y[0] - x[3] * y[6] - x[4] * y[1] +
           x[5] * y[7] + x[6] * y[3] + x[7] * y[5];
    z[3] = x[0] * y[3] + x[1] * y[5] + x[2] * y[6] + x[3] * y[0] - x[4] * y[7] -
           x[5] * y[1] - x[6] * y[2] - x[7] * y[4];
    z[4] = x[0] * y[4] + x[1] * y[2] - x[2] * y[1] + x[3] * y[7] + x[4] * y[0] -
           x[5] * y[6] + x[6] * y[5] + x[7] * y[3];
    z[5] = x[0] * y[5] + x[1] * y[3] - x[2] * y[7] - x[3] * y[1] + x[4] * y[6] +
           x[5] * y[0] - x[6] * y[4] - x[7] * y[2];
    z[6] = x[0] * y[6] + x[1] * y[7] + x[2] * y[3] - x[3] * y[2] - x[4] * y[5] +
           x[5] * y[4] + x[6] * y[0] + x[7] * y[1];
    z[7] = x[0] * y[7] + x[1] * y[6] - x[2] * y[5] + x[3] * y[4] + x[4] * y[3] -
           x[5] * y[2] + x[6] * y[1] + x[7] * y[0];
  }
}

using Matrix = std::array<std::array<double, 4>, 4>;

Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix product{};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j)
        product[i][j] += a[i][k] * b[k][j];
  return product;
}

void kalmanStep(double *states, Matrix *spreads, const double *measured,
                const Matrix &step, const Matrix &noise, double r, long n) {
  Matrix back{};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      back[i][j] = step[j][i];
#pragma omp parallel for
  for (long t = 0; t < n; ++t) {
    double *x = states + 4 * t, ahead[4] = {};
    Matrix &spread = spreads[t];
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        ahead[i] += step[i][j] * x[j];
    Matrix next = step * spread * back;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        next[i][j] += noise[i][j];
    std::copy(ahead, ahead + 4, x);
    spread = next;
    const double *z = measured + 2 * t;
    if (std::isnan(z[0]))
      continue;
    double s00 = next[0][0] + r, s01 = next[0][1];
    double s10 = next[1][0], s11 = next[1][1] + r;
    double det = s00 * s11 - s01 * s10;
    double dx = z[0] - ahead[0], dy = z[1] - ahead[1];
    for (int i = 0; i < 4; ++i) {
      double k0 = (next[i][0] * s11 - next[i][1] * s10) / det;
      double k1 = (next[i][1] * s00 - next[i][0] * s01) / det;
      x[i] = ahead[i] + k0 * dx + k1 * dy;
      for (int j = 0; j < 4; ++j)
        spread[i][j] = next[i][j] - k0 * next[0][j] - k1 * next[1][j];
    }
  }
}

void fdtdE(float *ex, float *ey, float *ez, const float *hx, const float *hy,
           const float *hz, const float *eps, float dt, float dx, long nx,
           long ny, long nz) {
  long di = ny * nz, dj = nz;
#pragma omp parallel for
  for (long i = 0; i < nx; ++i)
    for (long j = 0; j < ny; ++j)
      for (long k = 0; k < nz; ++k) {
        long p = i * di + j * dj + k;
        float c = dt / (eps[p] * dx);
        if (j > 0 && k > 0)
          ex[p] += c * ((hz[p] - hz[p - dj]) - (hy[p] - hy[p - 1]));
        if (i > 0 && k > 0)
          ey[p] += c * ((hx[p] - hx[p - 1]) - (hz[p] - hz[p - di]));
        if (i > 0 && j > 0)
          ez[p] += c * ((hy[p] - hy[p - di]) - (hx[p] - hx[p - dj]));
      }
}

} // namespace

Twins heldOutModelTwins() {
  return {
      {"wave2d",
       [](Arguments &a) {
         wave2d(a.array<double>(0), a.array<double>(1), a.array<double>(2),
                a.number<double>(0), a.extent(1, 0), a.extent(1, 1));
       }},
      {"yee3d",
       [](Arguments &a) {
         yee3d(a.array(0), a.array(1), a.array(2), a.array(3), a.array(4),
               a.array(5), a.number(0), a.extent(0, 0), a.extent(0, 1),
               a.extent(0, 2));
       }},
      {"gray_scott",
       [](Arguments &a) {
         grayScott(a.array(0), a.array(1), a.array(2), a.array(3), a.number(0),
                   a.number(1), a.number(2), a.number(3), a.number(4),
                   a.extent(0, 0), a.extent(0, 1));
       }},
      {"ash_fall",
       [](Arguments &a) {
         auto air = [&](std::size_t k) {
           return Air{a.array(k), a.extent(k, 0), a.extent(k, 1),
                      a.extent(k, 2)};
         };
         ashFall(air(0), air(1), air(2), a.array(3), a.array(4), a.number(0),
                 a.number<int>(1), a.array(5), a.array<std::int8_t>(6),
                 a.size(4));
       }},
      {"channel_flow",
       [](Arguments &a) {
         channelFlow(a.array(0), a.array<std::uint8_t>(1), a.number(0),
                     a.number(1), a.array(2), a.extent(0, 1), a.extent(0, 2));
       }},
      {"liquid_forces",
       [](Arguments &a) {
         liquidForces(a.array(0), a.array<int>(1), a.array<int>(2),
                      a.array<int>(3), a.number(0), a.number(1), a.array(4),
                      a.array(5), a.size(5), static_cast<int>(a.extent(1, 0)));
       }},
      {"particles_step",
       [](Arguments &a) {
         particlesStep(a.array<Particle>(0), a.number(0), a.number(1),
                       a.number(2), a.size(0));
       }},
      {"photon_slab",
       [](Arguments &a) {
         photonSlab(a.array<Xoroshiro>(0), a.number(0), a.number(1),
                    a.number<int>(2), a.array<int>(1), a.array<int>(2),
                    a.size(1));
       }},
      {"event_spectrum",
       [](Arguments &a) {
         eventSpectrum(a.array(0), a.array(1), a.array(2), a.number(0),
                       a.number(1), a.number(2), a.number(3), a.array(3),
                       a.array(4), a.size(0), a.extent(3, 0), a.extent(3, 1));
       }},
      {"clifford_product",
       [](Arguments &a) {
         cliffordProduct(a.array(0), a.array(1), a.array(2), a.extent(2, 0));
       }},
      {"kalman_step",
       [](Arguments &a) {
         kalmanStep(a.array<double>(0), a.array<Matrix>(1), a.array<double>(2),
                    *a.array<Matrix>(3), *a.array<Matrix>(4),
                    a.number<double>(0), a.extent(0, 0));
       }},
      {"fdtd_e",
       [](Arguments &a) {
         fdtdE(a.array(0), a.array(1), a.array(2), a.array(3), a.array(4),
               a.array(5), a.array(6), a.number(0), a.number(1), a.extent(0, 0),
               a.extent(0, 1), a.extent(0, 2));
       }},
      {"d2q9_step",
       [](Arguments &a) {
         channelFlow(a.array(0), a.array<std::uint8_t>(1), a.number(0), 0,
                     a.array(2), a.extent(0, 1), a.extent(0, 2));
       }},
  };
}
