// Which parameters are known to be sizes, and what that says of them.
#include "checked_module.h"
#include "compiler/facts/ranges.h"
#include "compiler/launch/launch_facts.h"
#include "frontend/ir/ir_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {
namespace {

using Bits = std::vector<std::uint8_t>;

ir::Function kernelOf(const std::string &types, const std::string &body,
                      const Bits &bits) {
  std::string text = "from numba import cuda\n"
                     "@cuda.jit('void(" +
                     types + ")')\n" + body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return {};
  LaunchFacts facts;
  std::copy(bits.begin(), bits.end(), facts.sizeBits.begin());
  applyFacts(*module, facts);
  return std::move(module->functions.back());
}

// Of the tuple two arguments, of None none; arrays, floats, bools and integers
// that have few bits anyway are none.
TEST(SizeBits, AreThoseOfTheArgument) {
  ir::Function kernel = kernelOf(
      "Tuple((int64, int64)), none, int64, uint32, float32[::1], float64, "
      "bool, int16, uint64, int32",
      "def k(pair, nothing, a, b, x, c, d, e, f, g):\n    x[0] = a\n",
      {30, 30, 10, 14, 10, 10, 10, 10, 30, 14});
  EXPECT_EQ(kernel.sizeBits, (Bits{0, 0, 10, 14, 0, 0, 0, 0, 30, 14}));
  const Interval expected[] = {{0, 1 << 10}, {0, 1 << 14}, {0, 1 << 30}};
  Ranges ranges(kernel);
  EXPECT_EQ(ranges.ofSlot(2), expected[0]);
  EXPECT_EQ(ranges.ofSlot(3), expected[1]);
  EXPECT_EQ(ranges.ofSlot(7), (Interval{INT16_MIN, INT16_MAX}));
  EXPECT_EQ(ranges.ofSlot(8), expected[2]);
}

TEST(SizeBits, AreThoseOfExtents) {
  ir::Function kernel =
      kernelOf("float32[:, ::1], float32[:, :], float32[::1], float32[:, ::1]",
               "def k(image, other, x, last):\n"
               "    other = other[1:]\n"
               "    x[image.shape[0] * image.shape[1]] = other.shape[0] + "
               "last.shape[1]\n",
               {14, 14, 14, 10});
  EXPECT_EQ(kernel.sizeBits, (Bits{14, 0, 0, 10}));
  Ranges ranges(kernel);
  bool isStored = false;
  forEachStmt(kernel.body, [&](const ir::Stmt &stmt) {
    if (const auto *store = std::get_if<ir::Store>(&stmt.node)) {
      isStored = true;
      EXPECT_EQ(ranges.of(*store->indices[0].value), (Interval{0, 1 << 28}));
    }
  });
  EXPECT_TRUE(isStored);
}

TEST(SizeBits, NotOfWhatIsAssignedLater) {
  ir::Function kernel = kernelOf("int64, int64, int64[::1]",
                                 "def k(n, m, x):\n"
                                 "    n = n * n\n"
                                 "    while m < x[0]:\n"
                                 "        m += x[1]\n"
                                 "    x[2] = n + m\n",
                                 {10, 10});
  Ranges ranges(kernel);
  EXPECT_GE(ranges.ofSlot(0).high, std::int64_t(1) << 20);
  EXPECT_EQ(ranges.ofSlot(1), Interval());
}

TEST(SizeBits, AreFew) {
  for (std::int64_t value : {0, 1, 1024})
    EXPECT_EQ(LaunchFacts::bitsOfSize(value), 10) << value;
  for (std::int64_t value : {1025, 1 << 14})
    EXPECT_EQ(LaunchFacts::bitsOfSize(value), 14) << value;
  for (std::int64_t value : {(1 << 14) + 1, 1 << 30})
    EXPECT_EQ(LaunchFacts::bitsOfSize(value), 30) << value;
  for (std::int64_t value :
       {std::int64_t(-1), (std::int64_t(1) << 30) + 1, INT64_MIN, INT64_MAX})
    EXPECT_EQ(LaunchFacts::bitsOfSize(value), 0) << value;
  const std::int64_t shape[] = {1 << 20, 3, 1025, 1024};
  EXPECT_EQ(LaunchFacts::bitsOfSizes(shape, 1), 0);
  EXPECT_EQ(LaunchFacts::bitsOfSizes(shape, 2), 30);
  EXPECT_EQ(LaunchFacts::bitsOfSizes(shape + 1, 3), 14);
  EXPECT_EQ(LaunchFacts::bitsOfSizes(shape + 3, 0), 0);
}

} // namespace
} // namespace pyk2ptx
