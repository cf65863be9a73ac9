// Kernels with a thread for each pixel or cell.
#include "arrays.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace {

void edges(const std::uint8_t *image, std::uint8_t *out, long height,
           long width) {
#pragma omp parallel for
  for (long y = 0; y < height; ++y) {
    const std::uint8_t *above = image + std::max(y - 1, 0L) * width;
    const std::uint8_t *here = image + y * width;
    const std::uint8_t *below = image + std::min(y + 1, height - 1) * width;
    auto at = [=](long x, long left, long right) {
      int across = above[right] + 2 * here[right] + below[right] - above[left] -
                   2 * here[left] - below[left];
      int down = below[left] + 2 * below[x] + below[right] - above[left] -
                 2 * above[x] - above[right];
      return static_cast<std::uint8_t>(
          std::min(std::abs(across) + std::abs(down), 255));
    };
    std::uint8_t *to = out + y * width;
    to[0] = at(0, 0, std::min(1L, width - 1));
    for (long x = 1; x < width - 1; ++x)
      to[x] = at(x, x - 1, x + 1);
    to[width - 1] = at(width - 1, std::max(width - 2, 0L), width - 1);
  }
}

void life(const std::uint8_t *cells, std::uint8_t *after, long height,
          long width) {
#pragma omp parallel for
  for (long y = 0; y < height; ++y) {
    const std::uint8_t *above = cells + (y + height - 1) % height * width;
    const std::uint8_t *here = cells + y * width;
    const std::uint8_t *below = cells + (y + 1) % height * width;
    auto at = [=](long x, long left, long right) -> std::uint8_t {
      int alive = above[left] + above[x] + above[right] + here[left] +
                  here[right] + below[left] + below[x] + below[right];
      // Without branches, for vectors.
      return (alive == 3) | ((alive == 2) & (here[x] == 1));
    };
    std::uint8_t *to = after + y * width;
    to[0] = at(0, width - 1, 1 % width);
    for (long x = 1; x < width - 1; ++x)
      to[x] = at(x, x - 1, x + 1);
    to[width - 1] = at(width - 1, (2 * width - 2) % width, 0);
  }
}

struct Place {
  long low, high;
  float part;
};

/// Where the middle of a pixel lies between two of an axis that is resized.
Place placeOf(long i, long count, long of) {
  float at = (static_cast<float>(i) + 0.5f) * static_cast<float>(of) /
                 static_cast<float>(count) -
             0.5f;
  at = std::clamp(at, 0.0f, static_cast<float>(of - 1));
  long low = static_cast<long>(at);
  return {low, std::min(low + 1, of - 1), at - static_cast<float>(low)};
}

void resizeRgb(const std::uint8_t *image, std::uint8_t *out, long rows,
               long cols, long height, long width) {
  constexpr long channels = 3;
#pragma omp parallel for
  for (long y = 0; y < height; ++y) {
    Place v = placeOf(y, height, rows);
    const std::uint8_t *above = image + v.low * cols * channels;
    const std::uint8_t *below = image + v.high * cols * channels;
    std::uint8_t *to = out + y * width * channels;
    for (long x = 0; x < width; ++x) {
      Place h = placeOf(x, width, cols);
      for (long c = 0; c < channels; ++c) {
        long left = h.low * channels + c, right = h.high * channels + c;
        float top = above[left] * (1.0f - h.part) + above[right] * h.part;
        float bottom = below[left] * (1.0f - h.part) + below[right] * h.part;
        to[x * channels + c] = static_cast<std::uint8_t>(
            top * (1.0f - v.part) + bottom * v.part + 0.5f);
      }
    }
  }
}

void rgbToHsv(const float *image, float *out, long pixels) {
#pragma omp parallel for
  for (long i = 0; i < pixels; ++i) {
    float r = image[3 * i], g = image[3 * i + 1], b = image[3 * i + 2];
    float high = std::max({r, g, b});
    float spread = high - std::min({r, g, b});
    float hue = 0;
    if (spread > 0) {
      if (high == r)
        hue = (g - b) / spread;
      else if (high == g)
        hue = (b - r) / spread + 2.0f;
      else
        hue = (r - g) / spread + 4.0f;
      if (hue < 0)
        hue += 6.0f;
    }
    out[3 * i] = hue * 60.0f;
    out[3 * i + 1] = high > 0 ? spread / high : 0.0f;
    out[3 * i + 2] = high;
  }
}

void projectPoints(const float *points, const float *rotation,
                   const float *translation, const float *camera,
                   const float *distortion, float near, float *pixels,
                   long count) {
  const float *r = rotation, *t = translation;
#pragma omp parallel for
  for (long i = 0; i < count; ++i) {
    const float *p = points + 3 * i;
    float *pixel = pixels + 3 * i;
    float x = r[0] * p[0] + r[1] * p[1] + r[2] * p[2] + t[0];
    float y = r[3] * p[0] + r[4] * p[1] + r[5] * p[2] + t[1];
    float z = r[6] * p[0] + r[7] * p[1] + r[8] * p[2] + t[2];
    pixel[2] = z;
    if (z < near) {
      pixel[0] = pixel[1] = -1;
      continue;
    }
    float u = x / z, v = y / z;
    float r2 = u * u + v * v;
    float stretch = 1.0f + distortion[0] * r2 + distortion[1] * r2 * r2;
    pixel[0] = camera[0] * u * stretch + camera[2];
    pixel[1] = camera[4] * v * stretch + camera[5];
  }
}

void mandelbrot(float x0, float y0, float dx, float dy, int most, int *image,
                long height, long width) {
#pragma omp parallel for schedule(dynamic)
  for (long py = 0; py < height; ++py)
    for (long px = 0; px < width; ++px) {
      float cr = x0 + static_cast<float>(px) * dx;
      float ci = y0 + static_cast<float>(py) * dy;
      float zr = 0, zi = 0;
      int n = 0;
      while (n < most && zr * zr + zi * zi <= 4.0f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2.0f * zr * zi + ci;
        zr = next;
        ++n;
      }
      image[py * width + px] = n;
    }
}

/// The gradients around each keypoint, counted by angle.
void orientKeypoints(const float *image, const float *keypoints,
                     float *histograms, float *angles, long height, long width,
                     long count) {
  constexpr long bins = 36;
  constexpr float turn = 6.283185307f;
#pragma omp parallel for schedule(dynamic, 64)
  for (long key = 0; key < count; ++key) {
    long x0 = std::lrint(keypoints[3 * key]);
    long y0 = std::lrint(keypoints[3 * key + 1]);
    float sigma = 1.5f * keypoints[3 * key + 2];
    long radius = std::lrint(3 * sigma);
    float falloff = -0.5f / (sigma * sigma), histogram[bins] = {};
    for (long y = std::max(y0 - radius, 1L);
         y <= std::min(y0 + radius, height - 2); ++y)
      for (long x = std::max(x0 - radius, 1L);
           x <= std::min(x0 + radius, width - 2); ++x) {
        const float *at = image + y * width + x;
        float gx = at[1] - at[-1], gy = at[-width] - at[width];
        auto square =
            static_cast<float>((x - x0) * (x - x0) + (y - y0) * (y - y0));
        long slot = std::lrint(std::atan2(gy, gx) * (bins / turn));
        histogram[(slot + bins) % bins] +=
            std::exp(square * falloff) * std::sqrt(gx * gx + gy * gy);
      }
    float *smooth = histograms + key * bins;
    auto around = [&](long k) { return histogram[(k + bins) % bins]; };
    for (long k = 0; k < bins; ++k)
      smooth[k] = (around(k - 2) + around(k + 2)) * (1.0f / 16) +
                  (around(k - 1) + around(k + 1)) * (4.0f / 16) +
                  around(k) * (6.0f / 16);
    long best = std::max_element(smooth, smooth + bins) - smooth;
    float before = smooth[(best + bins - 1) % bins];
    float after = smooth[(best + 1) % bins];
    float bend = before - 2 * smooth[best] + after;
    float shift = bend != 0 ? 0.5f * (before - after) / bend : 0;
    angles[key] = (static_cast<float>(best) + shift) * (360.0f / bins);
  }
}

} // namespace

Twins imageTwins() {
  return {
      {"edges",
       [](Arguments &a) {
         edges(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
               a.extent(0, 0), a.extent(0, 1));
       }},
      {"life",
       [](Arguments &a) {
         life(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
              a.extent(0, 0), a.extent(0, 1));
       }},
      {"resize_rgb",
       [](Arguments &a) {
         resizeRgb(a.array<std::uint8_t>(0), a.array<std::uint8_t>(1),
                   a.extent(0, 0), a.extent(0, 1), a.extent(1, 0),
                   a.extent(1, 1));
       }},
      {"rgb_to_hsv",
       [](Arguments &a) {
         rgbToHsv(a.array(0), a.array(1), a.extent(0, 0) * a.extent(0, 1));
       }},
      {"project_points",
       [](Arguments &a) {
         projectPoints(a.array(0), a.array(1), a.array(2), a.array(3),
                       a.array(4), a.number(0), a.array(5), a.extent(0, 0));
       }},
      {"mandelbrot",
       [](Arguments &a) {
         mandelbrot(a.number(0), a.number(1), a.number(2), a.number(3),
                    a.number<int>(4), a.array<int>(0), a.extent(0, 0),
                    a.extent(0, 1));
       }},
      {"orient_keypoints",
       [](Arguments &a) {
         orientKeypoints(a.array(0), a.array(1), a.array(2), a.array(3),
                         a.extent(0, 0), a.extent(0, 1), a.extent(1, 0));
       }},
  };
}
