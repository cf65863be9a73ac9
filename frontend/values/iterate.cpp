// What a for loop runs over besides a plain range: arrays, tuples, enumerate,
// zip, reversed, np.ndindex, np.ndenumerate, a.flat. Each is a length and a way
// to make element i, so they nest; the loop itself counts. A tuple whose
// elements differ in type has no element i at run time: its loop is unrolled.
#include "iterate.h"

#include "arguments.h"
#include "array.h"
#include "array_view.h"
#include "elementwise.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/namespace_value.h"
#include "record.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

using Shared = std::shared_ptr<Operand>;

Operand keep(Emitter &e, Operand operand, ir::Block &block) {
  if (operand.isError || operand.known)
    return operand;
  SourceRange range = operand.range;
  Type type = e.typeOf(operand);
  if (type.isError())
    return Operand::error(range);
  ir::SlotId slot = e.temporary(type);
  ir::ExprPtr value = e.materialize(std::move(operand));
  e.noteKept(slot, *value);
  block.push_back({range, ir::Assign{slot, std::move(value)}});
  return Operand::ofExpr(makeExpr(range, type, ir::SlotValue{slot}));
}

Operand intBinary(Emitter &e, BinaryOp op, Operand left, Operand right,
                  SourceRange range) {
  return e.binaryOperation(op, std::move(left), std::move(right), range);
}

/// The element of a tuple whose elements have one type, by a run-time index
/// that is inside: a chain of choices, which LLVM makes a table or unrolls.
static Operand chooseElement(Emitter &e, const std::vector<Operand> &parts,
                             const Operand &index, const Type &type,
                             SourceRange range) {
  ir::ExprPtr result = e.convert(e.materialize(again(parts.back())), type);
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    Operand isThis =
        e.compareTwo(CompareOp::Equal, again(index),
                     intOperand(static_cast<std::int64_t>(i), range), range);
    result =
        makeExpr(range, type,
                 ir::Select{e.materialize(std::move(isThis)),
                            e.convert(e.materialize(again(parts[i])), type),
                            std::move(result)});
  }
  return Operand::ofExpr(std::move(result));
}

/// The type of every element, if they have one at run time.
static std::optional<Type> commonElement(Emitter &e,
                                         const std::vector<Operand> &parts) {
  std::optional<Type> common;
  for (const Operand &part : parts) {
    Type type = e.typeOf(part, false);
    if (type.isError() || (common && !(*common == type)))
      return std::nullopt;
    common = type;
  }
  return common;
}

static Iteration iterateTuple(Emitter &e, Operand tuple, ir::Block &block) {
  Iteration result;
  SourceRange range = tuple.range;
  if (tuple.expr)
    tuple = keep(e, std::move(tuple), block);
  std::vector<Operand> parts;
  if (tuple.isError || !expandTuple(e, tuple, parts))
    return result;
  auto kept = std::make_shared<std::vector<Operand>>();
  for (Operand &part : parts) {
    kept->push_back(keep(e, std::move(part), block));
    if (kept->back().isError)
      return result;
  }
  std::optional<Type> common = commonElement(e, *kept);
  result.valid = true;
  result.unroll = !common;
  result.count = static_cast<std::int64_t>(kept->size());
  result.element = [&e, kept, common, range](const Operand &index) {
    if (index.known) {
      auto at = static_cast<std::size_t>(index.known->number.asInt());
      return again((*kept)[at]);
    }
    if (!common)
      return Operand::error(range);
    return chooseElement(e, *kept, index, *common, range);
  };
  return result;
}

static Iteration iterateArray(Emitter &e, Operand array, ir::Block &block) {
  Iteration result;
  SourceRange range = array.range;
  auto kept = std::make_shared<Operand>(keep(e, std::move(array), block));
  result.valid = true;
  result.length = std::make_shared<Operand>(
      keep(e, arrayProperty(e, *kept, ir::ArrayField::Shape, 0, range), block));
  result.element = [&e, kept, range](const Operand &index) {
    std::vector<Operand> subscripts;
    subscripts.push_back(again(index));
    return elementOf(e, again(*kept), std::move(subscripts), range);
  };
  return result;
}

Operand elementOf(Emitter &e, Operand array, std::vector<Operand> subscripts,
                  SourceRange range) {
  if (subscripts.size() < array.type.ndim) {
    static const Subscript plain;
    return makeView(e, std::move(array), std::move(subscripts), plain, range);
  }
  ir::Load load;
  if (!makeIndices(e, array.type, std::move(subscripts), load.indices, range))
    return Operand::error(range);
  // A counter is never negative.
  for (ir::Index &index : load.indices)
    index.wrap = false;
  return elementAt(e.materialize(std::move(array)), std::move(load.indices),
                   range);
}

/// The element as an array of rank 0: what is left of a[i:, j:] without axes.
static Operand cellAt(Emitter &e, const Operand &array, std::vector<Operand> at,
                      SourceRange range) {
  ir::View view;
  view.array = e.materialize(again(array));
  for (Operand &place : at) {
    ir::ViewSubscript subscript;
    subscript.kind = ir::ViewSubscript::Kind::Slice;
    subscript.lower = e.materialize(std::move(place));
    view.subscripts.push_back(std::move(subscript));
  }
  Type type = array.type;
  type.layout = Layout::A;
  ir::Recast cell;
  cell.array = makeExpr(range, type, std::move(view));
  type.layout = Layout::C;
  type.ndim = 0;
  return Operand::ofExpr(makeExpr(range, type, std::move(cell)));
}

/// The indices of the `index`-th place in row-major order.
static std::vector<Operand> unravel(Emitter &e,
                                    const std::vector<Operand> &extents,
                                    const Operand &index, SourceRange range) {
  std::vector<Operand> result(extents.size());
  Operand rest = again(index);
  std::vector<ir::Let> none;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if (axis == 0) {
      result[0] = std::move(rest);
      break;
    }
    // The quotients are made anew for each axis; LLVM shares them.
    Operand part = again(index);
    for (std::size_t inner = extents.size() - 1; inner > axis; --inner)
      part = intBinary(e, BinaryOp::FloorDiv, std::move(part),
                       again(extents[inner]), range);
    rest = again(index);
    for (std::size_t inner = extents.size() - 1; inner >= axis; --inner)
      rest = intBinary(e, BinaryOp::FloorDiv, std::move(rest),
                       again(extents[inner]), range);
    result[axis] = intBinary(e, BinaryOp::Mod, std::move(part),
                             again(extents[axis]), range);
  }
  return result;
}

static Iteration iteratePlaces(Emitter &e, std::vector<Operand> extents,
                               const Shared &array, Places places,
                               SourceRange range, ir::Block &block) {
  Iteration result;
  auto kept = std::make_shared<std::vector<Operand>>();
  Operand size = intOperand(1, range);
  for (Operand &extent : extents) {
    Type type = e.typeOf(extent);
    if (type.isError())
      return result;
    if (!type.isInteger()) {
      e.diagnostics().emit(extent.range, diag::IndexType, e.describe(extent));
      return result;
    }
    bool canBeNegative = false;
    Operand whole =
        extent.known
            ? std::move(extent)
            : Operand::ofExpr(e.toIndex(std::move(extent), canBeNegative));
    kept->push_back(keep(e, std::move(whole), block));
    size = intBinary(e, BinaryOp::Mul, std::move(size), again(kept->back()),
                     range);
  }
  result.valid = true;
  result.length = std::make_shared<Operand>(keep(e, std::move(size), block));
  result.element = [&e, kept, array, places, range](const Operand &index) {
    std::vector<Operand> at = unravel(e, *kept, index, range);
    if (places == Places::Values)
      return elementOf(e, again(*array), std::move(at), range);
    if (places == Places::Cells)
      return cellAt(e, *array, std::move(at), range);
    if (places == Places::Indices)
      return Operand::tuple(std::move(at), range);
    std::vector<Operand> pair;
    pair.push_back(Operand::tuple(unravel(e, *kept, index, range), range));
    pair.push_back(elementOf(e, again(*array), std::move(at), range));
    return Operand::tuple(std::move(pair), range);
  };
  return result;
}

static Iteration iterateFlat(Emitter &e, Operand array, Places places,
                             ir::Block &block) {
  SourceRange range = array.range;
  // Its elements follow each other: no division to find one.
  if (places == Places::Values && array.type.layout == Layout::C &&
      array.type.ndim > 1)
    array = flattened(e, std::move(array), range);
  auto kept = std::make_shared<Operand>(keep(e, std::move(array), block));
  std::vector<Operand> extents;
  for (int axis = 0; axis < kept->type.ndim; ++axis)
    extents.push_back(
        arrayProperty(e, *kept, ir::ArrayField::Shape, axis, range));
  return iteratePlaces(e, std::move(extents), kept, places, range, block);
}

/// (stop - start + step - 1) // step going up, the mirror image going down.
static Operand rangeLength(Emitter &e, const Operand &start,
                           const Operand &stop, const Operand &step,
                           SourceRange range) {
  auto count = [&](const Operand &from, const Operand &to, Operand by,
                   Operand byAgain) {
    Operand distance =
        intBinary(e, BinaryOp::Sub, again(to), again(from), range);
    distance =
        intBinary(e, BinaryOp::Add, std::move(distance), std::move(by), range);
    distance = intBinary(e, BinaryOp::Sub, std::move(distance),
                         intOperand(1, range), range);
    std::vector<Operand> both;
    both.push_back(intBinary(e, BinaryOp::FloorDiv, std::move(distance),
                             std::move(byAgain), range));
    both.push_back(intOperand(0, range));
    return e.minMax(false, std::move(both), range);
  };
  auto negated = [&] {
    return intBinary(e, BinaryOp::Sub, intOperand(0, range), again(step),
                     range);
  };
  if (step.known) {
    std::int64_t by = step.known->number.asInt();
    return by == 0  ? intOperand(0, range)
           : by > 0 ? count(start, stop, again(step), again(step))
                    : count(stop, start, negated(), negated());
  }
  Operand isUp = e.compareTwo(CompareOp::Greater, again(step),
                              intOperand(0, range), range);
  return Operand::ofExpr(makeExpr(
      range, Type::of(Scalar::I64),
      ir::Select{e.materialize(std::move(isUp)),
                 e.materialize(count(start, stop, again(step), again(step))),
                 e.materialize(count(stop, start, negated(), negated()))}));
}

static Iteration iterateRange(Emitter &e, const Call &call, SourceRange range,
                              ir::Block &block) {
  Iteration result;
  std::vector<ir::ExprPtr> args;
  Type type;
  if (!e.rangeArguments(call, range, args, type))
    return result;
  auto place = [&](std::size_t i) {
    ir::ExprPtr value = std::move(args[i]);
    const auto *constant = std::get_if<ir::Constant>(&value->node);
    if (constant)
      return std::make_shared<Operand>(
          intOperand(static_cast<std::int64_t>(constant->bits), range));
    return std::make_shared<Operand>(
        keep(e, Operand::ofExpr(std::move(value)), block));
  };
  Shared start = place(0), stop = place(1), step = place(2);
  Operand length = rangeLength(e, *start, *stop, *step, range);
  result.valid = true;
  if (length.known)
    result.count = length.known->number.asInt();
  else
    result.length =
        std::make_shared<Operand>(keep(e, std::move(length), block));
  result.element = [&e, start, step, range, type](const Operand &index) {
    Operand element = intBinary(
        e, BinaryOp::Add, again(*start),
        intBinary(e, BinaryOp::Mul, again(index), again(*step), range), range);
    if (e.typeOf(element) == type)
      return element;
    return Operand::ofExpr(e.convert(e.materialize(std::move(element)), type));
  };
  return result;
}

Operand lengthOf(const Iteration &iteration, SourceRange range) {
  return iteration.count ? intOperand(*iteration.count, range)
                         : again(*iteration.length);
}

static Iteration iterateZip(Emitter &e, const Call &call, SourceRange range,
                            ir::Block &block) {
  Iteration result;
  auto parts = std::make_shared<std::vector<Iteration>>();
  std::vector<Operand> lengths;
  for (const ExprPtr &arg : call.args) {
    parts->push_back(iterate(e, *arg, block));
    if (!parts->back().valid)
      return result;
    result.unroll = result.unroll || parts->back().unroll;
    lengths.push_back(lengthOf(parts->back(), range));
  }
  result.valid = true;
  Operand length = lengths.empty() ? intOperand(0, range)
                   : lengths.size() == 1
                       ? std::move(lengths[0])
                       : e.minMax(true, std::move(lengths), range);
  if (length.known) {
    result.count = length.known->number.asInt();
  } else {
    result.length =
        std::make_shared<Operand>(keep(e, std::move(length), block));
    for (const Iteration &part : *parts) {
      std::optional<std::int64_t> most = part.count ? part.count : part.most;
      if (most && (!result.most || *most < *result.most))
        result.most = most;
    }
  }
  result.element = [parts, range](const Operand &index) {
    std::vector<Operand> elements;
    for (const Iteration &part : *parts)
      elements.push_back(part.element(index));
    return Operand::tuple(std::move(elements), range);
  };
  return result;
}

/// What enumerate counts from: an integer, as in Python.
static Operand checkStart(Emitter &e, const Expr &given, ir::Block &block) {
  Operand start = keep(e, e.check(given), block);
  Type type = e.typeOf(start);
  if (type.isError() || type.isInteger() || type.isBool())
    return start;
  e.diagnostics().emit(given.range, diag::ArgumentType, Integer(2),
                       std::string("enumerate"), std::string("an integer"),
                       e.describe(start));
  return Operand::error(given.range);
}

static Iteration iterateEnumerate(Emitter &e, const Call &call,
                                  SourceRange range, ir::Block &block) {
  const Expr *given = call.args.size() == 2 ? call.args[1].get() : nullptr;
  for (const Keyword &keyword : call.keywords) {
    if (given) {
      e.diagnostics().emit(keyword.range, diag::ArgumentGivenTwice,
                           std::string("enumerate"), keyword.name);
      return {};
    }
    given = keyword.value.get();
  }
  auto inner = std::make_shared<Iteration>(iterate(e, *call.args[0], block));
  Iteration result = *inner;
  auto start = std::make_shared<Operand>(given ? checkStart(e, *given, block)
                                               : intOperand(0, range));
  result.valid = result.valid && !start->isError;
  result.element = [&e, inner, start, range](const Operand &index) {
    std::vector<Operand> pair;
    pair.push_back(
        intBinary(e, BinaryOp::Add, again(*start), again(index), range));
    pair.push_back(inner->element(index));
    return Operand::tuple(std::move(pair), range);
  };
  return result;
}

static Iteration iterateReversed(Emitter &e, const Call &call,
                                 SourceRange range, ir::Block &block) {
  auto inner = std::make_shared<Iteration>(iterate(e, *call.args[0], block));
  Iteration result = *inner;
  if (result.valid && result.unroll && !result.count) {
    e.diagnostics().emit(call.args[0]->range, diag::NotIterable,
                         std::string("the reverse of `zip`"));
    result.valid = false;
  }
  result.element = [&e, inner, range](const Operand &index) {
    Operand last = intBinary(e, BinaryOp::Sub, lengthOf(*inner, range),
                             intOperand(1, range), range);
    Operand mirrored =
        intBinary(e, BinaryOp::Sub, std::move(last), again(index), range);
    if (mirrored.known)
      return inner->element(mirrored);
    // Read more than once by what is inside.
    std::vector<ir::Let> lets;
    mirrored = e.once(std::move(mirrored), lets);
    Operand element = inner->element(mirrored);
    if (element.isError)
      return element;
    return Operand::ofExpr(
        e.finishLets(e.materialize(std::move(element)), std::move(lets)));
  };
  return result;
}

/// np.ndindex of extents, or of tuples of them.
static Iteration iterateIndices(Emitter &e, const Call &call, SourceRange range,
                                ir::Block &block) {
  std::vector<Operand> extents;
  for (const ExprPtr &arg : call.args) {
    const auto *starred = std::get_if<Starred>(&arg->node);
    Operand extent = e.check(starred ? *starred->value : *arg);
    if (extent.isError)
      return {};
    if (extent.expr && extent.type.isTuple())
      extent = keep(e, std::move(extent), block);
    if (!expandTuple(e, extent, extents))
      extents.push_back(std::move(extent));
  }
  return iteratePlaces(e, std::move(extents), nullptr, Places::Indices, range,
                       block);
}

static std::optional<Iteration> iterateCall(Emitter &e, const Call &call,
                                            const Operand &callee,
                                            SourceRange range,
                                            ir::Block &block) {
  if (!callee.known || callee.known->kind != Value::Kind::Path)
    return std::nullopt;
  const std::string &name = callee.known->text;
  bool isEnumerate = name == "enumerate";
  bool known = isEnumerate || name == "zip" || name == "range" ||
               name == "reversed" || name == "np.ndindex" ||
               name == "np.ndenumerate" || name == "np.nditer" ||
               name == "numba.literal_unroll";
  if (!known)
    return std::nullopt;
  Iteration failed;
  for (const Keyword &keyword : call.keywords)
    if (!isEnumerate || keyword.name != "start") {
      e.diagnostics().emit(keyword.range, diag::UnknownKeyword, name,
                           keyword.name, std::string());
      return failed;
    }
  if (name == "range")
    return iterateRange(e, call, range, block);
  if (name == "zip")
    return iterateZip(e, call, range, block);
  if (name == "np.ndindex")
    return iterateIndices(e, call, range, block);
  if (!argumentCount(e, name.c_str(), call.args.size(), 1, isEnumerate ? 2 : 1,
                     range))
    return failed;
  if (isEnumerate)
    return iterateEnumerate(e, call, range, block);
  if (name == "reversed")
    return iterateReversed(e, call, range, block);
  if (name == "numba.literal_unroll") {
    Iteration result = iterate(e, *call.args[0], block);
    result.unroll = result.count.has_value();
    return result;
  }
  Operand array = e.check(*call.args[0]);
  if (array.isError)
    return failed;
  if (!array.isArray()) {
    e.diagnostics().emit(array.range, diag::ArgumentType, Integer(1), name,
                         std::string("an array"), e.describe(array));
    return failed;
  }
  return iterateFlat(e, std::move(array),
                     name == "np.nditer" ? Places::Cells : Places::Both, block);
}

Iteration iterate(Emitter &e, const Expr &iterable, ir::Block &block) {
  SourceRange range = iterable.range;
  if (const auto *call = std::get_if<Call>(&iterable.node)) {
    Operand callee = e.check(*call->callee);
    if (callee.isError)
      return {};
    if (auto result = iterateCall(e, *call, callee, range, block))
      return *result;
  }
  if (const auto *access = std::get_if<Attribute>(&iterable.node))
    if (access->name == "flat") {
      Operand array = e.check(*access->value);
      if (array.isError)
        return {};
      if (array.isArray())
        return iterateFlat(e, std::move(array), Places::Values, block);
    }
  Operand operand = Operand::error(range);
  if (const auto *list = std::get_if<ListExpr>(&iterable.node)) {
    std::vector<Operand> parts;
    for (const ExprPtr &element : list->elements)
      parts.push_back(e.check(*element));
    operand = Operand::tuple(std::move(parts), range);
  } else {
    operand = e.check(iterable);
  }
  if (operand.isError)
    return {};
  if (operand.isArray() && operand.type.ndim > 0)
    return iterateArray(e, std::move(operand), block);
  if (operand.known)
    if (std::optional<Value> all = enumerationOf(e.evaluator(), *operand.known))
      operand = Operand::ofValue(std::move(*all), range);
  bool isTuple = operand.isTuple || (operand.expr && operand.type.isTuple()) ||
                 (operand.known && operand.known->kind == Value::Kind::Tuple);
  if (isTuple && !(operand.known && isNamespace(*operand.known)))
    return iterateTuple(e, std::move(operand), block);
  e.diagnostics().emit(range, diag::NotIterable, e.describe(operand));
  return {};
}

} // namespace pyk2ptx
