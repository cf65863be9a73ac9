// What an expression does besides giving a value. An operand that the result
// does not need, the first of (f(x), 2)[1], is dropped while expressions are
// checked; Python evaluates it. So the IR of each statement is searched for
// what the calls and the `:=` in it do, and what is missing there is an error
// of the user's program, instead of a store that does not happen.
#include "checker.h"
#include "frontend/emit/observer.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace pyk2ptx {

using namespace syntax;

namespace {

using Place = std::tuple<const Source *, std::uint32_t, std::uint32_t>;

Place placeIn(SourceRange range) {
  return {range.source, range.begin, range.end};
}

/// Whether the node itself, its operands left out, does more than give a value.
template <class IsActing>
bool isEffect(const ir::Expr &expr, const IsActing &isActing) {
  if (const auto *atomic = std::get_if<ir::Atomic>(&expr.node))
    return atomic->op != ir::AtomicOp::Load;
  if (const auto *call = std::get_if<ir::CallBuiltin>(&expr.node))
    return effectOf(call->builtin) >= Effect::Writes;
  const auto *call = std::get_if<ir::CallFunction>(&expr.node);
  return call && isActing(call->function);
}

/// Whether it has a local array, which is its caller's, if it is a parameter's.
bool hasLocalArray(const Type &type) {
  if (type.isTuple() && type.elements)
    return std::ranges::any_of(*type.elements, hasLocalArray);
  return type.space == Space::Local;
}

} // namespace

bool FileChecker::findActing(const ir::Function &function,
                             std::optional<std::uint32_t> number,
                             std::size_t lent) const {
  auto given = static_cast<std::ptrdiff_t>(function.paramCount - lent);
  bool storesInLocal = std::any_of(
      function.slots.begin(), function.slots.begin() + given,
      [](const ir::Slot &slot) { return hasLocalArray(slot.type); });
  bool found = false;
  forEachStmt(function.body, [&](const ir::Stmt &stmt) {
    const auto *store = std::get_if<ir::Store>(&stmt.node);
    found = found ||
            (store &&
             (storesInLocal || store->array->type.space != Space::Local)) ||
            std::holds_alternative<ir::Print>(stmt.node) ||
            std::holds_alternative<ir::Raise>(stmt.node);
  });
  forEachExprIn(function.body, [&](const ir::Expr &expr) {
    found = found || isEffect(expr, [&](std::uint32_t called) {
              return called != number && acting_.contains(called);
            });
  });
  return found;
}

void FunctionChecker::noteEffects(const Expr &expr, const Operand &result) {
  // An element of an array expression is none of the text's values.
  if (file_.observer() && !result.isError && !result.isElement)
    file_.observer()->noted(expr.range, typeOf(result, false), result.known);
  bool isNamed = std::holds_alternative<NamedExpr>(expr.node);
  if (!result.expr || (!isNamed && !std::holds_alternative<Call>(expr.node)))
    return;
  bool found = false;
  forEachExpr(*result.expr, [&](const ir::Expr &node) {
    if (placeIn(node.range) != placeIn(expr.range))
      return;
    found = found || (isNamed ? std::holds_alternative<ir::Let>(node.node)
                              : isEffect(node, [&](std::uint32_t function) {
                                  return file_.isActing(function);
                                }));
  });
  if (found)
    effects_.push_back(expr.range);
}

void FunctionChecker::requireEffects(std::size_t first, const Block &block,
                                     std::size_t from) {
  std::set<Place> kept;
  auto keep = [&](const ir::Expr &node) { kept.insert(placeIn(node.range)); };
  for (std::size_t i = from; i < block.size() && effects_.size() > first; ++i) {
    forEachOperandOf(block[i],
                     [&](const ir::Expr &expr) { forEachExpr(expr, keep); });
    forEachBlockOf(block[i],
                   [&](const Block &inner) { forEachExprIn(inner, keep); });
  }
  for (std::size_t i = first; i < effects_.size(); ++i)
    if (!kept.contains(placeIn(effects_[i])))
      diagnostics().emit(effects_[i], diag::DroppedEffect);
  effects_.resize(first);
}

} // namespace pyk2ptx
