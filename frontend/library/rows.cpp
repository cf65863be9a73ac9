// The signature column of builtins.def as functions: those that a row names,
// and one for each sort of rows that name none.
#include "rows.h"

#include "array_function.h"
#include "cuda.h"
#include "group.h"
#include "group_method.h"
#include "reduce.h"

#include "frontend/values/arguments.h"
#include "frontend/values/complex.h"
#include "frontend/values/elementwise.h"

#include <utility>

namespace pyk2ptx {

using Check = Operand (*)(Emitter &, BuiltinCall &&);

static constexpr Check checks[] = {
#define By(function, ...) function
#define BySyntax(function) function
#define With(function, parameter, ...) SyntaxWith(function, parameter)
#define SyntaxWith(function, ...)                                              \
  [](Emitter &e, BuiltinCall &&call) {                                         \
    return function(e, std::move(call), __VA_ARGS__);                          \
  }
#define Form(letters, least, result) checkForm
#define Register(low, high) checkRegister
#define Real checkReal
#define Real2 checkReal
#define RealPredicate checkReal
#define RealToInt checkReal
#define RealInt checkReal
#define RealFraction checkReal
#define RealPair checkReal
#define Prelude checkPrelude
#define BUILTIN(enumerator, name, signature, effect, lowering, since, doc)     \
  signature,
#include "frontend/tables/builtins.def"
#undef BUILTIN
#undef Prelude
#undef RealPair
#undef RealFraction
#undef RealInt
#undef RealToInt
#undef RealPredicate
#undef Real2
#undef Real
#undef Register
#undef Form
#undef SyntaxWith
#undef With
#undef BySyntax
#undef By
};

Operand checkRow(Emitter &e, BuiltinCall &&call) {
  return checks[static_cast<std::size_t>(call.builtin)](e, std::move(call));
}

Operand callRow(Emitter &e, BuiltinCall &&call) {
  const BuiltinInfo &info = builtinInfo(call.builtin);
  const CallForm &form = info.form;
  bool isElementwise =
      form.takes == Takes::Elements || form.takes == Takes::Ufunc;
  if (isElementwise && hasElements(call.args)) {
    if (!takeElements(e, call.args, call.range))
      return call.error();
    Operand result = callRow(e, std::move(call));
    result.isElement = !result.isError;
    return result;
  }
  // Without a text there is nothing that it could read.
  if (form.takes == Takes::Syntax)
    return refuseHere(e, std::move(call));
  if (!argumentCount(e, info.name.data(), call.args.size(), form.least,
                     form.most, call.range))
    return call.error();
  return checkRow(e, std::move(call));
}

Operand callRow(Emitter &e, Builtin builtin, std::vector<Operand> args,
                SourceRange range, bool isNumpy) {
  static const syntax::Call none;
  return callRow(e, {builtin, std::move(args), none, range, isNumpy});
}

Operand refuseHere(Emitter &e, BuiltinCall &&call) {
  e.diagnostics().emit(call.range, diag::UnsupportedName, call.name(),
                       std::string());
  return call.error();
}

Operand checkRegister(Emitter &e, BuiltinCall &&call) {
  e.diagnostics().emit(call.range, diag::NotCallable, "`" + call.name() + "`");
  return call.error();
}

Operand checkReal(Emitter &e, BuiltinCall &&call) {
  if (call.isNumpy && call.args.size() == 1)
    if (std::optional<Operand> result =
            numpyComplex(e, call.builtin, call.args[0], call.range))
      return std::move(*result);
  return e.callReal(call.builtin, std::move(call.args), call.range);
}

Operand checkPrelude(Emitter &e, BuiltinCall &&call) {
  return callPrelude(e, call.builtin, call.node, call.range);
}

} // namespace pyk2ptx
