// What a tool that shows the source wants to know while it is checked: the
// types of places in the text, and what was compiled although other parts are
// wrong.
#ifndef PYK2PTX_FRONTEND_EMIT_OBSERVER_H
#define PYK2PTX_FRONTEND_EMIT_OBSERVER_H

#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/syntax.h"
#include "operand.h"

#include <string>
#include <vector>

namespace pyk2ptx {

/// Told by check as it goes. Functions are entered while others are, and
/// checked more than once: of a place in a function that is told again, the
/// last counts.
class CheckObserver {
public:
  virtual ~CheckObserver() = default;
  /// `symbol` is the name that the function has in the IR, one for each choice
  /// of parameters. What is noted until left() is of it.
  virtual void entered(const syntax::FunctionDef &function,
                       const std::string &symbol,
                       const std::vector<CallArgument> &params) = 0;
  virtual void left() = 0;
  /// An expression, or a name that is assigned a value. The type is Error where
  /// only `known` says what it is, and where neither does.
  virtual void noted(SourceRange range, const Type &type,
                     const std::optional<Value> &known) = 0;
  /// A kernel that states no types, or a device function that nothing calls,
  /// was checked for those it seems to have; `found` may be true for these
  /// types alone.
  virtual void guessed(const syntax::FunctionDef &function,
                       const std::string &signature,
                       const Diagnostics &found) = 0;
  /// There were errors, so check gives nothing. The kernels of the module, and
  /// what they call, are those without any; what nobody calls means nothing.
  virtual void gaveUp(ir::Module &&module) = 0;
};

} // namespace pyk2ptx

#endif
