// NumPy's text of a fixed length: elements of arrays and fields of records that
// can be copied and compared, and assigned constant strings. One is a record of
// one field, the array of its characters, so that a[i] is a reference and what
// is done with it is done with that array (chars_text.cpp). Python's strings
// never change: a variable gets a copy.
#include "chars.h"

#include "elementwise.h"
#include "frontend/emit/emitter.h"
#include "frontend/evaluate/prelude.h"
#include "record.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

bool isChars(const Operand &operand) {
  return operand.expr && operand.type.isReference() && operand.type.record &&
         operand.type.record->kind == RecordLayout::Kind::Chars;
}

static bool isUnicodeText(const Type &type) {
  return type.record->fields[0].type.scalar == Scalar::U32;
}

/// The code points of UTF-8 text, or the bytes of others.
static std::vector<std::uint32_t> charactersIn(const Value &text) {
  std::vector<std::uint32_t> result;
  for (char each : text.text) {
    auto byte = static_cast<unsigned char>(each);
    bool isNext = !text.isBytes && (byte & 0xc0) == 0x80 && !result.empty();
    if (isNext)
      result.back() = result.back() << 6 | (byte & 0x3f);
    else if (text.isBytes || byte < 0x80)
      result.push_back(byte);
    else
      result.push_back(byte & (byte >= 0xf0   ? 0x07
                               : byte >= 0xe0 ? 0x0f
                                              : 0x1f));
  }
  return result;
}

static Value arrayOf(const Value &text, bool isUnicode) {
  Value array;
  array.kind = Value::Kind::Array;
  array.type = Type::array(isUnicode ? Scalar::U32 : Scalar::U8, 1, Layout::C);
  for (std::uint32_t each : charactersIn(text))
    array.elements.push_back(
        Value::of(convertNumber(Number::ofInt(each), array.type.element())));
  array.shape = {static_cast<std::int64_t>(array.elements.size())};
  return array;
}

Operand arrayOfBytes(Emitter &e, const Value &text, SourceRange range) {
  return e.constantArray(arrayOf(text, false), "bytes", range);
}

static Operand charactersOf(Emitter &e, Operand text, bool isUnicode) {
  SourceRange range = text.range;
  if (isChars(text)) {
    if (isUnicodeText(text.type) == isUnicode)
      return recordField(e, std::move(text), 0, range);
    e.diagnostics().emit(
        range, diag::TypeMismatch,
        std::string(isUnicode ? "a `UnicodeCharSeq`" : "a `CharSeq`"),
        e.describe(text));
    return Operand::error(range);
  }
  bool fits = text.known && text.known->kind == Value::Kind::String;
  if (fits)
    for (std::uint32_t each : charactersIn(*text.known))
      // Bytes and text meet in ASCII.
      fits = fits && (each < 0x80 || text.known->isBytes != isUnicode);
  if (!fits) {
    e.diagnostics().emit(range, diag::TypeMismatch,
                         std::string(isUnicode ? "a constant string"
                                               : "constant bytes of ASCII"),
                         e.describe(text));
    return Operand::error(range);
  }
  Value array = arrayOf(*text.known, isUnicode);
  if (array.elements.empty()) {
    array.elements.push_back(
        Value::of(convertNumber(Number::ofInt(0), array.type.element())));
    array.shape = {1};
  }
  return e.constantArray(array, "text", range);
}

Operand compareChars(Emitter &e, CompareOp op, Operand left, Operand right,
                     SourceRange range) {
  bool isUnicode = isUnicodeText(isChars(left) ? left.type : right.type);
  // Python's bytes never equal a str.
  for (const Operand *operand : {&left, &right})
    if (operand->known && operand->known->kind == Value::Kind::String &&
        operand->known->isBytes == isUnicode) {
      e.diagnostics().emit(operand->range, diag::TypeMismatch,
                           std::string(isUnicode ? "a `str` such as 'abc'"
                                                 : "`bytes` such as b'abc'"),
                           std::string(isUnicode ? "`bytes`" : "a `str`"));
      return Operand::error(range);
    }
  Operand a = charactersOf(e, std::move(left), isUnicode);
  Operand b = charactersOf(e, std::move(right), isUnicode);
  if (a.isError || b.isError)
    return Operand::error(range);
  Operand order =
      e.callInstance(preludeFunction("chars_order"),
                     listOf(std::move(a), std::move(b)), std::nullopt, range);
  return e.compareTwo(op, std::move(order),
                      Operand::ofValue(Value::of(Number::ofInt(0)), range),
                      range);
}

Operand charsAs(Emitter &e, Operand text, const Type &type) {
  SourceRange range = text.range;
  Operand source = charactersOf(e, std::move(text), isUnicodeText(type));
  if (source.isError)
    return source;
  std::uint32_t number = declareStructure(e, "text", type, range);
  auto copy = [&] {
    return elementAt(structureAt(number, type, range), referenceIndex(range),
                     range);
  };
  Operand done = e.callInstance(
      preludeFunction("chars_copy"),
      listOf(recordField(e, copy(), 0, range), std::move(source)), std::nullopt,
      range);
  if (done.isError)
    return done;
  ir::SlotId slot = e.temporary(Type::none());
  ir::ExprPtr result = e.materialize(copy());
  Type reference = result->type;
  return Operand::ofExpr(
      makeExpr(range, reference,
               ir::Let{slot, std::move(done.expr), std::move(result)}));
}

Operand charsLength(Emitter &e, Operand text, SourceRange range) {
  bool isUnicode = isUnicodeText(text.type);
  std::vector<Operand> one;
  one.push_back(charactersOf(e, std::move(text), isUnicode));
  return e.callInstance(preludeFunction("chars_length"), std::move(one),
                        std::nullopt, range);
}

} // namespace pyk2ptx
