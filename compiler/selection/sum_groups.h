// sum_groups: 64-bit sums that 32 bits would hold if what they are made of were
// not large.
#ifndef PYK2PTX_COMPILER_SELECTION_SUM_GROUPS_H
#define PYK2PTX_COMPILER_SELECTION_SUM_GROUPS_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>

#include <vector>

namespace llvm {
class Function;
class Instruction;
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

namespace pyk2ptx {

class KnownRanges;

/// Instructions that are computed at one place, in this order.
struct SumGroup {
  llvm::SmallVector<llvm::Instruction *, 16> sums;
  /// What they are computed of: what fits in 32 bits, what loops carry around
  /// (64-bit phis), sums of groups before.
  llvm::SmallSetVector<llvm::Value *, 16> terms;
  /// The innermost around all of them, or none.
  const llvm::Loop *loop = nullptr;
  /// Another group is made of this one's sums.
  bool isClosed = false;
};

/// Of a function whose `ranges` are known.
class SumGroups {
public:
  SumGroups(llvm::Function &function, const KnownRanges &ranges,
            const llvm::LoopInfo &loops);

  /// Each before those that are made of its sums.
  [[nodiscard]] std::vector<SumGroup> run();

private:
  void findNumbers();
  void removeUnknown();
  bool isTerm(const llvm::Value *value) const;
  bool isNumber(const llvm::Instruction &instruction) const;
  void add(llvm::Instruction &sum);
  static bool areAlike(const SumGroup &one, const SumGroup &other);
  std::size_t groupFor(const llvm::Instruction &sum, const llvm::Loop *loop);

  llvm::Function &function_;
  const KnownRanges &ranges_;
  const llvm::LoopInfo &loops_;
  /// Sums, choices and phis of 64 bits, which 32 may not hold.
  llvm::DenseSet<const llvm::Instruction *> numbers_;
  std::vector<SumGroup> groups_;
  llvm::DenseMap<const llvm::Value *, std::size_t> groupOf_;
};

/// The numbers that `sum` is computed of: not the condition of a choice.
[[nodiscard]] llvm::SmallVector<llvm::Value *, 2>
termsOf(const llvm::Instruction &sum);

} // namespace pyk2ptx

#endif
