// Kernels of images and of meshes.
#include "../../cpu/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>

namespace {

float between(float low, float high, float part) {
  return low * (1.0f - part) + high * part;
}

void gradeColors(const std::uint8_t *image, const float *table,
                 std::uint8_t *out, long pixels, long side) {
  float scale = static_cast<float>(side - 1) / 255.0f;
  long down = side * 3, across = side * down;
  const long steps[] = {across, down, 3};
#pragma omp parallel for
  for (long i = 0; i < pixels; ++i) {
    const float *corner = table;
    float part[3];
    for (int c = 0; c < 3; ++c) {
      float place = image[3 * i + c] * scale;
      long low = std::min(static_cast<long>(place), side - 2);
      part[c] = place - static_cast<float>(low);
      corner += low * steps[c];
    }
    auto face = [&](const float *at) {
      return between(between(at[0], at[3], part[2]),
                     between(at[down], at[down + 3], part[2]), part[1]);
    };
    for (int c = 0; c < 3; ++c) {
      float value =
          between(face(corner + c), face(corner + across + c), part[0]);
      out[3 * i + c] = static_cast<std::uint8_t>(
          std::clamp(value, 0.0f, 1.0f) * 255.0f + 0.5f);
    }
  }
}

void median3x3(const std::uint8_t *image, std::uint8_t *out, long height,
               long width) {
#pragma omp parallel for
  for (long y = 1; y < height - 1; ++y)
    for (long x = 1; x < width - 1; ++x) {
      std::uint8_t window[9];
      for (long k = 0; k < 9; ++k)
        window[k] = image[(y + k / 3 - 1) * width + x + k % 3 - 1];
#pragma GCC unroll 5
      for (int a = 0; a < 5; ++a)
#pragma GCC unroll 8
        for (int b = a + 1; b < 9; ++b) {
          // Without branches, for vectors.
          std::uint8_t low = std::min(window[a], window[b]);
          window[b] = std::max(window[a], window[b]);
          window[a] = low;
        }
      out[y * width + x] = window[4];
    }
}

/// A row of scores at a time: the innermost loop is over windows side by side.
void templateMatch(const float *image, const float *shape, float *score,
                   long width, long high, long wide, long rows, long cols) {
#pragma omp parallel for
  for (long r = 0; r < rows; ++r) {
    float *to = score + r * cols;
    std::fill_n(to, cols, 0.0f);
    for (long i = 0; i < high; ++i)
      for (long j = 0; j < wide; ++j) {
        const float *from = image + (r + i) * width + j;
        float wanted = shape[i * wide + j];
        for (long c = 0; c < cols; ++c) {
          float difference = from[c] - wanted;
          to[c] += difference * difference;
        }
      }
  }
}

void jpegDct(const std::uint8_t *image, const float *basis, const float *quant,
             std::int16_t *out, long height, long width) {
  constexpr long side = 8;
#pragma omp parallel for
  for (long top = 0; top < height; top += side)
    for (long left = 0; left < width; left += side) {
      long corner = top * width + left;
      float half[side][side] = {};
      for (long y = 0; y < side; ++y)
        for (long k = 0; k < side; ++k) {
          float pixel =
              static_cast<float>(image[corner + y * width + k]) - 128.0f;
          for (long x = 0; x < side; ++x)
            half[y][x] += pixel * basis[x * side + k];
        }
      for (long y = 0; y < side; ++y) {
        float total[side] = {};
        for (long k = 0; k < side; ++k)
          for (long x = 0; x < side; ++x)
            total[x] += basis[y * side + k] * half[k][x];
        for (long x = 0; x < side; ++x)
          out[corner + y * width + x] = static_cast<std::int16_t>(
              std::nearbyint(total[x] / quant[y * side + x]));
      }
    }
}

using Complex = std::complex<float>;

void spectrumProduct(const Complex *a, const Complex *b, Complex *out, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    Complex product = a[i] * std::conj(b[i]);
    float magnitude = std::abs(product);
    out[i] = magnitude > 0 ? product / magnitude : 0;
  }
}

void jpegIdct(const std::int16_t *coeff, const std::uint16_t *quant,
              std::uint8_t *out, long channels, long height, long width) {
  constexpr long side = 8;
  float basis[side][side];
  for (long u = 0; u < side; ++u)
    for (long k = 0; k < side; ++k)
      basis[u][k] =
          static_cast<float>((u == 0 ? std::sqrt(0.125) : 0.5) *
                             std::cos(static_cast<double>((2 * k + 1) * u) *
                                      3.14159265358979 / 16));
  long bands = height / side;
#pragma omp parallel for
  for (long band = 0; band < channels * bands; ++band) {
    const std::uint16_t *scale = quant + band / bands * side * side;
    for (long left = 0; left < width; left += side) {
      long corner = band * side * width + left;
      float rows[side][side] = {};
      for (long y = 0; y < side; ++y)
        for (long u = 0; u < side; ++u) {
          auto value = static_cast<float>(coeff[corner + y * width + u] *
                                          scale[y * side + u]);
          for (long x = 0; x < side; ++x)
            rows[y][x] += basis[u][x] * value;
        }
      for (long y = 0; y < side; ++y) {
        float total[side] = {};
        for (long v = 0; v < side; ++v)
          for (long x = 0; x < side; ++x)
            total[x] += basis[v][y] * rows[v][x];
        for (long x = 0; x < side; ++x)
          out[corner + y * width + x] = static_cast<std::uint8_t>(
              std::clamp(std::floor(total[x] + 128.5f), 0.0f, 255.0f));
      }
    }
  }
}

void median5(const std::uint16_t *image, std::uint16_t *out, long height,
             long width) {
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      std::array<std::uint16_t, 25> window;
      auto *to = window.begin();
      for (long dy = -2; dy <= 2; ++dy) {
        const std::uint16_t *row =
            image + std::clamp(y + dy, 0L, height - 1) * width;
        for (long dx = -2; dx <= 2; ++dx)
          *to++ = row[std::clamp(x + dx, 0L, width - 1)];
      }
      std::nth_element(window.begin(), window.begin() + 12, window.end());
      out[y * width + x] = window[12];
    }
}

void lucasKanade(const float *previous, const float *current, long radius,
                 float threshold, float *flow, long height, long width) {
#pragma omp parallel for
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      float xx = 0, xy = 0, yy = 0, xt = 0, yt = 0;
      long left = std::max(x - radius, 1L);
      long right = std::min(x + radius + 1, width - 1);
      for (long row = std::max(y - radius, 1L),
                end = std::min(y + radius + 1, height - 1);
           row < end; ++row)
        for (long p = row * width + left; p < row * width + right; ++p) {
          float dx = (previous[p + 1] - previous[p - 1]) * 0.5f;
          float dy = (previous[p + width] - previous[p - width]) * 0.5f;
          float dt = current[p] - previous[p];
          xx += dx * dx;
          xy += dx * dy;
          yy += dy * dy;
          xt += dx * dt;
          yt += dy * dt;
        }
      float half = (xx + yy) * 0.5f, det = xx * yy - xy * xy;
      float lesser = half - std::sqrt(std::max(half * half - det, 0.0f));
      bool moves = lesser > threshold;
      float *to = flow + 2 * (y * width + x);
      to[0] = moves ? (xy * yt - yy * xt) / det : 0;
      to[1] = moves ? (xy * xt - xx * yt) / det : 0;
    }
}

void faceNormals(const float *vertices, const int *faces, float *normals,
                 float *areas, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    const float *a = vertices + 3L * faces[3 * i];
    const float *b = vertices + 3L * faces[3 * i + 1];
    const float *c = vertices + 3L * faces[3 * i + 2];
    float ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    float vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    float nx = uy * vz - uz * vy;
    float ny = uz * vx - ux * vz;
    float nz = ux * vy - uy * vx;
    float length = std::sqrt(nx * nx + ny * ny + nz * nz);
    if (length > 0) {
      nx /= length;
      ny /= length;
      nz /= length;
    }
    normals[3 * i] = nx;
    normals[3 * i + 1] = ny;
    normals[3 * i + 2] = nz;
    areas[i] = 0.5f * length;
  }
}

struct Vertex {
  float pos[3], normal[3];
  int bones[4];
  float weights[4];
};

void skinVertices(const Vertex *vertices, const float *bones, float *positions,
                  float *normals, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    const Vertex &v = vertices[i];
    float place[3] = {}, turned[3] = {};
    for (int k = 0; k < 4; ++k) {
      float w = v.weights[k];
      if (w == 0)
        continue;
      for (int c = 0; c < 3; ++c) {
        const float *m = bones + 12 * v.bones[k] + 4 * c;
        place[c] +=
            w * (m[0] * v.pos[0] + m[1] * v.pos[1] + m[2] * v.pos[2] + m[3]);
        turned[c] +=
            w * (m[0] * v.normal[0] + m[1] * v.normal[1] + m[2] * v.normal[2]);
      }
    }
    float length = std::sqrt(turned[0] * turned[0] + turned[1] * turned[1] +
                             turned[2] * turned[2]);
    for (int c = 0; c < 3; ++c) {
      positions[3 * i + c] = place[c];
      normals[3 * i + c] = turned[c] / length;
    }
  }
}

struct Splats {
  const float *means, *conics, *colors;

  /// Of those that `order` names, what a pixel sees.
  void blend(const int *order, const int *end, float x, float y,
             float *pixel) const {
    float transmit = 1, r = 0, g = 0, b = 0;
    for (; order < end; ++order) {
      const float *conic = conics + 4 * *order, *color = colors + 3 * *order;
      float dx = means[2 * *order] - x, dy = means[2 * *order + 1] - y;
      float power = -0.5f * (conic[0] * dx * dx + conic[2] * dy * dy) -
                    conic[1] * dx * dy;
      if (power > 0)
        continue;
      float alpha = std::min(0.99f, conic[3] * std::exp(power));
      if (alpha < 1.0f / 255)
        continue;
      float rest = transmit * (1 - alpha);
      if (rest < 1e-4f)
        break;
      r += color[0] * alpha * transmit;
      g += color[1] * alpha * transmit;
      b += color[2] * alpha * transmit;
      transmit = rest;
    }
    pixel[0] = r;
    pixel[1] = g;
    pixel[2] = b;
  }
};

void splatRender(const Splats &splats, const int *order, const int *tileStart,
                 float *image, long height, long width) {
  constexpr long tile = 16;
  long across = (width + tile - 1) / tile;
#pragma omp parallel for schedule(dynamic)
  for (long y = 0; y < height; ++y)
    for (long x = 0; x < width; ++x) {
      const int *span = tileStart + y / tile * across + x / tile;
      splats.blend(order + span[0], order + span[1], static_cast<float>(x),
                   static_cast<float>(y), image + 3 * (y * width + x));
    }
}

} // namespace

Twins heldOutImageTwins() {
  return {
      {"grade_colors",
       [](Arguments &a) {
         gradeColors(a.array<std::uint8_t>(0), a.array(1),
                     a.array<std::uint8_t>(2), a.extent(0, 0) * a.extent(0, 1),
                     a.extent(1, 0));
       }},
      {"median3x3",
       [](Arguments &a) {
         median3x3(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                   a.extent(0, 0), a.extent(0, 1));
       }},
      {"template_match",
       [](Arguments &a) {
         templateMatch(a.array(0), a.array(1), a.array(2), a.extent(0, 1),
                       a.extent(1, 0), a.extent(1, 1), a.extent(2, 0),
                       a.extent(2, 1));
       }},
      {"jpeg_dct",
       [](Arguments &a) {
         jpegDct(a.array<std::uint8_t>(0), a.array(1), a.array(2),
                 a.array<std::int16_t>(3), a.extent(0, 0), a.extent(0, 1));
       }},
      {"spectrum_product",
       [](Arguments &a) {
         spectrumProduct(a.array<Complex>(0), a.array<Complex>(1),
                         a.array<Complex>(2), a.size(2));
       }},
      {"jpeg_idct",
       [](Arguments &a) {
         jpegIdct(a.array<std::int16_t>(0), a.array<std::uint16_t>(1),
                  a.array<std::uint8_t>(2), a.extent(0, 0), a.extent(0, 1),
                  a.extent(0, 2));
       }},
      {"median5",
       [](Arguments &a) {
         median5(a.array<std::uint16_t>(0), a.array<std::uint16_t>(1),
                 a.extent(0, 0), a.extent(0, 1));
       }},
      {"lucas_kanade",
       [](Arguments &a) {
         lucasKanade(a.array(0), a.array(1), a.number<long>(0), a.number(1),
                     a.array(2), a.extent(0, 0), a.extent(0, 1));
       }},
      {"face_normals",
       [](Arguments &a) {
         faceNormals(a.array(0), a.array<int>(1), a.array(2), a.array(3),
                     a.size(3));
       }},
      {"skin_vertices",
       [](Arguments &a) {
         skinVertices(a.array<Vertex>(0), a.array(1), a.array(2), a.array(3),
                      a.size(0));
       }},
      {"splat_render",
       [](Arguments &a) {
         splatRender({a.array(0), a.array(1), a.array(2)}, a.array<int>(3),
                     a.array<int>(4), a.array(5), a.extent(5, 0),
                     a.extent(5, 1));
       }},
  };
}
