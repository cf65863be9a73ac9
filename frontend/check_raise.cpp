// raise and assert. A thread that raises ends, in every mode; under --debug the
// launch reports the exception's name and its message, which are texts of the
// compiled module: nothing of them is computed on the device.
#include "checker.h"

#include "print_syntax.h"

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
                            SourceRange range, Block &block) {
  ir::Raise result;
  result.kind = kind;
  result.report = file_.debug();
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
    raise("AssertionError", std::move(text), range, block);
    env_.isReachable = false;
    return;
  }
  ir::If result;
  result.condition =
      makeExpr(node.condition->range, Type::of(Scalar::Bool),
               ir::Unary{ir::UnaryOp::Not, std::move(condition)});
  raise("AssertionError", std::move(text), range, result.body);
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
        std::move(text), range, block);
  env_.isReachable = false;
}

} // namespace pyk2ptx
