// Arguments of a launch, and how they become the bytes of a parameter block.
// Both devices take the same block: the GPU by cuLaunchKernel, the CPU device
// by the kernel's host entry.
#ifndef PYK2PTX_ARGUMENT_H
#define PYK2PTX_ARGUMENT_H

#include "pyk2ptx/error.h"
#include "pyk2ptx/float16.h"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pyk2ptx {

/// A view of consecutive elements that it does not own (C++20's std::span).
template <typename T> class Span {
public:
  constexpr Span() = default;
  constexpr Span(T *data, std::size_t size) : data_(data), size_(size) {}
  template <std::size_t N>
  constexpr Span(T (&array)[N]) : data_(array), size_(N) {}
  template <typename Container,
            typename = std::enable_if_t<std::is_convertible_v<
                decltype(std::declval<Container &>().data()), T *>>>
  constexpr Span(Container &&container)
      : data_(container.data()), size_(container.size()) {}

  constexpr T *data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T &operator[](std::size_t i) const { return data_[i]; }
  constexpr T *begin() const { return data_; }
  constexpr T *end() const { return data_ + size_; }

private:
  T *data_ = nullptr;
  std::size_t size_ = 0;
};

/// The greatest rank of an ArrayView.
inline constexpr int maxRank = 8;

/// An array argument: where it is and how it lies there. It owns nothing; the
/// memory must live until the launch has run.
///
/// Only the first `ndim` axes have values. The others are neither set nor
/// copied: a view is made and copied at every launch, and clearing sixteen
/// words there takes longer than packing the argument.
struct ArrayView {
  /// A device address; on the CPU device a host address.
  std::uint64_t address = 0;
  /// NumPy's name of the element type ("float32"); must outlive the view.
  std::string_view dtype;
  /// Bytes of one element.
  std::uint32_t itemSize = 0;
  int ndim = 0;
  std::array<std::int64_t, maxRank> shape;
  /// In bytes; may be negative or 0.
  std::array<std::int64_t, maxRank> strides;

  // NOLINTNEXTLINE(*-member-init, *-use-equals-default): see above.
  ArrayView() {}
  ArrayView(const ArrayView &other) { *this = other; }
  ArrayView &operator=(const ArrayView &other) {
    address = other.address;
    dtype = other.dtype;
    itemSize = other.itemSize;
    ndim = other.ndim;
    for (int axis = 0; axis < ndim && axis < maxRank; ++axis) {
      shape[static_cast<std::size_t>(axis)] =
          other.shape[static_cast<std::size_t>(axis)];
      strides[static_cast<std::size_t>(axis)] =
          other.strides[static_cast<std::size_t>(axis)];
    }
    return *this;
  }
};

namespace detail {
template <typename T> constexpr std::string_view integerName() {
  constexpr std::string_view names[2][4] = {
      {"uint8", "uint16", "uint32", "uint64"},
      {"int8", "int16", "int32", "int64"}};
  return names[std::is_signed_v<T>]
              [sizeof(T) == 1 ? 0 : (sizeof(T) == 2 ? 1 : sizeof(T) / 4 + 1)];
}
} // namespace detail

/// NumPy's name of a C++ type, or empty where it has none. Specialise it for
/// your own half and bfloat16 types.
template <typename T> struct DtypeName {
  static constexpr std::string_view value = [] {
    if constexpr (std::is_same_v<T, bool>)
      return std::string_view("bool");
    else if constexpr (std::is_integral_v<T>)
      return detail::integerName<T>();
    else if constexpr (std::is_same_v<T, float>)
      return std::string_view("float32");
    else if constexpr (std::is_same_v<T, double>)
      return std::string_view("float64");
    else if constexpr (std::is_same_v<T, std::complex<float>>)
      return std::string_view("complex64");
    else if constexpr (std::is_same_v<T, std::complex<double>>)
      return std::string_view("complex128");
    else
      return std::string_view();
  }();
};

/// A C-contiguous array of `shape` at `address`. A shape of more than maxRank
/// axes gives a view of rank -1, which every launch refuses.
[[nodiscard]] inline ArrayView contiguousView(std::uint64_t address,
                                              std::string_view dtype,
                                              std::uint32_t itemSize,
                                              Span<const std::int64_t> shape) {
  ArrayView view;
  view.address = address;
  view.dtype = dtype;
  view.itemSize = itemSize;
  if (shape.size() > static_cast<std::size_t>(maxRank)) {
    view.ndim = -1;
    return view;
  }
  view.ndim = static_cast<int>(shape.size());
  // Unsigned, so that absurd extents wrap in place of being undefined.
  std::uint64_t stride = itemSize;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    view.shape[axis] = shape[axis];
    view.strides[axis] = static_cast<std::int64_t>(stride);
    stride *= static_cast<std::uint64_t>(shape[axis]);
  }
  return view;
}

/// A C-contiguous array of T's at a typed pointer (to device memory, or on the
/// CPU device to host memory).
template <typename T>
[[nodiscard]] ArrayView arrayView(T *pointer,
                                  std::initializer_list<std::int64_t> shape) {
  using Element = std::remove_cv_t<T>;
  static_assert(!DtypeName<Element>::value.empty(),
                "specialise pyk2ptx::DtypeName for this element type");
  return contiguousView(reinterpret_cast<std::uintptr_t>(pointer),
                        DtypeName<Element>::value, sizeof(Element),
                        {shape.begin(), shape.size()});
}

/// One argument of a launch: a tagged union, implicitly made from C++ scalars
/// and from ArrayView.
class Argument {
public:
  enum class Kind : std::uint8_t {
    Bool,
    Int64,
    UInt64,
    Double,
    Complex,
    Array,
    Record
  };
  struct RecordView {
    const void *data;
    std::size_t size;
  };

  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
  Argument(T value) {
    if constexpr (std::is_same_v<T, bool>) {
      kind_ = Kind::Bool;
      bool_ = value;
    } else if constexpr (std::is_floating_point_v<T>) {
      kind_ = Kind::Double;
      double_ = static_cast<double>(value);
    } else if constexpr (std::is_signed_v<T>) {
      kind_ = Kind::Int64;
      int64_ = value;
    } else {
      kind_ = Kind::UInt64;
      uint64_ = value;
    }
  }
  template <typename T>
  Argument(std::complex<T> value)
      : kind_(Kind::Complex), complex_{static_cast<double>(value.real()),
                                       static_cast<double>(value.imag())} {}
  Argument(const ArrayView &array) : kind_(Kind::Array), array_(array) {}
  Argument(const Argument &other) : kind_(other.kind_) { copy(other); }
  Argument &operator=(const Argument &other) {
    kind_ = other.kind_;
    copy(other);
    return *this;
  }

  /// A record passed by value; its bytes are read when the launch is packed.
  [[nodiscard]] static Argument record(const void *data, std::size_t size) {
    return Argument(RecordView{data, size});
  }

  Kind kind() const { return kind_; }
  bool asBool() const { return bool_; }
  std::int64_t asInt64() const { return int64_; }
  std::uint64_t asUInt64() const { return uint64_; }
  double asDouble() const { return double_; }
  std::array<double, 2> asComplex() const { return complex_; }
  const ArrayView &asArray() const { return array_; }
  RecordView asRecord() const { return record_; }

private:
  // Starts the life of the member that `kind_` names; all are trivially
  // destructible.
  void copy(const Argument &other) {
    switch (kind_) {
    case Kind::Bool:
      bool_ = other.bool_;
      break;
    case Kind::Int64:
      int64_ = other.int64_;
      break;
    case Kind::UInt64:
      uint64_ = other.uint64_;
      break;
    case Kind::Double:
      double_ = other.double_;
      break;
    case Kind::Complex:
      new (&complex_) std::array<double, 2>(other.complex_);
      break;
    case Kind::Array:
      new (&array_) ArrayView(other.array_);
      break;
    case Kind::Record:
      new (&record_) RecordView(other.record_);
      break;
    }
  }

  explicit Argument(RecordView record) : kind_(Kind::Record), record_(record) {}

  Kind kind_;
  union {
    bool bool_;
    std::int64_t int64_;
    std::uint64_t uint64_;
    double double_;
    std::array<double, 2> complex_;
    ArrayView array_;
    RecordView record_;
  };
};

/// Checks `arguments` against `kernel` and writes its parameter block: exactly
/// kernel.paramBytes bytes at `block`, padding zeroed. Numbers of another width
/// are range-checked and converted; an int or a bool is taken for a float, a
/// real for a complex; a float is never taken for an int. The error names the
/// argument: TypeError (count, kind, dtype, rank), ValueError (layout, null
/// pointer, record size) or OverflowError (range).
[[nodiscard]] Result<void> packArgumentsInto(const KernelInfo &kernel,
                                             Span<const Argument> arguments,
                                             std::byte *block);

/// The same into a new block.
[[nodiscard]] Result<std::vector<std::byte>>
packArguments(const KernelInfo &kernel, Span<const Argument> arguments);

/// Whether the elements lie without gaps in C's (`fortran` false) or Fortran's
/// order. As in NumPy, axes of extent 1 and empty arrays are no obstacle.
[[nodiscard]] bool isContiguous(const ArrayView &array, bool fortran);

} // namespace pyk2ptx

#endif
