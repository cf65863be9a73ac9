// What a comparison says of a thread's place in its row.
#ifndef PYK2PTX_COMPILER_HOST_ROW_LIMITS_H
#define PYK2PTX_COMPILER_HOST_ROW_LIMITS_H

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <optional>

namespace llvm {
class DominatorTree;
class ICmpInst;
class Instruction;
class IntrinsicInst;
class Loop;
class SCEV;
class ScalarEvolution;
} // namespace llvm

namespace pyk2ptx {

/// What is likely: that `index` is less than `bound`, or at least that.
struct RowLimit {
  llvm::Value *index;
  llvm::Value *bound;
  bool isLower;
  bool isUnsigned = false;
};

/// A comparison that says so, or the contrary.
struct RowCheck {
  RowLimit limit;
  bool isLikely;
};

/// A value that is another one while all limits hold.
struct PlainValue {
  llvm::Value *value;
  llvm::SmallVector<RowLimit, 3> limits;
  /// Of a comparison: what is compared then.
  llvm::Value *index = nullptr;
};

/// Of one loop, in the form that llvm::simplifyLoop makes. Its questions add
/// instructions, which nobody may need, and change none.
class RowLimits {
public:
  RowLimits(const llvm::Loop &loop, llvm::ScalarEvolution &evolution,
            const llvm::DominatorTree &tree)
      : loop_(loop), evolution_(evolution), tree_(tree) {}

  [[nodiscard]] bool isInvariant(const llvm::Value *value) const;
  /// Whether it is the place of a row among others.
  [[nodiscard]] bool isOfRows(llvm::Value *value) const;
  /// A comparison of an index with what the loop does not change.
  std::optional<RowCheck> checkOf(llvm::ICmpInst &test);
  /// What `value`, a select, a comparison or a minimum or maximum, is where
  /// something is likely; adds what it is made of to `parts`.
  std::optional<PlainValue>
  plainOf(llvm::Instruction &value,
          llvm::SmallPtrSetImpl<llvm::Value *> &parts);

private:
  bool isIndex(llvm::Value *value) const;
  bool isSubtracted(const llvm::Value *bound) const;
  std::optional<std::int64_t> difference(const llvm::SCEV *a,
                                         const llvm::SCEV *b) const;
  bool saysAtMost(llvm::Value *condition, bool isTrue, const llvm::SCEV *index,
                  const llvm::SCEV *bound) const;
  bool isAtMost(const llvm::SCEV *index, const llvm::SCEV *bound,
                const llvm::Instruction &at) const;
  std::optional<RowLimit> lower(llvm::Value *index, llvm::Value *bound,
                                bool areNatural = false) const;
  llvm::Value *next(llvm::Value *bound) const;
  std::optional<RowCheck> checkOf(llvm::Value *index,
                                  llvm::CmpInst::Predicate predicate,
                                  llvm::Value *bound,
                                  const llvm::Instruction &at,
                                  bool areNatural) const;
  std::optional<PlainValue>
  indexOf(llvm::Value &value, llvm::SmallPtrSetImpl<llvm::Value *> &parts);
  std::optional<PlainValue>
  plainSum(llvm::Instruction &sum, llvm::SmallPtrSetImpl<llvm::Value *> &parts);
  std::optional<PlainValue>
  plainTest(llvm::ICmpInst &test, llvm::SmallPtrSetImpl<llvm::Value *> &parts);
  std::optional<PlainValue>
  plainExtreme(llvm::IntrinsicInst &call,
               llvm::SmallPtrSetImpl<llvm::Value *> &parts);

  const llvm::Loop &loop_;
  llvm::ScalarEvolution &evolution_;
  const llvm::DominatorTree &tree_;
};

} // namespace pyk2ptx

#endif
