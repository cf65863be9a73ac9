// Subscripts, views, and the arrays that kernels declare.
#include "array.h"

#include "chars.h"
#include "elementwise.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/fold.h"
#include "frontend/evaluate/namespace_value.h"
#include "frontend/evaluate/prelude.h"
#include "frontend/hints/misuse.h"
#include "frontend/types/time_type.h"
#include "iterate.h"
#include "pointer.h"
#include "record.h"
#include "tuple.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static Operand tupleSubscript(Emitter &e, Operand base,
                              const syntax::Subscript &node, SourceRange range);

Operand arrayProperty(Emitter &e, const Operand &array, ir::ArrayField field,
                      int axis, SourceRange range) {
  ir::ArrayProperty property;
  property.field = field;
  property.axis = static_cast<std::uint8_t>(axis);
  property.array = e.materialize(again(array));
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I64), std::move(property)));
}

/// Another use of a slot, or of an element of a tuple in one; else null.
static ir::ExprPtr elementAgain(const ir::Expr &expr) {
  if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node))
    return makeExpr(expr.range, expr.type, *slot);
  const auto *element = std::get_if<ir::TupleElement>(&expr.node);
  ir::ExprPtr tuple = element ? elementAgain(*element->tuple) : nullptr;
  return tuple ? makeExpr(expr.range, expr.type,
                          ir::TupleElement{std::move(tuple), element->index})
               : nullptr;
}

bool expandTuple(Emitter &e, Operand &operand, std::vector<Operand> &elements) {
  SourceRange range = operand.range;
  if (operand.isTuple) {
    for (Operand &part : operand.parts)
      elements.push_back(std::move(part));
    return true;
  }
  if (operand.known) {
    if (operand.known->kind != Value::Kind::Tuple)
      return false;
    for (const Value &element : operand.known->elements)
      elements.push_back(e.constantOperand(element, range));
    return true;
  }
  if (!operand.expr || !isTuple(operand) || !elementAgain(*operand.expr))
    return false;
  for (std::uint32_t i = 0; i < operand.type.elements->size(); ++i)
    elements.push_back(Operand::ofExpr(
        makeExpr(range, (*operand.type.elements)[i],
                 ir::TupleElement{elementAgain(*operand.expr), i})));
  return true;
}

/// lower:upper:step, computed in this order and with the other subscripts.
static Operand checkSlice(Emitter &e, const Slice &slice, SourceRange range) {
  Operand result = Operand::wholeAxis(range);
  const ExprPtr *bounds[] = {&slice.lower, &slice.upper, &slice.step};
  for (std::size_t i = 0; i < 3; ++i) {
    const ExprPtr &bound = *bounds[i];
    if (!bound || std::get_if<NoneLiteral>(&bound->node))
      continue;
    result.parts[i] = e.check(*bound);
    result.isError = result.isError || result.parts[i].isError;
  }
  return result;
}

/// x[x > 0], x[i + 1] of arrays.
static void refuseMask(Emitter &e, const Expr &index) {
  std::string element = asElement(e, index);
  bool isTruth = std::holds_alternative<Compare>(index.node);
  needsMemory(e, index.range, "an index that is an array",
              isTruth && !element.empty()
                  ? "test each element: `if " + element + ":`"
                  : "loop over the indices: `a[i[j]]`");
}

bool checkSubscripts(Emitter &e, const Subscript &node,
                     std::vector<Operand> &subscripts) {
  bool valid = true;
  for (const ExprPtr &index : node.indices) {
    if (const auto *slice = std::get_if<Slice>(&index->node)) {
      subscripts.push_back(checkSlice(e, *slice, index->range));
      valid = valid && !subscripts.back().isError;
      continue;
    }
    Diagnostics::Mark mark = e.diagnostics().mark();
    Operand operand = e.check(*index);
    if (operand.isError && isOnlyOfArrays(e.diagnostics(), mark)) {
      e.diagnostics().rollback(mark);
      refuseMask(e, *index);
    }
    // NumPy takes the elements that a list tells, one behind the other, where a
    // tuple is one place.
    if (operand.isList())
      operand = (needsMemory(e, index->range, "an index that is a list",
                             "loop over the indices: `a[i[j]]`"),
                 Operand::error(index->range));
    // NumPy's index of no dimensions is its number.
    if (operand.isArray() && operand.type.ndim == 0 && !operand.isElement)
      operand = elementOf(e, std::move(operand), {}, index->range);
    if (operand.isArray() || operand.isElement)
      operand = (needsMemory(e, index->range, "an index that is an array",
                             "loop over the indices: `a[i[j]]`"),
                 Operand::error(index->range));
    valid = valid && !operand.isError;
    // a[(i, j)] and a[position] with a tuple are a[i, j].
    if (node.indices.size() == 1 && !node.isTuple &&
        expandTuple(e, operand, subscripts))
      continue;
    subscripts.push_back(std::move(operand));
  }
  return valid;
}

static ir::Index makeIndex(Emitter &e, Operand subscript) {
  ir::Index index;
  index.value = e.toIndex(std::move(subscript), index.wrap);
  return index;
}

bool makeIndices(Emitter &e, const Type &array, std::vector<Operand> subscripts,
                 std::vector<ir::Index> &indices, SourceRange range) {
  std::size_t count = indices.size() + subscripts.size();
  if (count > array.ndim) {
    noteTupleIndex(e.diagnostics().emit(range, diag::TooManyIndices,
                                        static_cast<Integer>(count),
                                        static_cast<Integer>(array.ndim)),
                   range, count);
    return false;
  }
  bool valid = true;
  for (Operand &subscript : subscripts) {
    indices.push_back(makeIndex(e, std::move(subscript)));
    valid = valid && indices.back().value;
  }
  return valid;
}

/// What host code's dictionary has for a key that is known.
static Operand entry(Emitter &e, const Value &dictionary, const Subscript &node,
                     SourceRange range) {
  std::vector<Operand> keys;
  if (!checkSubscripts(e, node, keys))
    return Operand::error(range);
  std::vector<Value> values;
  for (const Operand &key : keys) {
    if (!key.known) {
      e.diagnostics().emit(key.range, diag::ConstantNeeded,
                           std::string("a dictionary's key"), std::string());
      return Operand::error(range);
    }
    values.push_back(*key.known);
  }
  Value value = foldSubscript(dictionary, values, range);
  if (value.isKnown())
    return e.constantOperand(std::move(value), range);
  value.range = {};
  return e.notConstant(std::string(range.source->text(range)), value, range);
}

/// The integer or the slice as host code has it; nothing where a part is not
/// known.
static std::optional<Value> knownSubscript(const Operand &subscript) {
  if (subscript.known && (subscript.isSlice() || subscript.known->isInteger()))
    return subscript.known;
  if (!subscript.isSlice())
    return std::nullopt;
  Value slice;
  slice.kind = Value::Kind::Slice;
  for (const Operand &bound : subscript.parts) {
    if (!bound.known)
      return std::nullopt;
    slice.elements.push_back(*bound.known);
  }
  return slice;
}

/// Of a text that is known: what Python has for a subscript that is known, too,
/// and of bytes any element, which is a number. Nothing for all else.
static std::optional<Operand> textSubscript(Emitter &e, const Operand &text,
                                            std::vector<Operand> &subscripts,
                                            const Subscript &node,
                                            SourceRange range) {
  if (subscripts.size() != 1)
    return std::nullopt;
  if (std::optional<Value> known = knownSubscript(subscripts[0])) {
    Value value = foldSubscript(*text.known, {*std::move(known)}, range);
    if (value.isKnown())
      return e.constantOperand(std::move(value), range);
    value.range = {};
    return e.notConstant(std::string(range.source->text(range)), value, range);
  }
  if (!text.known->isBytes || subscripts[0].isSlice())
    return std::nullopt;
  Operand element = arraySubscript(e, arrayOfBytes(e, *text.known, text.range),
                                   std::move(subscripts), node, range);
  if (element.isError)
    return element;
  return Operand::ofExpr(
      makeConvert(e.materialize(std::move(element)), Type::of(Scalar::I64)));
}

Operand checkSubscript(Emitter &e, const Subscript &node, SourceRange range) {
  Operand base = e.check(*node.value);
  if (base.isError)
    return Operand::error(range);
  if (base.known && base.known->kind == Value::Kind::Type) {
    Value type = typeSubscript(*base.known, node, range);
    if (type.isKnown())
      return Operand::ofValue(std::move(type), range);
  }
  // Color["red"]
  bool isEnum = base.known && (isEnumeration(*base.known) ||
                               (base.known->kind == Value::Kind::Class &&
                                base.known->classScope &&
                                e.evaluator().isEnum(*base.known->classScope)));
  if (isEnum && node.indices.size() == 1) {
    Operand name = e.check(*node.indices[0]);
    if (name.isError)
      return name;
    if (name.known && name.known->kind == Value::Kind::String) {
      Value member =
          e.evaluator().attribute(*base.known, name.known->text, range);
      return member.isKnown()
                 ? Operand::ofValue(std::move(member), range)
                 : e.notConstant(std::string(range.source->text(range)), member,
                                 range);
    }
    e.diagnostics().emit(name.range, diag::ConstantNeeded,
                         "the member of `" + base.known->text + "`",
                         std::string(" name, as a string"));
    return Operand::error(range);
  }
  if (base.known && base.known->kind == Value::Kind::Dict)
    return entry(e, *base.known, node, range);
  bool isTuple = base.isTuple ||
                 (base.known && base.known->kind == Value::Kind::Tuple) ||
                 (base.expr && base.type.isTuple());
  if (isTuple)
    return tupleSubscript(e, std::move(base), node, range);
  std::vector<Operand> subscripts;
  if (!checkSubscripts(e, node, subscripts))
    return Operand::error(range);
  base = pointee(e, std::move(base));
  if (std::optional<Operand> field = fieldSubscript(e, base, subscripts, range))
    return std::move(*field);
  if (base.known && base.known->kind == Value::Kind::String)
    if (auto element = textSubscript(e, base, subscripts, node, range))
      return std::move(*element);
  if (!base.isArray()) {
    Diagnostic &message = e.diagnostics().emit(
        node.value->range, diag::NotSubscriptable, e.describe(base));
    noteValue(message, base);
    if (base.known && base.known->kind == Value::Kind::Function)
      message.notes.push_back({node.value->range,
                               "a kernel launches none: it calls device "
                               "functions"});
    return Operand::error(range);
  }
  return arraySubscript(e, std::move(base), std::move(subscripts), node, range);
}

static Operand tupleSubscript(Emitter &e, Operand base, const Subscript &node,
                              SourceRange range) {
  std::vector<Operand> elements;
  std::vector<ir::Let> lets;
  if (base.expr)
    base = e.once(std::move(base), lets);
  bool isList = base.isList();
  bool expanded = expandTuple(e, base, elements);
  if (!expanded || node.indices.size() != 1 || node.isTuple) {
    e.diagnostics().emit(range, diag::UnsupportedExpression,
                         std::string("this index of a tuple"));
    return Operand::error(range);
  }
  const ExprPtr &written = node.indices[0];
  const auto *slice = std::get_if<Slice>(&written->node);
  Operand index =
      slice ? checkSlice(e, *slice, written->range) : e.check(*written);
  if (index.isError)
    return Operand::error(range);
  if (index.isSlice())
    return finished(e,
                    Operand::asList(tupleSlice(e, std::move(elements),
                                               std::move(index), range),
                                    isList),
                    std::move(lets));
  if (!index.known || !index.known->isInteger())
    return dynamicElement(e, std::move(elements), std::move(index),
                          std::move(lets), range);
  auto size = static_cast<std::int64_t>(elements.size());
  std::int64_t at = index.known->number.asInt();
  std::int64_t wrapped = at < 0 ? at + size : at;
  if (wrapped < 0 || wrapped >= size) {
    e.diagnostics().emit(index.range, diag::TupleIndex, at, size);
    return Operand::error(range);
  }
  Operand element = std::move(elements[static_cast<std::size_t>(wrapped)]);
  element.range = range;
  if (lets.empty())
    return element;
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(element)), std::move(lets)));
}

/// Whether a view only drops its array's first axes: a[i] of a[i][j].
static bool isPartialIndex(const ir::Expr &expr) {
  const auto *view = std::get_if<ir::View>(&expr.node);
  if (!view)
    return false;
  bool sliced = false;
  for (const ir::ViewSubscript &subscript : view->subscripts) {
    bool full = subscript.kind == ir::ViewSubscript::Kind::Slice &&
                !subscript.lower && !subscript.upper && !subscript.step;
    if (subscript.kind == ir::ViewSubscript::Kind::Index ? sliced : !full)
      return false;
    sliced = sliced || full;
  }
  return true;
}

/// a[i][j] is a[i, j]: the same elements, checked axis by axis.
void takePartialIndex(Operand &base, std::vector<ir::Index> &indices) {
  while (isPartialIndex(*base.expr)) {
    auto &view = std::get<ir::View>(base.expr->node);
    std::vector<ir::Index> outer;
    for (ir::ViewSubscript &subscript : view.subscripts)
      if (subscript.kind == ir::ViewSubscript::Kind::Index)
        outer.push_back(std::move(subscript.index));
    indices.insert(indices.begin(), std::make_move_iterator(outer.begin()),
                   std::make_move_iterator(outer.end()));
    ir::ExprPtr array = std::move(view.array);
    base = Operand::ofExpr(std::move(array));
  }
}

Operand arraySubscript(Emitter &e, Operand base,
                       std::vector<Operand> subscripts, const Subscript &node,
                       SourceRange range) {
  Type type = base.type;
  bool scalars = true;
  for (const Operand &subscript : subscripts)
    scalars = scalars && subscript.isScalar();
  if (!scalars || subscripts.size() < type.ndim)
    return makeView(e, std::move(base), std::move(subscripts), node, range);
  ir::Load load;
  if (subscripts.size() == type.ndim)
    takePartialIndex(base, load.indices);
  if (!makeIndices(e, base.type, std::move(subscripts), load.indices, range))
    return Operand::error(range);
  return elementAt(e.materialize(std::move(base)), std::move(load.indices),
                   range);
}

// ---- views ----

std::optional<Operand> takeBound(Operand &slice, std::size_t part) {
  Operand bound =
      slice.hasBounds
          ? std::move(slice.parts[part])
          : Operand::ofValue(slice.known->elements[part], slice.range);
  if (bound.known && bound.known->kind == Value::Kind::None)
    return std::nullopt;
  return bound;
}

static bool addViewSubscript(Emitter &e, Operand subscript, ir::View &view) {
  ir::ViewSubscript result;
  if (subscript.known && subscript.known->kind == Value::Kind::None) {
    result.kind = ir::ViewSubscript::Kind::NewAxis;
  } else if (subscript.isSlice()) {
    result.kind = ir::ViewSubscript::Kind::Slice;
    ir::ExprPtr *targets[] = {&result.lower, &result.upper, &result.step};
    for (std::size_t i = 0; i < 3; ++i) {
      std::optional<Operand> given = takeBound(subscript, i);
      if (!given)
        continue;
      Operand operand = std::move(*given);
      bool canBeNegative = false;
      *targets[i] = e.toIndex(std::move(operand), canBeNegative);
      if (!*targets[i])
        return false;
    }
  } else {
    result.index = makeIndex(e, std::move(subscript));
    if (!result.index.value)
      return false;
  }
  view.subscripts.push_back(std::move(result));
  return true;
}

static bool isUnitStep(const ir::ExprPtr &step) {
  if (!step)
    return true;
  const auto *constant = std::get_if<ir::Constant>(&step->node);
  return constant && constant->bits == 1;
}

/// The layout of a view of a contiguous array. Going over the axes from the
/// slowest to the fastest varying one, the result is contiguous if indices come
/// first, then one slice of step 1, then whole axes.
static Layout viewLayout(const Type &array,
                         const std::vector<ir::ViewSubscript> &subscripts) {
  if (array.layout == Layout::A)
    return Layout::A;
  bool sliced = false;
  std::size_t count = subscripts.size();
  for (std::size_t i = 0; i < count; ++i) {
    const ir::ViewSubscript &subscript =
        subscripts[array.layout == Layout::C ? i : count - 1 - i];
    if (subscript.kind == ir::ViewSubscript::Kind::NewAxis)
      return Layout::A;
    if (subscript.kind == ir::ViewSubscript::Kind::Index) {
      if (sliced)
        return Layout::A;
      continue;
    }
    bool full = !subscript.lower && !subscript.upper;
    if (!isUnitStep(subscript.step) || (sliced && !full))
      return Layout::A;
    sliced = true;
  }
  return array.layout;
}

/// What `subscripts` are to an array of `ndim` axes, those that are left out
/// too; false after a message.
static bool addSubscripts(Emitter &e, std::vector<Operand> &subscripts,
                          std::size_t ndim, ir::View &view, SourceRange range) {
  std::size_t axes = 0;
  std::size_t ellipses = 0;
  auto isEllipsis = [](const Operand &operand) {
    return operand.known && operand.known->kind == Value::Kind::Ellipsis;
  };
  for (const Operand &subscript : subscripts) {
    bool newAxis =
        subscript.known && subscript.known->kind == Value::Kind::None;
    axes += !newAxis && !isEllipsis(subscript);
    ellipses += isEllipsis(subscript);
  }
  if (axes > ndim || ellipses > 1) {
    e.diagnostics().emit(range, diag::TooManyIndices,
                         static_cast<Integer>(subscripts.size()),
                         static_cast<Integer>(ndim));
    return false;
  }
  auto addFull = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      ir::ViewSubscript full;
      full.kind = ir::ViewSubscript::Kind::Slice;
      view.subscripts.push_back(std::move(full));
    }
  };
  for (Operand &subscript : subscripts) {
    if (isEllipsis(subscript))
      addFull(ndim - axes);
    else if (!addViewSubscript(e, std::move(subscript), view))
      return false;
  }
  if (ellipses == 0)
    addFull(ndim - axes);
  return true;
}

Operand makeView(Emitter &e, Operand base, std::vector<Operand> subscripts,
                 const Subscript &node, SourceRange range) {
  Type type = base.type;
  ir::View view;
  if (!addSubscripts(e, subscripts, type.ndim, view, range))
    return Operand::error(range);
  int ndim = 0;
  for (const ir::ViewSubscript &subscript : view.subscripts)
    ndim += subscript.kind != ir::ViewSubscript::Kind::Index;
  Type result = type;
  result.layout = viewLayout(type, view.subscripts);
  // One contiguous axis is C before it is F.
  if (ndim == 1 && result.layout == Layout::F)
    result.layout = Layout::C;
  result.ndim = static_cast<std::uint8_t>(ndim);
  if (ndim > 32) {
    e.diagnostics().emit(node.value->range, diag::TooManyIndices,
                         static_cast<Integer>(subscripts.size()),
                         static_cast<Integer>(type.ndim));
    return Operand::error(range);
  }
  view.array = e.materialize(std::move(base));
  if (ndim == 0) {
    // a[i, ...] with every axis indexed: the element.
    ir::Load load;
    for (ir::ViewSubscript &subscript : view.subscripts)
      load.indices.push_back(std::move(subscript.index));
    return elementAt(std::move(view.array), std::move(load.indices), range);
  }
  return Operand::ofExpr(makeExpr(range, result, std::move(view)));
}

// ---- declarations ----

bool readShape(Emitter &e, const Operand &shape, bool shared,
               ir::ArrayDeclaration &declaration) {
  std::vector<Value> extents;
  bool constant = shape.known.has_value();
  if (constant && shape.known->kind == Value::Kind::Tuple)
    extents = shape.known->elements;
  else if (constant)
    extents.push_back(*shape.known);
  if (!constant) {
    e.diagnostics().emit(shape.range, diag::ConstantNeeded,
                         shared ? std::string("the shape of a shared array")
                                : std::string("the shape of a local array"),
                         shared ? std::string(" (0 makes it dynamic)")
                                : std::string());
    return false;
  }
  std::int64_t total = byteSize(declaration.element);
  for (const Value &extent : extents) {
    std::int64_t value = extent.isInteger() ? extent.number.asInt() : -1;
    bool dynamic = shared && extents.size() == 1 && value == 0;
    if ((value <= 0 && !dynamic) || value > (std::int64_t(1) << 31)) {
      Operand given = Operand::ofValue(extent, shape.range);
      std::string text =
          extent.isInteger() ? std::to_string(value) : e.describe(given);
      e.diagnostics().emit(shape.range, diag::BadShape, text);
      return false;
    }
    declaration.dynamic = dynamic;
    declaration.shape.push_back(value);
    if (total < (std::int64_t(1) << 31))
      total *= value;
  }
  constexpr std::int64_t maxLocal = 512 << 10;
  if (!shared && total > maxLocal) {
    e.diagnostics().emit(shape.range, diag::LocalTooLarge, total, maxLocal);
    return false;
  }
  return true;
}

std::optional<Type> readDtype(Emitter &e, const Operand &dtype) {
  std::optional<Scalar> scalar;
  if (dtype.known) {
    const Value &value = *dtype.known;
    if (value.kind == Value::Kind::Type &&
        (value.type.isRecord() || value.type.isScalar()))
      return value.type;
    if (Value made = e.evaluator().dataclassType(value, dtype.range);
        made.kind == Value::Kind::Type)
      return made.type;
    if (value.kind == Value::Kind::String) {
      if (std::optional<TimeType> time = timeByName(value.text))
        return Type::ofTime(*time);
      if (std::optional<Type> chars = charsByName(value.text))
        return chars;
      scalar = scalarByName(value.text);
    } else if (dtype.isPath("float"))
      scalar = Scalar::F64;
    else if (dtype.isPath("int"))
      scalar = Scalar::I64;
    else if (dtype.isPath("bool"))
      scalar = Scalar::Bool;
    else if (dtype.isPath("complex"))
      scalar = Scalar::C128;
  }
  if (!scalar) {
    Diagnostic &message = e.diagnostics().emit(
        dtype.range, diag::TypeMismatch,
        std::string("an element type such as `float32`"), e.describe(dtype));
    if (dtype.known && dtype.known->kind == Value::Kind::String)
      message.notes.push_back(
          {dtype.range, "\"" + dtype.known->text + "\" names no type"});
  }
  return scalar ? std::optional(Type::of(*scalar)) : std::nullopt;
}

std::optional<Scalar> readScalarType(Emitter &e, const Operand &dtype) {
  std::optional<Type> type = readDtype(e, dtype);
  if (!type || type->isNumber())
    return type ? std::optional(type->scalar) : std::nullopt;
  e.diagnostics().emit(dtype.range, diag::TypeMismatch,
                       std::string("a type of numbers such as `float32`"),
                       e.describe(dtype));
  return std::nullopt;
}

Operand callArrayFunction(Emitter &e, const char *name,
                          std::vector<Operand> args, SourceRange range) {
  return e.callInstance(preludeFunction(name), std::move(args), std::nullopt,
                        range);
}

} // namespace pyk2ptx
