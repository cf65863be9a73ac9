// Types and the two rules by which they meet. Both rules rest on one ranking
// of the scalars: bool < narrow integers < int64 < uint64 < floats < complex
// numbers, where a weak one ranks below every typed float.
#include "types.h"

#include "optional_type.h"

#include <iterator>

#include "time_type.h"

#include <algorithm>
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

Type Type::ofTime(TimeType time) {
  Type type = of(Scalar::I64);
  type.time = time;
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

Type Type::array(const Type &element, int ndim, Layout layout, Space space) {
  Type type = array(element.scalar, ndim, layout, space);
  type.record = element.record;
  type.time = element.time;
  return type;
}

Type Type::reference(const Type &element, Space space) {
  Type type = array(element, 1, Layout::C, space);
  type.kind = TypeKind::Reference;
  return type;
}

Type Type::pointer(const Type &element) {
  Type type = array(element, 0, Layout::C);
  type.kind = TypeKind::Pointer;
  return type;
}

Type Type::ofRecord(std::shared_ptr<const RecordLayout> layout) {
  Type type;
  type.kind = TypeKind::Record;
  type.record = std::move(layout);
  return type;
}

Type Type::tuple(std::vector<Type> elements) {
  Type type;
  type.kind = TypeKind::Tuple;
  type.elements =
      std::make_shared<const std::vector<Type>>(std::move(elements));
  return type;
}

Type Type::group() {
  Type type = tuple({of(Scalar::U32)});
  type.isGroup = true;
  return type;
}

static constexpr const char *optionalNames[] = {"is there", "value"};

Type optionalOf(const Type &value) {
  static const auto names = std::make_shared<const std::vector<std::string>>(
      std::begin(optionalNames), std::end(optionalNames));
  if (isOptionalType(value))
    return value;
  Type type = Type::tuple({Type::of(Scalar::Bool), value});
  type.names = names;
  return type;
}

bool isOptionalType(const Type &type) {
  return type.isTuple() && type.names && type.names->size() == 2 &&
         type.names->front() == optionalNames[0];
}

Type valueOf(const Type &type) {
  return isOptionalType(type) ? type.elements->back() : type;
}

bool holdsOptional(const Type &type) {
  if (!type.isTuple() || isOptionalType(type))
    return type.isTuple();
  for (const Type &element : *type.elements)
    if (element.isNone() || holdsOptional(element))
      return true;
  return false;
}

bool Type::isInteger() const {
  return isScalar() && !isTime() && pyk2ptx::isInteger(scalar);
}

bool Type::isMember() const { return isRecord() && record->isMember(); }

Type Type::element() const {
  if (record)
    return ofRecord(record);
  Type type = of(scalar);
  type.time = time;
  return type;
}

bool Type::isFloat() const { return isScalar() && pyk2ptx::isFloat(scalar); }

bool Type::isComplex() const {
  return isScalar() && pyk2ptx::isComplex(scalar);
}

bool Type::isHalf() const { return isScalar() && pyk2ptx::isHalf(scalar); }

Type Type::part() const {
  Type type = *this;
  type.scalar = partOf(scalar);
  return type;
}

static bool sameRecord(const Type &a, const Type &b) {
  return a.record == b.record ||
         (a.record && b.record && *a.record == *b.record);
}

static bool sameNames(const Type &a, const Type &b) {
  return a.names == b.names || (a.names && b.names && *a.names == *b.names);
}

static bool sameTag(const Type &a, const Type &b) {
  return a.tag && b.tag ? a.tag->name == b.tag->name : a.tag == b.tag;
}

static bool equal(const Type &a, const Type &b, bool ignoreWeak) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case TypeKind::Error:
  case TypeKind::None:
    return true;
  case TypeKind::Scalar:
    return a.scalar == b.scalar && a.time == b.time &&
           (ignoreWeak || a.weak == b.weak);
  case TypeKind::Array:
  case TypeKind::Reference:
  case TypeKind::Pointer:
    return a.scalar == b.scalar && a.time == b.time && a.ndim == b.ndim &&
           a.layout == b.layout && a.space == b.space &&
           a.alignment == b.alignment && a.readonly == b.readonly &&
           sameRecord(a, b) && (ignoreWeak || sameTag(a, b));
  case TypeKind::Record:
    return sameRecord(a, b) && (ignoreWeak || sameTag(a, b));
  case TypeKind::Tuple:
    break;
  }
  if (a.elements->size() != b.elements->size() || a.isGroup != b.isGroup ||
      (!ignoreWeak && (!sameNames(a, b) || a.isList != b.isList)))
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

bool isHalf(Scalar scalar) {
  return scalar == Scalar::F16 || scalar == Scalar::BF16;
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
#define SCALAR(enumerator, dtype, ir, bits, ...) {dtype, ir, bits},
#include "runtime/include/pyk2ptx/scalars.def"
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
#define SCALAR_ALIAS(name, enumerator) {name, Scalar::enumerator},
#include "runtime/include/pyk2ptx/scalars.def"
};
constexpr ScalarAlias numbaAliases[] = {
#define NUMBA_ALIAS(name, enumerator) {name, Scalar::enumerator},
#include "runtime/include/pyk2ptx/scalars.def"
};

} // namespace

int bitWidth(Scalar scalar) { return row(scalar).bits; }

int byteSize(Scalar scalar) { return row(scalar).bits / 8; }

const char *dtypeName(Scalar scalar) { return row(scalar).dtype; }

const char *irName(Scalar scalar) { return row(scalar).ir; }

std::optional<Scalar> scalarByName(const std::string &name) {
  for (std::size_t i = 0; i < std::size(scalarRows); ++i)
    if (name == scalarRows[i].dtype)
      return static_cast<Scalar>(i);
  for (const ScalarAlias &alias : scalarAliases)
    if (name == alias.name)
      return alias.scalar;
  return std::nullopt;
}

std::optional<Scalar> numbaScalarByName(const std::string &name) {
  for (const ScalarAlias &alias : numbaAliases)
    if (name == alias.name)
      return alias.scalar;
  return scalarByName(name);
}

// ---- records ----

std::optional<std::uint32_t>
RecordLayout::find(const std::string &fieldName) const {
  for (std::uint32_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == fieldName)
      return i;
  return std::nullopt;
}

static bool operator==(const RecordField &a, const RecordField &b) {
  return a.name == b.name && a.type == b.type && a.shape == b.shape &&
         a.offset == b.offset;
}

bool operator==(const RecordLayout &a, const RecordLayout &b) {
  return a.kind == b.kind && a.name == b.name && a.size == b.size &&
         std::equal(
             a.fields.begin(), a.fields.end(), b.fields.begin(), b.fields.end(),
             [](const RecordField &x, const RecordField &y) { return x == y; });
}

std::int64_t byteSize(const Type &element) {
  return element.isRecord() ? element.record->size : byteSize(element.scalar);
}

/// NumPy's alignment of a field.
static std::uint32_t layoutAlignment(const Type &type) {
  return type.isRecord()
             ? type.record->alignment
             : static_cast<std::uint32_t>(byteSize(partOf(type.scalar)));
}

/// The largest of the scalars in it.
static std::uint32_t widestScalar(const Type &type) {
  if (!type.isRecord())
    return layoutAlignment(type);
  std::uint32_t widest = 1;
  for (const RecordField &field : type.record->fields)
    widest = std::max(widest, widestScalar(field.type));
  return widest;
}

std::uint32_t alignmentOf(const Type &element) {
  std::uint32_t alignment = widestScalar(element);
  if (!element.isRecord())
    return alignment;
  // Memory is given out aligned; so are packed records, as far as their size
  // allows.
  while (element.record->size % alignment != 0)
    alignment /= 2;
  return std::max(alignment, element.record->alignment);
}

std::uint32_t elementAlignment(const Type &array) {
  if (array.alignment)
    return array.alignment;
  // A contiguous array of complex numbers is aligned to them, so that each is
  // one access; with any strides only the parts are.
  if (!array.record && isComplex(array.scalar) && array.layout != Layout::A)
    return static_cast<std::uint32_t>(byteSize(array.scalar));
  return alignmentOf(array.element());
}

Type fieldOf(const Type &array, std::uint32_t index) {
  if (!array.record) {
    // A part of complex numbers: every second float.
    Type part =
        Type::array(partOf(array.scalar), array.ndim,
                    array.ndim > 0 ? Layout::A : Layout::C, array.space);
    part.alignment = array.alignment;
    if (part.alignment >= alignmentOf(part.element()))
      part.alignment = 0;
    return part;
  }
  const RecordField &field = array.record->fields[index];
  int axes = static_cast<int>(field.shape.size());
  Type type = Type::reference(field.type, array.space);
  if (array.isArray())
    type =
        Type::array(field.type, array.ndim + axes,
                    array.ndim + axes > 0 ? Layout::A : Layout::C, array.space);
  else if (axes > 0)
    type = Type::array(field.type, axes, Layout::C, array.space);
  type.readonly = array.readonly;
  // All records lie at multiples of the alignment, this field at its offset.
  std::uint32_t known = elementAlignment(array);
  while (known > 1 && (field.offset % known != 0 ||
                       (array.isArray() && array.record->size % known != 0)))
    known /= 2;
  if (known < elementAlignment(type))
    type.alignment = static_cast<std::uint8_t>(known);
  return type;
}

static void layOut(RecordLayout &record,
                   std::uint32_t (*alignmentOfField)(const Type &)) {
  std::uint32_t end = 0, alignment = 1;
  for (RecordField &field : record.fields) {
    std::uint32_t wanted = alignmentOfField(field.type);
    alignment = std::max(alignment, wanted);
    field.offset = (end + wanted - 1) / wanted * wanted;
    std::int64_t bytes = byteSize(field.type);
    for (std::int64_t extent : field.shape)
      bytes *= extent;
    end = field.offset + static_cast<std::uint32_t>(bytes);
  }
  record.alignment = alignment;
  record.size = (end + alignment - 1) / alignment * alignment;
}

void layOut(RecordLayout &record, bool isPacked) {
  layOut(record, isPacked ? [](const Type &) { return std::uint32_t(1); }
                          : layoutAlignment);
}

/// A record as C would have it.
static RecordLayout placed(const RecordLayout &record) {
  RecordLayout result = record;
  layOut(result, placedAlignment);
  return result;
}

bool standsAsInC(const RecordLayout &record) {
  return record == placed(record);
}

std::uint32_t placedAlignment(const Type &element) {
  if (!element.isRecord() ||
      element.record->kind != RecordLayout::Kind::Structure ||
      !element.record->name.empty())
    return layoutAlignment(element);
  RecordLayout inC = placed(*element.record);
  return *element.record == inC ? inC.alignment : 1;
}

bool dropsImaginary(const Type &from, const Type &to) {
  return from.isComplex() && to.isScalar() && !to.isComplex() && !to.isBool();
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
  if (!a.isScalar() || !b.isScalar() || a.isTime() || b.isTime())
    return std::nullopt;
  if (a.isFloat() || b.isFloat() || a.isComplex() || b.isComplex())
    return commonFloat(a, b);
  bool isUnsigned = a.scalar == Scalar::U64 || b.scalar == Scalar::U64;
  return Type::of(isUnsigned ? Scalar::U64 : Scalar::I64);
}

static std::optional<Type> joinArrays(const Type &a, const Type &b) {
  if (a.scalar != b.scalar || !(a.time == b.time) || a.ndim != b.ndim ||
      !sameRecord(a, b) || !sameTag(a, b))
    return std::nullopt;
  Type type = a;
  if (a.alignment != b.alignment)
    type.alignment = static_cast<std::uint8_t>(
        std::min(elementAlignment(a), elementAlignment(b)));
  if (a.layout != b.layout)
    type.layout = Layout::A;
  if (a.space != b.space)
    type.space = Space::Generic;
  type.readonly = a.readonly || b.readonly;
  return type;
}

std::optional<Type> join(const Type &a, const Type &b, NumberJoin *numbers) {
  if (a.isError() || b.isError())
    return Type::error();
  if (numbers && a.isNumber() && b.isNumber())
    return numbers(a, b);
  bool hasParts = numbers && a.isTuple() && !a.isGroup;
  if (a == b && !hasParts)
    return a;
  if (a.isNone() || b.isNone())
    return optionalOf(a.isNone() ? b : a);
  if (isOptionalType(a) || isOptionalType(b)) {
    std::optional<Type> value = join(valueOf(a), valueOf(b), numbers);
    return value ? std::optional(optionalOf(*value)) : std::nullopt;
  }
  if (a.kind != b.kind)
    return std::nullopt;
  switch (a.kind) {
  case TypeKind::Error:
  case TypeKind::None:
    return a;
  case TypeKind::Scalar:
    return arithmeticType(a, b);
  case TypeKind::Array:
  case TypeKind::Reference:
    return joinArrays(a, b);
  case TypeKind::Record:
  case TypeKind::Pointer:
    return std::nullopt;
  case TypeKind::Tuple:
    break;
  }
  if (a.elements->size() != b.elements->size() || a.isGroup != b.isGroup)
    return std::nullopt;
  std::vector<Type> elements;
  for (std::size_t i = 0; i < a.elements->size(); ++i) {
    std::optional<Type> element =
        join((*a.elements)[i], (*b.elements)[i], numbers);
    if (!element)
      return std::nullopt;
    elements.push_back(*element);
  }
  Type type = Type::tuple(std::move(elements));
  if (sameNames(a, b))
    type.names = a.names;
  type.isList = a.isList || b.isList;
  return type;
}

} // namespace pyk2ptx
