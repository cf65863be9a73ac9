// Comprehensions over what has a constant length: [f(i) for i in range(4)],
// tuple(x for x in t if c). Each element is checked by itself, as the rounds of
// an unrolled loop are, and all of them are a tuple. The names that a
// comprehension binds are seen in it alone and never change, so they stand for
// operands (bound_) and need no slots.
#include "checker.h"
#include "frontend/values/array.h"
#include "frontend/values/iterate.h"
#include "frontend/values/tuple.h"
#include "frontend/values/unpack.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// Elements that are more than this are no tuple but a mistake.
static constexpr std::int64_t maxElements = 1024;

/// Binds a target of `for` to an element whose parts are kept.
bool FunctionChecker::bindTarget(const Expr &target, Operand element,
                                 Block &block) {
  if (const auto *name = std::get_if<Name>(&target.node)) {
    bound_.insert_or_assign(name->id, std::move(element));
    return true;
  }
  const std::vector<ExprPtr> *targets = nullptr;
  if (const auto *tuple = std::get_if<TupleExpr>(&target.node))
    targets = &tuple->elements;
  else if (const auto *list = std::get_if<ListExpr>(&target.node))
    targets = &list->elements;
  std::vector<Operand> parts;
  bool isArray = targets && element.isArray() && element.type.ndim > 0;
  if (isArray) {
    parts = unpackedArray(*this, std::move(element), targets->size(),
                          target.range, block);
    if (parts.empty())
      return false;
  } else if (!targets || !expandTuple(*this, element, parts)) {
    diagnostics().emit(target.range, diag::CannotUnpack, describe(element));
    return false;
  }
  if (parts.size() != targets->size()) {
    diagnostics().emit(target.range, diag::UnpackCount,
                       static_cast<Integer>(parts.size()),
                       static_cast<Integer>(targets->size()));
    return false;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    Operand &part = parts[i];
    if (part.expr && !std::holds_alternative<ir::SlotValue>(part.expr->node))
      part = keepParts(std::move(part), block);
    if (part.isError || !bindTarget(*(*targets)[i], std::move(part), block))
      return false;
  }
  return true;
}

/// Whether every condition of the part holds; nothing after an error.
std::optional<bool>
FunctionChecker::conditionsHold(const ComprehensionFor &part) {
  for (const ExprPtr &condition : part.conditions) {
    std::optional<bool> known;
    ir::ExprPtr value = checkCondition(*condition, known);
    if (known && !*known)
      return false;
    if (known)
      continue;
    if (value)
      diagnostics().emit(condition->range, diag::BadComprehension,
                         std::string("condition"));
    return std::nullopt;
  }
  return true;
}

bool FunctionChecker::comprehend(const Comprehension &node, std::size_t at,
                                 std::vector<Operand> &elements, Block &block) {
  if (at == node.fors.size()) {
    Operand element = check(*node.element);
    if (element.isError)
      return false;
    if (static_cast<std::int64_t>(elements.size()) == maxElements) {
      diagnostics().emit(node.element->range, diag::UnsupportedExpression,
                         "a comprehension of more than " +
                             std::to_string(maxElements) + " elements");
      return false;
    }
    elements.push_back(keepParts(std::move(element), block));
    return !elements.back().isError;
  }
  const ComprehensionFor &part = node.fors[at];
  Iteration iteration = iterate(*this, *part.iterable, block);
  if (!iteration.valid)
    return false;
  if (!iteration.count) {
    diagnostics().emit(part.iterable->range, diag::BadComprehension,
                       std::string("length"));
    return false;
  }
  std::uint64_t outerKey = unrolledKey_;
  bool valid = true;
  for (std::int64_t i = 0; i < *iteration.count && valid; ++i) {
    unrolledKey_ = outerKey;
    unrolledKey_ = unrolled(&part, i);
    Operand index =
        Operand::ofValue(Value::of(Number::ofInt(i)), part.iterable->range);
    Operand element = keepParts(iteration.element(index), block);
    valid =
        !element.isError && bindTarget(*part.target, std::move(element), block);
    std::optional<bool> holds = valid ? conditionsHold(part) : std::nullopt;
    valid = holds && (!*holds || comprehend(node, at + 1, elements, block));
  }
  unrolledKey_ = outerKey;
  return valid;
}

Operand FunctionChecker::checkComprehension(const Comprehension &node,
                                            SourceRange range) {
  if (node.kind == '{') {
    diagnostics().emit(range, diag::UnsupportedExpression,
                       std::string("a set or dictionary comprehension"));
    return Operand::error(range);
  }
  std::map<std::string, Operand> outer;
  for (const auto &[name, operand] : bound_)
    outer.emplace(name, copyOf(operand));
  std::vector<Operand> elements;
  Block block;
  bool valid = comprehend(node, 0, elements, block);
  bound_ = std::move(outer);
  if (!valid)
    return Operand::error(range);
  Operand result = Operand::asList(makeTuple(*this, std::move(elements), range),
                                   node.kind == '[');
  if (block.empty() || result.known)
    return result;
  return Operand::ofExpr(
      letsAround(materialize(std::move(result)), std::move(block)));
}

} // namespace pyk2ptx
