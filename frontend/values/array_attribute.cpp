// What an array says of itself, and the same memory with other axes. Only what
// needs no copy exists: a kernel has no heap. Where it depends on the strides
// whether a copy would be needed, the view is empty without them, or raises.
#include "array_attribute.h"

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

/// Attributes beyond sizes, shapes and types; `array` is used up if there is a
/// result.
std::optional<Operand> arrayAttribute(Emitter &e, Operand &array,
                                      const std::string &name,
                                      SourceRange range) {
  Type type = array.type;
  if (name == "T") {
    std::vector<std::size_t> axes;
    for (std::size_t axis = type.ndim; axis-- > 0;)
      axes.push_back(axis);
    return transposed(e, std::move(array), axes, range);
  }
  if (name == "real")
    return std::move(array);
  if (name == "flat") {
    // What is not contiguous has no address for its i-th element.
    if (type.ndim > 1 && type.layout == Layout::A) {
      e.diagnostics().emit(
          range, diag::NeedsMemory,
          std::string("`.flat` outside of a for loop"),
          std::string("index the axes, or declare the array C-contiguous"));
      return Operand::error(range);
    }
    return flattened(e, std::move(array), range);
  }
  if (name != "nbytes")
    return std::nullopt;
  std::vector<ir::Let> lets;
  array = e.once(std::move(array), lets);
  Operand bytes = intBinary(
      e, BinaryOp::Mul, arrayProperty(e, array, ir::ArrayField::Size, 0, range),
      intOperand(byteSize(type.element()), range), range);
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(bytes)), std::move(lets)));
}

/// a.flags.c_contiguous, a.ctypes.data
std::optional<Operand> nestedAttribute(Emitter &e, const Attribute &node,
                                       SourceRange range) {
  const auto *inner = std::get_if<Attribute>(&node.value->node);
  if (!inner || (inner->name != "flags" && inner->name != "ctypes"))
    return std::nullopt;
  Operand array = e.check(*inner->value);
  if (array.isError)
    return array;
  if (!array.isArray()) {
    Operand base = e.attributeOf(std::move(array), *inner, node.value->range);
    if (base.isError)
      return base;
    return e.attributeOf(std::move(base), node, range);
  }
  const std::string &name = node.name;
  if (inner->name == "ctypes" && name == "data") {
    std::vector<ir::Let> lets;
    array = e.once(std::move(array), lets);
    Operand address =
        arrayProperty(e, array, ir::ArrayField::Address, 0, range);
    ir::ExprPtr value =
        e.convert(e.materialize(std::move(address)), Type::of(Scalar::U64));
    return Operand::ofExpr(e.finishLets(std::move(value), std::move(lets)));
  }
  if (inner->name == "flags" && name == "writeable")
    return boolOperand(!array.type.readonly, range);
  bool isRowMajor = name == "c_contiguous" || name == "contiguous";
  if (inner->name == "flags" && (isRowMajor || name == "f_contiguous"))
    return isContiguous(e, std::move(array), isRowMajor, range);
  e.diagnostics().emit(node.nameRange, diag::UnknownAttribute,
                       "`." + inner->name + "` of an array", name,
                       std::string());
  return Operand::error(range);
}

} // namespace pyk2ptx
