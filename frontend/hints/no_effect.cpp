// Statements that do nothing, and what they were to do.
#include "no_effect.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/parse/syntax_walk.h"
#include "text_of.h"

#include <string>
#include <variant>

namespace pyk2ptx {

using namespace syntax;

namespace {

bool isPlace(const Expr &expr) {
  return std::holds_alternative<Name>(expr.node) ||
         std::holds_alternative<Subscript>(expr.node) ||
         std::holds_alternative<Attribute>(expr.node);
}

/// Whether the text may do more than give a value: its value has to tell.
bool mayAct(const Expr &expr) {
  bool acts = false;
  visitExprs(expr, [&](const Expr &part) {
    acts = acts || std::holds_alternative<Call>(part.node) ||
           std::holds_alternative<NamedExpr>(part.node) ||
           std::holds_alternative<Comprehension>(part.node) ||
           std::holds_alternative<UnsupportedExpr>(part.node);
  });
  return acts;
}

bool onlyGivesValue(const ir::Expr &expr) {
  bool acts = false;
  forEachExpr(expr, [&](const ir::Expr &node) {
    const auto *call = std::get_if<ir::CallBuiltin>(&node.node);
    acts = acts || std::holds_alternative<ir::Atomic>(node.node) ||
           std::holds_alternative<ir::Let>(node.node) ||
           std::holds_alternative<ir::CallFunction>(node.node) ||
           (call && !onlyGivesValue(effectOf(call->builtin)));
  });
  return !acts;
}

/// "()" of a function without parameters.
const char *parenthesesOf(const Value &value) {
  bool takesNone = false;
  if (value.kind == Value::Kind::Path) {
    const CallForm &form = builtinInfo(*builtinByName(value.text)).form;
    takesNone = form.most == 0 && form.takes != Takes::Syntax;
  } else if (value.function.def) {
    takesNone = value.function.def->params.empty();
  }
  return takesNone ? "()" : "(...)";
}

bool isFunction(const Operand &result) {
  if (!result.known)
    return false;
  if (result.known->kind == Value::Kind::Function)
    return true;
  std::optional<Builtin> builtin = result.known->kind == Value::Kind::Path
                                       ? builtinByName(result.known->text)
                                       : std::nullopt;
  return builtin && builtinInfo(*builtin).signature != Signature::Register;
}

/// What `==`, `++` and `--` were to do; "" for all else.
std::string meantBy(const Expr &expr) {
  if (const auto *compare = std::get_if<Compare>(&expr.node)) {
    bool isEqual =
        compare->ops.size() == 1 && compare->ops[0] == CompareOp::Equal;
    if (!isEqual || !isPlace(*compare->operands[0]))
      return "";
    return "; write `" + textOf(compare->operands[0]->range) + " = " +
           textOf(compare->operands[1]->range) + "` to assign";
  }
  const auto *outer = std::get_if<Unary>(&expr.node);
  const auto *inner =
      outer ? std::get_if<Unary>(&outer->operand->node) : nullptr;
  bool isTwice = inner && inner->op == outer->op && isPlace(*inner->operand);
  if (isTwice && outer->op == UnaryOp::Positive)
    return "; write `" + textOf(inner->operand->range) + " += 1`";
  if (isTwice && outer->op == UnaryOp::Negative)
    return "; write `" + textOf(inner->operand->range) + " -= 1`";
  return "";
}

} // namespace

void warnOfNoEffect(Emitter &e, const Expr &expr, const Operand &result) {
  if (isFunction(result)) {
    if (std::holds_alternative<Call>(expr.node))
      return;
    std::string name = textOf(expr.range);
    e.diagnostics().emit(expr.range, diag::NoEffect,
                         std::string("a function that is not called"),
                         "; write `" + name + parenthesesOf(*result.known) +
                             "`");
    return;
  }
  // A name by itself, None and the like are written where nothing is to be
  // done, an element for the error that it may be.
  bool isMeant = std::holds_alternative<Name>(expr.node) ||
                 std::holds_alternative<Subscript>(expr.node) ||
                 std::holds_alternative<NoneLiteral>(expr.node) ||
                 std::holds_alternative<TupleExpr>(expr.node) ||
                 std::holds_alternative<ListExpr>(expr.node) ||
                 std::holds_alternative<Lambda>(expr.node);
  if (isMeant)
    return;
  bool isPure = !mayAct(expr) || (result.expr && result.isScalar() &&
                                  onlyGivesValue(*result.expr));
  if (isPure)
    e.diagnostics().emit(expr.range, diag::NoEffect,
                         std::string("this statement"), meantBy(expr));
}

void warnOfSign(Emitter &e, const Assign &node) {
  const auto *sign = std::get_if<Unary>(&node.value->node);
  if (!sign || sign->op != UnaryOp::Positive || node.targets.size() != 1)
    return;
  SourceRange range = node.value->range;
  std::string_view text = range.source->text();
  // `n =+ 1`: nobody parts a sign from its number and not from the `=`.
  bool isApart = range.begin >= 2 && text[range.begin - 1] == '=' &&
                 text[range.begin - 2] == ' ' && text[range.begin + 1] == ' ';
  if (!isApart)
    return;
  std::string target = textOf(node.targets[0]->range);
  e.diagnostics().emit(range, diag::NoEffect, std::string("this `+`"),
                       "; write `" + target +
                           " += " + textOf(sign->operand->range) + "` to add");
}

} // namespace pyk2ptx
