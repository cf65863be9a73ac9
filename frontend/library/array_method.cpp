// The methods of arrays: the same memory seen otherwise, one element, and the
// refusal of those that make a new array. Reductions: reduce.cpp.
#include "array_method.h"

#include "frontend/emit/emitter.h"
#include "frontend/values/arguments.h"
#include "frontend/values/array.h"
#include "frontend/values/array_view.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/iterate.h"
#include "frontend/values/record.h"
#include "member.h"
#include "number_member.h"
#include "numpy.h"
#include "rows.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static Operand fitsElements(Emitter &e, const Operand &array, Operand bytes,
                            std::int64_t from, std::int64_t to,
                            SourceRange range);

/// Binds a call's arguments to `params`; those that are not given stay empty.
bool checkArguments(Emitter &e, const char *name, const Call &node,
                    std::vector<std::string> params, std::size_t required,
                    std::vector<std::optional<Operand>> &given) {
  SourceRange range = node.callee->range;
  if (!argumentCount(e, name, std::max(node.args.size(), required), required,
                     params.size(), range))
    return false;
  given.resize(params.size());
  for (std::size_t i = 0; i < node.args.size(); ++i)
    given[i] = e.check(*node.args[i]);
  for (const Keyword &keyword : node.keywords) {
    auto found = std::find(params.begin(), params.end(), keyword.name);
    if (found == params.end()) {
      e.diagnostics().emit(keyword.range, diag::UnknownKeyword,
                           std::string(name), keyword.name, std::string());
      return false;
    }
    auto at = static_cast<std::size_t>(found - params.begin());
    if (given[at]) {
      e.diagnostics().emit(keyword.range, diag::ArgumentGivenTwice,
                           std::string(name), keyword.name);
      return false;
    }
    given[at] = e.check(*keyword.value);
  }
  for (std::size_t i = 0; i < required; ++i)
    if (!given[i]) {
      e.diagnostics().emit(range, diag::MissingArgument, std::string(name),
                           params[i]);
      return false;
    }
  for (const std::optional<Operand> &operand : given)
    if (operand && operand->isError)
      return false;
  return true;
}

/// The extents that reshape is given, each kept; `open` is the place of the one
/// that is -1, or the number of them, `signedOnes` those that may be -1 at run
/// time. False with a message.
static bool readExtents(Emitter &e, std::vector<Operand> &shape,
                        std::size_t &open, std::vector<std::size_t> &signedOnes,
                        std::vector<ir::Let> &lets) {
  open = shape.size();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    Type type = e.typeOf(shape[i]);
    if (type.isError())
      return false;
    if (!type.isInteger()) {
      e.diagnostics().emit(shape[i].range, diag::IndexType,
                           e.describe(shape[i]));
      return false;
    }
    bool isOpen = shape[i].known && shape[i].known->number.asInt() == -1;
    if (isOpen && open < shape.size()) {
      e.diagnostics().emit(shape[i].range, diag::BadShape,
                           std::string("-1 for two of them"));
      return false;
    }
    if (isOpen) {
      open = i;
      continue;
    }
    bool canBeNegative = false;
    ir::ExprPtr extent = e.toIndex(std::move(shape[i]), canBeNegative);
    shape[i] = e.once(Operand::ofExpr(std::move(extent)), lets);
    if (canBeNegative)
      signedOnes.push_back(i);
  }
  return true;
}

/// Puts what the other extents leave in the place of one that is -1 at run
/// time.
static void fillOpenExtents(Emitter &e, std::vector<Operand> &shape,
                            const std::vector<std::size_t> &signedOnes,
                            const Operand &size, std::vector<ir::Let> &lets,
                            SourceRange range) {
  auto isEqual = [&](const Operand &value, std::int64_t other) {
    return e.compareTwo(CompareOp::Equal, again(value),
                        intOperand(other, range), range);
  };
  auto choose = [&](Operand condition, Operand yes, Operand no) {
    std::vector<Operand> args;
    args.push_back(std::move(condition));
    args.push_back(std::move(yes));
    args.push_back(std::move(no));
    return e.once(numpyWhere(e, std::move(args), range), lets);
  };
  Operand given = intOperand(1, range);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    bool mayBeOpen =
        std::find(signedOnes.begin(), signedOnes.end(), i) != signedOnes.end();
    Operand factor = mayBeOpen ? choose(isEqual(shape[i], -1),
                                        intOperand(1, range), again(shape[i]))
                               : again(shape[i]);
    given =
        intBinary(e, BinaryOp::Mul, std::move(given), std::move(factor), range);
  }
  given = e.once(std::move(given), lets);
  Operand divisor =
      choose(isEqual(given, 0), intOperand(1, range), again(given));
  Operand rest = e.once(
      intBinary(e, BinaryOp::FloorDiv, again(size), std::move(divisor), range),
      lets);
  for (std::size_t i : signedOnes)
    shape[i] = choose(isEqual(shape[i], -1), again(rest), again(shape[i]));
}

/// reshape: a C-contiguous array of as many elements. One extent of -1 is what
/// the others leave.
Operand arrayReshape(Emitter &e, Operand array, std::vector<Operand> shape,
                     SourceRange range) {
  Type type = array.type;
  if (type.layout == Layout::F && type.ndim > 1) {
    needsMemory(e, range, "`reshape` of a column-major array",
                "reshape its `.T`");
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  array = e.once(std::move(array), lets);
  std::size_t open = 0;
  std::vector<std::size_t> signedOnes;
  Operand fits = isContiguous(e, again(array), true, range);
  if (!readExtents(e, shape, open, signedOnes, lets))
    return Operand::error(range);
  Operand size =
      e.once(arrayProperty(e, array, ir::ArrayField::Size, 0, range), lets);
  if (open == shape.size() && !signedOnes.empty())
    fillOpenExtents(e, shape, signedOnes, size, lets, range);
  for (std::size_t i : signedOnes) {
    Operand isExtent = e.compareTwo(CompareOp::GreaterEqual, again(shape[i]),
                                    intOperand(0, range), range);
    fits = e.bothTrue(true, std::move(fits), std::move(isExtent), range);
  }
  Operand given = intOperand(1, range);
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (i != open)
      given =
          intBinary(e, BinaryOp::Mul, std::move(given), again(shape[i]), range);
  given = e.once(std::move(given), lets);
  Operand filled = again(given);
  if (open < shape.size()) {
    shape[open] = e.once(
        intBinary(e, BinaryOp::FloorDiv, again(size), again(given), range),
        lets);
    filled = intBinary(e, BinaryOp::Mul, std::move(filled), again(shape[open]),
                       range);
    Operand isSome = e.compareTwo(CompareOp::NotEqual, again(given),
                                  intOperand(0, range), range);
    fits = e.bothTrue(true, std::move(fits), std::move(isSome), range);
  }
  Operand isAll =
      e.compareTwo(CompareOp::Equal, std::move(filled), std::move(size), range);
  fits = e.bothTrue(true, std::move(fits), std::move(isAll), range);
  type.ndim = static_cast<std::uint8_t>(shape.size());
  type.layout = Layout::C;
  std::vector<Operand> extents;
  for (const Operand &extent : shape)
    extents.push_back(again(extent));
  Operand result = recast(e, array, type, std::move(extents), {}, range);
  auto &node = std::get<ir::Recast>(result.expr->node);
  node.fits = e.materialize(std::move(fits));
  node.problem = "cannot reshape the array to this shape";
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(result)), std::move(lets)));
}

Operand arrayTranspose(Emitter &e, Operand array,
                       const std::vector<Operand> &axes, SourceRange range) {
  std::size_t ndim = array.type.ndim;
  std::vector<std::size_t> order;
  if (axes.empty())
    for (std::size_t axis = ndim; axis-- > 0;)
      order.push_back(axis);
  std::vector<bool> taken(ndim);
  for (const Operand &axis : axes) {
    bool isInteger = axis.known && axis.known->isInteger();
    std::int64_t at = isInteger ? axis.known->number.asInt() : -1;
    at += at < 0 ? static_cast<std::int64_t>(ndim) : 0;
    auto place = static_cast<std::size_t>(at);
    if (!isInteger || at < 0 || place >= ndim || taken[place] ||
        axes.size() != ndim) {
      e.diagnostics().emit(axis.range, diag::ConstantNeeded,
                           std::string("the order of the axes"),
                           ", each of the " + std::to_string(ndim) + " once");
      return Operand::error(range);
    }
    taken[place] = true;
    order.push_back(place);
  }
  return transposed(e, std::move(array), order, range);
}

/// view(dtype): the same bytes as elements of another type. With another size
/// of element the last axis must be dense; its bytes must be whole elements and
/// aligned as those are.
static Operand arrayView(Emitter &e, Operand array, Operand dtype,
                         SourceRange range) {
  std::optional<Type> element = readDtype(e, dtype);
  if (!element)
    return Operand::error(range);
  bool isOfVectors = element->isRecord() &&
                     element->record->kind == RecordLayout::Kind::Vector;
  if (!isOfVectors && !element->isNumber()) {
    e.diagnostics().emit(dtype.range, diag::TypeMismatch,
                         std::string("a type of numbers such as `float32`"),
                         e.describe(dtype));
    return Operand::error(range);
  }
  Type type = array.type;
  Type result = type;
  result.scalar = element->scalar;
  result.record = element->record;
  std::int64_t from = byteSize(type.element());
  std::int64_t to = byteSize(*element);
  // What is larger is tested to be aligned.
  if (to > from || alignmentOf(result.element()) <= type.alignment)
    result.alignment = 0;
  bool isDense = type.layout != Layout::F || type.ndim < 2;
  if (from != to && (type.ndim == 0 || !isDense)) {
    e.diagnostics().emit(range, diag::NeedsMemory,
                         "a view of " + e.describe(array) +
                             " as elements of another size",
                         std::string("view a C-contiguous array"));
    return Operand::error(range);
  }
  // Where it is known here, nobody has to run it to find out.
  if (Extents extents = e.extentsOf(*array.expr);
      from != to && !extents.empty() && extents.back().isExact &&
      *extents.back().most * from % to != 0) {
    e.diagnostics().emit(range, diag::TypeMismatch,
                         "a last axis that is whole elements of " +
                             std::to_string(to) + " bytes",
                         std::to_string(*extents.back().most) +
                             " elements of " + std::to_string(from));
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  array = e.once(std::move(array), lets);
  std::vector<Operand> shape, strides;
  for (int axis = 0; axis < type.ndim; ++axis) {
    shape.push_back(
        arrayProperty(e, array, ir::ArrayField::Shape, axis, range));
    if (type.layout != Layout::C)
      strides.push_back(
          arrayProperty(e, array, ir::ArrayField::Stride, axis, range));
  }
  Operand fits = Operand::ofValue(Value::of(Number::ofBool(true)), range);
  if (from != to) {
    Operand bytes = e.once(intBinary(e, BinaryOp::Mul, std::move(shape.back()),
                                     intOperand(from, range), range),
                           lets);
    shape.back() = intBinary(e, BinaryOp::FloorDiv, again(bytes),
                             intOperand(to, range), range);
    if (type.layout == Layout::A)
      strides.back() = intOperand(to, range);
    fits = fitsElements(e, array, std::move(bytes), from, to, range);
  }
  Operand view =
      recast(e, array, result, std::move(shape), std::move(strides), range);
  if (!fits.known) {
    auto &node = std::get<ir::Recast>(view.expr->node);
    node.fits = e.materialize(std::move(fits));
    node.problem = "the array cannot be viewed as elements of this type";
  }
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(view)), std::move(lets)));
}

/// Whether the array, whose last axis has `bytes`, is one of elements of `to`
/// bytes instead of `from`: whole ones, and aligned.
static Operand fitsElements(Emitter &e, const Operand &array, Operand bytes,
                            std::int64_t from, std::int64_t to,
                            SourceRange range) {
  int last = array.type.ndim - 1;
  Operand fits = Operand::ofValue(Value::of(Number::ofBool(true)), range);
  auto require = [&](Operand left, std::int64_t right) {
    Operand isEqual = e.compareTwo(CompareOp::Equal, std::move(left),
                                   intOperand(right, range), range);
    fits = e.bothTrue(true, std::move(fits), std::move(isEqual), range);
  };
  auto isMultiple = [&](Operand value) {
    require(intBinary(e, BinaryOp::Mod, std::move(value), intOperand(to, range),
                      range),
            0);
  };
  if (from % to != 0)
    isMultiple(std::move(bytes));
  if (array.type.layout == Layout::A)
    require(arrayProperty(e, array, ir::ArrayField::Stride, last, range), from);
  if (to > from) {
    isMultiple(arrayProperty(e, array, ir::ArrayField::Address, 0, range));
    for (int axis = 0; axis < last; ++axis)
      isMultiple(arrayProperty(e, array, ir::ArrayField::Stride, axis, range));
  }
  return fits;
}

/// item(): the only element; item(i): the i-th in row-major order; item(i, j).
static Operand arrayItem(Emitter &e, Operand array, std::vector<Operand> at,
                         SourceRange range) {
  Type type = array.type;
  static const Subscript plain;
  if (at.size() == type.ndim && (type.ndim > 0 || at.empty()))
    return arraySubscript(e, std::move(array), std::move(at), plain, range);
  bool isFirst = at.empty() ||
                 (at.size() == 1 && at[0].known && at[0].known->isInteger() &&
                  at[0].known->number.asInt() == 0);
  if (isFirst) {
    // Of an empty array: zero, or an error, as for an index.
    std::vector<Operand> zeros;
    for (int axis = 0; axis < type.ndim; ++axis)
      zeros.push_back(intOperand(0, range));
    return arraySubscript(e, std::move(array), std::move(zeros), plain, range);
  }
  if (at.size() != 1) {
    e.diagnostics().emit(range, diag::TooManyIndices,
                         static_cast<Integer>(at.size()),
                         static_cast<Integer>(type.ndim));
    return Operand::error(range);
  }
  Operand flat = flattened(e, std::move(array), range);
  if (flat.isError)
    return flat;
  return arraySubscript(e, std::move(flat), std::move(at), plain, range);
}

/// Methods that make a new array, and what to write instead.
static const char *insteadOf(const std::string &name) {
  struct Row {
    std::string_view name;
    const char *instead;
  };
  static constexpr Row rows[] = {
#define REFUSED(what, instead)
#define REFUSED_METHOD(name, instead) {#name, instead},
#include "frontend/tables/refused.def"
#undef REFUSED
#undef REFUSED_METHOD
  };
  for (const Row &row : rows)
    if (name == row.name)
      return row.instead;
  return nullptr;
}

/// What would need a new array.
static Operand refuseMethod(Emitter &e, const std::string &name,
                            SourceRange nameRange, SourceRange range) {
  e.diagnostics().emit(nameRange, diag::NeedsMemory, "`." + name + "()`",
                       std::string(insteadOf(name)));
  return Operand::error(range);
}

bool refuseArrayMethod(Emitter &e, const Attribute &method, SourceRange range) {
  if (!insteadOf(method.name))
    return false;
  (void)refuseMethod(e, method.name, method.nameRange, range);
  return true;
}

bool refuseExpression(Emitter &e, const Operand &array) {
  if (!array.isElement)
    return false;
  needsMemory(e, array.range, "an array expression as an argument",
              "assign it to a name first, where its length is constant, or "
              "loop over the elements, as in "
              "sum(x * y for x, y in zip(a, b))");
  return true;
}

// ---- rows of members.def ----

Operand methodReshape(Emitter &e, MemberUse &&use) {
  return arrayReshape(e, std::move(use.base), std::move(use.args), use.range);
}

Operand methodTranspose(Emitter &e, MemberUse &&use) {
  return arrayTranspose(e, std::move(use.base), use.args, use.range);
}

Operand methodRavel(Emitter &e, MemberUse &&use) {
  return flattened(e, std::move(use.base), use.range);
}

Operand methodView(Emitter &e, MemberUse &&use) {
  return arrayView(e, std::move(use.base), std::move(use.args[0]), use.range);
}

Operand methodItem(Emitter &e, MemberUse &&use) {
  return arrayItem(e, std::move(use.base), std::move(use.args), use.range);
}

Operand methodFill(Emitter &e, MemberUse &&use) {
  Operand &value = use.args[0];
  if (e.refuseReadonly(use.base))
    return use.error();
  Type element = use.base.type.element();
  if (!value.isScalar() || !e.canCoerce(e.typeOf(value), element)) {
    e.diagnostics().emit(value.range, diag::ArgumentType, Integer(1), use.name,
                         element.isScalar() ? std::string("a number")
                                            : "`" + spell(element) + "`",
                         e.describe(value));
    return use.error();
  }
  return callArrayFunction(
      e, "np__fill", listOf(std::move(use.base), std::move(value)), use.range);
}

Operand methodSort(Emitter &e, MemberUse &&use) {
  Type element = use.base.type.element();
  if (e.refuseReadonly(use.base))
    return use.error();
  if (!element.isScalar() || element.isComplex() || use.base.type.ndim == 0) {
    e.diagnostics().emit(use.nameRange, diag::TypeMismatch,
                         std::string("an array of real numbers to sort"),
                         e.describe(use.base));
    return use.error();
  }
  const char *function =
      use.base.type.ndim == 1 ? "np__sort" : "np__sort_lines";
  return callArrayFunction(e, function, listOf(std::move(use.base)), use.range);
}

/// A copy is an array expression of the array alone.
static Operand copied(Emitter &e, MemberUse &&use, bool canBe) {
  bool isPlain = use.call->args.empty() && use.call->keywords.empty();
  if (e.elementwise() && isPlain && canBe)
    return elementAt(e, std::move(use.base), use.range);
  return refuseMethod(e, use.name, use.nameRange, use.range);
}

Operand methodCopy(Emitter &e, MemberUse &&use) {
  bool canBe = use.base.type.ndim > 0;
  return copied(e, std::move(use), canBe);
}

Operand methodFlatten(Emitter &e, MemberUse &&use) {
  bool canBe = use.base.type.ndim == 1;
  return copied(e, std::move(use), canBe);
}

Operand methodCast(Emitter &e, MemberUse &&use) {
  const Call &node = *use.call;
  if (!e.elementwise() || node.args.size() != 1 || !node.keywords.empty() ||
      use.base.type.ndim == 0)
    return refuseMethod(e, use.name, use.nameRange, use.range);
  Operand element = elementAt(e, std::move(use.base), use.range);
  if (element.isError)
    return element;
  element.isElement = false;
  Operand dtype = e.check(*node.args[0]);
  if (dtype.isError)
    return dtype;
  element = recastNumber(e, false, std::move(element), dtype, use.range);
  element.isElement = !element.isError;
  return element;
}

/// a.sum(...) is np.sum(a, ...).
Operand methodOfFunction(Emitter &e, MemberUse &&use) {
  return checkRow(e, {*use.like, {}, *use.call, use.range, true, &use.base});
}

} // namespace pyk2ptx
