// Types and the two rules by which they meet. Both rules rest on one ranking
// of the scalars: bool < narrow integers < int64 < uint64 < floats < complex
// numbers, where a weak one ranks below every typed float.
#include "types.h"

#include <utility>

namespace pyk2ptx {

Type Type::none() {
  Type type;
  type.kind = TypeKind::None;
  return type;
}

Type Type::of(Scalar scalar) {
  Type type;
  type.kind = TypeKind::Scalar;
  type.scalar = scalar;
  return type;
}

Type Type::weakFloat() {
  Type type = of(Scalar::F64);
  type.weak = true;
  return type;
}

Type Type::weakComplex() {
  Type type = of(Scalar::C128);
  type.weak = true;
  return type;
}

Type Type::array(Scalar element, int ndim, Layout layout, Space space) {
  Type type;
  type.kind = TypeKind::Array;
  type.scalar = element;
  type.ndim = static_cast<std::uint8_t>(ndim);
  type.layout = layout;
  type.space = space;
  return type;
}

Type Type::tuple(std::vector<Type> elements) {
  Type type;
  type.kind = TypeKind::Tuple;
  type.elements =
      std::make_shared<const std::vector<Type>>(std::move(elements));
  return type;
}

bool Type::isInteger() const {
  return isScalar() && pyk2ptx::isInteger(scalar);
}

bool Type::isFloat() const { return isScalar() && pyk2ptx::isFloat(scalar); }

bool Type::isComplex() const {
  return isScalar() && pyk2ptx::isComplex(scalar);
}

Type Type::part() const {
  Type type = *this;
  type.scalar = partOf(scalar);
  return type;
}

static bool equal(const Type &a, const Type &b, bool ignoreWeak) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case TypeKind::Error:
  case TypeKind::None:
    return true;
  case TypeKind::Scalar:
    return a.scalar == b.scalar && (ignoreWeak || a.weak == b.weak);
  case TypeKind::Array:
    return a.scalar == b.scalar && a.ndim == b.ndim && a.layout == b.layout &&
           a.space == b.space;
  case TypeKind::Tuple:
    break;
  }
  if (a.elements->size() != b.elements->size())
    return false;
  for (std::size_t i = 0; i < a.elements->size(); ++i)
    if (!equal((*a.elements)[i], (*b.elements)[i], ignoreWeak))
      return false;
  return true;
}

bool operator==(const Type &a, const Type &b) { return equal(a, b, false); }

bool sameStorage(const Type &a, const Type &b) { return equal(a, b, true); }

bool isSigned(Scalar scalar) {
  return scalar >= Scalar::I8 && scalar <= Scalar::I64;
}

bool isInteger(Scalar scalar) {
  return scalar >= Scalar::I8 && scalar <= Scalar::U64;
}

bool isFloat(Scalar scalar) {
  return scalar >= Scalar::F16 && scalar <= Scalar::F64;
}

bool isComplex(Scalar scalar) {
  return scalar == Scalar::C64 || scalar == Scalar::C128;
}

Scalar partOf(Scalar scalar) {
  if (scalar == Scalar::C64)
    return Scalar::F32;
  return scalar == Scalar::C128 ? Scalar::F64 : scalar;
}

namespace {

/// One row a scalar, in the enumerators' order.
struct ScalarRow {
  const char *dtype;
  const char *ir;
  int bits;
};
constexpr ScalarRow scalarRows[] = {
    {"bool", "bool", 8},         {"int8", "i8", 8},
    {"int16", "i16", 16},        {"int32", "i32", 32},
    {"int64", "i64", 64},        {"uint8", "u8", 8},
    {"uint16", "u16", 16},       {"uint32", "u32", 32},
    {"uint64", "u64", 64},       {"float16", "f16", 16},
    {"bfloat16", "bf16", 16},    {"float32", "f32", 32},
    {"float64", "f64", 64},      {"complex64", "c64", 64},
    {"complex128", "c128", 128},
};

const ScalarRow &row(Scalar scalar) {
  return scalarRows[static_cast<std::size_t>(scalar)];
}

/// Other names that NumPy and numba give the scalars.
struct ScalarAlias {
  const char *name;
  Scalar scalar;
};
constexpr ScalarAlias scalarAliases[] = {
    {"bool_", Scalar::Bool},    {"boolean", Scalar::Bool},
    {"b1", Scalar::Bool},       {"bool8", Scalar::Bool},
    {"i1", Scalar::I8},         {"i2", Scalar::I16},
    {"i4", Scalar::I32},        {"i8", Scalar::I64},
    {"u1", Scalar::U8},         {"u2", Scalar::U16},
    {"u4", Scalar::U32},        {"u8", Scalar::U64},
    {"f4", Scalar::F32},        {"f8", Scalar::F64},
    {"byte", Scalar::I8},       {"char", Scalar::I8},
    {"uchar", Scalar::U8},      {"ubyte", Scalar::U8},
    {"short", Scalar::I16},     {"short_", Scalar::I16},
    {"ushort", Scalar::U16},    {"intc", Scalar::I32},
    {"int_", Scalar::I64},      {"uint", Scalar::U64},
    {"uintc", Scalar::U32},     {"intp", Scalar::I64},
    {"uintp", Scalar::U64},     {"ssize_t", Scalar::I64},
    {"size_t", Scalar::U64},    {"longlong", Scalar::I64},
    {"ulonglong", Scalar::U64}, {"long_", Scalar::I64},
    {"ulong", Scalar::U64},     {"single", Scalar::F32},
    {"float_", Scalar::F64},    {"double", Scalar::F64},
    {"int", Scalar::I64},       {"float", Scalar::F64},
};

} // namespace

int bitWidth(Scalar scalar) { return row(scalar).bits; }

int byteSize(Scalar scalar) { return row(scalar).bits / 8; }

const char *dtypeName(Scalar scalar) { return row(scalar).dtype; }

const char *irName(Scalar scalar) { return row(scalar).ir; }

std::optional<Scalar> scalarByName(const std::string &name) {
  for (std::size_t i = 0; i < std::size(scalarRows); ++i)
    if (name == scalarRows[i].dtype) {
      auto scalar = static_cast<Scalar>(i);
      bool isKnown =
          !isComplex(scalar) && (bitWidth(scalar) != 16 || !isFloat(scalar));
      return isKnown ? std::optional(scalar) : std::nullopt;
    }
  for (const ScalarAlias &alias : scalarAliases)
    if (name == alias.name)
      return alias.scalar;
  return std::nullopt;
}

static std::string axes(const Type &array) {
  std::string text = "[";
  for (int axis = 0; axis < array.ndim; ++axis) {
    if (axis != 0)
      text += ", ";
    bool contiguous = (array.layout == Layout::C && axis == array.ndim - 1) ||
                      (array.layout == Layout::F && axis == 0);
    text += contiguous ? "::1" : ":";
  }
  return text + "]";
}

std::string spell(const Type &type) {
  switch (type.kind) {
  case TypeKind::Error:
    return "<error>";
  case TypeKind::None:
    return "none";
  case TypeKind::Scalar:
    if (type.weak)
      return type.isComplex() ? "complex" : "float";
    return dtypeName(type.scalar);
  case TypeKind::Array:
    return dtypeName(type.scalar) + axes(type);
  case TypeKind::Tuple:
    break;
  }
  const std::vector<Type> &elements = *type.elements;
  bool uniform = !elements.empty();
  for (const Type &element : elements)
    uniform = uniform && element == elements.front();
  if (uniform)
    return "UniTuple(" + spell(elements.front()) + ", " +
           std::to_string(elements.size()) + ")";
  std::string text = "Tuple((";
  for (std::size_t i = 0; i < elements.size(); ++i)
    text += (i ? ", " : "") + spell(elements[i]);
  return text + "))";
}

std::string irSpelling(const Type &type) {
  switch (type.kind) {
  case TypeKind::Error:
    return "error";
  case TypeKind::None:
    return "none";
  case TypeKind::Scalar:
    return irName(type.scalar);
  case TypeKind::Array: {
    static constexpr const char *spaces[] = {"generic ", "", "shared ",
                                             "local "};
    return spaces[static_cast<int>(type.space)] +
           std::string(irName(type.scalar)) + axes(type);
  }
  case TypeKind::Tuple:
    break;
  }
  std::string text = "(";
  for (std::size_t i = 0; i < type.elements->size(); ++i)
    text += (i ? ", " : "") + irSpelling((*type.elements)[i]);
  return text + ")";
}

/// The common type of two numbers, at least one of which is a float or complex:
/// weak ones and integers take the typed one's width.
static Type commonFloat(const Type &a, const Type &b) {
  auto isTyped = [](const Type &type) {
    return (type.isFloat() || type.isComplex()) && !type.weak;
  };
  bool complex = a.isComplex() || b.isComplex();
  if (!isTyped(a) && !isTyped(b))
    return complex ? Type::weakComplex() : Type::weakFloat();
  Scalar part = partOf(isTyped(a) ? a.scalar : b.scalar);
  if (isTyped(a) && isTyped(b) && partOf(b.scalar) != part)
    part = part == Scalar::F64 || partOf(b.scalar) == Scalar::F64 ? Scalar::F64
                                                                  : Scalar::F32;
  if (!complex)
    return Type::of(part);
  return Type::of(part == Scalar::F64 ? Scalar::C128 : Scalar::C64);
}

std::optional<Type> arithmeticType(const Type &a, const Type &b) {
  if (!a.isScalar() || !b.isScalar())
    return std::nullopt;
  if (a.isFloat() || b.isFloat() || a.isComplex() || b.isComplex())
    return commonFloat(a, b);
  bool isUnsigned = a.scalar == Scalar::U64 || b.scalar == Scalar::U64;
  return Type::of(isUnsigned ? Scalar::U64 : Scalar::I64);
}

static std::optional<Type> joinArrays(const Type &a, const Type &b) {
  if (a.scalar != b.scalar || a.ndim != b.ndim)
    return std::nullopt;
  Type type = a;
  if (a.layout != b.layout)
    type.layout = Layout::A;
  if (a.space != b.space)
    type.space = Space::Generic;
  return type;
}

std::optional<Type> join(const Type &a, const Type &b) {
  if (a.isError() || b.isError())
    return Type::error();
  if (a == b)
    return a;
  if (a.kind != b.kind)
    return std::nullopt;
  switch (a.kind) {
  case TypeKind::Error:
  case TypeKind::None:
    return a;
  case TypeKind::Scalar:
    return arithmeticType(a, b);
  case TypeKind::Array:
    return joinArrays(a, b);
  case TypeKind::Tuple:
    break;
  }
  if (a.elements->size() != b.elements->size())
    return std::nullopt;
  std::vector<Type> elements;
  for (std::size_t i = 0; i < a.elements->size(); ++i) {
    std::optional<Type> element = join((*a.elements)[i], (*b.elements)[i]);
    if (!element)
      return std::nullopt;
    elements.push_back(*element);
  }
  return Type::tuple(std::move(elements));
}

} // namespace pyk2ptx
