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

/// Whether the last function's statement `at` is a choice.
inline bool isIf(const ir::Module &module, std::size_t at = 0) {
  return std::holds_alternative<ir::If>(module.functions.back().body[at].node);
}

} // namespace pyk2ptx::build

#endif
