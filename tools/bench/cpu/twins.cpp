// The benchmark kernels' computations as one writes them in C++ for a CPU: the
// natural loops, spread over cores by OpenMP, and no blocks or threads of CUDA.
//
//     g++ -O3 -march=native -fopenmp twins.cpp -o twins
//     twins NAME REPEAT a.npy b.npy ...      arrays as the kernel's, x=2.5
//     numbers
//
// Prints the median of REPEAT times in milliseconds; each array whose name is
// followed by @FILE is written there after the first run.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

namespace {

struct Array {
  std::vector<char> bytes;
  std::vector<long> shape;
  std::string out;

  float *floats() { return reinterpret_cast<float *>(bytes.data()); }
  int *ints() { return reinterpret_cast<int *>(bytes.data()); }
  long size() const {
    long all = 1;
    for (long extent : shape)
      all *= extent;
    return all;
  }
};

/// NumPy's file, of C's order.
Array readArray(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(file)), {});
  if (all.size() < 10) {
    std::fprintf(stderr, "cannot read %s\n", path.c_str());
    std::exit(1);
  }
  std::size_t begin = 10 + static_cast<unsigned char>(all[8]) +
                      256 * static_cast<unsigned char>(all[9]);
  Array array;
  array.bytes.assign(all.begin() + static_cast<long>(begin), all.end());
  std::size_t at = all.find("'shape': (") + 10;
  while (all[at] != ')') {
    char *end = nullptr;
    array.shape.push_back(std::strtol(&all[at], &end, 10));
    at = static_cast<std::size_t>(end - all.data());
    while (all[at] == ',' || all[at] == ' ')
      ++at;
  }
  return array;
}

struct Arguments {
  std::vector<Array> arrays;
  std::vector<float> numbers;
};

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

// The plain product, its loops in the order i, k, j: rows of b are read as they
// lie. Also the twin of the kernels with tiles.
void matmul(const float *a, const float *b, float *c, long m, long depth,
            long n) {
#pragma omp parallel for
  for (long i = 0; i < m; ++i) {
    float *row = c + i * n;
    std::fill(row, row + n, 0.0f);
    for (long k = 0; k < depth; ++k)
      for (long j = 0; j < n; ++j)
        row[j] += a[i * depth + k] * b[k * n + j];
  }
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

void jacobi2d(const float *u, float *v, long rows, long cols) {
#pragma omp parallel for
  for (long i = 1; i < rows - 1; ++i)
    for (long j = 1; j < cols - 1; ++j)
      v[i * cols + j] = 0.25f * (u[(i - 1) * cols + j] + u[(i + 1) * cols + j] +
                                 u[i * cols + j - 1] + u[i * cols + j + 1]);
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

void nbody(const float *x, const float *y, const float *z, const float *mass,
           float *ax, float *ay, float *az, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float axi = 0, ayi = 0, azi = 0;
#pragma omp simd reduction(+ : axi, ayi, azi)
    for (long j = 0; j < n; ++j) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float inv = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      float s = mass[j] * inv * inv * inv;
      axi += dx * s;
      ayi += dy * s;
      azi += dz * s;
    }
    ax[i] = axi;
    ay[i] = ayi;
    az[i] = azi;
  }
}

void blackscholes(const float *price, const float *strike, const float *years,
                  float *call, float *put, long n) {
  constexpr float rate = 0.02f, volatility = 0.30f;
  auto cdf = [](float d) {
    return 0.5f * (1.0f + std::erf(d * 0.7071067811865476f));
  };
#pragma omp parallel for
  for (long i = 0; i < n; ++i) {
    float s = price[i], k = strike[i], t = years[i];
    float volSqrtT = volatility * std::sqrt(t);
    float d1 = (std::log(s / k) + (rate + 0.5f * volatility * volatility) * t) /
               volSqrtT;
    float cdf1 = cdf(d1), cdf2 = cdf(d1 - volSqrtT);
    float discounted = k * std::exp(-rate * t);
    call[i] = s * cdf1 - discounted * cdf2;
    put[i] = discounted * (1.0f - cdf2) - s * (1.0f - cdf1);
  }
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

void run(const std::string &name, Arguments &arguments) {
  std::vector<Array> &a = arguments.arrays;
  const std::vector<float> &x = arguments.numbers;
  auto f = [&](std::size_t i) { return a[i].floats(); };
  long n = a[0].size();
  if (name == "vecadd")
    vecadd(f(0), f(1), f(2), n);
  else if (name == "saxpy")
    saxpy(x[0], f(0), f(1), n);
  else if (name.rfind("matmul", 0) == 0)
    matmul(f(0), f(1), f(2), a[2].shape[0], a[0].shape[1], a[2].shape[1]);
  else if (name.rfind("reduce", 0) == 0)
    *f(1) = sum(f(0), n);
  else if (name == "segreduce")
    segreduce(f(0), f(1), a[1].size(), n / a[1].size());
  else if (name == "stencil1d")
    stencil1d(f(0), f(1), f(2), n);
  else if (name == "jacobi2d")
    jacobi2d(f(0), f(1), a[0].shape[0], a[0].shape[1]);
  else if (name == "mandelbrot")
    mandelbrot(x[0], x[1], x[2], x[3], static_cast<int>(x[4]), a[0].ints(),
               a[0].shape[0], a[0].shape[1]);
  else if (name == "nbody")
    nbody(f(0), f(1), f(2), f(3), f(4), f(5), f(6), n);
  else if (name == "blackscholes")
    blackscholes(f(0), f(1), f(2), f(3), f(4), n);
  else if (name == "histogram")
    histogram(reinterpret_cast<unsigned char *>(a[0].bytes.data()), a[1].ints(),
              n);
  else if (name == "softmax")
    softmax(f(0), f(1), a[0].shape[0], a[0].shape[1]);
  else
    std::exit(1);
}

} // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  for (int i = 3; i < argc; ++i) {
    std::string word = argv[i];
    if (word.find(".npy") == std::string::npos) {
      arguments.numbers.push_back(std::strtof(argv[i], nullptr));
      continue;
    }
    std::size_t at = word.find('@');
    arguments.arrays.push_back(readArray(word.substr(0, at)));
    if (at != std::string::npos)
      arguments.arrays.back().out = word.substr(at + 1);
  }
  run(argv[1], arguments);
  for (const Array &array : arguments.arrays)
    if (!array.out.empty())
      std::ofstream(array.out, std::ios::binary)
          .write(array.bytes.data(), static_cast<long>(array.bytes.size()));
  std::vector<double> times;
  for (int i = 0; i < std::atoi(argv[2]); ++i) {
    auto begin = std::chrono::steady_clock::now();
    run(argv[1], arguments);
    std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - begin;
    times.push_back(took.count());
  }
  std::sort(times.begin(), times.end());
  if (!times.empty())
    std::printf("%.4f\n", times[times.size() / 2]);
}
