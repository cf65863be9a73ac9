// A kernel is compiled for the types that its decorator or its annotations
// state, and one that states none for those that --sig gives it.
#include "kernel_signatures.h"

#include "frontend/parse/parse.h"
#include "frontend/scopes/scope.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

std::string dottedName(const Expr &expr) {
  if (const auto *name = std::get_if<Name>(&expr.node))
    return name->id;
  const auto *access = std::get_if<Attribute>(&expr.node);
  if (!access)
    return "";
  std::string base = dottedName(*access->value);
  return base.empty() ? "" : base + "." + access->name;
}

Value readSignature(const Source &source, const Expr &expr, const Scope &scope,
                    Evaluator &evaluator, SignatureTypes &result) {
  const Call &call = *std::get_if<Call>(&expr.node);
  std::string types(source.text(expr.range));
  std::vector<std::pair<std::size_t, std::string>> functions;
  std::vector<std::pair<std::size_t, Type>> classes;
  for (std::size_t i = call.args.size(); i-- > 0;) {
    std::string name = dottedName(*call.args[i]);
    if (name.empty() || evaluateTypeText(name, {}).isKnown())
      continue;
    Value ofClass = evaluator.instanceType(
        evaluator.evaluate(*call.args[i], scope), call.args[i]->range);
    if (ofClass.isKnown())
      classes.emplace_back(i, ofClass.type);
    else if (!evaluator.functionByName(name, scope).isKnown())
      continue;
    SourceRange range = call.args[i]->range;
    types.replace(range.begin - expr.range.begin, range.end - range.begin,
                  "none");
    if (!ofClass.isKnown())
      functions.emplace_back(i, name);
  }
  types = "void" + types.substr(source.text(call.callee->range).size());
  Value value = evaluateTypeText(types, {});
  if (value.kind == Value::Kind::Signature) {
    result = *value.signature;
    result.functions = std::move(functions);
    for (auto &[i, type] : classes)
      result.params[i] = std::move(type);
  }
  return value;
}

std::map<std::string, std::vector<SignatureTypes>>
givenSignatures(const std::vector<std::string> &texts,
                const std::vector<DeclaredKernel> &kernels, const Scope &file,
                Evaluator &evaluator, Diagnostics &diagnostics) {
  std::map<std::string, std::vector<SignatureTypes>> result;
  for (const std::string &text : texts) {
    Source source("--sig", readRecordTypes(text));
    Diagnostics ignored;
    ExprPtr expr = parseExpression(source, ignored);
    const auto *call = expr ? std::get_if<Call>(&expr->node) : nullptr;
    std::string name = call ? dottedName(*call->callee) : "";
    if (name.empty()) {
      diagnostics.emit({}, diag::BadSignature, text,
                       std::string("write it as `kernel(types)`"));
      continue;
    }
    auto kernel = std::find_if(kernels.begin(), kernels.end(),
                               [&](const DeclaredKernel &candidate) {
                                 return candidate.name == name;
                               });
    const Scope &scope =
        kernel == kernels.end() ? file : *kernel->function.scope;
    SignatureTypes given;
    Value value = readSignature(source, *expr, scope, evaluator, given);
    if (value.kind != Value::Kind::Signature) {
      diagnostics.emit({}, diag::BadSignature, text, value.text);
      continue;
    }
    if (kernel == kernels.end()) {
      tellUnknownKernel(name, kernels, diagnostics);
    } else if (std::vector<SignatureTypes> stated =
                   statedSignatures(kernel->function, evaluator);
               !stated.empty()) {
      // What only repeats the source is no contradiction.
      for (const SignatureTypes &each : alternatives(given)) {
        bool isStated = std::any_of(
            stated.begin(), stated.end(), [&](const SignatureTypes &one) {
              return one.params == each.params && each.functions.empty();
            });
        if (!isStated) {
          diagnostics.emit(kernel->function.def->nameRange,
                           diag::SignatureGivenTwice, name);
          break;
        }
      }
    } else {
      for (SignatureTypes &each : alternatives(given))
        result[name].push_back(std::move(each));
    }
  }
  return result;
}

Value annotatedType(const Parameter &param, const Scope &scope,
                    Evaluator &evaluator) {
  Value none = Value::unknown(param.range, "it has no type");
  if (!param.annotation)
    return none;
  Value value = evaluator.evaluate(*param.annotation, *scope.parent);
  if (value.kind == Value::Kind::String)
    value = evaluateTypeText(value.text, param.annotation->range);
  if (value == Value::path("float"))
    value = Value::ofType(Type::weakFloat());
  else if (value == Value::path("complex"))
    value = Value::ofType(Type::weakComplex());
  else if (value == Value::path("int"))
    value = Value::ofType(Type::of(Scalar::I64));
  else if (value == Value::path("bool"))
    value = Value::ofType(Type::of(Scalar::Bool));
  if (value.kind == Value::Kind::Class)
    value = evaluator.instanceType(value, param.annotation->range);
  return value.kind != Value::Kind::Type || value.type.isNone() ? none : value;
}

std::optional<SignatureTypes> annotatedTypes(const FunctionDef &def,
                                             const Scope &scope,
                                             Evaluator &evaluator) {
  SignatureTypes signature;
  signature.range = def.nameRange;
  for (const Parameter &param : def.params) {
    Value value = annotatedType(param, scope, evaluator);
    if (!value.isKnown())
      return std::nullopt;
    signature.optional.push_back(isOptional(value));
    signature.params.push_back(value.type);
  }
  return signature;
}

std::vector<SignatureTypes> statedSignatures(const FunctionValue &function,
                                             Evaluator &evaluator) {
  if (!function.jit->signatures.empty())
    return function.jit->signatures;
  std::optional<SignatureTypes> annotated =
      annotatedTypes(*function.def, *function.scope, evaluator);
  if (annotated)
    return alternatives(*annotated);
  return {};
}

bool fitsKernel(const SignatureTypes &signature, const DeclaredKernel &kernel,
                Diagnostics &diagnostics) {
  const FunctionDef &def = *kernel.function.def;
  for (const Parameter &param : def.params) {
    const char *what = nullptr;
    if (param.kind == Parameter::Kind::KeywordArgs)
      what = "`**kwargs`";
    else if (param.kind == Parameter::Kind::KeywordOnly)
      what = "keyword-only";
    if (what) {
      diagnostics.emit(param.range, diag::UnsupportedParameter,
                       std::string(what));
      return false;
    }
  }
  SourceRange range = signature.range.source ? signature.range : def.nameRange;
  if (!signature.result.isNone()) {
    diagnostics.emit(range, diag::SignatureReturns, kernel.name,
                     spell(signature.result));
    return false;
  }
  std::size_t required = 0;
  for (const Parameter &param : def.params)
    required += !param.defaultValue && param.kind != Parameter::Kind::Args;
  std::size_t given = signature.params.size();
  bool takesRest =
      !def.params.empty() && def.params.back().kind == Parameter::Kind::Args;
  if (given < required || (given > def.params.size() && !takesRest)) {
    diagnostics.emit(range, diag::SignatureArity, kernel.name,
                     static_cast<Integer>(signature.params.size()),
                     static_cast<Integer>(def.params.size()));
    return false;
  }
  return true;
}

} // namespace pyk2ptx
