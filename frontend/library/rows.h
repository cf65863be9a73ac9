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
  /// The array whose method it is; it stands before the arguments.
  Operand *self = nullptr;

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

// ---- those that the rows name, and those of rows that name none ----
#define CHECK(function) Operand function(Emitter &e, BuiltinCall &&call);
#include "builtin_checks.inc"
CHECK(checkForm)
CHECK(checkRegister)
CHECK(checkReal)
CHECK(checkPrelude)
#undef CHECK

} // namespace pyk2ptx

#endif
