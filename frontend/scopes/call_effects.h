// What the calls in an expression do to objects that have names.
#ifndef PYK2PTX_FRONTEND_SCOPES_CALL_EFFECTS_H
#define PYK2PTX_FRONTEND_SCOPES_CALL_EFFECTS_H

#include "change_facts.h"

#include <set>

namespace pyk2ptx {

class CallEffects {
public:
  explicit CallEffects(ChangeFacts &facts) : facts_(facts) {}

  /// Of an expression and all that are in it.
  void look(const syntax::Expr &expr, Scope &scope);
  /// The object of an expression is changed there.
  void change(const syntax::Expr &object, SourceRange range, Scope &scope);
  /// A part is stored in an object: from then on it is changed with it.
  void keep(const syntax::Expr &object, const syntax::Expr &part,
            SourceRange range, Scope &scope);
  /// Operators are methods of what classes of the file are.
  void operate(const std::vector<const syntax::Expr *> &operands,
               SourceRange range, Scope &scope);
  /// Whether a target is one of globals(), which is then set.
  bool storesInFile(const syntax::Expr &target, Scope &scope);
  /// What has a name.
  std::vector<HeldUse> usesOf(const std::vector<Held> &held, Scope &scope);

private:
  struct Function {
    const syntax::FunctionDef *def;
    Scope *scope;
  };
  /// The functions of the file that a call may be of.
  struct Callees {
    /// No others are.
    bool areKnown = false;
    std::vector<Function> functions;
    /// How many parameters come before the arguments; nothing: nobody knows
    /// which argument is which.
    std::optional<std::size_t> before = 0;
    /// Behind a dot, whose left side is the first argument.
    const syntax::Expr *object = nullptr;
  };

  Callees calleesOf(const syntax::Call &call, Scope &scope);
  void addOfLambdas(const syntax::Call &call, bool isWhole, Scope &scope,
                    std::vector<HeldUse> &uses);
  Callees classCallees(const std::string &name, Scope &owner);
  Callees methodCallees(const syntax::Attribute &access, Scope &scope);
  std::string pathOf(const syntax::Expr &callee, Scope &scope);
  bool isOfLibrary(const syntax::Name &name, Scope &scope);
  bool isHarmless(const syntax::Expr &function, Scope &scope);
  void addTargets(const syntax::Expr &expr);
  void visit(const syntax::Expr &expr, Scope &scope);
  void call(const syntax::Call &call, const syntax::Expr &expr, Scope &scope);
  void libraryCall(const syntax::Call &call, const std::string &path,
                   SourceRange range, Scope &scope);
  void methodCall(const syntax::Call &call, const syntax::Attribute &access,
                  SourceRange range, Scope &scope);
  void pass(const syntax::Call &call, const Callees &callees, SourceRange range,
            Scope &scope);
  void give(const syntax::Expr &arg, const Function &function,
            std::optional<std::size_t> place, const std::string &keyword,
            SourceRange range, Scope &scope);
  void escape(const syntax::Expr &expr, SourceRange range, Scope &scope);
  void escapeArguments(const syntax::Call &call, std::size_t first,
                       SourceRange range, Scope &scope);
  bool isNamespaceOfFile(const syntax::Expr &expr, Scope &scope);
  void readGlobal(const syntax::Subscript &access, SourceRange range);
  void changeFile(SourceRange range, bool isRebound);
  void setAttribute(const syntax::Call &call, Scope &scope);
  void mark(const NameUse &use);

  ChangeFacts &facts_;
  /// Of the expression that is looked at: comprehensions' targets and what they
  /// go over; lambdas' parameters and null.
  std::vector<std::pair<std::string, const syntax::Expr *>> targets_;
  /// Calls of globals() whose result is read and no more.
  std::set<const syntax::Expr *> readings_;
  /// Those that are being looked into.
  std::set<const syntax::Lambda *> lambdas_;
  /// Inside of a lambda, which runs later.
  bool isLater_ = false;
};

} // namespace pyk2ptx

#endif
