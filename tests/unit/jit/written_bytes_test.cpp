#include "runtime/jit/sanitize/written_bytes.h"

#include <gtest/gtest.h>

#include <random>

namespace pyk2ptx {
namespace {

TEST(WrittenBytes, SayWhetherAllOfARangeWere) {
  std::mt19937 random(5);
  for (unsigned bytes : {1u, 7u, 63u, 64u, 65u, 200u}) {
    WrittenBytes written(bytes);
    std::vector<bool> plain(bytes, false);
    for (int turn = 0; turn < 400; ++turn) {
      unsigned begin = random() % bytes;
      unsigned count = std::min<unsigned>(random() % 70, bytes - begin);
      bool were = true;
      for (unsigned i = begin; i < begin + count; ++i) {
        were = were && plain[i];
        plain[i] = true;
      }
      EXPECT_EQ(written.add(begin, count), were) << bytes << " " << turn;
    }
  }
}

} // namespace
} // namespace pyk2ptx
