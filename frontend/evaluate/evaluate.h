// What is known at compile time, found by reading the source and never by
// running it: the scopes of a file and what their names and expressions are.
#ifndef PYK2PTX_FRONTEND_EVALUATE_EVALUATE_H
#define PYK2PTX_FRONTEND_EVALUATE_EVALUATE_H

#include "frontend/constants/library.h"
#include "frontend/constants/times.h"
#include "frontend/constants/value.h"
#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/source_loader.h"
#include "frontend/scopes/scope.h"
#include "frontend/types/types.h"

#include <algorithm>
#include <climits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// Evaluates expressions of host code in their scopes. Never emits diagnostics:
/// what it cannot know is an Unknown that says why.
class Evaluator {
public:
  /// `loader` finds imported project files; null follows no imports.
  explicit Evaluator(std::vector<std::pair<std::string, Value>> defines = {},
                     SourceLoader *loader = nullptr);

  /// A file whose stores count: what it sets of a module or a class is unknown.
  void addFile(const Scope &file) { stores_.push_back(&file); }
  Value evaluate(const syntax::Expr &expr, const Scope &scope);
  /// A free name of code in `scope`: its own and enclosing scopes, then
  /// Python's built-ins.
  Value lookup(const std::string &name, const Scope &scope);
  /// The same, as code that runs behind all files sees it.
  Value nameOfFunction(const std::string &name, const Scope &scope,
                       SourceRange range);
  /// A decorated (or plain) function definition as a value.
  Value functionValue(const syntax::FunctionDef &def, const Scope &scope);
  /// The scope of a lambda's body, which stays.
  const Scope &lambdaScope(const syntax::FunctionDef &def, const Scope &scope);
  /// A lambda: a device function, whatever is around it.
  Value lambdaValue(const syntax::Lambda &node, const Scope &scope,
                    SourceRange range);
  /// functools.partial of constants; Unknown when something is none.
  Value callPartial(const syntax::Call &node, const Scope &scope,
                    SourceRange range);
  /// The function that a dotted name of code in `scope` stands for, a
  /// library's included; Unknown when it is no function.
  Value functionByName(const std::string &dotted, const Scope &scope);
  /// `base`.name
  Value attribute(const Value &base, const std::string &name,
                  SourceRange range);
  /// A call of a library name with known arguments: np.float32(2), max(1, 2).
  Value call(const Value &callee, const std::vector<Value> &args,
             SourceRange range);
  /// Operators as kernels have them; of host code: fold.h.
  static Value unary(syntax::UnaryOp op, const Value &operand,
                     SourceRange range);
  static Value binary(syntax::BinaryOp op, const Value &left,
                      const Value &right, SourceRange range);
  static Value compare(syntax::CompareOp op, const Value &left,
                       const Value &right, SourceRange range);
  /// Whether the class of a scope is an enumeration.
  bool isEnum(const Scope &scope);
  /// Its members, by name: a captured enumeration's value (namespace_value.h),
  /// but with other names of a member, and with those that are not known.
  /// `type` is the members', where they equal themselves alone.
  Value enumeration(const Scope &scope);
  /// A library's name: pathValue, and the functions of numba.cuda.random.
  Value libraryValue(const std::string &dotted);
  Value dataclassType(const Value &given, SourceRange range);
  Value instanceType(const Value &given, SourceRange range);
  Value defaultOfField(const Value &given, const std::string &name,
                       SourceRange range);
  /// What can be changed without a new value for its name.
  static bool isMutable(const Value &value);
  /// Whether an element of it may be an object, or a view, that can be changed.
  static bool hasParts(const Value &value);
  /// Whether statements that are run may copy so many elements more.
  bool takesTime(std::int64_t elements) {
    work_ -= std::min(work_, elements);
    return work_ > 0;
  }
  /// All names visible from `scope`, for suggestions.
  std::vector<std::string> visibleNames(const Scope &scope) const;

private:
  Value oneBinding(const std::string &name, const Binding &binding,
                   const Scope &scope);
  /// Of several bindings the one that is meant; null: nobody knows.
  const Binding *chosenOf(const std::string &name, const Scope &at,
                          std::size_t count);
  // ---- import.cpp ----
  Value importValue(const Binding &binding);
  std::shared_ptr<const ImportedModule>
  loadModule(const Source &importer, int level, const std::string &name);
  /// A Module, or an Unknown that says what is wrong with it.
  Value moduleValue(const std::shared_ptr<const ImportedModule> &module,
                    SourceRange range);
  Value memberOf(const std::shared_ptr<const ImportedModule> &module,
                 const std::string &name, SourceRange range);
  /// What `from module import *` binds `name` to: Missing when nothing does,
  /// Unknown when a module cannot be read.
  Value starImported(const std::string &name, const Scope &scope);
  /// The import among the bindings of a name that is meant.
  const Binding &importAmong(const std::vector<Binding> &bindings,
                             const Binding &last);
  Value classMember(const Scope &scope, const std::string &name,
                    SourceRange range);
  /// Where code of any file sets that of a module or a class.
  std::optional<SourceRange> storeOf(const Value &object,
                                     const std::string &name);
  /// Of all files that are there, the files that they import.
  void loadImports();
  /// Whether a file that imports it changes the object of a module's name.
  bool isChangedOutside(const std::shared_ptr<const ImportedModule> &module,
                        const std::string &name);
  /// Unknown if another file sets that name of the module, or changes its
  /// object.
  Value
  unlessChangedOutside(const std::shared_ptr<const ImportedModule> &module,
                       const std::string &name, const Value &value,
                       SourceRange range);
  Value unlessSetByImporters(const std::string &name, const Scope &scope,
                             const Value &value, SourceRange range);
  /// Whose scope it is; null: of no file that was imported.
  std::shared_ptr<const ImportedModule> moduleOf(const Scope &file) const;
  /// memberOf, whoever changes it.
  Value memberItself(const std::shared_ptr<const ImportedModule> &module,
                     const std::string &name, SourceRange range);

  /// namedtuple("P", "x y"), and what calling it, a NamedTuple or a dataclass
  /// makes. Unknown for other calls.
  Value callClass(const syntax::Call &node, const Value &callee,
                  const Scope &scope, SourceRange range);
  bool hasFields(const Scope &scope);

  // ---- record.cpp ----
  Value callRecordMaker(const Value &callee, const syntax::Call &node,
                        const Scope &scope, SourceRange range);
  bool isDataclass(const Scope &scope);
  Value recordOfKeywords(const syntax::Call &node, const Scope &scope,
                         SourceRange range);

  Value subscript(const syntax::Subscript &node, const Scope &scope,
                  SourceRange range);
  // ---- host.cpp ----
  /// What kernels have no syntax for; Unknown for all else.
  Value evaluateHost(const syntax::Expr &expr, const Scope &scope);
  Value formatted(const syntax::FString &node, const Scope &scope,
                  SourceRange range);
  Value display(const syntax::UnsupportedExpr &node, const Scope &scope,
                SourceRange range);
  Value comprehension(const syntax::Comprehension &node, const Scope &scope,
                      SourceRange range);
  bool comprehend(const syntax::Comprehension &node, std::size_t at,
                  const Scope &scope, Value &result);
  /// A call of a function that is its `return`.
  Value
  callHostFunction(const FunctionValue &function,
                   const std::vector<Value> &args,
                   const std::vector<std::pair<std::string, Value>> &keywords,
                   SourceRange range);
  /// The arguments of a call of host code; what is not known of them, if so.
  struct HostArguments {
    std::vector<Value> args;
    std::vector<std::pair<std::string, Value>> keywords;
    std::optional<Value> unknown;
    /// By **options of what is no dict.
    bool isOpen = false;
  };
  HostArguments hostArguments(const syntax::Call &node, const Scope &scope,
                              bool takesOptions, SourceRange range);
  /// A call of what folds; nothing for all else.
  std::optional<Value> foldCall(const syntax::Call &node, const Value &callee,
                                const Scope &scope, SourceRange range);

  /// A name that an expression reads: what it is at that place.
  Value valueOfName(const std::string &name, const Scope &scope,
                    SourceRange range);
  /// A name of a scope that binds it.
  Value boundValue(const std::string &name, const Scope &at);
  void evaluateBefore(const std::string &name, const Scope &at,
                      std::size_t count);
  // ---- replay.cpp ----
  /// What a file's statements make of a name, as code of `reader` finds it;
  /// nothing if nobody knows.
  std::optional<Value> replayed(const std::string &name, const Scope &file,
                                const Scope &reader);
  void replay(const std::string &name, const Scope &file);
  Value sequenceOf(const std::vector<syntax::ExprPtr> &elements, bool isList,
                   const Scope &scope, SourceRange range);
  Value callExpr(const syntax::Call &node, const Scope &scope,
                 SourceRange range);
  std::optional<Value> callWithClasses(const Value &callee,
                                       const syntax::Call &node,
                                       const Scope &scope, SourceRange range);
  Value callCoopMaker(const std::string &maker, const syntax::Call &node,
                      const Scope &scope, SourceRange range);

  std::vector<std::pair<std::string, Value>> defines_;
  SourceLoader *loader_;
  using ModuleKey = std::tuple<const Source *, int, std::string>;
  /// By how it is asked for, and by what is found.
  std::map<ModuleKey, std::shared_ptr<const ImportedModule>> modules_;
  std::map<const Source *, std::shared_ptr<ImportedModule>> files_;
  using Key = std::pair<const Scope *, std::string>;
  /// What its first `count` bindings make of a name, and from which depth on
  /// that is so: not 0, where it was too deep.
  struct Found {
    Value value;
    int depth;
  };
  std::map<std::pair<Key, std::size_t>, Found> values_;
  std::map<const Scope *, Value> enumerations_;
  std::map<std::pair<const syntax::FunctionDef *, const Scope *>,
           std::unique_ptr<Scope>>
      lambdas_;
  /// What comprehensions and calls may still do, and loops that are run, so
  /// that no file takes for ever.
  int rounds_ = 1 << 18;
  std::int64_t work_ = 1 << 26;
  struct Replay {
    bool isRunning = true;
    std::optional<Value> value;
    /// The last statement that has a part in it.
    SourceRange last;
  };
  std::map<Key, Replay> replays_;
  /// The place of what is evaluated, in code that runs when its file does.
  std::optional<SourceRange> reading_;
  /// A name being evaluated: how many of its bindings are there (`f = jit(f)`
  /// reads the one before), and which evaluation of a binding says so, of those
  /// that are under way.
  struct Running {
    std::size_t count;
    int evaluation;
  };
  class Earlier;
  /// What is said of a name that is being evaluated, on which what is under
  /// way depends from then on; null for others.
  const Running *runningOf(const Key &key);
  /// A list: what is asked of one file may load another.
  std::list<const Scope *> stores_;
  bool isAskingForStores_ = false;
  /// Files whose imports are loaded.
  std::set<const Scope *> importing_;
  std::map<Key, Running> progress_;
  int evaluations_ = 0;
  bool isEvaluatingBefore_ = false;
  /// The outermost of them that what is being evaluated depends on.
  int dependsOn_ = INT_MAX;
  /// The place of the call while a function of host code is evaluated.
  std::optional<SourceRange> calledAt_;
  class CalledAt {
  public:
    CalledAt(Evaluator &evaluator, std::optional<SourceRange> place)
        : evaluator_(evaluator),
          outer_(std::exchange(evaluator.calledAt_, place)) {}
    ~CalledAt() { evaluator_.calledAt_ = outer_; }
    CalledAt(const CalledAt &) = delete;
    CalledAt &operator=(const CalledAt &) = delete;

  private:
    Evaluator &evaluator_;
    std::optional<SourceRange> outer_;
  };
  /// Names being looked for in star imports, which may be circular.
  std::set<Key> starProgress_;

  /// Bounds the recursion through names and expressions.
  static constexpr int mostDepth = 400;
  class Deeper {
  public:
    explicit Deeper(Evaluator &evaluator) : depth_(evaluator.depth_) {
      ++depth_;
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper &) = delete;
    Deeper &operator=(const Deeper &) = delete;

  private:
    int &depth_;
  };
  /// Whether more than `most` is under way: what says so is kept for such
  /// depths alone.
  bool isTooDeep(int most);
  int depth_ = 0, tooDeep_ = 0;
};

// ---- signatures (signature.cpp) ----

/// Whether a type's value is numba's Optional of it.
bool isOptional(const Value &value);
/// The signature once for each choice between an optional parameter's type and
/// None: nothing when it has too many of them.
std::vector<SignatureTypes> alternatives(const SignatureTypes &signature);
/// Reads a signature in any of the forms that jit accepts into `options`; the
/// reason when it cannot.
Value addSignature(const Value &given, SourceRange range, JitOptions &options);
/// What the decorator `cuda.jit(...)` was given. Unknown (as a Value of kind
/// Unknown) when the signature is not understood.
Value jitCall(const syntax::Call &node, const Scope &scope,
              Evaluator &evaluator, SourceRange range);
/// The names of namedtuple's second argument: "x y", "x, y", ["x", "y"].
std::vector<std::string> fieldNames(const Value &given);
/// Why a name in numba's namespace is no type.
Value unknownType(const Value &path, SourceRange range);
/// Whether calling this gives a record's (or another element's) type.
bool isRecordMaker(const Value &callee);
/// A signature's text with `record(x: float32)` written as a call Python has.
std::string readRecordTypes(const std::string &text);
/// numba's type expressions beyond names: float32[:, ::1], UniTuple(t, n),
/// Tuple((a, b)), void(...).
Value typeSubscript(const Value &element, const syntax::Subscript &node,
                    SourceRange range);
Value typeCall(const Value &callee, const std::vector<Value> &args,
               SourceRange range);
/// A signature's or a type's text in numba's namespace, of an expression at
/// `range`, in which an Unknown gets its place.
Value evaluateTypeText(const std::string &text, SourceRange range);
/// The same with `scope`'s names before numba's.
Value evaluateTypeText(const std::string &text, SourceRange range,
                       const Scope &scope);

} // namespace pyk2ptx

#endif
