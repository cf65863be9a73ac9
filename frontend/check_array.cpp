// Subscripts, views, and the arrays that kernels declare.
#include "checker.h"
#include "fold.h"
#include "time_type.h"

#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand FunctionChecker::arrayProperty(const Operand &array,
                                       ir::ArrayField field, int axis,
                                       SourceRange range) {
  ir::ArrayProperty property;
  property.field = field;
  property.axis = static_cast<std::uint8_t>(axis);
  property.array = materialize(again(array));
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

bool FunctionChecker::expandTuple(Operand &operand,
                                  std::vector<Operand> &elements) {
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
      elements.push_back(constantOperand(element, range));
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

bool FunctionChecker::checkSubscripts(const Subscript &node,
                                      std::vector<Operand> &subscripts) {
  bool valid = true;
  for (const ExprPtr &index : node.indices) {
    if (const auto *slice = std::get_if<Slice>(&index->node)) {
      Operand operand;
      operand.slice = slice;
      operand.range = index->range;
      subscripts.push_back(std::move(operand));
      continue;
    }
    Operand operand = check(*index);
    // NumPy's index of no dimensions is its number.
    if (operand.isArray() && operand.type.ndim == 0 && !operand.isElement)
      operand = elementOf(std::move(operand), {}, index->range);
    if (operand.isArray() || operand.isElement)
      operand = (needsMemory(index->range, "an index that is an array",
                             "loop over the indices: `a[i[j]]`"),
                 Operand::error(index->range));
    valid = valid && !operand.isError;
    // a[(i, j)] and a[position] with a tuple are a[i, j].
    if (node.indices.size() == 1 && !node.isTuple &&
        expandTuple(operand, subscripts))
      continue;
    subscripts.push_back(std::move(operand));
  }
  return valid;
}

ir::Index FunctionChecker::makeIndex(Operand subscript) {
  ir::Index index;
  index.value = toIndex(std::move(subscript), index.wrap);
  return index;
}

bool FunctionChecker::makeIndices(const Type &array,
                                  std::vector<Operand> subscripts,
                                  std::vector<ir::Index> &indices,
                                  SourceRange range) {
  std::size_t count = indices.size() + subscripts.size();
  if (count > array.ndim) {
    diagnostics().emit(range, diag::TooManyIndices, static_cast<Integer>(count),
                       static_cast<Integer>(array.ndim));
    return false;
  }
  bool valid = true;
  for (Operand &subscript : subscripts) {
    indices.push_back(makeIndex(std::move(subscript)));
    valid = valid && indices.back().value;
  }
  return valid;
}

/// What host code's dictionary has for a key that is known.
Operand FunctionChecker::entry(const Value &dictionary, const Subscript &node,
                               SourceRange range) {
  std::vector<Operand> keys;
  if (!checkSubscripts(node, keys))
    return Operand::error(range);
  std::vector<Value> values;
  for (const Operand &key : keys) {
    if (!key.known) {
      diagnostics().emit(key.range, diag::ConstantNeeded,
                         std::string("a dictionary's key"), std::string());
      return Operand::error(range);
    }
    values.push_back(*key.known);
  }
  Value value = foldSubscript(dictionary, values, range);
  if (value.isKnown())
    return constantOperand(std::move(value), range);
  value.range = {};
  return notConstant(std::string(range.source->text(range)), value, range);
}

Operand FunctionChecker::checkSubscript(const Subscript &node,
                                        SourceRange range) {
  Operand base = check(*node.value);
  if (base.isError)
    return Operand::error(range);
  if (base.known && base.known->kind == Value::Kind::Type) {
    Value type = typeSubscript(*base.known, node, range);
    if (type.isKnown())
      return Operand::ofValue(std::move(type), range);
  }
  // Color["red"]
  if (base.known && base.known->kind == Value::Kind::Class &&
      node.indices.size() == 1 && base.known->classScope &&
      file_.evaluator().isEnum(*base.known->classScope)) {
    Operand name = check(*node.indices[0]);
    if (name.isError)
      return name;
    if (name.known && name.known->kind == Value::Kind::String) {
      Value member =
          file_.evaluator().attribute(*base.known, name.known->text, range);
      return member.isKnown()
                 ? Operand::ofValue(std::move(member), range)
                 : notConstant(std::string(range.source->text(range)), member,
                               range);
    }
    diagnostics().emit(name.range, diag::ConstantNeeded,
                       "the member of `" + base.known->text + "`",
                       std::string(" name, as a string"));
    return Operand::error(range);
  }
  if (base.known && base.known->kind == Value::Kind::Dict)
    return entry(*base.known, node, range);
  bool isTuple = base.isTuple ||
                 (base.known && base.known->kind == Value::Kind::Tuple) ||
                 (base.expr && base.type.isTuple());
  if (isTuple)
    return tupleSubscript(std::move(base), node, range);
  std::vector<Operand> subscripts;
  if (!checkSubscripts(node, subscripts))
    return Operand::error(range);
  base = pointee(std::move(base));
  if (std::optional<Operand> field = fieldSubscript(base, subscripts, range))
    return std::move(*field);
  if (!base.isArray()) {
    diagnostics().emit(node.value->range, diag::NotSubscriptable,
                       describe(base));
    return Operand::error(range);
  }
  return arraySubscript(std::move(base), std::move(subscripts), node, range);
}

Operand FunctionChecker::tupleSubscript(Operand base, const Subscript &node,
                                        SourceRange range) {
  std::vector<Operand> elements;
  std::vector<ir::Let> lets;
  if (base.expr)
    base = once(std::move(base), lets);
  bool expanded = expandTuple(base, elements);
  if (!expanded || node.indices.size() != 1 || node.isTuple) {
    diagnostics().emit(range, diag::UnsupportedExpression,
                       std::string("this index of a tuple"));
    return Operand::error(range);
  }
  Operand index;
  index.range = node.indices[0]->range;
  index.slice = std::get_if<Slice>(&node.indices[0]->node);
  if (!index.slice)
    index = check(*node.indices[0]);
  if (index.isError)
    return index;
  if (index.isSlice())
    return finished(tupleSlice(std::move(elements), index, range),
                    std::move(lets));
  if (!index.known || !index.known->isInteger())
    return dynamicElement(std::move(elements), std::move(index),
                          std::move(lets), range);
  auto size = static_cast<std::int64_t>(elements.size());
  std::int64_t at = index.known->number.asInt();
  std::int64_t wrapped = at < 0 ? at + size : at;
  if (wrapped < 0 || wrapped >= size) {
    diagnostics().emit(index.range, diag::TupleIndex, at, size);
    return Operand::error(range);
  }
  Operand element = std::move(elements[static_cast<std::size_t>(wrapped)]);
  element.range = range;
  if (lets.empty())
    return element;
  return Operand::ofExpr(
      finishLets(materialize(std::move(element)), std::move(lets)));
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
void FunctionChecker::takePartialIndex(Operand &base,
                                       std::vector<ir::Index> &indices) {
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

Operand FunctionChecker::arraySubscript(Operand base,
                                        std::vector<Operand> subscripts,
                                        const Subscript &node,
                                        SourceRange range) {
  Type type = base.type;
  bool scalars = true;
  for (const Operand &subscript : subscripts)
    scalars = scalars && subscript.isScalar();
  if (!scalars || subscripts.size() < type.ndim)
    return makeView(std::move(base), std::move(subscripts), node, range);
  ir::Load load;
  if (subscripts.size() == type.ndim)
    takePartialIndex(base, load.indices);
  if (!makeIndices(base.type, std::move(subscripts), load.indices, range))
    return Operand::error(range);
  return elementAt(materialize(std::move(base)), std::move(load.indices),
                   range);
}

// ---- views ----

/// A part of a slice; nothing where there is none.
std::optional<Operand> FunctionChecker::sliceBound(const Operand &slice,
                                                   std::size_t part) {
  if (!slice.slice) {
    const Value &value = slice.known->elements[part];
    return value.kind == Value::Kind::None
               ? std::nullopt
               : std::optional(Operand::ofValue(value, slice.range));
  }
  const ExprPtr *parts[] = {&slice.slice->lower, &slice.slice->upper,
                            &slice.slice->step};
  const ExprPtr &expr = *parts[part];
  if (!expr || std::get_if<NoneLiteral>(&expr->node))
    return std::nullopt;
  return check(*expr);
}

bool FunctionChecker::addViewSubscript(Operand subscript, ir::View &view) {
  ir::ViewSubscript result;
  if (subscript.known && subscript.known->kind == Value::Kind::None) {
    result.kind = ir::ViewSubscript::Kind::NewAxis;
  } else if (subscript.isSlice()) {
    result.kind = ir::ViewSubscript::Kind::Slice;
    ir::ExprPtr *targets[] = {&result.lower, &result.upper, &result.step};
    for (std::size_t i = 0; i < 3; ++i) {
      std::optional<Operand> given = sliceBound(subscript, i);
      if (!given)
        continue;
      Operand operand = std::move(*given);
      if (operand.isError)
        return false;
      bool canBeNegative = false;
      *targets[i] = toIndex(std::move(operand), canBeNegative);
      if (!*targets[i])
        return false;
    }
  } else {
    result.index = makeIndex(std::move(subscript));
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

Operand FunctionChecker::makeView(Operand base, std::vector<Operand> subscripts,
                                  const Subscript &node, SourceRange range) {
  Type type = base.type;
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
  if (axes > type.ndim || ellipses > 1) {
    diagnostics().emit(range, diag::TooManyIndices,
                       static_cast<Integer>(subscripts.size()),
                       static_cast<Integer>(type.ndim));
    return Operand::error(range);
  }
  ir::View view;
  auto addFull = [&](std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      ir::ViewSubscript full;
      full.kind = ir::ViewSubscript::Kind::Slice;
      view.subscripts.push_back(std::move(full));
    }
  };
  for (Operand &subscript : subscripts) {
    if (isEllipsis(subscript))
      addFull(type.ndim - axes);
    else if (!addViewSubscript(std::move(subscript), view))
      return Operand::error(range);
  }
  if (ellipses == 0)
    addFull(type.ndim - axes);
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
    diagnostics().emit(node.value->range, diag::TooManyIndices,
                       static_cast<Integer>(subscripts.size()),
                       static_cast<Integer>(type.ndim));
    return Operand::error(range);
  }
  view.array = materialize(std::move(base));
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

bool FunctionChecker::readShape(const Operand &shape, bool shared,
                                ir::ArrayDeclaration &declaration) {
  std::vector<Value> extents;
  bool constant = shape.known.has_value();
  if (constant && shape.known->kind == Value::Kind::Tuple)
    extents = shape.known->elements;
  else if (constant)
    extents.push_back(*shape.known);
  if (!constant) {
    diagnostics().emit(shape.range, diag::ConstantNeeded,
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
          extent.isInteger() ? std::to_string(value) : describe(given);
      diagnostics().emit(shape.range, diag::BadShape, text);
      return false;
    }
    declaration.dynamic = dynamic;
    declaration.shape.push_back(value);
    if (total < (std::int64_t(1) << 31))
      total *= value;
  }
  constexpr std::int64_t maxLocal = 512 << 10;
  if (!shared && total > maxLocal) {
    diagnostics().emit(shape.range, diag::LocalTooLarge, total, maxLocal);
    return false;
  }
  return true;
}

/// alignment=N; None is the default.
bool FunctionChecker::readAlignment(const Expr &expr,
                                    ir::ArrayDeclaration &declaration) {
  constexpr std::int64_t most = 1024;
  Operand given = check(expr);
  if (given.isError)
    return false;
  if (given.known && given.known->kind == Value::Kind::None)
    return true;
  std::int64_t least = alignmentOf(declaration.element);
  std::int64_t value =
      given.known && given.known->isInteger() ? given.known->number.asInt() : 0;
  if (value < least || value > most || (value & (value - 1)) != 0) {
    diagnostics().emit(expr.range, diag::BadAlignment, least, most,
                       value ? std::to_string(value) : describe(given));
    return false;
  }
  declaration.alignment = static_cast<std::uint32_t>(value);
  return true;
}

std::optional<Type> FunctionChecker::readDtype(const Operand &dtype) {
  std::optional<Scalar> scalar;
  if (dtype.known) {
    const Value &value = *dtype.known;
    if (value.kind == Value::Kind::Type &&
        (value.type.isRecord() || value.type.isScalar()))
      return value.type;
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
  if (!scalar)
    diagnostics().emit(dtype.range, diag::TypeMismatch,
                       std::string("an element type such as `float32`"),
                       describe(dtype));
  return scalar ? std::optional(Type::of(*scalar)) : std::nullopt;
}

std::optional<Scalar> FunctionChecker::readScalarType(const Operand &dtype) {
  std::optional<Type> type = readDtype(dtype);
  if (!type || type->isNumber())
    return type ? std::optional(type->scalar) : std::nullopt;
  diagnostics().emit(dtype.range, diag::TypeMismatch,
                     std::string("a type of numbers such as `float32`"),
                     describe(dtype));
  return std::nullopt;
}

Operand FunctionChecker::declareArray(bool shared, const Call &node,
                                      SourceRange range) {
  const char *name = shared ? "cuda.shared.array" : "cuda.local.array";
  const Expr *given[3] = {nullptr, nullptr, nullptr};
  if (!argumentCount(name, node.args.size(), 0, 3, range))
    return Operand::error(range);
  for (std::size_t i = 0; i < node.args.size(); ++i)
    given[i] = node.args[i].get();
  for (const Keyword &keyword : node.keywords) {
    if (keyword.name == "shape")
      given[0] = keyword.value.get();
    else if (keyword.name == "dtype")
      given[1] = keyword.value.get();
    else if (keyword.name == "alignment")
      given[2] = keyword.value.get();
    else {
      diagnostics().emit(keyword.range, diag::UnknownKeyword, std::string(name),
                         keyword.name, std::string());
      return Operand::error(range);
    }
  }
  for (int i = 0; i < 2; ++i)
    if (!given[i]) {
      diagnostics().emit(range, diag::MissingArgument, std::string(name),
                         std::string(i == 0 ? "shape" : "dtype"));
      return Operand::error(range);
    }
  Operand shape = check(*given[0]);
  Operand dtype = check(*given[1]);
  if (shape.isError || dtype.isError)
    return Operand::error(range);
  ir::ArrayDeclaration declaration;
  std::optional<Type> element = readDtype(dtype);
  if (!element)
    return Operand::error(range);
  declaration.element = *element;
  declaration.space = shared ? Space::Shared : Space::Local;
  declaration.range = range;
  declaration.name = assigned_.empty() ? "array" : assigned_;
  if (given[2] && !readAlignment(*given[2], declaration))
    return Operand::error(range);
  if (!readShape(shape, shared, declaration))
    return Operand::error(range);
  return placeArray(std::move(declaration), &node, range);
}

Operand FunctionChecker::placeArray(ir::ArrayDeclaration declaration,
                                    const void *key, SourceRange range) {
  Type type = Type::array(declaration.element,
                          static_cast<int>(declaration.shape.size()), Layout::C,
                          declaration.space);
  // A loop may be checked more than once; the array is one.
  auto [found, isNew] =
      arrays_.try_emplace(std::make_pair(key, unrolledKey_),
                          static_cast<std::uint32_t>(function_.arrays.size()));
  newArrays_.erase(found->second);
  if (isNew)
    function_.arrays.push_back(std::move(declaration));
  else
    function_.arrays[found->second] = std::move(declaration);
  return Operand::ofExpr(
      makeExpr(range, type, ir::ArrayStorage{found->second}));
}

} // namespace pyk2ptx
