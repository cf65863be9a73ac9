// Whether an index is inside follows from what is known of other numbers: a
// coordinate is below the width, or the thread would have returned; it was
// clamped, by min and max, by a device function, by `if x < 0: x = 0`; the row
// above is none of the first row, so a width before this element there is
// another one.
//
// What an integer expression is, is written as a sum of products of atoms
// (inequality_values.cpp; inequality_extents.cpp: of arrays). A condition says
// that such a sum is not negative, and so does what has to be shown
// (inequality_proofs.cpp).
#include "inequalities.h"

#include "frontend/ir/turned_ops.h"
#include "frontend/types/magnitude.h"
#include "integer_types.h"
#include "interval.h"
#include "loop_facts.h"

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

using namespace ir;

namespace {

/// That are kept.
constexpr std::size_t mostFacts = 64;

} // namespace

Inequalities::Inequalities(const Module &module, const Function &function,
                           const Ranges &ranges)
    : module_(module), function_(function), ranges_(ranges),
      current_(function.slots.size()) {}

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

/// With what is known of values that it computes: of n // 2 that it is half of
/// n.
Inequalities::Sums Inequalities::factsOf(const Expr &condition, bool isTrue) {
  Mark before = mark();
  Sums said = saidBy(condition, isTrue);
  Sums facts(facts_.begin() + static_cast<std::ptrdiff_t>(before.facts),
             facts_.end());
  for (std::size_t i = before.bounds; i < bounds_.size(); ++i) {
    Atom atom = bounds_[i].first;
    Interval range = atoms_[atom].range;
    Polynomial value = Polynomial::atom(atom);
    if (range.low > INT64_MIN)
      if (auto above = value.plus(Polynomial::constant(range.low), -1))
        facts.push_back(*std::move(above));
    if (range.high < INT64_MAX)
      if (auto below = Polynomial::constant(range.high).plus(value, -1))
        facts.push_back(*std::move(below));
  }
  // What it says itself comes first where there is too much.
  said.insert(said.end(), std::make_move_iterator(facts.begin()),
              std::make_move_iterator(facts.end()));
  if (said.size() > mostFacts)
    said.resize(mostFacts);
  return said;
}

Inequalities::Sums Inequalities::saidBy(const Expr &condition, bool isTrue) {
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

void Inequalities::assumeBelow(const Polynomial &value, const Polynomial &end) {
  assume(value);
  if (std::optional<Polynomial> room =
          differenceOf(CompareOp::Less, value, end))
    assume(*room);
}

void Inequalities::assume(const Polynomial &sum) {
  if (sum.isConstant() || facts_.size() >= mostFacts ||
      std::ranges::find(facts_, sum) != facts_.end())
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
  if (parts > 1 || last.atoms.size() > 1 || magnitudeOf(last.factor) > 1)
    facts_.push_back(sum);
}

bool Inequalities::isImpossible(Mark since) const {
  return std::any_of(
      bounds_.begin() + static_cast<std::ptrdiff_t>(since.bounds),
      bounds_.end(),
      [&](const auto &bound) { return isEmpty(atoms_[bound.first].range); });
}

void Inequalities::forgetSince(Mark mark) {
  facts_.resize(mark.facts);
  while (bounds_.size() > mark.bounds) {
    atoms_[bounds_.back().first].range = bounds_.back().second;
    bounds_.pop_back();
  }
}

// ---- statements ----

void Inequalities::assign(SlotId slot, const Expr &value) {
  const Type &type = function_.slots[slot].type;
  if (type.isBool()) {
    Condition condition{factsOf(value, true), factsOf(value, false)};
    setValue(slot, std::nullopt);
    if (!condition.whenTrue.empty() || !condition.whenFalse.empty())
      conditions_.insert_or_assign(slot, std::move(condition));
  } else if (isIntegral(type)) {
    setValue(slot, of(value));
  } else if (type.isArray()) {
    assignArray(slot, value);
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

void Inequalities::forget(const SlotSet &slots, const Remainders &remainders) {
  forget(slots);
  for (const Remainder &each : remainders)
    setValue(each.slot, remainderBy(each.by, each.isZeroElse));
}

void Inequalities::forgetAssigned(const Stmt &stmt) {
  SlotSet assigned;
  addAssigned(stmt, assigned);
  (void)enterLoop(stmt, assigned);
}

namespace {

/// What an int64 slot becomes in a loop; none: otherwise than by assignments.
using Assignments = std::map<SlotId, std::vector<const Expr *>>;

Assignments assignmentsIn(const Stmt &loop) {
  Assignments found;
  SlotSet others;
  auto note = [&](const Stmt &stmt) {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    // Its value is not that of what is before it.
    SlotSet lets;
    if (assign)
      addLets(*assign->value, lets);
    if (!lets.empty())
      assign = nullptr;
    forEachSlotSetBy(stmt, [&](SlotId slot) {
      if (assign && assign->slot == slot && isInt64(assign->value->type))
        found[slot].push_back(assign->value.get());
      else
        others.insert(slot);
    });
  };
  note(loop);
  forEachBlockOf(loop, [&](const Block &block) { forEachStmt(block, note); });
  for (SlotId slot : others)
    found.erase(slot);
  return found;
}

} // namespace

/// What `value` is below, by its form; none: it has none that says so.
std::optional<Polynomial> Inequalities::endOf(const Expr &value,
                                              const SlotSet &assigned) {
  const auto *node = std::get_if<Binary>(&value.node);
  if (!node)
    return std::nullopt;
  if (node->op == BinaryOp::Mod && isInvariant(*node->right, assigned))
    return of(*node->right);
  if (node->op != BinaryOp::Min && node->op != BinaryOp::Max)
    return std::nullopt;
  for (const ExprPtr *operand : {&node->left, &node->right}) {
    if (node->op == BinaryOp::Min && isInvariant(**operand, assigned))
      return of(**operand).plus(Polynomial::constant(1));
    if (std::optional<Polynomial> end = endOf(**operand, assigned))
      return end;
  }
  return std::nullopt;
}

/// Slots that are remainders before the loop, and by all its assignments as
/// long as all of them are: a place in a ring, in a table that is searched, or
/// one that is kept inside.
///
///   place = hash % table.size
///   while table[place] != key: place = (place + 1) % table.size
Inequalities::Remainders Inequalities::enterLoop(const Stmt &loop,
                                                 const SlotSet &assigned) {
  Assignments assignments = assignmentsIn(loop);
  Remainders remainders;
  // What follows from what is not kept.
  Mark before = mark();
  auto add = [&](SlotId slot, const Polynomial &by) {
    for (bool isZeroElse : {true, false})
      if (Remainder one{slot, by, isZeroElse}; isAs(one, valueOf(slot))) {
        remainders.push_back(std::move(one));
        return;
      }
  };
  for (const auto &[slot, values] : assignments)
    for (const Expr *value : values)
      if (std::optional<Polynomial> by = endOf(*value, assigned)) {
        if (isNeverNegative(*by))
          add(slot, *by);
        break;
      }
  auto isKept = [&](const Remainder &one) {
    const std::vector<const Expr *> &values = assignments[one.slot];
    return std::all_of(values.begin(), values.end(), [&](const Expr *value) {
      return isAs(one, of(*value));
    });
  };
  forget(assigned, remainders);
  for (auto lost =
           std::find_if_not(remainders.begin(), remainders.end(), isKept);
       lost != remainders.end();
       lost = std::find_if_not(remainders.begin(), remainders.end(), isKept)) {
    if (lost->isZeroElse)
      lost->isZeroElse = false;
    else
      remainders.erase(lost);
    forget(assigned, remainders);
  }
  forgetSince(before);
  return remainders;
}

bool Inequalities::isAs(const Remainder &remainder, const Polynomial &value) {
  const Polynomial &by = remainder.by;
  std::optional<Polynomial> room = differenceOf(CompareOp::Less, value, by),
                            others = by.plus(Polynomial::constant(-1)),
                            none = Polynomial().plus(by, -1),
                            opposite = Polynomial().plus(value, -1);
  if (!room || !others || !none || !opposite)
    return false;
  return areNeverNegativeWhere(*others, value, *room) &&
         (!remainder.isZeroElse ||
          areNeverNegativeWhere(*none, value, *opposite));
}

void Inequalities::forgetLets(const Expr &expr) {
  SlotSet lets;
  addLets(expr, lets);
  forget(lets);
}

void Inequalities::forgetLets(const Stmt &stmt) {
  forEachOperandOf(stmt, [&](const Expr &operand) { forgetLets(operand); });
}

void Inequalities::learnCounter(const ForRange &loop, const Polynomial &start,
                                const Polynomial &stop) {
  Interval step = ranges_.of(*loop.step);
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
  Branch branch{{}, std::move(facts), endsInJump(block)};
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
    else if (a && b && isIntegral(type))
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
