// Functions defined inside functions, and the compiled instance behind a call.
// A nested function is compiled as a device function of its own that takes the
// variables it captures as further arguments, as they are at the call: Python's
// closures are late bound too. Default values are taken at the definition.
//
// A function that is given such a function, as an argument or because it
// captures it, gets what that captures besides, under names that say whose
// variables they are, and gives it on where it calls it.
#include "checker.h"
#include "frontend/evaluate/captured.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/values/iterate.h"

#include <set>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

void FunctionChecker::checkNestedFunction(const FunctionDef &def,
                                          SourceRange range, Block &block) {
  if (def.isAsync)
    return unsupportedStatement(range, "`async def`");
  Value value = file_.evaluator().functionValue(def, scope_);
  if (value.kind != Value::Kind::Function) {
    diagnostics().emit(def.nameRange, diag::NotConstant, def.name, value.text,
                       std::string());
    return assignVariable(def.name, Operand::error(range), range, block);
  }
  if (!value.function.jit)
    value.function.jit = std::make_shared<JitOptions>();
  for (const Parameter &param : def.params) {
    if (!param.defaultValue ||
        file_.evaluator().evaluate(*param.defaultValue, scope_).isKnown())
      continue;
    Operand given = keep(*this, check(*param.defaultValue), block);
    if (!given.isError)
      defaults_.insert_or_assign(&param, std::move(given));
  }
  assignVariable(def.name, Operand::ofValue(std::move(value), range), range,
                 block);
}

Operand FunctionChecker::checkLambda(const Lambda &node, SourceRange range) {
  return Operand::ofValue(file_.evaluator().lambdaValue(node, scope_, range),
                          range);
}

/// The names that the function's text has and does not bind.
static std::set<std::string> freeNames(const FunctionDef &def) {
  std::set<std::string> names;
  collectNames(def.body, names);
  for (const std::string &name : localNames(def))
    names.erase(name);
  return names;
}

/// What a variable of `owner` is called in functions that do not stand in it
/// but are given a function that does.
static std::string carriedName(const std::string &name, const Scope &owner) {
  return name + "@" + owner.prefix.substr(0, owner.prefix.size() - 1);
}

/// A variable of the function whose scope `owner` is, as it is now; nothing
/// when there is none, or none that is set: that is reported where it is read.
std::optional<Operand> FunctionChecker::variableOf(const Scope &owner,
                                                   const std::string &name,
                                                   SourceRange range) {
  bool isOwn = &owner == &scope_;
  if (auto bound = bound_.find(name); isOwn && bound != bound_.end())
    return copyOf(bound->second);
  std::string known = isOwn ? name : carriedName(name, owner);
  if (!indices_.contains(known) || !env_.variables[variableIndex(known)].isSet)
    return std::nullopt;
  return readVariable(known, range);
}

bool FunctionChecker::captured(const FunctionValue &function, SourceRange range,
                               NamedOperands &captures) {
  const Scope *owner = function.scope->parent;
  if (!owner || owner->kind != Scope::Kind::Function)
    return true;
  for (const std::string &name : freeNames(*function.def)) {
    std::optional<Operand> value = variableOf(*owner, name, range);
    if (value && value->isError)
      return false;
    if (value)
      captures.emplace_back(name, std::move(*value));
  }
  return true;
}

bool FunctionChecker::carry(const Value &value, SourceRange range,
                            std::map<std::string, Operand> &carried) {
  bool valid = true;
  for (const Value &element : value.elements)
    valid = carry(element, range, carried) && valid;
  if (value.kind != Value::Kind::Function)
    return valid;
  if (value.function.bound) {
    for (const Value &arg : value.function.bound->args)
      valid = carry(arg, range, carried) && valid;
    for (const auto &[name, arg] : value.function.bound->keywords)
      valid = carry(arg, range, carried) && valid;
  }
  NamedOperands captures;
  valid = captured(value.function, range, captures) && valid;
  for (auto &[name, operand] : captures) {
    auto [at, isNew] = carried.try_emplace(
        carriedName(name, *value.function.scope->parent), std::move(operand));
    if (isNew && at->second.known)
      valid = carry(Value(*at->second.known), range, carried) && valid;
  }
  return valid;
}

const Instance *FunctionChecker::instanceFor(
    const FunctionValue &function, const std::vector<CallArgument> &types,
    const std::vector<std::optional<Value>> &knowns,
    const Captures &captureTypes, const std::optional<Type> &declaredResult,
    SourceRange range, std::vector<ir::ExprPtr> &args) {
  Diagnostics::Mark mark = diagnostics().mark();
  std::size_t errors = diagnostics().errorCount();
  const Instance *instance = file_.instantiate(function, types, captureTypes,
                                               declaredResult, typing_, range);
  // Without a message it is a recursive call whose type is not known yet.
  bool failed = !instance && diagnostics().errorCount() > errors;
  if (!failed || declaredResult)
    return instance;
  // A function that needs a constant, an array's extent say, may get it from
  // its caller: once more for the values.
  std::vector<CallArgument> values = types;
  bool differs = false;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (knowns[i] && !values[i].known) {
      values[i] = {Type::none(), knowns[i]};
      differs = true;
    }
  if (!differs)
    return nullptr;
  diagnostics().rollback(mark);
  instance = file_.instantiate(function, values, captureTypes, declaredResult,
                               typing_, range);
  if (!instance) {
    diagnostics().rollback(mark);
    file_.instantiate(function, types, captureTypes, declaredResult, typing_,
                      range);
  }
  for (std::size_t i = 0; instance && i < values.size(); ++i)
    if (values[i].known)
      args[i] = makeExpr(range, Type::none(), ir::Constant{});
  return instance;
}

Operand FunctionChecker::callInstance(const FunctionValue &function,
                                      std::vector<Operand> args,
                                      const std::optional<Type> &declaredResult,
                                      SourceRange range) {
  NamedOperands captures;
  std::map<std::string, Operand> carried;
  if (!captured(function, range, captures))
    return Operand::error(range);
  giveTypes(args);
  for (const Operand &arg : args)
    if (untypedData(arg)) {
      diagnostics().noteFailure(range);
      return Operand::error(range);
    }
  ir::CallFunction call;
  bool isExpanded = fileOf(*function.scope).isExpanded;
  bool valid = true;
  auto give = [&](Operand operand, bool fold) {
    CallArgument argument;
    argument.type = typeOf(operand, false);
    bool compileTime = operand.known && (fold || argument.type.isError());
    if (const std::vector<Type> *elements = argument.type.elements.get())
      compileTime = compileTime || (operand.known && elements->empty());
    if (compileTime) {
      valid = carry(*operand.known, operand.range, carried) && valid;
      argument.known = *operand.known;
      argument.type = Type::none();
      call.args.push_back(
          makeExpr(operand.range, Type::none(), ir::Constant{}));
      return argument;
    }
    argument.type = typeOf(operand);
    valid = valid && !argument.type.isError();
    if (valid)
      call.args.push_back(materialize(std::move(operand)));
    if (valid && isExpanded)
      argument.extents = extentsOf(*call.args.back());
    return argument;
  };
  std::vector<CallArgument> types;
  std::vector<std::optional<Value>> knowns;
  for (Operand &arg : args) {
    knowns.push_back(arg.known);
    types.push_back(give(std::move(arg), isExpanded));
  }
  Captures captureTypes;
  for (auto &[name, value] : captures)
    captureTypes.emplace_back(name, give(std::move(value), true));
  for (auto &[name, value] : carried)
    captureTypes.emplace_back(name, give(std::move(value), true));
  if (!valid)
    return Operand::error(range);
  const Instance *instance = instanceFor(function, types, knowns, captureTypes,
                                         declaredResult, range, call.args);
  if (!instance)
    return Operand::error(range);
  call.function = instance->function;
  for (std::size_t i = 0; i < instance->lent.size(); ++i)
    call.args.push_back(lentArray(*instance, i, range));
  return Operand::ofExpr(makeExpr(range, instance->result, std::move(call)));
}

} // namespace pyk2ptx
