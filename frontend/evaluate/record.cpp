// Types of records: np.dtype([...]) and its like. All forms give one layout, so
// that a kernel that states its types by one accepts arrays made by another.
#include "evaluate.h"
#include "frontend/types/record_kind.h"
#include "frontend/types/time_type.h"
#include "namespace_value.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// No record of a kernel is larger, nor has more fields or elements in an
/// array.
constexpr std::int64_t maxRecordBytes = 1 << 16;

/// NumPy's one-letter codes, native byte order.
struct TypeCode {
  char code;
  Scalar scalar;
};
constexpr TypeCode typeCodes[] = {
    {'?', Scalar::Bool}, {'b', Scalar::I8},  {'B', Scalar::U8},
    {'h', Scalar::I16},  {'H', Scalar::U16}, {'i', Scalar::I32},
    {'I', Scalar::U32},  {'l', Scalar::I64}, {'L', Scalar::U64},
    {'q', Scalar::I64},  {'Q', Scalar::U64}, {'f', Scalar::F32},
    {'d', Scalar::F64}};

std::optional<Type> typeOfText(std::string text) {
  if (!text.empty() && std::string("<=|").find(text[0]) != std::string::npos)
    text.erase(0, 1);
  if (std::optional<Scalar> scalar = scalarByName(text))
    return Type::of(*scalar);
  for (const TypeCode &row : typeCodes)
    if (text == std::string(1, row.code))
      return Type::of(row.scalar);
  if (std::optional<TimeType> time = timeByName(text))
    return Type::ofTime(*time);
  return charsByName(text);
}

std::optional<Type> recordOf(const std::vector<Value> &fields, bool isPacked);

/// What NumPy takes as a dtype.
std::optional<Type> dtypeOf(const Value &value, bool isPacked) {
  if (value.kind == Value::Kind::Type &&
      (value.type.isScalar() || value.type.isRecord()))
    return value.type;
  if (value.kind == Value::Kind::String)
    return typeOfText(value.text);
  if (value == Value::path("float"))
    return Type::of(Scalar::F64);
  if (value == Value::path("int"))
    return Type::of(Scalar::I64);
  if (value == Value::path("bool"))
    return Type::of(Scalar::Bool);
  if (value.kind == Value::Kind::Tuple && !value.elements.empty())
    return recordOf(value.elements, isPacked);
  return std::nullopt;
}

bool readFieldShape(const Value &shape, RecordField &field) {
  std::vector<Value> extents = {shape};
  if (shape.kind == Value::Kind::Tuple)
    extents = shape.elements;
  std::int64_t count = 1;
  for (const Value &extent : extents) {
    if (!extent.isInteger() || extent.number.asInt() < 1 ||
        extent.number.asInt() > maxRecordBytes)
      return false;
    field.shape.push_back(extent.number.asInt());
    count *= extent.number.asInt();
    if (count > maxRecordBytes)
      return false;
  }
  return field.shape.size() <= 8;
}

/// Two fields cannot have one name, and the size is bounded.
bool isSound(const RecordLayout &record) {
  for (std::size_t i = 0; i < record.fields.size(); ++i)
    if (*record.find(record.fields[i].name) != i)
      return false;
  return !record.fields.empty() && record.size > 0 &&
         record.size <= maxRecordBytes;
}

Type recordType(RecordLayout record) {
  return Type::ofRecord(
      std::make_shared<const RecordLayout>(std::move(record)));
}

/// [("x", float32), ("v", "f4", (3,))]
std::optional<Type> recordOf(const std::vector<Value> &fields, bool isPacked) {
  RecordLayout record;
  for (const Value &entry : fields) {
    if (entry.kind != Value::Kind::Tuple || entry.elements.size() < 2 ||
        entry.elements.size() > 3 ||
        entry.elements[0].kind != Value::Kind::String)
      return std::nullopt;
    RecordField field;
    field.name = entry.elements[0].text;
    std::optional<Type> type = dtypeOf(entry.elements[1], isPacked);
    if (!type || (entry.elements.size() == 3 &&
                  !readFieldShape(entry.elements[2], field)))
      return std::nullopt;
    field.type = *type;
    record.fields.push_back(std::move(field));
    if (record.fields.size() > 1024)
      return std::nullopt;
  }
  layOut(record, isPacked);
  if (!isSound(record))
    return std::nullopt;
  return recordType(std::move(record));
}

bool readPlaces(const Value &offsets, const Value &itemsize,
                RecordLayout &record) {
  if (offsets.kind != Value::Kind::Tuple ||
      offsets.elements.size() != record.fields.size() || !itemsize.isInteger())
    return false;
  record.alignment = 1;
  std::int64_t size = itemsize.number.asInt();
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const Value &offset = offsets.elements[i];
    RecordField &field = record.fields[i];
    std::int64_t bytes = byteSize(field.type);
    for (std::int64_t extent : field.shape)
      bytes *= extent;
    if (!offset.isInteger() || offset.number.asInt() < 0 ||
        offset.number.asInt() > size - bytes)
      return false;
    field.offset = static_cast<std::uint32_t>(offset.number.asInt());
  }
  record.size = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(size, 0, maxRecordBytes + 1));
  return true;
}

constexpr const char *fieldForm =
    "a record's fields are (name, type) or (name, type, shape) of scalar types "
    "and records, 65536 bytes at most";

} // namespace

bool isRecordMaker(const Value &callee) {
  static constexpr const char *names[] = {
      "np.dtype", "numba.from_dtype", "numba.np.numpy_support.from_dtype",
      "numba.Record.make_c_struct", "numba.record"};
  return callee.kind == Value::Kind::Path &&
         std::find(std::begin(names), std::end(names), callee.text) !=
             std::end(names);
}

/// record(x=float32, v=float32[3], packed=True), as signatures' `record(x:
/// float32)` is read.
Value Evaluator::recordOfKeywords(const syntax::Call &node, const Scope &scope,
                                  SourceRange range) {
  RecordLayout record;
  bool isPacked = false;
  Value offsets = Value::missing(), itemsize = Value::missing();
  for (const Keyword &keyword : node.keywords) {
    if (keyword.name == "packed" || keyword.name == "offsets" ||
        keyword.name == "itemsize") {
      Value value = evaluate(*keyword.value, scope);
      if (keyword.name == "packed")
        isPacked = value.isNumber() && value.number.isTrue();
      else
        (keyword.name == "offsets" ? offsets : itemsize) = std::move(value);
      continue;
    }
    RecordField field;
    field.name = keyword.name;
    const Expr *type = keyword.value.get();
    const auto *access = std::get_if<Subscript>(&type->node);
    bool valid = true;
    if (access) {
      std::vector<Value> extents;
      for (const ExprPtr &index : access->indices)
        extents.push_back(evaluate(*index, scope));
      valid = readFieldShape(Value::tuple(std::move(extents)), field);
      type = access->value.get();
    }
    std::optional<Type> element = dtypeOf(evaluate(*type, scope), false);
    if (!element || !valid)
      return Value::unknown(range, fieldForm);
    field.type = *element;
    record.fields.push_back(std::move(field));
  }
  layOut(record, isPacked);
  if (offsets.kind != Value::Kind::Missing &&
      !readPlaces(offsets, itemsize, record))
    return Value::unknown(range, "a record's offsets and itemsize must hold "
                                 "its fields");
  if (!node.args.empty() || !isSound(record))
    return Value::unknown(range, fieldForm);
  return Value::ofType(recordType(std::move(record)));
}

Value Evaluator::callRecordMaker(const Value &callee, const syntax::Call &node,
                                 const Scope &scope, SourceRange range) {
  if (callee.text == "numba.record")
    return recordOfKeywords(node, scope, range);
  Value dtype = Value::missing();
  bool isCStruct = callee.text == "numba.Record.make_c_struct";
  bool isAligned = isCStruct;
  if (!node.args.empty())
    dtype = evaluate(*node.args[0], scope);
  if (node.args.size() > 1) {
    Value align = evaluate(*node.args[1], scope);
    isAligned = align.isNumber() && align.number.isTrue();
  }
  for (const Keyword &keyword : node.keywords) {
    Value value = evaluate(*keyword.value, scope);
    if (!value.isKnown())
      return value;
    if (keyword.name == "align")
      isAligned = value.isNumber() && value.number.isTrue();
    else if (keyword.name == "dtype")
      dtype = std::move(value);
  }
  if (dtype.kind == Value::Kind::Unknown)
    return dtype;
  std::optional<Type> type = dtypeOf(dtype, !isAligned);
  if (!type)
    return Value::unknown(range, fieldForm);
  return Value::ofType(*type);
}

/// A field of a dataclass: its name, and its annotation.
using DeclaredField = std::pair<std::string, Value>;

static std::vector<DeclaredField> capturedFields(const Value &dataclass) {
  std::vector<DeclaredField> fields;
  for (std::size_t i = 1; i < dataclass.elements.size(); ++i) {
    const std::vector<Value> &field = dataclass.elements[i].elements;
    fields.emplace_back(field[0].text, field[1]);
  }
  return fields;
}

static std::vector<DeclaredField> declaredFields(Evaluator &evaluator,
                                                 const Scope &scope) {
  std::vector<DeclaredField> fields;
  for (const Stmt &stmt : scope.classDef->body)
    if (const auto *declared = std::get_if<AnnAssign>(&stmt.node))
      if (const auto *name = std::get_if<Name>(&declared->target->node))
        fields.emplace_back(name->id,
                            evaluator.evaluate(*declared->annotation, scope));
  return fields;
}

/// The type of a dataclass's instances, whose fields are annotated with types.
/// Unknown for other classes.
Value Evaluator::dataclassType(const Value &given, SourceRange range) {
  const Value *captured = namespaceMember(given, dataclassMember);
  Value unknown = Value::unknown(
      range, "`" + (captured ? captured->elements[0].text : given.text) +
                 "` is no dataclass of numbers");
  bool isOfFile = given.kind == Value::Kind::Class && given.classScope &&
                  isDataclass(*given.classScope);
  if ((!captured && !isOfFile) || isTooDeep(100))
    return unknown;
  RecordLayout record;
  record.kind = RecordLayout::Kind::Dataclass;
  record.name = captured ? captured->elements[0].text : given.text;
  Deeper deeper(*this);
  for (auto &[name, annotation] :
       captured ? capturedFields(*captured)
                : declaredFields(*this, *given.classScope)) {
    if (annotation.kind == Value::Kind::String)
      annotation = evaluateTypeText(annotation.text, range);
    if (annotation.kind == Value::Kind::Class || isNamespace(annotation))
      annotation = dataclassType(annotation, range);
    std::optional<Type> type = dtypeOf(annotation, false);
    bool isValue =
        type && (type->isScalar() ||
                 (type->record->kind != RecordLayout::Kind::Structure &&
                  type->record->kind != RecordLayout::Kind::Chars));
    if (!isValue)
      return unknown;
    RecordField field;
    field.name = name;
    field.type = *type;
    record.fields.push_back(std::move(field));
  }
  layOut(record, false);
  if (!isSound(record))
    return unknown;
  return Value::ofType(recordType(std::move(record)));
}

/// The fields of what gpu_struct takes; nothing for all else.
static std::optional<std::vector<DeclaredField>> fieldsOf(Evaluator &evaluator,
                                                          const Value &given) {
  std::vector<DeclaredField> fields;
  if (given.kind == Value::Kind::Dict) {
    for (std::size_t i = 0; i + 1 < given.elements.size(); i += 2)
      fields.emplace_back(given.elements[i].text, given.elements[i + 1]);
  } else if (given.kind == Value::Kind::Type && given.type.isRecord()) {
    for (const RecordField &field : given.type.record->fields)
      fields.emplace_back(field.name, field.shape.empty()
                                          ? Value::ofType(field.type)
                                          : Value::none());
  } else if (given.kind == Value::Kind::Class && given.classScope) {
    fields = declaredFields(evaluator, *given.classScope);
  } else if (const Value *made = namespaceMember(given, dataclassMember)) {
    for (std::size_t i = 1; i < made->elements.size(); ++i)
      fields.emplace_back(made->elements[i].elements[0].text,
                          made->elements[i].elements[1]);
  } else {
    return std::nullopt;
  }
  return fields;
}

static bool isIdentifier(const std::string &text) {
  auto isLetter = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c >= 0x80;
  };
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) &&
         std::ranges::all_of(text, isLetter);
}

Value dtypeOfClass(Evaluator &evaluator, const Value &given,
                   SourceRange range) {
  Value type = evaluator.dataclassType(given, range);
  if (type.kind == Value::Kind::Type)
    type.type = structureOfValue(type.type);
  return type;
}

/// The class that gpu_struct makes, as one that was captured is known: the type
/// of its instances, and what is behind its dots.
static Value gpuStruct(Evaluator &evaluator, const Value &given,
                       const std::string &name, SourceRange range, int depth) {
  auto fails = [&](const std::string &why) {
    return Value::unknown(range, "`gpu_struct` " + why);
  };
  std::optional<std::vector<DeclaredField>> fields = fieldsOf(evaluator, given);
  if (!fields || depth > 100)
    return given.isKnown() ? fails("takes a dict of names and types, a "
                                   "record's dtype or an annotated class")
                           : given;
  std::vector<Value> declared = {Value::string(name)};
  for (auto &[field, type] : *fields) {
    if (!isIdentifier(field))
      return fails("has a field `" + field + "`, which is no name in Python");
    bool isNested = type.kind == Value::Kind::Type
                        ? type.type.isRecord()
                        : fieldsOf(evaluator, type).has_value();
    if (type.kind == Value::Kind::String && given.kind == Value::Kind::Class)
      type = evaluateTypeText(type.text, range);
    if (isNested)
      type = evaluator.dataclassType(
          gpuStruct(evaluator, type, field, range, depth + 1), range);
    std::optional<Type> known = dtypeOf(type, false);
    if (!known)
      return fails("has a field `" + field +
                   "` of no type of numbers, nor a struct of them");
    declared.push_back(
        Value::tuple({Value::string(field), Value::ofType(*known)}));
  }
  Value made = Value::tuple({Value::tuple(std::move(declared))});
  made.text = namespaceMark;
  made.fields = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{dataclassMember});
  Value type = dtypeOfClass(evaluator, made, range);
  if (!type.isKnown())
    return fails("makes values of numbers and of such values: one field at "
                 "least, 65536 bytes at most");
  made.elements.push_back(std::move(type));
  made.fields = std::make_shared<const std::vector<std::string>>(
      std::vector<std::string>{dataclassMember, "dtype"});
  return made;
}

Value callGpuStruct(Evaluator &evaluator, const syntax::Call &node,
                    const Scope &scope, SourceRange range) {
  const Expr *fields = node.args.empty() ? nullptr : node.args[0].get();
  Value name = Value::string("AnonymousStruct");
  if (node.args.size() > 1)
    name = evaluator.evaluate(*node.args[1], scope);
  for (const Keyword &keyword : node.keywords) {
    if (keyword.name == "field_dict")
      fields = keyword.value.get();
    else if (keyword.name == "name")
      name = evaluator.evaluate(*keyword.value, scope);
  }
  if (!fields || name.kind != Value::Kind::String)
    return Value::unknown(range, "`gpu_struct` takes the fields, and a name");
  Value given = evaluator.evaluate(*fields, scope);
  bool isClass = given.kind == Value::Kind::Class;
  return gpuStruct(evaluator, given, isClass ? given.text : name.text, range,
                   0);
}

/// `y: float32 = 2.0` in a dataclass.
Value Evaluator::defaultOfField(const Value &given, const std::string &name,
                                SourceRange range) {
  if (const Value *captured = namespaceMember(given, dataclassMember)) {
    for (std::size_t i = 1; i < captured->elements.size(); ++i) {
      const std::vector<Value> &field = captured->elements[i].elements;
      if (field[0].text == name && field.size() > 2)
        return field[2];
    }
    return Value::unknown(range, "it is not given");
  }
  for (const Stmt &stmt : given.classScope->classDef->body)
    if (const auto *declared = std::get_if<AnnAssign>(&stmt.node))
      if (const auto *target = std::get_if<Name>(&declared->target->node))
        if (target->id == name && declared->value)
          return evaluate(*declared->value, *given.classScope);
  return Value::unknown(range, "it is not given");
}

std::string readRecordTypes(const std::string &text) {
  std::string result;
  // Brackets that are open, and whether they are a record's.
  std::vector<bool> open;
  std::size_t word = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool isLetter = std::isalnum(static_cast<unsigned char>(c)) || c == '_' ||
                    static_cast<unsigned char>(c) >= 0x80;
    if (c == '(' || c == '[') {
      open.push_back(c == '(' && text.substr(word, i - word) == "record");
    } else if ((c == ')' || c == ']') && !open.empty()) {
      open.pop_back();
    }
    result += c == ':' && !open.empty() && open.back() ? '=' : c;
    if (!isLetter)
      word = i + 1;
  }
  return result;
}

} // namespace pyk2ptx
