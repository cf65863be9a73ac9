// Of what is counted, no condition says where it ends: how many were found, how
// deep a stack is,
//
//   for i in range(n):              while top > 0:
//     if x[i] > limit:                top -= 1
//       found[k] = i                  ...
//       k += 1                        stack[top] = child; top += 1
//
// but in n turns k moves by no more than n, whatever it is set to besides. LLVM
// may compute what a loop leaves without running it, of any number of turns; of
// no loop like the second that has many: where top takes constant steps in it
// alone, and all turns take the same, it is soon below 0, or never. What runs
// turn by turn has fewer turns than half a year has cycles.
#include "range_analysis.h"

#include "frontend/ir/ir_walk.h"
#include "integer_types.h"
#include "interval.h"
#include "loop_facts.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// No slot that moves by no more comes near the ends of int64, nor do sums of
/// float64 miss much of it.
constexpr double mostDrift = 0x1p61;

bool isNear(std::int64_t end) {
  constexpr std::int64_t far = std::int64_t(1) << 60;
  return -far < end && end < far;
}

} // namespace

/// Slots that take steps lie no further from what else they are set to.
void RangeAnalysis::limit() {
  if (!hasSteps_)
    return;
  drifts_.assign(slots_.size(), {nothing});
  for (SlotId slot = 0; slot < slots_.size(); ++slot)
    if (slot < function_.paramCount || function_.slots[slot].zero)
      drifts_[slot].others = initial_[slot];
  walkFunction();
  std::vector<Drift> drifts = std::exchange(drifts_, {});
  // What float64 has rounded off.
  auto rounded = [](double sum) {
    return static_cast<std::int64_t>(sum > 0x1p52 ? sum * (1 + 0x1p-40) : sum);
  };
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    const auto &[others, up, down, isStepped] = drifts[slot];
    bool isKnown = isStepped && up + down < mostDrift && !isEmpty(others) &&
                   isNear(others.low) && isNear(others.high);
    if (!isKnown)
      continue;
    Interval far{others.low - rounded(down), others.high + rounded(up)};
    if (Interval both = intersect(slots_[slot], far); !isEmpty(both))
      slots_[slot] = both;
  }
}

/// Notes a step of a slot; false: it is none.
bool RangeAnalysis::drifts(const Assign &assign) {
  const Expr *step = stepOf(assign.slot, *assign.value);
  if (!step)
    return false;
  hasSteps_ = hasSteps_ || times_ > 1;
  if (drifts_.empty())
    return false;
  Interval by = evaluate(*step);
  if (isEmpty(by))
    return true;
  if (std::get<Binary>(assign.value->node).op == BinaryOp::Sub)
    by = by.low == INT64_MIN ? whole : Interval{-by.high, -by.low};
  // As far as conditions say, whatever the slot was.
  Interval from = refined(assign.slot, whole);
  Drift &drift = drifts_[assign.slot];
  drift.isStepped = true;
  auto leadsTo = [&](std::int64_t end, std::int64_t step, double &otherwise) {
    if (step == 0)
      return;
    if (isNear(end) && isNear(step))
      drift.others = unite(drift.others, {end + step, end + step});
    else
      otherwise += std::fabs(static_cast<double>(step)) * times_;
  };
  leadsTo(from.high, std::max<std::int64_t>(by.high, 0), drift.up);
  leadsTo(from.low, std::min<std::int64_t>(by.low, 0), drift.down);
  return true;
}

/// How often the body may run, where the loop may `times_` times: of a loop
/// that its condition alone ends, on a slot and a constant.
double RangeAnalysis::timesIn(const While &loop) {
  const auto *compare = std::get_if<Compare>(&loop.condition->node);
  bool isAlone = compare && !drifts_.empty() &&
                 compare->op != CompareOp::Equal &&
                 compare->op != CompareOp::NotEqual && !isLeftEarly(loop.body);
  if (!isAlone)
    return HUGE_VAL;
  for (bool isLeft : {true, false}) {
    const Expr &side = isLeft ? *compare->left : *compare->right;
    const Expr &other = isLeft ? *compare->right : *compare->left;
    const auto *slot = std::get_if<SlotValue>(&side.node);
    const auto *end = std::get_if<Constant>(&other.node);
    if (slot && end && isInt64(side.type))
      return std::max(turnsOfHalfYear,
                      times_ * turnsUpTo(static_cast<std::int64_t>(end->bits),
                                         slot->slot, loop.body));
  }
  return HUGE_VAL;
}

void Assigned::add(const Assign *assign) {
  const Expr *step = assign ? stepOf(assign->slot, *assign->value) : nullptr;
  const Expr *value = step || !assign ? step : assign->value.get();
  const auto *constant = value ? std::get_if<Constant>(&value->node) : nullptr;
  auto number = constant ? static_cast<std::int64_t>(constant->bits) : 0;
  isOther = isOther || !constant || !isNear(number);
  if (step) {
    steps += std::fabs(static_cast<double>(number));
    ++stepped;
  } else {
    constants = unite(constants, {number, number});
  }
}

void RangeAnalysis::findAssigned() {
  assigned_.resize(slots_.size());
  for (SlotId slot = 0; slot < slots_.size(); ++slot) {
    assigned_[slot].isOther = slot < function_.paramCount;
    if (function_.slots[slot].zero)
      assigned_[slot].constants = {0, 0};
  }
  forEachStmt(function_.body, [&](const Stmt &stmt) {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    forEachSlotSetBy(stmt, [&](SlotId slot) {
      assigned_[slot].add(assign && assign->slot == slot ? assign : nullptr);
    });
  });
}

namespace {

/// Adds what a loop's turn assigns to the slot outside of inner loops.
void addInTurn(const ir::Block &body, SlotId slot, Assigned &assigned) {
  for (const Stmt &stmt : body) {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    if (assign && assign->slot == slot)
      assigned.add(assign);
    if (std::holds_alternative<If>(stmt.node))
      forEachBlockOf(stmt, [&](const ir::Block &inner) {
        addInTurn(inner, slot, assigned);
      });
  }
}

} // namespace

/// In how many equal turns of the body a slot comes to `end`, if it does,
/// behind a few others that LLVM may have set apart. It takes constant steps
/// there, and is set to constants.
double RangeAnalysis::turnsUpTo(std::int64_t end, SlotId slot,
                                const ir::Block &body) {
  constexpr double mostApart = 64;
  if (assigned_.empty())
    findAssigned();
  const Assigned &all = assigned_[slot];
  Assigned inTurn;
  addInTurn(body, slot, inTurn);
  if (all.isOther || isEmpty(all.constants) || all.stepped != inTurn.stepped)
    return HUGE_VAL;
  Interval values = unite(all.constants, {end, end});
  return static_cast<double>(values.high) - static_cast<double>(values.low) +
         1 + mostApart * all.steps;
}

} // namespace pyk2ptx
