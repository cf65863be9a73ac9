// Host: which loops a block, or a row of it, runs for all its threads together.
#ifndef PYK2PTX_COMPILER_BLOCKS_STEP_CHOICES_H
#define PYK2PTX_COMPILER_BLOCKS_STEP_CHOICES_H

#include "compiler/analyze/only_values.h"
#include "compiler/analyze/thread_places.h"
#include "compiler/analyze/uniform.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir.h"
#include "row_steps.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// How such a loop is run.
struct StepChoice {
  /// Null: all threads start alike.
  ir::ExprPtr base, offset;
  /// No part of the base is negative.
  bool isNatural = true;
  /// The loop may end anywhere in int64.
  bool isLong = false;
};

/// Of a kernel as it is when this is made; it must outlive it. Loops that are
/// added to it are none of them.
class StepChoices {
public:
  /// `joins`: its blocks run as one, which begins nowhere that it can ask for.
  StepChoices(const ir::Function &kernel, const std::vector<bool> &barriers,
              bool joins);

  [[nodiscard]] std::size_t size() const { return choices_.size(); }
  [[nodiscard]] bool holds(const ir::ForRange &loop) const {
    return choices_.contains(loop.start.get());
  }
  /// Of a loop that is held.
  [[nodiscard]] StepChoice &of(const ir::ForRange &loop) {
    return choices_.at(loop.start.get());
  }

  /// Whether the expression means the same wherever all threads are together.
  [[nodiscard]] bool isForAll(const ir::Expr &expr) const;
  [[nodiscard]] const Uniformity &uniform() const { return uniform_; }
  [[nodiscard]] const OnlyValues &values() const { return values_; }

private:
  void choose(const ir::Block &block);
  void chooseLoop(const ir::ForRange &loop);
  bool isCandidate(const ir::ForRange &loop) const;
  bool split(const ir::Expr &expr, StepChoice &choice, int depth) const;
  bool isShort(const ir::ForRange &loop) const;
  bool isBetter(const ir::ForRange &loop, bool isStrided) const;
  struct LocalDepths;
  void findDepths(const ir::Block &block, int depth, bool isInStep,
                  LocalDepths &depths) const;
  using Choices = std::unordered_map<const ir::Expr *, StepChoice>;
  void reduceTo(const ir::Block &block, Choices &all);
  void keepLocalArrays();

  const ir::Function &kernel_;
  const std::vector<bool> &barriers_;
  const bool joins_;
  const Uniformity uniform_;
  const OnlyValues values_;
  const PlaceNumbers numbers_;
  const Ranges ranges_;
  const RowSteps steps_;
  /// By where loops start: the expressions' addresses.
  Choices choices_;
};

} // namespace pyk2ptx

#endif
