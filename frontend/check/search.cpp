// any(...) and all(...) of a generator, which end at the first element that
// decides: what stands behind it is not evaluated, nor what it would load,
// store or raise. Elements of a constant number are a chain of `or` or `and`,
// each of them checked by itself, as a comprehension's are. Others need a loop,
// which no expression of the IR is: the generator becomes a function of its
// own,
//
//     def any():
//         for target in iterable:
//             if condition:
//                 if element:
//                     return True
//         return False
//
// that captures what it reads, as a lambda would.
#include "checker.h"
#include "comprehension_writer.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/iterate.h"
#include "frontend/values/tuple.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// Rounds of one loop that are worth a copy of the element each, and elements
/// in all that are no mistake.
static constexpr std::int64_t mostRounds = 64;
static constexpr int mostSearched = 1024;

Operand FunctionChecker::searchGenerator(bool isAll, const Comprehension &node,
                                         SourceRange range) {
  std::map<std::string, Operand> outer;
  for (const auto &[name, operand] : bound_)
    outer.emplace(name, copyOf(operand));
  int elements = 0;
  Operand result = searchFrom(isAll, node, 0, elements, range);
  bound_ = std::move(outer);
  return result;
}

/// A condition as an operand.
Operand FunctionChecker::truthValue(const Expr &expr) {
  std::optional<bool> known;
  ir::ExprPtr value = checkCondition(expr, known);
  whenTrue_.reset();
  if (known)
    return boolOperand(*known, expr.range);
  return value ? Operand::ofExpr(std::move(value)) : Operand::error(expr.range);
}

/// What the loops from the one at `at` on find.
Operand FunctionChecker::searchFrom(bool isAll, const Comprehension &node,
                                    std::size_t at, int &elements,
                                    SourceRange range) {
  if (at == node.fors.size()) {
    if (++elements <= mostSearched)
      return truthValue(*node.element);
    diagnostics().emit(node.element->range, diag::UnsupportedExpression,
                       "a comprehension of more than " +
                           std::to_string(mostSearched) + " elements");
    return Operand::error(range);
  }
  const ComprehensionFor &part = node.fors[at];
  Diagnostics::Mark mark = diagnostics().mark();
  std::size_t effects = effects_.size();
  Block block;
  Iteration iteration = iterate(*this, *part.iterable, block);
  if (!iteration.valid)
    return Operand::error(range);
  if (!iteration.count ||
      (*iteration.count > mostRounds && !iteration.unroll)) {
    // The function evaluates it, too.
    diagnostics().rollback(mark);
    effects_.resize(effects);
    return searchLoop(isAll, node, at, range);
  }
  std::uint64_t outerKey = unrolledKey_;
  Operand result = boolOperand(isAll, range);
  // Whether it is decided is known.
  auto isDecided = [&] {
    return result.isNumber() && result.known->number.isTrue() != isAll;
  };
  std::vector<Environment> exits;
  for (std::int64_t i = 0;
       i < *iteration.count && !result.isError && !isDecided(); ++i) {
    if (!result.known)
      exits.push_back(env_);
    unrolledKey_ = outerKey;
    unrolledKey_ = unrolled(&part, i);
    Block own;
    Operand element =
        keepParts(iteration.element(intOperand(i, part.iterable->range)), own);
    if (element.isError || !bindTarget(*part.target, std::move(element), own)) {
      result = Operand::error(range);
      break;
    }
    Operand round = searchRound(isAll, node, at, elements, range);
    if (!own.empty() && !round.isError && !round.known)
      round = Operand::ofExpr(
          letsAround(materialize(std::move(round)), std::move(own)));
    result = bothTrue(isAll, std::move(result), std::move(round), range);
  }
  unrolledKey_ = outerKey;
  for (; !exits.empty(); exits.pop_back())
    joinSkipped(exits.back(), range);
  if (block.empty() || result.isError || result.known)
    return result;
  return Operand::ofExpr(
      letsAround(materialize(std::move(result)), std::move(block)));
}

/// What one round of the loop at `at` finds: nothing where a condition fails.
Operand FunctionChecker::searchRound(bool isAll, const Comprehension &node,
                                     std::size_t at, int &elements,
                                     SourceRange range) {
  Operand holds = boolOperand(true, range);
  std::vector<Environment> exits;
  for (const ExprPtr &condition : node.fors[at].conditions) {
    if (!holds.known)
      exits.push_back(env_);
    holds = bothTrue(true, std::move(holds), truthValue(*condition), range);
    if (holds.isError)
      return holds;
    if (holds.known && !holds.known->number.isTrue())
      return boolOperand(isAll, range);
  }
  if (!holds.known)
    exits.push_back(env_);
  Operand found = searchFrom(isAll, node, at + 1, elements, range);
  for (; !exits.empty(); exits.pop_back())
    joinSkipped(exits.back(), range);
  return isAll ? bothTrue(false, negation(*this, std::move(holds), range),
                          std::move(found), range)
               : bothTrue(true, std::move(holds), std::move(found), range);
}

namespace {

/// The function at the head of this file.
class SearchWriter : ComprehensionWriter {
public:
  SearchWriter(const Comprehension &node, std::size_t first)
      : ComprehensionWriter(node, first, node.element->range) {}

  FunctionDef search(bool isAll) const {
    FunctionDef def = function(isAll ? "all" : "any");
    def.nameRange = node_.fors[first_].target->range;
    ExprPtr decides = node_.element;
    if (isAll)
      decides = expr(syntax::Unary{UnaryOp::Not, decides});
    syntax::Block decided;
    put(decided, Return{expr(BoolLiteral{!isAll})});
    loops(onlyIf(decides, std::move(decided)), def.body);
    put(def.body, Return{expr(BoolLiteral{isAll})});
    return def;
  }
};

} // namespace

Operand FunctionChecker::searchLoop(bool isAll, const Comprehension &node,
                                    std::size_t at, SourceRange range) {
  return callWritten(node, at, isAll ? Builtin::All : Builtin::Any, range, {},
                     range,
                     [&] { return SearchWriter(node, at).search(isAll); });
}

} // namespace pyk2ptx
