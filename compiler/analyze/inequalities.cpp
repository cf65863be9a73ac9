// Whether an index is inside follows from what is known of other numbers: a
// coordinate is below the width, or the thread would have returned; it was
// clamped, by min and max, by a device function, by `if x < 0: x = 0`; the row
// above is none of the first row, so a width before this element there is
// another one.
//
// What an integer expression is, is written as a sum of products of atoms, as
// long as it cannot wrap around. A condition says that such a sum is not
// negative, and so does what has to be shown. It is shown by the bounds of the
// atoms (polynomial.cpp), or by what is left when a multiple of something known
// is taken off, or of two; and of a value that is one of two, for both.
//
// It is no complete procedure. Its steps are few and counted, so that a
// condition costs what it costs in a kernel of ten thousand of them.
#include "inequalities.h"

#include "compare_ops.h"
#include "interval.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Facts are kept this many, and asked.
constexpr std::size_t mostFacts = 64, mostPaired = 12;
constexpr unsigned mostSteps = 100, mostChoices = 5, mostCalls = 4;

bool isInteger(const Type &type) {
  return type.isScalar() && (type.isBool() || type.isInteger());
}

bool isInt64(const Type &type) {
  return type.isScalar() && type.scalar == Scalar::I64;
}

bool isFinite(Interval range) {
  return range.low > INT64_MIN && range.high < INT64_MAX;
}

bool leavesBlock(const Block &block) {
  if (block.empty())
    return false;
  const auto &last = block.back().node;
  return std::holds_alternative<Return>(last) ||
         std::holds_alternative<Break>(last) ||
         std::holds_alternative<Continue>(last) ||
         std::holds_alternative<Raise>(last);
}

} // namespace

Inequalities::Inequalities(const Module &module, const Function &function,
                           const Ranges &ranges)
    : module_(module), function_(function), ranges_(ranges),
      current_(function.slots.size()) {}

// ---- values ----

Atom Inequalities::newAtom(Interval range) {
  atoms_.push_back({range, nullptr});
  return static_cast<Atom>(atoms_.size() - 1);
}

Polynomial Inequalities::unknown(const Expr &expr, const Outside *outside) {
  Interval range;
  if (isInteger(expr.type))
    range = outside ? typeRange(expr.type.scalar) : ranges_.of(expr);
  return Polynomial::atom(newAtom(range));
}

Polynomial Inequalities::valueOf(SlotId slot) {
  // Slots made since are nobody's here.
  if (slot >= current_.size())
    return Polynomial::atom(newAtom({}));
  std::optional<Polynomial> &value = current_[slot];
  if (!value)
    value = Polynomial::atom(newAtom(isInteger(function_.slots[slot].type)
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
  Atom atom = newAtom(range);
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
      constant && isInteger(expr.type))
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
  if (std::holds_alternative<CallFunction>(expr.node) && isInteger(expr.type))
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
  if (!isInteger(operand.type) || !isInteger(expr.type) || expr.type.isBool())
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
Polynomial Inequalities::ofRemainder(const Expr &expr, const Polynomial &of,
                                     const Polynomial &by,
                                     const Outside *outside) {
  Polynomial result = unknown(expr, outside);
  std::optional<Polynomial> aboveOne = by.plus(Polynomial::constant(-1));
  if (!aboveOne || !isNeverNegative(*aboveOne))
    return result;
  auto liesBelow = [&](const Polynomial &value) {
    assume(value);
    if (std::optional<Polynomial> room =
            differenceOf(CompareOp::Less, value, by))
      assume(*room);
  };
  if (std::get<Binary>(expr.node).op == BinaryOp::Mod)
    liesBelow(result);
  else if (std::optional<Polynomial> product = result.times(by))
    if (std::optional<Polynomial> rest = of.plus(*product, -1))
      liesBelow(*rest);
  return result;
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

Polynomial Inequalities::extentOf(const Expr &array, unsigned axis) {
  if (const auto *field = std::get_if<Field>(&array.node))
    if (const Expr &records = *field->array;
        records.type.isArray() && axis < records.type.ndim)
      return extentOf(records, axis);
  if (const auto *convert = std::get_if<Convert>(&array.node))
    return extentOf(*convert->operand, axis);
  Interval range = ranges_.extent(array, axis);
  if (range.low == range.high)
    return Polynomial::constant(range.low);
  const auto *slot = std::get_if<SlotValue>(&array.node);
  if (!slot)
    return Polynomial::atom(newAtom(range));
  Atom which = valueOf(slot->slot).parts()[0].atoms[0];
  auto [place, isNew] = extents_.try_emplace({which, axis});
  if (isNew)
    place->second = newAtom(range);
  return Polynomial::atom(place->second);
}

// ---- what is known ----

std::optional<Polynomial> Inequalities::differenceOf(CompareOp op,
                                                     const Polynomial &left,
                                                     const Polynomial &right) {
  const Polynomial minusOne = Polynomial::constant(-1);
  std::optional<Polynomial> more = left.plus(right, -1),
                            less = right.plus(left, -1);
  if (!more || !less)
    return std::nullopt;
  switch (op) {
  case CompareOp::Less:
    return less->plus(minusOne);
  case CompareOp::LessEqual:
    return less;
  case CompareOp::Greater:
    return more->plus(minusOne);
  case CompareOp::GreaterEqual:
    return more;
  case CompareOp::NotEqual:
    // Of what lies at one side.
    if (isNeverNegative(*more))
      return more->plus(minusOne);
    if (isNeverNegative(*less))
      return less->plus(minusOne);
    return std::nullopt;
  case CompareOp::Equal:
    break;
  }
  return std::nullopt;
}

Inequalities::Sums Inequalities::factsOfCompare(const Compare &compare,
                                                bool isTrue) {
  if (!isInt64(compare.left->type) || !isInt64(compare.right->type))
    return {};
  Polynomial left = of(*compare.left), right = of(*compare.right);
  CompareOp op = isTrue ? compare.op : negated(compare.op);
  Sums facts;
  auto add = [&](CompareOp which) {
    if (std::optional<Polynomial> sum = differenceOf(which, left, right))
      facts.push_back(*std::move(sum));
  };
  if (op == CompareOp::Equal) {
    add(CompareOp::LessEqual);
    add(CompareOp::GreaterEqual);
  } else {
    add(op);
  }
  return facts;
}

Inequalities::Sums Inequalities::factsOf(const Expr &condition, bool isTrue) {
  if (const auto *logical = std::get_if<Logical>(&condition.node)) {
    if (logical->isAnd != isTrue)
      return {};
    Mark before = mark();
    Sums facts = factsOf(*logical->left, isTrue);
    for (const Polynomial &fact : facts)
      assume(fact);
    Sums more = factsOf(*logical->right, isTrue);
    forgetSince(before);
    facts.insert(facts.end(), more.begin(), more.end());
    return facts;
  }
  if (const auto *unary = std::get_if<Unary>(&condition.node))
    return unary->op == UnaryOp::Not ? factsOf(*unary->operand, !isTrue)
                                     : Sums();
  if (const auto *compare = std::get_if<Compare>(&condition.node))
    return factsOfCompare(*compare, isTrue);
  if (const auto *slot = std::get_if<SlotValue>(&condition.node))
    if (auto known = conditions_.find(slot->slot); known != conditions_.end())
      return isTrue ? known->second.whenTrue : known->second.whenFalse;
  return {};
}

void Inequalities::assume(const Expr &condition, bool isTrue) {
  for (const Polynomial &fact : factsOf(condition, isTrue))
    assume(fact);
}

void Inequalities::bound(Atom atom, Interval range) {
  Interval &known = atoms_[atom].range;
  Interval both = intersect(known, range);
  if (both == known)
    return;
  bounds_.emplace_back(atom, known);
  known = both;
}

void Inequalities::assume(const Polynomial &sum) {
  if (sum.isConstant() || facts_.size() >= mostFacts)
    return;
  for (const Monomial &part : sum.parts()) {
    if (part.atoms.size() != 1 || (part.factor != 1 && part.factor != -1))
      continue;
    Atom atom = part.atoms[0];
    std::optional<Polynomial> rest =
        sum.plus(Polynomial::atom(atom), -part.factor);
    if (!rest || rest->contains(atom))
      continue;
    std::int64_t most = rangeOf(*rest).high;
    if (most == INT64_MAX)
      continue;
    bound(atom, part.factor == 1 ? Interval{-most, INT64_MAX}
                                 : Interval{INT64_MIN, most});
  }
  // Of one atom its bounds say it all.
  std::size_t parts = sum.parts().size() - (sum.constantPart() != 0);
  const Monomial &last = sum.parts().back();
  if (parts > 1 || last.atoms.size() > 1 || std::abs(last.factor) > 1)
    facts_.push_back(sum);
}

void Inequalities::forgetSince(Mark mark) {
  facts_.resize(mark.facts);
  while (bounds_.size() > mark.bounds) {
    atoms_[bounds_.back().first].range = bounds_.back().second;
    bounds_.pop_back();
  }
}

// ---- proofs ----

class Inequalities::Prover {
public:
  explicit Prover(Inequalities &known) : known_(known) {}

  bool isNeverNegative(const Polynomial &sum, unsigned choices = 0) {
    if (isBounded(sum))
      return true;
    std::vector<Polynomial> left = lessOneFact(sum);
    for (const Polynomial &rest : left)
      if (isBounded(rest))
        return true;
    if (known_.facts_.size() <= mostPaired)
      for (const Polynomial &rest : left)
        for (const Polynomial &less : lessOneFact(rest))
          if (isBounded(less))
            return true;
    return choices < mostChoices && isForBoth(sum, choices);
  }

private:
  bool isBounded(const Polynomial &sum) {
    if (steps_ == 0)
      return false;
    --steps_;
    std::optional<std::int64_t> least =
        leastOf(sum, [&](Atom atom) { return known_.atoms_[atom].range; });
    return least && *least >= 0;
  }

  /// What is left without a multiple of a fact, that takes one part away.
  std::vector<Polynomial> lessOneFact(const Polynomial &sum) const {
    std::vector<Polynomial> left;
    for (auto fact = known_.facts_.rbegin(); fact != known_.facts_.rend();
         ++fact)
      for (const Monomial &part : fact->parts()) {
        std::int64_t factor = part.atoms.empty() ? 0 : sum.factorOf(part.atoms);
        if (factor == 0 || factor % part.factor || factor / part.factor < 0)
          continue;
        std::optional<Polynomial> rest =
            sum.plus(*fact, -(factor / part.factor));
        if (rest && std::find(left.begin(), left.end(), *rest) == left.end())
          left.push_back(*std::move(rest));
      }
    return left;
  }

  bool isForBoth(const Polynomial &sum, unsigned choices) {
    for (const Monomial &part : sum.parts())
      for (Atom atom : part.atoms)
        if (const Choice *choice = known_.atoms_[atom].choice.get())
          return steps_ != 0 &&
                 isFor(sum, atom, choice->first, choice->whereFirst, choices) &&
                 isFor(sum, atom, choice->second, choice->whereSecond, choices);
    return false;
  }

  bool isFor(const Polynomial &sum, Atom atom, const Polynomial &value,
             const Sums &facts, unsigned choices) {
    std::optional<Polynomial> replaced = sum.replaced(atom, value);
    if (!replaced)
      return false;
    Mark before = known_.mark();
    for (const Polynomial &fact : facts)
      known_.assume(fact);
    bool result = isNeverNegative(*replaced, choices + 1);
    known_.forgetSince(before);
    return result;
  }

  Inequalities &known_;
  unsigned steps_ = mostSteps;
};

bool Inequalities::isNeverNegative(const Polynomial &sum) {
  return Prover(*this).isNeverNegative(sum);
}

// ---- statements ----

void Inequalities::assign(SlotId slot, const Expr &value) {
  const Type &type = function_.slots[slot].type;
  if (type.isBool()) {
    Condition condition{factsOf(value, true), factsOf(value, false)};
    setValue(slot, std::nullopt);
    if (!condition.whenTrue.empty() || !condition.whenFalse.empty())
      conditions_.insert_or_assign(slot, std::move(condition));
  } else if (isInteger(type)) {
    setValue(slot, of(value));
  } else if (const auto *same = std::get_if<SlotValue>(&value.node);
             same && type.isArray()) {
    setValue(slot, valueOf(same->slot));
  } else {
    setValue(slot, std::nullopt);
  }
}

void Inequalities::pass(const Stmt &stmt) {
  forgetLets(stmt);
  if (const auto *node = std::get_if<Assign>(&stmt.node))
    assign(node->slot, *node->value);
}

void Inequalities::forget(const SlotSet &slots) {
  for (SlotId slot : slots)
    setValue(slot, std::nullopt);
}

void Inequalities::forgetAssigned(const Stmt &stmt) {
  SlotSet assigned;
  addAssigned(stmt, assigned);
  forget(assigned);
}

void Inequalities::forgetLets(const Stmt &stmt) {
  forEachOperandOf(stmt, [&](const Expr &operand) {
    forEachExpr(operand, [&](const Expr &expr) {
      if (const auto *let = std::get_if<Let>(&expr.node))
        setValue(let->slot, std::nullopt);
    });
  });
}

void Inequalities::enterLoop(const ForRange &loop, const SlotSet &assigned) {
  Polynomial start = of(*loop.start), stop = of(*loop.stop);
  Interval step = ranges_.of(*loop.step);
  forget(assigned);
  Polynomial counter = valueOf(loop.slot);
  auto is = [&](CompareOp op, const Polynomial &other) {
    if (std::optional<Polynomial> fact = differenceOf(op, counter, other))
      assume(*fact);
  };
  if (step.low >= 1) {
    is(CompareOp::GreaterEqual, start);
    is(CompareOp::Less, stop);
  } else if (step.high <= -1) {
    is(CompareOp::LessEqual, start);
    is(CompareOp::Greater, stop);
  }
}

Inequalities::Branch Inequalities::leave(std::size_t since, const Block &block,
                                         Sums facts) {
  Branch branch{{}, std::move(facts), leavesBlock(block)};
  for (std::size_t i = since; i < log_.size(); ++i)
    branch.values.emplace(log_[i].first, current_[log_[i].first]);
  while (log_.size() > since) {
    auto &[slot, value] = log_.back();
    current_[slot] = std::move(value);
    conditions_.erase(slot);
    log_.pop_back();
  }
  return branch;
}

void Inequalities::merge(const Branch &first, const Branch &second) {
  auto valueIn = [&](const Branch &branch, SlotId slot) {
    auto found = branch.values.find(slot);
    return found == branch.values.end() ? current_[slot] : found->second;
  };
  std::vector<std::pair<SlotId, std::optional<Polynomial>>> merged;
  auto add = [&](SlotId slot) {
    std::optional<Polynomial> a = valueIn(first, slot),
                              b = valueIn(second, slot);
    const Type &type = function_.slots[slot].type;
    std::optional<Polynomial> value;
    if (first.leaves)
      value = std::move(b);
    else if (second.leaves)
      value = std::move(a);
    else if (a && a == b)
      value = std::move(a);
    else if (a && b && isInteger(type))
      value = choose(ranges_.ofSlot(slot), {*a, *b, first.facts, second.facts});
    merged.emplace_back(slot, std::move(value));
  };
  for (const auto &[slot, value] : first.values)
    add(slot);
  for (const auto &[slot, value] : second.values)
    if (!first.values.contains(slot))
      add(slot);
  for (auto &[slot, value] : merged)
    setValue(slot, std::move(value));
  if (first.leaves != second.leaves)
    for (const Polynomial &fact : first.leaves ? second.facts : first.facts)
      assume(fact);
}

} // namespace pyk2ptx
