// mma_sync for the 32 lanes of a warp at once. PTX lays the fragments out by
// g = lane / 4 and t = lane % 4: rows are g and g + 8, columns begin at t times
// the elements of a register. So the registers of a are pieces of its rows, and
// those of b of its columns: they are put together as they are, and become
// numbers in one go.
//
// Sums of float32 are rounded once, from float64, as those of float16 are; the
// hardware's order and rounding are its own.
#include "frontend/tables/mma_shapes.h"
#include "matrix.h"

#include <pyk2ptx/float16.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The sums of a row stand side by side, as many as a vector has: a copy for
// each width of vectors, of which the processor's is taken. Sanitizers are not
// there yet when that is decided.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) &&                   \
    !defined(__SANITIZE_THREAD__) && defined(__GNUC__) && !defined(__clang__)
#define PYK2PTX_FOR_EACH_WIDTH                                                 \
  __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define PYK2PTX_FOR_EACH_WIDTH
#endif

namespace pyk2ptx {

namespace {

constexpr unsigned columns = 8;

// ---- elements ----

double ofBits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, 4);
  return static_cast<double>(value);
}

double f16Value(std::uint16_t bits) {
  double value = static_cast<double>(fromFloat16(bits));
  return std::isnan(value) ? ofBits(0x7fc00000) : value;
}
double bf16Value(std::uint16_t bits) {
  return ofBits(static_cast<std::uint32_t>(bits) << 16);
}
double tf32Value(std::uint32_t bits) { return ofBits(bits & 0xffffe000); }
double f64Value(std::uint64_t bits) {
  double value = 0;
  std::memcpy(&value, &bits, 8);
  return value;
}
double s8Value(std::uint8_t bits) { return static_cast<std::int8_t>(bits); }
double u8Value(std::uint8_t bits) { return bits; }
// Of 8 bits: the exponent's bias is 7, and the greatest is a number but for the
// last.
double e4m3Value(std::uint8_t bits) {
  std::uint32_t exponent = bits >> 3 & 15, fraction = bits & 7;
  double magnitude = 0;
  if (exponent == 15 && fraction == 7)
    magnitude = ofBits(0x7fc00000);
  else if (exponent == 0)
    magnitude = fraction / 512.0;
  else
    magnitude = ofBits((exponent + 120) << 23 | fraction << 20);
  return bits & 0x80 ? -magnitude : magnitude;
}
// The high byte of a float16.
double e5m2Value(std::uint8_t bits) {
  return f16Value(static_cast<std::uint16_t>(bits << 8));
}

#if defined(__x86_64__)
/// Of a multiple of four, by the processor's own conversions.
__attribute__((target("avx,f16c"))) void
f16ValuesInFours(const std::uint16_t *bits, double *values, unsigned count) {
  const __m256d nan = _mm256_set1_pd(ofBits(0x7fc00000));
  for (unsigned i = 0; i < count; i += 4) {
    __m128i four = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(bits + i));
    __m256d wide = _mm256_cvtps_pd(_mm_cvtph_ps(four));
    __m256d isNan = _mm256_cmp_pd(wide, wide, _CMP_UNORD_Q);
    _mm256_storeu_pd(values + i, _mm256_blendv_pd(wide, nan, isNan));
  }
}

bool convertsInFours() {
  static const bool converts =
      __builtin_cpu_supports("avx") && __builtin_cpu_supports("f16c");
  return converts;
}
#endif

/// Those of float16 are most of the work.
void f16Values(const std::uint16_t *bits, double *values, unsigned count) {
#if defined(__x86_64__)
  if (count % 4 == 0 && convertsInFours())
    return f16ValuesInFours(bits, values, count);
#endif
  for (unsigned i = 0; i < count; ++i)
    values[i] = f16Value(bits[i]);
}

template <auto Value> constexpr bool isF16 = false;
template <> constexpr bool isF16<&f16Value> = true;

template <auto Value, class Raw>
void valuesOf(const Raw *bits, double *values, unsigned count) {
  if constexpr (isF16<Value>)
    f16Values(bits, values, count);
  else
    for (unsigned i = 0; i < count; ++i)
      values[i] = Value(bits[i]);
}

template <class Raw> Raw rawOf(double (*)(Raw));
template <auto Value> using RawOf = decltype(rawOf(Value));

// ---- sums ----

/// Sums of a register: two of float16, in registers of 32 bits.
constexpr unsigned sumsOf(Scalar scalar) {
  return scalar == Scalar::U32 ? 2 : 1;
}

template <Scalar Sum> double readSum(std::uint64_t word, unsigned index) {
  if constexpr (Sum == Scalar::U32)
    return f16Value(static_cast<std::uint16_t>(word >> (16 * index)));
  else if constexpr (Sum == Scalar::F64)
    return f64Value(word);
  else if constexpr (Sum == Scalar::F32)
    return ofBits(static_cast<std::uint32_t>(word));
  else
    return static_cast<std::int32_t>(word);
}

template <Scalar Sum>
void writeSum(std::uint64_t &word, unsigned index, double sum) {
  if constexpr (Sum == Scalar::U32) {
    std::uint64_t mask = std::uint64_t(0xffff) << (16 * index);
    word = (word & ~mask) | std::uint64_t(toFloat16(sum)) << (16 * index);
  } else if constexpr (Sum == Scalar::F64) {
    std::memcpy(&word, &sum, 8);
  } else if constexpr (Sum == Scalar::F32) {
    auto rounded = static_cast<float>(sum);
    std::memcpy(&word, &rounded, 4);
  } else {
    // At most 32 products of bytes and an int32: exact, then it wraps.
    auto wrapped = static_cast<std::uint32_t>(static_cast<std::int64_t>(sum));
    std::memcpy(&word, &wrapped, 4);
  }
}

/// sums[rows][columns] += a[rows][inner] * b[inner][columns], in the order of
/// inner.
PYK2PTX_FOR_EACH_WIDTH
void addProducts(double *sums, const double *a, const double *b, unsigned rows,
                 unsigned inner) {
  for (unsigned row = 0; row < rows; ++row) {
    double own[columns];
    std::copy_n(sums + row * columns, columns, own);
    for (unsigned k = 0; k < inner; ++k)
      for (unsigned column = 0; column < columns; ++column)
        own[column] += a[row * inner + k] * b[k * columns + column];
    std::copy_n(own, columns, sums + row * columns);
  }
}

// ---- shapes ----

template <auto A, auto B, unsigned Rows, unsigned Inner, Scalar Sum>
struct Fragments {
  using RawA = RawOf<A>;
  using RawB = RawOf<B>;
  static_assert(sizeof(RawA) == sizeof(RawB));
  /// Elements of a register.
  static constexpr unsigned packed = sizeof(RawA) < 4 ? 4 / sizeof(RawA) : 1;
  /// Registers of a alternate between rows g and g + 8.
  static constexpr unsigned halves = Rows / 8, step = 4 * packed;
  /// Registers of each.
  static constexpr unsigned a = halves * (Inner / step), b = Inner / step,
                            c = Rows / 4 / sumsOf(Sum);

  RawA rawA[Rows][Inner] = {};
  RawB rawB[columns][Inner] = {};
  double sums[Rows][columns] = {};

  template <class Visit> static void forEachSum(unsigned lane, Visit visit) {
    for (unsigned i = 0; i < Rows / 4; ++i)
      visit(i, lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2);
  }

  void take(unsigned lane, const std::uint64_t *words) {
    unsigned g = lane / 4, t = packed * (lane % 4);
    for (unsigned i = 0; i < a; ++i)
      std::memcpy(&rawA[g + 8 * (i % halves)][t + step * (i / halves)],
                  words + i, packed * sizeof(RawA));
    for (unsigned i = 0; i < b; ++i)
      std::memcpy(&rawB[g][t + step * i], words + a + i, packed * sizeof(RawB));
    forEachSum(lane, [&](unsigned i, unsigned row, unsigned column) {
      sums[row][column] =
          readSum<Sum>(words[a + b + i / sumsOf(Sum)], i % sumsOf(Sum));
    });
  }

  void multiply() {
    double valuesA[Rows][Inner], byColumn[columns][Inner];
    double valuesB[Inner][columns];
    valuesOf<A>(rawA[0], valuesA[0], Rows * Inner);
    valuesOf<B>(rawB[0], byColumn[0], columns * Inner);
    for (unsigned k = 0; k < Inner; ++k)
      for (unsigned column = 0; column < columns; ++column)
        valuesB[k][column] = byColumn[column][k];
    addProducts(sums[0], valuesA[0], valuesB[0], Rows, Inner);
  }

  static void run(HostMatrix *const *lanes) {
    Fragments all;
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (lanes[lane])
        all.take(lane, lanes[lane]->words);
    all.multiply();
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (lanes[lane])
        forEachSum(lane, [&](unsigned i, unsigned row, unsigned column) {
          writeSum<Sum>(lanes[lane]->words[i / sumsOf(Sum)], i % sumsOf(Sum),
                        all.sums[row][column]);
        });
  }
};

struct Shape {
  void (*run)(HostMatrix *const *lanes);
  std::size_t a, b, c;
  Scalar sum;
};

template <auto A, auto B, unsigned Rows, unsigned Inner, Scalar Sum>
constexpr Shape shapeOf() {
  using All = Fragments<A, B, Rows, Inner, Sum>;
  return {All::run, All::a, All::b, All::c, Sum};
}

// In the order of mma_shapes.def.
constexpr Shape shapes[] = {
    shapeOf<f16Value, f16Value, 16, 16, Scalar::F32>(),
    shapeOf<bf16Value, bf16Value, 16, 16, Scalar::F32>(),
    shapeOf<tf32Value, tf32Value, 16, 8, Scalar::F32>(),
    shapeOf<f64Value, f64Value, 8, 4, Scalar::F64>(),
    shapeOf<s8Value, s8Value, 16, 32, Scalar::I32>(),
    shapeOf<u8Value, u8Value, 16, 32, Scalar::I32>(),
    shapeOf<s8Value, u8Value, 16, 32, Scalar::I32>(),
    shapeOf<u8Value, s8Value, 16, 32, Scalar::I32>(),
    shapeOf<f16Value, f16Value, 16, 16, Scalar::U32>(),
    shapeOf<f16Value, f16Value, 16, 8, Scalar::F32>(),
    shapeOf<f16Value, f16Value, 16, 8, Scalar::U32>(),
    shapeOf<e4m3Value, e4m3Value, 16, 32, Scalar::F32>(),
    shapeOf<e5m2Value, e5m2Value, 16, 32, Scalar::F32>(),
    shapeOf<e4m3Value, e5m2Value, 16, 32, Scalar::F32>(),
    shapeOf<e5m2Value, e4m3Value, 16, 32, Scalar::F32>(),
    shapeOf<f64Value, f64Value, 16, 4, Scalar::F64>(),
    shapeOf<f64Value, f64Value, 16, 8, Scalar::F64>(),
    shapeOf<f64Value, f64Value, 16, 16, Scalar::F64>()};
static_assert(std::ranges::equal(shapes, mmaShapes,
                                 [](const Shape &own, const MmaShape &shape) {
                                   return own.a == shape.a &&
                                          own.b == shape.b &&
                                          own.c == shape.c &&
                                          own.sum == shape.sum;
                                 }));

} // namespace

void multiplyMatrices(HostMatrix *const *lanes, std::uint32_t index) {
  shapes[index].run(lanes);
}

} // namespace pyk2ptx
