// Host code beyond names and operators: displays, comprehensions, formatted
// texts, and calls of what folds (fold.h). Names that a comprehension or a
// function's call binds are in a scope that ends with it.
#include "device_object.h"
#include "fold.h"
#include "run_host.h"

#include <algorithm>
#include <functional>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

/// Names of a target given the parts of a value; false when they do not fit.
static bool bindTarget(const Expr &target, const Value &value, Scope &scope) {
  if (const auto *name = std::get_if<Name>(&target.node)) {
    scope.given[name->id] = value;
    return true;
  }
  const std::vector<ExprPtr> *targets = nullptr;
  if (const auto *tuple = std::get_if<TupleExpr>(&target.node))
    targets = &tuple->elements;
  else if (const auto *list = std::get_if<ListExpr>(&target.node))
    targets = &list->elements;
  auto parts = elementsOf(value);
  if (!targets || !parts || parts->size() != targets->size())
    return false;
  for (std::size_t i = 0; i < parts->size(); ++i)
    if (!bindTarget(*(*targets)[i], (*parts)[i], scope))
      return false;
  return true;
}

static Value chainValue(Evaluator &evaluator, const BoolOp &chain,
                        const Scope &scope, SourceRange range) {
  Value value;
  for (const ExprPtr &operand : chain.operands) {
    value = evaluator.evaluate(*operand, scope);
    std::optional<bool> truth = truthOf(value);
    if (!truth)
      return value.isKnown()
                 ? Value::unknown(range, "its truth is not a constant")
                 : value;
    if (*truth != chain.isAnd)
      break;
  }
  return value;
}

static Value chainValue(Evaluator &evaluator, const Compare &chain,
                        const Scope &scope, SourceRange range) {
  Value left = evaluator.evaluate(*chain.operands[0], scope);
  Value result = boolValue(true);
  for (std::size_t i = 0; i < chain.ops.size(); ++i) {
    Value right = evaluator.evaluate(*chain.operands[i + 1], scope);
    result = foldHost(chain.ops[i], left, right, range);
    std::optional<bool> truth = truthOf(result);
    if (!truth || !*truth)
      break;
    left = std::move(right);
  }
  return result;
}

Value Evaluator::evaluateHost(const Expr &expr, const Scope &scope) {
  SourceRange range = expr.range;
  const auto &node = expr.node;
  if (const auto *chain = std::get_if<BoolOp>(&node))
    return chainValue(*this, *chain, scope, range);
  if (const auto *chain = std::get_if<Compare>(&node))
    return chainValue(*this, *chain, scope, range);
  if (const auto *choice = std::get_if<IfExpr>(&node)) {
    Value condition = evaluate(*choice->condition, scope);
    std::optional<bool> truth = truthOf(condition);
    if (!truth)
      return condition.isKnown()
                 ? Value::unknown(range, "the condition is not a constant")
                 : condition;
    return evaluate(*truth ? *choice->body : *choice->orElse, scope);
  }
  if (const auto *text = std::get_if<FString>(&node))
    return formatted(*text, scope, range);
  if (const auto *made = std::get_if<Comprehension>(&node))
    return comprehension(*made, scope, range);
  if (const auto *other = std::get_if<UnsupportedExpr>(&node))
    return display(*other, scope, range);
  if (const auto *part = std::get_if<Slice>(&node)) {
    Value slice;
    slice.kind = Kind::Slice;
    for (const ExprPtr *each : {&part->lower, &part->upper, &part->step}) {
      slice.elements.push_back(*each ? evaluate(**each, scope) : Value::none());
      if (!slice.elements.back().isKnown())
        return slice.elements.back();
    }
    return slice;
  }
  if (std::get_if<EllipsisLiteral>(&node)) {
    Value value;
    value.kind = Kind::Ellipsis;
    return value;
  }
  return Value::unknown(range, "it is not a constant expression");
}

Value Evaluator::formatted(const FString &node, const Scope &scope,
                           SourceRange range) {
  Value result = Value::string("");
  for (const FormattedPiece &piece : node.pieces) {
    result.text += piece.text;
    if (!piece.value)
      continue;
    Value value = evaluate(*piece.value, scope);
    if (!value.isKnown())
      return value;
    bool isPlain = piece.spec.empty() &&
                   (piece.conversion.empty() || piece.conversion == "s");
    std::optional<std::string> text = isPlain ? textOf(value) : std::nullopt;
    if (!text)
      return Value::unknown(range, "how the text is formatted is not "
                                   "evaluated");
    result.text += *text;
  }
  return result;
}

static const char *const sameUnknown =
    "whether two of its elements are equal is not a constant";

Value Evaluator::display(const UnsupportedExpr &node, const Scope &scope,
                         SourceRange range) {
  bool isDict = node.what == "dictionary";
  if (!isDict && node.what != "set")
    return Value::unknown(range, "it is not a constant expression");
  Value result;
  result.kind = isDict ? Kind::Dict : Kind::Set;
  std::vector<Value> values;
  for (const ExprPtr &element : node.elements) {
    values.push_back(evaluate(*element, scope));
    // One value of a dict may be unknown, as long as nobody asks for it.
    bool isValue = isDict && values.size() % 2 == 0;
    if (!values.back().isKnown() && !isValue)
      return values.back();
  }
  for (std::size_t i = 0; i < values.size(); i += isDict ? 2 : 1) {
    if (isDict ? !setKey(result, values[i], values[i + 1])
               : !addToSet(result, values[i]))
      return Value::unknown(range, sameUnknown);
  }
  return result;
}

bool Evaluator::comprehend(const Comprehension &node, std::size_t at,
                           const Scope &scope, Value &result) {
  auto fails = [&](Value why) {
    result = std::move(why);
    return false;
  };
  if (at == node.fors.size()) {
    if (static_cast<std::int64_t>(result.elements.size()) >= mostElements)
      return fails(Value::unknown(node.element->range, "it is too large"));
    const auto *pair = std::get_if<UnsupportedExpr>(&node.element->node);
    if (result.kind == Kind::Dict && pair && pair->elements.size() == 2) {
      Value key = evaluate(*pair->elements[0], scope);
      Value value = evaluate(*pair->elements[1], scope);
      if (!key.isKnown() || !value.isKnown())
        return fails(key.isKnown() ? value : key);
      return setKey(result, key, std::move(value)) ||
             fails(Value::unknown(node.element->range, sameUnknown));
    }
    Value element = evaluate(*node.element, scope);
    if (!element.isKnown())
      return fails(std::move(element));
    if (result.kind == Kind::Set)
      return addToSet(result, element) ||
             fails(Value::unknown(node.element->range, sameUnknown));
    result.elements.push_back(std::move(element));
    return true;
  }
  const ComprehensionFor &part = node.fors[at];
  Value iterable = evaluate(*part.iterable, scope);
  auto elements = elementsOf(iterable, result.kind != Kind::Set);
  if (!elements)
    return fails(iterable.isKnown()
                     ? Value::unknown(part.iterable->range,
                                      "its elements are not constants")
                     : iterable);
  Scope inner = temporaryScope(scope);
  for (const Value &each : *elements) {
    if (--rounds_ < 0)
      return fails(
          Value::unknown(part.target->range, "it takes too long to evaluate"));
    if (!bindTarget(*part.target, each, inner))
      return fails(
          Value::unknown(part.target->range, "the element cannot be unpacked"));
    bool holds = true;
    for (const ExprPtr &condition : part.conditions) {
      Value value = evaluate(*condition, inner);
      std::optional<bool> truth = truthOf(value);
      if (!truth)
        return fails(value.isKnown()
                         ? Value::unknown(condition->range,
                                          "its truth is not a constant")
                         : value);
      holds = holds && *truth;
      if (!holds)
        break;
    }
    if (holds && !comprehend(node, at + 1, inner, result))
      return false;
  }
  return true;
}

Value Evaluator::comprehension(const Comprehension &node, const Scope &scope,
                               SourceRange range) {
  const auto *pair = std::get_if<UnsupportedExpr>(&node.element->node);
  Value result = Value::tuple({});
  result.isList = true;
  result.range = range;
  if (node.kind == '{')
    result.kind = pair && pair->what == "pair" ? Kind::Dict : Kind::Set;
  (void)comprehend(node, 0, scope, result);
  return result;
}

// ---- calls ----

/// Of a body that is a documentation string, if any, and that; else null.
static const Return *onlyReturn(const FunctionDef &def) {
  const Return *result = nullptr;
  for (const Stmt &stmt : def.body) {
    const auto *text = std::get_if<ExprStmt>(&stmt.node);
    if (text && std::get_if<StringLiteral>(&text->value->node))
      continue;
    if (result)
      return nullptr;
    result = std::get_if<Return>(&stmt.node);
    if (!result || !result->value)
      return nullptr;
  }
  return result;
}

/// Whether a call of it can be evaluated, whatever its arguments are.
static bool isEvaluable(const FunctionValue &function) {
  const FunctionDef &def = *function.def;
  return !function.bound && (def.name == "lambda" || def.decorators.empty()) &&
         (onlyReturn(def) || runsAtOnce(def, *function.scope));
}

static Value notCalled(const FunctionValue &function, SourceRange range) {
  return Value::unknown(range, "`" + function.def->name +
                                   "` is not called before the program runs");
}

Value Evaluator::callHostFunction(
    const FunctionValue &function, const std::vector<Value> &args,
    const std::vector<std::pair<std::string, Value>> &keywords,
    SourceRange range) {
  const FunctionDef &def = *function.def;
  Value unknown = notCalled(function, range);
  if (!isEvaluable(function) || --rounds_ < 0 ||
      args.size() > def.params.size())
    return unknown;
  Scope inner = temporaryScope(*function.scope->parent);
  for (std::size_t i = 0; i < def.params.size(); ++i) {
    const Parameter &param = def.params[i];
    bool isPlain =
        param.kind == Parameter::Kind::Normal ||
        (param.kind == Parameter::Kind::KeywordOnly && i >= args.size());
    if (!isPlain)
      return unknown;
    // Of the place where the function is defined.
    CalledAt nowhere(*this, {});
    if (i < args.size())
      inner.given[param.name] = args[i];
    else if (param.defaultValue)
      inner.given[param.name] =
          evaluate(*param.defaultValue, *function.scope->parent);
  }
  for (const auto &[name, value] : keywords)
    inner.given[name] = value;
  if (inner.given.size() != def.params.size())
    return unknown;
  // Names are what they are where it is called, by whatever calls it.
  CalledAt place(*this, calledAt_.value_or(range));
  if (const Return *only = onlyReturn(def))
    return evaluate(*only->value, inner);
  for (const auto &[name, value] : inner.given)
    if (holdsObject(value) && isChangedElsewhere(*function.scope, name))
      return unknown;
  HostRunner runner(*this, *function.scope, inner);
  HostRunner::End end = runner.run(def.body);
  return end == HostRunner::End::Next ? Value::none() : runner.result();
}

Evaluator::HostArguments Evaluator::hostArguments(const Call &node,
                                                  const Scope &scope,
                                                  bool takesOptions,
                                                  SourceRange range) {
  HostArguments given;
  for (const ExprPtr &arg : node.args) {
    const auto *star = std::get_if<Starred>(&arg->node);
    Value value = evaluate(star ? *star->value : *arg, scope);
    auto parts = star && value.isKnown() ? elementsOf(value) : std::nullopt;
    if (star && value.isKnown() && !parts)
      value = Value::unknown(range, "its arguments are not constants");
    if (!value.isKnown()) {
      given.unknown = std::move(value);
      return given;
    }
    if (star)
      given.args.insert(given.args.end(), parts->begin(), parts->end());
    else
      given.args.push_back(std::move(value));
  }
  for (const Keyword &keyword : node.keywords) {
    Value value = evaluate(*keyword.value, scope);
    if (!value.isKnown()) {
      given.unknown = std::move(value);
      return given;
    }
    // **options
    bool isOptions = keyword.name.empty();
    if (isOptions && (value.kind != Kind::Dict || !takesOptions)) {
      given.isOpen = true;
      return given;
    }
    for (std::size_t i = 0; isOptions && i + 1 < value.elements.size(); i += 2)
      given.keywords.emplace_back(value.elements[i].text,
                                  value.elements[i + 1]);
    if (!isOptions)
      given.keywords.emplace_back(keyword.name, std::move(value));
  }
  return given;
}

std::optional<Value> Evaluator::foldCall(const Call &node, const Value &callee,
                                         const Scope &scope,
                                         SourceRange range) {
  const auto *access = std::get_if<Attribute>(&node.callee->node);
  Value base;
  std::string name;
  bool isMethod = false;
  if (access) {
    base = evaluate(*access->value, scope);
    isMethod = base.kind == Kind::String || base.kind == Kind::Dict ||
               base.kind == Kind::Tuple || base.isNumeric() ||
               base.kind == Kind::Array;
    name = access->name;
  }
  bool isHost = callee.kind == Kind::Function && !callee.function.jit;
  const auto *function =
      callee.kind == Kind::Function ? callee.function.def : nullptr;
  isHost = isHost || (function && function->name == "lambda");
  bool isPath = callee.kind == Kind::Path;
  std::optional<Value> (*fold)(const HostCall &) = nullptr;
  if (isPath && callee.text.starts_with("math."))
    fold = foldMath;
  else if (isPath && callee.text.starts_with("np."))
    fold = foldNumpy;
  else if (isPath && callee.text.starts_with(deviceLibrary))
    fold = foldDeviceMaker;
  else if (isPath && callee.text.find('.') == callee.text.npos)
    fold = foldPython;
  if (!isMethod && !isHost && !fold)
    return std::nullopt;
  // Its arguments may take long, and are for nothing then.
  if (isHost && !isEvaluable(callee.function))
    return notCalled(callee.function, range);
  HostArguments given = hostArguments(node, scope, fold != nullptr, range);
  if (given.unknown)
    return given.unknown;
  if (given.isOpen)
    return std::nullopt;
  const std::vector<Value> &args = given.args;
  if (isHost)
    return callHostFunction(callee.function, args, given.keywords, range);
  if (!isMethod)
    name = callee.text.substr(callee.text.find('.') + 1);
  if (fold == foldDeviceMaker)
    name = callee.text.substr(deviceLibrary.size());
  std::function<Value(const Value &, const std::vector<Value> &)> callValue;
  callValue = [&](const Value &called, const std::vector<Value> &values) {
    if (called.kind == Kind::Function)
      return callHostFunction(called.function, values, {}, range);
    if (called.kind == Kind::Path && called.text.find('.') == called.text.npos)
      if (auto folded = foldPython({called.text, values, {}, range, callValue}))
        return *folded;
    return call(called, values, range);
  };
  HostCall made{name, args, given.keywords, range, callValue};
  if (isMethod && isDeviceObject(base))
    return foldDeviceMethod(base, made);
  return isMethod ? foldMethod(base, made) : fold(made);
}

} // namespace pyk2ptx
