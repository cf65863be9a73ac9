// Python's programs use a name again: for the next loop's counter, for an array
// and then for a view of it; a function that is called twice has its own again,
// of which a loop's end may be computed. Of a slot that is set once it is known
// what it is (loop_span.h), so that nothing has to be kept of it and a loop can
// run in step:
//
//   for j in range(t, n, 256): a       for j in range(t, n, 256): a
//   for j in range(t, m, 256): b  ->   for j' in range(t, m, 256): b'
//
// Looked at is the innermost block with all that has to do with a slot. Where
// one of its statements sets the slot on every way, nobody behind it reads an
// older value; and where the first to have to do with it does so, no turn of a
// loop around the block reads the one before. A loop may have no turn, and
// leaves its counter as it was: it sets it only for itself.
//
// So is a place in an array that is computed anew for the next one: within each
// block at whose end nobody reads it any more (partWithin). Other numbers that
// are set again are left alone: what pieces of thread loops keep of them is
// memory, and more of it.
#include "own_slots.h"

#include "array_flow.h"
#include "compiler/analyze/uniform.h"
#include "frontend/ir/ir_walk.h"
#include "turn_values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Of one kernel and kind: each is looked for in all of it.
constexpr std::size_t mostParted = 256;

bool reads(const Expr &root, SlotId slot) {
  bool found = false;
  forEachExpr(root, [&](const Expr &expr) {
    const auto *value = std::get_if<SlotValue>(&expr.node);
    found = found || (value && value->slot == slot);
  });
  return found;
}

/// Whether the statement itself reads the slot, but for what is in its blocks.
bool readsItself(const Stmt &stmt, SlotId slot) {
  bool found = false;
  forEachOperandOf(
      stmt, [&](const Expr &expr) { found = found || reads(expr, slot); });
  return found;
}

bool sets(const Stmt &stmt, SlotId slot) {
  const auto *assign = std::get_if<Assign>(&stmt.node);
  const auto *loop = std::get_if<ForRange>(&stmt.node);
  return (assign && assign->slot == slot) || (loop && loop->slot == slot);
}

bool names(const Block &block, SlotId slot);

bool names(const Stmt &stmt, SlotId slot) {
  bool found = sets(stmt, slot) || readsItself(stmt, slot);
  forEachBlockOf(
      stmt, [&](const Block &block) { found = found || names(block, slot); });
  return found;
}

bool names(const Block &block, SlotId slot) {
  for (const Stmt &stmt : block)
    if (names(stmt, slot))
      return true;
  return false;
}

std::vector<Stmt *> statementsOf(Block &block, SlotId slot) {
  std::vector<Stmt *> found;
  for (Stmt &stmt : block)
    if (names(stmt, slot))
      found.push_back(&stmt);
  return found;
}

/// The statements that have to do with the slot, in the innermost block that
/// has them all.
std::vector<Stmt *> innermost(Block &block, SlotId slot) {
  std::vector<Stmt *> found = statementsOf(block, slot);
  if (found.size() != 1 || sets(*found[0], slot) ||
      readsItself(*found[0], slot))
    return found;
  Block *only = nullptr;
  unsigned count = 0;
  forEachBlockOf(*found[0], [&](Block &inner) {
    if (names(inner, slot)) {
      only = &inner;
      ++count;
    }
  });
  return count == 1 ? innermost(*only, slot) : found;
}

/// Of each statement whether no value from before it is read behind it.
std::vector<bool> findBegins(const std::vector<Stmt *> &statements,
                             SlotId slot) {
  std::vector<bool> begins(statements.size(), false);
  // Whether the next one sets the slot before it reads it.
  bool isNextNew = true;
  for (std::size_t i = statements.size(); i-- > 0;) {
    const Stmt &stmt = *statements[i];
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    begins[i] =
        sets(stmt, slot) && (!loop || (isNextNew && !readsItself(stmt, slot) &&
                                       !names(loop->orElse, slot)));
    isNextNew = begins[i] && !readsItself(stmt, slot);
  }
  return begins;
}

void rename(Expr &root, SlotId from, SlotId to) {
  forEachExpr(root, [&](Expr &expr) {
    auto *value = std::get_if<SlotValue>(&expr.node);
    if (value && value->slot == from)
      value->slot = to;
  });
}

void rename(Stmt &stmt, SlotId from, SlotId to) {
  forEachOperandOf(stmt, [&](Expr &expr) { rename(expr, from, to); });
  if (auto *assign = std::get_if<Assign>(&stmt.node);
      assign && assign->slot == from)
    assign->slot = to;
  if (auto *loop = std::get_if<ForRange>(&stmt.node);
      loop && loop->slot == from)
    loop->slot = to;
  forEachBlockOf(stmt, [&](Block &block) {
    for (Stmt &inner : block)
      rename(inner, from, to);
  });
}

/// A slot of the same name and type.
SlotId addSlotLike(Function &kernel, SlotId slot) {
  Slot copy = kernel.slots[slot];
  kernel.slots.push_back(std::move(copy));
  return static_cast<SlotId>(kernel.slots.size() - 1);
}

void part(Function &kernel, SlotId slot) {
  std::vector<Stmt *> statements = innermost(kernel.body, slot);
  std::vector<bool> begins = findBegins(statements, slot);
  if (statements.empty() || !begins[0] || readsItself(*statements[0], slot))
    return;
  SlotId now = slot;
  for (std::size_t i = 1; i < statements.size(); ++i) {
    Stmt &stmt = *statements[i];
    SlotId before = now;
    if (begins[i])
      now = addSlotLike(kernel, slot);
    if (auto *assign = std::get_if<Assign>(&stmt.node); assign && begins[i]) {
      // What it is set to is still of the value before.
      rename(*assign->value, slot, before);
      assign->slot = now;
    } else {
      rename(stmt, slot, now);
    }
  }
}

/// Whether the statement sets the slot, whatever it was.
bool setsAnew(const Stmt &stmt, SlotId slot) {
  const auto *assign = std::get_if<Assign>(&stmt.node);
  return assign && assign->slot == slot && !readsItself(stmt, slot);
}

bool hasElseBlock(const Stmt &loop) {
  const auto *range = std::get_if<ForRange>(&loop.node);
  const auto *other = std::get_if<While>(&loop.node);
  return (range && !range->orElse.empty()) || (other && !other->orElse.empty());
}

/// Whether a turn of a loop reads no value that the one before has set.
bool startsAnew(const Stmt &loop, const Block &body, SlotId slot) {
  if (sets(loop, slot) || readsItself(loop, slot))
    return false;
  auto first = std::find_if(body.begin(), body.end(), [&](const Stmt &stmt) {
    return names(stmt, slot);
  });
  return first == body.end() || setsAnew(*first, slot);
}

unsigned countSettings(std::span<const Stmt> block, SlotId slot) {
  unsigned count = 0;
  for (const Stmt &stmt : block) {
    count += sets(stmt, slot);
    forEachBlockOf(
        stmt, [&](const Block &inner) { count += countSettings(inner, slot); });
  }
  return count;
}

/// The slot is another one from where a block sets it to the end of that block,
/// wherever nobody behind reads what it is there. `isDead`: nobody reads
/// what it is at the end of this block. `left`: how often the kernel sets it.
void partWithin(Function &kernel, Block &block, SlotId slot, bool isDead,
                unsigned &left) {
  bool isDeadBehind = isDead;
  for (std::size_t i = block.size(); i-- > 0;) {
    Stmt &stmt = block[i];
    if (!names(stmt, slot))
      continue;
    bool isLoop = !std::holds_alternative<If>(stmt.node);
    bool hasElse = isLoop && hasElseBlock(stmt);
    forEachBlockOf(stmt, [&](Block &inner) {
      // A jump takes what it is past what would set it anew, and an else stands
      // behind the turns.
      if (hasElse || (isLoop && hasJumpIn<Break, Continue>(inner)))
        return;
      bool isDeadThere =
          isDeadBehind && (!isLoop || startsAnew(stmt, inner, slot));
      partWithin(kernel, inner, slot, isDeadThere, left);
    });
    auto *assign = std::get_if<Assign>(&stmt.node);
    bool isNew = setsAnew(stmt, slot);
    unsigned here = isDead && assign && assign->slot == slot
                        ? countSettings(std::span(block).subspan(i), slot)
                        : 0;
    if (here > 0 && here < left) {
      left -= here;
      SlotId own = addSlotLike(kernel, slot);
      // What it is set to may be of the value before.
      assign->slot = own;
      for (std::size_t k = i + 1; k < block.size(); ++k)
        rename(block[k], slot, own);
    }
    isDeadBehind = isNew || !names(stmt, slot);
  }
}

/// The slots that a loop's bounds are computed of, the same for all threads.
std::vector<bool> findBounds(const Function &kernel) {
  const Uniformity uniform(kernel);
  std::vector<bool> found(kernel.slots.size(), false);
  bool hasMore = false;
  auto add = [&](const Expr &root) {
    forEachExpr(root, [&](const Expr &expr) {
      const auto *value = std::get_if<SlotValue>(&expr.node);
      if (!value || found[value->slot] || !uniform.ofSlot(value->slot))
        return;
      found[value->slot] = hasMore = true;
    });
  };
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    if (std::holds_alternative<ForRange>(stmt.node))
      forEachOperandOf(stmt, add);
  });
  while (std::exchange(hasMore, false))
    forEachAssigned(kernel.body, [&](SlotId slot, const Expr &value) {
      if (found[slot])
        add(value);
    });
  return found;
}

void partSlots(Function &kernel) {
  std::vector<unsigned> count(kernel.slots.size(), 0);
  std::vector<bool> isCounter(kernel.slots.size(), false);
  std::vector<bool> isPlace(kernel.slots.size(), false);
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
      ++count[assign->slot];
      isPlace[assign->slot] =
          isPlace[assign->slot] || (isCheapNumber(*assign->value) &&
                                    !reads(*assign->value, assign->slot));
    } else if (const auto *loop = std::get_if<ForRange>(&stmt.node)) {
      ++count[loop->slot];
      isCounter[loop->slot] = true;
    }
  });
  const std::vector<bool> isBound = findBounds(kernel);
  std::vector<SlotId> wanted, places;
  for (SlotId slot = kernel.paramCount; slot < count.size(); ++slot) {
    const Slot &known = kernel.slots[slot];
    if (count[slot] <= 1 || known.zero)
      continue;
    if (isCounter[slot] || isBound[slot] || !known.type.isScalar())
      wanted.push_back(slot);
    else if (isPlace[slot])
      places.push_back(slot);
  }
  std::vector<bool> isLet(kernel.slots.size(), false);
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    if (const auto *let = std::get_if<Let>(&expr.node))
      isLet[let->slot] = true;
  });
  for (std::vector<SlotId> *slots : {&wanted, &places}) {
    std::erase_if(*slots, [&](SlotId slot) { return isLet[slot]; });
    slots->resize(std::min(slots->size(), mostParted));
  }
  for (SlotId slot : wanted)
    part(kernel, slot);
  for (SlotId slot : places)
    partWithin(kernel, kernel.body, slot, true, count[slot]);
}

/// Of an array that the kernel declares they are constants: no value of a
/// thread's own stands in them.
void setExtents(Function &kernel) {
  const ArrayFlow flow(kernel);
  forEachExprIn(kernel.body, [&](Expr &expr) {
    const auto *property = std::get_if<ArrayProperty>(&expr.node);
    bool isSize = property && property->field == ArrayField::Size;
    if (!isSize && !(property && property->field == ArrayField::Shape))
      return;
    std::optional<std::uint32_t> number = flow.arrayOf(*property->array);
    if (!number || kernel.arrays[*number].dynamic)
      return;
    const ArrayDeclaration &array = kernel.arrays[*number];
    expr.node = Constant{
        isSize ? array.count()
               : static_cast<std::uint64_t>(array.shape[property->axis])};
  });
}

} // namespace

void partSlots(Module &module) {
  for (Function &function : module.functions)
    if (function.isKernel) {
      partSlots(function);
      setExtents(function);
    }
}

} // namespace pyk2ptx
