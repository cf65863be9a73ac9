// NumPy's functions of elements that are given where their result goes:
// np.add(a, b, out), as a statement a loop over `out` (slice.cpp), as a value a
// function of the prelude that gives `out` back.
#include "checker.h"
#include "frontend/library/numpy.h"
#include "frontend/library/reduce.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/values/array.h"
#include "frontend/values/elementwise.h"
#include "frontend/values/record.h"
#include "frontend/values/slice.h"

namespace pyk2ptx {

using namespace syntax;

/// How many numbers the function of this path takes as a ufunc; 0 for others.
static std::size_t ufuncArity(const std::string &path) {
  if (!path.starts_with("np."))
    return 0;
  if (std::size_t arity = operatorArity(path))
    return arity;
  std::optional<Builtin> builtin = builtinByName(path);
  if (!builtin)
    return 0;
  const CallForm &form = builtinInfo(*builtin).form;
  return form.takes == Takes::Ufunc ? form.least : 0;
}

std::string FunctionChecker::libraryPath(const Expr &expr) {
  if (const auto *name = std::get_if<Name>(&expr.node)) {
    if (indices_.contains(name->id)) {
      // A function that is given to this one.
      const Variable &given = env_.variables[variableIndex(name->id)];
      bool isPath = given.known && given.known->kind == Value::Kind::Path;
      return isPath ? given.known->text : "";
    }
    Value value = file_.evaluator().lookup(name->id, scope_);
    return value.kind == Value::Kind::Path ? value.text : "";
  }
  const auto *access = std::get_if<Attribute>(&expr.node);
  std::string base = access ? libraryPath(*access->value) : "";
  return base.empty() ? "" : base + "." + access->name;
}

std::optional<FunctionChecker::UfuncCall>
FunctionChecker::ufuncCall(const Call &call) {
  UfuncCall result;
  result.path = libraryPath(*call.callee);
  bool isCopy = result.path == "np.copyto";
  // a.clip(least, most, out)
  const auto *method = std::get_if<Attribute>(&call.callee->node);
  if (result.path.empty() && method && method->name == "clip") {
    result.path = "np.clip";
    result.inputs.push_back(method->value.get());
  }
  std::size_t arity = isCopy ? 1 : ufuncArity(result.path);
  if (arity == 0)
    return std::nullopt;
  for (const ExprPtr &arg : call.args)
    result.inputs.push_back(arg.get());
  for (const Keyword &keyword : call.keywords) {
    if (keyword.name != (isCopy ? "dst" : "out"))
      return std::nullopt;
    result.out = keyword.value.get();
  }
  if (isCopy && result.inputs.size() == 2) {
    result.out = result.inputs[0];
    result.inputs.erase(result.inputs.begin());
  } else if (!result.out && result.inputs.size() == arity + 1 &&
             builtinByName(result.path) != Builtin::NpRound) {
    // What stands there in np.round are the decimals.
    result.out = result.inputs.back();
    result.inputs.pop_back();
  }
  return result.out && result.inputs.size() == arity ? std::optional(result)
                                                     : std::nullopt;
}

/// np.add(a, b, out)[0]: functions of the prelude do it and give `out` back.
std::optional<Operand> FunctionChecker::ufuncValue(const Call &call,
                                                   SourceRange range) {
  std::optional<UfuncCall> found = ufuncCall(call);
  if (!found || found->path == "np.copyto")
    return std::nullopt;
  std::vector<Operand> args =
      listOf(Operand::ofValue(Value::path(found->path), range));
  for (const Expr *input : found->inputs)
    args.push_back(check(*input));
  args.push_back(check(*found->out));
  for (const Operand &arg : args)
    if (arg.isError)
      return Operand::error(range);
  const Operand &out = args.back();
  if (!out.isArray()) {
    diagnostics().emit(out.range, diag::TypeMismatch,
                       std::string("an array for the result"), describe(out));
    return Operand::error(range);
  }
  if (refuseReadonly(out))
    return Operand::error(range);
  std::string name = "np__into" + std::to_string(found->inputs.size());
  return callArrayFunction(*this, name.c_str(), std::move(args), range);
}

bool FunctionChecker::storeUfunc(const Call &call, SourceRange range,
                                 Block &block) {
  std::optional<UfuncCall> found = ufuncCall(call);
  if (!found)
    return false;
  const std::string &path = found->path;
  bool isCopy = path == "np.copyto";
  const Expr *out = found->out;
  const std::vector<const Expr *> &inputs = found->inputs;
  Elementwise elements;
  elements.block = &block;
  elementwise_ = &elements;
  std::vector<Operand> args;
  for (const Expr *input : inputs)
    args.push_back(check(*input));
  Operand value = isCopy ? std::move(args[0])
                         : callLibrary(*this, path, std::move(args), range);
  elementwise_ = nullptr;
  if (value.isArray()) {
    elementwise_ = &elements;
    value = elementAt(*this, std::move(value), range);
    elementwise_ = nullptr;
  }
  Operand target = check(*out);
  if (target.isError || value.isError)
    return true;
  if (!target.isArray()) {
    diagnostics().emit(target.range, diag::TypeMismatch,
                       std::string("an array for the result"),
                       describe(target));
    return true;
  }
  expression_ = &elements;
  storeAll(*this, std::move(target), std::move(value), range, block);
  expression_ = nullptr;
  return true;
}

} // namespace pyk2ptx
