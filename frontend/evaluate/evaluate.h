// What is known at compile time: constants, names of libraries, types and
// functions, found by reading the source and never by running it.
#ifndef PYK2PTX_FRONTEND_EVALUATE_EVALUATE_H
#define PYK2PTX_FRONTEND_EVALUATE_EVALUATE_H

#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/source_loader.h"
#include "frontend/parse/syntax.h"
#include "frontend/types/types.h"

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

struct Scope;

struct Value;

/// A number known at compile time; `bits` of an integer or bool (two's
/// complement of 64 bits), `number` of a float, with `imag` of a complex
/// number.
///
/// An integer that comes from Python and not from typed data is `exact`: Python
/// computes with it without wrapping. One of more than 64 bits is `big`: `high`
/// holds the 64 bits above, and what a kernel computes with it is `bits`.
struct Number {
  Type type;
  std::uint64_t bits = 0;
  double number = 0;
  bool exact = false, big = false;
  std::int64_t high = 0;
  double imag = 0;

  static Number ofInt(std::int64_t value);
  static Number ofUnsigned(std::uint64_t value);
  static Number ofBool(bool value);
  /// A weak float.
  static Number ofFloat(double value);
  /// A weak complex number.
  static Number ofComplex(double real, double imag);

  std::int64_t asInt() const { return static_cast<std::int64_t>(bits); }
  /// Part of a complex number; of another itself and zero.
  Number part(bool isImag) const;
  /// The value as a double, whatever the type; a complex number's real part.
  double asDouble() const;
  bool isTrue() const;
  friend bool operator==(const Number &, const Number &);
};

/// `value` as `type` (a scalar), by ir.h's rules for Convert.
Number convertNumber(const Number &value, const Type &type);

/// Arithmetic of two numbers of which one is complex, in `type`, as check has
/// it at run time. Nothing when complex numbers have no such operator.
std::optional<Number> foldComplex(syntax::BinaryOp op, const Number &a,
                                  const Number &b, const Type &type);
/// cmath's functions of constants; Unknown for others.
Value foldComplexMath(const std::string &path, const std::vector<Value> &args,
                      SourceRange range);

/// Parameter types of one signature; `result` is None for kernels, and where
/// it is not stated: a tuple of types.
struct SignatureTypes {
  Type result = Type::none();
  std::vector<Type> params;
  SourceRange range;
  /// Parameters that may also be None (numba's Optional); empty: none may.
  std::vector<bool> optional = {};
  /// Parameters that are given a function, and its name in the file; their type
  /// is None's.
  std::vector<std::pair<std::size_t, std::string>> functions = {};
  bool statesResult = true;
};

/// cuda.declare_device: a function that a linked file defines.
struct ExternalDeclaration {
  std::string name;
  SignatureTypes signature;
  bool numbaAbi = true;
  bool cooperative = false;
  std::vector<ir::LinkedFile> links;
  SourceRange range;
};

/// What cuda.jit was told.
struct JitOptions {
  bool device = false;
  std::vector<SignatureTypes> signatures;
  std::uint32_t maxThreads = 0, minBlocks = 0, maxRegisters = 0;
  /// fastmath=; nothing: the command line decides.
  std::optional<bool> fastMath;
  /// noalias=, opt=; nothing: the command line decides.
  std::optional<bool> noAlias, optimize;
  bool lineInfo = false;
  std::vector<ir::LinkedFile> links;
  /// launch_bounds' third, and cluster_dims; 0: not given.
  std::uint32_t maxCluster = 0;
  std::uint32_t clusterDims[3] = {};
  /// restype=, for signatures that state no result.
  std::optional<Type> result;
  /// Not given: the file's, or the caller's.
  std::optional<Typing> typing;
};

struct BoundArguments;

/// A function of the file as a value.
struct FunctionValue {
  const syntax::FunctionDef *def = nullptr;
  /// Where its free names are looked up.
  const Scope *scope = nullptr;
  /// Null for a function that no jit decorates.
  std::shared_ptr<const JitOptions> jit;
  /// What functools.partial gave it; null for nothing.
  std::shared_ptr<const BoundArguments> bound;
};

/// An imported project file, followed as source.
struct ImportedModule {
  /// How it was asked for; submodules are asked for from the same place.
  const Source *importer = nullptr;
  int level = 0;
  std::string name;
  syntax::Module tree;
  /// Null for a package without __init__.py, and when it is unusable.
  std::unique_ptr<Scope> scope;
  /// Why it is unusable; "" when it is not.
  std::string problem;
  /// Where in the imported file, if anywhere.
  SourceRange place;

  ImportedModule();
  ~ImportedModule();
};

struct Value {
  enum class Kind : std::uint8_t {
    /// Not known; `text` says why, `range` where.
    Unknown,
    /// No such name.
    Missing,
    Number,
    /// An instant or a span of time: `number`, whose type says what it counts.
    Time,
    /// A Python integer of more than 64 bits, in `number`: constants may be
    /// computed with it.
    BigInteger,
    /// A dotted library name: "cuda.threadIdx", "math.sin", "int".
    Path,
    String,
    None,
    Ellipsis,
    /// A tuple or a list.
    Tuple,
    /// Keys and values in turn.
    Dict,
    /// The elements, each once.
    Set,
    /// Its three parts, None or integers.
    Slice,
    /// A numba or NumPy type.
    Type,
    /// void(float32[:], int32): `signature`
    Signature,
    Function,
    /// cuda.declare_device(...): `external`
    External,
    /// cuda.jit(...) before it is applied
    Jit,
    /// An imported project file: `module`
    Module,
    /// A class of the file: `classScope` holds its attributes
    Class,
    /// A NumPy array of constants: numbers of `type`'s element type in C order
    /// are `elements`, of `shape`
    Array,
    /// An array of the running program's: elements of `type`'s in C order from
    /// the address number.bits on, of `shape`
    DeviceArray,
    /// A member `text` of an enumeration that equals nothing but itself: of
    /// `type`, its value is `elements[0]`. Members of an IntEnum and its like
    /// are their values.
    Member
  };
  Kind kind = Kind::Unknown;
  Number number;
  std::string text;
  /// Of a String: it is written b"...".
  bool isBytes = false;
  /// Of a Tuple: it is a list.
  bool isList = false;
  SourceRange range;
  std::vector<Value> elements;
  pyk2ptx::Type type;
  FunctionValue function;
  std::shared_ptr<const JitOptions> jit;
  std::shared_ptr<const SignatureTypes> signature;
  std::shared_ptr<const ExternalDeclaration> external;
  /// Of a Module; of an Unknown, the import that failed.
  std::shared_ptr<const ImportedModule> module;
  const Scope *classScope = nullptr;
  std::vector<std::int64_t> shape;
  /// Names of a Tuple's elements, or of what calling a Class makes.
  std::shared_ptr<const std::vector<std::string>> fields;

  static Value unknown(SourceRange range, std::string why);
  static Value missing();
  static Value of(const pyk2ptx::Number &number);
  static Value ofTime(TimeType time, std::int64_t value);
  static Value path(std::string dotted);
  static Value string(std::string text);
  static Value none();
  static Value tuple(std::vector<Value> elements);
  static Value ofType(pyk2ptx::Type type);

  bool isKnown() const {
    return kind != Kind::Unknown && kind != Kind::Missing;
  }
  bool isNumber() const { return kind == Kind::Number; }
  bool isTime() const { return kind == Kind::Time; }
  bool isMember() const { return kind == Kind::Member; }
  /// A number, of more than 64 bits too.
  bool isNumeric() const {
    return kind == Kind::Number || kind == Kind::BigInteger;
  }
  bool isTrue() const { return isNumber() && number.isTrue(); }
  bool isInteger() const {
    return isNumber() && !number.type.isFloat() && !number.type.isComplex();
  }
  friend bool operator==(const Value &, const Value &);
};

/// A value that is data in memory.
inline bool isArray(const Value &value) {
  return value.kind == Value::Kind::Array ||
         value.kind == Value::Kind::DeviceArray;
}

struct BoundArguments {
  std::vector<Value> args;
  std::vector<std::pair<std::string, Value>> keywords;
};
/// Whether two functions are the same, what is bound to them included.
bool operator==(const FunctionValue &, const FunctionValue &);

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
  /// Names that other code gives new values (`global`, Class.name = ...), and
  /// those whose elements are stored (scope_changes.cpp).
  std::unordered_map<std::string, SourceRange> rebound, changed;
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
/// Finds what of the scopes' names is changed while the program runs.
void findChanges(const syntax::Module &module, Scope &scope);
/// Names that a function's own body binds, parameters first.
std::vector<std::string> localNames(const syntax::FunctionDef &def);
/// Names that a loop may bind in any of its rounds.
std::set<std::string> assignedBy(const syntax::For &loop);
std::set<std::string> assignedBy(const syntax::While &loop);

/// Evaluates expressions of host code in their scopes. Never emits diagnostics:
/// what it cannot know is an Unknown that says why.
class Evaluator {
public:
  /// `loader` finds imported project files; null follows no imports.
  explicit Evaluator(std::vector<std::pair<std::string, Value>> defines = {},
                     SourceLoader *loader = nullptr);

  Value evaluate(const syntax::Expr &expr, const Scope &scope);
  /// A free name of code in `scope`: its own and enclosing scopes, then
  /// Python's built-ins.
  Value lookup(const std::string &name, const Scope &scope);
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
  /// All names visible from `scope`, for suggestions.
  std::vector<std::string> visibleNames(const Scope &scope) const;

private:
  Value oneBinding(const std::string &name, const Binding &binding,
                   const Scope &scope);
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
  std::map<const Source *, std::shared_ptr<const ImportedModule>> files_;
  using Key = std::pair<const Scope *, std::string>;
  std::map<Key, Value> cache_;
  std::map<std::pair<const syntax::FunctionDef *, const Scope *>,
           std::unique_ptr<Scope>>
      lambdas_;
  /// What loops may still do, so that no file takes for ever.
  int rounds_ = 1 << 18;
  /// Names being evaluated, and which of their bindings: `f = jit(f)` reads
  /// the one before.
  std::map<Key, std::size_t> progress_;
  /// Names being looked for in star imports, which may be circular.
  std::set<Key> starProgress_;
  int depth_ = 0;
};

/// The value of a known library name ("math.pi", "np.float32"); a Path when it
/// names something else.
Value pathValue(const std::string &dotted);
/// float4, int2, float32x4, ... by CUDA's or numba's name.
std::optional<Type> vectorByName(const std::string &name);
/// NumPy's text of a fixed length, by its name ("S5", "U8") or its length,
/// which has a limit.
std::optional<Type> charsByName(const std::string &name);
std::optional<Type> charsOfLength(bool isUnicode, std::int64_t length);
/// xoroshiro128p_type: two words.
Type randomStateType();
/// A record type by a library's name: "cuda.float4".
std::optional<Type> libraryType(const std::string &path);
/// Whether a module of this dotted name is a library's and no project file.
bool isLibrary(const std::string &module);
/// "numba.cuda.grid" -> "cuda.grid", "numpy" -> "np", ...
std::string canonicalPath(const std::string &dotted);

// ---- times (fold_time.cpp) ----

/// What an operator of two operands, one of which is a time, does by NumPy's
/// rules.
struct TimeOperation {
  enum class Form : std::uint8_t {
    /// Both in `unit`.
    Sum,
    Difference,
    Ratio,
    FloorRatio,
    Remainder,
    /// By a number, int64 or float64: the span may be the right operand.
    Scale,
    Divide
  };
  Form form;
  TimeType::Unit unit = TimeType::Unit::Generic;
  /// A time, int64 or float64.
  Type result;
};
/// Nothing when there is no such operator.
std::optional<TimeOperation> timeOperation(syntax::BinaryOp op, const Type &a,
                                           const Type &b);
/// The unit in which two times, or a span and an integer, are compared.
std::optional<TimeType::Unit> timeComparison(const Type &a, const Type &b);
/// What an integer is where a time is expected: a span without a unit.
TimeType timeOf(const Type &type);

/// np.datetime64(...) and np.timedelta64(...) of constants.
Value makeTime(TimeType type, const std::vector<Value> &args,
               SourceRange range);
Value foldTime(syntax::UnaryOp op, const Value &operand, SourceRange range);
Value foldTime(syntax::BinaryOp op, const Value &left, const Value &right,
               SourceRange range);
Value foldTime(syntax::CompareOp op, const Value &left, const Value &right,
               SourceRange range);

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
/// A signature's or a type's text in numba's namespace; an Unknown gets
/// `range`.
Value evaluateTypeText(const std::string &text, SourceRange range);
/// The same with `scope`'s names before numba's.
Value evaluateTypeText(const std::string &text, SourceRange range,
                       const Scope &scope);

} // namespace pyk2ptx

#endif
