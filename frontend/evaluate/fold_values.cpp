// What Python asks of any constant: its truth, whether it equals or is less
// than another, its text, its elements; and the operators and subscripts of
// host code, which choose among numbers, texts, containers and arrays.
#include "fold.h"
#include "frontend/types/magnitude.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

// ---- truth and order ----

bool isObject(const Value &value) {
  return value.kind != Kind::Path ||
         value.text.find('.') == std::string::npos ||
         builtinByName(value.text) || isHostFunction(value.text);
}

std::int64_t sizeOf(const Value &value) {
  std::int64_t size = 1 + static_cast<std::int64_t>(value.text.size()) / 16;
  if (value.kind == Value::Kind::Array)
    return size + static_cast<std::int64_t>(value.elements.size());
  for (const Value &element : value.elements)
    size += sizeOf(element);
  return size;
}

std::optional<bool> truthOf(const Value &value) {
  switch (value.kind) {
  case Kind::Unknown:
  case Kind::Missing:
  case Kind::DeviceArray:
    return std::nullopt;
  case Kind::Number:
  case Kind::BigInteger:
    return value.number.isTrue();
  case Kind::Time:
    return std::nullopt;
  case Kind::None:
    return false;
  case Kind::String:
    return !value.text.empty();
  case Kind::Tuple:
  case Kind::Dict:
  case Kind::Set:
    return !value.elements.empty();
  case Kind::Array:
    return value.elements.size() == 1 ? truthOf(value.elements[0])
                                      : std::nullopt;
  case Kind::Member:
    return value.type.record->kind != RecordLayout::Kind::Flag ||
           value.elements[0].isTrue();
  case Kind::Path:
    return isObject(value) ? std::optional(true) : std::nullopt;
  default:
    return true;
  }
}

/// Whether two names of objects name one. A function may have more than one.
static std::optional<bool> areSame(const std::string &a, const std::string &b) {
  std::optional<Builtin> first = builtinByName(a), second = builtinByName(b);
  if (a == b)
    return true;
  bool arePlain =
      a.find('.') == std::string::npos && b.find('.') == std::string::npos;
  return arePlain || (first && second && *first != *second)
             ? std::optional(false)
             : std::nullopt;
}

/// All of them equal, in their order.
static std::optional<bool> allEqual(const std::vector<Value> &a,
                                    const std::vector<Value> &b) {
  if (a.size() != b.size())
    return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::optional<bool> same = equals(a[i], b[i]);
    if (!same || !*same)
      return same;
  }
  return true;
}

static std::optional<bool> isAmong(const std::vector<Value> &elements,
                                   const Value &element) {
  bool isUnknown = false;
  for (const Value &each : elements) {
    std::optional<bool> same = equals(each, element);
    if (same.value_or(false))
      return same;
    isUnknown = isUnknown || !same;
  }
  return isUnknown ? std::nullopt : std::optional(false);
}

static std::optional<bool> hasEntry(const Value &dict, const Value &key,
                                    const Value &value) {
  std::optional<std::size_t> place = placeOfKey(dict, key);
  if (!place)
    return std::nullopt;
  return *place < dict.elements.size() ? equals(dict.elements[*place], value)
                                       : std::optional(false);
}

std::optional<bool> equals(const Value &a, const Value &b) {
  if (!a.isKnown() || !b.isKnown() || isArray(a) || isArray(b) ||
      !isObject(a) || !isObject(b))
    return std::nullopt;
  if (a.isNumeric() && b.isNumeric()) {
    Value same = Evaluator::compare(CompareOp::Equal, a, b, {});
    return same.isNumber() ? std::optional(same.isTrue()) : std::nullopt;
  }
  // NumPy's types equal their names.
  if ((a.kind == Kind::Type && b.kind == Kind::String) ||
      (a.kind == Kind::String && b.kind == Kind::Type))
    return std::nullopt;
  if (a.kind == Kind::Path && b.kind == Kind::Path)
    return areSame(a.text, b.text);
  if (a.kind != b.kind)
    // A class, a type and a library's name may be one and the same thing.
    return a.isNumeric() || b.isNumeric() || a.isMember() || b.isMember() ||
                   a.kind == Kind::String || b.kind == Kind::String ||
                   a.kind == Kind::None || b.kind == Kind::None ||
                   a.kind == Kind::Tuple || b.kind == Kind::Tuple
               ? std::optional(false)
               : std::nullopt;
  if (a.kind == Kind::Tuple)
    return a.isList == b.isList ? allEqual(a.elements, b.elements) : false;
  if (a.kind == Kind::String)
    return a.isBytes == b.isBytes && a.text == b.text;
  if (a.kind == Kind::Dict || a.kind == Kind::Set) {
    if (a.elements.size() != b.elements.size())
      return false;
    for (std::size_t i = 0; i < a.elements.size();
         i += a.kind == Kind::Dict ? 2 : 1) {
      std::optional<bool> same =
          a.kind == Kind::Dict ? hasEntry(b, a.elements[i], a.elements[i + 1])
                               : isAmong(b.elements, a.elements[i]);
      if (!same || !*same)
        return same;
    }
    return true;
  }
  return a == b;
}

std::optional<bool> isLess(const Value &a, const Value &b) {
  if (a.isNumeric() && b.isNumeric()) {
    Value less = Evaluator::compare(CompareOp::Less, a, b, {});
    return less.isNumber() ? std::optional(less.isTrue()) : std::nullopt;
  }
  if (a.kind != b.kind || a.isList != b.isList || a.isBytes != b.isBytes)
    return std::nullopt;
  // UTF-8 keeps the order of characters.
  if (a.kind == Kind::String)
    return a.text < b.text;
  if (a.kind != Kind::Tuple)
    return std::nullopt;
  for (std::size_t i = 0; i < a.elements.size() && i < b.elements.size(); ++i) {
    std::optional<bool> same = equals(a.elements[i], b.elements[i]);
    if (!same)
      return same;
    if (!*same)
      return isLess(a.elements[i], b.elements[i]);
  }
  return a.elements.size() < b.elements.size();
}

// ---- texts ----

/// repr(float): the shortest digits, with an exponent where Python has one.
static std::string spellFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char buffer[64];
  std::to_chars_result end = std::to_chars(
      buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  std::string text(buffer, end.ptr);
  std::size_t mark = text.find('e');
  int exponent = std::stoi(text.substr(mark + 1));
  std::string sign = text[0] == '-' ? "-" : "";
  std::string digits;
  for (char each : text.substr(0, mark))
    if (each >= '0' && each <= '9')
      digits += each;
  if (exponent < -4 || exponent >= 16) {
    std::string power = std::to_string(magnitudeOf(exponent));
    if (power.size() < 2)
      power = "0" + power;
    std::string fraction = digits.size() > 1 ? "." + digits.substr(1) : "";
    return sign + digits[0] + fraction + (exponent < 0 ? "e-" : "e+") + power;
  }
  if (exponent < 0)
    return sign + "0." +
           std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole)
    return sign + digits + std::string(whole - digits.size(), '0') + ".0";
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

static std::string spellInt(Wide value) {
  bool isNegative = value < 0;
  std::string text;
  do {
    int digit = static_cast<int>(value % 10);
    text += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  } while (value != 0);
  if (isNegative)
    text += '-';
  std::reverse(text.begin(), text.end());
  return text;
}

std::optional<std::string> textOf(const Value &value) {
  if (value.kind == Kind::String && !value.isBytes)
    return value.text;
  if (value.kind == Kind::None)
    return "None";
  if (value.isMember() && !value.text.empty())
    return spell(value.type) + "." + value.text;
  if (value.kind == Kind::Type && value.text != "Optional")
    return spell(value.type);
  if (!value.isNumeric() || value.number.type.isComplex())
    return std::nullopt;
  const Type &type = value.number.type;
  if (type.isBool())
    return value.isTrue() ? "True" : "False";
  if (!type.isFloat())
    return spellInt(wide(value.number));
  // NumPy shortens a float32's digits by its own width.
  return type.scalar == Scalar::F64
             ? std::optional(spellFloat(value.number.number))
             : std::nullopt;
}

std::vector<std::string> charactersOf(const Value &text) {
  std::vector<std::string> result;
  for (char byte : text.text) {
    bool isContinued = (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
    if (text.isBytes || !isContinued || result.empty())
      result.emplace_back();
    result.back() += byte;
  }
  return result;
}

// ---- containers ----

std::optional<std::vector<Value>> elementsOf(const Value &value,
                                             bool needsOrder) {
  std::vector<Value> result;
  switch (value.kind) {
  case Kind::Tuple:
    return value.elements;
  case Kind::Set:
    return needsOrder && value.elements.size() > 1
               ? std::nullopt
               : std::optional(value.elements);
  case Kind::Dict:
    for (std::size_t i = 0; i < value.elements.size(); i += 2)
      result.push_back(value.elements[i]);
    return result;
  case Kind::String:
    for (std::string &each : charactersOf(value))
      result.push_back(value.isBytes ? Value::of(Number::ofInt(
                                           static_cast<unsigned char>(each[0])))
                                     : Value::string(std::move(each)));
    return result;
  case Kind::Array:
    if (value.shape.empty())
      return std::nullopt;
    for (std::int64_t i = 0; i < value.shape[0]; ++i) {
      result.push_back(
          arraySubscript(value, {Value::of(Number::ofInt(i))}, value.range));
      if (!result.back().isKnown())
        return std::nullopt;
    }
    return result;
  default:
    return std::nullopt;
  }
}

std::optional<std::size_t> placeOfKey(const Value &dict, const Value &key) {
  bool isUnknown = false;
  for (std::size_t i = 0; i + 1 < dict.elements.size(); i += 2) {
    std::optional<bool> same = equals(dict.elements[i], key);
    if (same.value_or(false))
      return i + 1;
    isUnknown = isUnknown || !same;
  }
  return isUnknown ? std::nullopt : std::optional(dict.elements.size());
}

bool setKey(Value &dict, const Value &key, Value value) {
  std::optional<std::size_t> place = placeOfKey(dict, key);
  if (!place)
    return false;
  if (*place == dict.elements.size()) {
    dict.elements.push_back(key);
    dict.elements.emplace_back();
    ++*place;
  }
  dict.elements[*place] = std::move(value);
  return true;
}

bool addToSet(Value &set, const Value &element) {
  std::optional<bool> isThere = isAmong(set.elements, element);
  if (isThere && !*isThere)
    set.elements.push_back(element);
  return isThere.has_value();
}

std::optional<bool> contains(const Value &container, const Value &element) {
  if (container.kind == Kind::String)
    return element.kind == Kind::String && element.isBytes == container.isBytes
               ? std::optional(container.text.find(element.text) !=
                               std::string::npos)
               : std::nullopt;
  std::optional<std::vector<Value>> elements = elementsOf(container, false);
  return elements ? isAmong(*elements, element) : std::nullopt;
}

// ---- operators ----

bool isOfPython(const Number &number) {
  return number.exact || number.type.weak || number.type.isBool();
}

Value foldHost(UnaryOp op, const Value &operand, SourceRange range) {
  if (!operand.isKnown())
    return operand;
  if (op == UnaryOp::Not) {
    std::optional<bool> truth = truthOf(operand);
    return truth ? boolValue(!*truth)
                 : Value::unknown(range, "its truth is not a constant");
  }
  if (op == UnaryOp::Invert && operand.isNumber() &&
      operand.number.type.isBool())
    return Value::unknown(range, "~ of a bool is one number in Python and "
                                 "another in NumPy");
  bool isNumPy = operand.isNumber() && !isOfPython(operand.number) &&
                 operand.number.type.isInteger();
  if (operand.kind == Kind::Array || isNumPy)
    return foldArrays(op, operand, range);
  return Evaluator::unary(op, operand, range);
}

/// "%d of %s" % (1, "a"), of the conversions that need no more than a text.
static Value formatByPercent(const Value &form, const Value &given,
                             SourceRange range) {
  std::vector<Value> values = {given};
  if (given.kind == Kind::Tuple && !given.isList)
    values = given.elements;
  std::size_t next = 0;
  Value result = Value::string("");
  Value failed = Value::unknown(range, "only the conversions %d, %s and %% of "
                                       "a text are evaluated");
  for (std::size_t i = 0; i < form.text.size(); ++i) {
    if (form.text[i] != '%') {
      result.text += form.text[i];
      continue;
    }
    char conversion = ++i < form.text.size() ? form.text[i] : '\0';
    if (conversion == '%') {
      result.text += '%';
      continue;
    }
    bool isText = conversion == 's';
    if ((!isText && conversion != 'd' && conversion != 'i') ||
        next == values.size() || (!isText && !values[next].isInteger()))
      return failed;
    const Value &value = values[next++];
    std::optional<std::string> text = !isText && value.number.type.isBool()
                                          ? textOf(intValue(value.isTrue()))
                                          : textOf(value);
    if (!text)
      return failed;
    result.text += *text;
  }
  return next == values.size() ? result : failed;
}

/// Texts and tuples, added and repeated; nothing for others.
static std::optional<Value> foldSequences(BinaryOp op, const Value &left,
                                          const Value &right,
                                          SourceRange range) {
  auto isSequence = [](const Value &value) {
    return value.kind == Kind::Tuple || value.kind == Kind::String;
  };
  if (op == BinaryOp::Mod && left.kind == Kind::String && !left.isBytes)
    return formatByPercent(left, right, range);
  if (op == BinaryOp::Add && isSequence(left) && left.kind == right.kind) {
    if (left.isList != right.isList || left.isBytes != right.isBytes)
      return Value::unknown(range, "the operands do not have one type");
    Value result = left;
    result.fields = nullptr;
    result.text += right.text;
    result.elements.insert(result.elements.end(), right.elements.begin(),
                           right.elements.end());
    return result;
  }
  const Value &repeated = isSequence(left) ? left : right;
  const Value &times = isSequence(left) ? right : left;
  if (op != BinaryOp::Mul || !isSequence(repeated) || !times.isInteger())
    return std::nullopt;
  std::int64_t count = std::max<std::int64_t>(times.number.asInt(), 0);
  auto size = static_cast<std::int64_t>(
      std::max(repeated.elements.size(), repeated.text.size()));
  if (count > mostElements || count * size > mostElements)
    return Value::unknown(range, "the result is too large");
  Value result = repeated;
  result.fields = nullptr;
  result.text.clear();
  result.elements.clear();
  for (std::int64_t i = 0; i < count; ++i) {
    result.text += repeated.text;
    result.elements.insert(result.elements.end(), repeated.elements.begin(),
                           repeated.elements.end());
  }
  return result;
}

/// Where CPython raises or rounds otherwise than a kernel does; nothing where
/// they agree.
static std::optional<Value> foldPythonNumbers(BinaryOp op, const Number &a,
                                              const Number &b,
                                              SourceRange range) {
  if (a.type.isComplex() || b.type.isComplex())
    return std::nullopt;
  bool isDivision = op == BinaryOp::TrueDiv || op == BinaryOp::FloorDiv ||
                    op == BinaryOp::Mod;
  if (isDivision && !b.isTrue())
    return Value::unknown(range, "it divides by zero");
  bool areInts = !a.type.isFloat() && !b.type.isFloat();
  if (op == BinaryOp::TrueDiv && areInts) {
    Wide x = wide(a);
    Wide y = wide(b);
    auto isDouble = [](Wide value) {
      return static_cast<Wide>(static_cast<double>(value)) == value;
    };
    if (Wide quotient = x / y; quotient * y == x)
      return floatValue(static_cast<double>(quotient));
    if (isDouble(x) && isDouble(y))
      return floatValue(static_cast<double>(x) / static_cast<double>(y));
    return Value::unknown(range, "the quotient of such large integers is not "
                                 "evaluated");
  }
  if (op != BinaryOp::Pow || (areInts && wide(b) >= 0))
    return std::nullopt;
  double base = a.asDouble();
  double exponent = b.asDouble();
  double result = std::pow(base, exponent);
  bool isFinite = std::isfinite(base) && std::isfinite(exponent);
  if (isFinite && !std::isfinite(result))
    return Value::unknown(range, base == 0  ? "it divides by zero"
                                 : base < 0 ? "the power is a complex number"
                                            : "the result is too large");
  return floatValue(result);
}

Value foldHost(BinaryOp op, const Value &left, const Value &right,
               SourceRange range) {
  if (!left.isKnown())
    return left;
  if (!right.isKnown())
    return right;
  if (std::optional<Value> folded = foldSequences(op, left, right, range)) {
    if (sizeOf(*folded) > mostCopied)
      return Value::unknown(range, "it is too large");
    return *std::move(folded);
  }
  if (left.isNumeric() && right.isNumeric() && isOfPython(left.number) &&
      isOfPython(right.number)) {
    if (std::optional<Value> folded =
            foldPythonNumbers(op, left.number, right.number, range))
      return *folded;
    return Evaluator::binary(op, left, right, range);
  }
  if (std::optional<Value> folded = foldArrays(op, left, right, range))
    return *folded;
  return Evaluator::binary(op, left, right, range);
}

Value foldHost(CompareOp op, const Value &left, const Value &right,
               SourceRange range) {
  if (!left.isKnown())
    return left;
  if (!right.isKnown())
    return right;
  std::optional<bool> result;
  bool isNegated = op == CompareOp::NotEqual || op == CompareOp::NotIn;
  if (op == CompareOp::In || op == CompareOp::NotIn) {
    result = contains(right, left);
  } else if (op == CompareOp::Is || op == CompareOp::IsNot) {
    auto isSingle = [](const Value &value) {
      return value.kind == Kind::None || value.isMember() ||
             (value.isNumber() && value.number.type.isBool());
    };
    isNegated = op == CompareOp::IsNot;
    if (!isObject(left) || !isObject(right))
      result = std::nullopt;
    else if (isSingle(left) || isSingle(right))
      result = left == right;
    else if (left.kind == Kind::Type || left.kind == Kind::Path)
      result = equals(left, right);
  } else {
    if (std::optional<Value> folded = foldArrays(op, left, right, range))
      return *folded;
    if (left.isTime() || right.isTime())
      return Evaluator::compare(op, left, right, range);
    if (left.isNumeric() && right.isNumeric())
      return Evaluator::compare(op, left, right, range);
    bool isOrder = op != CompareOp::Equal && op != CompareOp::NotEqual;
    bool isMirrored = op == CompareOp::Greater || op == CompareOp::LessEqual;
    result = !isOrder     ? equals(left, right)
             : isMirrored ? isLess(right, left)
                          : isLess(left, right);
    isNegated = isNegated || op == CompareOp::LessEqual ||
                op == CompareOp::GreaterEqual;
  }
  return result ? boolValue(*result != isNegated)
                : Value::unknown(range, "the comparison is not a constant");
}

bool isWhole(const Value &value) {
  return value.isNumeric() && !value.number.type.isFloat() &&
         !value.number.type.isComplex();
}

Value pythonList(std::vector<Value> elements) {
  Value list = Value::tuple(std::move(elements));
  list.isList = true;
  return list;
}

std::string stripped(const std::string &text, const std::string &chars,
                     bool left, bool right) {
  std::size_t begin = left ? text.find_first_not_of(chars) : 0;
  if (begin == std::string::npos)
    return "";
  std::size_t end = right ? text.find_last_not_of(chars) + 1 : text.size();
  return text.substr(begin, end - begin);
}

} // namespace pyk2ptx
