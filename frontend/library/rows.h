// What checks a call of a row of builtins.def: one function, which the row
// names.
#ifndef PYK2PTX_FRONTEND_LIBRARY_ROWS_H
#define PYK2PTX_FRONTEND_LIBRARY_ROWS_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

struct BuiltinCall {
  Builtin builtin;
  /// Checked, none an error, and as many as the row takes; none where the row's
  /// function reads the text of the call.
  std::vector<Operand> args;
  const syntax::Call &node;
  SourceRange range;
  /// Called by a name of NumPy's.
  bool isNumpy = false;

  std::string name() const { return std::string(builtinInfo(builtin).name); }
  /// After a message.
  Operand error() const { return Operand::error(range); }
};

/// Calls the row's function.
Operand checkRow(Emitter &e, BuiltinCall &&call);
/// The same, once for each element of arrays if the row takes these, and with
/// its arguments counted.
Operand callRow(Emitter &e, BuiltinCall &&call);
/// Where no text calls it.
Operand callRow(Emitter &e, Builtin builtin, std::vector<Operand> args,
                SourceRange range, bool isNumpy = false);

// ---- those that the rows name ----
#define By(function, ...) Operand function(Emitter &e, BuiltinCall &&call);
#define BySyntax(function) By(function, 0)
#define Form(letters, least, result) By(checkForm, least)
#define Register By(checkRegister, 0)
#define Real By(checkReal, 1)
#define Real2 Real
#define RealPredicate Real
#define RealToInt Real
#define RealInt Real
#define RealFraction Real
#define RealPair Real
#define Prelude By(checkPrelude, 0)
#define BUILTIN(enumerator, name, signature, effect, lowering, since, doc)     \
  signature
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
#undef BySyntax
#undef By

} // namespace pyk2ptx

#endif
