// Host: what a thread gets of the values that others of its warp have said.
#ifndef PYK2PTX_COMPILER_LOWER_EXCHANGE_H
#define PYK2PTX_COMPILER_LOWER_EXCHANGE_H

#include "compiler/blocks/thread_loops.h"
#include "lowerer.h"

namespace pyk2ptx {

/// Values that outlive a piece of a thread loop. A bool is a byte: a vector of
/// them is no packed bits.
[[nodiscard]] llvm::Value *loadKept(llvm::IRBuilder<> &b, llvm::Type *type,
                                    llvm::Value *place);
void storeKept(llvm::IRBuilder<> &b, llvm::Value *value, llvm::Value *place);

/// What all threads of the block have said, in their order.
struct SaidValues {
  /// Of the first thread's; null: each has said what this one did.
  llvm::Value *place;
  /// From one to the next.
  std::uint64_t bytes;
  /// All threads of the warp have, and nobody else.
  bool areOfWarp;
};

/// Gives exchange.slots->to its value, where the condition holds. All have
/// spoken: exchange.slots->from is what the thread itself has said.
void lowerExchange(FunctionLowerer &thread, const Exchange &exchange,
                   const SaidValues &said);

/// Whether what a whole warp exchanges is the same few operations on vectors of
/// its lanes' values, whichever warp it is.
[[nodiscard]] bool isForWarps(const Exchange &exchange,
                              const ThreadLoopPlan &plan);
/// The same for all lanes of a whole warp, whose first thread this is: their
/// results are stored one behind the other from `to` on, or there is one for
/// all of them (`isOne`). The condition holds for all or for none. said.place
/// is not null.
void lowerWarpExchange(FunctionLowerer &first, const Exchange &exchange,
                       const SaidValues &said, llvm::Value *to, bool isOne);

} // namespace pyk2ptx

#endif
