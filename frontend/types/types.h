// The types of values in a kernel, and the rules by which they meet.
#ifndef PYK2PTX_FRONTEND_TYPES_TYPES_H
#define PYK2PTX_FRONTEND_TYPES_TYPES_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

enum class Scalar : std::uint8_t {
#define SCALAR(enumerator, ...) enumerator,
#include "runtime/include/pyk2ptx/scalars.def"
};

/// By whose rules types meet: Python's or numba's.
enum class Typing : std::uint8_t { Python, Numba };

enum class Layout : std::uint8_t { C, F, A };

/// Where an array's elements live. Generic: not known, or several of them.
enum class Space : std::uint8_t { Generic, Global, Shared, Local };

/// What an int64 counts that is an instant, since 1970, or a span of time:
/// NumPy's datetime64 and timedelta64.
struct TimeType {
  enum class Kind : std::uint8_t { None, Instant, Span };
  enum class Unit : std::uint8_t {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
    Milli,
    Micro,
    Nano,
    Pico,
    Femto,
    Atto,
    /// Not stated: any other.
    Generic
  };
  Kind kind = Kind::None;
  Unit unit = Unit::Generic;
  friend bool operator==(const TimeType &, const TimeType &) = default;
};

struct Type;
struct RecordLayout;

enum class TypeKind : std::uint8_t {
  /// The type of an expression already reported as wrong; meets everything.
  Error,
  None,
  Scalar,
  Array,
  Tuple,
  /// Named fields as one value; `record` says which and where in memory.
  Record,
  /// A place in memory that holds an element, or none: what a[i] is of an array
  /// of records. In the IR it is a C array of one axis and extent 1, or 0 where
  /// the index was outside.
  Reference,
  /// The address of elements whose number nobody knows.
  Pointer
};

/// What is known of an array or a record besides its type: the place that each
/// element of a library's matrix has in it, or of which enumeration a member
/// is. Those of one name are the same.
struct TypeTag {
  std::string name;

  virtual ~TypeTag() = default;
};

/// A value type, compared by structure.
///
/// `weak` marks a float64 or complex128 that comes from Python and not from
/// typed data: it takes the width of the float or complex it meets. It is a
/// fact for the checker; the IR's consumers see a float64 (operator== compares
/// it, sameStorage does not).
struct Type {
  TypeKind kind = TypeKind::Error;
  /// A Scalar's type; of an Array or a Reference the element's, unless that is
  /// a `record`.
  Scalar scalar = Scalar::Bool;
  /// Of an I64, or of elements that are: it counts time. The checker tells such
  /// a type from an integer; the IR's consumers see an int64.
  TimeType time;
  bool weak = false;
  Layout layout = Layout::C;
  Space space = Space::Global;
  std::uint8_t ndim = 0;
  /// Bytes that elements of an Array or a Reference are aligned to, if that is
  /// less than their type asks; 0: it is not.
  std::uint8_t alignment = 0;
  /// An Array or a Reference that nothing may store to: constants, and what the
  /// signature says is read only.
  bool readonly = false;
  /// A Tuple that is a coalesced group of threads: (mask,).
  bool isGroup = false;
  /// A Tuple that Python has as a list, which is no place of an array. A fact
  /// for the checker, as `weak` is.
  bool isList = false;
  /// A Tuple's elements; shared, never changed.
  std::shared_ptr<const std::vector<Type>> elements;
  /// Of a Tuple that has names for its elements.
  std::shared_ptr<const std::vector<std::string>> names;
  /// Of a Record, and of an Array or a Reference of records.
  std::shared_ptr<const RecordLayout> record;
  /// Of an Array that is an object of a library's, and of a member of an
  /// enumeration. The checker tells it from others; the IR's consumers do
  /// not.
  std::shared_ptr<const TypeTag> tag;

  static Type error() { return {}; }
  static Type none();
  static Type of(Scalar scalar);
  static Type ofTime(TimeType time);
  static Type weakFloat();
  static Type weakComplex();
  static Type array(Scalar element, int ndim, Layout layout,
                    Space space = Space::Global);
  /// `element`: a Scalar or a Record.
  static Type array(const Type &element, int ndim, Layout layout,
                    Space space = Space::Global);
  static Type reference(const Type &element, Space space);
  static Type pointer(const Type &element);
  static Type ofRecord(std::shared_ptr<const RecordLayout> layout);
  static Type tuple(std::vector<Type> elements);
  static Type group();

  bool isError() const { return kind == TypeKind::Error; }
  bool isNone() const { return kind == TypeKind::None; }
  bool isScalar() const { return kind == TypeKind::Scalar; }
  bool isArray() const { return kind == TypeKind::Array; }
  bool isTuple() const { return kind == TypeKind::Tuple; }
  bool isRecord() const { return kind == TypeKind::Record; }
  bool isPointer() const { return kind == TypeKind::Pointer; }
  bool isReference() const { return kind == TypeKind::Reference; }
  /// A member of an enumeration that is no number.
  bool isMember() const;
  bool isBool() const { return isScalar() && scalar == Scalar::Bool; }
  /// An instant or a span.
  bool isTime() const {
    return isScalar() && time.kind != TimeType::Kind::None;
  }
  /// A number: any scalar that is no time.
  bool isNumber() const { return isScalar() && !isTime(); }
  /// Any integer, bool and time not included.
  bool isInteger() const;
  bool isFloat() const;
  bool isComplex() const;
  /// float16 or bfloat16.
  bool isHalf() const;
  /// The type of a complex number's parts, weak as it is.
  Type part() const;
  /// The element type of an array, a reference or a pointer.
  Type element() const;

  friend bool operator==(const Type &, const Type &);
};

/// A field of a record. With a `shape`, it is a C array of `type`.
struct RecordField {
  std::string name;
  Type type;
  std::vector<std::int64_t> shape;
  std::uint32_t offset = 0;
};

/// Fields in the order of their declaration, and their places in memory.
struct RecordLayout {
  enum class Kind : std::uint8_t {
    /// NumPy's: a variable that holds one refers to the element.
    Structure,
    /// Immutable values: CUDA's float4 and its like, and dataclasses.
    Vector,
    Dataclass,
    /// NumPy's text of a fixed length, its one field an array of characters:
    /// uint8, or uint32 of unicode. A variable that holds one has a copy.
    Chars,
    /// A member of an enumeration that equals nothing but itself, and one of an
    /// enum.Flag. The one field is its value; none where values are no numbers,
    /// so that members are known or nothing.
    Member,
    Flag
  };
  Kind kind = Kind::Structure;
  /// How it is spelled: "float4", "CharSeq(5)"; "" for a Structure.
  std::string name;
  std::vector<RecordField> fields;
  std::uint32_t size = 0;
  /// NumPy's, by which it lies in other records: 1 for a packed one, whose
  /// fields may be less aligned than their types ask.
  std::uint32_t alignment = 1;

  bool isMember() const { return kind == Kind::Member || kind == Kind::Flag; }
  /// The field's number.
  std::optional<std::uint32_t> find(const std::string &fieldName) const;
  friend bool operator==(const RecordLayout &, const RecordLayout &);
};

/// A record's field in memory, by an array of or a reference to such records:
/// see ir::Field.
Type fieldOf(const Type &array, std::uint32_t index);

/// Whether the fields stand, and the record ends, as C has them; then also its
/// alignment if it were C's, else 1. Records in it are taken as this says, so
/// that it is a matter of their places alone, which equal records have in
/// common, and what a type's text tells.
bool standsAsInC(const RecordLayout &record);
std::uint32_t placedAlignment(const Type &element);

/// Gives the fields their offsets, one after the other: as C would, or packed.
void layOut(RecordLayout &record, bool isPacked);

/// Equal but for weakness.
bool sameStorage(const Type &a, const Type &b);

bool isSigned(Scalar scalar);
bool isInteger(Scalar scalar);
/// Real ones: complex numbers are no floats.
bool isFloat(Scalar scalar);
bool isComplex(Scalar scalar);
/// float16 or bfloat16.
bool isHalf(Scalar scalar);
/// The type of a complex number's parts; any other scalar itself.
Scalar partOf(Scalar scalar);
/// 8 for bool; both parts of a complex number.
int bitWidth(Scalar scalar);
/// Bytes of an array element: bool is 1.
int byteSize(Scalar scalar);
/// The same of a Scalar or a Record.
std::int64_t byteSize(const Type &element);
/// What a Scalar or a Record in memory is aligned to.
std::uint32_t alignmentOf(const Type &element);
/// What the elements of an array or a reference are aligned to.
std::uint32_t elementAlignment(const Type &array);
/// NumPy's name: "float32", "bool".
const char *dtypeName(Scalar scalar);
/// The IR's name: "f32", "bool".
const char *irName(Scalar scalar);
/// By NumPy's or numba's name ("float32", "boolean", "intp", "f4", ...).
std::optional<Scalar> scalarByName(const std::string &name);
/// numba's, which has another meaning for two of NumPy's names.
std::optional<Scalar> numbaScalarByName(const std::string &name);

/// numba's spelling, for messages: "float32[:, ::1]", "UniTuple(int64, 2)",
/// "Array(float32, 1, 'C', readonly=True)"; a weak float is "float", a weak
/// complex "complex".
std::string spell(const Type &type);
/// The IR's spelling: "f32[:, ::1]", "(i64, i64)", with "shared " or "local "
/// before arrays that are not global, "const " before read-only ones, and "ref"
/// for references.
std::string irSpelling(const Type &type);

/// Whether a conversion would silently drop an imaginary part, which Python
/// refuses: from a complex number to anything but one or bool.
bool dropsImaginary(const Type &from, const Type &to);

/// The type of an arithmetic operator's operands (+ - * // % & | ^, min, max):
/// integers widen to int64, uint64 stays; bools too. Nothing for other kinds.
std::optional<Type> arithmeticType(const Type &a, const Type &b);

/// The type of a variable where paths that assign `a` and `b` meet: bool and
/// int give int64, int and float the float, C and A arrays A, tuples element
/// by element. Nothing when they cannot meet. `numbers` has other rules for
/// numbers, in tuples too.
using NumberJoin = std::optional<Type>(const Type &a, const Type &b);
std::optional<Type> join(const Type &a, const Type &b,
                         NumberJoin *numbers = nullptr);

} // namespace pyk2ptx

#endif
