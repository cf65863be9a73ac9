// A local array that outlives a piece is kept for every thread. Where threads
// that take turns all ask for the same element, as in
//
//   for k in range(3):               (by the block)
//     for each thread: place[t][k] = rest[t] % extents[k]
//
// one thread's elements side by side make that a scatter. Spread, it is
// place[k][t], and a vector. An array that somebody gets the address of, or a
// part, or whose threads ask for different elements, stays as it is.
#include "spread_arrays.h"

#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"

#include <cstdint>
#include <optional>

namespace pyk2ptx {

using namespace ir;

namespace {

class SpreadWalk {
public:
  SpreadWalk(const Function &kernel, const ArrayFlow &flow,
             const Uniformity &uniform)
      : flow_(flow), uniform_(uniform) {
    for (const ArrayDeclaration &array : kernel.arrays)
      fits_.push_back(array.space == Space::Local && array.element.isScalar() &&
                      array.alignment <= hostFrameAlignment);
  }

  void visit(const Block &block) {
    forEachStmt(block, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<Store>(&stmt.node)) {
        visitAccess(*store->array, store->indices);
        visit(*store->value);
      } else if (const auto *assign = std::get_if<Assign>(&stmt.node)) {
        visitValue(*assign->value);
      } else {
        forEachOperandOf(stmt, [&](const Expr &expr) { visit(expr); });
      }
    });
  }

  [[nodiscard]] const std::vector<bool> &fits() const { return fits_; }

private:
  void visitAccess(const Expr &array, const std::vector<Index> &indices) {
    bool isEven = true;
    for (const Index &index : indices) {
      isEven = isEven && uniform_.of(*index.value);
      visit(*index.value);
    }
    std::optional<std::uint32_t> number = flow_.arrayOf(array);
    if (!number)
      visit(array);
    else if (!isEven || indices.size() != array.type.ndim)
      fits_[*number] = false;
  }

  /// Of what a slot gets: arrays that arrayOf finds through it may stand there.
  void visitValue(const Expr &value) {
    if (const auto *tuple = std::get_if<MakeTuple>(&value.node))
      for (const ExprPtr &element : tuple->elements)
        visitValue(*element);
    else if (!flow_.arrayOf(value))
      visit(value);
  }

  void visit(const Expr &expr) {
    if (const auto *load = std::get_if<Load>(&expr.node)) {
      visitAccess(*load->array, load->indices);
      return;
    }
    const auto *property = std::get_if<ArrayProperty>(&expr.node);
    if (property && (property->field == ArrayField::Shape ||
                     property->field == ArrayField::Size)) {
      visitValue(*property->array);
      return;
    }
    const auto *element = std::get_if<TupleElement>(&expr.node);
    if (element && expr.type.isScalar() &&
        std::holds_alternative<SlotValue>(element->tuple->node))
      return;
    for (std::uint32_t i = 0; i < fits_.size(); ++i)
      fits_[i] = fits_[i] && !flow_.names(expr, i);
    forEachOperand(expr, [&](const Expr &operand) { visit(operand); });
  }

  const ArrayFlow &flow_;
  const Uniformity &uniform_;
  std::vector<bool> fits_;
};

} // namespace

std::vector<bool> findSpreadArrays(const Function &kernel,
                                   const ArrayFlow &flow,
                                   const Uniformity &uniform) {
  SpreadWalk walk(kernel, flow, uniform);
  walk.visit(kernel.body);
  return walk.fits();
}

} // namespace pyk2ptx
