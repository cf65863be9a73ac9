// The same memory with other axes. Only what needs no copy exists: a kernel has
// no heap. Where it depends on the strides whether a copy would be needed, the
// view is empty without them, or raises.
#include "array_view.h"

#include "array.h"
#include "frontend/emit/emitter.h"
#include "iterate.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// `array` is what `once` returned.
Operand recast(Emitter &e, const Operand &array, const Type &type,
               std::vector<Operand> shape, std::vector<Operand> strides,
               SourceRange range) {
  ir::Recast node;
  node.array = e.materialize(again(array));
  for (Operand &extent : shape)
    node.shape.push_back(e.materialize(std::move(extent)));
  for (Operand &stride : strides)
    node.strides.push_back(e.materialize(std::move(stride)));
  return Operand::ofExpr(makeExpr(range, type, std::move(node)));
}

/// Axis i of the result is the array's axes[i].
Operand transposed(Emitter &e, Operand array,
                   const std::vector<std::size_t> &axes, SourceRange range) {
  bool same = true;
  bool reversed = true;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    same = same && axes[i] == i;
    reversed = reversed && axes[i] == axes.size() - 1 - i;
  }
  if (same)
    return array;
  Type type = array.type;
  type.layout = !reversed || type.layout == Layout::A ? Layout::A
                : type.layout == Layout::C            ? Layout::F
                                                      : Layout::C;
  std::vector<ir::Let> lets;
  array = e.once(std::move(array), lets);
  std::vector<Operand> shape, strides;
  for (std::size_t axis : axes) {
    int from = static_cast<int>(axis);
    shape.push_back(
        arrayProperty(e, array, ir::ArrayField::Shape, from, range));
    if (type.layout != Layout::C)
      strides.push_back(
          arrayProperty(e, array, ir::ArrayField::Stride, from, range));
  }
  Operand result =
      recast(e, array, type, std::move(shape), std::move(strides), range);
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

/// Whether elements follow each other in memory, the last axis fastest (or the
/// first); true where the type says so.
Operand isContiguous(Emitter &e, Operand array, bool rowMajor,
                     SourceRange range) {
  Type type = array.type;
  Layout wanted = rowMajor ? Layout::C : Layout::F;
  if (type.layout == wanted || (type.ndim < 2 && type.layout != Layout::A))
    return boolOperand(true, range);
  return callArrayFunction(e,
                           rowMajor ? "np__c_contiguous" : "np__f_contiguous",
                           listOf(std::move(array)), range);
}

/// All elements in row-major order as a vector.
Operand flattened(Emitter &e, Operand array, SourceRange range) {
  Type type = array.type;
  if (type.ndim == 1)
    return array;
  if (type.layout == Layout::F && type.ndim > 1) {
    e.diagnostics().emit(
        range, diag::NeedsMemory,
        std::string("a row-major vector of a column-major array"),
        std::string("take that of its `.T`, or loop over its elements"));
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  array = e.once(std::move(array), lets);
  std::vector<Operand> shape;
  shape.push_back(arrayProperty(e, array, ir::ArrayField::Size, 0, range));
  Type flat = type;
  flat.ndim = 1;
  flat.layout = Layout::C;
  Operand result = recast(e, array, flat, std::move(shape), {}, range);
  Operand contiguous = isContiguous(e, again(array), true, range);
  if (!contiguous.known) {
    auto &node = std::get<ir::Recast>(result.expr->node);
    node.fits = e.materialize(std::move(contiguous));
    node.problem = "the array is not contiguous";
  }
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

} // namespace pyk2ptx
