// Small questions that several loop transformations ask.
#include "loop_facts.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/types/magnitude.h"
#include "integer_types.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

namespace pyk2ptx {

using namespace ir;

void addAssigned(const Stmt &stmt, SlotSet &slots) {
  forEachSlotSetBy(stmt, [&](SlotId slot) { slots.insert(slot); });
  forEachBlockOf(stmt, [&](const Block &block) { addAssigned(block, slots); });
}

void addAssigned(const Block &block, SlotSet &slots) {
  for (const Stmt &stmt : block)
    addAssigned(stmt, slots);
}

void addSlots(const Expr &expr, SlotSet &slots) {
  forEachExpr(expr, [&](const Expr &part) {
    if (const auto *slot = std::get_if<SlotValue>(&part.node))
      slots.insert(slot->slot);
  });
}

void addLets(const Expr &root, SlotSet &slots) {
  forEachExpr(root, [&](const Expr &expr) {
    if (const auto *let = std::get_if<Let>(&expr.node))
      slots.insert(let->slot);
  });
}

void addCounters(const Block &block, SlotSet &slots) {
  forEachStmt(block, [&](const Stmt &stmt) {
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      slots.insert(loop->slot);
  });
}

bool hasEffect(const Expr &expr) {
  bool effect = std::holds_alternative<Atomic>(expr.node) ||
                std::holds_alternative<CallFunction>(expr.node);
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
    effect = !onlyGivesValue(effectOf(call->builtin));
  if (!effect)
    forEachOperand(expr, [&](const Expr &operand) {
      effect = effect || hasEffect(operand);
    });
  return effect;
}

/// Whether it asks for what stores, atomics and calls may change.
static bool readsMemory(const Expr &expr) {
  bool reads = false;
  forEachExpr(expr, [&](const Expr &part) {
    const auto *call = std::get_if<CallBuiltin>(&part.node);
    reads = reads || std::holds_alternative<Load>(part.node) ||
            (call && std::ranges::any_of(call->args, [](const ExprPtr &arg) {
               return arg->type.isArray();
             }));
  });
  return reads;
}

bool mayTrade(const Expr &one, const Expr &other) {
  bool isSeen = hasEffect(one) || readsMemory(one),
       isOtherSeen = hasEffect(other) || readsMemory(other);
  return (!hasEffect(one) || !isOtherSeen) && (!hasEffect(other) || !isSeen);
}

bool isInvariant(const Expr &expr, const SlotSet &assigned) {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    return !assigned.contains(slot->slot);
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node))
    return onlyGivesValue(effectOf(call->builtin)) && call->args.empty();
  bool isPure = std::holds_alternative<Constant>(expr.node) ||
                std::holds_alternative<Convert>(expr.node) ||
                std::holds_alternative<Unary>(expr.node) ||
                std::holds_alternative<Binary>(expr.node) ||
                std::holds_alternative<Compare>(expr.node) ||
                std::holds_alternative<ArrayProperty>(expr.node) ||
                std::holds_alternative<ArrayStorage>(expr.node) ||
                std::holds_alternative<TupleElement>(expr.node) ||
                std::holds_alternative<MakeTuple>(expr.node) ||
                std::holds_alternative<View>(expr.node) ||
                std::holds_alternative<Field>(expr.node) ||
                std::holds_alternative<ArrayAt>(expr.node);
  forEachOperand(expr, [&](const Expr &operand) {
    isPure = isPure && isInvariant(operand, assigned);
  });
  return isPure;
}

/// Adds what is read outside of loops that count with it, `around`.
static void addReadOutside(const Block &block, SlotSet &around,
                           SlotSet &found) {
  for (const Stmt &stmt : block) {
    forEachOperandOf(stmt, [&](const Expr &root) {
      forEachExpr(root, [&](const Expr &expr) {
        const auto *read = std::get_if<SlotValue>(&expr.node);
        if (read && !around.contains(read->slot))
          found.insert(read->slot);
      });
    });
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    forEachBlockOf(stmt, [&](const Block &inner) {
      if (!loop || !isRepeated(stmt, inner)) {
        addReadOutside(inner, around, found);
        return;
      }
      bool isFirst = around.insert(loop->slot).second;
      if (!isFirst)
        found.insert(loop->slot);
      addReadOutside(inner, around, found);
      if (isFirst)
        around.erase(loop->slot);
    });
  }
}

SlotSet countersReadOutside(const Block &body) {
  SlotSet around, found, counters;
  addReadOutside(body, around, found);
  forEachStmt(body, [&](const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    if (loop && found.contains(loop->slot))
      counters.insert(loop->slot);
  });
  return counters;
}

bool hasBarrier(std::span<const Stmt> block,
                const std::vector<bool> &barriers) {
  bool found = false;
  forEachExprIn(block, [&](const Expr &expr) {
    if (const auto *call = std::get_if<CallFunction>(&expr.node))
      found = found || barriers[call->function];
    else if (const auto *builtin = std::get_if<CallBuiltin>(&expr.node))
      found = found || !onlyGivesValue(effectOf(builtin->builtin));
  });
  return found;
}

const Expr &withoutConverts(const Expr &expr) {
  const auto *convert = std::get_if<Convert>(&expr.node);
  return convert ? withoutConverts(*convert->operand) : expr;
}

std::vector<bool> findBarriers(const Module &module) {
  // Callees stand before their callers; those that recursion puts behind are
  // taken to have one.
  std::vector<bool> barriers;
  for (const Function &function : module.functions)
    barriers.push_back(function.isRecursive);
  for (std::size_t i = 0; i < barriers.size(); ++i)
    barriers[i] = module.functions[i].isExternal ||
                  hasBarrier(module.functions[i].body, barriers);
  return barriers;
}

const Expr *stepOf(SlotId slot, const Expr &value) {
  const auto *sum = std::get_if<Binary>(&value.node);
  if (!sum || !isInt64(value.type) ||
      (sum->op != BinaryOp::Add && sum->op != BinaryOp::Sub))
    return nullptr;
  auto isItself = [&](const Expr &operand) {
    const auto *read = std::get_if<SlotValue>(&operand.node);
    return read && read->slot == slot;
  };
  if (isItself(*sum->left))
    return sum->right.get();
  return sum->op == BinaryOp::Add && isItself(*sum->right) ? sum->left.get()
                                                           : nullptr;
}

bool isLeftEarly(const Block &body) {
  bool isLeft = hasJumpIn<Break>(body);
  forEachStmt(body, [&](const Stmt &stmt) {
    isLeft = isLeft || std::holds_alternative<Return>(stmt.node) ||
             std::holds_alternative<Raise>(stmt.node);
  });
  return isLeft;
}

bool loadsElement(const Stmt &stmt) {
  bool loads = false;
  forEachOperandOf(stmt, [&](const Expr &operand) {
    forEachExpr(operand, [&](const Expr &part) {
      loads = loads || std::holds_alternative<Load>(part.node);
    });
  });
  return loads;
}

bool hasReturn(const Block &block) {
  bool has = false;
  forEachStmt(block, [&](const Stmt &stmt) {
    has = has || std::holds_alternative<Return>(stmt.node);
  });
  return has;
}

bool hasLoop(const Block &block) {
  bool has = false;
  forEachStmt(block, [&](const Stmt &stmt) {
    has = has || std::holds_alternative<ForRange>(stmt.node) ||
          std::holds_alternative<While>(stmt.node);
  });
  return has;
}

bool endsInJump(const Block &block) {
  if (block.empty())
    return false;
  const auto &last = block.back().node;
  return std::holds_alternative<Return>(last) ||
         std::holds_alternative<Break>(last) ||
         std::holds_alternative<Continue>(last) ||
         std::holds_alternative<Raise>(last);
}

/// Whether it is a constant, or arithmetic of its operands.
static bool isOfConstants(const Expr &expr) {
  return std::holds_alternative<Constant>(expr.node) ||
         std::holds_alternative<Unary>(expr.node) ||
         std::holds_alternative<Binary>(expr.node) ||
         std::holds_alternative<Convert>(expr.node);
}

std::optional<std::uint64_t> turnsOf(const ForRange &loop) {
  const auto *start = std::get_if<Constant>(&loop.start->node);
  const auto *stop = std::get_if<Constant>(&loop.stop->node);
  const auto *step = std::get_if<Constant>(&loop.step->node);
  if (!start || !stop || !step)
    return std::nullopt;
  auto first = static_cast<std::int64_t>(start->bits),
       end = static_cast<std::int64_t>(stop->bits);
  constexpr std::int64_t far = std::int64_t(1) << 32;
  bool isNear = first > -far && first < far && end > -far && end < far;
  auto by = static_cast<std::int64_t>(step->bits);
  if (!isNear || by == 0 || by <= -far || by >= far)
    return std::nullopt;
  std::int64_t way = by > 0 ? end - first : first - end;
  auto size = static_cast<std::int64_t>(magnitudeOf(by));
  std::int64_t turns = (way + size - 1) / size;
  return static_cast<std::uint64_t>(std::max<std::int64_t>(turns, 0));
}

/// Nodes of a block whose loops that say how often they turn are unrolled.
static std::uint64_t unrolledNodes(const Block &block) {
  return countUnrolled(
      block, [](const ForRange &loop) { return turnsOf(loop).value_or(1); },
      [](const Expr &) { return 1; });
}

/// What such loops may have, of turns and of nodes when they are unrolled.
constexpr std::uint64_t fewTurns = 64, fewNodes = 5000;

static bool indexesLocalArray(const Block &block) {
  bool does = false;
  forEachIndexIn(block, [&](const Index &, const Expr &array, unsigned) {
    does = does || array.type.space == Space::Local;
  });
  return does;
}

bool keepsLocalArray(const ForRange &loop) {
  std::optional<std::uint64_t> turns = turnsOf(loop);
  return turns && *turns <= fewTurns &&
         *turns * unrolledNodes(loop.body) <= fewNodes &&
         indexesLocalArray(loop.body);
}

bool UnrolledLoops::add(const ForRange &loop) {
  std::uint64_t turns = most_;
  if (keepsLocalArray(loop)) {
    turns = *turnsOf(loop);
  } else {
    bool areCounters = !counters_.empty() && indexesLocalArray(loop.body) &&
                       turns_ * turns * unrolledNodes(loop.body) <= fewNodes;
    for (const ExprPtr *end : {&loop.start, &loop.stop, &loop.step})
      forEachExpr(**end, [&](const Expr &part) {
        const auto *read = std::get_if<SlotValue>(&part.node);
        areCounters = areCounters && (read ? counters_.contains(read->slot)
                                           : isOfConstants(part));
      });
    if (!areCounters)
      return false;
  }
  counters_.insert(loop.slot);
  turns_ *= turns;
  most_ = std::max(most_, turns);
  return true;
}

unsigned countNodes(std::span<const Stmt> block) {
  unsigned count = 0;
  forEachStmt(block, [&](const Stmt &stmt) {
    ++count;
    forEachOperandOf(stmt, [&](const Expr &operand) {
      forEachExpr(operand, [&](const Expr &) { ++count; });
    });
  });
  return count;
}

} // namespace pyk2ptx
