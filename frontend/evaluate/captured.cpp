// Functions of a running program, made into what the checker reads.
//
// Messages and lines in the PTX are to name places in the user's file, of which
// only one function is here. So the text gets as many empty lines before it as
// the file has lines there; an indented function gets `if True:` in the last of
// them. Then every line and column is the file's.
#include "captured.h"

#include "device_object.h"
#include "external.h"
#include "namespace_value.h"
#include "runtime/include/pyk2ptx/float16.h"

#include <cstring>

namespace pyk2ptx {

using namespace syntax;

namespace {

constexpr std::int64_t maxElements = 1 << 16;

/// The first line that says something, without its indentation: where it
/// begins, and where its words do.
struct FirstLine {
  std::size_t begin = 0, words = 0;
};

FirstLine firstLineOf(const std::string &text) {
  FirstLine first;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t words = text.find_first_not_of(" \t\f\r", at);
    if (words == std::string::npos)
      break;
    if (text[words] != '\n' && text[words] != '#') {
      first.begin = at;
      first.words = words;
      return first;
    }
    std::size_t end = text.find('\n', words);
    if (end == std::string::npos)
      break;
    at = end + 1;
  }
  return first;
}

/// Each line without `indent`, where it begins with it.
std::string withoutIndent(const std::string &text, const std::string &indent) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    end = end == std::string::npos ? text.size() : end + 1;
    if (text.compare(at, indent.size(), indent) == 0)
      at += indent.size();
    result.append(text, at, end - at);
    at = end;
  }
  return result;
}

std::string placedText(const CapturedFunction &function) {
  std::string text = function.text;
  std::size_t linesBefore = function.firstLine > 0 ? function.firstLine - 1 : 0;
  FirstLine first = firstLineOf(text);
  std::size_t indent = first.words - first.begin;
  std::string before(linesBefore, '\n');
  if (indent == 0)
    return before + text;
  // What a file says of itself is not to depend on a block.
  if (function.form == CapturedFunction::Form::File)
    return before + withoutIndent(text, text.substr(first.begin, indent));
  static constexpr const char *block = "if True:";
  if (first.begin > 0) {
    // In place of the line before, which is empty or a comment.
    std::size_t end = first.begin - 1;
    std::size_t line = end == 0 ? end : text.rfind('\n', end - 1) + 1;
    return before + text.substr(0, line) + block + text.substr(end);
  }
  if (linesBefore > 0)
    return std::string(linesBefore - 1, '\n') + block + "\n" + text;
  return withoutIndent(text, text.substr(0, indent));
}

template <typename T> T readAs(const std::byte *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

double readFloat(Scalar scalar, const std::byte *from) {
  switch (scalar) {
  case Scalar::F16:
    return fromFloat16(readAs<std::uint16_t>(from));
  case Scalar::BF16:
    return fromBfloat16(readAs<std::uint16_t>(from));
  case Scalar::F32:
    return readAs<float>(from);
  default:
    return readAs<double>(from);
  }
}

std::uint64_t readInteger(Scalar scalar, const std::byte *from) {
  switch (scalar) {
  case Scalar::Bool:
    return from[0] != std::byte{0};
  case Scalar::I8:
    return static_cast<std::uint64_t>(readAs<std::int8_t>(from));
  case Scalar::U8:
    return readAs<std::uint8_t>(from);
  case Scalar::I16:
    return static_cast<std::uint64_t>(readAs<std::int16_t>(from));
  case Scalar::U16:
    return readAs<std::uint16_t>(from);
  case Scalar::I32:
    return static_cast<std::uint64_t>(readAs<std::int32_t>(from));
  case Scalar::U32:
    return readAs<std::uint32_t>(from);
  default:
    return readAs<std::uint64_t>(from);
  }
}

Value readElement(Scalar scalar, const std::byte *from) {
  Number number;
  number.type = Type::of(scalar);
  Scalar part = partOf(scalar);
  if (!isFloat(part)) {
    number.bits = readInteger(scalar, from);
  } else {
    number.number = readFloat(part, from);
    if (isComplex(scalar))
      number.imag = readFloat(part, from + byteSize(part));
  }
  return Value::of(number);
}

/// The fields of one record, which are numbers; false when some are not.
bool readRecord(const RecordLayout &record, const std::byte *from,
                std::vector<Value> &numbers) {
  for (const RecordField &field : record.fields) {
    bool isPlain =
        field.shape.empty() && field.type.isNumber() && !field.type.isComplex();
    if (!isPlain)
      return false;
    numbers.push_back(readElement(field.type.scalar, from + field.offset));
  }
  return true;
}

Value evaluateArray(const CapturedValue &captured) {
  Value type = Value::unknown({}, "");
  if (std::optional<Scalar> scalar = scalarByName(captured.dtype))
    type = Value::ofType(Type::of(*scalar));
  else
    type = evaluateTypeText(captured.dtype, {});
  bool isRecord = type.kind == Value::Kind::Type && type.type.isRecord();
  if (type.kind != Value::Kind::Type || (!type.type.isScalar() && !isRecord))
    return Value::unknown({}, "it is an array of `" + captured.dtype + "`");
  Value array;
  array.kind = Value::Kind::Array;
  array.shape = captured.shape;
  std::int64_t count = 1;
  for (std::int64_t extent : captured.shape) {
    count = extent > maxElements ? extent : count * extent;
    if (count > maxElements)
      return Value::unknown({}, "it is an array of more than " +
                                    std::to_string(maxElements) +
                                    " elements; pass it as an argument");
  }
  auto size = static_cast<std::size_t>(byteSize(type.type));
  if (captured.bytes.size() != static_cast<std::size_t>(count) * size)
    return Value::unknown({}, "its bytes do not fit its shape");
  for (std::size_t i = 0; i < captured.bytes.size(); i += size) {
    const std::byte *from = captured.bytes.data() + i;
    if (!isRecord)
      array.elements.push_back(readElement(type.type.scalar, from));
    else if (!readRecord(*type.type.record, from, array.elements))
      return Value::unknown({}, "it is an array of records whose fields are "
                                "not all numbers; pass it as an argument");
  }
  array.type = Type::array(type.type, static_cast<int>(captured.shape.size()),
                           Layout::C);
  return array;
}

Value evaluateDeviceArray(const CapturedValue &captured) {
  Value element = evaluateTypeText(captured.text, {});
  bool isElement = element.kind == Value::Kind::Type &&
                   (element.type.isScalar() || element.type.isRecord());
  if (!isElement)
    return Value::unknown({}, "it is an array of `" + captured.text + "`");
  Value array;
  array.kind = Value::Kind::DeviceArray;
  array.number.bits = captured.low;
  array.shape = captured.shape;
  array.type = Type::array(element.type,
                           static_cast<int>(captured.shape.size()), Layout::C);
  return array;
}

Value evaluateInteger(const CapturedValue &captured) {
  std::int64_t sign = static_cast<std::int64_t>(captured.low) < 0 ? -1 : 0;
  if (captured.high == sign)
    return Value::of(Number::ofInt(static_cast<std::int64_t>(captured.low)));
  Number number = Number::ofUnsigned(captured.low);
  if (captured.high != 0) {
    number.type = Type::of(Scalar::I64);
    number.big = true;
    number.high = captured.high;
  }
  return Value::of(number);
}

Value evaluateNumber(const CapturedValue &captured) {
  Value value;
  switch (captured.kind) {
  case CapturedValue::Kind::Bool:
    value = Value::of(Number::ofBool(captured.low != 0));
    break;
  case CapturedValue::Kind::Int:
    value = evaluateInteger(captured);
    break;
  case CapturedValue::Kind::Float:
    value = Value::of(Number::ofFloat(captured.real));
    break;
  default:
    value = Value::of(Number::ofComplex(captured.real, captured.imag));
    break;
  }
  if (captured.dtype.empty())
    return value;
  std::optional<Scalar> scalar = scalarByName(captured.dtype);
  if (!scalar)
    return Value::unknown({}, "it is a `" + captured.dtype + "`");
  if (dropsImaginary(value.number.type, Type::of(*scalar)))
    return Value::unknown({},
                          "a complex number is no `" + captured.dtype + "`");
  return Value::of(convertNumber(value.number, Type::of(*scalar)));
}

Value evaluateExternal(const CapturedValue &captured) {
  Value signature = evaluateTypeText(captured.dtype, {});
  if (signature.kind != Value::Kind::Signature)
    return Value::unknown({}, "declare_device(\"" + captured.text +
                                  "\", ...) needs a signature such as "
                                  "\"float32(float32, int64)\"");
  ExternalDeclaration declaration;
  declaration.numbaAbi = captured.low == 0;
  declaration.cooperative = captured.high != 0;
  for (const std::string &file : captured.names)
    declaration.links.push_back({file, {}});
  return makeExternal(captured.text, *signature.signature,
                      std::move(declaration));
}

/// An object of nvmath.device by what it was made of.
Value evaluateDeviceObject(const CapturedValue &captured,
                           const std::vector<Value> &functions) {
  std::string name = captured.text.substr(deviceLibrary.size());
  std::vector<std::pair<std::string, Value>> keywords;
  for (std::size_t i = 0;
       i < captured.names.size() && i < captured.elements.size(); ++i)
    keywords.emplace_back(captured.names[i],
                          evaluateCaptured(captured.elements[i], functions));
  std::optional<Value> made =
      foldDeviceMaker({name, {}, keywords, {}, nullptr});
  return made ? *made : Value::unknown({}, "there is no `" + name + "`");
}

/// A member of an enumeration: its value; the type of all values, or None; all
/// flags, or None.
Value evaluateMember(const CapturedValue &captured,
                     const std::vector<Value> &functions) {
  if (captured.elements.size() != 3 || captured.names.size() != 3)
    return Value::unknown({}, "it is no member");
  Value value = evaluateCaptured(captured.elements[0], functions);
  Value type = evaluateCaptured(captured.elements[1], functions);
  Value flags = evaluateCaptured(captured.elements[2], functions);
  if (!value.isKnown())
    return value;
  return makeMember(
      std::move(value), captured.names[0],
      memberType(captured.text.substr(memberMark.size()),
                 type.kind == Value::Kind::Type ? std::optional(type.type)
                                                : std::nullopt,
                 flags.isInteger() ? std::optional(flags.number.asInt())
                                   : std::nullopt));
}

Value evaluateElements(const CapturedValue &captured,
                       const std::vector<Value> &functions) {
  if (captured.kind == CapturedValue::Kind::Namespace &&
      captured.text.starts_with(deviceLibrary))
    return evaluateDeviceObject(captured, functions);
  if (captured.kind == CapturedValue::Kind::Namespace &&
      captured.text.starts_with(memberMark))
    return evaluateMember(captured, functions);
  std::vector<Value> elements;
  for (const CapturedValue &element : captured.elements) {
    elements.push_back(evaluateCaptured(element, functions));
    // What a namespace holds besides is nobody's business.
    if (!elements.back().isKnown() &&
        captured.kind == CapturedValue::Kind::Tuple)
      return elements.back();
  }
  bool isNamed = !captured.names.empty();
  if (isNamed && captured.names.size() != elements.size())
    return Value::unknown({}, "it has not as many names as elements");
  if (captured.kind == CapturedValue::Kind::Namespace &&
      isCoopMaker(captured.text)) {
    // What is given by its place has no name.
    std::vector<Value> args;
    std::vector<std::pair<std::string, Value>> keywords;
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::string name =
          i < captured.names.size() ? captured.names[i] : std::string();
      if (!elements[i].isKnown())
        return elements[i];
      if (namespaceMember(elements[i], dataclassMember))
        elements[i] = Evaluator().dataclassType(elements[i], {});
      if (name.empty())
        args.push_back(std::move(elements[i]));
      else
        keywords.emplace_back(name, std::move(elements[i]));
    }
    return makeCoop(captured.text, std::move(args), std::move(keywords), {});
  }
  Value value = Value::tuple(std::move(elements));
  if (captured.kind == CapturedValue::Kind::Slice) {
    value.kind = Value::Kind::Slice;
    value.elements.resize(3, Value::none());
    for (const Value &part : value.elements)
      if (part.kind != Value::Kind::None && !part.isInteger())
        return Value::unknown({}, "it is a slice whose parts are no integers");
  }
  if (captured.kind == CapturedValue::Kind::Namespace)
    value.text = captured.text == enumerationMark ? enumerationMark
                 : captured.text == valuesMark    ? valuesMark
                                                  : namespaceMark;
  else
    value.isList = captured.text == "list";
  if (isNamed)
    value.fields =
        std::make_shared<const std::vector<std::string>>(captured.names);
  return value;
}

const Lambda *findLambda(const Expr &expr) {
  if (const auto *lambda = std::get_if<Lambda>(&expr.node))
    return lambda;
  const auto *call = std::get_if<Call>(&expr.node);
  if (!call)
    return nullptr;
  if (const Lambda *found = findLambda(*call->callee))
    return found;
  for (const ExprPtr &arg : call->args)
    if (const Lambda *found = findLambda(*arg))
      return found;
  for (const Keyword &keyword : call->keywords)
    if (const Lambda *found = findLambda(*keyword.value))
      return found;
  return nullptr;
}

/// The expression that a statement computes, or null.
const Expr *valueOf(const Stmt &stmt) {
  if (const auto *node = std::get_if<ExprStmt>(&stmt.node))
    return node->value.get();
  if (const auto *node = std::get_if<Assign>(&stmt.node))
    return node->value.get();
  if (const auto *node = std::get_if<Return>(&stmt.node))
    return node->value.get();
  return nullptr;
}

} // namespace

std::unique_ptr<Source> makeCapturedSource(const CapturedFunction &function,
                                           Diagnostics &diagnostics) {
  std::size_t invalid = findInvalidUtf8(function.text);
  if (invalid != std::string::npos) {
    diagnostics.emit({}, diag::NotUtf8, static_cast<Integer>(invalid));
    return nullptr;
  }
  return std::make_unique<Source>(function.file, placedText(function));
}

Value evaluateCaptured(const CapturedValue &value,
                       const std::vector<Value> &functions) {
  switch (value.kind) {
  case CapturedValue::Kind::Unusable:
    return Value::unknown({}, value.text);
  case CapturedValue::Kind::None:
    return Value::none();
  case CapturedValue::Kind::Bool:
  case CapturedValue::Kind::Int:
  case CapturedValue::Kind::Float:
  case CapturedValue::Kind::Complex:
    return evaluateNumber(value);
  case CapturedValue::Kind::String:
    return Value::string(value.text);
  case CapturedValue::Kind::Tuple:
  case CapturedValue::Kind::Namespace:
  case CapturedValue::Kind::Slice:
    return evaluateElements(value, functions);
  case CapturedValue::Kind::Array:
    return evaluateArray(value);
  case CapturedValue::Kind::DeviceArray:
    return evaluateDeviceArray(value);
  case CapturedValue::Kind::Function:
    return value.index < functions.size()
               ? functions[value.index]
               : Value::unknown({}, "it is a function that is not given");
  case CapturedValue::Kind::Type:
    return evaluateTypeText(value.text, {});
  case CapturedValue::Kind::Library:
    return pathValue(canonicalPath(value.text));
  case CapturedValue::Kind::External:
    break;
  }
  return evaluateExternal(value);
}

const FunctionDef *findCaptured(const syntax::Module &tree,
                                CapturedFunction::Form form) {
  const std::vector<Stmt> *body = &tree.body;
  // The block around an indented function.
  if (body->size() == 1)
    if (const auto *block = std::get_if<If>(&body->front().node))
      body = &block->branches.front().body;
  for (const Stmt &stmt : *body) {
    if (form == CapturedFunction::Form::Function) {
      if (const auto *def = std::get_if<FunctionDef>(&stmt.node))
        return def;
      continue;
    }
    const Expr *value = valueOf(stmt);
    const Lambda *lambda = value ? findLambda(*value) : nullptr;
    if (lambda)
      return lambda->function.get();
  }
  return nullptr;
}

const Scope &fileOf(const Scope &scope) {
  const Scope *file = &scope;
  while (file->parent)
    file = file->parent;
  return *file;
}

Value evaluateTypes(const std::string &types) {
  Scope scope;
  scope.isTypeNamespace = true;
  scope.given["float"] = Value::ofType(Type::weakFloat());
  scope.given["complex"] = Value::ofType(Type::weakComplex());
  Value value = evaluateTypeText("void(" + types + ")", {}, scope);
  if (value.isKnown() && value.kind != Value::Kind::Signature)
    return Value::unknown({}, "it is no list of types");
  return value;
}

} // namespace pyk2ptx
