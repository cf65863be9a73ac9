// Values that are known at compile time: numbers, types, functions, names of
// libraries, and what is made of them.
#ifndef PYK2PTX_FRONTEND_CONSTANTS_VALUE_H
#define PYK2PTX_FRONTEND_CONSTANTS_VALUE_H

#include "frontend/ir/ir.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/syntax.h"
#include "frontend/types/types.h"

#include <memory>
#include <optional>
#include <string>
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

} // namespace pyk2ptx

#endif
