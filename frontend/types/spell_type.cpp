// Types as text: as NumPy and numba spell them, and as the IR is printed.
#include "types.h"

#include "optional_type.h"
#include "time_type.h"

namespace pyk2ptx {

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

/// record(x: float32, v: int32[3]); the name of the others.
static std::string spellRecord(const RecordLayout &record) {
  if (!record.name.empty())
    return record.name;
  std::string text = "record(";
  for (const RecordField &field : record.fields) {
    text += (text.back() == '(' ? "" : ", ") + field.name + ": " +
            spell(field.type);
    for (std::size_t axis = 0; axis < field.shape.size(); ++axis)
      text += (axis == 0 ? "[" : ", ") + std::to_string(field.shape[axis]);
    text += field.shape.empty() ? "" : "]";
  }
  RecordLayout packed = record;
  layOut(packed, true);
  if (standsAsInC(record))
    return text + ")";
  if (record == packed)
    return text + ", packed=True)";
  text += ", offsets=(";
  for (const RecordField &field : record.fields)
    text += std::to_string(field.offset) + ",";
  return text + "), itemsize=" + std::to_string(record.size) + ")";
}

/// The whole layout: {x: f32 @0, v: i32[3] @4; 16}.
static std::string irRecord(const RecordLayout &record) {
  if (record.kind == RecordLayout::Kind::Vector)
    return record.name;
  std::string text = record.name + "{";
  for (const RecordField &field : record.fields) {
    text += (text.back() == '{' ? "" : ", ") + field.name + ": " +
            irSpelling(field.type);
    for (std::size_t axis = 0; axis < field.shape.size(); ++axis)
      text += (axis == 0 ? "[" : ", ") + std::to_string(field.shape[axis]);
    text += (field.shape.empty() ? " @" : "] @") + std::to_string(field.offset);
  }
  return text + "; " + std::to_string(record.size) + "}";
}

std::string spell(const Type &type) {
  switch (type.kind) {
  case TypeKind::Error:
    return "<error>";
  case TypeKind::None:
    return "none";
  case TypeKind::Scalar:
    if (type.isTime())
      return timeName(type.time);
    if (type.weak)
      return type.isComplex() ? "complex" : "float";
    return dtypeName(type.scalar);
  case TypeKind::Array:
    // What is before `#` says it to people.
    if (type.tag)
      return type.tag->name.substr(0, type.tag->name.find('#'));
    if (type.readonly)
      return "Array(" + spell(type.element()) + ", " +
             std::to_string(type.ndim) + ", '" +
             "CFA"[static_cast<int>(type.layout)] + "', readonly=True)";
    return spell(type.element()) + axes(type);
  case TypeKind::Record:
    return spellRecord(*type.record);
  case TypeKind::Reference:
    return spell(type.element());
  case TypeKind::Pointer:
    return "CPointer(" + spell(type.element()) + ")";
  case TypeKind::Tuple:
    break;
  }
  if (type.isGroup)
    return "cg.coalesced_group";
  const std::vector<Type> &elements = *type.elements;
  if (isOptionalType(type))
    return "Optional(" + spell(elements.back()) + ")";
  if (type.names) {
    std::string text = "NamedTuple(";
    for (std::size_t i = 0; i < elements.size(); ++i)
      text += (i ? ", " : "") + (*type.names)[i] + ": " + spell(elements[i]);
    return text + ")";
  }
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
    return type.isTime() ? timeName(type.time) : irName(type.scalar);
  case TypeKind::Array:
  case TypeKind::Reference: {
    static constexpr const char *spaces[] = {"generic ", "", "shared ",
                                             "local "};
    std::string text = type.readonly ? "const " : "";
    text += spaces[static_cast<int>(type.space)];
    if (type.alignment)
      text += "align " + std::to_string(type.alignment) + " ";
    text += type.isReference() ? "ref " : "";
    text += irSpelling(type.element());
    text += type.isReference() ? "" : axes(type);
    return type.tag ? text + " as " + type.tag->name : text;
  }
  case TypeKind::Record:
    return irRecord(*type.record);
  case TypeKind::Pointer:
    return irSpelling(type.element()) + "*";
  case TypeKind::Tuple:
    break;
  }
  std::string text = type.isGroup ? "group(" : type.isList ? "list(" : "(";
  for (std::size_t i = 0; i < type.elements->size(); ++i)
    text += (i ? ", " : "") + irSpelling((*type.elements)[i]);
  return text + ")";
}

} // namespace pyk2ptx
