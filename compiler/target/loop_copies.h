// A loop there twice, of which the first does without what is seldom.
#ifndef PYK2PTX_COMPILER_TARGET_LOOP_COPIES_H
#define PYK2PTX_COMPILER_TARGET_LOOP_COPIES_H

namespace llvm {
class DominatorTree;
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

namespace pyk2ptx {

/// Where `condition`, which is known in the loop's preheader and is no poison,
/// does not hold, a copy of the loop runs: the result. The loop has the form of
/// llvm::simplifyLoop, and may be cloned (Loop::isSafeToClone). Keeps both
/// analyses.
llvm::Loop *copyUnless(llvm::Value *condition, llvm::Loop &loop,
                       llvm::LoopInfo &loops, llvm::DominatorTree &tree);

/// What the loop's instructions use of `value` is `by`.
void replaceIn(const llvm::Loop &loop, llvm::Value *value, llvm::Value *by);

} // namespace pyk2ptx

#endif
