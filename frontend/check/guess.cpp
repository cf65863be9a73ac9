// A kernel that states no types is compiled for none. Somebody who looks at its
// text while it is written wants to know all the same what is wrong with it, so
// it is checked for the types that its text suggests (signature_hint.cpp); what
// that found is for the observer, and no error of the file.
#include "checker.h"
#include "frontend/emit/observer.h"
#include "frontend/parse/parse.h"

#include <utility>

namespace pyk2ptx {

std::optional<SignatureTypes> FileChecker::readHint(const std::string &text,
                                                    const Scope &scope) {
  Source source("--sig", text);
  Diagnostics ignored;
  syntax::ExprPtr expr = parseExpression(source, ignored);
  SignatureTypes types;
  // An annotation may have a type that a signature cannot spell.
  bool isSignature =
      expr && std::holds_alternative<syntax::Call>(expr->node) &&
      readSignature(source, *expr, scope, evaluator_, types).kind ==
          Value::Kind::Signature;
  return isSignature ? std::optional(types) : std::nullopt;
}

void FileChecker::guessUncalled() {
  for (const FunctionValue &function : deviceFunctions_) {
    const syntax::FunctionDef &def = *function.def;
    // What is in a function has variables of that one.
    bool isInner = function.scope->parent->kind == Scope::Kind::Function;
    if (usedAsDevice_.contains(&def) || isInner)
      continue;
    std::string text = signatureHint(function, def.name, evaluator_);
    std::optional<SignatureTypes> types = readHint(text, *function.scope);
    std::optional<Type> result;
    bool isStated = !function.jit->signatures.empty();
    if (isStated) {
      types = function.jit->signatures.front();
      if (types->statesResult)
        result = types->result;
    }
    Diagnostics found;
    Diagnostics *outer =
        std::exchange(diagnostics_, isStated ? diagnostics_ : &found);
    if (types && types->params.size() == def.params.size()) {
      std::vector<CallArgument> args;
      for (const Type &type : types->params)
        args.push_back({type, std::nullopt});
      instantiate(function, args, {}, result,
                  function.jit->typing.value_or(options_.typing),
                  def.nameRange);
    }
    diagnostics_ = outer;
    if (!isStated)
      observer()->guessed(def, text, found);
  }
}

void FileChecker::guessTypes(const DeclaredKernel &kernel) {
  const syntax::FunctionDef &def = *kernel.function.def;
  std::string text = signatureHint(kernel.function, kernel.name, evaluator_);
  std::optional<SignatureTypes> hint = readHint(text, *kernel.function.scope);
  if (!hint)
    return;
  SignatureTypes &types = *hint;
  types.range = def.nameRange;
  Diagnostics found;
  Diagnostics *outer = std::exchange(diagnostics_, &found);
  checkKernel(kernel, types, uniqueSymbol(escapeName(def.name)));
  diagnostics_ = outer;
  observer()->guessed(def, text, found);
}

} // namespace pyk2ptx
