// What tests of arrays' extents are made of.
#ifndef PYK2PTX_COMPILER_VERSIONS_SIZE_TESTS_H
#define PYK2PTX_COMPILER_VERSIONS_SIZE_TESTS_H

#include "frontend/ir/ir.h"
#include "frontend/ir/make_expr.h"

#include <cstdint>
#include <utility>

namespace pyk2ptx {

/// An extent of a parameter that is an array.
[[nodiscard]] inline ir::ExprPtr extentOf(const ir::Function &kernel,
                                          ir::SlotId array, std::uint8_t axis) {
  return ir::makeExpr(
      kernel.range, Type::of(Scalar::I64),
      ir::ArrayProperty{ir::ArrayField::Shape, axis,
                        ir::makeExpr(kernel.range, kernel.slots[array].type,
                                     ir::SlotValue{array})});
}

/// `all`, which is null before the first, and a comparison.
inline void addTest(ir::ExprPtr &all, ir::CompareOp op, ir::ExprPtr left,
                    ir::ExprPtr right) {
  SourceRange range = left->range;
  const Type truth = Type::of(Scalar::Bool);
  ir::ExprPtr one = ir::makeExpr(
      range, truth, ir::Compare{op, std::move(left), std::move(right)});
  all = all ? ir::makeExpr(range, truth,
                           ir::Binary{ir::BinaryOp::BitAnd, std::move(all),
                                      std::move(one)})
            : std::move(one);
}

} // namespace pyk2ptx

#endif
