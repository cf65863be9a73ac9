// Python's `i < 9 and (i := n) > 0` reads i as it was, and sets it. What asks
// such a condition afterwards, of what i is then, would take the first half for
// a fact about the second i; and an expression that was put in another order
// would read the one for the other. So the first is
//
//   (kept := i) < 9 and (i := n) > 0
//
// which says it of a slot that nobody sets again.
#include "early_reads.h"

#include "ir_walk.h"
#include "make_expr.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace pyk2ptx::ir {

namespace {

/// `E` is Expr or const Expr.
template <class E> class Reads {
public:
  template <class S> static std::vector<E *> earlyIn(S &stmt) {
    bool hasLet = false;
    forEachOperandOf(stmt, [&](E &operand) {
      forEachExpr(operand, [&](E &expr) {
        hasLet = hasLet || std::holds_alternative<Let>(expr.node);
      });
    });
    Reads reads;
    if (hasLet)
      forEachOperandOf(stmt, [&](E &operand) { reads.walk(operand); });
    return std::move(reads.early_);
  }

private:
  void walk(E &expr) {
    if (auto *read = std::get_if<SlotValue>(&expr.node)) {
      before_[read->slot].push_back(&expr);
    } else if (auto *let = std::get_if<Let>(&expr.node)) {
      // What it is made of itself, as in i := i + 1, nobody asks behind it.
      std::vector<E *> reads = std::move(before_[let->slot]);
      if (!std::holds_alternative<SlotValue>(let->value->node))
        walk(*let->value);
      early_.insert(early_.end(), reads.begin(), reads.end());
      before_.erase(let->slot);
      walk(*let->body);
    } else {
      forEachOperand(expr, [&](E &operand) { walk(operand); });
    }
  }

  std::unordered_map<SlotId, std::vector<E *>> before_;
  std::vector<E *> early_;
};

} // namespace

bool hasEarlyReads(const Stmt &stmt) {
  return !Reads<const Expr>::earlyIn(stmt).empty();
}

void keepEarlyReads(Module &module) {
  for (Function &function : module.functions)
    forEachStmt(function.body, [&](Stmt &stmt) {
      for (Expr *read : Reads<Expr>::earlyIn(stmt)) {
        auto kept = static_cast<SlotId>(function.slots.size());
        function.slots.push_back({"before", read->type, false});
        auto valueOf = [&](SlotId slot) {
          return makeExpr(read->range, read->type, SlotValue{slot});
        };
        read->node = Let{kept, valueOf(std::get<SlotValue>(read->node).slot),
                         valueOf(kept)};
      }
    });
}

} // namespace pyk2ptx::ir
