// raise and assert. A thread that raises ends, in every mode; under --debug the
// launch reports the exception's name and its message, which are texts of the
// compiled module: nothing of them is computed on the device.
#include "checker.h"
#include "frontend/parse/print_syntax.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

static constexpr const char *exceptionNames[] = {
    "ArithmeticError",   "AssertionError",      "AttributeError",
    "BaseException",     "BufferError",         "EOFError",
    "Exception",         "FloatingPointError",  "IndexError",
    "KeyError",          "LookupError",         "MemoryError",
    "NameError",         "NotImplementedError", "OSError",
    "OverflowError",     "RecursionError",      "ReferenceError",
    "RuntimeError",      "StopIteration",       "SystemError",
    "SystemExit",        "TimeoutError",        "TypeError",
    "UnboundLocalError", "UnicodeError",        "ValueError",
    "Warning",           "ZeroDivisionError"};

bool FunctionChecker::isException(const Expr &expr) {
  if (std::get_if<Attribute>(&expr.node))
    return true;
  const auto *name = std::get_if<Name>(&expr.node);
  if (!name || indices_.contains(name->id))
    return false;
  Value value = file_.evaluator().lookup(name->id, scope_);
  if (value.kind == Value::Kind::Missing)
    return std::find(std::begin(exceptionNames), std::end(exceptionNames),
                     name->id) != std::end(exceptionNames);
  // A class of the file, or what an import gave.
  return value.kind == Value::Kind::Unknown ||
         value.kind == Value::Kind::Class || value.kind == Value::Kind::Path;
}

/// A string's text, a constant one's too; of anything else its source, since it
/// is not computed.
std::string FunctionChecker::messageText(const Expr &expr) {
  if (const auto *text = std::get_if<StringLiteral>(&expr.node))
    return text->value;
  const auto *name = std::get_if<Name>(&expr.node);
  Value value = Value::missing();
  if (name && indices_.contains(name->id))
    value = env_.variables[variableIndex(name->id)].known.value_or(value);
  else if (name || std::get_if<Attribute>(&expr.node))
    value = file_.evaluator().evaluate(expr, scope_);
  if (value.kind == Value::Kind::String)
    return value.text;
  const auto *pieces = std::get_if<FString>(&expr.node);
  if (!pieces)
    return spell(expr);
  std::string result;
  for (const FormattedPiece &piece : pieces->pieces)
    result += piece.value ? "{" + spell(*piece.value) + "}" : piece.text;
  return result;
}

void FunctionChecker::raise(const std::string &kind, std::string text,
                            bool isReported, SourceRange range, Block &block) {
  ir::Raise result;
  result.kind = kind;
  result.report = isReported;
  if (result.report)
    result.text = std::move(text);
  block.push_back({range, std::move(result)});
}

void FunctionChecker::checkAssert(const Assert &node, SourceRange range,
                                  Block &block) {
  std::optional<bool> known;
  ir::ExprPtr condition = checkCondition(*node.condition, known);
  if ((known && *known) || (!known && !condition))
    return;
  std::string text = node.message ? messageText(*node.message) : "";
  if (known) {
    raise("AssertionError", std::move(text), file_.debug(), range, block);
    env_.isReachable = false;
    return;
  }
  ir::If result;
  result.condition =
      makeExpr(node.condition->range, Type::of(Scalar::Bool),
               ir::Unary{ir::UnaryOp::Not, std::move(condition)});
  raise("AssertionError", std::move(text), file_.debug(), range, result.body);
  block.push_back({range, std::move(result)});
}

void FunctionChecker::checkRaise(const Raise &node, SourceRange range,
                                 Block &block) {
  const Expr *exception = node.exception.get();
  const auto *call = exception ? std::get_if<Call>(&exception->node) : nullptr;
  const Expr *callee = call ? call->callee.get() : exception;
  if (!callee || !isException(*callee)) {
    diagnostics().emit(range, diag::NotAnException,
                       exception ? "`" + spell(*exception) + "`"
                                 : std::string("what was caught before"));
    env_.isReachable = false;
    return;
  }
  std::string text;
  if (call)
    for (const ExprPtr &arg : call->args)
      text += (text.empty() ? "" : ", ") + messageText(*arg);
  const auto *name = std::get_if<Name>(&callee->node);
  raise(name ? name->id : std::get<Attribute>(callee->node).name,
        std::move(text), file_.debug(), range, block);
  env_.isReachable = false;
}

// ---- checks within expressions ----

/// `raise` is a statement, and this is part of an expression: the function is
/// made part of its caller.
ir::ExprPtr FileChecker::raisingWhere(ir::ExprPtr value, const Test &fails,
                                      const std::string &tested,
                                      const char *kind,
                                      const std::string &text) {
  SourceRange range = value->range;
  Type type = value->type;
  auto number = static_cast<std::uint32_t>(module_.functions.size());
  auto [found, isNew] = valueChecks_.try_emplace(
      placeOf(range) + irSpelling(type) + tested + kind + text, number);
  if (isNew) {
    auto given = [&] { return makeExpr(range, type, ir::SlotValue{0}); };
    ir::If check;
    check.condition = fails(given);
    check.body.push_back({range, ir::Raise{kind, text, true}});
    ir::Function function;
    function.name = "check";
    function.symbol = uniqueSymbol("__pyk2ptx_check");
    function.range = range;
    function.paramCount = 1;
    function.slots.push_back({"value", type});
    function.returnType = type;
    function.body.push_back({range, std::move(check)});
    function.body.push_back({range, ir::Return{given()}});
    module_.functions.push_back(std::move(function));
    acting_.insert(number);
  }
  reached_.insert(found->second);
  ir::CallFunction call;
  call.function = found->second;
  call.args.push_back(std::move(value));
  return makeExpr(range, type, std::move(call));
}

} // namespace pyk2ptx
