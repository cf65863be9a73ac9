// Expressions: names, attributes, conditions and the dispatch over the rest.
#include "checker.h"
#include "frontend/evaluate/captured.h"
#include "frontend/evaluate/device_object.h"
#include "frontend/hints/certain.h"
#include "frontend/hints/misuse.h"
#include "frontend/hints/near_names.h"
#include "frontend/ir/compare_op.h"
#include "frontend/library/fp8.h"
#include "frontend/library/groups.h"
#include "frontend/library/half.h"
#include "frontend/library/introspection.h"
#include "frontend/library/member.h"
#include "frontend/library/numpy.h"
#include "frontend/primitives/coop.h"
#include "frontend/primitives/tensor.h"
#include "frontend/tables/libdevice.h"
#include "frontend/tables/refused.h"
#include "frontend/types/numba_typing.h"
#include "frontend/values/array.h"
#include "frontend/values/complex.h"
#include "frontend/values/enumeration.h"
#include "frontend/values/named_tuple.h"
#include "frontend/values/optional.h"
#include "frontend/values/record.h"
#include "frontend/values/tuple.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

Operand FunctionChecker::check(const Expr &expr) {
  return required(*this, checkMaybe(*this, expr));
}

/// A value; one of a tuple of arrays, say, is data of the function.
Operand FunctionChecker::constantOperand(Value value, SourceRange range) {
  if (isArray(value))
    return constantArray(value, "constant", range);
  return Operand::ofValue(std::move(value), range);
}

Operand FunctionChecker::checkNode(const Expr &expr) {
  SourceRange range = expr.range;
  const auto &node = expr.node;
  if (const auto *name = std::get_if<Name>(&node))
    return checkName(*name, range);
  if (const auto *literal = std::get_if<IntLiteral>(&node)) {
    if (literal->tooLarge) {
      diagnostics().emit(range, diag::IntegerTooLarge);
      return Operand::error(range);
    }
    return Operand::ofValue(file_.evaluator().evaluate(expr, scope_), range);
  }
  if (std::get_if<FloatLiteral>(&node) || std::get_if<BoolLiteral>(&node) ||
      std::get_if<ImaginaryLiteral>(&node) || std::get_if<NoneLiteral>(&node) ||
      std::get_if<StringLiteral>(&node))
    return Operand::ofValue(file_.evaluator().evaluate(expr, scope_), range);
  if (std::get_if<EllipsisLiteral>(&node)) {
    Value value;
    value.kind = Value::Kind::Ellipsis;
    return Operand::ofValue(std::move(value), range);
  }
  // A list that a kernel makes is a tuple that never changes, but for what it
  // is as an index.
  const std::vector<ExprPtr> *display = nullptr;
  if (const auto *tuple = std::get_if<TupleExpr>(&node))
    display = &tuple->elements;
  else if (const auto *list = std::get_if<ListExpr>(&node))
    display = &list->elements;
  if (display) {
    std::vector<Operand> parts;
    for (const ExprPtr &element : *display) {
      const auto *starred = std::get_if<Starred>(&element->node);
      Operand part =
          starred ? check(*starred->value) : checkMaybe(*this, *element);
      if (starred && expandTuple(*this, part, parts))
        continue;
      if (starred && !part.isError) {
        diagnostics().emit(element->range, diag::CannotUnpack, describe(part));
        part = Operand::error(range);
      }
      parts.push_back(std::move(part));
    }
    return Operand::asList(makeTuple(*this, std::move(parts), range),
                           std::holds_alternative<ListExpr>(node));
  }
  if (const auto *made = std::get_if<Comprehension>(&node))
    return checkComprehension(*made, range);
  if (const auto *named = std::get_if<NamedExpr>(&node))
    return checkNamed(*named, range);
  if (const auto *lambda = std::get_if<Lambda>(&node))
    return checkLambda(*lambda, range);
  if (const auto *access = std::get_if<Attribute>(&node))
    return checkAttribute(*access, range);
  if (const auto *access = std::get_if<Subscript>(&node))
    return checkSubscript(*this, *access, range);
  if (const auto *call = std::get_if<Call>(&node))
    return checkCall(*call, range);
  if (const auto *operation = std::get_if<Unary>(&node))
    return checkUnary(*operation, range);
  if (const auto *operation = std::get_if<Binary>(&node))
    return checkBinary(*operation, range);
  if (const auto *operation = std::get_if<BoolOp>(&node))
    return checkBoolOp(*operation, range);
  if (const auto *chain = std::get_if<Compare>(&node))
    return checkCompare(*chain, range);
  if (const auto *choice = std::get_if<IfExpr>(&node))
    return checkIfExpr(*choice, range);
  const char *what = "this expression";
  if (std::get_if<Slice>(&node))
    what = "a slice outside brackets";
  else if (std::get_if<Starred>(&node))
    what = "a starred expression";
  else if (std::get_if<FString>(&node))
    what = "an f-string";
  std::string text = what;
  if (const auto *other = std::get_if<UnsupportedExpr>(&node))
    text = other->what == "dictionary" || other->what == "set"
               ? "a " + other->what
               : "`" + other->what + "`";
  Diagnostic &diagnostic =
      diagnostics().emit(range, diag::UnsupportedExpression, text);
  if (const char *instead = nearestThing(text))
    diagnostic.notes.push_back({range, instead});
  return Operand::error(range);
}

Operand FunctionChecker::unknownName(const std::string &name,
                                     SourceRange range) {
  std::vector<std::string> candidates = file_.evaluator().visibleNames(scope_);
  candidates.insert(candidates.end(), names_.begin(), names_.end());
  diagnostics().emit(range, diag::UnknownName, name,
                     meantByName(*this, name, candidates));
  return Operand::error(range);
}

Operand FunctionChecker::checkName(const Name &node, SourceRange range) {
  if (auto bound = bound_.find(node.id); bound != bound_.end())
    return copyOf(bound->second);
  if (indices_.contains(node.id))
    return readVariable(node.id, range);
  if (node.id == "__debug__")
    return Operand::ofValue(Value::of(Number::ofBool(file_.debug())), range);
  Value value = file_.evaluator().nameOfFunction(node.id, scope_, range);
  if (value.kind == Value::Kind::Missing)
    return unknownName(node.id, range);
  if (value.kind == Value::Kind::Unknown)
    return notConstant(node.id, value, range);
  if (value.kind == Value::Kind::Path &&
      value.text.find('(') == value.text.npos)
    return pathOperand(value.text, range);
  if (isArray(value))
    return constantArray(value, node.id, range);
  return Operand::ofValue(std::move(value), range);
}

/// The way out of a name without a value: -D, which the names of a file have,
/// and no attribute has, nor the names of a running program. "" for these.
static std::string definedBy(const std::string &name, const Scope &scope) {
  bool isName = !name.empty() &&
                name.find_first_of(".[( ") == std::string::npos &&
                fileOf(scope).number == 0;
  return isName ? "; give it with -D " + name + "=VALUE" : "";
}

/// A name or an attribute whose value the source does not tell.
Operand FunctionChecker::notConstant(const std::string &name,
                                     const Value &value, SourceRange range) {
  if (value.module) {
    const ImportedModule &module = *value.module;
    std::string path(static_cast<std::size_t>(module.level), '.');
    Diagnostic &diagnostic = diagnostics().emit(
        value.range, diag::ImportFailed, path + module.name, module.problem);
    if (module.place.source)
      diagnostic.notes.push_back({module.place, "it is wrong here"});
    diagnostic.notes.push_back({range, "`" + name + "` is needed here"});
    return Operand::error(range);
  }
  // No constant stands for a function, or for an object of a library.
  bool isFunction = value.text.starts_with(deviceLibrary) ||
                    value.text.find("declare") != value.text.npos ||
                    value.text.starts_with("functools.");
  Diagnostic &diagnostic =
      diagnostics().emit(range, diag::NotConstant, name, value.text,
                         isFunction ? std::string() : definedBy(name, scope_));
  if (value.range.source)
    diagnostic.notes.push_back({value.range, "its value comes from here"});
  return Operand::error(range);
}

/// An attribute of something known: a module's, a class's.
Operand FunctionChecker::checkKnownAttribute(const Value &base,
                                             const Attribute &node,
                                             SourceRange range) {
  Value value = file_.evaluator().attribute(base, node.name, range);
  if (value.kind == Value::Kind::Unknown) {
    if (value.range.begin == range.begin && value.range.end == range.end)
      value.range = {};
    return notConstant(std::string(range.source->text(range)), value, range);
  }
  if (value.kind == Value::Kind::Path)
    return pathOperand(value.text, range);
  if (isArray(value))
    return constantArray(value, node.name, range);
  return Operand::ofValue(std::move(value), range);
}

/// A library's name: checked here, so that a misspelt one is found even where
/// it is only passed on.
Operand FunctionChecker::pathOperand(const std::string &path,
                                     SourceRange range) {
  Value value = file_.evaluator().libraryValue(path);
  if (value.kind != Value::Kind::Path)
    return Operand::ofValue(std::move(value), range);
  std::optional<Builtin> builtin = builtinByName(value.text);
  if (builtin && builtinInfo(*builtin).signature == Signature::Register)
    return Operand::ofExpr(
        makeExpr(range, Type::of(Scalar::I32), ir::CallBuiltin{*builtin, {}}));
  bool isLibdevice = value.text.starts_with(libdevicePrefix);
  if (builtin || (isLibdevice &&
                  libdeviceByName(value.text.substr(libdevicePrefix.size()))))
    return Operand::ofValue(std::move(value), range);
  static constexpr const char *modules[] = {
      "cuda",  "cuda.random",     "math",    "np",     "numba",
      "scipy", "scipy.constants", "numbers", "nvmath", "nvmath.device"};
  // Called with constants they are one.
  if (isOperatorName(value.text) || isHalfName(value.text) ||
      isFp8Name(value.text) || isGroupOperator(value.text) ||
      isClassName(value.text) || isCoopName(value.text) ||
      isTensorName(value.text) || value.text == "np.finfo" ||
      value.text == "np.iinfo" || value.text == "functools.partial")
    return Operand::ofValue(std::move(value), range);
  bool isModule = std::find(std::begin(modules), std::end(modules),
                            value.text) != std::end(modules);
  if (isModule || value.text.find('.') == std::string::npos)
    return Operand::ofValue(std::move(value), range);
  if (value.text + "." != libdevicePrefix && !hasPublicNamesIn(value.text)) {
    diagnostics().emit(range, diag::UnsupportedName, value.text,
                       meantByPath(value.text));
    return Operand::error(range);
  }
  return Operand::ofValue(std::move(value), range);
}

Operand FunctionChecker::checkAttribute(const Attribute &node,
                                        SourceRange range) {
  if (std::optional<Operand> nested = nestedAttribute(*this, node, range))
    return std::move(*nested);
  Operand base = check(*node.value);
  if (base.isError)
    return Operand::error(range);
  return attributeOf(std::move(base), node, range);
}

Operand FunctionChecker::attributeOf(Operand base, const Attribute &node,
                                     SourceRange range) {
  if (base.known && base.known->kind == Value::Kind::Path)
    return pathOperand(base.known->text + "." + node.name, range);
  if (base.known &&
      (base.known->kind == Value::Kind::Module ||
       base.known->kind == Value::Kind::Class || base.known->fields ||
       (base.known->kind == Value::Kind::Type &&
        (node.name == "itemsize" || node.name == "names")) ||
       (base.isNumber() && node.name == "value")))
    return checkKnownAttribute(*base.known, node, range);
  if (isMember(base) && node.name == "value")
    return memberValue(*this, std::move(base), range);
  if (base.known && base.known->isMember() && node.name == "name")
    return checkKnownAttribute(*base.known, node, range);
  if (base.expr && base.type.record && !base.isArray()) {
    std::optional<std::uint32_t> field =
        fieldNamed(base, Value::string(node.name));
    return field ? recordField(*this, std::move(base), *field, range)
                 : unknownField(*this, base, node.name, node.nameRange);
  }
  if (std::optional<Operand> result = tensorAttribute(base, node.name, range))
    return std::move(*result);
  if (std::optional<Operand> result = readMember(*this, base, node.name, range))
    return std::move(*result);
  if (base.isArray())
    if (std::optional<std::uint32_t> field =
            fieldNamed(base, Value::string(node.name)))
      return recordField(*this, std::move(base), *field, range);
  if (base.known)
    if (std::optional<Value> value = coopAttribute(*base.known, node.name))
      return Operand::ofValue(std::move(*value), range);
  if (isTuple(base))
    if (std::optional<Operand> element =
            namedElement(*this, base, node.name, range))
      return std::move(*element);
  std::string instead;
  static constexpr const char *listMethods[] = {"append", "extend", "insert",
                                                "pop",    "remove", "clear",
                                                "sort",   "reverse"};
  bool isListMethod = std::find(std::begin(listMethods), std::end(listMethods),
                                node.name) != std::end(listMethods);
  if (isTuple(base) && isListMethod)
    instead = "; tuples never change: use `cuda.local.array` for a list";
  else if (base.isArray() && isListMethod)
    instead = "; arrays keep their length: count the elements, and store at "
              "the count";
  else if (base.isElement)
    instead = "; assign it to a name first, where its length is constant, or "
              "loop over the elements";
  else if (base.known && base.known->kind == Value::Kind::String)
    instead = "; strings exist at compile time only, to be printed: "
              "print(f\"{x}\")";
  else if (hasMethod(*this, base, node.name))
    instead = "; it is a method: call it";
  else
    instead = didYouMean(nearestName(node.name, memberNames(*this, base)));
  diagnostics().emit(node.nameRange, diag::UnknownAttribute,
                     base.isArray()
                         ? "an array of `" + spell(base.type.element()) + "`"
                         : describe(base),
                     node.name, instead);
  return Operand::error(range);
}

// ---- conditions ----

ir::ExprPtr FunctionChecker::checkCondition(const Expr &expr,
                                            std::optional<bool> &known) {
  SourceRange range = expr.range;
  if (const auto *operation = std::get_if<BoolOp>(&expr.node)) {
    warnOfNumberAlone(diagnostics(), *operation);
    // Only the truth of each operand matters, not their common type.
    ir::ExprPtr result;
    bool failed = false;
    // An operand is evaluated behind those to its left; the first that decides
    // is the last.
    std::vector<Environment> exits;
    for (const ExprPtr &operand : operation->operands) {
      std::optional<bool> part;
      if (result)
        exits.push_back(env_);
      ir::ExprPtr value = checkCondition(*operand, part);
      if (part && *part == operation->isAnd)
        continue;
      if (part) {
        // Decides the whole; operands to its left have no effects.
        if (!result)
          known = part;
        value = makeNumber(operand->range, Number::ofBool(*part));
      }
      failed = failed || !value;
      if (!value)
        continue;
      result = !result
                   ? std::move(value)
                   : makeExpr(range, Type::of(Scalar::Bool),
                              ir::Logical{operation->isAnd, std::move(result),
                                          std::move(value)});
      if (part)
        break;
    }
    Environment last = env_;
    for (; !exits.empty(); exits.pop_back())
      joinSkipped(exits.back(), range);
    whenTrue_.reset();
    if (operation->isAnd && env_.variables != last.variables)
      whenTrue_ = std::move(last);
    if (!result && !failed)
      known = operation->isAnd;
    return failed ? nullptr : std::move(result);
  }
  const auto *negation = std::get_if<Unary>(&expr.node);
  if (negation && negation->op == UnaryOp::Not) {
    ir::ExprPtr value = checkCondition(*negation->operand, known);
    whenTrue_.reset();
    if (known)
      known = !*known;
    if (!value)
      return nullptr;
    return makeExpr(range, Type::of(Scalar::Bool),
                    ir::Unary{ir::UnaryOp::Not, std::move(value)});
  }
  Diagnostics::Mark mark = diagnostics().mark();
  Operand operand = checkMaybe(*this, expr);
  whenTrue_.reset();
  if (operand.isError && isOnlyOfArrays(diagnostics(), mark)) {
    diagnostics().rollback(mark);
    std::string element = asElement(*this, expr);
    diagnostics().emit(range, diag::ArrayTruth,
                       element.empty() ? std::string("a[i]") : element);
    return nullptr;
  }
  if (isMember(operand)) {
    SourceRange range = operand.range;
    operand = memberTruth(*this, std::move(operand), range);
  }
  if (operand.isError)
    return nullptr;
  if (operand.isNumber()) {
    known = operand.known->number.isTrue();
    return nullptr;
  }
  if (operand.known && operand.known->kind == Value::Kind::None) {
    known = false;
    return nullptr;
  }
  return toBool(std::move(operand));
}

} // namespace pyk2ptx
