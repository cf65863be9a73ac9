// Tuples as values: comparison, membership, slices, indices known at run time
// only, count and index.
#include "tuple.h"

#include "arguments.h"
#include "array.h"
#include "chars.h"
#include "enumeration.h"
#include "frontend/emit/emitter.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/types/optional_type.h"
#include "time.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool isTuple(const Operand &operand) {
  return operand.isTuple ||
         (operand.expr && operand.type.isTuple() &&
          !isOptionalType(operand.type)) ||
         (operand.known && operand.known->kind == Value::Kind::Tuple);
}

/// Of which each is a variable, and of constants.
constexpr std::size_t mostVariables = 1 << 10, mostConstants = 1 << 16;

static std::size_t countElements(const Type &type, std::size_t most) {
  if (!type.isTuple())
    return 1;
  std::size_t count = 0;
  for (const Type &element : *type.elements)
    if (count <= most)
      count += countElements(element, most);
  return count;
}

static std::size_t countElements(const Value &value, std::size_t most) {
  if (value.kind != Value::Kind::Tuple)
    return 1;
  std::size_t count = 0;
  for (const Value &element : value.elements)
    if (count <= most)
      count += countElements(element, most);
  return count;
}

/// Elements of elements counted, up to one more than `most`, or a few.
static std::size_t countElements(const Operand &operand, std::size_t most) {
  if (operand.known)
    return countElements(*operand.known, most);
  if (!operand.isTuple)
    return countElements(operand.type, most);
  std::size_t count = 0;
  for (const Operand &part : operand.parts)
    if (count <= most)
      count += countElements(part, most);
  return count;
}

Operand makeTuple(Emitter &e, std::vector<Operand> parts, SourceRange range,
                  std::shared_ptr<const std::vector<std::string>> names) {
  return limited(e, Operand::tuple(std::move(parts), range, std::move(names)),
                 range);
}

Operand limited(Emitter &e, Operand made, SourceRange range) {
  std::size_t most = made.known ? mostConstants : mostVariables;
  if (made.isError || countElements(made, most) <= most)
    return made;
  e.diagnostics().emit(range, diag::TupleTooLarge, static_cast<Integer>(most));
  return Operand::error(range);
}

/// The elements as operands that `again` gives; what must be evaluated for them
/// goes to `lets`.
std::vector<Operand> elementsOnce(Emitter &e, Operand tuple,
                                  std::vector<ir::Let> &lets) {
  if (tuple.expr)
    tuple = e.once(std::move(tuple), lets);
  std::vector<Operand> parts, result;
  expandTuple(e, tuple, parts);
  for (Operand &part : parts)
    result.push_back(e.once(std::move(part), lets));
  return result;
}

/// Elements from `at` on, in lexicographic order.
static Operand compareElements(Emitter &e, CompareOp op,
                               const std::vector<Operand> &left,
                               const std::vector<Operand> &right,
                               std::size_t at, SourceRange range) {
  bool equality = op == CompareOp::Equal || op == CompareOp::NotEqual;
  auto size = [&](const std::vector<Operand> &parts) {
    return Value::of(Number::ofInt(static_cast<std::int64_t>(parts.size())));
  };
  if ((equality && left.size() != right.size()) || at == left.size() ||
      at == right.size())
    return Operand::ofValue(
        e.evaluator().compare(op, size(left), size(right), range), range);
  Operand rest = compareElements(e, op, left, right, at + 1, range);
  if (equality)
    return e.bothTrue(
        op == CompareOp::Equal,
        e.compareTwo(op, again(left[at]), again(right[at]), range),
        std::move(rest), range);
  bool isLess = op == CompareOp::Less || op == CompareOp::LessEqual;
  Operand differs = e.compareTwo(isLess ? CompareOp::Less : CompareOp::Greater,
                                 again(left[at]), again(right[at]), range);
  Operand same =
      e.compareTwo(CompareOp::Equal, again(left[at]), again(right[at]), range);
  return e.bothTrue(false, std::move(differs),
                    e.bothTrue(true, std::move(same), std::move(rest), range),
                    range);
}

Operand finished(Emitter &e, Operand value, std::vector<ir::Let> lets) {
  if (lets.empty() || value.isError)
    return value;
  return Operand::ofExpr(
      e.finishLets(e.materialize(std::move(value)), std::move(lets)));
}

Operand compareTuples(Emitter &e, CompareOp op, Operand left, Operand right,
                      SourceRange range) {
  // A list equals no tuple.
  bool areOthers = left.isList() != right.isList() &&
                   (op == CompareOp::Equal || op == CompareOp::NotEqual);
  std::vector<ir::Let> lets;
  std::vector<Operand> a = elementsOnce(e, std::move(left), lets);
  std::vector<Operand> b = elementsOnce(e, std::move(right), lets);
  Operand result = areOthers ? boolOperand(op == CompareOp::NotEqual, range)
                             : compareElements(e, op, a, b, 0, range);
  return finished(e, std::move(result), std::move(lets));
}

namespace {

/// What values can be equal to: those of one sort. Of an Other only the
/// comparison itself knows whether it can be compared.
enum class Sort : std::uint8_t {
  Number,
  Time,
  Text,
  Tuple,
  Member,
  Object,
  Other
};

Sort sortOf(const Operand &operand) {
  if (isTuple(operand))
    return Sort::Tuple;
  if (isMember(operand))
    return Sort::Member;
  if (isTime(operand))
    return Sort::Time;
  if (operand.isScalar())
    return Sort::Number;
  if (isChars(operand) ||
      (operand.known && operand.known->kind == Value::Kind::String))
    return Sort::Text;
  return operand.known ? Sort::Object : Sort::Other;
}

} // namespace

Operand areEqual(Emitter &e, Operand left, Operand right, SourceRange range) {
  if (left.isError || right.isError)
    return Operand::error(range);
  Sort a = sortOf(left), b = sortOf(right);
  if (a == Sort::Object && b == Sort::Object)
    return boolOperand(*left.known == *right.known, range);
  // A span of time equals its count.
  bool isCount = (a == Sort::Time && b == Sort::Number) ||
                 (a == Sort::Number && b == Sort::Time);
  if (a != b && a != Sort::Other && b != Sort::Other && !isCount)
    return boolOperand(false, range);
  return e.compareTwo(CompareOp::Equal, std::move(left), std::move(right),
                      range);
}

Operand negation(Emitter &e, Operand value, SourceRange range) {
  if (value.isNumber())
    return boolOperand(!value.known->number.isTrue(), range);
  if (value.isError)
    return value;
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Unary{ir::UnaryOp::Not, e.materialize(std::move(value))}));
}

Operand isIn(Emitter &e, Operand value, Operand tuple, SourceRange range) {
  std::vector<ir::Let> lets;
  value = e.once(std::move(value), lets);
  Operand result = boolOperand(false, range);
  for (const Operand &element : elementsOnce(e, std::move(tuple), lets))
    result =
        e.bothTrue(false, std::move(result),
                   areEqual(e, again(value), again(element), range), range);
  return finished(e, std::move(result), std::move(lets));
}

Operand searchTuple(Emitter &e, bool isCount, Operand tuple, Operand value,
                    SourceRange range) {
  std::vector<ir::Let> lets;
  std::vector<Operand> parts = elementsOnce(e, std::move(tuple), lets);
  value = e.once(std::move(value), lets);
  auto number = [&](std::int64_t n) {
    return Operand::ofValue(Value::of(Number::ofInt(n)), range);
  };
  // Where Python raises a ValueError, index is -1.
  Operand result = number(isCount ? 0 : -1);
  for (std::size_t i = parts.size(); i-- > 0;) {
    Operand same = areEqual(e, again(value), again(parts[i]), range);
    if (isCount) {
      result = e.binaryOperation(BinaryOp::Add, std::move(same),
                                 std::move(result), range);
    } else if (same.isNumber()) {
      if (same.known->number.isTrue())
        result = number(static_cast<std::int64_t>(i));
    } else {
      result = Operand::ofExpr(makeExpr(
          range, Type::of(Scalar::I64),
          ir::Select{e.materialize(std::move(same)),
                     e.materialize(number(static_cast<std::int64_t>(i))),
                     e.materialize(std::move(result))}));
    }
    if (result.isError)
      return result;
  }
  return finished(e, std::move(result), std::move(lets));
}

Operand callTupleFold(Emitter &e, Builtin builtin, std::vector<Operand> args,
                      SourceRange range) {
  if (!isTuple(args[0])) {
    e.diagnostics().emit(args[0].range, diag::ArgumentType, Integer(1),
                         std::string(builtinInfo(builtin).name),
                         std::string("a tuple"), e.describe(args[0]));
    return Operand::error(range);
  }
  std::vector<ir::Let> lets;
  std::vector<Operand> parts = elementsOnce(e, std::move(args[0]), lets);
  bool isAll = builtin == Builtin::All;
  Operand result = boolOperand(isAll, range);
  if (builtin == Builtin::Sum)
    result = args.size() == 2
                 ? std::move(args[1])
                 : Operand::ofValue(Value::of(Number::ofInt(0)), range);
  for (const Operand &part : parts) {
    if (builtin == Builtin::Sum) {
      result = e.binaryOperation(BinaryOp::Add, std::move(result), again(part),
                                 range);
    } else if (part.isNumber()) {
      result =
          e.bothTrue(isAll, std::move(result),
                     boolOperand(part.known->number.isTrue(), range), range);
    } else {
      ir::ExprPtr truth = e.toBool(again(part));
      if (!truth)
        return Operand::error(range);
      result = e.bothTrue(isAll, std::move(result),
                          Operand::ofExpr(std::move(truth)), range);
    }
    if (result.isError)
      return result;
  }
  return finished(e, std::move(result), std::move(lets));
}

Operand tupleSlice(Emitter &e, std::vector<Operand> elements, Operand slice,
                   SourceRange range) {
  auto size = static_cast<std::int64_t>(elements.size());
  std::optional<std::int64_t> given[3];
  for (std::size_t i = 0; i < 3; ++i) {
    std::optional<Operand> bound = takeBound(slice, i);
    if (!bound)
      continue;
    Operand part = std::move(*bound);
    if (!part.known || !part.known->isInteger()) {
      e.diagnostics().emit(part.range, diag::ConstantNeeded,
                           std::string("a bound of a tuple's slice"),
                           std::string());
      return Operand::error(range);
    }
    given[i] = part.known->number.asInt();
  }
  std::int64_t step = given[2].value_or(1);
  auto clamp = [&](std::int64_t at, std::int64_t low, std::int64_t high) {
    at = at < 0 ? at + size : at;
    return at < low ? low : at > high ? high : at;
  };
  std::int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  std::int64_t first = given[0]   ? clamp(*given[0], low, high)
                       : step > 0 ? low
                                  : high;
  std::int64_t last = given[1]   ? clamp(*given[1], low, high)
                      : step > 0 ? high
                                 : low;
  std::vector<Operand> result;
  for (std::int64_t at = first; step != 0 && (step > 0 ? at < last : at > last);
       at += step)
    result.push_back(std::move(elements[static_cast<std::size_t>(at)]));
  return Operand::tuple(std::move(result), range);
}

/// What an element outside of the tuple reads as; null for what has no zero.
static ir::ExprPtr zeroOf(const Type &type, SourceRange range) {
  if (type.isScalar())
    return makeNumber(range, convertNumber(Number::ofInt(0), type));
  if (!type.isTuple() || type.isGroup)
    return nullptr;
  ir::MakeTuple tuple;
  for (const Type &element : *type.elements) {
    tuple.elements.push_back(zeroOf(element, range));
    if (!tuple.elements.back())
      return nullptr;
  }
  return makeExpr(range, type, std::move(tuple));
}

/// Of so many constants, one is chosen by comparing; of more it is loaded.
constexpr std::size_t mostChoices = 8;

/// Constants of one type as an array; none where they are no such.
static std::optional<Value>
asConstantArray(const std::vector<Operand> &elements, const Type &common) {
  if (elements.size() <= mostChoices || !common.isNumber() ||
      common.isComplex())
    return std::nullopt;
  Value array;
  array.kind = Value::Kind::Array;
  array.type = Type::array(common.scalar, 1, Layout::C);
  array.shape = {static_cast<std::int64_t>(elements.size())};
  for (const Operand &element : elements) {
    if (!element.isNumber())
      return std::nullopt;
    array.elements.push_back(
        Value::of(convertNumber(element.known->number, common)));
  }
  return array;
}

/// t[i] with i known at run time only: zero outside, as an array's load.
Operand dynamicElement(Emitter &e, std::vector<Operand> elements, Operand index,
                       std::vector<ir::Let> lets, SourceRange range) {
  if (elements.empty()) {
    // Whatever the index is; not even the first is there.
    e.diagnostics().emit(index.range, diag::TupleIndex, 0, 0);
    return Operand::error(range);
  }
  for (Operand &element : elements)
    element = e.once(std::move(element), lets);
  std::optional<Type> common;
  for (const Operand &element : elements) {
    Type type = e.typeOf(element);
    common = common ? e.join(*common, type) : type;
    if (!common || !zeroOf(*common, range)) {
      e.diagnostics().emit(index.range, diag::ConstantNeeded,
                           std::string("the index of a tuple of several types"),
                           std::string());
      return Operand::error(range);
    }
  }
  bool canBeNegative = false;
  ir::ExprPtr whole = e.toIndex(std::move(index), canBeNegative);
  if (!whole || !common)
    return Operand::error(range);
  whole = e.checkedTupleIndex(std::move(whole),
                              static_cast<std::int64_t>(elements.size()));
  if (std::optional<Value> array = asConstantArray(elements, *common)) {
    Operand loaded = e.constantArray(*array, "tuple", range);
    std::vector<Operand> subscripts;
    subscripts.push_back(Operand::ofExpr(std::move(whole)));
    std::vector<ir::Index> indices;
    if (!makeIndices(e, e.typeOf(loaded), std::move(subscripts), indices,
                     range))
      return Operand::error(range);
    indices[0].wrap = indices[0].wrap && canBeNegative;
    ir::ExprPtr element = makeExpr(
        range, *common, ir::Load{std::move(loaded.expr), std::move(indices)});
    return Operand::ofExpr(e.finishLets(std::move(element), std::move(lets)));
  }
  Operand at = e.once(Operand::ofExpr(std::move(whole)), lets);
  auto size = static_cast<std::int64_t>(elements.size());
  ir::ExprPtr result = zeroOf(*common, range);
  for (std::int64_t i = size; i-- > 0;) {
    auto is = [&](std::int64_t value) {
      return e.compareTwo(
          CompareOp::Equal, again(at),
          Operand::ofValue(Value::of(Number::ofInt(value)), range), range);
    };
    Operand here = is(i);
    if (canBeNegative)
      here = e.bothTrue(false, std::move(here), is(i - size), range);
    result = makeExpr(
        range, *common,
        ir::Select{e.materialize(std::move(here)),
                   e.convert(e.materialize(
                                 again(elements[static_cast<std::size_t>(i)])),
                             *common),
                   std::move(result)});
  }
  return Operand::ofExpr(e.finishLets(std::move(result), std::move(lets)));
}

} // namespace pyk2ptx
