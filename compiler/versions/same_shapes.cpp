// A step of a simulation reads and writes the same place of many arrays:
//
//   next_u[y, x] = u[y, x] - dt * (u[y, x + 1] - u[y, x - 1] + h[y, x] ...)
//
// Each has extents of its own, so where row y begins in it is a product of its
// own, and whether y and x are inside a test of its own. In C++ one writes one
// place, p = y * columns + x, for all. Where the arrays have one shape, which a
// launch knows, LLVM does the same: so such a kernel is there twice, behind a
// test that their extents are equal. In the first copy they all have those of
// the first array (If::sameShape); the second is for arrays with a border more
// or less and is as it was.
//
// In a loop what hangs on the row alone is computed before it. And arrays that
// are looked up in columns 0, 1 and 2 are tables of records, of which each has
// another length.
#include "same_shapes.h"

#include "compiler/analyze/only_values.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_walk.h"
#include "own_names.h"
#include "size_tests.h"

#include <map>
#include <set>

namespace pyk2ptx {

using namespace ir;

namespace {

/// What takes longer anyway gains little by a row that is found once; two rows
/// are little more than one.
constexpr unsigned mostNodesOfShape = 450;
constexpr std::size_t leastArrays = 3;

/// Whether it has loops, or a choice between copies of it.
bool isMoreThanStraight(const Function &kernel) {
  bool isMore = false;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    const auto *choice = std::get_if<If>(&stmt.node);
    isMore = isMore || (choice && choice->isVersioned) ||
             std::holds_alternative<ForRange>(stmt.node) ||
             std::holds_alternative<While>(stmt.node);
  });
  return isMore;
}

class ShapeCopier {
public:
  explicit ShapeCopier(Function &kernel) : kernel_(kernel), values_(kernel) {}

  void run(const std::vector<bool> &barriers) {
    if (countNodes(kernel_.body) > mostNodesOfShape ||
        isMoreThanStraight(kernel_) || tellsPlaces(kernel_) ||
        hasBarrier(kernel_.body, barriers))
      return;
    std::vector<SlotId> arrays = likelyEqual();
    if (arrays.size() < leastArrays)
      return;
    If choice{areEqual(arrays), {}, {}};
    choice.sameShape = std::move(arrays);
    putTwice(kernel_, kernel_.body, std::move(choice));
  }

private:
  /// The most parameters that have one number of axes.
  std::vector<SlotId> likelyEqual() const {
    std::set<SlotId> found;
    auto lookAt = [&](const Expr &array, const std::vector<Index> &indices) {
      const auto *value = std::get_if<SlotValue>(&array.node);
      if (value && values_.isParameter(value->slot) && indices.size() > 1 &&
          array.type.layout == Layout::C && indices.size() == array.type.ndim &&
          !std::holds_alternative<Constant>(indices.back().value->node))
        found.insert(value->slot);
    };
    forEachExprIn(kernel_.body, [&](const Expr &expr) {
      if (const auto *load = std::get_if<Load>(&expr.node))
        lookAt(*load->array, load->indices);
    });
    forEachStmt(kernel_.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<Store>(&stmt.node))
        lookAt(*store->array, store->indices);
    });
    std::map<unsigned, std::vector<SlotId>> byAxes;
    for (SlotId slot : found)
      byAxes[kernel_.slots[slot].type.ndim].push_back(slot);
    std::vector<SlotId> most;
    for (auto &[axes, arrays] : byAxes)
      if (arrays.size() > most.size())
        most = std::move(arrays);
    return most;
  }

  ExprPtr areEqual(const std::vector<SlotId> &arrays) const {
    ExprPtr all;
    for (auto array = arrays.begin() + 1; array != arrays.end(); ++array)
      for (std::uint8_t axis = 0; axis < kernel_.slots[*array].type.ndim;
           ++axis)
        addTest(all, CompareOp::Equal, extentOf(kernel_, *array, axis),
                extentOf(kernel_, arrays.front(), axis));
    return all;
  }

  Function &kernel_;
  OnlyValues values_;
};

} // namespace

void copyForOneShape(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (function.isKernel)
      ShapeCopier(function).run(barriers);
}

} // namespace pyk2ptx
