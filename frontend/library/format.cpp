// f-strings in print: each value with its format, as a conversion of C's
// printf, which is what CUDA prints with. Of Python's format language, what
// that cannot do is refused; strings, known at compile time, are laid out here.
#include "format.h"

#include "builtin.h"
#include "frontend/emit/emitter.h"
#include "frontend/types/optional_type.h"
#include "frontend/values/iterate.h"
#include "frontend/values/optional.h"

#include <optional>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// [[fill]align][sign][#][0][width][,][.precision][type]
struct Format {
  char fill = 0, align = 0, sign = 0, grouping = 0, type = 0;
  bool alternate = false, zero = false;
  int width = 0, precision = -1;
};

bool isAlign(char c) { return c == '<' || c == '>' || c == '^' || c == '='; }

std::optional<int> number(const std::string &text, std::size_t &at) {
  constexpr int limit = 100;
  int value = 0;
  std::size_t first = at;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9')
    value = value > limit ? value : value * 10 + (text[at++] - '0');
  bool valid = at > first && value <= limit;
  return valid ? std::optional(value) : std::nullopt;
}

std::optional<Format> parseFormat(const std::string &text) {
  Format format;
  std::size_t at = 0;
  auto next = [&](const char *allowed) {
    bool found = at < text.size() &&
                 std::string(allowed).find(text[at]) != std::string::npos;
    return found ? text[at++] : '\0';
  };
  if (text.size() > 1 && isAlign(text[1])) {
    format.fill = text[0];
    at = 1;
  }
  format.align = next("<>^=");
  format.sign = next("+- ");
  format.alternate = next("#") != 0;
  format.zero = next("0") != 0;
  if (at < text.size() && text[at] >= '1' && text[at] <= '9') {
    std::optional<int> width = number(text, at);
    if (!width)
      return std::nullopt;
    format.width = *width;
  }
  format.grouping = next(",_");
  if (next(".")) {
    std::optional<int> precision = number(text, at);
    if (!precision)
      return std::nullopt;
    format.precision = *precision;
  }
  format.type = next("bcdeEfFgGnosxX%");
  return at == text.size() ? std::optional(format) : std::nullopt;
}

std::string repr(const std::string &text) {
  std::string result = "'";
  for (char c : text) {
    if (c == '\\' || c == '\'')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result + "'";
}

std::string layOut(std::string text, const Format &format) {
  if (format.precision >= 0 &&
      text.size() > static_cast<std::size_t>(format.precision))
    text.resize(static_cast<std::size_t>(format.precision));
  auto width = static_cast<std::size_t>(format.width);
  if (text.size() >= width)
    return text;
  std::size_t free = width - text.size();
  std::size_t before = format.align == '>'   ? free
                       : format.align == '^' ? free / 2
                                             : 0;
  char fill = format.fill ? format.fill : format.zero ? '0' : ' ';
  return std::string(before, fill) + text + std::string(free - before, fill);
}

/// Why printf cannot do it; null when it can.
const char *whyNot(const Format &format, const Type &type) {
  bool isFloat = type.isFloat();
  bool isHex = format.type == 'x' || format.type == 'X' || format.type == 'o';
  bool isWhole = format.type == 'd' || isHex;
  if (format.align == '^')
    return "numbers are aligned to the left or the right";
  if (format.fill && format.fill != ' ' &&
      !(format.fill == '0' && format.align == '='))
    return "numbers are filled up with spaces or zeros";
  if (format.grouping)
    return "digits are not grouped";
  if (format.type == 'b' || format.type == 'c' || format.type == 'n' ||
      format.type == 's')
    return "the types are d, x, o, e, f, g and %";
  if (isWhole && isFloat)
    return "it is a float: convert it with int(...)";
  if (isWhole && format.precision >= 0)
    return "an integer has no precision";
  if (isHex && isSigned(type.scalar))
    return "it may be negative: convert it with np.uint64(...)";
  if (format.alternate && format.type != 'x' && format.type != 'X')
    return "`#` goes with x";
  if (format.align == '<' && format.zero)
    return "zeros stand on the left";
  return nullptr;
}

std::string flagsOf(const Format &format) {
  std::string flags;
  if (format.align == '<')
    flags += '-';
  if (format.sign == '+' || format.sign == ' ')
    flags += format.sign;
  if (format.alternate)
    flags += '#';
  if (format.zero || format.fill == '0')
    flags += '0';
  if (format.width)
    flags += std::to_string(format.width);
  if (format.precision >= 0)
    flags += "." + std::to_string(format.precision);
  return flags;
}

} // namespace

/// Prints an operand with a format of its own.
static void printFormatted(Emitter &e, Operand operand,
                           const FormattedPiece &piece,
                           std::vector<ir::PrintPiece> &pieces,
                           std::size_t number) {
  SourceRange range = operand.range;
  if (operand.isError)
    return;
  auto refuse = [&](const std::string &why) {
    e.diagnostics().emit(range, diag::BadFormat, piece.spec,
                         e.describe(operand), why);
  };
  std::optional<Format> format = parseFormat(piece.spec);
  if (!format)
    return refuse("write [<>][+][0][width][.precision][type], all constant");
  if (operand.known && operand.known->kind == Value::Kind::String) {
    const std::string &text = operand.known->text;
    bool isRepr = piece.conversion == "r" || piece.conversion == "a";
    if ((format->type && format->type != 's') || format->align == '=')
      return refuse("a string has no format of numbers");
    return printOperand(
        e,
        Operand::ofValue(
            Value::string(layOut(isRepr ? repr(text) : text, *format)), range),
        pieces);
  }
  if (piece.spec.empty())
    return printOperand(e, std::move(operand), pieces, number);
  if (!operand.isScalar())
    return refuse("print its parts");
  Type type = computable(e.typeOf(operand));
  if (!type.isInteger() && !type.isFloat())
    return refuse("print its parts");
  if (const char *why = whyNot(*format, type))
    return refuse(why);
  bool ofFloat = format->type &&
                 std::string("eEfFgG%").find(format->type) != std::string::npos;
  if (ofFloat || type.isFloat())
    type = Type::of(Scalar::F64);
  Operand value =
      Operand::ofExpr(e.convert(e.materialize(std::move(operand)), type));
  if (format->type == '%')
    value = e.binaryOperation(
        BinaryOp::Mul, std::move(value),
        Operand::ofValue(Value::of(Number::ofFloat(100)), range), range);
  ir::PrintPiece result;
  result.flags = flagsOf(*format);
  result.conversion = format->type == '%' ? 'f'
                      : format->type      ? format->type
                      : type.isFloat()    ? 'g'
                                          : 'd';
  result.value = e.materialize(std::move(value));
  pieces.push_back(std::move(result));
  if (format->type == '%')
    printOperand(e, Operand::ofValue(Value::string("%"), range), pieces);
}

/// f"...": what is formatted without a format stands as print has it.
static void printText(Emitter &e, const FString &text,
                      std::vector<ir::PrintPiece> &pieces, std::size_t number) {
  for (const FormattedPiece &piece : text.pieces) {
    if (!piece.value)
      printOperand(e, Operand::ofValue(Value::string(piece.text), {}), pieces);
    else
      printFormatted(e, e.check(*piece.value), piece, pieces, number);
  }
}

/// One printf has its text; what may be None decides which of two it is.
void printAll(Emitter &e, std::vector<Operand> operands, std::size_t from,
              const std::vector<const Expr *> &texts,
              const std::string &separator, const std::string &end,
              SourceRange range, ir::Block &block) {
  while (from < operands.size() && !isOptional(operands[from]))
    ++from;
  if (from == operands.size()) {
    ir::Print print;
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (i != 0)
        printOperand(e, Operand::ofValue(Value::string(separator), range),
                     print.pieces);
      if (texts[i])
        printText(e, std::get<FString>(texts[i]->node), print.pieces, i + 1);
      else
        printOperand(e, std::move(operands[i]), print.pieces, i + 1);
    }
    printOperand(e, Operand::ofValue(Value::string(end), range), print.pieces);
    block.push_back({range, std::move(print)});
    return;
  }
  for (Operand &operand : operands)
    operand = e.keepParts(std::move(operand), block);
  auto with = [&](Operand chosen) {
    std::vector<Operand> result;
    for (const Operand &operand : operands)
      result.push_back(copyOf(operand));
    result[from] = std::move(chosen);
    return result;
  };
  ir::If branch;
  Operand value = again(operands[from]);
  branch.condition = e.materialize(isThere(e, again(value), range));
  value = Operand::ofExpr(
      makeExpr(value.range, valueOf(value.type),
               ir::TupleElement{e.materialize(again(value)), 1}));
  value = keep(e, std::move(value), branch.body);
  printAll(e, with(std::move(value)), from, texts, separator, end, range,
           branch.body);
  printAll(e, with(Operand::ofValue(Value::none(), range)), from, texts,
           separator, end, range, branch.orElse);
  block.push_back({range, std::move(branch)});
}

} // namespace pyk2ptx
