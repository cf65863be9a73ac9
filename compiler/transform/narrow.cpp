// The GPU adds and compares 64-bit integers in two instructions each. A counter
// that a loop carries along costs that in every iteration, and LLVM cannot
// narrow it; ranges can (`n < max_iter` with an int32 max_iter). What is used
// in an index stays as it is: addresses have 64 bits, and a 32-bit counter
// would be extended there.
#include "narrow.h"

#include "frontend/ir/ir_walk.h"

namespace pyk2ptx {

using namespace ir;

namespace {

bool reads(const Expr &expr, SlotId slot) {
  bool found = false;
  forEachExpr(expr, [&](const Expr &inner) {
    const auto *value = std::get_if<SlotValue>(&inner.node);
    found = found || (value && value->slot == slot);
  });
  return found;
}

/// Marks the slots that an assignment in a loop changes by their old values.
void markCarried(const Block &block, bool inLoop, std::vector<bool> &carried) {
  for (const Stmt &stmt : block) {
    if (const auto *assign = std::get_if<Assign>(&stmt.node))
      if (inLoop && reads(*assign->value, assign->slot))
        carried[assign->slot] = true;
    bool loops = std::holds_alternative<While>(stmt.node) ||
                 std::holds_alternative<ForRange>(stmt.node);
    forEachBlockOf(stmt, [&](const Block &inner) {
      markCarried(inner, inLoop || loops, carried);
    });
  }
}

} // namespace

std::vector<bool> narrowSlots(const Function &function, const Ranges &ranges) {
  std::vector<bool> narrow(function.slots.size(), false);
  markCarried(function.body, false, narrow);
  for (std::size_t i = 0; i < narrow.size(); ++i) {
    const Type &type = function.slots[i].type;
    Interval range = ranges.ofSlot(static_cast<SlotId>(i));
    narrow[i] = narrow[i] && i >= function.paramCount && type.isScalar() &&
                type.scalar == Scalar::I64 && range.low >= INT32_MIN &&
                range.high <= INT32_MAX;
  }
  auto exclude = [&](const Expr &index) {
    forEachExpr(index, [&](const Expr &expr) {
      if (const auto *value = std::get_if<SlotValue>(&expr.node))
        narrow[value->slot] = false;
    });
  };
  auto excludeAll = [&](const std::vector<Index> &indices) {
    for (const Index &index : indices)
      exclude(*index.value);
  };
  forEachStmt(function.body, [&](const Stmt &stmt) {
    if (const auto *store = std::get_if<Store>(&stmt.node))
      excludeAll(store->indices);
  });
  forEachExprIn(function.body, [&](const Expr &expr) {
    if (const auto *load = std::get_if<Load>(&expr.node))
      excludeAll(load->indices);
    else if (const auto *atomic = std::get_if<Atomic>(&expr.node))
      excludeAll(atomic->indices);
    else if (const auto *view = std::get_if<View>(&expr.node))
      for (const ViewSubscript &subscript : view->subscripts)
        for (const ExprPtr *part : {&subscript.index.value, &subscript.lower,
                                    &subscript.upper, &subscript.step})
          if (*part)
            exclude(**part);
  });
  return narrow;
}

} // namespace pyk2ptx
