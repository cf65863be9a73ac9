// Python's functions of numbers and texts on constants. What would raise is an
// Unknown.
#include "fold.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

namespace {

/// Digits with `_` between them taken out; nothing where `_` stands elsewhere.
std::optional<std::string> withoutUnderscores(const std::string &text) {
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      digits += text[i];
      continue;
    }
    bool isBetween = i > 0 && i + 1 < text.size() &&
                     std::isalnum(static_cast<unsigned char>(text[i - 1])) &&
                     std::isalnum(static_cast<unsigned char>(text[i + 1]));
    if (!isBetween)
      return std::nullopt;
  }
  return digits;
}

/// int("ff", 16)
Value parseInt(const std::string &given, std::int64_t base,
               const HostCall &call) {
  Value failed = call.fails("the text is no integer");
  std::optional<std::string> text = withoutUnderscores(stripped(given, blanks));
  if (!text || text->empty() || base < 0 || base == 1 || base > 36)
    return failed;
  bool isNegative = (*text)[0] == '-';
  std::size_t at = isNegative || (*text)[0] == '+';
  if (text->size() > at + 2 && (*text)[at] == '0') {
    int letter = std::tolower(static_cast<unsigned char>((*text)[at + 1]));
    int named = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    if (named != 0 && (base == 0 || base == named)) {
      base = named;
      at += 2;
    }
  }
  bool isFree = base == 0;
  base = isFree ? 10 : base;
  if (at == text->size() || (isFree && (*text)[at] == '0' &&
                             text->find_first_not_of('0', at) != text->npos))
    return failed;
  Wide value = 0;
  for (; at < text->size(); ++at) {
    int letter = std::tolower(static_cast<unsigned char>((*text)[at]));
    int digit = letter >= '0' && letter <= '9'   ? letter - '0'
                : letter >= 'a' && letter <= 'z' ? letter - 'a' + 10
                                                 : 99;
    if (digit >= base)
      return failed;
    if (__builtin_mul_overflow(value, static_cast<Wide>(base), &value) ||
        __builtin_add_overflow(value, static_cast<Wide>(digit), &value) ||
        value >> 126 != 0)
      return call.fails("the result is too large");
  }
  return intValue(isNegative ? -value : value);
}

Value parseFloat(const std::string &given, const HostCall &call) {
  std::optional<std::string> text = withoutUnderscores(stripped(given, blanks));
  std::string lower = text.value_or("");
  for (char &each : lower)
    each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  bool isNegative = lower.starts_with("-");
  if (isNegative || lower.starts_with("+"))
    lower.erase(0, 1);
  double value = 0;
  if (lower == "inf" || lower == "infinity") {
    value = HUGE_VAL;
  } else if (lower == "nan") {
    value = std::nan("");
  } else {
    bool isPlain = !lower.empty() &&
                   lower.find_first_not_of("0123456789.e+-") == lower.npos;
    const char *end = lower.data() + lower.size();
    std::from_chars_result read =
        isPlain ? std::from_chars(lower.data(), end, value)
                : std::from_chars_result{lower.data(), std::errc()};
    if (read.ptr != end || lower.empty() || read.ec != std::errc())
      return call.fails("the text is no number that is evaluated");
  }
  return floatValue(isNegative ? -value : value);
}

/// int(x) and float(x) see through an array of one element.
const Value &elementOf(const Value &value) {
  return value.kind == Kind::Array && value.elements.size() == 1
             ? value.elements[0]
             : value;
}

bool isReal(const Value &value) {
  return value.isNumeric() && !value.number.type.isComplex();
}

} // namespace

// ---- conversions ----

std::optional<Value> hostInt(const HostCall &call) {
  if (call.args.empty())
    return intValue(0);
  const Value &value = elementOf(call.args[0]);
  if (value.kind == Kind::String) {
    const Value *base = call.argument(1, "base");
    if (base && !base->isInteger())
      return std::nullopt;
    return parseInt(value.text, base ? base->number.asInt() : 10, call);
  }
  if (!isReal(value) || call.args.size() != 1)
    return std::nullopt;
  if (!value.number.type.isFloat())
    return intValue(wide(value.number));
  double number = std::trunc(value.number.number);
  if (!(std::fabs(number) < 0x1p126))
    return call.fails("the result is too large");
  return intValue(static_cast<Wide>(number));
}

std::optional<Value> hostFloat(const HostCall &call) {
  if (call.args.empty())
    return floatValue(0);
  const Value &value = elementOf(call.args[0]);
  if (value.kind == Kind::String)
    return parseFloat(value.text, call);
  return isReal(value) ? std::optional(floatValue(value.number.asDouble()))
                       : std::nullopt;
}

std::optional<Value> hostBool(const HostCall &call) {
  if (call.args.empty())
    return boolValue(false);
  std::optional<bool> truth = truthOf(elementOf(call.args[0]));
  return truth ? std::optional(boolValue(*truth)) : std::nullopt;
}

std::optional<Value> hostStr(const HostCall &call) {
  if (call.args.empty())
    return Value::string("");
  std::optional<std::string> text = textOf(elementOf(call.args[0]));
  return text ? std::optional(Value::string(*text)) : std::nullopt;
}

// ---- arithmetic ----

std::optional<Value> hostAbs(const HostCall &call) {
  const Value &value = call.args[0];
  if (!isReal(value))
    return std::nullopt;
  bool isNegative = value.number.type.isFloat()
                        ? std::signbit(value.number.number)
                        : wide(value.number) < 0;
  Value result = Evaluator::unary(
      isNegative ? UnaryOp::Negative : UnaryOp::Positive, value, call.range);
  // NumPy's least integer is its own absolute value.
  if (result.isNumber() && !isOfPython(value.number))
    result.number = convertNumber(result.number, value.number.type);
  return result;
}

/// round(x), round(x, digits): to the nearest decimal, ties to even.
std::optional<Value> hostRound(const HostCall &call) {
  const Value &value = call.args[0];
  const Value *digits = call.argument(1, "ndigits");
  bool hasDigits = digits && digits->kind != Kind::None;
  bool isFloat = value.isNumber() && value.number.type.isFloat();
  if ((!isFloat && !isWhole(value)) || (hasDigits && !digits->isInteger()))
    return call.fails("`round` takes a number");
  bool isDouble = isFloat && value.number.type.scalar == Scalar::F64;
  if (isFloat && !isDouble)
    return call.fails("`round` of a NumPy number is not evaluated");
  if (!hasDigits && isFloat) {
    double nearest = std::nearbyint(value.number.number);
    return std::fabs(nearest) < 0x1p126 ? intValue(static_cast<Wide>(nearest))
                                        : call.fails("the result is too large");
  }
  std::int64_t places = hasDigits ? digits->number.asInt() : 0;
  if (isFloat && (places < 0 || places > 300))
    return call.fails("so many digits are not evaluated");
  if (isFloat) {
    char text[700];
    std::snprintf(text, sizeof text, "%.*f", static_cast<int>(places),
                  value.number.number);
    return Value::of(convertNumber(Number::ofFloat(std::strtod(text, nullptr)),
                                   value.number.type));
  }
  Wide integer = wide(value.number);
  if (places >= 0)
    return intValue(integer);
  Wide unit = 1;
  for (std::int64_t i = places; i < 0; ++i)
    if (__builtin_mul_overflow(unit, static_cast<Wide>(10), &unit))
      return intValue(0);
  Wide rest = integer % unit;
  rest += rest < 0 ? unit : 0;
  Wide low = integer - rest;
  bool isUp = rest * 2 > unit || (rest * 2 == unit && low / unit % 2 != 0);
  return intValue(isUp ? low + unit : low);
}

std::optional<Value> hostDivmod(const HostCall &call) {
  Value quotient =
      foldHost(BinaryOp::FloorDiv, call.args[0], call.args[1], call.range);
  Value rest = foldHost(BinaryOp::Mod, call.args[0], call.args[1], call.range);
  return !quotient.isKnown() ? quotient
         : !rest.isKnown()   ? rest
                             : Value::tuple({quotient, rest});
}

/// pow(a, b, modulus) of integers.
static Value powerModulo(const HostCall &call) {
  for (const Value &arg : call.args)
    if (!isWhole(arg))
      return call.fails("`pow` takes integers");
  Wide base = wide(call.args[0].number);
  Wide exponent = wide(call.args[1].number);
  Wide modulus = wide(call.args[2].number);
  Wide limit = static_cast<Wide>(1) << 62;
  if (modulus == 0 || exponent < 0 || modulus > limit || modulus < -limit)
    return call.fails("such a power is not evaluated");
  auto reduced = [&](Wide value) {
    value %= modulus;
    return value != 0 && (value < 0) != (modulus < 0) ? value + modulus : value;
  };
  Wide result = reduced(1);
  base = reduced(base);
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) != 0)
      result = reduced(result * base);
    base = reduced(base * base);
  }
  return intValue(result);
}

std::optional<Value> hostPow(const HostCall &call) {
  return call.args.size() == 3
             ? powerModulo(call)
             : foldHost(BinaryOp::Pow, call.args[0], call.args[1], call.range);
}

// ---- texts of numbers, and characters ----

/// An integer with `shift` bits a digit, behind 0 and `letter`.
static std::optional<Value> inDigits(const HostCall &call, unsigned shift,
                                     char letter) {
  if (!call.args[0].isInteger())
    return std::nullopt;
  Wide rest = wide(call.args[0].number);
  bool isNegative = rest < 0;
  rest = isNegative ? -rest : rest;
  std::string digits;
  do
    digits.insert(
        digits.begin(),
        "0123456789abcdef"[static_cast<int>(rest) & ((1 << shift) - 1)]);
  while ((rest >>= shift) != 0);
  return Value::string((isNegative ? "-0" : "0") + std::string(1, letter) +
                       digits);
}

std::optional<Value> hostBin(const HostCall &call) {
  return inDigits(call, 1, 'b');
}
std::optional<Value> hostOct(const HostCall &call) {
  return inDigits(call, 3, 'o');
}
std::optional<Value> hostHex(const HostCall &call) {
  return inDigits(call, 4, 'x');
}

std::optional<Value> hostOrd(const HostCall &call) {
  const Value &value = call.args[0];
  if (value.kind != Kind::String)
    return std::nullopt;
  if (charactersOf(value).size() != 1)
    return call.fails("`ord` takes one character");
  auto first = static_cast<unsigned char>(value.text[0]);
  unsigned code =
      value.text.size() == 1 ? first : first & (0x7FU >> value.text.size());
  for (std::size_t i = 1; i < value.text.size(); ++i)
    code = code << 6 | (static_cast<unsigned char>(value.text[i]) & 0x3FU);
  return intValue(code);
}

std::optional<Value> hostChr(const HostCall &call) {
  const Value &value = call.args[0];
  if (!value.isInteger() || value.number.bits >= 0x80)
    return std::nullopt;
  return Value::string(std::string(1, static_cast<char>(value.number.asInt())));
}

// ---- types ----

/// isinstance(value, types); nothing where the types say nothing of constants.
static std::optional<bool> isInstance(const Value &value, const Value &type) {
  if (!isObject(value))
    return std::nullopt;
  if (type.kind == Kind::Tuple) {
    for (const Value &each : type.elements) {
      std::optional<bool> is = isInstance(value, each);
      if (!is || *is)
        return is;
    }
    return false;
  }
  if (type.kind == Kind::Type && type.type.isScalar() && value.isNumeric()) {
    const Number &number = value.number;
    // np.float64 is a float of Python's, too; a bool may be either's.
    if (number.type.isBool())
      return std::nullopt;
    return !number.exact && !number.type.weak && number.type == type.type;
  }
  if (type.kind != Kind::Path)
    return std::nullopt;
  const std::string &name = type.text;
  bool isNumber = value.isNumeric();
  const Type &own = value.number.type;
  if (isNumber && own.isBool())
    return name == "bool" || name == "int" || name == "object";
  if (name == "object")
    return true;
  if (name == "int" || name == "bool")
    return isNumber && value.number.exact && name == "int";
  if (name == "float")
    return isNumber && own.isFloat() && own.scalar == Scalar::F64;
  if (name == "complex")
    return isNumber && own.isComplex() && own.scalar == Scalar::C128;
  if (name == "str" || name == "bytes")
    return value.kind == Kind::String && value.isBytes == (name == "bytes");
  if (name == "tuple" || name == "list")
    return value.kind == Kind::Tuple && value.isList == (name == "list");
  if (name == "dict")
    return value.kind == Kind::Dict;
  if (name == "set")
    return value.kind == Kind::Set;
  if (name == "np.ndarray")
    return value.kind == Kind::Array;
  if (name == "np.integer" || name == "np.floating")
    return isNumber && isOfPython(value.number)
               ? own.isFloat() && name == "np.floating" && !own.weak
           : isNumber ? own.isFloat() == (name == "np.floating")
                      : false;
  return std::nullopt;
}

std::optional<Value> hostIsinstance(const HostCall &call) {
  std::optional<bool> is = isInstance(call.args[0], call.args[1]);
  return is ? std::optional(boolValue(*is)) : std::nullopt;
}

} // namespace pyk2ptx
