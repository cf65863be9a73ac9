// What an integer expression is: a sum of products of atoms, as long as it
// cannot wrap around, else an atom of its own. What is one of two values, by a
// condition, by min and max, by a remainder of what may be zero, is an atom
// with a choice, and what is known of either where it is that.
#include "inequalities.h"

#include "integer_types.h"
#include "interval.h"

namespace pyk2ptx {

using namespace ir;

namespace {

/// Functions in functions that are looked into.
constexpr unsigned mostCalls = 4;

bool isFinite(Interval range) {
  return range.low > INT64_MIN && range.high < INT64_MAX;
}

} // namespace

Atom Inequalities::newAtom(Interval range) {
  atoms_.push_back({range, nullptr, nullptr});
  return static_cast<Atom>(atoms_.size() - 1);
}

Polynomial Inequalities::unknown(const Expr &expr, const Outside *outside) {
  Interval range;
  if (isIntegral(expr.type))
    range = outside ? typeRange(expr.type.scalar) : ranges_.of(expr);
  return Polynomial::atom(newAtom(range));
}

Polynomial Inequalities::valueOf(SlotId slot) {
  // Slots made since are nobody's here.
  if (slot >= current_.size())
    return Polynomial::atom(newAtom({}));
  std::optional<Polynomial> &value = current_[slot];
  if (!value)
    value = Polynomial::atom(newAtom(isIntegral(function_.slots[slot].type)
                                         ? ranges_.ofSlot(slot)
                                         : Interval{}));
  return *value;
}

void Inequalities::setValue(SlotId slot, std::optional<Polynomial> value) {
  if (slot >= current_.size())
    return;
  log_.emplace_back(slot, std::move(current_[slot]));
  current_[slot] = std::move(value);
  conditions_.erase(slot);
}

Interval Inequalities::rangeOf(const Polynomial &sum) const {
  return intervalOf(sum, [&](Atom atom) { return atoms_[atom].range; });
}

Polynomial Inequalities::choose(Interval range, Choice choice) {
  if (choice.first == choice.second)
    return choice.first;
  // Ranges know nothing of where a slot is what.
  Interval either =
      intersect(range, unite(rangeOf(choice.first), rangeOf(choice.second)));
  Atom atom = newAtom(isEmpty(either) ? range : either);
  atoms_[atom].choice = std::make_unique<Choice>(std::move(choice));
  return Polynomial::atom(atom);
}

Polynomial Inequalities::of(const Expr &expr) { return of(expr, nullptr); }

Polynomial Inequalities::ofNew(const Expr &expr) {
  Outside here{nullptr, 0};
  return of(expr, &here);
}

Polynomial Inequalities::of(const Expr &expr, const Outside *outside) {
  if (const auto *constant = std::get_if<Constant>(&expr.node);
      constant && isIntegral(expr.type))
    return Polynomial::constant(static_cast<std::int64_t>(constant->bits));
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    if (!outside || !outside->args)
      return valueOf(slot->slot);
    return slot->slot < outside->args->size() ? (*outside->args)[slot->slot]
                                              : unknown(expr, outside);
  }
  if (std::holds_alternative<Convert>(expr.node))
    return ofConvert(expr, outside);
  if (std::holds_alternative<Binary>(expr.node) && isInt64(expr.type))
    return ofBinary(expr, outside);
  if (const auto *unary = std::get_if<Unary>(&expr.node);
      unary && unary->op == UnaryOp::Negative && isInt64(expr.type)) {
    auto negated = Polynomial().plus(of(*unary->operand, outside), -1);
    return negated && isFinite(rangeOf(*negated)) ? *std::move(negated)
                                                  : unknown(expr, outside);
  }
  if (std::holds_alternative<CallFunction>(expr.node) && isIntegral(expr.type))
    return ofCall(expr, outside);
  if (const auto *select = std::get_if<Select>(&expr.node);
      select && isInt64(expr.type) && !outside)
    return choose(ranges_.of(expr),
                  {of(*select->body, outside), of(*select->orElse, outside),
                   factsOf(*select->condition, true),
                   factsOf(*select->condition, false)});
  if (const auto *builtin = std::get_if<CallBuiltin>(&expr.node);
      builtin &&
      builtinInfo(builtin->builtin).signature == Signature::Register) {
    auto [place, isNew] = registers_.try_emplace(builtin->builtin);
    if (isNew)
      place->second = newAtom(registerRange(builtin->builtin, function_));
    return Polynomial::atom(place->second);
  }
  if (const auto *property = std::get_if<ArrayProperty>(&expr.node);
      property && (!outside || !outside->args)) {
    bool isExtent = property->field == ArrayField::Shape ||
                    (property->field == ArrayField::Size &&
                     property->array->type.ndim == 1);
    if (isExtent)
      return extentOf(*property->array, property->axis);
  }
  if (const auto *element = std::get_if<TupleElement>(&expr.node))
    if (const auto *tuple = std::get_if<MakeTuple>(&element->tuple->node))
      return of(*tuple->elements[element->index], outside);
  return unknown(expr, outside);
}

/// What fits the type is the same number there.
Polynomial Inequalities::ofConvert(const Expr &expr, const Outside *outside) {
  const Expr &operand = *std::get<Convert>(expr.node).operand;
  if (!isIntegral(operand.type) || !isIntegral(expr.type) || expr.type.isBool())
    return unknown(expr, outside);
  Polynomial value = of(operand, outside);
  // A uint64 beyond int64 is known as the negative number of its bits.
  if (isInt64(expr.type))
    return value;
  Interval range = rangeOf(value);
  Interval type = typeRange(expr.type.scalar);
  if (expr.type.scalar == Scalar::U64)
    type = {0, INT64_MAX};
  return type.low <= range.low && range.high <= type.high
             ? value
             : unknown(expr, outside);
}

Polynomial Inequalities::ofBinary(const Expr &expr, const Outside *outside) {
  const auto &node = std::get<Binary>(expr.node);
  Polynomial left = of(*node.left, outside), right = of(*node.right, outside);
  std::optional<Polynomial> result;
  switch (node.op) {
  case BinaryOp::Add:
    result = left.plus(right);
    break;
  case BinaryOp::Sub:
    result = left.plus(right, -1);
    break;
  case BinaryOp::Mul:
    result = left.times(right);
    break;
  case BinaryOp::Min:
  case BinaryOp::Max: {
    std::optional<Polynomial> isMore = left.plus(right, -1),
                              isLess = right.plus(left, -1);
    if (!isMore || !isLess)
      return unknown(expr, outside);
    if (node.op == BinaryOp::Min)
      std::swap(isMore, isLess);
    return choose(outside ? Interval{} : ranges_.of(expr),
                  {left, right, {*isMore}, {*isLess}});
  }
  case BinaryOp::Mod:
  case BinaryOp::FloorDiv:
    return ofRemainder(expr, left, right, outside);
  default:
    return unknown(expr, outside);
  }
  bool stays =
      result && (isFinite(rangeOf(*result)) ||
                 (!outside && staysInInt64(node.op, ranges_.of(*node.left),
                                           ranges_.of(*node.right))));
  return stays ? *std::move(result) : unknown(expr, outside);
}

/// Of positive divisors: 0 <= of % by < by, and of - by < of // by * by <= of.
/// What zero divides is 0, and what is not negative stays so.
Polynomial Inequalities::ofRemainder(const Expr &expr, const Polynomial &of,
                                     const Polynomial &by,
                                     const Outside *outside) {
  bool isRest = std::get<Binary>(expr.node).op == BinaryOp::Mod;
  if (!isRest && by.isConstant() && by.constantPart() > 0)
    return quotient(of, by.constantPart(),
                    outside ? Interval{} : ranges_.of(expr));
  Polynomial result = unknown(expr, outside);
  std::optional<Polynomial> aboveOne = by.plus(Polynomial::constant(-1));
  if (!isRest && isNeverNegative(by) && isNeverNegative(of))
    assume(result);
  if (!aboveOne || !isNeverNegative(*aboveOne))
    return isRest && isNeverNegative(by) ? remainderBy(by) : result;
  if (isRest)
    assumeBelow(result, by);
  else if (std::optional<Polynomial> product = result.times(by))
    if (std::optional<Polynomial> rest = of.plus(*product, -1))
      assumeBelow(*rest, by);
  return result;
}

Polynomial Inequalities::remainderBy(const Polynomial &by, bool isZeroElse) {
  constexpr Interval naturals{0, INT64_MAX};
  Polynomial rest = Polynomial::atom(newAtom(naturals));
  std::optional<Polynomial> room = differenceOf(CompareOp::Less, rest, by),
                            others = by.plus(Polynomial::constant(-1)),
                            none = Polynomial().plus(by, -1);
  if (!room || !others || !none)
    return Polynomial::atom(newAtom({}));
  if (isZeroElse)
    return choose(naturals, {rest, Polynomial(), {*others, *room}, {*none}});
  return choose(
      {}, {rest, Polynomial::atom(newAtom({})), {*others, *room}, {*none}});
}

/// Of a function that is one expression of its parameters.
Polynomial Inequalities::ofCall(const Expr &expr, const Outside *outside) {
  const auto &node = std::get<CallFunction>(expr.node);
  const Function &callee = module_.functions[node.function];
  unsigned depth = outside ? outside->depth + 1 : 1;
  const auto *result = callee.body.size() == 1
                           ? std::get_if<Return>(&callee.body[0].node)
                           : nullptr;
  if (!result || !result->value || depth > mostCalls || callee.isExternal)
    return unknown(expr, outside);
  std::vector<Polynomial> args;
  for (const ExprPtr &arg : node.args)
    args.push_back(of(*arg, outside));
  Outside inner{&args, depth};
  return of(*result->value, &inner);
}

} // namespace pyk2ptx
