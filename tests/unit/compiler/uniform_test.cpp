// Which variables are the same for all threads of a block that come to the
// same place.
#include "checked_module.h"
#include "compiler/analyze/uniform.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace pyk2ptx {
namespace {

/// Those variables of one letter of a kernel k(n, x) with this body that
/// differ, in order.
std::string varying(const std::string &body) {
  std::string text = "from numba import cuda\n"
                     "@cuda.jit('void(int64, int64[:])')\n"
                     "def k(n, x):\n"
                     "    t = cuda.threadIdx.x\n" +
                     body;
  std::optional<ir::Module> module = checkedModule(text);
  if (!module)
    return "error";
  const ir::Function &kernel = module->functions.back();
  Uniformity uniform(kernel);
  std::set<std::string> names;
  for (ir::SlotId slot = 0; slot < kernel.slots.size(); ++slot)
    if (!uniform.ofSlot(slot))
      names.insert(kernel.slots[slot].name);
  std::string all;
  for (const std::string &name : names)
    if (name.size() == 1)
      all += name;
  return all;
}

TEST(Uniform, WhatIsReadWhereThreadsHaveParted) {
  EXPECT_EQ(varying("    if t < n:\n"
                    "        k = 0\n"
                    "        for i in range(3):\n"
                    "            for j in range(i, 3):\n"
                    "                x[k + j] = i\n"
                    "                k += 1\n"),
            "t");
  // The same names where others have parted.
  EXPECT_EQ(varying("    if t < n:\n"
                    "        for i in range(3):\n"
                    "            x[i] = i\n"
                    "    if t > n:\n"
                    "        for i in range(4):\n"
                    "            x[i] = i\n"),
            "t");
}

TEST(Uniform, WhatIsReadWhereTheyHaveMet) {
  EXPECT_EQ(varying("    k = 0\n"
                    "    if t < n:\n"
                    "        k = 1\n"
                    "    x[k] = 0\n"),
            "kt");
  EXPECT_EQ(varying("    i = 0\n"
                    "    if t < n:\n"
                    "        for i in range(3):\n"
                    "            x[i] = i\n"
                    "    x[i] = 0\n"),
            "it");
  // Inside a loop over it, but something else has set it.
  EXPECT_EQ(varying("    for i in range(3):\n"
                    "        if t < n:\n"
                    "            i = 7\n"
                    "        x[i] = i\n"),
            "it");
}

TEST(Uniform, WhatIsCarriedFromTimeToTime) {
  // Threads come a different number of times.
  EXPECT_EQ(varying("    k = 0\n"
                    "    for i in range(n):\n"
                    "        if x[i] < t:\n"
                    "            k = k + 1\n"
                    "            x[k] = i\n"),
            "kt");
  EXPECT_EQ(varying("    for i in range(n):\n"
                    "        if x[i] < t:\n"
                    "            k = 5\n"
                    "            x[k] = i\n"),
            "t");
  EXPECT_EQ(varying("    k = 0\n"
                    "    for i in range(n):\n"
                    "        if x[i] < t:\n"
                    "            if i > 3:\n"
                    "                k = i\n"
                    "            x[k] = i\n"),
            "kt");
}

TEST(Uniform, LoopsThatRunDifferentlyOften) {
  EXPECT_EQ(varying("    for i in range(t):\n"
                    "        k = 0\n"
                    "        for j in range(n):\n"
                    "            k += j\n"
                    "        x[k] = 0\n"),
            "it");
  EXPECT_EQ(varying("    for i in range(n):\n"
                    "        if x[i] < t:\n"
                    "            break\n"
                    "        x[i] = 0\n"),
            "it");
}

} // namespace
} // namespace pyk2ptx
