// Divisions wait for the loads behind them.
#ifndef PYK2PTX_COMPILER_SCHEDULE_LATE_DIVISIONS_H
#define PYK2PTX_COMPILER_SCHEDULE_LATE_DIVISIONS_H

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

namespace pyk2ptx {

/// Moves them (has_branch.h), and what is computed from them, behind the
/// guarded loads that follow, and into the ways with guards and without that
/// do. Keeps the function's blocks. Whether it moved any.
bool moveDivisionsBehindLoads(llvm::Function &function,
                              const llvm::DominatorTree &dominators);

} // namespace pyk2ptx

#endif
