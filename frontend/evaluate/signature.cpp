// numba's type expressions. Types are values like any other: `float32[:]` is a
// subscript of a type, `void(float32[:])` a call of one, and a signature's text
// is evaluated in a scope whose names are numba's types.
#include "evaluate.h"
#include "namespace_value.h"

#include "frontend/parse/parse.h"
#include "frontend/types/time_type.h"

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

using namespace syntax;

/// An Optional is a type in `type` and this word in `text`.
static constexpr const char *optionalMark = "Optional";

bool isOptional(const Value &value) {
  return value.kind == Value::Kind::Type && value.text == optionalMark;
}

namespace {

bool isIntegerLiteral(const ExprPtr &expr, std::uint64_t value) {
  if (!expr)
    return false;
  const auto *literal = std::get_if<IntLiteral>(&expr->node);
  return literal && literal->value == value && !literal->tooLarge;
}

Value uniTuple(const std::vector<Value> &args, SourceRange range) {
  if (args.size() != 2 || args[0].kind != Value::Kind::Type ||
      !args[1].isInteger())
    return Value::unknown(range, "UniTuple takes a type and a length");
  std::int64_t count = args[1].number.asInt();
  if (count < 0 || count > 1024)
    return Value::unknown(range, "a tuple has at most 1024 elements");
  return Value::ofType(Type::tuple(
      std::vector<Type>(static_cast<std::size_t>(count), args[0].type)));
}

/// Array(float32, 2, "C"): the only spelling of an array of rank 0.
Value arrayType(const std::vector<Value> &args, SourceRange range) {
  bool valid = args.size() >= 3 && args.size() <= 4 &&
               args[0].kind == Value::Kind::Type &&
               (args[0].type.isScalar() || args[0].type.isRecord()) &&
               args[1].isInteger() && args[2].kind == Value::Kind::String;
  std::int64_t ndim = valid ? args[1].number.asInt() : -1;
  std::string layout = valid ? args[2].text : "";
  if (ndim < 0 || ndim > 32 ||
      (layout != "C" && layout != "F" && layout != "A"))
    return Value::unknown(range, "Array takes a scalar type, a rank up to 32 "
                                 "and a layout 'C', 'F' or 'A'");
  // One contiguous axis is C before it is F, and a lone element is C.
  Layout kind = layout == "A" && ndim > 0   ? Layout::A
                : layout == "F" && ndim > 1 ? Layout::F
                                            : Layout::C;
  Type type = Type::array(args[0].type, static_cast<int>(ndim), kind);
  type.readonly = args.size() == 4 && args[3].isTrue();
  return Value::ofType(std::move(type));
}

bool allTypes(const std::vector<Value> &values) {
  for (const Value &value : values)
    if (value.kind != Value::Kind::Type)
      return false;
  return true;
}

std::vector<Type> typesOf(const std::vector<Value> &values) {
  std::vector<Type> types;
  for (const Value &value : values)
    types.push_back(value.type);
  return types;
}

/// NPDatetime("ns")
Value timeType(bool isInstant, const std::vector<Value> &args,
               SourceRange range) {
  std::optional<TimeType::Unit> unit;
  if (args.size() == 1 && args[0].kind == Value::Kind::String)
    unit = args[0].text.empty() ? TimeType::Unit::Generic
                                : unitByName(args[0].text);
  if (!unit)
    return Value::unknown(range, "a type of time takes its unit, such as "
                                 "NPDatetime('ns')");
  return Value::ofType(Type::ofTime(
      {isInstant ? TimeType::Kind::Instant : TimeType::Kind::Span, *unit}));
}

/// CharSeq(5)
Value charsType(bool isUnicode, const std::vector<Value> &args,
                SourceRange range) {
  std::optional<Type> type;
  if (args.size() == 1 && args[0].isInteger())
    type = charsOfLength(isUnicode, args[0].number.asInt());
  if (!type)
    return Value::unknown(range, "CharSeq and UnicodeCharSeq take a length "
                                 "from 1 to 4096");
  return Value::ofType(*type);
}

/// NamedTuple((float32, int64), P), NamedUniTuple(float32, 2, P); P is the
/// class, or in a signature's text its names: "x y".
Value namedTuple(const std::string &path, const std::vector<Value> &args,
                 SourceRange range) {
  constexpr const char *form =
      "NamedTuple takes the elements' types and the class, or its names as a "
      "string";
  bool isUniform = path == "numba.NamedUniTuple";
  if (args.size() != (isUniform ? 3U : 2U))
    return Value::unknown(range, form);
  std::vector<Type> types;
  if (isUniform && args[0].kind == Value::Kind::Type && args[1].isInteger() &&
      args[1].number.asInt() >= 0 && args[1].number.asInt() <= 1024)
    types.assign(static_cast<std::size_t>(args[1].number.asInt()),
                 args[0].type);
  else if (!isUniform && args[0].kind == Value::Kind::Tuple &&
           allTypes(args[0].elements))
    types = typesOf(args[0].elements);
  else
    return Value::unknown(range, form);
  const Value &made = args.back();
  std::shared_ptr<const std::vector<std::string>> names = made.fields;
  if (made.kind == Value::Kind::String)
    names = std::make_shared<const std::vector<std::string>>(fieldNames(made));
  if (!names || names->size() != types.size())
    return Value::unknown(range, form);
  Type type = Type::tuple(std::move(types));
  type.names = std::move(names);
  return Value::ofType(std::move(type));
}

Value makeSignature(Type result, const std::vector<Value> &params,
                    SourceRange range) {
  auto signature = std::make_shared<SignatureTypes>();
  int optionals = 0;
  for (const Value &param : params) {
    if (param.type.isNone() && param.text != "none")
      return Value::unknown(range, "a parameter cannot be void");
    signature->optional.push_back(isOptional(param));
    optionals += isOptional(param);
  }
  if (optionals > 4)
    return Value::unknown(range, "at most four parameters can be Optional");
  signature->result = std::move(result);
  signature->params = typesOf(params);
  signature->range = range;
  Value value;
  value.kind = Value::Kind::Signature;
  value.signature = std::move(signature);
  return value;
}

} // namespace

std::vector<SignatureTypes> alternatives(const SignatureTypes &signature) {
  std::vector<SignatureTypes> result = {signature};
  result[0].optional.clear();
  for (std::size_t i = 0; i < signature.optional.size(); ++i) {
    if (!signature.optional[i])
      continue;
    std::size_t count = result.size();
    for (std::size_t each = 0; each < count; ++each) {
      result.push_back(result[each]);
      result.back().params[i] = Type::none();
    }
  }
  return result;
}

Value unknownType(const Value &path, SourceRange range) {
  std::string name = path.text;
  if (name.rfind("numba.", 0) == 0)
    name = name.substr(6);
  struct Hint {
    const char *name, *instead;
  };
  static constexpr Hint hints[] = {
      {"dim3", "pass its numbers: UniTuple(int32, 3)"},
      {"string", "text is an array's element: UnicodeCharSeq(8)[:]"},
      {"unicode_type", "text is an array's element: UnicodeCharSeq(8)[:]"},
      {"Bytes", "text is an array's element: CharSeq(8)[:]"},
      {"ByteArray", "give an array: uint8[::1]"},
      {"List", "give an array: int64[::1]"},
      {"ListType", "give an array: int64[::1]"},
      {"Set", "give an array: int64[::1]"},
      {"DictType", "give arrays of the keys and the values"},
      {"NestedArray", "write it as a record's field: record(v: float32[3])"},
      {"DType", "types are known when a kernel is compiled: leave it out"},
      {"FunctionType", "functions are known when a kernel is compiled"},
      {"Literal", "give the constant with -D, or its type: int64"},
      {"literal", "give the constant with -D, or its type: int64"},
      {"pyobject", "kernels take numbers, arrays, tuples and records"},
      {"fp8_e4m3", "its bits are a uint8: see cuda.fp8"},
      {"fp8_e5m2", "its bits are a uint8: see cuda.fp8"},
      {"fp8_e8m0", "its bits are a uint8: see cuda.fp8"},
      {"float8_e4m3fn", "its bits are a uint8: see cuda.fp8"},
      {"float8_e5m2", "its bits are a uint8: see cuda.fp8"},
  };
  for (const Hint &hint : hints)
    if (name == hint.name)
      return Value::unknown(range, "there is no type `" + name +
                                       "` of kernels; " + hint.instead);
  return Value::unknown(range, "unknown type `" + name + "`");
}

Value typeSubscript(const Value &element, const Subscript &node,
                    SourceRange range) {
  // datetime64[ns]
  const auto *unit = node.indices.size() == 1
                         ? std::get_if<Name>(&node.indices[0]->node)
                         : nullptr;
  if (unit && element.type.isTime()) {
    std::optional<TimeType::Unit> known = unitByName(unit->id);
    return known ? Value::ofType(Type::ofTime({element.type.time.kind, *known}))
                 : Value::unknown(range, "there is no unit of time `" +
                                             unit->id + "`");
  }
  if (!element.type.isScalar() && !element.type.isRecord())
    return Value::unknown(range, "an array's element must be a scalar type or "
                                 "a record");
  static constexpr const char *axisForm =
      "write an axis as `:`, the contiguous one as `::1`";
  int ndim = static_cast<int>(node.indices.size());
  if (ndim > 32)
    return Value::unknown(range, "an array has at most 32 axes");
  Layout layout = Layout::A;
  for (int axis = 0; axis < ndim; ++axis) {
    const Expr &index = *node.indices[static_cast<std::size_t>(axis)];
    const auto *slice = std::get_if<Slice>(&index.node);
    if (!slice || slice->lower || slice->upper)
      return Value::unknown(index.range, axisForm);
    if (!slice->step)
      continue;
    if (!isIntegerLiteral(slice->step, 1))
      return Value::unknown(index.range, axisForm);
    if (layout != Layout::A)
      return Value::unknown(index.range, "only one axis can be `::1`");
    if (axis == ndim - 1)
      layout = Layout::C;
    else if (axis == 0)
      layout = Layout::F;
    else
      return Value::unknown(index.range, "only the first or the last axis can "
                                         "be `::1`");
  }
  return Value::ofType(Type::array(element.type, ndim, layout));
}

/// EnumMember(Color, int64): the class stands for its members. Of a running
/// program's it is said where it is, "module.Color", and of one of flags all
/// bits that its members have.
static Value memberSpelled(const std::vector<Value> &args) {
  const Value &of = args[0], &type = args[1];
  if (of.kind == Value::Kind::Type && of.type.isMember())
    return of;
  if (of.kind != Value::Kind::String || !type.type.isNumber())
    return type;
  bool isFlag = args.size() == 3 && args[2].isInteger();
  return Value::ofType(memberType(of.text, type.type,
                                  isFlag ? std::optional(args[2].number.asInt())
                                         : std::nullopt));
}

Value typeCall(const Value &callee, const std::vector<Value> &args,
               SourceRange range) {
  if (callee.kind == Value::Kind::Path) {
    if (callee.text == "numba.UniTuple")
      return uniTuple(args, range);
    if (callee.text == "numba.Tuple" || callee.text == "numba.BaseTuple") {
      for (const Value &element : args.size() == 1 ? args[0].elements : args)
        if (isOptional(element) ||
            (element.kind == Value::Kind::Type && element.type.isNone()))
          return Value::unknown(
              range, "Optional and none stand for a whole parameter");
      if (args.size() == 1 && args[0].kind == Value::Kind::Tuple &&
          allTypes(args[0].elements))
        return Value::ofType(Type::tuple(typesOf(args[0].elements)));
      return Value::unknown(range, "Tuple takes a tuple of types");
    }
    if (callee.text == "numba.CPointer" && args.size() == 1 &&
        args[0].kind == Value::Kind::Type &&
        (args[0].type.isScalar() || args[0].type.isRecord()))
      return Value::ofType(Type::pointer(args[0].type));
    if (callee.text == "numba.Array")
      return arrayType(args, range);
    if (callee.text == "numba.NPDatetime" || callee.text == "numba.NPTimedelta")
      return timeType(callee.text == "numba.NPDatetime", args, range);
    if (callee.text == "numba.CharSeq" || callee.text == "numba.UnicodeCharSeq")
      return charsType(callee.text == "numba.UnicodeCharSeq", args, range);
    if (callee.text == "numba.NamedTuple" ||
        callee.text == "numba.NamedUniTuple")
      return namedTuple(callee.text, args, range);
    bool isMember = callee.text == "numba.IntEnumMember" ||
                    callee.text == "numba.EnumMember";
    if (isMember && (args.size() == 2 || args.size() == 3) &&
        args[1].kind == Value::Kind::Type)
      return memberSpelled(args);
    if (callee.text == "numba.Optional" || callee.text == "numba.optional") {
      if (args.size() != 1 || args[0].kind != Value::Kind::Type ||
          args[0].type.isNone())
        return Value::unknown(range, "Optional takes a type");
      Value value = args[0];
      value.text = optionalMark;
      return value;
    }
    return Value::unknown(range, "`" + callee.text + "` is not a type");
  }
  if (callee.type.isScalar() && args.size() == 1 && args[0].isNumeric() &&
      !dropsImaginary(args[0].number.type, callee.type))
    return Value::of(convertNumber(args[0].number, callee.type));
  if (allTypes(args) && (callee.type.isNone() || !args.empty()))
    return makeSignature(callee.type, args, range);
  for (const Value &arg : args)
    if (arg.kind == Value::Kind::Path)
      return unknownType(arg, range);
  return Value::unknown(range, "the call of a type is not understood");
}

Value evaluateTypeText(const std::string &text, SourceRange range) {
  Scope scope;
  scope.isTypeNamespace = true;
  return evaluateTypeText(text, range, scope);
}

/// Where in the user's file the bytes from `begin` to `end` of `text` are,
/// whose expression is at `range`: within its literal if that is there as it
/// is, and once; else all of the expression.
static SourceRange placeWithin(SourceRange range, const std::string &text,
                               std::uint32_t begin, std::uint32_t end) {
  if (!range.source)
    return range;
  std::string_view written = range.source->text(range);
  std::vector<std::size_t> found;
  for (char quote : {'"', '\''}) {
    std::string literal = quote + text + quote;
    for (std::size_t at = written.find(literal); at != written.npos;
         at = written.find(literal, at + 1))
      found.push_back(at + 1);
  }
  if (found.size() != 1)
    return range;
  auto first = range.begin + static_cast<std::uint32_t>(found[0]);
  auto size = static_cast<std::uint32_t>(text.size());
  return {range.source, first + std::min(begin, size),
          first + std::min(end, size)};
}

Value evaluateTypeText(const std::string &text, SourceRange range,
                       const Scope &scope) {
  std::string read = readRecordTypes(text);
  Source source("<signature>", read);
  // The text of a tuple, without its brackets.
  Source bracketed("<signature>", "(" + read + ")");
  Diagnostics diagnostics;
  ExprPtr expr = parseExpression(source, diagnostics);
  if (!expr && read.find_first_not_of(" \t\n") != read.npos)
    expr = parseExpression(bracketed, diagnostics);
  // Places in `bracketed` are one more; those in a text with records are none
  // of the user's.
  auto placeOf = [&](const SourceRange &part) {
    bool isWithin = part.source == &source || part.source == &bracketed;
    std::uint32_t shift = part.source == &bracketed;
    return isWithin && read == text && part.begin >= shift
               ? placeWithin(range, text, part.begin - shift, part.end - shift)
               : range;
  };
  if (!expr)
    return Value::unknown(placeOf(diagnostics.all().front().range),
                          "`" + text + "` is not a signature");
  Evaluator evaluator;
  Value value = evaluator.evaluate(*expr, scope);
  if (value.kind == Value::Kind::Path)
    value = unknownType(value, expr->range);
  // "int32()" is a number in code, and here a signature.
  const auto *call = std::get_if<Call>(&expr->node);
  if (!value.isKnown() && call && call->args.empty() && call->keywords.empty())
    if (Value result = evaluator.evaluate(*call->callee, scope);
        result.kind == Value::Kind::Type)
      value = makeSignature(result.type, {}, range);
  value.range = value.isKnown() ? range : placeOf(value.range);
  if (value.kind == Value::Kind::Signature) {
    auto signature = std::make_shared<SignatureTypes>(*value.signature);
    signature->range = range;
    value.signature = std::move(signature);
  }
  return value;
}

Value addSignature(const Value &given, SourceRange range, JitOptions &options) {
  Value value = given;
  if (value.kind == Value::Kind::String)
    value = evaluateTypeText(value.text, range);
  // Parameters alone: what a device function returns is for its text to say.
  if (value.kind == Value::Kind::Tuple && allTypes(value.elements) &&
      !(value.isList && value.elements.empty())) {
    value = makeSignature(Type::none(), value.elements, range);
    if (value.kind == Value::Kind::Signature) {
      auto signature = std::make_shared<SignatureTypes>(*value.signature);
      signature->statesResult = false;
      value.signature = std::move(signature);
    }
  }
  if (value.kind == Value::Kind::Tuple) {
    for (const Value &element : value.elements) {
      Value added = addSignature(element, range, options);
      if (!added.isKnown())
        return added;
    }
    return value;
  }
  if (value.kind == Value::Kind::Type)
    return Value::unknown(range, "a signature is written `void(" +
                                     spell(value.type) + ", ...)`");
  if (value.kind == Value::Kind::Path && value.text.starts_with("numba."))
    return unknownType(value, range);
  if (value.kind != Value::Kind::Signature)
    return value.kind == Value::Kind::Unknown
               ? value
               : Value::unknown(range, "the signature is not understood");
  for (SignatureTypes &each : alternatives(*value.signature))
    options.signatures.push_back(std::move(each));
  return value;
}

} // namespace pyk2ptx
