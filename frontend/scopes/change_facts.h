// What a file's code does with its names, and what follows of it.
#ifndef PYK2PTX_FRONTEND_SCOPES_CHANGE_FACTS_H
#define PYK2PTX_FRONTEND_SCOPES_CHANGE_FACTS_H

#include "held.h"
#include "scope.h"

#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// A name as code of a scope has it. An empty one: what the function whose
/// scope it is returns.
struct NameUse {
  Scope *scope;
  std::string name;
  SourceRange range;
};

/// `to` is the object `from`, or in it, as a name or as a parameter.
struct Alias {
  NameUse to, from;
  bool isArgument = false;
  /// Held::isWhole.
  bool isWhole = false;
  /// It is put into what is there.
  bool isPart = false;
  /// The scope of the kernel whose code it is; null: of no kernel.
  const Scope *kernel = nullptr;
};

/// What of an expression may be an object that has a name.
struct HeldUse {
  NameUse use;
  bool isWhole;
};

/// What the code of a file does, as it is found; then what it comes to.
class ChangeFacts {
public:
  explicit ChangeFacts(Scope &file);

  Scope &file;
  std::vector<Alias> aliases;
  /// sorted(a), a * 2: whose elements are a's.
  std::vector<Alias> copies;
  /// Names with an `op=`, which changes an object that has another name, too.
  std::vector<NameUse> augmented;
  /// Names that are called, of nobody knows what.
  std::vector<NameUse> called;
  /// What each function returns.
  std::unordered_map<const Scope *, std::vector<HeldUse>> returned;
  /// Functions, what whose calls give is changed.
  std::vector<NameUse> returnedChanges;
  /// Methods of all classes, by name.
  std::unordered_map<
      std::string, std::vector<std::pair<const syntax::FunctionDef *, Scope *>>>
      methods;
  /// Those that are operators.
  std::vector<std::pair<const syntax::FunctionDef *, Scope *>> operators;
  /// The statements that are being looked at, the outermost of each scope.
  std::vector<std::pair<Scope *, const syntax::Stmt *>> path;
  /// The scope of the kernel that is looked at; null outside of kernels.
  const Scope *kernel = nullptr;

  /// The scope whose name it is, as functions in `scope` see it; null for none.
  static Scope *ownerOf(Scope &scope, const std::string &name);
  /// Whether it is that of a parameter, or of another file, or of code that is
  /// no kernel: kernels change nothing else here.
  bool counts(const NameUse &use) const { return counts(use, kernel); }
  static bool counts(const NameUse &use, const Scope *kernel);
  /// Whether that is news.
  bool mark(const NameUse &use, bool isLater = false);
  bool markUpdated(const NameUse &use) const;
  bool markPartlyUpdated(const NameUse &use) const;
  void addAlias(Alias alias);
  void addCopy(Alias copy);
  /// What `.name` may be: a class's own, and what a property returns.
  void addOfClasses(const std::string &name, SourceRange range,
                    std::vector<HeldUse> &uses) const;

  /// Of all of it the sum, in the scopes.
  void follow();

private:
  using Found = std::unordered_map<const Scope *, std::vector<HeldUse>>;
  /// A name with the scope that binds it.
  using Owned = std::pair<const Scope *, std::string>;
  static Owned ownedBy(const NameUse &use);
  bool isUpdated(const NameUse &use) const {
    return updated_.contains(ownedBy(use));
  }

  void addClasses(Scope &scope);
  class Index;
  const std::vector<HeldUse> &outsideOf(const Scope &function,
                                        const Index &index, Found &found);
  template <class Holds, class Add>
  void forEachReached(Holds holds, Add add) const;
  void resolveReturns();
  void changeByCalls();
  void spread(bool isStored);
  void addUpdated();
  void addParts();
  void shareAliases();

  /// The classes of the file that bind a name.
  std::unordered_map<std::string, std::vector<Scope *>> classNames_;
  /// Of `augmented`.
  std::set<Owned> updated_;
};

} // namespace pyk2ptx

#endif
