// What an array says of itself, and the same memory with other axes. Only what
// needs no copy exists: a kernel has no heap. Where it depends on the strides
// whether a copy would be needed, the view is empty without them, or raises.
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// `array` is what `once` returned.
Operand FunctionChecker::recast(const Operand &array, const Type &type,
                                std::vector<Operand> shape,
                                std::vector<Operand> strides,
                                SourceRange range) {
  ir::Recast node;
  node.array = materialize(again(array));
  for (Operand &extent : shape)
    node.shape.push_back(materialize(std::move(extent)));
  for (Operand &stride : strides)
    node.strides.push_back(materialize(std::move(stride)));
  return Operand::ofExpr(makeExpr(range, type, std::move(node)));
}

/// Axis i of the result is the array's axes[i].
Operand FunctionChecker::transposed(Operand array,
                                    const std::vector<std::size_t> &axes,
                                    SourceRange range) {
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
  array = once(std::move(array), lets);
  std::vector<Operand> shape, strides;
  for (std::size_t axis : axes) {
    int from = static_cast<int>(axis);
    shape.push_back(arrayProperty(array, ir::ArrayField::Shape, from, range));
    if (type.layout != Layout::C)
      strides.push_back(
          arrayProperty(array, ir::ArrayField::Stride, from, range));
  }
  Operand result =
      recast(array, type, std::move(shape), std::move(strides), range);
  return Operand::ofExpr(
      finishLets(materialize(std::move(result)), std::move(lets)));
}

/// Whether elements follow each other in memory, the last axis fastest (or the
/// first). Strides of axes that take no step do not matter, as in NumPy.
Operand FunctionChecker::isContiguous(Operand array, bool rowMajor,
                                      SourceRange range) {
  Type type = array.type;
  Layout wanted = rowMajor ? Layout::C : Layout::F;
  if (type.layout == wanted || (type.ndim < 2 && type.layout != Layout::A))
    return boolOperand(true, range);
  std::vector<ir::Let> lets;
  array = once(std::move(array), lets);
  Operand size = arrayProperty(array, ir::ArrayField::Size, 0, range);
  Operand isEmpty = compareTwo(CompareOp::Equal, std::move(size),
                               intOperand(0, range), range);
  Operand result = boolOperand(true, range);
  std::vector<int> inner;
  for (int i = 0; i < type.ndim; ++i) {
    int axis = rowMajor ? type.ndim - 1 - i : i;
    Operand extent = arrayProperty(array, ir::ArrayField::Shape, axis, range);
    Operand isOne = compareTwo(CompareOp::Equal, std::move(extent),
                               intOperand(1, range), range);
    Operand expected = intOperand(byteSize(type.element()), range);
    for (int other : inner)
      expected = intBinary(
          BinaryOp::Mul, std::move(expected),
          arrayProperty(array, ir::ArrayField::Shape, other, range), range);
    Operand stride = arrayProperty(array, ir::ArrayField::Stride, axis, range);
    Operand isDense = compareTwo(CompareOp::Equal, std::move(stride),
                                 std::move(expected), range);
    Operand fits = bothTrue(false, std::move(isOne), std::move(isDense), range);
    result = bothTrue(true, std::move(result), std::move(fits), range);
    inner.push_back(axis);
  }
  result = bothTrue(false, std::move(isEmpty), std::move(result), range);
  return Operand::ofExpr(
      finishLets(materialize(std::move(result)), std::move(lets)));
}

/// All elements in row-major order as a vector.
Operand FunctionChecker::flattened(Operand array, SourceRange range) {
  Type type = array.type;
  if (type.ndim == 1)
    return array;
  if (type.layout == Layout::F && type.ndim > 1) {
    diagnostics().emit(
        range, diag::NeedsMemory,
        std::string("a row-major vector of a column-major array"),
        std::string("take that of its `.T`, or loop over its elements"));
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  array = once(std::move(array), lets);
  std::vector<Operand> shape;
  shape.push_back(arrayProperty(array, ir::ArrayField::Size, 0, range));
  Type flat = type;
  flat.ndim = 1;
  flat.layout = Layout::C;
  Operand result = recast(array, flat, std::move(shape), {}, range);
  Operand contiguous = isContiguous(again(array), true, range);
  if (!contiguous.known) {
    auto &node = std::get<ir::Recast>(result.expr->node);
    node.fits = materialize(std::move(contiguous));
    node.problem = "the array is not contiguous";
  }
  return Operand::ofExpr(
      finishLets(materialize(std::move(result)), std::move(lets)));
}

/// Attributes beyond sizes, shapes and types; `array` is used up if there is a
/// result.
std::optional<Operand> FunctionChecker::arrayAttribute(Operand &array,
                                                       const std::string &name,
                                                       SourceRange range) {
  Type type = array.type;
  if (name == "T") {
    std::vector<std::size_t> axes;
    for (std::size_t axis = type.ndim; axis-- > 0;)
      axes.push_back(axis);
    return transposed(std::move(array), axes, range);
  }
  if (name == "real")
    return std::move(array);
  if (name == "flat") {
    // What is not contiguous has no address for its i-th element.
    if (type.ndim > 1 && type.layout == Layout::A) {
      diagnostics().emit(
          range, diag::NeedsMemory,
          std::string("`.flat` outside of a for loop"),
          std::string("index the axes, or declare the array C-contiguous"));
      return Operand::error(range);
    }
    return flattened(std::move(array), range);
  }
  if (name != "nbytes")
    return std::nullopt;
  std::vector<ir::Let> lets;
  array = once(std::move(array), lets);
  Operand bytes = intBinary(
      BinaryOp::Mul, arrayProperty(array, ir::ArrayField::Size, 0, range),
      intOperand(byteSize(type.element()), range), range);
  return Operand::ofExpr(
      finishLets(materialize(std::move(bytes)), std::move(lets)));
}

/// a.flags.c_contiguous, a.ctypes.data
std::optional<Operand> FunctionChecker::nestedAttribute(const Attribute &node,
                                                        SourceRange range) {
  const auto *inner = std::get_if<Attribute>(&node.value->node);
  if (!inner || (inner->name != "flags" && inner->name != "ctypes"))
    return std::nullopt;
  Operand array = check(*inner->value);
  if (array.isError)
    return array;
  if (!array.isArray()) {
    Operand base = attributeOf(std::move(array), *inner, node.value->range);
    if (base.isError)
      return base;
    return attributeOf(std::move(base), node, range);
  }
  const std::string &name = node.name;
  if (inner->name == "ctypes" && name == "data") {
    std::vector<ir::Let> lets;
    array = once(std::move(array), lets);
    Operand address = arrayProperty(array, ir::ArrayField::Address, 0, range);
    ir::ExprPtr value =
        convert(materialize(std::move(address)), Type::of(Scalar::U64));
    return Operand::ofExpr(finishLets(std::move(value), std::move(lets)));
  }
  if (inner->name == "flags" && name == "writeable")
    return boolOperand(!array.type.readonly, range);
  bool isRowMajor = name == "c_contiguous" || name == "contiguous";
  if (inner->name == "flags" && (isRowMajor || name == "f_contiguous"))
    return isContiguous(std::move(array), isRowMajor, range);
  diagnostics().emit(node.nameRange, diag::UnknownAttribute,
                     "`." + inner->name + "` of an array", name, std::string());
  return Operand::error(range);
}

} // namespace pyk2ptx
