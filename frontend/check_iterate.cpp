// What a for loop runs over besides a plain range: arrays, tuples, enumerate,
// zip, reversed, np.ndindex, np.ndenumerate, a.flat. Each is a length and a way
// to make element i, so they nest; the loop itself counts. A tuple whose
// elements differ in type has no element i at run time: its loop is unrolled.
#include "checker.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

using Shared = std::shared_ptr<Operand>;

Operand FunctionChecker::keep(Operand operand, Block &block) {
  if (operand.isError || operand.known)
    return operand;
  SourceRange range = operand.range;
  Type type = typeOf(operand);
  if (type.isError())
    return Operand::error(range);
  ir::SlotId slot = temporary(type);
  ir::ExprPtr value = materialize(std::move(operand));
  noteKept(slot, *value);
  block.push_back({range, ir::Assign{slot, std::move(value)}});
  return Operand::ofExpr(makeExpr(range, type, ir::SlotValue{slot}));
}

Operand FunctionChecker::intBinary(BinaryOp op, Operand left, Operand right,
                                   SourceRange range) {
  return binaryOperation(op, std::move(left), std::move(right), range);
}

/// The element of a tuple whose elements have one type, by a run-time index
/// that is inside: a chain of choices, which LLVM makes a table or unrolls.
Operand FunctionChecker::chooseElement(const std::vector<Operand> &parts,
                                       const Operand &index, const Type &type,
                                       SourceRange range) {
  ir::ExprPtr result = convert(materialize(again(parts.back())), type);
  for (std::size_t i = parts.size() - 1; i-- > 0;) {
    Operand isThis =
        compareTwo(CompareOp::Equal, again(index),
                   intOperand(static_cast<std::int64_t>(i), range), range);
    result = makeExpr(range, type,
                      ir::Select{materialize(std::move(isThis)),
                                 convert(materialize(again(parts[i])), type),
                                 std::move(result)});
  }
  return Operand::ofExpr(std::move(result));
}

/// The type of every element, if they have one at run time.
std::optional<Type>
FunctionChecker::commonElement(const std::vector<Operand> &parts) {
  std::optional<Type> common;
  for (const Operand &part : parts) {
    Type type = typeOf(part, false);
    if (type.isError() || (common && !(*common == type)))
      return std::nullopt;
    common = type;
  }
  return common;
}

FunctionChecker::Iteration FunctionChecker::iterateTuple(Operand tuple,
                                                         Block &block) {
  Iteration result;
  SourceRange range = tuple.range;
  if (tuple.expr)
    tuple = keep(std::move(tuple), block);
  std::vector<Operand> parts;
  if (tuple.isError || !expandTuple(tuple, parts))
    return result;
  auto kept = std::make_shared<std::vector<Operand>>();
  for (Operand &part : parts) {
    kept->push_back(keep(std::move(part), block));
    if (kept->back().isError)
      return result;
  }
  std::optional<Type> common = commonElement(*kept);
  result.valid = true;
  result.unroll = !common;
  result.count = static_cast<std::int64_t>(kept->size());
  result.element = [this, kept, common, range](const Operand &index) {
    if (index.known) {
      auto at = static_cast<std::size_t>(index.known->number.asInt());
      return again((*kept)[at]);
    }
    if (!common)
      return Operand::error(range);
    return chooseElement(*kept, index, *common, range);
  };
  return result;
}

FunctionChecker::Iteration FunctionChecker::iterateArray(Operand array,
                                                         Block &block) {
  Iteration result;
  SourceRange range = array.range;
  auto kept = std::make_shared<Operand>(keep(std::move(array), block));
  result.valid = true;
  result.length = std::make_shared<Operand>(
      keep(arrayProperty(*kept, ir::ArrayField::Shape, 0, range), block));
  result.element = [this, kept, range](const Operand &index) {
    std::vector<Operand> subscripts;
    subscripts.push_back(again(index));
    return elementOf(again(*kept), std::move(subscripts), range);
  };
  return result;
}

Operand FunctionChecker::elementOf(Operand array,
                                   std::vector<Operand> subscripts,
                                   SourceRange range) {
  if (subscripts.size() < array.type.ndim) {
    static const Subscript plain;
    return makeView(std::move(array), std::move(subscripts), plain, range);
  }
  ir::Load load;
  if (!makeIndices(array.type, std::move(subscripts), load.indices, range))
    return Operand::error(range);
  // A counter is never negative.
  for (ir::Index &index : load.indices)
    index.wrap = false;
  return elementAt(materialize(std::move(array)), std::move(load.indices),
                   range);
}

/// The element as an array of rank 0: what is left of a[i:, j:] without axes.
Operand FunctionChecker::cellAt(const Operand &array, std::vector<Operand> at,
                                SourceRange range) {
  ir::View view;
  view.array = materialize(again(array));
  for (Operand &place : at) {
    ir::ViewSubscript subscript;
    subscript.kind = ir::ViewSubscript::Kind::Slice;
    subscript.lower = materialize(std::move(place));
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
std::vector<Operand>
FunctionChecker::unravel(const std::vector<Operand> &extents,
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
      part = intBinary(BinaryOp::FloorDiv, std::move(part),
                       again(extents[inner]), range);
    rest = again(index);
    for (std::size_t inner = extents.size() - 1; inner >= axis; --inner)
      rest = intBinary(BinaryOp::FloorDiv, std::move(rest),
                       again(extents[inner]), range);
    result[axis] =
        intBinary(BinaryOp::Mod, std::move(part), again(extents[axis]), range);
  }
  return result;
}

FunctionChecker::Iteration
FunctionChecker::iteratePlaces(std::vector<Operand> extents,
                               const Shared &array, Places places,
                               SourceRange range, Block &block) {
  Iteration result;
  auto kept = std::make_shared<std::vector<Operand>>();
  Operand size = intOperand(1, range);
  for (Operand &extent : extents) {
    Type type = typeOf(extent);
    if (type.isError())
      return result;
    if (!type.isInteger()) {
      diagnostics().emit(extent.range, diag::IndexType, describe(extent));
      return result;
    }
    bool canBeNegative = false;
    Operand whole =
        extent.known
            ? std::move(extent)
            : Operand::ofExpr(toIndex(std::move(extent), canBeNegative));
    kept->push_back(keep(std::move(whole), block));
    size =
        intBinary(BinaryOp::Mul, std::move(size), again(kept->back()), range);
  }
  result.valid = true;
  result.length = std::make_shared<Operand>(keep(std::move(size), block));
  result.element = [this, kept, array, places, range](const Operand &index) {
    std::vector<Operand> at = unravel(*kept, index, range);
    if (places == Places::Values)
      return elementOf(again(*array), std::move(at), range);
    if (places == Places::Cells)
      return cellAt(*array, std::move(at), range);
    if (places == Places::Indices)
      return Operand::tuple(std::move(at), range);
    std::vector<Operand> pair;
    pair.push_back(Operand::tuple(unravel(*kept, index, range), range));
    pair.push_back(elementOf(again(*array), std::move(at), range));
    return Operand::tuple(std::move(pair), range);
  };
  return result;
}

FunctionChecker::Iteration
FunctionChecker::iterateFlat(Operand array, Places places, Block &block) {
  SourceRange range = array.range;
  // Its elements follow each other: no division to find one.
  if (places == Places::Values && array.type.layout == Layout::C &&
      array.type.ndim > 1)
    array = flattened(std::move(array), range);
  auto kept = std::make_shared<Operand>(keep(std::move(array), block));
  std::vector<Operand> extents;
  for (int axis = 0; axis < kept->type.ndim; ++axis)
    extents.push_back(arrayProperty(*kept, ir::ArrayField::Shape, axis, range));
  return iteratePlaces(std::move(extents), kept, places, range, block);
}

FunctionChecker::Iteration FunctionChecker::iterateRange(const Call &call,
                                                         SourceRange range,
                                                         Block &block) {
  Iteration result;
  std::vector<ir::ExprPtr> args;
  Type type;
  if (!rangeArguments(call, range, args, type))
    return result;
  auto place = [&](std::size_t i) {
    ir::ExprPtr value = std::move(args[i]);
    const auto *constant = std::get_if<ir::Constant>(&value->node);
    if (constant)
      return std::make_shared<Operand>(
          intOperand(static_cast<std::int64_t>(constant->bits), range));
    return std::make_shared<Operand>(
        keep(Operand::ofExpr(std::move(value)), block));
  };
  Shared start = place(0), stop = place(1), step = place(2);
  // (stop - start + step - 1) // step going up, the mirror image going down.
  auto count = [&](const Operand &from, const Operand &to, Operand by,
                   Operand byAgain) {
    Operand distance = intBinary(BinaryOp::Sub, again(to), again(from), range);
    distance =
        intBinary(BinaryOp::Add, std::move(distance), std::move(by), range);
    distance = intBinary(BinaryOp::Sub, std::move(distance),
                         intOperand(1, range), range);
    std::vector<Operand> both;
    both.push_back(intBinary(BinaryOp::FloorDiv, std::move(distance),
                             std::move(byAgain), range));
    both.push_back(intOperand(0, range));
    return minMax(false, std::move(both), range);
  };
  auto negated = [&] {
    return intBinary(BinaryOp::Sub, intOperand(0, range), again(*step), range);
  };
  Operand length = Operand::error(range);
  if (step->known) {
    std::int64_t by = step->known->number.asInt();
    length = by == 0  ? intOperand(0, range)
             : by > 0 ? count(*start, *stop, again(*step), again(*step))
                      : count(*stop, *start, negated(), negated());
  } else {
    Operand isUp = compareTwo(CompareOp::Greater, again(*step),
                              intOperand(0, range), range);
    Type i64 = Type::of(Scalar::I64);
    length = Operand::ofExpr(makeExpr(
        range, i64,
        ir::Select{
            materialize(std::move(isUp)),
            materialize(count(*start, *stop, again(*step), again(*step))),
            materialize(count(*stop, *start, negated(), negated()))}));
  }
  result.valid = true;
  if (length.known)
    result.count = length.known->number.asInt();
  else
    result.length = std::make_shared<Operand>(keep(std::move(length), block));
  result.element = [this, start, step, range, type](const Operand &index) {
    Operand element = intBinary(
        BinaryOp::Add, again(*start),
        intBinary(BinaryOp::Mul, again(index), again(*step), range), range);
    if (typeOf(element) == type)
      return element;
    return Operand::ofExpr(convert(materialize(std::move(element)), type));
  };
  return result;
}

Operand FunctionChecker::lengthOf(const Iteration &iteration,
                                  SourceRange range) {
  return iteration.count ? intOperand(*iteration.count, range)
                         : again(*iteration.length);
}

FunctionChecker::Iteration
FunctionChecker::iterateZip(const Call &call, SourceRange range, Block &block) {
  Iteration result;
  auto parts = std::make_shared<std::vector<Iteration>>();
  std::vector<Operand> lengths;
  for (const ExprPtr &arg : call.args) {
    parts->push_back(iterate(*arg, block));
    if (!parts->back().valid)
      return result;
    result.unroll = result.unroll || parts->back().unroll;
    lengths.push_back(lengthOf(parts->back(), range));
  }
  result.valid = true;
  Operand length = lengths.empty() ? intOperand(0, range)
                   : lengths.size() == 1
                       ? std::move(lengths[0])
                       : minMax(true, std::move(lengths), range);
  if (length.known)
    result.count = length.known->number.asInt();
  else
    result.length = std::make_shared<Operand>(keep(std::move(length), block));
  result.element = [parts, range](const Operand &index) {
    std::vector<Operand> elements;
    for (const Iteration &part : *parts)
      elements.push_back(part.element(index));
    return Operand::tuple(std::move(elements), range);
  };
  return result;
}

FunctionChecker::Iteration FunctionChecker::iterateEnumerate(const Call &call,
                                                             SourceRange range,
                                                             Block &block) {
  const Expr *given = call.args.size() == 2 ? call.args[1].get() : nullptr;
  for (const Keyword &keyword : call.keywords)
    if (keyword.name == "start")
      given = keyword.value.get();
  auto inner = std::make_shared<Iteration>(iterate(*call.args[0], block));
  Iteration result = *inner;
  auto start = std::make_shared<Operand>(given ? keep(check(*given), block)
                                               : intOperand(0, range));
  result.valid = result.valid && !start->isError;
  result.element = [this, inner, start, range](const Operand &index) {
    std::vector<Operand> pair;
    pair.push_back(
        intBinary(BinaryOp::Add, again(*start), again(index), range));
    pair.push_back(inner->element(index));
    return Operand::tuple(std::move(pair), range);
  };
  return result;
}

FunctionChecker::Iteration FunctionChecker::iterateReversed(const Call &call,
                                                            SourceRange range,
                                                            Block &block) {
  auto inner = std::make_shared<Iteration>(iterate(*call.args[0], block));
  Iteration result = *inner;
  result.element = [this, inner, range](const Operand &index) {
    Operand last = intBinary(BinaryOp::Sub, lengthOf(*inner, range),
                             intOperand(1, range), range);
    Operand mirrored =
        intBinary(BinaryOp::Sub, std::move(last), again(index), range);
    if (mirrored.known)
      return inner->element(mirrored);
    // Read more than once by what is inside.
    std::vector<ir::Let> lets;
    mirrored = once(std::move(mirrored), lets);
    Operand element = inner->element(mirrored);
    if (element.isError)
      return element;
    return Operand::ofExpr(
        finishLets(materialize(std::move(element)), std::move(lets)));
  };
  return result;
}

std::optional<FunctionChecker::Iteration>
FunctionChecker::iterateCall(const Call &call, const Operand &callee,
                             SourceRange range, Block &block) {
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
      diagnostics().emit(keyword.range, diag::UnknownKeyword, name,
                         keyword.name, std::string());
      return failed;
    }
  if (name == "range")
    return iterateRange(call, range, block);
  if (name == "zip")
    return iterateZip(call, range, block);
  if (name == "np.ndindex") {
    std::vector<Operand> extents;
    for (const ExprPtr &arg : call.args) {
      const auto *starred = std::get_if<Starred>(&arg->node);
      Operand extent = check(starred ? *starred->value : *arg);
      if (extent.isError)
        return failed;
      if (extent.expr && extent.type.isTuple())
        extent = keep(std::move(extent), block);
      if (!expandTuple(extent, extents))
        extents.push_back(std::move(extent));
    }
    return iteratePlaces(std::move(extents), nullptr, Places::Indices, range,
                         block);
  }
  if (!argumentCount(name.c_str(), call.args.size(), 1, isEnumerate ? 2 : 1,
                     range))
    return failed;
  if (isEnumerate)
    return iterateEnumerate(call, range, block);
  if (name == "reversed")
    return iterateReversed(call, range, block);
  if (name == "numba.literal_unroll") {
    Iteration result = iterate(*call.args[0], block);
    result.unroll = result.count.has_value();
    return result;
  }
  Operand array = check(*call.args[0]);
  if (array.isError)
    return failed;
  if (!array.isArray()) {
    diagnostics().emit(array.range, diag::ArgumentType, Integer(1), name,
                       std::string("an array"), describe(array));
    return failed;
  }
  return iterateFlat(std::move(array),
                     name == "np.nditer" ? Places::Cells : Places::Both, block);
}

FunctionChecker::Iteration FunctionChecker::iterate(const Expr &iterable,
                                                    Block &block) {
  SourceRange range = iterable.range;
  if (const auto *call = std::get_if<Call>(&iterable.node)) {
    Operand callee = check(*call->callee);
    if (callee.isError)
      return {};
    if (auto result = iterateCall(*call, callee, range, block))
      return *result;
  }
  if (const auto *access = std::get_if<Attribute>(&iterable.node))
    if (access->name == "flat") {
      Operand array = check(*access->value);
      if (array.isError)
        return {};
      if (array.isArray())
        return iterateFlat(std::move(array), Places::Values, block);
    }
  Operand operand = Operand::error(range);
  if (const auto *list = std::get_if<ListExpr>(&iterable.node)) {
    std::vector<Operand> parts;
    for (const ExprPtr &element : list->elements)
      parts.push_back(check(*element));
    operand = Operand::tuple(std::move(parts), range);
  } else {
    operand = check(iterable);
  }
  if (operand.isError)
    return {};
  if (operand.isArray() && operand.type.ndim > 0)
    return iterateArray(std::move(operand), block);
  bool isTuple = operand.isTuple || (operand.expr && operand.type.isTuple()) ||
                 (operand.known && operand.known->kind == Value::Kind::Tuple);
  if (isTuple)
    return iterateTuple(std::move(operand), block);
  diagnostics().emit(range, diag::NotIterable, describe(operand));
  return {};
}

} // namespace pyk2ptx
