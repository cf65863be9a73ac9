// A kernel is a function that cuda.jit is put on, or called with, in the file
// or in a function or class of it. Host code around them is read for names and
// otherwise ignored.
#include "find_kernels.h"

#include "frontend/scopes/scope.h"
#include "kernel_signatures.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// What a user can do about arguments of cuda.jit that cannot be read, where
/// the reason does not say it.
const char *wayOutOf(const std::string &reason) {
  auto says = [&](const char *words) {
    return reason.find(words) != reason.npos;
  };
  if (says("is not a signature") || says("signature is not understood"))
    return "; write it as \"void(float32[:], int64)\"";
  if (says("not defined") || says("not known") || says("not a constant") ||
      says("changed while") || says("set in several") || says("a parameter of"))
    return "; write it out, or give the name with -D NAME=VALUE";
  return "";
}

class KernelFinder {
public:
  KernelFinder(Evaluator &evaluator, Diagnostics &diagnostics)
      : evaluator_(evaluator), diagnostics_(diagnostics) {}

  void collect(const Scope &scope) {
    for (const FunctionDef *def : scope.functions)
      collectFunction(*def, scope);
    for (const auto &[def, inner] : scope.classes)
      collect(*inner);
    collectCalls(scope);
  }

  KernelsOfFile take() { return std::move(found_); }

private:
  /// cuda.jit(...) whose arguments cannot be read makes no kernel, so it must
  /// be reported where it stands.
  void reportBadJit(const FunctionDef &def, const Scope &scope) {
    for (const ExprPtr &decorator : def.decorators) {
      const auto *call = std::get_if<Call>(&decorator->node);
      if (!call || !(evaluator_.evaluate(*call->callee, scope) ==
                     Value::path("cuda.jit")))
        continue;
      Value value = evaluator_.evaluate(*decorator, scope);
      if (value.isKnown())
        continue;
      diagnostics_.emit(value.range.source ? value.range : decorator->range,
                        diag::BadJitArguments, value.text,
                        std::string(wayOutOf(value.text)));
    }
  }

  void collectFunction(const FunctionDef &def, const Scope &scope) {
    // A later definition of the same name replaces this one.
    const FunctionDef *last = &def;
    for (const Binding &binding : scope.bindings.at(def.name))
      if (binding.kind == Binding::Kind::Function)
        last = binding.function;
    if (last == &def) {
      Value value = evaluator_.functionValue(def, scope);
      if (value.kind == Value::Kind::Function && value.function.jit &&
          !value.function.jit->device)
        found_.kernels.push_back({scope.prefix + def.name, value.function});
      else if (value.kind == Value::Kind::Function && value.function.jit)
        found_.deviceFunctions.push_back(value.function);
      // The only decorator was read, when it has made something of the
      // function.
      bool isRead = def.decorators.size() == 1 &&
                    value.kind == Value::Kind::Function && value.function.jit;
      if (!isRead)
        reportBadJit(def, scope);
    }
    collect(*scope.inner.at(&def));
  }

  /// f = cuda.jit(...)(g)
  void collectCalls(const Scope &scope) {
    std::vector<const Binding *> calls;
    for (const auto &[name, bindings] : scope.bindings) {
      const Binding &binding = bindings.back();
      if (binding.kind == Binding::Kind::Assigned && binding.value &&
          std::get_if<Call>(&binding.value->node))
        calls.push_back(&binding);
    }
    std::sort(calls.begin(), calls.end(),
              [](const Binding *a, const Binding *b) {
                return a->range.begin < b->range.begin;
              });
    for (const Binding *binding : calls) {
      std::string name(binding->range.source->text(binding->range));
      Value value = evaluator_.lookup(name, scope);
      bool isNamed = value.kind == Value::Kind::Function &&
                     !value.function.bound &&
                     value.function.def->name != "lambda";
      if (isNamed && value.function.jit && !value.function.jit->device)
        found_.kernels.push_back(
            {scope.prefix + value.function.def->name, value.function});
    }
  }

  Evaluator &evaluator_;
  Diagnostics &diagnostics_;
  KernelsOfFile found_;
};

/// A constant as an argument of `pyk2ptx run`; "" when it is none.
std::string argumentText(const Value &value) {
  if (value.kind == Value::Kind::None)
    return "None";
  if (value.kind == Value::Kind::Tuple) {
    std::string text = "(";
    for (const Value &element : value.elements) {
      std::string part = argumentText(element);
      if (part.empty())
        return "";
      text += part + ",";
    }
    return text + ")";
  }
  if (!value.isNumber())
    return "";
  const Number &number = value.number;
  if (number.type.isBool())
    return number.isTrue() ? "True" : "False";
  std::string text = number.type.scalar == Scalar::U64
                         ? std::to_string(number.bits)
                         : std::to_string(number.asInt());
  if (number.type.isFloat()) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", number.number);
    text = digits;
    if (text.find_first_not_of("-0123456789") == text.npos)
      text += ".0";
  }
  bool fromPython = number.exact || number.type.weak;
  return fromPython
             ? text
             : std::string(dtypeName(number.type.scalar)) + "(" + text + ")";
}

} // namespace

KernelsOfFile kernelsOf(const Scope &file, Evaluator &evaluator,
                        Diagnostics &diagnostics) {
  KernelFinder finder(evaluator, diagnostics);
  finder.collect(file);
  return finder.take();
}

void tellUnknownKernel(const std::string &name,
                       const std::vector<DeclaredKernel> &kernels,
                       Diagnostics &diagnostics) {
  std::vector<std::string> names;
  for (const DeclaredKernel &kernel : kernels)
    names.push_back(kernel.name);
  std::string near = nearestName(name, names);
  diagnostics.emit({}, diag::UnknownKernel, name,
                   near.empty() ? std::string()
                                : "; did you mean `" + near + "`?");
}

std::vector<DeclaredKernel> onlyKernel(std::vector<DeclaredKernel> kernels,
                                       const std::string &name,
                                       Diagnostics &diagnostics) {
  if (name.empty())
    return kernels;
  std::vector<DeclaredKernel> only;
  for (const DeclaredKernel &kernel : kernels)
    if (kernel.name == name)
      only.push_back(kernel);
  if (only.empty() && !diagnostics.hasErrors())
    tellUnknownKernel(name, kernels, diagnostics);
  return only;
}

std::vector<KernelDeclaration> findKernels(const Module &module,
                                           Diagnostics &diagnostics,
                                           SourceLoader *loader) {
  std::unique_ptr<Scope> scope = makeScope(module);
  Evaluator evaluator({}, loader);
  evaluator.addFile(*scope);
  std::vector<KernelDeclaration> result;
  for (const DeclaredKernel &kernel :
       kernelsOf(*scope, evaluator, diagnostics).kernels) {
    KernelDeclaration declaration;
    declaration.name = kernel.name;
    for (const Parameter &param : kernel.function.def->params) {
      declaration.params.push_back(param.name);
      Value value = Value::missing();
      if (param.defaultValue)
        value = evaluator.evaluate(*param.defaultValue,
                                   *kernel.function.scope->parent);
      declaration.defaults.push_back(argumentText(value));
    }
    declaration.typed = !statedSignatures(kernel.function, evaluator).empty();
    declaration.range = kernel.function.def->nameRange;
    result.push_back(std::move(declaration));
  }
  return result;
}

} // namespace pyk2ptx
