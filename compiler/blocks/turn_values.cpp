// Loops in step in one another cut each other into pieces, and what a turn of
// the outer one has computed would be kept for each thread, in memory, from
// where nobody knows any more that all threads of a row have the same row of
// the image:
//
//   for r in range(0, h, s):              for r in range(0, h, s):
//     for each thread: y[t] = r + ty
//     for q in range(0, w, s):        ->    for q in range(0, w, s):
//       for each thread:                      for each thread:
//         c[y[t], q + tx] = ...                 c[r + ty, q + tx] = ...
//
// So numbers of the counter and of the thread's place are computed again. They
// are those which the turn sets before anything reads them, as the one
// statement that does.
#include "turn_values.h"

#include "frontend/ir/ir_walk.h"

#include <algorithm>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Where a slot is set and read, as numbers of statements.
struct SlotUses {
  unsigned settings = 0, firstRead = ~0u, lastRead = 0;
};

class BlockSlots {
public:
  explicit BlockSlots(const Function &function) : uses_(function.slots.size()) {
    for (SlotId slot = 0; slot < function.slots.size(); ++slot)
      uses_[slot].settings =
          slot < function.paramCount || function.slots[slot].zero;
    count(function.body);
    number_ = 0;
    find(function.body);
  }

  SlotSet take() { return std::move(found_); }

private:
  void count(const Block &block) {
    for (const Stmt &stmt : block) {
      ++number_;
      if (const auto *assign = std::get_if<Assign>(&stmt.node))
        ++uses_[assign->slot].settings;
      else if (const auto *loop = std::get_if<ForRange>(&stmt.node))
        uses_[loop->slot].settings += 2;
      forEachOperandOf(stmt, [&](const Expr &root) {
        forEachExpr(root, [&](const Expr &expr) {
          if (const auto *read = std::get_if<SlotValue>(&expr.node)) {
            SlotUses &uses = uses_[read->slot];
            uses.firstRead = std::min(uses.firstRead, number_);
            uses.lastRead = std::max(uses.lastRead, number_);
          }
        });
      });
      forEachBlockOf(stmt, [&](const Block &inner) { count(inner); });
    }
  }

  void find(const Block &block) {
    std::vector<std::pair<SlotId, unsigned>> assigned;
    for (const Stmt &stmt : block) {
      ++number_;
      if (const auto *assign = std::get_if<Assign>(&stmt.node))
        assigned.emplace_back(assign->slot, number_);
      forEachBlockOf(stmt, [&](const Block &inner) { find(inner); });
    }
    for (auto [slot, number] : assigned) {
      const SlotUses &uses = uses_[slot];
      if (uses.settings == 1 && uses.firstRead > number &&
          uses.lastRead <= number_)
        found_.insert(slot);
    }
  }

  std::vector<SlotUses> uses_;
  SlotSet found_;
  unsigned number_ = 0;
};

} // namespace

SlotSet findBlockSlots(const Function &function) {
  return BlockSlots(function).take();
}

bool isCheapNumber(const Expr &root) {
  constexpr unsigned most = 12;
  unsigned nodes = 0;
  bool isCheap = isInvariant(root, {});
  forEachExpr(root, [&](const Expr &expr) {
    const auto *binary = std::get_if<Binary>(&expr.node);
    bool isNumber = expr.type.isScalar() && (isInteger(expr.type.scalar) ||
                                             expr.type.scalar == Scalar::Bool);
    bool isQuick = !binary || binary->op == BinaryOp::Add ||
                   binary->op == BinaryOp::Sub || binary->op == BinaryOp::Mul;
    // An array whose extent is asked for.
    bool isNamed = std::holds_alternative<SlotValue>(expr.node);
    isCheap = isCheap && ++nodes <= most && isQuick && (isNumber || isNamed);
  });
  return isCheap;
}

/// The counters that nothing but their one loop in step sets.
static SlotSet findCounters(const Function &kernel) {
  SlotSet counters, others;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    if (const auto *assign = std::get_if<Assign>(&stmt.node))
      others.insert(assign->slot);
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    if (loop && (!loop->inStep || !counters.insert(loop->slot).second))
      others.insert(loop->slot);
  });
  std::erase_if(counters, [&](SlotId slot) {
    return slot < kernel.paramCount || others.contains(slot);
  });
  return counters;
}

TurnValues::TurnValues(const Function &kernel, const OnlyValues &values)
    : only_(values), counters_(findCounters(kernel)) {
  if (counters_.empty())
    return;
  blockSlots_ = findBlockSlots(kernel);
  add(kernel.body, nullptr);
}

const Expr *TurnValues::of(SlotId slot) const {
  auto found = values_.find(slot);
  return found == values_.end() ? nullptr : found->second;
}

/// Slots among values_ have theirs wherever something can read them, and with
/// it what that is made of; a counter has it in its loop.
void TurnValues::add(const Block &block, const ForRange *turn) {
  for (const Stmt &stmt : block) {
    const auto *assign = std::get_if<Assign>(&stmt.node);
    if (assign && turn && blockSlots_.contains(assign->slot) &&
        isCheapNumber(*assign->value)) {
      bool areKnown = true;
      forEachExpr(*assign->value, [&](const Expr &expr) {
        if (const auto *operand = std::get_if<SlotValue>(&expr.node))
          areKnown = areKnown && isKnown(operand->slot);
      });
      if (areKnown)
        values_[assign->slot] = assign->value.get();
    }
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    if (loop && counters_.contains(loop->slot)) {
      around_.insert(loop->slot);
      add(loop->body, loop);
      around_.erase(loop->slot);
      add(loop->orElse, nullptr);
    } else {
      forEachBlockOf(stmt, [&](const Block &inner) { add(inner, nullptr); });
    }
  }
}

bool TurnValues::isKnown(SlotId slot) const {
  return around_.contains(slot) || only_.isParameter(slot) ||
         only_.of(slot) != nullptr || values_.contains(slot);
}

} // namespace pyk2ptx
