// Host: how a kernel whose barriers are uniform is cut into pieces between
// them, each of which is a loop over the threads of the block.
#ifndef PYK2PTX_COMPILER_BLOCKS_THREAD_LOOPS_H
#define PYK2PTX_COMPILER_BLOCKS_THREAD_LOOPS_H

#include "array_flow.h"
#include "block_pieces.h"
#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/slot_flow.h"
#include "compiler/analyze/thread_places.h"
#include "compiler/analyze/uniform.h"
#include "exchanges.h"
#include "turn_values.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// What one piece of Kind::Threads needs from before it and leaves behind.
struct PieceSlots {
  /// Slots whose value it takes over: kept ones that it reads, or assigns on
  /// some paths only, and those of atStart.
  std::vector<ir::SlotId> in;
  /// Kept slots that it assigns.
  std::vector<ir::SlotId> out;
  /// Slots whose value is computed again, operands first.
  std::vector<ir::SlotId> again;
  /// Every slot that it touches, those of `again` included.
  SlotSet all;
};

/// Which threads of a row a piece does anything for.
struct PieceRows {
  /// Those below the largest; of all where it is empty.
  std::vector<RowEnd> ends;
  std::optional<RowStep> step;
};

/// Whether no order of the kernel's atomics shows: they update integers by one
/// operation whose order does not matter, and nobody asks what was there.
[[nodiscard]] bool atomicsCommute(const ir::Function &kernel);

class ThreadLoopPlan {
public:
  /// None where threads may part at a barrier, or where it would be seen that
  /// they run one piece after the other: then they are coroutines. The module
  /// must outlive it, unchanged.
  /// `waits` says of every function whether its threads wait for each other.
  [[nodiscard]] static std::optional<ThreadLoopPlan>
  make(const ir::Module &module, const ir::Function &kernel,
       const std::vector<bool> &waits);

  [[nodiscard]] PieceSlots slotsOf(const ir::Block &block,
                                   const BlockPiece &piece) const;
  /// The pieces of a block: cutAtBarriers', cut again where a few threads of a
  /// row go on alone.
  [[nodiscard]] std::vector<BlockPiece> piecesOf(const ir::Block &block) const;
  /// Ends are what the block knows before the piece.
  [[nodiscard]] PieceRows rowsOf(const ir::Block &block,
                                 const BlockPiece &piece,
                                 const PieceSlots &slots) const;
  /// The slot has a value that outlives a piece: one for the whole block where
  /// it is uniform, else one a thread.
  [[nodiscard]] bool isKept(ir::SlotId slot) const { return kept_[slot]; }
  [[nodiscard]] bool isUniform(ir::SlotId slot) const {
    return uniform_.ofSlot(slot);
  }
  [[nodiscard]] bool isUniform(const ir::Expr &expr) const {
    return uniform_.of(expr);
  }
  /// What the slot is where it is read, if that can be computed there, too;
  /// null elsewhere.
  [[nodiscard]] const ir::Expr *valueOf(ir::SlotId slot) const;
  /// Slots that the block computes once at its start, operands first: uniform
  /// ones, and of others those of which such are computed.
  [[nodiscard]] const std::vector<ir::SlotId> &atStart() const {
    return atStart_;
  }
  /// A local array outlives a piece.
  [[nodiscard]] bool keepsArray(std::uint32_t array) const {
    return keptArrays_[array];
  }
  /// An array that is kept has the threads' first elements side by side, then
  /// their second ones.
  [[nodiscard]] bool spreadsArray(std::uint32_t array) const {
    return spreadArrays_[array];
  }
  [[nodiscard]] const ArrayFlow &arrayFlow() const { return arrayFlow_; }
  /// Some thread may end before the kernel's end.
  [[nodiscard]] bool mayEnd() const { return mayEnd_; }
  [[nodiscard]] BlockRows rows() const { return rows_; }
  /// Whose turns these are: all of it is about one row of a block after the
  /// other, or one warp.
  [[nodiscard]] ir::Together together() const { return kernel_.together; }

private:
  ThreadLoopPlan(const ir::Module &module, const ir::Function &kernel);
  bool isPossible(const ir::Block &block) const;
  bool isInOrder(const ir::Block &block, bool &isPending, bool &atJump) const;
  bool hasEffect(const ir::Expr &expr) const;
  bool hasEffect(const ir::Stmt &stmt) const;
  ThreadPlaces places() const { return {kernel_, uniform_, values_}; }
  void nameArrays(const ir::Expr &root, std::vector<bool> &named) const;
  void nameArrays(const ir::Stmt &stmt, std::vector<bool> &named) const;
  bool isSilent(const ir::Expr &root) const;
  RowThreads rowThreadsOf(const ir::Stmt &stmt) const;
  bool isForFew(const ir::Stmt &stmt) const;
  bool isComputedAgain(const ir::Stmt &stmt) const;
  bool isCut(const ir::Block &block, const BlockPiece &before,
             const BlockPiece &behind) const;
  bool isWhole(const Exchange &exchange) const;
  void keep(ir::SlotId slot);
  void startWith(const ir::Expr &expr);
  void keepSlots(const ir::Block &block);
  void keepArrays();
  void countUsers(const ir::Block &block, bool isRepeated,
                  std::vector<unsigned> &users,
                  std::vector<bool> &exposed) const;
  void bring(ir::SlotId slot, SlotSet &brought, PieceSlots &slots) const;

  const ir::Function &kernel_;
  /// Of every function: whether the order of threads is seen in it.
  std::vector<bool> effects_;
  bool atomicsCommute_ = false;
  Uniformity uniform_;
  OnlyValues values_;
  TurnValues turnValues_;
  ArrayFlow arrayFlow_;
  std::vector<bool> kept_, keptArrays_, spreadArrays_;
  /// keep was asked for the slot.
  std::vector<bool> wanted_;
  /// valueOf's results so far.
  mutable std::unordered_map<ir::SlotId, const ir::Expr *> again_;
  std::vector<ir::SlotId> atStart_;
  bool mayEnd_ = false;
  mutable BlockRows rows_ = BlockRows::Any;
};

} // namespace pyk2ptx

#endif
