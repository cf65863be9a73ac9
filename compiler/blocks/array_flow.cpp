// Written is an array by a loop over all its elements that stores each, or by a
// store to each constant index. What else is done with the array, or with a
// view of it, reads it, but for stores, extents, and values that are only
// passed on.
#include "array_flow.h"

#include "block_pieces.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Whether operands that are arrays are part of what the expression gives.
bool passesOn(const Expr &expr) {
  return std::holds_alternative<MakeTuple>(expr.node) ||
         std::holds_alternative<TupleElement>(expr.node) ||
         std::holds_alternative<View>(expr.node);
}

/// Whether nothing of an array is read but how long it is.
bool isExtent(const Expr &expr) {
  const auto *property = std::get_if<ArrayProperty>(&expr.node);
  return property && property->field != ArrayField::Address;
}

std::optional<std::uint64_t> numberOf(const Expr &expr) {
  const auto *known = std::get_if<Constant>(&expr.node);
  return known ? std::optional(known->bits) : std::nullopt;
}

} // namespace

/// One array's way through statements.
class ArrayWalk {
public:
  ArrayWalk(const ArrayFlow &flow, std::uint32_t array)
      : flow_(flow), array_(array),
        isWritten_(flow.function_.arrays[array].count(), false) {}

  /// False where it may be read too early, with which the walk is over.
  bool visit(const Stmt &stmt) {
    if (isWhole_)
      return true;
    if (const auto *assign = std::get_if<Assign>(&stmt.node))
      return !reads(*assign->value, true);
    if (const auto *store = std::get_if<Store>(&stmt.node))
      return visit(*store);
    if (readsItself(stmt))
      return false;
    if (const auto *choice = std::get_if<If>(&stmt.node))
      return visit(*choice);
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool fills = loop && isFilled(*loop);
    bool isEarly = false;
    forEachBlockOf(stmt, [&](const Block &inner) {
      ArrayWalk turn = *this;
      isEarly = isEarly || !turn.visit(inner);
    });
    isWhole_ = fills;
    return !isEarly;
  }

private:
  bool visit(const Block &block) {
    return std::all_of(block.begin(), block.end(),
                       [&](const Stmt &stmt) { return visit(stmt); });
  }

  bool visit(const If &choice) {
    ArrayWalk other = *this;
    if (!visit(choice.body) || !other.visit(choice.orElse))
      return false;
    isWhole_ = isWhole_ && other.isWhole_;
    for (std::size_t i = 0; i < isWritten_.size(); ++i)
      isWritten_[i] = isWritten_[i] && other.isWritten_[i];
    return true;
  }

  bool visit(const Store &store) {
    bool isRead = reads(*store.value, false) || reads(*store.array, true);
    for (const Index &index : store.indices)
      isRead = isRead || reads(*index.value, false);
    if (isRead)
      return false;
    std::optional<std::uint64_t> at =
        store.indices.size() == 1 && isArray(*store.array)
            ? numberOf(*store.indices[0].value)
            : std::nullopt;
    if (at && *at < isWritten_.size())
      isWritten_[*at] = true;
    isWhole_ = std::find(isWritten_.begin(), isWritten_.end(), false) ==
               isWritten_.end();
    return true;
  }

  /// Whether the loop goes over all elements and each turn writes its own,
  /// wherever else it stores.
  bool isFilled(const ForRange &loop) const {
    auto is = [](const Expr &expr, std::uint64_t number) {
      return numberOf(expr) == number;
    };
    if (!is(*loop.start, 0) || !is(*loop.step, 1) ||
        !is(*loop.stop, isWritten_.size()) ||
        hasJumpIn<Break, Continue>(loop.body))
      return false;
    bool isSet = false, writes = false;
    forEachStmt(loop.body, [&](const Stmt &stmt) {
      forEachSlotSetBy(
          stmt, [&](SlotId slot) { isSet = isSet || slot == loop.slot; });
    });
    for (const Stmt &stmt : loop.body) {
      const auto *store = std::get_if<Store>(&stmt.node);
      const auto *at =
          store && store->indices.size() == 1
              ? std::get_if<SlotValue>(&store->indices[0].value->node)
              : nullptr;
      writes =
          writes || (at && at->slot == loop.slot && isArray(*store->array));
    }
    return writes && !isSet;
  }

  /// `isPassedOn`: whoever gets the expression's value does not read it yet.
  bool reads(const Expr &expr, bool isPassedOn) const {
    if (flow_.names(expr, array_))
      return !isPassedOn;
    if (const auto *let = std::get_if<Let>(&expr.node))
      return reads(*let->value, true) || reads(*let->body, isPassedOn);
    bool found = false;
    bool isOn = isExtent(expr) || (isPassedOn && passesOn(expr));
    forEachOperand(expr, [&](const Expr &operand) {
      found = found || reads(operand, isOn);
    });
    return found;
  }

  bool isArray(const Expr &expr) const { return flow_.arrayOf(expr) == array_; }

  bool readsItself(const Stmt &stmt) const {
    bool found = false;
    forEachOperandOf(
        stmt, [&](const Expr &expr) { found = found || reads(expr, false); });
    return found;
  }

  const ArrayFlow &flow_;
  std::uint32_t array_;
  std::vector<bool> isWritten_;
  bool isWhole_ = false;
};

ArrayFlow::ArrayFlow(const Function &function)
    : held_(function.slots.size(),
            std::vector<bool>(function.arrays.size(), false)),
      only_(function.slots.size(), nullptr), function_(function) {
  std::vector<unsigned> count(function.slots.size(), 0);
  for (SlotId slot = 0; slot < count.size(); ++slot)
    if (slot < function.paramCount || function.slots[slot].zero)
      ++count[slot];
  forEachAssigned(function.body, [&](SlotId slot, const Expr &value) {
    only_[slot] = ++count[slot] == 1 ? &value : nullptr;
  });
  bool hasMore = !function.arrays.empty();
  while (hasMore) {
    hasMore = false;
    forEachAssigned(function.body, [&](SlotId slot, const Expr &value) {
      if (value.type.isScalar())
        return;
      forEachExpr(value, [&](const Expr &expr) {
        const auto *storage = std::get_if<ArrayStorage>(&expr.node);
        const auto *from = std::get_if<SlotValue>(&expr.node);
        for (std::size_t i = 0; i < function.arrays.size(); ++i) {
          bool holds =
              storage ? storage->array == i : from && held_[from->slot][i];
          if (holds && !held_[slot][i])
            held_[slot][i] = hasMore = true;
        }
      });
    });
  }
}

bool ArrayFlow::names(const Expr &expr, std::uint32_t array) const {
  const auto *storage = std::get_if<ArrayStorage>(&expr.node);
  const auto *slot = std::get_if<SlotValue>(&expr.node);
  return storage ? storage->array == array : slot && held_[slot->slot][array];
}

/// The value of what has only one, as often as that is a slot again; null where
/// it has others.
const Expr *ArrayFlow::behindSlots(const Expr &expr) const {
  constexpr int deepest = 32;
  const Expr *value = &expr;
  for (int i = 0; value && i < deepest; ++i) {
    const auto *slot = std::get_if<SlotValue>(&value->node);
    if (!slot)
      return value;
    value = only_[slot->slot];
  }
  return nullptr;
}

std::optional<std::uint32_t> ArrayFlow::arrayOf(const Expr &expr) const {
  constexpr int deepest = 32;
  const Expr *value = behindSlots(expr);
  for (int i = 0; value && i < deepest; ++i) {
    if (const auto *storage = std::get_if<ArrayStorage>(&value->node))
      return storage->array;
    const auto *element = std::get_if<TupleElement>(&value->node);
    const Expr *tuple = element ? behindSlots(*element->tuple) : nullptr;
    const auto *made = tuple ? std::get_if<MakeTuple>(&tuple->node) : nullptr;
    value = made ? behindSlots(*made->elements[element->index]) : nullptr;
  }
  return std::nullopt;
}

bool ArrayFlow::isExposed(const Block &block, std::size_t begin,
                          std::size_t end, std::uint32_t array) const {
  constexpr std::uint64_t most = 4096;
  if (function_.arrays[array].shape.size() != 1 ||
      function_.arrays[array].count() > most)
    return true;
  ArrayWalk walk(*this, array);
  for (std::size_t i = begin; i < end; ++i)
    if (!walk.visit(block[i]))
      return true;
  return false;
}

} // namespace pyk2ptx
