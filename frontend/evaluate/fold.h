// Internal to fold*.cpp and evaluate*.cpp: what host code computes with
// constants, as CPython and NumPy do. Kernels compute by other rules
// (Evaluator::binary and its like), so nothing here is called for their text.
//
// A function gives nothing when it does not know what is asked for, and an
// Unknown when it knows that Python would raise, or that the result is none.
#ifndef PYK2PTX_FRONTEND_EVALUATE_FOLD_H
#define PYK2PTX_FRONTEND_EVALUATE_FOLD_H

#include "evaluate.h"

#include <functional>

namespace pyk2ptx {

/// More elements than this are data of the program and no constant.
constexpr std::int64_t mostElements = 1 << 16;
/// What is copied where a value is read, at most, as sizeOf says.
constexpr std::int64_t mostCopied = 4 * mostElements;

// ---- integers (fold.cpp) ----

__extension__ using Wide = __int128;
Wide wide(const Number &number);
/// The result of an operation on integers: as Python has it when all of them
/// are exact, else as `type`, wrapped.
Number integer(Wide value, bool exact, const Type &type);
/// Python's int.
Value intValue(Wide value);
inline Value boolValue(bool value) { return Value::of(Number::ofBool(value)); }
inline Value floatValue(double value) {
  return Value::of(Number::ofFloat(value));
}
/// A number that NumPy would take for one of Python's.
bool isOfPython(const Number &number);

// ---- values (fold_values.cpp) ----

/// How much is copied where a value is read: in elements, those of elements
/// counted.
std::int64_t sizeOf(const Value &value);

/// `if value:`
std::optional<bool> truthOf(const Value &value);
/// `a == b` and `a < b`
std::optional<bool> equals(const Value &a, const Value &b);
/// A function, class or module is itself and nothing else; what another name of
/// a library's is (sys.platform, os.name), only the running program knows.
bool isObject(const Value &value);
std::optional<bool> isLess(const Value &a, const Value &b);
/// str(value)
std::optional<std::string> textOf(const Value &value);
/// A Python integer of any size, or a bool.
bool isWhole(const Value &value);
Value pythonList(std::vector<Value> elements);
/// What str.strip takes away when it is told nothing.
constexpr const char *blanks = " \t\n\r\f\v";
/// text.strip(chars)
std::string stripped(const std::string &text, const std::string &chars,
                     bool left = true, bool right = true);
/// What `for` goes through. Of a set nobody knows the order.
std::optional<std::vector<Value>> elementsOf(const Value &value,
                                             bool needsOrder = true);
/// The characters of a text, or the bytes of one that is `isBytes`.
std::vector<std::string> charactersOf(const Value &text);
/// Where a dict has a key's value among its elements; behind them when it has
/// none. Nothing where that is not known.
std::optional<std::size_t> placeOfKey(const Value &dict, const Value &key);
/// Both leave it where it is not known which are the same: false.
[[nodiscard]] bool setKey(Value &dict, const Value &key, Value value);
[[nodiscard]] bool addToSet(Value &set, const Value &element);
/// Whether a container has an element.
std::optional<bool> contains(const Value &container, const Value &element);
/// Which elements of `size` a slice is: first, step, count. Nothing when its
/// parts are no integers.
struct SlicePlaces {
  std::int64_t first = 0, step = 1, count = 0;
};
std::optional<SlicePlaces> placesOf(const Value &slice, std::int64_t size);
Value foldSubscript(const Value &base, const std::vector<Value> &indices,
                    SourceRange range);
/// A Python integer as a kernel's arithmetic in `type`, int64 or uint64, has
/// it; anything else as it is.
Value heldAs(Value value, const Type &type);
/// The operators of host code.
Value foldHost(syntax::UnaryOp op, const Value &operand, SourceRange range);
Value foldHost(syntax::BinaryOp op, const Value &left, const Value &right,
               SourceRange range);
Value foldHost(syntax::CompareOp op, const Value &left, const Value &right,
               SourceRange range);

// ---- calls ----

struct HostCall {
  const std::string &name;
  const std::vector<Value> &args;
  const std::vector<std::pair<std::string, Value>> &keywords;
  SourceRange range;
  /// Calls a function that is an argument; Unknown where it is none.
  std::function<Value(const Value &, const std::vector<Value> &)> call;

  /// The keyword's value, or null.
  const Value *keyword(const char *wanted) const;
  /// The argument at a position or by its name, or null.
  const Value *argument(std::size_t position, const char *wanted) const;
  Value fails(std::string why) const {
    return Value::unknown(range, std::move(why));
  }
};

/// math.f
std::optional<Value> foldMath(const HostCall &call);
/// The function of a float that NumPy calls `name`; null if it has none.
using UnaryFunction = double (*)(double);
UnaryFunction numpyFunction(std::string_view name);
/// np.f
std::optional<Value> foldNumpy(const HostCall &call);
/// An array's element or part.
Value arraySubscript(const Value &array, const std::vector<Value> &indices,
                     SourceRange range);
/// Operators of which an operand is an array or a NumPy scalar; nothing for
/// those that NumPy has not, or whose type it would not have.
std::optional<Value> foldArrays(syntax::BinaryOp op, const Value &left,
                                const Value &right, SourceRange range);
Value foldArrays(syntax::UnaryOp op, const Value &operand, SourceRange range);
std::optional<Value> foldArrays(syntax::CompareOp op, const Value &left,
                                const Value &right, SourceRange range);
/// np.where(condition, left, right)
std::optional<Value> chosenElements(const Value &condition, const Value &left,
                                    const Value &right, SourceRange range);
/// np.array of numbers, tuples and arrays, of which `dtype` may be null.
Value arrayOf(const Value &value, const Value *dtype, SourceRange range);

// ---- the names of host.def ----

using HostFunction = std::optional<Value>(const HostCall &call);
using HostAttribute = Value(const Value &base);
using HostMethod = std::optional<Value>(const Value &base,
                                        const HostCall &call);
#define HOST_FUNCTION(name, function, arguments) HostFunction function;
#define HOST_ATTRIBUTE(owner, name, function) HostAttribute function;
#define HOST_METHOD(owner, name, function, arguments) HostMethod function;
#include "frontend/tables/host.def"
#undef HOST_METHOD
#undef HOST_ATTRIBUTE
#undef HOST_FUNCTION

/// f(...) of Python's own functions and types.
std::optional<Value> foldPython(const HostCall &call);
bool isHostFunction(std::string_view name);
/// base.name
std::optional<Value> foldAttribute(const Value &base, std::string_view name);
/// base.f(...)
std::optional<Value> foldMethod(const Value &base, const HostCall &call);

} // namespace pyk2ptx

#endif
