// What constants, launches and the CPU device round by, against LLVM.
#include "runtime/include/pyk2ptx/float16.h"

#include <gtest/gtest.h>

#include <llvm/ADT/APFloat.h>

#include <bit>

using namespace pyk2ptx;

namespace {

std::uint16_t roundedByLlvm(const llvm::fltSemantics &type, double value) {
  llvm::APFloat number(value);
  bool losesInfo = false;
  number.convert(type, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<std::uint16_t>(number.bitcastToAPInt().getZExtValue());
}

double wideByLlvm(const llvm::fltSemantics &type, std::uint16_t bits) {
  return llvm::APFloat(type, llvm::APInt(16, bits)).convertToDouble();
}

// Every number, what lies halfway to the next, and both neighbours of that.
template <typename To, typename From>
void checkAll(const llvm::fltSemantics &type, const To &to, const From &from) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    auto half = static_cast<std::uint16_t>(bits);
    double value = wideByLlvm(type, half);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(from(half)));
      EXPECT_TRUE(std::isnan(from(to(value))));
      continue;
    }
    ASSERT_EQ(std::bit_cast<std::uint64_t>(static_cast<double>(from(half))),
              std::bit_cast<std::uint64_t>(value));
    ASSERT_EQ(to(value), half);
    double next = wideByLlvm(type, static_cast<std::uint16_t>(bits + 1));
    if (!std::isfinite(value))
      continue;
    // Behind the largest the next one is as far as the last was.
    double last = wideByLlvm(type, static_cast<std::uint16_t>(bits - 1));
    double middle =
        std::isfinite(next) ? value / 2 + next / 2 : value + (value - last) / 2;
    for (double each : {middle, std::nextafter(middle, HUGE_VAL),
                        std::nextafter(middle, -HUGE_VAL)})
      ASSERT_EQ(to(each), roundedByLlvm(type, each)) << each;
  }
  for (double value : {1e300, -1e300, 1e-300, -1e-300, 0x1p-1074, 5e-324})
    EXPECT_EQ(to(value), roundedByLlvm(type, value)) << value;
}

TEST(Float16, RoundsAsLlvmDoes) {
  checkAll(llvm::APFloat::IEEEhalf(), toFloat16, fromFloat16);
}

TEST(Float16, BfloatRoundsAsLlvmDoes) {
  checkAll(llvm::APFloat::BFloat(), toBfloat16, fromBfloat16);
}

} // namespace
