// Functions defined inside functions, and the compiled instance behind a call.
// A nested function is compiled as a device function of its own that takes the
// variables it captures as further arguments, as they are at the call: Python's
// closures are late bound too. Default values are taken at the definition.
#include "checker.h"

#include "syntax_walk.h"

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
    Operand given = keep(check(*param.defaultValue), block);
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

bool FunctionChecker::captured(
    const FunctionValue &function, SourceRange range,
    std::vector<std::pair<std::string, Operand>> &captures) {
  if (function.scope->parent != &scope_)
    return true;
  std::set<std::string> names;
  collectNames(function.def->body, names);
  std::vector<std::string> own = localNames(*function.def);
  for (const std::string &name : own)
    names.erase(name);
  for (const std::string &name : names) {
    if (!indices_.contains(name))
      continue;
    // What is never set here is reported if it is read there.
    if (!env_.variables[variableIndex(name)].isSet)
      continue;
    Operand value = readVariable(name, range);
    if (value.isError)
      return false;
    captures.emplace_back(name, std::move(value));
  }
  return true;
}

Operand FunctionChecker::callInstance(const FunctionValue &function,
                                      std::vector<Operand> args,
                                      const std::optional<Type> &declaredResult,
                                      SourceRange range) {
  std::vector<std::pair<std::string, Operand>> captures;
  if (!captured(function, range, captures))
    return Operand::error(range);
  ir::CallFunction call;
  bool valid = true;
  auto give = [&](Operand operand, bool fold) {
    CallArgument argument;
    argument.type = typeOf(operand, false);
    bool compileTime = operand.known && (fold || argument.type.isError());
    if (const std::vector<Type> *elements = argument.type.elements.get())
      compileTime = compileTime || (operand.known && elements->empty());
    if (compileTime) {
      if (operand.known->kind == Value::Kind::Function &&
          operand.known->function.scope->parent == &scope_) {
        std::vector<std::pair<std::string, Operand>> inner;
        valid = captured(operand.known->function, range, inner) && valid;
        for (const auto &[name, value] : inner)
          if (value.expr) {
            diagnostics().emit(operand.range, diag::CapturedVariable, name);
            valid = false;
          }
      }
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
    return argument;
  };
  std::vector<CallArgument> types;
  std::vector<std::optional<Value>> knowns;
  for (Operand &arg : args) {
    knowns.push_back(arg.known);
    types.push_back(give(std::move(arg), false));
  }
  Captures captureTypes;
  for (auto &[name, value] : captures)
    captureTypes.emplace_back(name, give(std::move(value), true));
  if (!valid)
    return Operand::error(range);
  Diagnostics::Mark mark = diagnostics().mark();
  std::size_t errors = diagnostics().errorCount();
  const Instance *instance = file_.instantiate(function, types, captureTypes,
                                               declaredResult, typing_, range);
  // Without a message it is a recursive call whose type is not known yet.
  bool failed = !instance && diagnostics().errorCount() > errors;
  if (failed && !declaredResult) {
    // A function that needs a constant, an array's extent say, may get it from
    // its caller: once more for the values.
    std::vector<CallArgument> values = types;
    bool differs = false;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (knowns[i] && !values[i].known) {
        values[i] = {Type::none(), knowns[i]};
        differs = true;
      }
    if (differs) {
      diagnostics().rollback(mark);
      instance = file_.instantiate(function, values, captureTypes,
                                   declaredResult, typing_, range);
      if (!instance) {
        diagnostics().rollback(mark);
        file_.instantiate(function, types, captureTypes, declaredResult,
                          typing_, range);
      }
      for (std::size_t i = 0; instance && i < values.size(); ++i)
        if (values[i].known)
          call.args[i] = makeExpr(range, Type::none(), ir::Constant{});
    }
  }
  if (!instance)
    return Operand::error(range);
  call.function = instance->function;
  return Operand::ofExpr(makeExpr(range, instance->result, std::move(call)));
}

} // namespace pyk2ptx
