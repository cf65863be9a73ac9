// Which elements of global arrays a loop adds to.
#ifndef PYK2PTX_COMPILER_TRANSFORM_ADDED_ELEMENTS_H
#define PYK2PTX_COMPILER_TRANSFORM_ADDED_ELEMENTS_H

#include "compiler/analyze/array_roots.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir.h"

#include <optional>
#include <set>
#include <vector>

namespace pyk2ptx {

/// What a Load, a Store or an Atomic is of.
struct ElementPlace {
  const ir::Expr *array;
  const std::vector<ir::Index> *indices;
};
[[nodiscard]] std::optional<ElementPlace> placeOf(const ir::Expr &expr);
[[nodiscard]] std::optional<ElementPlace> placeOf(const ir::Stmt &stmt);
/// Whether both are one element, as long as no slot is set that their indices
/// read.
[[nodiscard]] bool isSamePlace(const ElementPlace &left,
                               const ElementPlace &right);

/// out[i] of a loop's `out[i] = ... out[i] ...`, which changes neither `out`
/// nor i.
struct AddedElement {
  ElementPlace place;
  /// The parameter that `out` is, or is part of.
  ir::SlotId array;
  Type type;
  /// Each turn comes to such a store; to a load.
  bool isStoredEachTurn = false, isReadEachTurn = false;
};

class AddedElements {
public:
  /// All must outlive it; `barriers` is findBarriers' result.
  AddedElements(const ir::Module &module, const std::vector<bool> &barriers,
                const ir::Function &kernel);

  /// Those that nothing else in the loop can be, unless parameters share
  /// memory: it has every other access told apart, and loads none of them but
  /// for what is stored to it. None of a loop with an `else`, or which may end
  /// the thread, waits, or shows anything.
  [[nodiscard]] std::vector<AddedElement> of(const ir::Stmt &loop) const;
  /// Elements that turns of the loop load, which nothing in it changes, unless
  /// parameters share memory: no more than registers hold. None where threads
  /// wait.
  [[nodiscard]] std::vector<AddedElement> readIn(const ir::Stmt &loop) const;
  /// Whether the loop may load something, in that turn or the next, behind a
  /// store to global memory.
  [[nodiscard]] static bool storesAndTurns(const ir::Stmt &loop);
  /// The parameters that the loop accesses.
  [[nodiscard]] std::set<ir::SlotId> arraysOf(const ir::Stmt &loop) const;
  /// Whether a thread may wait at the statement, or show something; its blocks
  /// are not looked at.
  [[nodiscard]] bool waitsOrShows(const ir::Stmt &stmt) const;

private:
  bool reachesMore(const ir::Stmt &stmt) const;
  bool isOpaque(const ir::Stmt &stmt) const;
  void addRead(const ir::Expr &expr, const SlotSet &assigned,
               std::vector<AddedElement> &elements) const;
  void addElement(const ir::Stmt &stmt, const SlotSet &assigned,
                  std::vector<AddedElement> &elements) const;
  std::optional<std::size_t> countLoads(const ir::Expr &whole,
                                        const AddedElement &element) const;
  bool isAlone(const AddedElement &element, const ir::Stmt &loop) const;
  bool isOfOther(const ir::Expr &array, const ir::Expr &element) const;

  const ir::Module &module_;
  const std::vector<bool> &barriers_;
  ArrayRoots roots_;
};

} // namespace pyk2ptx

#endif
