// The fixpoint of ranges.h.
#ifndef PYK2PTX_COMPILER_FACTS_RANGE_ANALYSIS_H
#define PYK2PTX_COMPILER_FACTS_RANGE_ANALYSIS_H

#include "interval.h"
#include "ranges.h"

#include <utility>
#include <vector>

namespace pyk2ptx {

/// Where a slot goes that is set to itself and something, again and again.
struct Drift {
  /// What else is assigned to it, and what those steps leave that a condition
  /// before them bounds.
  Interval others;
  /// By how much all the other steps together may move it. In float64, whose
  /// bounds are far enough away (mostDrift).
  double up = 0, down = 0;
  bool isStepped = false;
};

/// What is assigned to a slot, in all the function or in a part of it.
struct Assigned {
  /// By constants.
  Interval constants = nothing;
  /// In steps of constants, which are added up without a sign.
  double steps = 0;
  unsigned stepped = 0;
  /// Otherwise.
  bool isOther = false;

  /// Null: by no assignment.
  void add(const ir::Assign *assign);
};

/// What conditions in force say of slots.
using Refinements = std::vector<std::pair<ir::SlotId, Interval>>;

/// The fixpoint, and the evaluation of expressions that it and Ranges::of
/// share: then without refinements.
class RangeAnalysis {
public:
  RangeAnalysis(const Ranges &ranges, std::vector<Interval> &slots,
                std::vector<FloatRange> &reals)
      : ranges_(ranges), function_(ranges.function_), slots_(slots),
        reals_(reals) {}

  void run();
  Interval evaluate(const ir::Expr &expr);
  /// Reads and fills Ranges::known_; only once the slots are final.
  bool remember = false;

private:
  void walkFunction();
  void walk(const ir::Block &block);
  void walkStmt(const ir::Stmt &stmt);
  void assignLets(const ir::Expr &expr);
  void grow(ir::SlotId slot, Interval value);
  void assign(ir::SlotId slot, const ir::Expr &value);
  void growReal(ir::SlotId slot, const FloatRange &value);
  void limit();
  bool drifts(const ir::Assign &assign);
  double timesIn(const ir::While &loop);
  double turnsUpTo(std::int64_t end, ir::SlotId slot, const ir::Block &body);
  void findAssigned();
  void refine(const ir::Expr &condition, bool holds);
  void refineSlot(const ir::Expr &operand, ir::CompareOp op, Interval other);
  Interval refined(ir::SlotId slot, Interval range) const;
  void walkBranch(const ir::If &branch);
  void forget(const ir::Stmt &stmt);
  void forgetIn(const ir::Block &block);
  void forgetSlot(ir::SlotId slot);
  Interval slotValue(ir::SlotId slot) const;
  Interval evaluateNode(const ir::Expr &expr);
  FloatRange real(const ir::Expr &expr);
  Interval convert(const ir::Convert &node, const Type &to);
  Interval property(const ir::ArrayProperty &node);

  const Ranges &ranges_;
  const ir::Function &function_;
  std::vector<Interval> &slots_;
  std::vector<FloatRange> &reals_;
  Refinements refinements_;
  /// Before anything is assigned.
  std::vector<Interval> initial_;
  /// Where assigned values are collected: slots_ itself while it grows.
  std::vector<Interval> *grown_ = &slots_;
  int round_ = 0;
  bool changed_ = false;
  /// By slot, while they are collected.
  std::vector<Drift> drifts_;
  /// By slot, in all the function; once it was asked.
  std::vector<Assigned> assigned_;
  /// How often what is walked may run, at most.
  double times_ = 1;
  bool hasSteps_ = false;
};

} // namespace pyk2ptx

#endif
