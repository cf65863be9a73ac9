// A kernel that states no types is compiled for none. Somebody who looks at its
// text while it is written wants to know all the same what is wrong with it, so
// it is checked for the types that its text suggests (signature_hint.cpp); what
// that found is for the observer, and no error of the file.
#include "checker.h"
#include "frontend/parse/parse.h"
#include "observer.h"

#include <utility>

namespace pyk2ptx {

void FileChecker::guessTypes(const Kernel &kernel) {
  const syntax::FunctionDef &def = *kernel.function.def;
  std::string text = signatureHint(kernel.function, kernel.name, evaluator_);
  Source source("--sig", text);
  Diagnostics found;
  syntax::ExprPtr expr = parseExpression(source, found);
  SignatureTypes types;
  // An annotation may have a type that a signature cannot spell.
  bool isSignature =
      expr && std::holds_alternative<syntax::Call>(expr->node) &&
      readSignature(source, *expr, *kernel.function.scope, types).kind ==
          Value::Kind::Signature;
  if (!isSignature)
    return;
  types.range = def.nameRange;
  Diagnostics *outer = std::exchange(diagnostics_, &found);
  checkKernel(kernel, types, uniqueSymbol(escapeName(def.name)));
  diagnostics_ = outer;
  observer()->guessed(def, text, found);
}

} // namespace pyk2ptx
