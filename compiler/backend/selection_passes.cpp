// What compiler/selection/ and words/ do to a function, as passes that LLVM's
// code generator runs: one row each.
#include "selection_passes.h"

#include "compiler/selection/flat_addresses.h"
#include "compiler/selection/float_to_integer.h"
#include "compiler/selection/inside_tests.h"
#include "compiler/selection/joined_conditions.h"
#include "compiler/selection/minima_of_sums.h"
#include "compiler/selection/rotating_remainders.h"
#include "compiler/selection/saturations.h"
#include "compiler/selection/short_conversions.h"
#include "compiler/selection/short_divisions.h"
#include "compiler/selection/short_sums.h"
#include "compiler/selection/zeros_of_choices.h"
#include "compiler/words/half_shuffles.h"
#include "compiler/words/shift_counts.h"
#include "compiler/words/word_arithmetic.h"
#include "compiler/words/wrapped_words.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Pass.h>

#include <optional>

namespace pyk2ptx {

namespace {

struct Row {
  PassPlace place;
  const char *name;
  bool (*run)(llvm::Function &);
  /// None: there are wrong results without it.
  std::optional<Optimization> optimization;
  bool keepsBlocks = true;
  /// Linear: for functions, too, that are too long to be optimized.
  bool isForLong = false;
};

constexpr Row rows[] = {
    {PassPlace::Preparation, "Lanes exchange no upper halves in vain",
     dropUpperShuffles, Optimization::HalfShuffles},
    {PassPlace::Preparation, "Floats of which indices are made become words",
     shortenConversions, Optimization::ShortConversions, false},
    {PassPlace::Preparation, "Tests of both ends become one", joinInsideTests,
     Optimization::InsideTests},
    {PassPlace::Preparation, "64-bit divisions of short numbers",
     shortenDivisions, Optimization::ShortDivisions, false},
    {PassPlace::Preparation, "Minima of 64-bit sums from 32 bits",
     shortenMinimaOfSums, Optimization::MinimaOfSums},
    {PassPlace::Preparation, "64-bit sums of numbers that are not large",
     shortenSums, Optimization::ShortSums, false},
    {PassPlace::LoopReduction, "Remainders of counters that loops carry around",
     rotateRemainders, Optimization::RotatingRemainders, false},
    {PassPlace::Selection, "Counts of 64-bit shifts fit in 32 bits",
     limitShiftCounts, std::nullopt, true, true},
    {PassPlace::Selection, "Clamps of nan to [0, 1]", keepNanOfClamps,
     std::nullopt, true, true},
    {PassPlace::Selection, "Zeros of choices", keepZerosOfChoices, std::nullopt,
     true, true},
    {PassPlace::Selection, "Conversions that saturate by themselves",
     useSaturatingConversions, Optimization::FloatToInteger, true, true},
    // Before integers are computed in 32 bits: its sums may fit in these.
    {PassPlace::Selection, "Rows and columns of addresses are added as numbers",
     flattenAddresses, Optimization::WordArithmetic},
    {PassPlace::Selection, "Integers are computed in 32 bits", computeInWords,
     Optimization::WordArithmetic},
    {PassPlace::Selection, "Indices from the end are minima", wrapByMinima,
     Optimization::WordArithmetic},
    {PassPlace::Selection, "Choices by two conditions stay one",
     keepConditionsJoined, Optimization::JoinedConditions},
};

class SelectionPass : public llvm::FunctionPass {
public:
  explicit SelectionPass(const Row &row) : FunctionPass(id), row_(row) {}
  llvm::StringRef getPassName() const override { return row_.name; }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    if (row_.keepsBlocks)
      usage.setPreservesAll();
  }
  bool runOnFunction(llvm::Function &function) override {
    return (row_.isForLong || !skipFunction(function)) && row_.run(function);
  }

private:
  static char id;
  const Row &row_;
};

char SelectionPass::id = 0;

bool isWanted(const Row &row, Optimizations which, bool isForPtx) {
  if (!row.optimization)
    return true;
  auto index = static_cast<std::size_t>(*row.optimization);
  return which.has(*row.optimization) &&
         (isForPtx ||
          optimizationRows[index].device == OptimizationDevice::Gpu);
}

} // namespace

void addSelectionPasses(llvm::legacy::PassManagerBase &passes, PassPlace place,
                        Optimizations which, bool isForPtx) {
  for (const Row &row : rows)
    if (row.place == place && isWanted(row, which, isForPtx))
      passes.add(new SelectionPass(row));
#ifndef NDEBUG
  // What is no IR any more would be selected all the same, in silence.
  if (place == PassPlace::Selection)
    passes.add(llvm::createVerifierPass());
#endif
}

} // namespace pyk2ptx
