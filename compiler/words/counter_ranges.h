// What counters of a loop may be.
#ifndef PYK2PTX_COMPILER_WORDS_COUNTER_RANGES_H
#define PYK2PTX_COMPILER_WORDS_COUNTER_RANGES_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/ConstantRange.h>

#include <optional>

namespace llvm {
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace pyk2ptx {

/// Of a value: where it does not change in the loop, what it is if that runs.
using RangeAtEntry =
    llvm::function_ref<llvm::ConstantRange(const llvm::Value *)>;

/// Of a phi in the loop's header; none: it is no counter, or nothing is known.
[[nodiscard]] std::optional<llvm::ConstantRange>
rangeOfCounter(const llvm::PHINode &phi, const llvm::Loop &loop,
               RangeAtEntry atEntry);

} // namespace pyk2ptx

#endif
