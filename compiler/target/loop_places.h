// loop_places: where what loops do not change is computed.
#ifndef PYK2PTX_COMPILER_TARGET_LOOP_PLACES_H
#define PYK2PTX_COMPILER_TARGET_LOOP_PLACES_H

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace pyk2ptx {

/// Before the loops around `place` that do not change the values, which are
/// there; `place` itself if none is such.
[[nodiscard]] inline llvm::Instruction *beforeLoops(
    llvm::Instruction &place, llvm::ArrayRef<const llvm::Value *> values,
    const llvm::LoopInfo &loops, const llvm::DominatorTree &dominators) {
  llvm::Instruction *found = &place;
  for (const llvm::Loop *loop = loops.getLoopFor(place.getParent());
       loop && llvm::all_of(values,
                            [&](const llvm::Value *value) {
                              return loop->isLoopInvariant(value);
                            });
       loop = loop->getParentLoop()) {
    // A loop need not be in simplified form.
    llvm::BasicBlock *before =
        dominators.getNode(loop->getHeader())->getIDom()->getBlock();
    if (loops.getLoopFor(before) != loop->getParentLoop())
      break;
    found = before->getTerminator();
  }
  return found;
}

} // namespace pyk2ptx

#endif
