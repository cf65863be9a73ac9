// A comparison of the source as the typed IR's.
#ifndef PYK2PTX_FRONTEND_IR_COMPARE_OP_H
#define PYK2PTX_FRONTEND_IR_COMPARE_OP_H

#include "frontend/parse/syntax.h"
#include "ir.h"

namespace pyk2ptx {

/// Of an ordering, == or !=; the others are no operator of the IR.
[[nodiscard]] inline ir::CompareOp compareOpOf(syntax::CompareOp op) {
  switch (op) {
  case syntax::CompareOp::Less:
    return ir::CompareOp::Less;
  case syntax::CompareOp::LessEqual:
    return ir::CompareOp::LessEqual;
  case syntax::CompareOp::Greater:
    return ir::CompareOp::Greater;
  case syntax::CompareOp::GreaterEqual:
    return ir::CompareOp::GreaterEqual;
  case syntax::CompareOp::NotEqual:
    return ir::CompareOp::NotEqual;
  default:
    return ir::CompareOp::Equal;
  }
}

} // namespace pyk2ptx

#endif
