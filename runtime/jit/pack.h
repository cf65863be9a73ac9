// Plain data as bytes and back, for what is hashed and for what is kept in
// files. The order of what is packed is the format; readers check every length.
#ifndef PYK2PTX_JIT_PACK_H
#define PYK2PTX_JIT_PACK_H

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pyk2ptx {

class Packer {
public:
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> ||
                                                    std::is_enum_v<T>>>
  void add(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    bytes_.append(bytes, sizeof(T));
  }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  void add(const std::string &text) { add(std::string_view(text)); }
  void add(const char *text) { add(std::string_view(text)); }
  /// A container: how many, then each by `one`.
  template <typename Container, typename One>
  void addEach(const Container &all, const One &one) {
    add(static_cast<std::uint64_t>(all.size()));
    for (const auto &each : all)
      one(each);
  }

  const std::string &bytes() const { return bytes_; }

private:
  std::string bytes_;
};

/// After anything that does not fit it gives zeros and `failed()` is true.
class Unpacker {
public:
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}

  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> ||
                                                    std::is_enum_v<T>>>
  void take(T &value) {
    value = T();
    if (!has(sizeof(T)))
      return;
    std::memcpy(&value, bytes_.data(), sizeof(T));
    bytes_.remove_prefix(sizeof(T));
  }
  void take(std::string &text) {
    std::uint64_t size = 0;
    take(size);
    text.clear();
    if (!has(size))
      return;
    text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  template <typename T, typename One>
  void takeEach(std::vector<T> &all, const One &one) {
    std::uint64_t count = 0;
    take(count);
    // Each takes a byte at least.
    if (!has(count))
      return;
    for (std::uint64_t i = 0; i < count && !failed_; ++i)
      one(all.emplace_back());
  }

  bool failed() const { return failed_; }
  /// All was right, and nothing is left.
  bool isDone() const { return !failed_ && bytes_.empty(); }

private:
  bool has(std::uint64_t size) {
    failed_ = failed_ || size > bytes_.size();
    return !failed_;
  }

  std::string_view bytes_;
  bool failed_ = false;
};

} // namespace pyk2ptx

#endif
