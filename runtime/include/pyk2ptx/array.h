// Array arguments whose element, rank and layout are their type. The headers
// that pyk2ptx generates (--emit=header) use them, so that the C++ compiler
// refuses what a kernel cannot take.
//
//   Array<float, 2> image(pointer, {rows, columns});   // C order
//   Array<float, 2, Order::Any> part(pointer, {8, 8}, {stride0, stride1});
#ifndef PYK2PTX_ARRAY_H
#define PYK2PTX_ARRAY_H

#include "pyk2ptx/argument.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace pyk2ptx {

/// How the elements lie: in C's order without gaps, in Fortran's, or anyhow.
enum class Order : std::uint8_t { C, Fortran, Any };

/// Elements of NumPy's float16, and of bfloat16, by their bits.
struct Float16 {
  std::uint16_t bits;
};
struct Bfloat16 {
  std::uint16_t bits;
};
template <> struct DtypeName<Float16> {
  static constexpr std::string_view value = "float16";
};
template <> struct DtypeName<Bfloat16> {
  static constexpr std::string_view value = "bfloat16";
};

/// An array of T's in device memory, which it does not own; on the CPU device
/// in host memory.
template <typename T, int Rank, Order Lies = Order::C> class Array {
  static_assert(Rank >= 0 && Rank <= maxRank, "too many axes");
  static_assert(!DtypeName<T>::value.empty(),
                "specialise pyk2ptx::DtypeName for this element type");

public:
  static constexpr std::size_t rank = static_cast<std::size_t>(Rank);
  using Extents = std::array<std::int64_t, rank>;

  /// Without gaps, in C's order or, if that is its type's, in Fortran's.
  Array(T *pointer, const Extents &shape) {
    start(pointer, shape);
    // Unsigned, so that absurd extents wrap in place of being undefined.
    std::uint64_t stride = sizeof(T);
    for (std::size_t i = 0; i < rank; ++i) {
      std::size_t axis = Lies == Order::Fortran ? i : rank - 1 - i;
      view_.strides[axis] = static_cast<std::int64_t>(stride);
      stride *= static_cast<std::uint64_t>(shape[axis]);
    }
  }

  /// With strides in bytes.
  template <Order O = Lies, typename = std::enable_if_t<O == Order::Any>>
  Array(T *pointer, const Extents &shape, const Extents &strides) {
    start(pointer, shape);
    for (std::size_t axis = 0; axis < rank; ++axis)
      view_.strides[axis] = strides[axis];
  }

  /// Any layout may be that of another type.
  template <Order Other, Order O = Lies,
            typename = std::enable_if_t<O == Order::Any && Other != O>>
  Array(const Array<T, Rank, Other> &other) : view_(other.view()) {}

  [[nodiscard]] const ArrayView &view() const { return view_; }

private:
  void start(T *pointer, const Extents &shape) {
    view_.address = reinterpret_cast<std::uintptr_t>(pointer);
    view_.dtype = DtypeName<T>::value;
    view_.itemSize = sizeof(T);
    view_.ndim = Rank;
    for (std::size_t axis = 0; axis < rank; ++axis)
      view_.shape[axis] = shape[axis];
  }

  ArrayView view_;
};

} // namespace pyk2ptx

#endif
