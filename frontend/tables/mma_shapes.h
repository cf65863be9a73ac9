// The rows of mma_shapes.def.
#ifndef PYK2PTX_FRONTEND_TABLES_MMA_SHAPES_H
#define PYK2PTX_FRONTEND_TABLES_MMA_SHAPES_H

#include "frontend/types/types.h"

#include <cstddef>
#include <string_view>

namespace pyk2ptx {

struct MmaShape {
  std::string_view name;
  Scalar factor;
  std::size_t a, b;
  Scalar sum;
  std::size_t c;
  unsigned sm;
  /// The PTX ISA.
  unsigned isa;
  std::string_view ptx;
};
inline constexpr MmaShape mmaShapes[] = {
#define MMA_SHAPE(name, factor, a, b, sum, c, sm, isa, ptx)                    \
  {name, Scalar::factor, a, b, Scalar::sum, c, sm, isa, ptx},
#include "mma_shapes.def"
#undef MMA_SHAPE
};
/// Null: there is none of that name.
inline const MmaShape *findMmaShape(std::string_view name) {
  for (const MmaShape &shape : mmaShapes)
    if (shape.name == name)
      return &shape;
  return nullptr;
}

} // namespace pyk2ptx

#endif
