// A value that an `if` leaves None on one of its ways, and that is read as a
// number behind it. Only what follows in the same block, where nothing has
// asked whether it is None nor left the block: a path that leads here is
// certain then.
#include "frontend/types/optional_type.h"
#include "whole_function.h"

#include <set>

namespace pyk2ptx {

namespace {

using Slots = std::set<ir::SlotId>;

bool isNone(const ir::Expr &value) {
  const auto *made = std::get_if<ir::MakeTuple>(&value.node);
  if (!made || !isOptionalType(value.type) || made->elements.size() != 2)
    return false;
  const auto *isThere = std::get_if<ir::Constant>(&made->elements[0]->node);
  return isThere && isThere->bits == 0;
}

/// What a block, if it comes to its end, has set to None.
void findNone(const ir::Block &block, Slots &found) {
  Slots later;
  for (auto stmt = block.rbegin(); stmt != block.rend(); ++stmt) {
    const auto *assign = std::get_if<ir::Assign>(&stmt->node);
    if (!assign) {
      const auto *choice = std::get_if<ir::If>(&stmt->node);
      if (!choice)
        return;
      Slots within;
      findNone(choice->body, within);
      findNone(choice->orElse, within);
      for (ir::SlotId slot : within)
        if (!later.contains(slot))
          found.insert(slot);
      return;
    }
    if (later.insert(assign->slot).second && isNone(*assign->value))
      found.insert(assign->slot);
  }
}

class Reader {
public:
  Reader(const ir::Function &function, Diagnostics &diagnostics)
      : function_(function), diagnostics_(diagnostics) {}

  void look(const ir::Block &block) {
    Slots none;
    for (const ir::Stmt &stmt : block) {
      if (!none.empty())
        read(stmt, none);
      forEachBlockOf(stmt, [&](const ir::Block &inner) { look(inner); });
      const auto *choice = std::get_if<ir::If>(&stmt.node);
      if (!choice || choice->isOfOperand)
        continue;
      findNone(choice->body, none);
      findNone(choice->orElse, none);
    }
  }

private:
  /// Tells of those of `none` that the statement reads as numbers, and takes
  /// those out that it asks or sets.
  void read(const ir::Stmt &stmt, Slots &none) {
    forEachOperandOf(
        stmt, [&](const ir::Expr &operand) { look(operand, none, true); });
    bool isLeft = hasJump<ir::Break, ir::Continue>(stmt);
    auto follow = [&](const ir::Stmt &inner) {
      isLeft = isLeft || std::holds_alternative<ir::Return>(inner.node) ||
               std::holds_alternative<ir::Raise>(inner.node);
      forEachSlotSetBy(inner, [&](ir::SlotId slot) { none.erase(slot); });
    };
    follow(stmt);
    forEachBlockOf(stmt,
                   [&](const ir::Block &inner) { forEachStmt(inner, follow); });
    if (isLeft)
      none.clear();
  }

  void look(const ir::Expr &expr, Slots &none, bool isSure) {
    if (const auto *part = std::get_if<ir::TupleElement>(&expr.node)) {
      const auto *slot = std::get_if<ir::SlotValue>(&part->tuple->node);
      if (slot && none.contains(slot->slot)) {
        if (part->index == 1 && isSure)
          diagnostics_.emit(expr.range, diag::MaybeNone,
                            nameOf(function_, slot->slot));
        // Told, or asked.
        none.erase(slot->slot);
        return;
      }
    }
    if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node))
      none.erase(slot->slot);
    bool isFirst = true;
    bool chooses = std::holds_alternative<ir::Logical>(expr.node) ||
                   std::holds_alternative<ir::Select>(expr.node);
    forEachOperand(expr, [&](const ir::Expr &operand) {
      look(operand, none, isSure && (isFirst || !chooses));
      isFirst = false;
    });
  }

  const ir::Function &function_;
  Diagnostics &diagnostics_;
};

} // namespace

void warnOfNone(const ir::Function &function, Diagnostics &diagnostics) {
  bool hasOptional = false;
  for (const ir::Slot &slot : function.slots)
    hasOptional = hasOptional || isOptionalType(slot.type);
  if (hasOptional)
    Reader(function, diagnostics).look(function.body);
}

} // namespace pyk2ptx
