// match, and `:=`: what binds names while a condition is evaluated. A binding
// inside an expression is a Let of the variable's slot; an expression that is
// not evaluated on every path joins what it binds with what was before.
#include "checker.h"
#include "frontend/types/optional_type.h"
#include "frontend/values/array.h"
#include "frontend/values/iterate.h"
#include "frontend/values/optional.h"
#include "frontend/values/tuple.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand copyOf(const Operand &operand) {
  if (!operand.isTuple)
    return again(operand);
  std::vector<Operand> parts;
  for (const Operand &part : operand.parts)
    parts.push_back(copyOf(part));
  return Operand::asList(
      Operand::tuple(std::move(parts), operand.range, operand.names),
      operand.isList());
}

Operand FunctionChecker::keepParts(Operand operand, Block &block) {
  if (!operand.isTuple)
    return keep(*this, std::move(operand), block);
  std::vector<Operand> parts;
  for (Operand &part : operand.parts)
    parts.push_back(keepParts(std::move(part), block));
  return Operand::asList(
      Operand::tuple(std::move(parts), operand.range, operand.names),
      operand.isList());
}

/// The assignments of `block` as Lets around `body`.
ir::ExprPtr FunctionChecker::letsAround(ir::ExprPtr body, Block block) {
  std::vector<ir::Let> lets;
  for (ir::Stmt &stmt : block) {
    auto &assign = std::get<ir::Assign>(stmt.node);
    lets.push_back({assign.slot, std::move(assign.value), nullptr});
  }
  return finishLets(std::move(body), std::move(lets));
}

Operand FunctionChecker::checkNamed(const NamedExpr &node, SourceRange range) {
  Operand value = checkMaybe(*this, *node.value);
  Block block;
  assignVariable(node.name, std::move(value), node.nameRange, block);
  // Extents are looked up when an expression is made, not when it is read.
  std::uint32_t index = variableIndex(node.name);
  Variable variable = env_.variables[index];
  variable.extents.clear();
  // The assignment has a place in the evaluation: it is not folded.
  if (!block.empty())
    variable.known.reset();
  env_.variables.set(index, std::move(variable));
  if (block.empty())
    return readVariable(node.name, range);
  Operand result = readVariable(node.name, range);
  if (result.isError)
    return result;
  return Operand::ofExpr(
      letsAround(materialize(std::move(result)), std::move(block)));
}

void FunctionChecker::joinSkipped(const Environment &before,
                                  SourceRange range) {
  if (env_.variables == before.variables)
    return;
  Environment joined = joinEnvironments(before, env_);
  Block copies;
  emitEdge(before, joined, copies, range);
  emitEdge(env_, joined, copies, range);
  if (!copies.empty())
    diagnostics().emit(range, diag::UnsupportedExpression,
                       std::string("`:=` that changes the type of a variable "
                                   "where it is not always evaluated"));
  env_ = std::move(joined);
}

// ---- match ----

Operand FunctionChecker::bothTrue(bool isAnd, Operand left, Operand right,
                                  SourceRange range) {
  if (left.isError || right.isError)
    return Operand::error(range);
  if (left.isNumber())
    return left.known->number.isTrue() == isAnd ? std::move(right)
                                                : std::move(left);
  if (right.isNumber() && right.known->number.isTrue() == isAnd)
    return left;
  return Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::Bool),
               ir::Logical{isAnd, materialize(std::move(left)),
                           materialize(std::move(right))}));
}

static bool isTupleOperand(const Operand &operand) {
  return operand.isTuple ||
         (operand.expr && operand.type.isTuple() &&
          !isOptionalType(operand.type)) ||
         (operand.known && operand.known->kind == Value::Kind::Tuple);
}

Operand FunctionChecker::matchPattern(const MatchPattern &pattern,
                                      const Operand &subject,
                                      Bindings &bindings) {
  SourceRange range = pattern.range;
  if (const auto *value = std::get_if<ValuePattern>(&pattern.node)) {
    Operand expected = check(*value->value);
    if (expected.isError)
      return expected;
    bool isNone = expected.known && expected.known->kind == Value::Kind::None;
    if (isNone)
      return compareTwo(CompareOp::Is, copyOf(subject), std::move(expected),
                        range);
    return areEqual(*this, copyOf(subject), std::move(expected), range);
  }
  if (const auto *capture = std::get_if<CapturePattern>(&pattern.node)) {
    if (capture->name != "_")
      bindings.emplace_back(capture->name, copyOf(subject));
    return boolOperand(true, range);
  }
  if (const auto *as = std::get_if<AsPattern>(&pattern.node)) {
    Operand result = matchPattern(*as->pattern, subject, bindings);
    bindings.emplace_back(as->name, copyOf(subject));
    return result;
  }
  if (const auto *any = std::get_if<OrPattern>(&pattern.node)) {
    Operand result = boolOperand(false, range);
    for (const auto &each : any->alternatives) {
      Bindings own;
      result = bothTrue(false, std::move(result),
                        matchPattern(*each, subject, own), range);
      if (!own.empty())
        diagnostics().emit(each->range, diag::UnsupportedStatement,
                           std::string("a name bound inside `|`"));
    }
    return result;
  }
  if (const auto *all = std::get_if<SequencePattern>(&pattern.node)) {
    // It stands for any number of elements.
    for (const auto &element : all->elements) {
      const auto *star = std::get_if<UnsupportedPattern>(&element->node);
      if (star && star->what == "star pattern")
        return matchPattern(*element, subject, bindings);
    }
    Operand copy = copyOf(subject);
    std::vector<Operand> elements;
    if (!isTupleOperand(subject) || !expandTuple(*this, copy, elements) ||
        elements.size() != all->elements.size())
      return boolOperand(false, range);
    Operand result = boolOperand(true, range);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      // An element of a tuple in a slot is read more than once.
      Block block;
      Operand element = keepParts(std::move(elements[i]), block);
      Operand part = matchPattern(*all->elements[i], element, bindings);
      if (part.isError)
        return part;
      if (!block.empty())
        matchLets_->insert(matchLets_->end(),
                           std::make_move_iterator(block.begin()),
                           std::make_move_iterator(block.end()));
      result = bothTrue(true, std::move(result), std::move(part), range);
    }
    return result;
  }
  diagnostics().emit(range, diag::UnsupportedStatement,
                     "a " + std::get<UnsupportedPattern>(pattern.node).what);
  return Operand::error(range);
}

void FunctionChecker::checkMatch(const Match &node, SourceRange range,
                                 Block &block) {
  Operand subject = keepParts(checkMaybe(*this, *node.subject), block);
  if (!subject.isError)
    matchFrom(node, 0, subject, range, block);
}

void FunctionChecker::matchFrom(const Match &node, std::size_t first,
                                const Operand &subject, SourceRange range,
                                Block &block) {
  if (first == node.cases.size())
    return;
  const MatchCase &each = node.cases[first];
  Bindings bindings;
  Block *outer = std::exchange(matchLets_, &block);
  Operand matched = matchPattern(*each.pattern, subject, bindings);
  matchLets_ = outer;
  if (matched.isError)
    return;
  if (matched.isNumber() && !matched.known->number.isTrue())
    return matchFrom(node, first + 1, subject, range, block);
  Environment before = env_;
  Block bound;
  for (auto &[name, value] : bindings)
    assignVariable(name, std::move(value), each.pattern->range, bound);
  Environment notTaken = before;
  if (each.guard) {
    // A name is bound where the guard fails, too: there it has the type of both
    // what it is bound to and what it was.
    Environment afterBinding = env_;
    Environment joined = joinEnvironments(before, afterBinding);
    emitEdge(before, joined, block, range);
    emitEdge(afterBinding, joined, bound, range);
    std::optional<bool> known;
    ir::ExprPtr guard = checkCondition(*each.guard, known);
    if (known && !*known) {
      // The body is not compiled, as that of `if False:`; names are bound.
      env_ = std::move(joined);
      bindWhere(std::move(matched), std::move(bound), range, block);
      return matchFrom(node, first + 1, subject, range, block);
    }
    if (known)
      guard = makeNumber(each.guard->range, Number::ofBool(*known));
    if (!guard)
      return;
    matched = bothTrue(
        true, std::move(matched),
        Operand::ofExpr(letsAround(std::move(guard), std::move(bound))), range);
    bound.clear();
    Environment taken = env_;
    Variables::forEachUnshared(
        env_.variables, joined.variables, [&](std::size_t i) {
          if (env_.variables[i] == afterBinding.variables[i])
            env_.variables.set(i, joined.variables[i]);
        });
    joinSkipped(joined, range);
    notTaken = std::move(env_);
    env_ = std::move(taken);
  }
  ir::If result;
  bool always = matched.isNumber();
  Block &body = always ? block : result.body;
  for (ir::Stmt &stmt : bound)
    body.push_back(std::move(stmt));
  checkBlock(each.body, body);
  if (always)
    return;
  result.condition = materialize(std::move(matched));
  Environment afterBody = std::move(env_);
  env_ = std::move(notTaken);
  matchFrom(node, first + 1, subject, range, result.orElse);
  meet(std::move(afterBody), result, range);
  block.push_back({each.pattern->range, std::move(result)});
}

void FunctionChecker::bindWhere(Operand matched, Block bound, SourceRange range,
                                Block &block) {
  if (bound.empty())
    return;
  if (!matched.isNumber()) {
    ir::If binding{materialize(std::move(matched)), std::move(bound), {}};
    block.push_back({range, std::move(binding)});
    return;
  }
  for (ir::Stmt &stmt : bound)
    block.push_back(std::move(stmt));
}

void FunctionChecker::meet(Environment afterBody, ir::If &branch,
                           SourceRange range) {
  if (afterBody.isReachable && env_.isReachable) {
    Environment joined = joinEnvironments(afterBody, env_);
    emitEdge(afterBody, joined, branch.body, range);
    emitEdge(env_, joined, branch.orElse, range);
    env_ = std::move(joined);
  } else if (afterBody.isReachable) {
    env_ = std::move(afterBody);
  }
}

} // namespace pyk2ptx
