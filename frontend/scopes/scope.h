// The scopes of a file: which names a module, a function's or a class's body
// binds and how, and which of their objects change while the program runs.
#ifndef PYK2PTX_FRONTEND_SCOPES_SCOPE_H
#define PYK2PTX_FRONTEND_SCOPES_SCOPE_H

#include "frontend/constants/value.h"
#include "frontend/parse/syntax.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyk2ptx {

struct Scope;

/// How a name got its value in a scope.
struct Binding {
  enum class Kind : std::uint8_t {
    /// `value`, or its element `path[0]`, of that `path[1]`, ...
    Assigned,
    Function,
    Class,
    /// Import of the dotted `module`
    Module,
    /// from `module` import `name`
    Member,
    Parameter,
    /// A loop's target, an augmented assignment, with ... as, del
    Other
  };
  Kind kind = Kind::Other;
  SourceRange range;
  const syntax::Expr *value = nullptr;
  std::vector<std::uint32_t> path;
  /// name op= value, of what the name is before.
  std::optional<syntax::BinaryOp> update;
  const syntax::FunctionDef *function = nullptr;
  /// `level` dots before `module`.
  int level = 0;
  std::string module, name;
  /// Inside an if, a loop, a try or a with of its scope.
  bool conditional = false;
  /// The try or with that it is in, if it is in no other such statement.
  const syntax::Stmt *attempt = nullptr;
};

/// Of a module, or of a name of one.
inline bool isImport(const Binding &binding) {
  return binding.kind == Binding::Kind::Module ||
         binding.kind == Binding::Kind::Member;
}

/// object.name = ..., in a scope; setattr of a name that is no constant: "".
struct AttributeStore {
  const syntax::Expr *object;
  std::string name;
  const Scope *scope;
};

/// The names of a module, a function's or a class's body.
struct Scope {
  enum class Kind : std::uint8_t {
    Module,
    Function,
    Class
  } kind = Kind::Module;
  const Scope *parent = nullptr;
  /// Free names are numba's types: the scope of a signature's text.
  bool isTypeNamespace = false;
  /// One of the prelude's files: -D does not reach it, and what it imports from
  /// beside it is the prelude's too.
  bool isPrelude = false;
  /// What its functions do is told at the place of the user's call, for each of
  /// which they are made anew: the library of cooperative primitives.
  bool isExpanded = false;
  /// Values that a running program gives to names; they hide `bindings`.
  std::unordered_map<std::string, Value> given;
  /// It lives as long as a comprehension or a call of host code is evaluated.
  bool isTemporary = false;
  /// Which of a running program's texts it is, 0 for all else: places do not
  /// tell them apart.
  std::uint32_t number = 0;
  /// "outer.inner." before names in this scope; "" at module level.
  std::string prefix;
  std::unordered_map<std::string, std::vector<Binding>> bindings;
  /// The loops among its statements, those in others included.
  std::vector<SourceRange> loops;
  /// Names that other code gives new values (`global`, Class.name = ...), and
  /// those whose elements are stored (changes.cpp).
  std::unordered_map<std::string, SourceRange> rebound, changed;
  /// Of `changed`: the statements of this scope's own that do it, each as it
  /// stands in the scope, loops around it included; null for other code.
  std::unordered_map<std::string, std::vector<const syntax::Stmt *>> changers;
  /// Names whose object, or part of it, may have another name as well; those
  /// whose object `op=` of such a name may change, and those of whose object it
  /// may change a part.
  std::set<std::string> shared, updated, partlyUpdated;
  /// A file's statements, and what all of its code stores in objects.
  const syntax::Block *body = nullptr;
  std::vector<AttributeStore> attributeStores;
  /// Names of what it imports, in their scopes, whose objects its code changes.
  std::vector<std::pair<const Scope *, std::string>> importedChanges;
  /// A class's own definition.
  const syntax::ClassDef *classDef = nullptr;
  /// Functions and classes defined directly in it, in source order.
  std::vector<const syntax::FunctionDef *> functions;
  std::vector<std::pair<const syntax::ClassDef *, std::unique_ptr<Scope>>>
      classes;
  std::unordered_map<const syntax::FunctionDef *, std::unique_ptr<Scope>> inner;
};

/// The scope of a whole file, nested scopes included.
std::unique_ptr<Scope> makeScope(const syntax::Module &module);
/// Of names that a comprehension, a call or statements that are run set, and
/// that end with it.
Scope temporaryScope(const Scope &parent);
/// The words of a text.
std::vector<std::string> namesIn(std::string_view text);
/// Whether a place begins in another one.
bool isWithin(SourceRange whole, SourceRange part);
/// Names that a function's own body binds, parameters first.
std::vector<std::string> localNames(const syntax::FunctionDef &def);
/// Names that a loop may bind in any of its rounds.
std::set<std::string> assignedBy(const syntax::For &loop);
std::set<std::string> assignedBy(const syntax::While &loop);

} // namespace pyk2ptx

#endif
