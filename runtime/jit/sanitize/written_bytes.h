// Which bytes of a local array have been written.
#ifndef PYK2PTX_JIT_SANITIZE_WRITTEN_BYTES_H
#define PYK2PTX_JIT_SANITIZE_WRITTEN_BYTES_H

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace pyk2ptx {

class WrittenBytes {
public:
  explicit WrittenBytes(std::uint64_t bytes)
      : left_(bytes), words_((bytes + 63) / 64) {}

  /// Whether all of `count` bytes from `begin` on, which there must be, have
  /// been written; now they are.
  bool add(std::uint64_t begin, std::uint64_t count) {
    if (left_ == 0)
      return true;
    bool were = true;
    while (count > 0) {
      std::uint64_t bit = begin % 64, here = std::min(count, 64 - bit);
      std::uint64_t &word = words_[begin / 64];
      std::uint64_t added = (~std::uint64_t(0) >> (64 - here)) << bit & ~word;
      were = were && added == 0;
      word |= added;
      left_ -= static_cast<std::uint64_t>(std::popcount(added));
      begin += here;
      count -= here;
    }
    return were;
  }

private:
  /// How many have not.
  std::uint64_t left_;
  std::vector<std::uint64_t> words_;
};

} // namespace pyk2ptx

#endif
