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
#include "ranges.h"

#include "compare_ops.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "interval.h"
#include "loop_facts.h"
#include "pyk2ptx/compile.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Conditions that are kept, of a long row of `if ...: return`.
constexpr std::size_t mostRefinements = 64;

bool isIntegral(const Type &type) { return type.isBool() || type.isInteger(); }

} // namespace

/// What conditions in force say of slots.
using Refinements = std::vector<std::pair<SlotId, Interval>>;

/// The fixpoint, and the evaluation of expressions that it and Ranges::of
/// share: then without refinements.
class RangeAnalysis {
public:
  RangeAnalysis(const Ranges &ranges, std::vector<Interval> &slots)
      : ranges_(ranges), function_(ranges.function_), slots_(slots) {}

  void run();
  Interval evaluate(const Expr &expr);
  /// Reads and fills Ranges::known_; only once the slots are final.
  bool remember = false;

private:
  void walkFunction();
  void walk(const ir::Block &block);
  void walkStmt(const Stmt &stmt);
  void assignLets(const Expr &expr);
  void grow(SlotId slot, Interval value);
  void refine(const Expr &condition, bool holds);
  void refineSlot(const Expr &operand, CompareOp op, Interval other);
  void walkBranch(const If &branch);
  void forget(const Stmt &stmt);
  void forgetIn(const ir::Block &block);
  void forgetSlot(SlotId slot);
  Interval slotValue(SlotId slot) const;
  Interval evaluateNode(const Expr &expr);
  Interval convert(const Convert &node, const Type &to);
  Interval property(const ArrayProperty &node);

  const Ranges &ranges_;
  const Function &function_;
  std::vector<Interval> &slots_;
  Refinements refinements_;
  /// Where assigned values are collected: slots_ itself while it grows.
  std::vector<Interval> *grown_ = &slots_;
  int round_ = 0;
  bool changed_ = false;
};

void RangeAnalysis::run() {
  constexpr int maxRounds = 16, narrowingRounds = 2;
  const std::vector<Interval> initial = slots_;
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
  // What was jumped over comes back: whatever holds of all slots, what is
  // assigned under it holds too.
  for (int i = 0; i < narrowingRounds; ++i) {
    std::vector<Interval> narrower = initial;
    grown_ = &narrower;
    round_ = 0;
    walkFunction();
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      if (!isEmpty(narrower[slot]))
        slots_[slot] = narrower[slot];
  }
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
    if (isIntegral(function_.slots[assign->slot].type))
      grow(assign->slot, evaluate(*assign->value));
    forgetSlot(assign->slot);
  } else if (const auto *branch = std::get_if<If>(&stmt.node)) {
    walkBranch(*branch);
  } else if (const auto *loop = std::get_if<While>(&stmt.node)) {
    Refinements outer = refinements_;
    refine(*loop->condition, true);
    walk(loop->body);
    refinements_ = outer;
    walk(loop->orElse);
    refinements_ = outer;
  } else if (const auto *range = std::get_if<ForRange>(&stmt.node)) {
    Interval start = evaluate(*range->start), stop = evaluate(*range->stop),
             step = evaluate(*range->step);
    if (!isEmpty(start) && !isEmpty(stop) && !isEmpty(step)) {
      Interval values = nothing;
      if (step.high > 0 && stop.high > INT64_MIN)
        values = unite(values, {start.low, std::max(start.low, stop.high - 1)});
      if (step.low < 0 && stop.low < INT64_MAX)
        values =
            unite(values, {std::min(start.high, stop.low + 1), start.high});
      if (!isEmpty(values))
        grow(range->slot, values);
    }
    Refinements outer = refinements_;
    walk(range->body);
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
    if (let && isIntegral(function_.slots[let->slot].type)) {
      grow(let->slot, evaluate(*let->value));
      forgetSlot(let->slot);
    }
  });
}

void RangeAnalysis::grow(SlotId slot, Interval value) {
  constexpr int exactRounds = 4;
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
  Interval range = slots_[slot];
  for (const auto &[refined, bound] : refinements_)
    if (refined == slot)
      range = intersect(range, bound);
  return range;
}

Interval RangeAnalysis::convert(const Convert &node, const Type &to) {
  Interval type = typeRange(to.scalar);
  if (to.isBool() || !isIntegral(node.operand->type))
    return type;
  Interval value = evaluate(*node.operand);
  if (isEmpty(value))
    return value;
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
    if (call->builtin == Builtin::Abs && expr.type.scalar == Scalar::I64) {
      Interval x = evaluate(*call->args[0]);
      if (!isEmpty(x) && x.low > INT64_MIN)
        return {x.contains(0) ? 0 : std::min(std::abs(x.low), std::abs(x.high)),
                std::max(std::abs(x.low), std::abs(x.high))};
    }
    return type;
  }
  if (const auto *load = std::get_if<Load>(&expr.node))
    return known(intersect(type, ranges_.elements(*load->array)));
  // An atomic's old value, a call, a comparison.
  return type;
}

/// Of constants, and what is read beyond them.
Interval rangeOfData(const ArrayDeclaration &array) {
  if (array.data.empty() || !isIntegral(array.element))
    return {};
  Interval range{0, 0};
  for (const Constant &constant : array.data) {
    std::int64_t value = static_cast<std::int64_t>(constant.bits);
    range = unite(range, {value, value});
  }
  return range;
}

Ranges::Ranges(const Function &function) : function_(function) {
  for (std::size_t i = 0; i < function.slots.size(); ++i) {
    const Slot &slot = function.slots[i];
    if (i < function.paramCount)
      slots_.push_back(parameterRange(function, static_cast<SlotId>(i)));
    else
      slots_.push_back(slot.zero ? Interval{0, 0} : nothing);
  }
  constexpr std::int64_t unassigned = -2, several = -1;
  declarations_.assign(function.slots.size(), unassigned);
  for (std::size_t i = 0; i < function.slots.size(); ++i)
    if (i < function.paramCount || function.slots[i].zero)
      declarations_[i] = several;
  auto assign = [&](SlotId slot, const Expr &whole) {
    const Expr *value = &whole;
    while (const auto *let = std::get_if<Let>(&value->node))
      value = let->body.get();
    const auto *storage = std::get_if<ArrayStorage>(&value->node);
    std::int64_t declared = storage ? std::int64_t(storage->array) : several;
    std::int64_t &entry = declarations_[slot];
    entry = entry == unassigned || entry == declared ? declared : several;
  };
  forEachAssigned(function.body, assign);
  for (const ArrayDeclaration &array : function.arrays)
    data_.push_back(rangeOfData(array));
  RangeAnalysis(*this, slots_).run();
}

Interval Ranges::of(const Expr &expr) const {
  RangeAnalysis analysis(*this, const_cast<Ranges *>(this)->slots_);
  analysis.remember = true;
  Interval value = analysis.evaluate(expr);
  return isEmpty(value) ? typeRange(expr.type.scalar) : value;
}

Interval Ranges::ofSlot(SlotId slot) const {
  Interval value = slots_[slot];
  return isEmpty(value) ? typeRange(function_.slots[slot].type.scalar) : value;
}

/// What LaunchFacts::sizeBits says of a parameter; -1: nothing.
static std::int64_t largestSize(const ir::Function &function, SlotId slot) {
  bool isKnown = slot < function.sizeBits.size() && function.sizeBits[slot];
  return isKnown ? std::int64_t(1) << function.sizeBits[slot] : -1;
}

Interval parameterRange(const ir::Function &function, SlotId slot) {
  std::int64_t most = largestSize(function, slot);
  return most >= 0 ? Interval{0, most}
                   : typeRange(function.slots[slot].type.scalar);
}

std::int64_t largestExtent(const ir::Function &function) {
  return function.smallArrays ? LaunchFacts::smallLimit - 1 : maxExtent;
}

std::int64_t largestExtent(const ir::Function &function, SlotId parameter) {
  std::int64_t most = largestSize(function, parameter);
  return most >= 0 ? most : largestExtent(function);
}

/// 0: not known.
static std::int64_t lastExtent(const ir::Function &function, SlotId slot) {
  return slot < function.lastExtents.size() ? function.lastExtents[slot] : 0;
}

std::int64_t Ranges::declarationOf(const Expr &array) const {
  if (const auto *storage = std::get_if<ArrayStorage>(&array.node))
    return storage->array;
  const auto *slot = std::get_if<SlotValue>(&array.node);
  return slot ? declarations_[slot->slot] : -1;
}

Interval Ranges::elements(const Expr &array) const {
  std::int64_t declared = declarationOf(array);
  return declared < 0 ? Interval{} : data_[declared];
}

Interval Ranges::extent(const Expr &array, unsigned axis) const {
  if (const auto *field = std::get_if<Field>(&array.node)) {
    const Type &outer = field->array->type;
    if (outer.isArray() && axis < outer.ndim)
      return extent(*field->array, axis);
    // Of a reference to nothing, a field's axes are empty.
    const auto &shape = outer.record->fields[field->index].shape;
    if (outer.isReference())
      return {0, shape.empty() ? 1 : shape[axis]};
    return {shape[axis - outer.ndim], shape[axis - outer.ndim]};
  }
  if (array.type.isReference())
    return {0, 1};
  if (const auto *at = std::get_if<ArrayAt>(&array.node)) {
    if (at->shape.empty())
      return {maxExtent, maxExtent};
    const auto *constant = std::get_if<Constant>(&at->shape[axis]->node);
    auto exact = constant ? static_cast<std::int64_t>(constant->bits) : -1;
    return exact >= 0 && exact <= maxExtent ? Interval{exact, exact}
                                            : Interval{0, maxExtent};
  }
  if (const auto *slot = std::get_if<SlotValue>(&array.node)) {
    if (std::int64_t known = lastExtent(function_, slot->slot);
        known && axis + 1 == array.type.ndim)
      return {known, known};
    if (std::int64_t most = largestSize(function_, slot->slot); most >= 0)
      return {0, most};
  } else if (const auto *convert = std::get_if<Convert>(&array.node))
    return extent(*convert->operand, axis);
  std::int64_t declared = declarationOf(array);
  if (declared < 0)
    return {0, largestExtent(function_)};
  if (function_.arrays[declared].dynamic)
    return {0, maxExtent};
  std::int64_t exact = function_.arrays[declared].shape[axis];
  return {exact, exact};
}

} // namespace pyk2ptx
