// Interval analysis. A fixpoint over all assignments of a function: a slot's
// interval starts empty and grows by what is assigned to it, until nothing
// changes; after a few rounds ends that still move jump to a threshold, so it
// ends soon, and two more rounds take back what the jumps overshot. Arithmetic
// that may leave int64 wraps, so its result is anything.
//
// One thing is seen of control flow, because loops with strides need it: inside
// `while i < n:` and `if i < n:`, and behind `if i >= n: return`, up to the
// next assignment to i, i is below the largest n. Without it `i += stride`
// could wrap and i could be negative. What a branch sets that ends in a jump is
// not seen behind it: of `if skipped: i += 1; continue`, i is what it was.
//
// How far what a loop moves now and then can get is in range_drifts.cpp. Floats
// of which integers are made grow along (real_ranges.h).
#include "range_analysis.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/ir/turned_ops.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/magnitude.h"
#include "integer_types.h"
#include "interval.h"
#include "loop_facts.h"
#include "real_ranges.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Conditions that are kept, of a long row of `if ...: return`.
constexpr std::size_t mostRefinements = 64;
/// Rounds in which ends move as far as they do.
constexpr int exactRounds = 4;

} // namespace

void RangeAnalysis::run() {
  constexpr int maxRounds = 16, narrowingRounds = 2;
  initial_ = slots_;
  do {
    changed_ = false;
    ++round_;
    walkFunction();
  } while (changed_ && round_ < maxRounds);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    bool settled = !changed_ && !isEmpty(slots_[i]);
    if (!settled)
      slots_[i] = typeRange(function_.slots[i].type.scalar);
  }
  if (changed_)
    std::ranges::fill(reals_, anyFloat());
  // What was jumped over comes back: whatever holds of all slots, what is
  // assigned under it holds too.
  for (int i = 0; i < narrowingRounds; ++i) {
    limit();
    std::vector<Interval> narrower = initial_;
    grown_ = &narrower;
    round_ = 0;
    walkFunction();
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      if (!isEmpty(narrower[slot]))
        slots_[slot] = narrower[slot];
  }
  limit();
}

/// What holds at the function's end does not at its beginning.
void RangeAnalysis::walkFunction() {
  refinements_.clear();
  walk(function_.body);
}

void RangeAnalysis::walk(const ir::Block &block) {
  for (const Stmt &stmt : block)
    walkStmt(stmt);
}

void RangeAnalysis::walkStmt(const Stmt &stmt) {
  bool loops = std::holds_alternative<While>(stmt.node) ||
               std::holds_alternative<ForRange>(stmt.node);
  // A loop's later iterations come after the assignments in it.
  if (loops)
    forget(stmt);
  forEachOperandOf(stmt, [&](const Expr &expr) { assignLets(expr); });
  if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
    bool isInteger = isIntegral(function_.slots[assign->slot].type);
    if (!isInteger || !drifts(*assign))
      this->assign(assign->slot, *assign->value);
    forgetSlot(assign->slot);
  } else if (const auto *branch = std::get_if<If>(&stmt.node)) {
    walkBranch(*branch);
  } else if (const auto *loop = std::get_if<While>(&stmt.node)) {
    Refinements outer = refinements_;
    refine(*loop->condition, true);
    double outerTimes = times_;
    times_ = timesIn(*loop);
    walk(loop->body);
    times_ = outerTimes;
    refinements_ = outer;
    walk(loop->orElse);
    refinements_ = outer;
  } else if (const auto *range = std::get_if<ForRange>(&stmt.node)) {
    Interval start = evaluate(*range->start), stop = evaluate(*range->stop),
             step = evaluate(*range->step);
    if (!isEmpty(start) && !isEmpty(stop) && !isEmpty(step)) {
      Interval values = nothing;
      if (step.high > 0 && stop.high > INT64_MIN)
        values = unite(
            values, {start.low, lastValue(start, stop.high - 1, step, true)});
      if (step.low < 0 && stop.low < INT64_MAX)
        values = unite(
            values, {lastValue(start, stop.low + 1, step, false), start.high});
      if (!isEmpty(values))
        grow(range->slot, values);
    }
    Refinements outer = refinements_;
    double outerTimes = times_;
    times_ *= mostTurns(evaluate(*range->start), evaluate(*range->stop),
                        evaluate(*range->step));
    walk(range->body);
    times_ = outerTimes;
    refinements_ = outer;
    walk(range->orElse);
    refinements_ = outer;
  }
}

/// Behind it is known what was, and where one way through it leaves, what is
/// known on the other.
void RangeAnalysis::walkBranch(const If &branch) {
  bool bodyLeaves = endsInJump(branch.body),
       elseLeaves = endsInJump(branch.orElse);
  const Refinements outer = refinements_;
  refine(*branch.condition, true);
  walk(branch.body);
  Refinements behindBody = std::move(refinements_);
  refinements_ = outer;
  refine(*branch.condition, false);
  walk(branch.orElse);
  if (elseLeaves)
    refinements_ = std::move(behindBody);
  if (bodyLeaves || elseLeaves)
    return;
  refinements_ = outer;
  forgetIn(branch.body);
  forgetIn(branch.orElse);
}

/// Let is the one assignment inside expressions.
void RangeAnalysis::assignLets(const Expr &expr) {
  forEachExpr(expr, [&](const Expr &inner) {
    const auto *let = std::get_if<Let>(&inner.node);
    if (!let)
      return;
    assign(let->slot, *let->value);
    forgetSlot(let->slot);
  });
}

void RangeAnalysis::assign(SlotId slot, const Expr &value) {
  const Type &type = function_.slots[slot].type;
  if (isIntegral(type))
    grow(slot, evaluate(value));
  else if (!reals_.empty() && type.isFloat())
    growReal(slot, real(value));
}

/// What still moves after a few rounds is anything: nothing is taken back.
void RangeAnalysis::growReal(SlotId slot, const FloatRange &value) {
  FloatRange &range = reals_[slot];
  FloatRange united = unite(range, value);
  if (!drifts_.empty() ||
      (united.low == range.low && united.high == range.high &&
       united.isNanPossible == range.isNanPossible))
    return;
  range = round_ > exactRounds ? anyFloat() : united;
  changed_ = true;
}

FloatRange RangeAnalysis::real(const Expr &expr) {
  return realRange(expr,
                   {reals_, [&](const Expr &part) { return evaluate(part); }});
}

void RangeAnalysis::grow(SlotId slot, Interval value) {
  if (!drifts_.empty()) {
    drifts_[slot].others = unite(drifts_[slot].others, value);
    return;
  }
  Interval &range = (*grown_)[slot];
  Interval united = unite(range, value);
  if (united == range)
    return;
  if (round_ > exactRounds && !isEmpty(range)) {
    Interval type = typeRange(function_.slots[slot].type.scalar);
    if (united.low < range.low)
      united.low = united.low >= 0 ? 0 : type.low;
    if (united.high > range.high)
      united.high = united.high <= INT32_MAX && type.high > INT32_MAX
                        ? INT32_MAX
                        : type.high;
  }
  range = united;
  changed_ = true;
}

void RangeAnalysis::refine(const Expr &condition, bool holds) {
  if (const auto *logical = std::get_if<Logical>(&condition.node)) {
    if (logical->isAnd == holds) {
      refine(*logical->left, holds);
      refine(*logical->right, holds);
    }
    return;
  }
  if (const auto *unary = std::get_if<Unary>(&condition.node)) {
    if (unary->op == UnaryOp::Not)
      refine(*unary->operand, !holds);
    return;
  }
  const auto *compare = std::get_if<Compare>(&condition.node);
  if (!compare || compare->left->type.scalar != Scalar::I64 ||
      compare->right->type.scalar != Scalar::I64)
    return;
  CompareOp op = holds ? compare->op : negated(compare->op);
  refineSlot(*compare->left, op, evaluate(*compare->right));
  refineSlot(*compare->right, mirrored(op), evaluate(*compare->left));
}

void RangeAnalysis::refineSlot(const Expr &operand, CompareOp op,
                               Interval other) {
  const auto *slot = std::get_if<SlotValue>(&operand.node);
  if (!slot || isEmpty(other))
    return;
  Interval range;
  if (op == CompareOp::Less && other.high > INT64_MIN)
    range.high = other.high - 1;
  else if (op == CompareOp::LessEqual || op == CompareOp::Equal)
    range.high = other.high;
  if (op == CompareOp::Greater && other.low < INT64_MAX)
    range.low = other.low + 1;
  else if (op == CompareOp::GreaterEqual || op == CompareOp::Equal)
    range.low = other.low;
  if (range == Interval())
    return;
  if (refinements_.size() == mostRefinements)
    refinements_.erase(refinements_.begin());
  refinements_.push_back({slot->slot, range});
}

/// Drops what is said of every slot that `stmt` may assign.
void RangeAnalysis::forget(const Stmt &stmt) {
  if (refinements_.empty())
    return;
  forEachSlotSetBy(stmt, [&](SlotId slot) { forgetSlot(slot); });
  forEachBlockOf(stmt, [&](const ir::Block &block) { forgetIn(block); });
}

void RangeAnalysis::forgetIn(const ir::Block &block) {
  for (const Stmt &stmt : block)
    forget(stmt);
}

void RangeAnalysis::forgetSlot(SlotId slot) {
  std::erase_if(refinements_,
                [&](const auto &entry) { return entry.first == slot; });
}

Interval RangeAnalysis::slotValue(SlotId slot) const {
  return refined(slot, slots_[slot]);
}

/// By the conditions in force.
Interval RangeAnalysis::refined(SlotId slot, Interval range) const {
  for (const auto &[refined, bound] : refinements_)
    if (refined == slot)
      range = intersect(range, bound);
  return range;
}

Interval RangeAnalysis::convert(const Convert &node, const Type &to) {
  Interval type = typeRange(to.scalar);
  bool isReal = node.operand->type.isFloat();
  if (to.isBool() || !(isReal || isIntegral(node.operand->type)))
    return type;
  Interval value =
      isReal ? wholePartOf(real(*node.operand), roundingOf(Builtin::Trunc))
             : evaluate(*node.operand);
  if (isEmpty(value))
    return value;
  if (node.shortBits) {
    std::int64_t end = std::int64_t(1) << node.shortBits;
    return intersect(value, {node.isNatural ? 0 : -end, end});
  }
  if (to.scalar == Scalar::U64)
    return value.isNonNegative() ? value : whole;
  return type.low <= value.low && value.high <= type.high ? value : type;
}

Interval RangeAnalysis::property(const ArrayProperty &node) {
  switch (node.field) {
  case ArrayField::Shape:
    return ranges_.extent(*node.array, node.axis);
  case ArrayField::Stride:
  case ArrayField::Address:
    return whole;
  case ArrayField::Size: {
    __int128 low = 1, high = 1;
    for (unsigned axis = 0; axis < node.array->type.ndim; ++axis) {
      Interval extent = ranges_.extent(*node.array, axis);
      low = std::min<__int128>(low * extent.low, INT64_MAX);
      high = std::min<__int128>(high * extent.high, INT64_MAX);
    }
    return fit(low, high);
  }
  }
  return whole;
}

Interval RangeAnalysis::evaluate(const Expr &expr) {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node))
    return slotValue(slot->slot);
  if (!remember)
    return evaluateNode(expr);
  auto [entry, isNew] = ranges_.known_.try_emplace(&expr);
  if (isNew) {
    Interval value = evaluateNode(expr);
    ranges_.known_[&expr] = value;
    return value;
  }
  return entry->second;
}

Interval RangeAnalysis::evaluateNode(const Expr &expr) {
  Interval type = typeRange(expr.type.scalar);
  bool isU64 = expr.type.isScalar() && expr.type.scalar == Scalar::U64;
  // Of a uint64 only what fits int64 is known.
  auto known = [&](Interval value) {
    return isU64 && value.low < 0 && !isEmpty(value) ? whole : value;
  };
  if (const auto *constant = std::get_if<Constant>(&expr.node)) {
    std::int64_t value = static_cast<std::int64_t>(constant->bits);
    return known({value, value});
  }
  if (const auto *node = std::get_if<Convert>(&expr.node))
    return convert(*node, expr.type);
  if (const auto *unary = std::get_if<Unary>(&expr.node)) {
    if (unary->op == UnaryOp::Not || expr.type.scalar != Scalar::I64)
      return type;
    Interval x = evaluate(*unary->operand);
    if (isEmpty(x))
      return x;
    return unary->op == UnaryOp::Negative
               ? fit(-__int128(x.high), -__int128(x.low))
               : Interval{~x.high, ~x.low};
  }
  if (const auto *node = std::get_if<Binary>(&expr.node)) {
    if (expr.type.isBool())
      return type;
    Interval a = evaluate(*node->left), b = evaluate(*node->right);
    if (isEmpty(a) || isEmpty(b))
      return nothing;
    if (isU64 && (!a.isNonNegative() || !b.isNonNegative()))
      return whole;
    if (node->right->type.scalar == Scalar::U64 && !b.isNonNegative())
      b = whole;
    return known(applyTo(node->op, a, b));
  }
  if (const auto *select = std::get_if<Select>(&expr.node))
    return known(unite(evaluate(*select->body), evaluate(*select->orElse)));
  if (const auto *let = std::get_if<Let>(&expr.node))
    return evaluate(*let->body);
  if (const auto *node = std::get_if<ArrayProperty>(&expr.node))
    return property(*node);
  if (const auto *tuple = std::get_if<TupleElement>(&expr.node)) {
    const auto *made = std::get_if<MakeTuple>(&tuple->tuple->node);
    return made ? evaluate(*made->elements[tuple->index]) : type;
  }
  if (const auto *call = std::get_if<CallBuiltin>(&expr.node)) {
    if (builtinInfo(call->builtin).signature == Signature::Register)
      return registerRange(call->builtin, function_);
    if (const ExprPtr *operand = realOperandOf(expr))
      return wholePartOf(real(**operand), roundingOf(call->builtin));
    if (call->builtin == Builtin::Abs && expr.type.scalar == Scalar::I64) {
      Interval x = evaluate(*call->args[0]);
      if (!isEmpty(x) && x.low > INT64_MIN)
        return {x.contains(0) ? 0
                              : static_cast<std::int64_t>(std::min(
                                    magnitudeOf(x.low), magnitudeOf(x.high))),
                static_cast<std::int64_t>(
                    std::max(magnitudeOf(x.low), magnitudeOf(x.high)))};
    }
    return type;
  }
  if (const auto *load = std::get_if<Load>(&expr.node))
    return known(intersect(type, ranges_.elements(*load->array)));
  // An atomic's old value, a call, a comparison.
  return type;
}

} // namespace pyk2ptx
