// ldmatrix, stmatrix and mma_sync for the 32 lanes of a warp at once. PTX lays
// the fragments out by g = lane / 4 and t = lane % 4: rows are g and g + 8,
// columns begin at t times the elements of a register. Sums of float32 are
// rounded once, from float64, as those of float16 are; the hardware's order and
// rounding are its own.
#include "matrix.h"

#include "frontend/tables/mma_shapes.h"

#include <pyk2ptx/float16.h>

#include <cmath>
#include <cstring>
#include <iterator>
#include <utility>

namespace pyk2ptx {

namespace {

constexpr unsigned warpSize = 32;

float ofBits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, 4);
  return value;
}

double halfValue(std::uint32_t bits) {
  double value =
      static_cast<double>(fromFloat16(static_cast<std::uint16_t>(bits)));
  return std::isnan(value) ? static_cast<double>(ofBits(0x7fc00000)) : value;
}

/// Writes those of a register.
using Elements = void (*)(std::uint64_t word, double *to);

template <double (*Element)(std::uint64_t, unsigned), unsigned Count>
void elements(std::uint64_t word, double *to) {
  for (unsigned i = 0; i < Count; ++i)
    to[i] = Element(word, i);
}

// One shape's sizes, and how registers of a and b read.
struct FragmentLayout {
  unsigned rows, inner;
  /// Elements of a register.
  unsigned packed;
  Elements a, b;
};

double f16Element(std::uint64_t word, unsigned index) {
  return halfValue(static_cast<std::uint32_t>(word >> (16 * index)) & 0xffff);
}
double bf16Element(std::uint64_t word, unsigned index) {
  auto bits = static_cast<std::uint32_t>(word >> (16 * index)) & 0xffff;
  return static_cast<double>(ofBits(bits << 16));
}
double tf32Element(std::uint64_t word, unsigned) {
  return static_cast<double>(
      ofBits(static_cast<std::uint32_t>(word) & 0xffffe000));
}
double f64Element(std::uint64_t word, unsigned) {
  double value = 0;
  std::memcpy(&value, &word, 8);
  return value;
}
double s8Element(std::uint64_t word, unsigned index) {
  return static_cast<std::int8_t>(word >> (8 * index) & 0xff);
}

double u8Element(std::uint64_t word, unsigned index) {
  return static_cast<std::uint8_t>(word >> (8 * index) & 0xff);
}

// Of 8 bits: the exponent's bias is 7, and the greatest is a number but for the
// last.
double e4m3Element(std::uint64_t word, unsigned index) {
  auto bits = static_cast<std::uint32_t>(word >> (8 * index)) & 0xff;
  std::uint32_t exponent = bits >> 3 & 15, fraction = bits & 7;
  double magnitude = 0;
  if (exponent == 15 && fraction == 7)
    magnitude = static_cast<double>(ofBits(0x7fc00000));
  else if (exponent == 0)
    magnitude = fraction / 512.0;
  else
    magnitude =
        static_cast<double>(ofBits((exponent + 120) << 23 | fraction << 20));
  return bits & 0x80 ? -magnitude : magnitude;
}
// The high byte of a float16.
double e5m2Element(std::uint64_t word, unsigned index) {
  return halfValue((static_cast<std::uint32_t>(word >> (8 * index)) & 0xff)
                   << 8);
}

template <double (*A)(std::uint64_t, unsigned),
          double (*B)(std::uint64_t, unsigned), unsigned Packed>
constexpr FragmentLayout layoutOf(unsigned rows, unsigned inner) {
  return {rows, inner, Packed, elements<A, Packed>, elements<B, Packed>};
}
// In the order of mma_shapes.def.
constexpr FragmentLayout layouts[] = {
    layoutOf<f16Element, f16Element, 2>(16, 16),
    layoutOf<bf16Element, bf16Element, 2>(16, 16),
    layoutOf<tf32Element, tf32Element, 1>(16, 8),
    layoutOf<f64Element, f64Element, 1>(8, 4),
    layoutOf<s8Element, s8Element, 4>(16, 32),
    layoutOf<u8Element, u8Element, 4>(16, 32),
    layoutOf<s8Element, u8Element, 4>(16, 32),
    layoutOf<u8Element, s8Element, 4>(16, 32),
    layoutOf<f16Element, f16Element, 2>(16, 16),
    layoutOf<f16Element, f16Element, 2>(16, 8),
    layoutOf<f16Element, f16Element, 2>(16, 8),
    layoutOf<e4m3Element, e4m3Element, 4>(16, 32),
    layoutOf<e5m2Element, e5m2Element, 4>(16, 32),
    layoutOf<e4m3Element, e5m2Element, 4>(16, 32),
    layoutOf<e5m2Element, e4m3Element, 4>(16, 32),
    layoutOf<f64Element, f64Element, 1>(16, 4),
    layoutOf<f64Element, f64Element, 1>(16, 8),
    layoutOf<f64Element, f64Element, 1>(16, 16)};
static_assert(std::size(layouts) == std::size(mmaShapes));
constexpr unsigned columns = 8;

/// Sums of a register: two of float16, in registers of 32 bits.
unsigned sumsOf(Scalar scalar) { return scalar == Scalar::U32 ? 2 : 1; }

double readSum(std::uint64_t word, Scalar scalar, unsigned index) {
  if (scalar == Scalar::U32)
    return f16Element(word, index);
  if (scalar == Scalar::F64)
    return f64Element(word, 0);
  if (scalar == Scalar::F32)
    return static_cast<double>(ofBits(static_cast<std::uint32_t>(word)));
  return static_cast<std::int32_t>(word);
}

void writeSum(std::uint64_t &word, Scalar scalar, unsigned index, double sum) {
  if (scalar == Scalar::U32) {
    std::uint64_t mask = std::uint64_t(0xffff) << (16 * index);
    word = (word & ~mask) | std::uint64_t(toFloat16(sum)) << (16 * index);
  } else if (scalar == Scalar::F64) {
    std::memcpy(&word, &sum, 8);
  } else if (scalar == Scalar::F32) {
    auto rounded = static_cast<float>(sum);
    std::memcpy(&word, &rounded, 4);
  } else {
    // At most 32 products of bytes and an int32: exact, then it wraps.
    auto wrapped = static_cast<std::uint32_t>(static_cast<std::int64_t>(sum));
    std::memcpy(&word, &wrapped, 4);
  }
}

} // namespace

void loadMatrices(HostMatrix *const *lanes, std::uint32_t operand) {
  std::uint32_t count = operand & 255;
  bool isTransposed = (operand & 256) != 0;
  auto element = [&](unsigned matrix, unsigned row,
                     unsigned column) -> std::uint32_t {
    const HostMatrix *owner = lanes[8 * matrix + row];
    if (!owner || !owner->row)
      return 0;
    std::uint16_t value = 0;
    std::memcpy(&value, owner->row + column, 2);
    return value;
  };
  for (unsigned lane = 0; lane < warpSize; ++lane)
    for (unsigned matrix = 0; lanes[lane] && matrix < count; ++matrix) {
      unsigned g = lane / 4, t = 2 * (lane % 4);
      std::uint32_t low =
          isTransposed ? element(matrix, t, g) : element(matrix, g, t);
      std::uint32_t high =
          isTransposed ? element(matrix, t + 1, g) : element(matrix, g, t + 1);
      lanes[lane]->words[matrix] = low | high << 16;
    }
}

void gatherRows(HostMatrix *const *lanes, std::uint32_t operand) {
  std::uint32_t count = operand & 255;
  bool isTransposed = (operand & 256) != 0;
  std::uint16_t matrices[4][8][8] = {};
  bool isInside = true;
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!lanes[lane])
      continue;
    isInside = isInside && (lane >= 8 * count || lanes[lane]->row);
    for (unsigned matrix = 0; matrix < count; ++matrix)
      for (unsigned half = 0; half < 2; ++half) {
        unsigned row = lane / 4, column = 2 * (lane % 4) + half;
        if (isTransposed)
          std::swap(row, column);
        matrices[matrix][row][column] = static_cast<std::uint16_t>(
            lanes[lane]->words[matrix] >> (16 * half));
      }
  }
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!lanes[lane])
      continue;
    if (lane < 8 * count)
      std::memcpy(lanes[lane]->words, matrices[lane / 8][lane % 8], 16);
    lanes[lane]->words[2] = isInside && lane < 8 * count;
  }
}

void multiplyMatrices(HostMatrix *const *lanes, std::uint32_t index) {
  const MmaShape &shape = mmaShapes[index];
  const FragmentLayout &layout = layouts[index];
  double a[16][32] = {}, b[32][columns] = {}, c[16][columns] = {};
  // Registers of a alternate between rows g and g + 8.
  unsigned halves = layout.rows / 8, step = 4 * layout.packed;
  unsigned sums = sumsOf(shape.sum);
  auto place = [&](unsigned lane, auto &&visit) {
    for (unsigned i = 0; i < shape.c * sums; ++i)
      visit(i, lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2);
  };
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!lanes[lane])
      continue;
    const std::uint64_t *words = lanes[lane]->words;
    unsigned g = lane / 4, t = layout.packed * (lane % 4);
    for (unsigned i = 0; i < shape.a; ++i)
      layout.a(words[i], &a[g + 8 * (i % halves)][t + step * (i / halves)]);
    for (unsigned i = 0; i < shape.b; ++i) {
      double own[4] = {};
      layout.b(words[shape.a + i], own);
      for (unsigned e = 0; e < layout.packed; ++e)
        b[t + step * i + e][g] = own[e];
    }
    const std::uint64_t *own = words + shape.a + shape.b;
    place(lane, [&](unsigned i, unsigned row, unsigned column) {
      c[row][column] = readSum(own[i / sums], shape.sum, i % sums);
    });
  }
  // A row of sums at a time: they do not wait for each other.
  for (unsigned row = 0; row < layout.rows; ++row)
    for (unsigned k = 0; k < layout.inner; ++k)
      for (unsigned column = 0; column < columns; ++column)
        c[row][column] += a[row][k] * b[k][column];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (lanes[lane])
      place(lane, [&](unsigned i, unsigned row, unsigned column) {
        writeSum(lanes[lane]->words[i / sums], shape.sum, i % sums,
                 c[row][column]);
      });
}

} // namespace pyk2ptx
