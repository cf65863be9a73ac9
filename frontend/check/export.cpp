// Device functions that code of other compilers calls: --export, cuda.compile.
// Each is an instance like those that kernels call, whose arrays may lie
// anywhere; the compiler puts a function of C's around it
// (compiler/lower/export.cpp).
#include "checker.h"
#include "frontend/parse/parse.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// Why a type cannot cross; "" when it can.
static std::string exportProblem(const Type &type, bool isResult) {
  if (type.isScalar() || (isResult && type.isNone()))
    return "";
  if (!isResult && (type.isArray() || type.isPointer()))
    return "";
  return std::string(isResult ? "it returns `" : "it takes `") + spell(type) +
         (isResult ? "`, and a function of C's returns one number or nothing "
                     "here"
                   : "`, and a function of C's takes numbers, arrays and "
                     "pointers here");
}

void FileChecker::exportFunction(const FunctionValue &function,
                                 const Export &wanted) {
  const FunctionDef &def = *function.def;
  std::string symbol =
      wanted.symbol.empty() ? escapeName(def.name) : wanted.symbol;
  auto refuse = [&](const std::string &why) {
    diagnostics().emit(def.nameRange, diag::BadExport, def.name, why);
  };
  if (std::string problem = symbolProblem(symbol); !problem.empty())
    return refuse(problem);
  SignatureTypes types = wanted.signature;
  types.result = Type::none();
  if (!def.params.empty() && def.params.back().kind == Parameter::Kind::Args) {
    diagnostics().emit(def.params.back().range, diag::UnsupportedParameter,
                       std::string("`*args`"));
    return;
  }
  if (!fitsKernel(types, {def.name, function}, diagnostics()))
    return;
  if (types.params.size() != def.params.size()) {
    diagnostics().emit(def.nameRange, diag::SignatureArity, def.name,
                       static_cast<Integer>(types.params.size()),
                       static_cast<Integer>(def.params.size()));
    return;
  }
  std::vector<CallArgument> args;
  for (Type type : types.params) {
    if (std::string problem = exportProblem(type, false); !problem.empty())
      return refuse(problem);
    // Whoever calls it knows in which memory an array is.
    type.space = Space::Generic;
    args.push_back({type, std::nullopt});
  }
  std::optional<bool> fastMath;
  if (function.jit) {
    fastMath = function.jit->fastMath;
    addLinks(function.jit->links);
  }
  floats_ = floatModeOf(options_.floats, fastMath);
  const Instance *instance = instantiate(function, args, {}, wanted.result,
                                         options_.typing, def.nameRange);
  if (!instance)
    return;
  if (std::string problem = exportProblem(instance->result, true);
      !problem.empty())
    return refuse(problem);
  ir::Function &made = module_.functions[instance->function];
  if (symbols_.contains(symbol) || !made.exported.empty())
    return refuse("another function is called `" + symbol + "`");
  symbols_[symbol] = 1;
  made.exported = symbol;
  made.numbaAbi = wanted.isNumba;
}

void FileChecker::exportNamed() {
  for (const std::string &text : options_.exports) {
    Source source("--export", readRecordTypes(text));
    Diagnostics ignored;
    ExprPtr expr = parseExpression(source, ignored);
    const auto *call = expr ? std::get_if<Call>(&expr->node) : nullptr;
    std::string name = expr ? dottedName(call ? *call->callee : *expr) : "";
    if (name.empty()) {
      diagnostics().emit({}, diag::BadSignature, text,
                         std::string("write it as `function(types)`"));
      continue;
    }
    Value value = evaluator_.functionByName(name, *scope_);
    if (value.kind != Value::Kind::Function) {
      diagnostics().emit({}, diag::BadExport, name,
                         std::string("it is no function of the file"));
      continue;
    }
    const FunctionValue &function = value.function;
    Export wanted;
    wanted.isNumba = options_.exportNumba;
    std::vector<SignatureTypes> stated;
    std::optional<SignatureTypes> annotated =
        annotatedTypes(*function.def, *function.scope, evaluator_);
    if (function.jit)
      stated = statedSignatures(function, evaluator_);
    else if (annotated)
      stated.push_back(*annotated);
    if (call) {
      std::string types(source.text(expr->range));
      types = "void" + types.substr(source.text(call->callee->range).size());
      Value signature = evaluateTypeText(types, {});
      if (signature.kind != Value::Kind::Signature) {
        diagnostics().emit({}, diag::BadSignature, text, signature.text);
        continue;
      }
      wanted.signature = *signature.signature;
    } else if (stated.size() == 1) {
      wanted.signature = stated[0];
      if (!stated[0].result.isNone())
        wanted.result = stated[0].result;
    } else {
      diagnostics().emit({}, diag::BadExport, name,
                         std::string("which types? write --export '") + name +
                             "(float32, ...)'");
      continue;
    }
    exportFunction(function, wanted);
  }
}

} // namespace pyk2ptx
