// Which values and which control flow are the same for all threads of a block,
// or for those of a row or a warp of it.
#ifndef PYK2PTX_COMPILER_ANALYZE_UNIFORM_H
#define PYK2PTX_COMPILER_ANALYZE_UNIFORM_H

#include "compiler/facts/loop_facts.h"
#include "place_numbers.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace pyk2ptx {

/// Of a kernel: of the threads of one block that have not ended, when each has
/// come to the same place. Without data races a load of one place gives all of
/// them the same.
class Uniformity {
public:
  /// Of the threads that take turns; the function must outlive it, unchanged.
  /// Those of a warp are in a block whose rows are whole warps.
  explicit Uniformity(const ir::Function &kernel,
                      ir::Together together = ir::Together::Block);
  /// Of threads that differ in their place along `axis` alone, one of which
  /// does the work of all: what `:=` sets in a statement that it does for each
  /// is set for each.
  Uniformity(const ir::Function &kernel, unsigned axis);
  /// False of slots that the function has been given since.
  [[nodiscard]] bool ofSlot(ir::SlotId slot) const {
    return slot < slots_.size() && slots_[slot];
  }
  [[nodiscard]] bool of(const ir::Expr &expr) const;
  /// Whether all threads run as many iterations of a While or ForRange.
  [[nodiscard]] bool ofLoop(const ir::Stmt &loop) const;

private:
  /// By slot, how often it is read, but not where a loop that alone sets it has
  /// just done so.
  using Reads = std::unordered_map<ir::SlotId, unsigned>;
  Reads readsIn(const ir::Stmt &stmt) const;
  void countReads(const ir::Stmt &stmt, Reads &reads,
                  std::vector<ir::SlotId> &counters) const;
  bool staysIn(const ir::Stmt &apart, ir::SlotId slot);
  void findVarying();
  bool isUniform(Builtin builtin) const;
  bool isOneForWarp(const ir::CallBuiltin &call) const;
  bool isDoneOnce(const ir::Stmt &stmt) const;
  bool leavesApart(const ir::Block &block, bool isApart) const;
  void visit(const ir::Block &block, const ir::Stmt *apart);
  void visit(const ir::Expr &expr, bool isApart);
  void setVarying(ir::SlotId slot);

  const ir::Function &kernel_;
  /// Of a warp's threads alone: what counts warps is the same for them.
  std::shared_ptr<const OnlyValues> values_;
  /// Whether threads differ along x, y, z.
  bool differs_[3] = {true, true, true};
  std::vector<bool> slots_;
  bool isOfLanes_ = false;
  /// Slots that something else than a loop sets.
  SlotSet assigned_;
  Reads reads_;
  /// Of statements at which threads part: staysIn's slots.
  std::unordered_map<const ir::Stmt *, SlotSet> own_;
  bool changed_ = false;
};

} // namespace pyk2ptx

#endif
