// Comparisons of the typed IR turned round.
#ifndef PYK2PTX_FRONTEND_IR_TURNED_OPS_H
#define PYK2PTX_FRONTEND_IR_TURNED_OPS_H

#include "ir.h"

namespace pyk2ptx {

/// What holds of integers where `op` does not. (Of floats it does not: nan.)
[[nodiscard]] inline ir::CompareOp negated(ir::CompareOp op) {
  switch (op) {
  case ir::CompareOp::Less:
    return ir::CompareOp::GreaterEqual;
  case ir::CompareOp::LessEqual:
    return ir::CompareOp::Greater;
  case ir::CompareOp::Greater:
    return ir::CompareOp::LessEqual;
  case ir::CompareOp::GreaterEqual:
    return ir::CompareOp::Less;
  case ir::CompareOp::Equal:
    return ir::CompareOp::NotEqual;
  case ir::CompareOp::NotEqual:
    return ir::CompareOp::Equal;
  }
  return op;
}

/// `b op a` for `a op b`.
[[nodiscard]] inline ir::CompareOp mirrored(ir::CompareOp op) {
  switch (op) {
  case ir::CompareOp::Less:
    return ir::CompareOp::Greater;
  case ir::CompareOp::LessEqual:
    return ir::CompareOp::GreaterEqual;
  case ir::CompareOp::Greater:
    return ir::CompareOp::Less;
  case ir::CompareOp::GreaterEqual:
    return ir::CompareOp::LessEqual;
  case ir::CompareOp::Equal:
  case ir::CompareOp::NotEqual:
    return op;
  }
  return op;
}

} // namespace pyk2ptx

#endif
