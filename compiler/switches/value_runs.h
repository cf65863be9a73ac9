// value_runs: which of a few values a value is, by comparisons.
#ifndef PYK2PTX_COMPILER_SWITCHES_VALUE_RUNS_H
#define PYK2PTX_COMPILER_SWITCHES_VALUE_RUNS_H

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace llvm {
class SwitchInst;
} // namespace llvm

namespace pyk2ptx {

/// Neighbouring values, first and last, as unsigned numbers.
struct Run {
  llvm::APInt first, last;
};
using Runs = llvm::SmallVector<Run, 8>;

/// The runs that values make.
[[nodiscard]] Runs runsOf(llvm::SmallVector<llvm::APInt, 8> values);
/// Those of a switch's cases.
[[nodiscard]] Runs runsOf(const llvm::SwitchInst &choice);
/// One or two comparisons a run.
[[nodiscard]] llvm::Value *isInOneOf(llvm::IRBuilder<> &b, llvm::Value *value,
                                     const Runs &runs);

} // namespace pyk2ptx

#endif
