// ldmatrix and stmatrix for the 32 lanes of a warp at once: eight rows of eight
// 16-bit elements, of which row lane / 4 has two in each lane's register.
#include "matrix.h"

#include <cstring>
#include <utility>

namespace pyk2ptx {

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

} // namespace pyk2ptx
