// A loop that turns a few times, as often as constants say, is its body so
// often: for the block each exchange is a loop over threads then, whose lanes
// are known.
//
//   step = 16
//   while step > 0:                       r = shfl_down(all, x, 16)
//     x += shfl_down(all, x, step)   ->   x = x + r
//     step //= 2                          r = shfl_down(all, x, 8) ...
#include "repeat_exchanges.h"

#include "compiler/facts/integer_types.h"
#include "compiler/facts/loop_facts.h"
#include "exchanges.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr unsigned mostTurns = 10;
/// Of the body of a loop that need not be repeated.
constexpr unsigned mostNodesOfTurn = 100;

const Constant *asConstant(const Expr &expr) {
  return std::get_if<Constant>(&expr.node);
}

bool isPlain(const Block &body) {
  bool plain = true;
  forEachStmt(body, [&](const Stmt &stmt) {
    plain = plain && !std::holds_alternative<Break>(stmt.node) &&
            !std::holds_alternative<Continue>(stmt.node) &&
            !std::holds_alternative<Return>(stmt.node);
  });
  return plain;
}

/// What the slot holds behind `before`, if that is a constant that its last
/// statements say.
std::optional<std::int64_t> knownAt(const Block &before, SlotId slot) {
  for (std::size_t i = before.size(); i-- > 0;) {
    SlotSet assigned;
    addAssigned(before[i], assigned);
    if (!assigned.contains(slot))
      continue;
    const auto *assign = std::get_if<Assign>(&before[i].node);
    const Constant *value =
        assign && assign->slot == slot ? asConstant(*assign->value) : nullptr;
    if (!value)
      return std::nullopt;
    return static_cast<std::int64_t>(value->bits);
  }
  return std::nullopt;
}

bool holds(CompareOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
  case CompareOp::Less:
    return a < b;
  case CompareOp::LessEqual:
    return a <= b;
  case CompareOp::Greater:
    return a > b;
  case CompareOp::GreaterEqual:
    return a >= b;
  case CompareOp::Equal:
    return a == b;
  default:
    return a != b;
  }
}

/// Of numbers that are small and not negative.
std::optional<std::int64_t> applied(BinaryOp op, std::int64_t a,
                                    std::int64_t b) {
  constexpr std::int64_t small = 1 << 20;
  if (a < 0 || a > small || b < 0 || b > small)
    return std::nullopt;
  switch (op) {
  case BinaryOp::Add:
    return a + b;
  case BinaryOp::Sub:
    return a - b;
  case BinaryOp::Mul:
    return a * b;
  case BinaryOp::FloorDiv:
    return b ? std::optional(a / b) : std::nullopt;
  case BinaryOp::RightShift:
    return b < 20 ? std::optional(a >> b) : std::nullopt;
  case BinaryOp::LeftShift:
    return b < 20 ? std::optional(a << b) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The body once for each value of the counter; what reads it there is settled
/// later.
void repeat(const Block &body, SlotId counter, SourceRange range,
            const Type &type, const std::vector<std::int64_t> &turns,
            Block &result) {
  for (std::int64_t turn : turns) {
    ExprPtr value =
        makeExpr(range, type, Constant{static_cast<std::uint64_t>(turn)});
    result.push_back({range, Assign{counter, std::move(value)}});
    std::ranges::move(clone(body), std::back_inserter(result));
  }
}

bool repeatWhile(While &loop, Block &result) {
  const auto *test = std::get_if<Compare>(&loop.condition->node);
  const auto *counter =
      test ? std::get_if<SlotValue>(&test->left->node) : nullptr;
  const Constant *limit = test ? asConstant(*test->right) : nullptr;
  const auto *last =
      loop.body.empty() ? nullptr : std::get_if<Assign>(&loop.body.back().node);
  if (!counter || !limit || !isInt64(test->left->type) ||
      !isInt64(test->right->type) || !last || last->slot != counter->slot ||
      !loop.orElse.empty() || !isPlain(loop.body))
    return false;
  SlotId slot = counter->slot;
  const auto *update = std::get_if<Binary>(&last->value->node);
  const auto *old =
      update ? std::get_if<SlotValue>(&update->left->node) : nullptr;
  const Constant *by = update ? asConstant(*update->right) : nullptr;
  std::optional<std::int64_t> value = knownAt(result, slot);
  SlotSet assigned;
  for (std::size_t i = 0; i + 1 < loop.body.size(); ++i)
    addAssigned(loop.body[i], assigned);
  if (!value || !old || old->slot != slot || !by || assigned.contains(slot))
    return false;
  std::vector<std::int64_t> turns;
  while (holds(test->op, *value, static_cast<std::int64_t>(limit->bits))) {
    turns.push_back(*value);
    value = applied(update->op, *value, static_cast<std::int64_t>(by->bits));
    if (!value || turns.size() > mostTurns)
      return false;
  }
  Block body = std::move(loop.body);
  body.pop_back();
  repeat(body, slot, loop.condition->range, test->left->type, turns, result);
  // Behind the last one.
  repeat({}, slot, loop.condition->range, test->left->type, {*value}, result);
  return true;
}

bool repeatRange(ForRange &loop, Block &result) {
  const Constant *start = asConstant(*loop.start),
                 *stop = asConstant(*loop.stop), *step = asConstant(*loop.step);
  SlotSet assigned;
  addAssigned(loop.body, assigned);
  if (!start || !stop || !step || step->bits == 0 || !loop.orElse.empty() ||
      !isPlain(loop.body) || assigned.contains(loop.slot))
    return false;
  constexpr std::int64_t small = 1 << 20;
  auto value = static_cast<std::int64_t>(start->bits),
       end = static_cast<std::int64_t>(stop->bits),
       by = static_cast<std::int64_t>(step->bits);
  for (std::int64_t each : {value, end, by})
    if (each < -small || each > small)
      return false;
  std::vector<std::int64_t> turns;
  for (; by > 0 ? value < end : value > end; value += by) {
    turns.push_back(value);
    if (turns.size() > mostTurns)
      return false;
  }
  repeat(loop.body, loop.slot, loop.start->range, loop.start->type, turns,
         result);
  return true;
}

/// A loop that all threads run can stay one; where `isConditional` it cannot.
void repeatIn(Block &block, bool isConditional) {
  Block result;
  for (Stmt &stmt : block) {
    bool isChoice = std::holds_alternative<If>(stmt.node);
    forEachBlockOf(stmt, [&](Block &inner) {
      repeatIn(inner, isConditional || isChoice);
    });
    auto *loop = std::get_if<While>(&stmt.node);
    auto *range = std::get_if<ForRange>(&stmt.node);
    bool isDone = false;
    if ((loop || range) && holdsExchange(stmt) &&
        (isConditional ||
         countNodes(loop ? loop->body : range->body) <= mostNodesOfTurn))
      isDone = loop ? repeatWhile(*loop, result) : repeatRange(*range, result);
    if (!isDone)
      result.push_back(std::move(stmt));
  }
  block = std::move(result);
}

struct KnownValue {
  Type type;
  Constant value;
};
using KnownSlots = std::unordered_map<SlotId, KnownValue>;

/// Of what constants alone say, operands first.
void fold(Expr &expr) {
  if (auto *select = std::get_if<Select>(&expr.node)) {
    if (const Constant *condition = asConstant(*select->condition)) {
      ExprPtr chosen =
          std::move(condition->bits ? select->body : select->orElse);
      expr = std::move(*chosen);
    }
    return;
  }
  const auto *compare = std::get_if<Compare>(&expr.node);
  if (!compare || !isInt64(compare->left->type) ||
      !isInt64(compare->right->type))
    return;
  const Constant *left = asConstant(*compare->left),
                 *right = asConstant(*compare->right);
  if (left && right)
    expr.node =
        Constant{holds(compare->op, static_cast<std::int64_t>(left->bits),
                       static_cast<std::int64_t>(right->bits))};
}

/// Reads of slots that hold a constant there are that constant.
void settleConstants(Block &block, KnownSlots known) {
  for (Stmt &stmt : block) {
    bool isLoop = std::holds_alternative<While>(stmt.node) ||
                  std::holds_alternative<ForRange>(stmt.node);
    SlotSet assigned;
    addAssigned(stmt, assigned);
    auto forget = [&] {
      for (SlotId slot : assigned)
        known.erase(slot);
    };
    // Evaluated again behind what its body does.
    if (isLoop)
      forget();
    forEachOperandOf(stmt, [&](Expr &root) {
      forEachExpr(root, [&](Expr &expr) {
        const auto *read = std::get_if<SlotValue>(&expr.node);
        auto value = read ? known.find(read->slot) : known.end();
        if (value != known.end() && value->second.type == expr.type)
          expr.node = Constant(value->second.value);
        else
          fold(expr);
      });
    });
    forEachBlockOf(stmt, [&](Block &inner) { settleConstants(inner, known); });
    forget();
    const auto *assign = std::get_if<Assign>(&stmt.node);
    const Constant *value = assign ? asConstant(*assign->value) : nullptr;
    if (value && assign->value->type.isScalar())
      known.emplace(assign->slot, KnownValue{assign->value->type, *value});
  }
}

} // namespace

void repeatExchanges(Function &kernel) {
  settleConstants(kernel.body, {});
  repeatIn(kernel.body, false);
  settleConstants(kernel.body, {});
}

} // namespace pyk2ptx
