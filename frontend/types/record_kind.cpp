// NumPy's structures in memory and a dataclass's values have the same fields at
// the same places, and differ in what a variable that holds one is. Here one
// becomes the other, with all records that are in it.
#include "record_kind.h"

namespace pyk2ptx {

/// Records of this kind, of that one.
static Type recordOfKind(const Type &type, RecordLayout::Kind from,
                         RecordLayout::Kind to) {
  if (!type.isRecord() || type.record->kind != from)
    return type;
  RecordLayout record = *type.record;
  record.kind = to;
  record.name =
      to == RecordLayout::Kind::Structure ? std::string() : spell(type);
  for (RecordField &field : record.fields)
    if (field.shape.empty())
      field.type = recordOfKind(field.type, from, to);
  return Type::ofRecord(
      std::make_shared<const RecordLayout>(std::move(record)));
}

Type valueOfStructure(const Type &type) {
  return recordOfKind(type, RecordLayout::Kind::Structure,
                      RecordLayout::Kind::Dataclass);
}

Type structureOfValue(const Type &type) {
  return recordOfKind(type, RecordLayout::Kind::Dataclass,
                      RecordLayout::Kind::Structure);
}

} // namespace pyk2ptx
