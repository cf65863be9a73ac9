// What a launch's arguments are compiled for, as words to compare and hash.
#ifndef PYK2PTX_JIT_JIT_KEY_H
#define PYK2PTX_JIT_JIT_KEY_H

#include <pyk2ptx/argument.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace pyk2ptx {

/// Words in place, on the heap only if there are many: a key is made at every
/// launch.
class JitKey {
public:
  JitKey() = default;
  JitKey(const JitKey &) = delete;
  JitKey &operator=(const JitKey &) = delete;

  void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15;
    hash_ ^= hash_ >> 29;
    if (size_ < inPlace)
      words_[size_] = word;
    else
      more_.push_back(word);
    ++size_;
  }
  void add(std::string_view text) {
    add(text.size());
    for (std::size_t at = 0; at < text.size(); at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at,
                  text.size() - at < 8 ? text.size() - at : 8);
      add(word);
    }
  }
  /// Kind, dtype, rank and layout of each.
  void add(Span<const Argument> arguments);

  std::uint64_t hash() const { return hash_; }
  std::vector<std::uint64_t> words() const {
    std::vector<std::uint64_t> all(
        words_, words_ + (size_ < inPlace ? size_ : inPlace));
    all.insert(all.end(), more_.begin(), more_.end());
    return all;
  }
  bool equals(const std::vector<std::uint64_t> &other) const {
    if (other.size() != size_)
      return false;
    std::size_t first = size_ < inPlace ? size_ : inPlace;
    return std::memcmp(words_, other.data(), first * 8) == 0 &&
           (more_.empty() || std::memcmp(more_.data(), other.data() + first,
                                         more_.size() * 8) == 0);
  }

private:
  static constexpr std::size_t inPlace = 64;
  std::uint64_t words_[inPlace];
  std::size_t size_ = 0;
  std::uint64_t hash_ = 0;
  std::vector<std::uint64_t> more_;
};

/// 'C', 'F' or 'A', by NumPy's flags.
[[nodiscard]] char layoutOf(const ArrayView &array);

} // namespace pyk2ptx

#endif
