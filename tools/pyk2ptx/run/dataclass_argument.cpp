// What is written is an expression of the file: its class is looked up there,
// and the arguments of a call may be the file's constants. A dataclass's record
// is an array of rank 0, as if it had come from a .npy file; a member of an
// enumeration is its value, which is how kernels are given one.
#include "dataclass_argument.h"

#include "frontend/evaluate/evaluate.h"
#include "frontend/parse/parse.h"

#include <cctype>
#include <cstring>

namespace pyk2ptx {

namespace {

Error makeArgumentError(const char *name, const std::string &shown,
                        const std::string &why) {
  return Error::make(name, "`" + shown + "`: " + why);
}

void storeField(std::byte *to, const Number &number) {
  Scalar scalar = number.type.scalar;
  if (isComplex(scalar)) {
    storeField(to, number.part(false));
    storeField(to + byteSize(partOf(scalar)), number.part(true));
  } else if (isHalf(scalar)) {
    std::uint16_t bits = scalar == Scalar::F16 ? toFloat16(number.number)
                                               : toBfloat16(number.number);
    std::memcpy(to, &bits, sizeof(bits));
  } else if (scalar == Scalar::F32) {
    auto value = static_cast<float>(number.number);
    std::memcpy(to, &value, sizeof(value));
  } else if (scalar == Scalar::F64) {
    std::memcpy(to, &number.number, sizeof(number.number));
  } else {
    std::memcpy(to, &number.bits, static_cast<std::size_t>(byteSize(scalar)));
  }
}

/// Writes the fields, or says why one does not fit.
std::optional<Error> fill(std::byte *to, const RecordLayout &record,
                          const Value &value, const std::string &shown) {
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    const RecordField &field = record.fields[i];
    const Value &given = value.elements[i];
    std::byte *place = to + field.offset;
    std::string named = "`" + field.name + "`";
    if (field.type.isRecord()) {
      bool fits = given.kind == Value::Kind::Tuple &&
                  given.elements.size() == field.type.record->fields.size();
      if (!fits)
        return makeArgumentError("TypeError", shown,
                                 named + " must be a `" + spell(field.type) +
                                     "`");
      if (auto error = fill(place, *field.type.record, given, shown))
        return error;
      continue;
    }
    if (!given.isKnown())
      return makeArgumentError("TypeError", shown, named + ": " + given.text);
    bool isTime = given.isTime() && given.number.type == field.type;
    bool isReal = given.isNumber() && (given.number.type.isFloat() ||
                                       given.number.type.isComplex());
    bool fits = isTime || (given.isNumber() && field.type.isNumber() &&
                           !dropsImaginary(given.number.type, field.type) &&
                           (!isReal || !field.type.isInteger()));
    if (!fits)
      return makeArgumentError(
          "TypeError", shown, named + " must be a `" + spell(field.type) + "`");
    Number number =
        isTime ? given.number : convertNumber(given.number, field.type);
    bool isExact =
        !field.type.isInteger() ||
        (number.bits == given.number.bits &&
         (given.number.asInt() >= 0 || isSigned(number.type.scalar)));
    if (!isExact)
      return makeArgumentError("OverflowError", shown,
                               named + " is none of " + spell(field.type) +
                                   "'s");
    storeField(place, number);
  }
  return std::nullopt;
}

} // namespace

/// Color.RED, of which `begin` begins `text`'s value.
static std::optional<Result<RunArgument>>
parseMember(const std::string &text, std::size_t begin,
            const syntax::Module &module, SourceLoader *loader) {
  Source source("<argument>", text.substr(begin));
  Diagnostics ignored;
  syntax::ExprPtr expr = parseExpression(source, ignored);
  const auto *access =
      expr ? std::get_if<syntax::Attribute>(&expr->node) : nullptr;
  if (!access)
    return std::nullopt;
  std::unique_ptr<Scope> scope = makeScope(module);
  Evaluator evaluator({}, loader);
  Value of = evaluator.evaluate(*access->value, *scope);
  if (of.kind != Value::Kind::Class || !of.classScope ||
      !evaluator.isEnum(*of.classScope))
    return std::nullopt;
  Value member = evaluator.evaluate(*expr, *scope);
  if (!member.isKnown())
    return makeArgumentError("ValueError", text, member.text);
  Value value = member.isMember() ? member.elements[0] : member;
  Type type = member.isMember() && !member.type.record->fields.empty()
                  ? member.type.record->fields[0].type
                  : value.number.type;
  if (!value.isNumber() || type.isComplex())
    return makeArgumentError("TypeError", text, "its value is no real number");
  Number number = convertNumber(value.number, type);
  RunArgument argument;
  argument.text = text;
  argument.number.value = type.isBool()    ? Argument(number.isTrue())
                          : type.isFloat() ? Argument(number.number)
                                           : Argument(number.asInt());
  argument.type =
      member.isMember() ? member.type : typeOfNumber(argument.number);
  return argument;
}

std::optional<Result<RunArgument>> parseOfClass(const std::string &text,
                                                const syntax::Module &module,
                                                SourceLoader *loader) {
  std::size_t open = text.find('(');
  std::size_t equals = text.find('=');
  std::string name;
  std::size_t begin = 0;
  if (equals < open) {
    name = text.substr(0, equals);
    begin = equals + 1;
  }
  if (open == text.npos && text.find('.', begin) != text.npos) {
    std::optional<Result<RunArgument>> member =
        parseMember(text, begin, module, loader);
    if (member && *member)
      (*member)->name = name;
    return member;
  }
  bool isCall = open != text.npos && open > begin && text.back() == ')' &&
                !std::isdigit(static_cast<unsigned char>(text[begin]));
  if (!isCall)
    return std::nullopt;
  Source source("<argument>", text.substr(begin));
  Diagnostics ignored;
  syntax::ExprPtr expr = parseExpression(source, ignored);
  const auto *call = expr ? std::get_if<syntax::Call>(&expr->node) : nullptr;
  if (!call)
    return std::nullopt;
  std::unique_ptr<Scope> scope = makeScope(module);
  Evaluator evaluator({}, loader);
  Value made = evaluator.evaluate(*call->callee, *scope);
  if (made.kind != Value::Kind::Class)
    return std::nullopt;
  Value type = evaluator.dataclassType(made, expr->range);
  if (!type.isKnown())
    return makeArgumentError("TypeError", text, type.text);
  Value value = evaluator.evaluate(*expr, *scope);
  if (value.kind != Value::Kind::Tuple)
    return makeArgumentError("TypeError", text, value.text);
  Result<HostArray> array = makeHostArray(type.type, {}, false);
  if (!array)
    return array.error();
  if (auto error = fill(array->bytes.data(), *type.type.record, value, text))
    return *error;
  RunArgument argument;
  argument.name = name;
  argument.text = text;
  argument.type = type.type;
  argument.array = std::move(*array);
  return argument;
}

} // namespace pyk2ptx
