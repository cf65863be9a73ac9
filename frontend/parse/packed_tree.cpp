// The prelude's text does not change after the build, and parsing it anew in
// each process is most of what its functions cost: 30 functions of one call of
// a block's primitive take as long as all of a small kernel. So the build keeps
// their trees.
//
// Nodes are plain structs. What fields a struct has is found out from how many
// values it can be made of, so nobody lists them, and a new field or node is
// packed like all others: depth first, numbers in as many bytes as they need.
#include "packed_tree.h"

#include "frontend/messages/internal_error.h"

#include <bit>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

// ---- fields ----

/// A value of any type, where none is computed.
struct AnyValue {
  template <class T> operator T() const;
};

template <class T, std::size_t... I>
constexpr bool takes(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), AnyValue())...}; };
}

constexpr std::size_t mostFields = 7;

/// How many fields an aggregate has.
template <class T, std::size_t N = mostFields>
constexpr std::size_t fieldCount() {
  static_assert(!takes<T>(std::make_index_sequence<mostFields + 1>()));
  if constexpr (N == 0 || takes<T>(std::make_index_sequence<N>()))
    return N;
  else
    return fieldCount<T, N - 1>();
}

template <class T> auto fieldsOf(T &node) {
  constexpr std::size_t count = fieldCount<std::remove_const_t<T>>();
  if constexpr (count == 0) {
    return std::tie();
  } else if constexpr (count == 1) {
    auto &[a] = node;
    return std::tie(a);
  } else if constexpr (count == 2) {
    auto &[a, b] = node;
    return std::tie(a, b);
  } else if constexpr (count == 3) {
    auto &[a, b, c] = node;
    return std::tie(a, b, c);
  } else if constexpr (count == 4) {
    auto &[a, b, c, d] = node;
    return std::tie(a, b, c, d);
  } else if constexpr (count == 5) {
    auto &[a, b, c, d, e] = node;
    return std::tie(a, b, c, d, e);
  } else if constexpr (count == 6) {
    auto &[a, b, c, d, e, f] = node;
    return std::tie(a, b, c, d, e, f);
  } else {
    auto &[a, b, c, d, e, f, g] = node;
    return std::tie(a, b, c, d, e, f, g);
  }
}

template <class T>
concept Integral = std::is_integral_v<T> || std::is_enum_v<T>;

// ---- packing ----

class Packer {
public:
  std::string takeBytes() { return std::move(bytes_); }

  template <Integral T> void pack(const T &value) {
    packNumber(static_cast<std::uint64_t>(value));
  }
  void pack(const double &value) {
    packNumber(std::bit_cast<std::uint64_t>(value));
  }
  void pack(const std::string &text) {
    packNumber(text.size());
    bytes_ += text;
  }
  void pack(const SourceRange &range) {
    packNumber(range.source != nullptr);
    packNumber(range.begin);
    packNumber(range.end - range.begin);
  }
  template <class T> void pack(const std::vector<T> &elements) {
    packNumber(elements.size());
    for (const T &element : elements)
      pack(element);
  }
  template <class T> void pack(const std::shared_ptr<T> &node) {
    packPointer(node.get());
  }
  template <class T> void pack(const std::unique_ptr<T> &node) {
    packPointer(node.get());
  }
  template <class... T> void pack(const std::variant<T...> &node) {
    packNumber(node.index());
    std::visit([&](const auto &each) { pack(each); }, node);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void pack(const T &node) {
    std::apply([&](const auto &...fields) { (pack(fields), ...); },
               fieldsOf(node));
  }

private:
  template <class T> void packPointer(const T *node) {
    packNumber(node != nullptr);
    if (node)
      pack(*node);
  }
  /// Seven bits a byte, the lowest first; the eighth says that more follow.
  void packNumber(std::uint64_t number) {
    for (; number > 0x7f; number >>= 7)
      bytes_ += static_cast<char>(0x80 | (number & 0x7f));
    bytes_ += static_cast<char>(number);
  }

  std::string bytes_;
};

// ---- unpacking ----

class Unpacker {
public:
  Unpacker(std::string_view bytes, const Source &source)
      : bytes_(bytes), source_(source) {}

  bool isAtEnd() const { return at_ == bytes_.size(); }

  template <Integral T> void unpack(T &value) {
    value = static_cast<T>(unpackNumber());
  }
  void unpack(double &value) { value = std::bit_cast<double>(unpackNumber()); }
  void unpack(std::string &text) {
    std::size_t size = unpackSize();
    text = bytes_.substr(at_, size);
    at_ += size;
  }
  void unpack(SourceRange &range) {
    range.source = unpackNumber() ? &source_ : nullptr;
    range.begin = static_cast<std::uint32_t>(unpackNumber());
    range.end = range.begin + static_cast<std::uint32_t>(unpackNumber());
  }
  template <class T> void unpack(std::vector<T> &elements) {
    elements.resize(unpackSize());
    for (T &element : elements)
      unpack(element);
  }
  template <class T> void unpack(std::shared_ptr<const T> &node) {
    if (!unpackNumber())
      return;
    auto made = std::make_shared<T>();
    unpack(*made);
    node = std::move(made);
  }
  template <class T> void unpack(std::unique_ptr<T> &node) {
    if (!unpackNumber())
      return;
    node = std::make_unique<T>();
    unpack(*node);
  }
  template <class... T> void unpack(std::variant<T...> &node) {
    std::uint64_t index = unpackNumber(), at = 0;
    if (index >= sizeof...(T))
      internalError("a packed syntax tree has a node of no kind");
    ((at++ == index ? unpack(node.template emplace<T>()) : void()), ...);
  }
  template <class T>
    requires std::is_aggregate_v<T>
  void unpack(T &node) {
    std::apply([&](auto &...fields) { (unpack(fields), ...); }, fieldsOf(node));
  }

private:
  std::uint64_t unpackNumber() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (isAtEnd())
        internalError("a packed syntax tree ends too early");
      auto byte = static_cast<unsigned char>(bytes_[at_++]);
      number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80)
        break;
    }
    return number;
  }
  /// Of what takes a byte each at least.
  std::size_t unpackSize() {
    std::uint64_t size = unpackNumber();
    if (size > bytes_.size() - at_)
      internalError("a packed syntax tree ends too early");
    return static_cast<std::size_t>(size);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  const Source &source_;
};

} // namespace

std::string packTree(const syntax::Module &module) {
  Packer packer;
  packer.pack(module.body);
  return packer.takeBytes();
}

syntax::Module unpackTree(std::string_view bytes, const Source &source) {
  Unpacker unpacker(bytes, source);
  syntax::Module module;
  module.source = &source;
  unpacker.unpack(module.body);
  if (!unpacker.isAtEnd())
    internalError("a packed syntax tree goes on behind its end");
  return module;
}

} // namespace pyk2ptx
