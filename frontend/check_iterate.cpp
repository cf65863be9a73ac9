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

static Operand intOperand(SourceRange range, std::int64_t value) {
  return Operand::ofValue(Value::of(Number::ofInt(value)), range);
}

Operand FunctionChecker::keep(Operand operand, Block &block) {
  if (operand.isError || operand.known)
    return operand;
  SourceRange range = operand.range;
  Type type = typeOf(operand);
  if (type.isError())
    return Operand::error(range);
  ir::SlotId slot = temporary(type);
  block.push_back({range, ir::Assign{slot, materialize(std::move(operand))}});
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
                   intOperand(range, static_cast<std::int64_t>(i)), range);
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
  Operand size = intOperand(range, 1);
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
          intOperand(range, static_cast<std::int64_t>(constant->bits)));
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
                         intOperand(range, 1), range);
    std::vector<Operand> both;
    both.push_back(intBinary(BinaryOp::FloorDiv, std::move(distance),
                             std::move(byAgain), range));
    both.push_back(intOperand(range, 0));
    return minMax(false, std::move(both), range);
  };
  auto negated = [&] {
    return intBinary(BinaryOp::Sub, intOperand(range, 0), again(*step), range);
  };
  Operand length = Operand::error(range);
  if (step->known) {
    std::int64_t by = step->known->number.asInt();
    length = by == 0  ? intOperand(range, 0)
             : by > 0 ? count(*start, *stop, again(*step), again(*step))
                      : count(*stop, *start, negated(), negated());
  } else {
    Operand isUp = compareTwo(CompareOp::Greater, again(*step),
                              intOperand(range, 0), range);
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
  return iteration.count ? intOperand(range, *iteration.count)
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
  Operand length = lengths.empty() ? intOperand(range, 0)
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
                                               : intOperand(range, 0));
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
                             intOperand(range, 1), range);
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

// ---- the loops ----

void FunctionChecker::checkForEach(const For &node, SourceRange range,
                                   Block &block) {
  Iteration iteration = iterate(*node.iterable, block);
  if (iteration.valid && iteration.unroll) {
    if (iteration.count)
      return checkUnrolled(node, iteration, range, block);
    diagnostics().emit(node.iterable->range, diag::NotIterable,
                       std::string("a tuple of several types beside what has "
                                   "no constant length"));
    iteration.valid = false;
  }
  Operand index = Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I64),
               ir::SlotValue{temporary(Type::of(Scalar::I64))}));
  LoopPass pass = checkLoop(
      node.body, node.orElse, range, block, &node, [&](LoopPass &result) {
        Operand element = iteration.valid ? iteration.element(index)
                                          : Operand::error(node.target->range);
        assignTo(*node.target, std::move(element), result.body);
      });
  if (!iteration.valid)
    return;
  ir::ForRange loop;
  loop.slot = std::get<ir::SlotValue>(index.expr->node).slot;
  loop.start = makeInt(range, 0);
  loop.stop = materialize(lengthOf(iteration, range));
  loop.step = makeInt(range, 1);
  loop.body = std::move(pass.body);
  loop.orElse = std::move(pass.orElse);
  block.push_back({range, std::move(loop)});
}

/// Whether a break or continue of the loop around `body` stands in it.
static bool hasJump(const syntax::Block &body) {
  for (const Stmt &stmt : body) {
    if (std::get_if<Break>(&stmt.node) || std::get_if<Continue>(&stmt.node))
      return true;
    if (const auto *branch = std::get_if<If>(&stmt.node)) {
      for (const IfBranch &each : branch->branches)
        if (hasJump(each.body))
          return true;
      if (hasJump(branch->orElse))
        return true;
    } else if (const auto *loop = std::get_if<While>(&stmt.node)) {
      if (hasJump(loop->orElse))
        return true;
    } else if (const auto *loop = std::get_if<For>(&stmt.node)) {
      if (hasJump(loop->orElse))
        return true;
    } else if (const auto *match = std::get_if<Match>(&stmt.node)) {
      for (const MatchCase &each : match->cases)
        if (hasJump(each.body))
          return true;
    }
  }
  return false;
}

std::uint64_t FunctionChecker::unrolled(const void *node, std::int64_t at) {
  auto [found, isNew] = unrolledKeys_.try_emplace(
      std::make_tuple(unrolledKey_, node, at), unrolledKeys_.size() + 1);
  return found->second;
}

void FunctionChecker::checkUnrolled(const For &node, const Iteration &iteration,
                                    SourceRange range, Block &block) {
  std::uint64_t outerKey = unrolledKey_;
  auto assignElement = [&](std::int64_t at, Block &to) {
    unrolledKey_ = outerKey;
    unrolledKey_ = unrolled(&node, at);
    assignTo(*node.target,
             iteration.element(intOperand(node.iterable->range, at)), to);
    checkBlock(node.body, to);
    unrolledKey_ = outerKey;
  };
  if (!hasJump(node.body)) {
    for (std::int64_t at = 0; at < *iteration.count && env_.isReachable; ++at)
      assignElement(at, block);
    checkBlock(node.orElse, block);
    return;
  }
  // Each iteration is a loop of one round, which `continue` leaves; `break`
  // says so besides, and leaves the loop of one round around all of them.
  LoopFacts &whole = loops_[{&node, outerKey}];
  whole.broke = temporary(Type::of(Scalar::Bool));
  Environment entry = env_;
  std::size_t mark = diagnostics().mark();
  auto boolean = [&](bool value) {
    return makeNumber(range, Number::ofBool(value));
  };
  for (;;) {
    bool changed = false;
    whole.changed = false;
    env_ = entry;
    Block all;
    for (std::int64_t at = 0; at < *iteration.count && env_.isReachable; ++at) {
      LoopFacts &facts = loops_[{&node, unrolled(&node, at)}];
      facts.changed = false;
      facts.unrolled = &whole;
      ir::While round;
      round.condition = boolean(true);
      loopStack_.push_back(&facts);
      assignElement(at, round.body);
      edgeTo(facts.exit, facts.exitValid, facts, round.body, range);
      loopStack_.pop_back();
      round.body.push_back({range, ir::Break{}});
      all.push_back({range, std::move(round)});
      ir::If broke;
      broke.condition =
          makeExpr(range, Type::of(Scalar::Bool), ir::SlotValue{whole.broke});
      broke.body.push_back({range, ir::Break{}});
      all.push_back({range, std::move(broke)});
      env_ = facts.exit;
      env_.isReachable = facts.exitValid;
      changed = changed || facts.changed;
    }
    checkBlock(node.orElse, all);
    edgeTo(whole.exit, whole.exitValid, whole, all, range);
    all.push_back({range, ir::Break{}});
    if (!changed && !whole.changed) {
      block.push_back({range, ir::Assign{whole.broke, boolean(false)}});
      ir::While loop;
      loop.condition = boolean(true);
      loop.body = std::move(all);
      block.push_back({range, std::move(loop)});
      env_ = whole.exit;
      env_.isReachable = whole.exitValid;
      if (!whole.exitValid)
        env_.variables = entry.variables;
      return;
    }
    diagnostics().rollback(mark);
  }
}

void FunctionChecker::checkJump(bool isBreak, SourceRange range, Block &block) {
  LoopFacts &loop = *loopStack_.back();
  if (loop.unrolled && isBreak) {
    LoopFacts &whole = *loop.unrolled;
    edgeTo(whole.exit, whole.exitValid, whole, block, range);
    block.push_back(
        {range,
         ir::Assign{whole.broke, makeNumber(range, Number::ofBool(true))}});
    block.push_back({range, ir::Break{}});
  } else if (isBreak || loop.unrolled) {
    edgeTo(loop.exit, loop.exitValid, loop, block, range);
    block.push_back({range, ir::Break{}});
  } else {
    edgeTo(loop.head, loop.headValid, loop, block, range);
    block.push_back({range, ir::Continue{}});
  }
  env_.isReachable = false;
}

} // namespace pyk2ptx
