// LLVM takes two ways that begin or end alike together, and what is loaded in
// both is then waited for before their branch, or behind it. It does not where
// something may have a side effect, which llvm.sideeffect says of nothing.
#include "guard_marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IntrinsicInst.h>

namespace pyk2ptx {

void holdApart(llvm::IRBuilderBase &b) {
  b.CreateIntrinsic(llvm::Intrinsic::sideeffect, {});
}

bool isWithGuards(const llvm::BasicBlock &way) {
  return way.getSinglePredecessor() &&
         llvm::any_of(way, [](const llvm::Instruction &instruction) {
           const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
           return call && call->getIntrinsicID() == llvm::Intrinsic::sideeffect;
         });
}

} // namespace pyk2ptx
