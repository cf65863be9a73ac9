// A walk through a function, on which it is known at each place what the
// conditions before it say.
#ifndef PYK2PTX_COMPILER_FACTS_FACT_WALK_H
#define PYK2PTX_COMPILER_FACTS_FACT_WALK_H

#include "inequalities.h"

namespace pyk2ptx {

/// `visit` gets each expression behind its operands, a Logical before the
/// second one, and each statement behind its expressions, before its blocks. It
/// may ask `known`, and change no slots.
template <class Visit> class FactWalk {
public:
  /// `known` as before the first statement. Both must outlive it.
  FactWalk(Inequalities &known, Visit &visit) : known_(known), visit_(visit) {}

  void walk(ir::Block &block) {
    for (ir::Stmt &stmt : block) {
      // Its condition is asked in each turn.
      if (std::holds_alternative<ir::While>(stmt.node))
        known_.forgetAssigned(stmt);
      forEachOperandOf(stmt, [&](ir::Expr &expr) { walk(expr); });
      visit_(stmt);
      if (hasBlocks(stmt))
        known_.through(stmt, [&](ir::Block &inner) { walk(inner); });
      else
        known_.pass(stmt);
    }
  }

private:
  static bool hasBlocks(ir::Stmt &stmt) {
    bool has = false;
    forEachBlockOf(stmt, [&](ir::Block &) { has = true; });
    return has;
  }

  /// Walks what is evaluated where `condition` is as `isTrue`. Behind it nobody
  /// knows whether its Lets were.
  void under(const ir::Expr &condition, bool isTrue, ir::Expr &expr) {
    Inequalities::Mark before = known_.mark();
    known_.assume(condition, isTrue);
    walk(expr);
    known_.forgetSince(before);
    known_.forgetLets(expr);
  }

  void walk(ir::Expr &expr) {
    if (auto *select = std::get_if<ir::Select>(&expr.node)) {
      walk(*select->condition);
      under(*select->condition, true, *select->body);
      under(*select->condition, false, *select->orElse);
      return;
    }
    if (auto *logical = std::get_if<ir::Logical>(&expr.node)) {
      walk(*logical->left);
      visit_(expr);
      under(*logical->left, logical->isAnd, *logical->right);
      return;
    }
    if (auto *let = std::get_if<ir::Let>(&expr.node)) {
      walk(*let->value);
      known_.assign(let->slot, *let->value);
      walk(*let->body);
      return;
    }
    forEachOperand(expr, [&](ir::Expr &operand) { walk(operand); });
    visit_(expr);
  }

  Inequalities &known_;
  Visit &visit_;
};

} // namespace pyk2ptx

#endif
