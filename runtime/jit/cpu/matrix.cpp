// ldmatrix and mma_sync for the 32 lanes of a warp at once. PTX lays the
// fragments out by g = lane / 4 and t = lane % 4: rows are g and g + 8, columns
// begin at t times the elements of a register. Sums of float32 are rounded
// once, from float64; the hardware's order and rounding are its own.
#include "matrix.h"

#include "frontend/tables/mma_shapes.h"

#include <cstring>

namespace pyk2ptx {

namespace {

constexpr unsigned warpSize = 32;

float ofBits(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, 4);
  return value;
}

double halfValue(std::uint32_t bits) {
  std::uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023;
  double magnitude = 0;
  if (exponent == 31)
    return fraction ? static_cast<double>(ofBits(0x7fc00000))
                    : static_cast<double>(
                          ofBits((bits & 0x8000) << 16 | 0x7f800000));
  if (exponent == 0)
    magnitude = fraction / 16777216.0;
  else
    magnitude =
        static_cast<double>(ofBits((exponent + 112) << 23 | fraction << 13));
  return bits & 0x8000 ? -magnitude : magnitude;
}

// One shape's sizes, and how a register of a or b reads.
struct FragmentLayout {
  unsigned rows, inner;
  /// Elements of a register.
  unsigned packed;
  double (*element)(std::uint64_t word, unsigned index);
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

// In the order of mma_shapes.def.
constexpr FragmentLayout layouts[] = {
    {16, 16, 2, f16Element}, {16, 16, 2, bf16Element}, {16, 8, 1, tf32Element},
    {8, 4, 1, f64Element},   {16, 32, 4, s8Element},   {16, 32, 4, u8Element}};
constexpr unsigned columns = 8;

double readSum(std::uint64_t word, Scalar scalar) {
  if (scalar == Scalar::F64)
    return f64Element(word, 0);
  if (scalar == Scalar::F32)
    return static_cast<double>(ofBits(static_cast<std::uint32_t>(word)));
  return static_cast<std::int32_t>(word);
}

void writeSum(std::uint64_t &word, Scalar scalar, double sum) {
  if (scalar == Scalar::F64) {
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

void multiplyMatrices(HostMatrix *const *lanes, std::uint32_t index) {
  const MmaShape &shape = mmaShapes[index];
  const FragmentLayout &layout = layouts[index];
  double a[16][32] = {}, b[32][columns] = {}, c[16][columns] = {};
  // Registers of a alternate between rows g and g + 8.
  unsigned halves = layout.rows / 8, step = 4 * layout.packed;
  auto place = [&](unsigned lane, auto &&visit) {
    for (unsigned i = 0; i < shape.c; ++i)
      visit(i, lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2);
  };
  for (unsigned lane = 0; lane < warpSize; ++lane) {
    if (!lanes[lane])
      continue;
    const std::uint64_t *words = lanes[lane]->words;
    unsigned g = lane / 4, t = layout.packed * (lane % 4);
    for (unsigned i = 0; i < shape.a; ++i)
      for (unsigned e = 0; e < layout.packed; ++e)
        a[g + 8 * (i % halves)][t + step * (i / halves) + e] =
            layout.element(words[i], e);
    for (unsigned i = 0; i < shape.b; ++i)
      for (unsigned e = 0; e < layout.packed; ++e)
        b[t + step * i + e][g] = layout.element(words[shape.a + i], e);
    place(lane, [&](unsigned i, unsigned row, unsigned column) {
      c[row][column] = readSum(words[shape.a + shape.b + i], shape.sum);
    });
  }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (lanes[lane])
      place(lane, [&](unsigned i, unsigned row, unsigned column) {
        double sum = c[row][column];
        for (unsigned k = 0; k < layout.inner; ++k)
          sum += a[row][k] * b[k][column];
        writeSum(lanes[lane]->words[i], shape.sum, sum);
      });
}

} // namespace pyk2ptx
