// Guarded indices of vectors, for the tests of what takes guards away.
#ifndef PYK2PTX_TESTS_UNIT_GUARDED_CODE_H
#define PYK2PTX_TESTS_UNIT_GUARDED_CODE_H

#include "build_ir.h"

#include <utility>

namespace pyk2ptx::build {

inline const Type vector =
    Type::array(Scalar::I64, 1, Layout::C, Space::Global);

inline ir::Index guarded(ir::ExprPtr value) {
  return index(std::move(value), true, ir::Bounds::Guard);
}
inline ir::ExprPtr plus(ir::ExprPtr left, ir::ExprPtr right) {
  return binary(ir::BinaryOp::Add, std::move(left), std::move(right));
}
inline ir::ExprPtr minus(ir::ExprPtr left, ir::ExprPtr right) {
  return binary(ir::BinaryOp::Sub, std::move(left), std::move(right));
}

} // namespace pyk2ptx::build

#endif
