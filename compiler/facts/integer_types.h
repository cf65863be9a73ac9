// Which types integers have.
#ifndef PYK2PTX_COMPILER_FACTS_INTEGER_TYPES_H
#define PYK2PTX_COMPILER_FACTS_INTEGER_TYPES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

inline bool isInt64(const Type &type) {
  return type.isScalar() && type.scalar == Scalar::I64;
}
/// One of any width, or a bool.
inline bool isIntegral(const Type &type) {
  return type.isScalar() && (type.isBool() || type.isInteger());
}

} // namespace pyk2ptx

#endif
