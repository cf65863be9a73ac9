// LLVM sees that `if i < n` implies the guard of a[i]. It does not see it of a
// stencil's a[i - 1] and a[i + 1], nor of an index that was clamped, whose
// guards then stand between the loads; and every guard that it has to remove
// costs compile time.
//
// The function is walked with what is known at each place (inequalities.h),
// and each index is asked whether it may be negative and whether it is less
// than the extent. Of `table[hash % table.size]` and `x[min(i, x.size - 1)]`
// that is so unless there are no elements at all, which the extent says: no
// iteration of a loop changes it, and all threads have the same.
#include "path_facts.h"

#include "fact_walk.h"

namespace pyk2ptx {

using namespace ir;

namespace {

class PathProver {
public:
  PathProver(const Module &module, const Function &function,
             const Ranges &ranges)
      : known_(module, function, ranges) {}

  void run(Block &body) {
    auto visit = [&](auto &node) {
      forEachIndex(node, [&](Index &index, const Expr &array, unsigned axis) {
        prove(index, array, axis);
      });
    };
    FactWalk(known_, visit).walk(body);
  }

private:
  void prove(Index &index, const Expr &array, unsigned axis) {
    if (index.bounds == Bounds::None)
      return;
    Polynomial value = known_.of(*index.value),
               extent = known_.extentOf(array, axis);
    bool isNatural = known_.isNeverNegative(value),
         mayBeInsideIfAny =
             !extent.isConstant() && known_.mayDependOn(value, extent);
    index.wrap = index.wrap && !isNatural;
    if (!isNatural && !mayBeInsideIfAny && !index.wrap)
      return;
    std::optional<Polynomial> room =
        known_.differenceOf(CompareOp::Less, value, extent);
    if (!room)
      return;
    // Counted from the end, it may be as far from there.
    std::optional<Polynomial> fromEnd =
        index.wrap ? value.plus(extent) : std::nullopt;
    bool isAbove = isNatural || (fromEnd && known_.isNeverNegative(*fromEnd));
    if (isAbove && known_.isNeverNegative(*room)) {
      index.bounds = Bounds::None;
      index.isProven = true;
    } else if (mayBeInsideIfAny && isInsideIfAny(value, *room, extent)) {
      index.wrap = false;
      index.isInsideIfAny = true;
    }
  }

  bool isInsideIfAny(const Polynomial &value, const Polynomial &room,
                     const Polynomial &extent) {
    std::optional<Polynomial> others = extent.plus(Polynomial::constant(-1));
    return others && known_.areNeverNegativeWhere(*others, value, room);
  }

  Inequalities known_;
};

} // namespace

void proveByConditions(const Module &module, Function &function,
                       const Ranges &ranges) {
  PathProver(module, function, ranges).run(function.body);
}

} // namespace pyk2ptx
