// Host code that is run: statements whose names are in a scope of their own.
#ifndef PYK2PTX_FRONTEND_EVALUATE_RUN_HOST_H
#define PYK2PTX_FRONTEND_EVALUATE_RUN_HOST_H

#include "evaluate.h"

namespace pyk2ptx {

/// Whether a value, or a part of it, can be changed.
[[nodiscard]] bool holdsObject(const Value &value);
/// Whether nothing in it runs later, or binds names that are not its own.
[[nodiscard]] bool runsAtOnce(const syntax::FunctionDef &def,
                              const Scope &scope);
/// Whether the object of a scope's name may be changed by other statements than
/// those of the scope: one that can be changed is then not known.
[[nodiscard]] bool isChangedElsewhere(const Scope &scope,
                                      const std::string &name);

/// Runs statements as CPython does, as far as it is known what they do.
class HostRunner {
public:
  /// How statements end. Unknown: nobody knows, `result` says why.
  enum class End : std::uint8_t { Next, Break, Continue, Return, Unknown };

  /// `code` is the scope whose statements they are, `names.given` the names
  /// that they may set.
  HostRunner(Evaluator &evaluator, const Scope &code, Scope &names)
      : evaluator_(evaluator), code_(code), names_(names) {}

  End run(const syntax::Block &block);
  End run(const syntax::Stmt &stmt);
  /// Of a Return.
  [[nodiscard]] const Value &result() const { return result_; }

private:
  End fails(SourceRange range, std::string why);
  End fails(const Value &value, SourceRange range, std::string why);
  Value evaluate(const syntax::Expr &expr);
  bool makes(const syntax::Call &call);
  bool isNew(const syntax::Expr &expr, const Value &value);
  End assign(const syntax::Expr &target, const Value &value);
  End store(const syntax::Subscript &target, const Value &value);
  End update(const syntax::AugAssign &node);
  End effect(const syntax::Expr &expr);
  End repeat(const syntax::Block &body, bool &isLeft);
  End loop(const syntax::For &node);
  End loop(const syntax::While &node);
  End branch(const syntax::If &node);

  Evaluator &evaluator_;
  const Scope &code_;
  Scope &names_;
  Value result_;
};

} // namespace pyk2ptx

#endif
