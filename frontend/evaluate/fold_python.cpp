// Python's built-in functions on constants. What would raise is an Unknown.
#include "fold.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

const Value *HostCall::keyword(const char *wanted) const {
  for (const auto &[given, value] : keywords)
    if (given == wanted)
      return &value;
  return nullptr;
}

const Value *HostCall::argument(std::size_t position,
                                const char *wanted) const {
  return position < args.size() ? &args[position] : keyword(wanted);
}

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

std::optional<Value> convert(const HostCall &call) {
  const std::vector<Value> &args = call.args;
  const std::string &name = call.name;
  if (args.empty())
    return name == "int"     ? intValue(0)
           : name == "float" ? floatValue(0)
           : name == "bool"  ? boolValue(false)
                             : Value::string("");
  const Value &value =
      args[0].kind == Kind::Array && args[0].elements.size() == 1
          ? args[0].elements[0]
          : args[0];
  if (name == "bool") {
    std::optional<bool> truth = truthOf(value);
    return truth ? std::optional(boolValue(*truth)) : std::nullopt;
  }
  if (name == "str") {
    std::optional<std::string> text = textOf(value);
    return text && args.size() == 1 ? std::optional(Value::string(*text))
                                    : std::nullopt;
  }
  if (value.kind == Kind::String && name == "float")
    return parseFloat(value.text, call);
  if (value.kind == Kind::String) {
    const Value *base = call.argument(1, "base");
    if (base && !base->isInteger())
      return std::nullopt;
    return parseInt(value.text, base ? base->number.asInt() : 10, call);
  }
  if (!value.isNumeric() || value.number.type.isComplex() || args.size() != 1)
    return std::nullopt;
  if (name == "float")
    return floatValue(value.number.asDouble());
  if (!value.number.type.isFloat())
    return intValue(wide(value.number));
  double number = std::trunc(value.number.number);
  if (!(std::fabs(number) < 0x1p126))
    return call.fails("the result is too large");
  return intValue(static_cast<Wide>(number));
}

/// list, tuple, set, frozenset, sorted, reversed, enumerate, zip, range, dict,
/// map, filter: all of them what a loop over them goes through.
std::optional<Value> makeSequence(const HostCall &call) {
  const std::vector<Value> &args = call.args;
  const std::string &name = call.name;
  if (name == "range") {
    std::vector<std::int64_t> ints;
    for (const Value &arg : args) {
      if (!arg.isInteger())
        return std::nullopt;
      ints.push_back(arg.number.asInt());
    }
    if (ints.size() == 1)
      ints.insert(ints.begin(), 0);
    if (ints.size() == 2)
      ints.push_back(1);
    if (ints.size() != 3 || ints[2] == 0)
      return std::nullopt;
    std::vector<Value> values;
    for (Wide i = ints[0]; ints[2] > 0 ? i < ints[1] : i > ints[1];
         i += ints[2]) {
      if (static_cast<std::int64_t>(values.size()) == mostElements)
        return call.fails("the range has too many elements");
      values.push_back(intValue(i));
    }
    return Value::tuple(std::move(values));
  }
  if (name == "dict") {
    Value dict;
    dict.kind = Kind::Dict;
    if (!args.empty() && args[0].kind == Kind::Dict)
      dict = args[0];
    else if (!args.empty())
      for (const Value &pair : elementsOf(args[0]).value_or(args)) {
        if (pair.kind != Kind::Tuple || pair.elements.size() != 2)
          return std::nullopt;
        setKey(dict, pair.elements[0], pair.elements[1]);
      }
    for (const auto &[key, value] : call.keywords)
      setKey(dict, Value::string(key), value);
    return dict;
  }
  bool isSet = name == "set" || name == "frozenset";
  bool isPlain = isSet || name == "list" || name == "tuple";
  if (isPlain && args.empty())
    return isSet ? [] {
      Value set;
      set.kind = Kind::Set;
      return set;
    }()
                 : name == "list" ? pythonList({}) : Value::tuple({});
  bool isOther = name == "sorted" || name == "reversed" ||
                 name == "enumerate" || name == "zip" || name == "map" ||
                 name == "filter";
  if ((!isPlain && !isOther) || args.empty())
    return std::nullopt;
  bool callsFunction = name == "map" || name == "filter";
  std::vector<std::vector<Value>> rows;
  for (std::size_t i = callsFunction; i < args.size(); ++i) {
    auto elements = elementsOf(args[i], !isSet && name != "sorted");
    if (!elements)
      return call.fails("its elements are not constants");
    rows.push_back(std::move(*elements));
  }
  if (rows.empty())
    return std::nullopt;
  std::vector<Value> values = rows[0];
  if (isSet) {
    Value set;
    set.kind = Kind::Set;
    for (Value &each : values)
      if (!contains(set, each).value_or(false))
        set.elements.push_back(std::move(each));
    return set;
  }
  if (isPlain && args.size() == 1)
    return name == "list" ? pythonList(std::move(values))
                          : Value::tuple(std::move(values));
  const Value *first = call.argument(1, "start");
  if (name == "enumerate") {
    if (first && !first->isInteger())
      return std::nullopt;
    Wide at = first ? wide(first->number) : 0;
    for (Value &each : values)
      each = Value::tuple({intValue(at++), std::move(each)});
  } else if (name == "reversed") {
    std::reverse(values.begin(), values.end());
  } else if (name == "zip" || name == "map") {
    std::size_t count = rows[0].size();
    for (const auto &row : rows)
      count = std::min(count, row.size());
    values.clear();
    for (std::size_t i = 0; i < count; ++i) {
      std::vector<Value> parts;
      for (const auto &row : rows)
        parts.push_back(row[i]);
      values.push_back(name == "zip" ? Value::tuple(std::move(parts))
                                     : call.call(args[0], parts));
      if (!values.back().isKnown())
        return values.back();
    }
  } else if (name == "filter") {
    values.clear();
    for (const Value &each : rows[0]) {
      std::optional<bool> truth = truthOf(
          args[0].kind == Kind::None ? each : call.call(args[0], {each}));
      if (!truth)
        return call.fails("its condition is not a constant");
      if (*truth)
        values.push_back(each);
    }
  }
  if (name != "sorted")
    return pythonList(std::move(values));
  // By keys, and stable, backwards too.
  const Value *key = call.keyword("key");
  const Value *reverse = call.keyword("reverse");
  std::vector<std::pair<Value, Value>> keyed;
  for (Value &each : values)
    keyed.emplace_back(
        key && key->kind != Kind::None ? call.call(*key, {each}) : each, each);
  bool isDown = reverse && reverse->isTrue();
  bool isOrdered = true;
  for (std::size_t i = 1; i < keyed.size(); ++i)
    for (std::size_t j = i; j > 0; --j) {
      std::optional<bool> less =
          isDown ? isLess(keyed[j - 1].first, keyed[j].first)
                 : isLess(keyed[j].first, keyed[j - 1].first);
      isOrdered = isOrdered && less;
      if (!less || !*less)
        break;
      std::swap(keyed[j], keyed[j - 1]);
    }
  if (!isOrdered)
    return call.fails("its elements have no order");
  values.clear();
  for (auto &[unused, each] : keyed)
    values.push_back(std::move(each));
  return pythonList(std::move(values));
}

/// sum, which Python 3.12 rounds once more where all are floats: where that
/// tells, neither is the value.
Value sumOf(const HostCall &call) {
  auto elements = elementsOf(call.args[0], false);
  const Value *start = call.argument(1, "start");
  if (!elements)
    return call.fails("its elements are not constants");
  Value sum = start ? *start : intValue(0);
  double high = 0;
  double low = 0;
  bool hasFloats = false;
  std::vector<Value> all = *elements;
  all.insert(all.begin(), sum);
  sum = all[0];
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0)
      sum = foldHost(BinaryOp::Add, sum, all[i], call.range);
    if (!sum.isKnown())
      return sum;
    bool isReal = all[i].isNumeric() && !all[i].number.type.isComplex();
    if (!isReal)
      continue;
    hasFloats = hasFloats || all[i].number.type.isFloat();
    double x = all[i].number.asDouble();
    double next = high + x;
    low +=
        std::fabs(high) >= std::fabs(x) ? (high - next) + x : (x - next) + high;
    high = next;
  }
  bool isFloat = hasFloats && sum.isNumber() && sum.number.type.isFloat();
  bool isSet =
      call.args[0].kind == Kind::Set && call.args[0].elements.size() > 1;
  if (isFloat && (isSet || high + low != sum.number.number) &&
      std::isfinite(sum.number.number))
    return call.fails("how a sum of floats is rounded depends on the version "
                      "of Python; use math.fsum");
  return sum;
}

/// min and max of arguments or of a container.
Value extremeOf(const HostCall &call) {
  std::vector<Value> values = call.args;
  if (values.size() == 1) {
    auto elements = elementsOf(values[0], false);
    if (!elements)
      return call.fails("its elements are not constants");
    values = std::move(*elements);
    if (values.empty())
      if (const Value *none = call.keyword("default"))
        return *none;
  }
  if (values.empty())
    return call.fails("it has no elements");
  const Value *key = call.keyword("key");
  auto keyOf = [&](const Value &value) {
    return key && key->kind != Kind::None ? call.call(*key, {value}) : value;
  };
  const Value *best = &values[0];
  Value bestKey = keyOf(*best);
  for (std::size_t i = 1; i < values.size(); ++i) {
    Value itsKey = keyOf(values[i]);
    std::optional<bool> better =
        call.name == "min" ? isLess(itsKey, bestKey) : isLess(bestKey, itsKey);
    if (!better)
      return call.fails("the arguments have no order");
    if (*better) {
      best = &values[i];
      bestKey = itsKey;
    }
  }
  return *best;
}

/// round(x), round(x, digits): to the nearest decimal, ties to even.
Value rounded(const HostCall &call) {
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

/// isinstance(value, types); nothing where the types say nothing of constants.
std::optional<bool> isInstance(const Value &value, const Value &type) {
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

std::optional<Value> foldOne(const HostCall &call) {
  const Value &value = call.args[0];
  const std::string &name = call.name;
  if (name == "len") {
    if (value.kind == Kind::Array && !value.shape.empty())
      return intValue(value.shape[0]);
    auto elements = elementsOf(value, false);
    return elements && value.kind != Kind::Array
               ? std::optional(intValue(static_cast<Wide>(elements->size())))
               : std::nullopt;
  }
  if (name == "ord" && value.kind == Kind::String) {
    if (charactersOf(value).size() != 1)
      return call.fails("`ord` takes one character");
    auto first = static_cast<unsigned char>(value.text[0]);
    unsigned code =
        value.text.size() == 1 ? first : first & (0x7FU >> value.text.size());
    for (std::size_t i = 1; i < value.text.size(); ++i)
      code = code << 6 | (static_cast<unsigned char>(value.text[i]) & 0x3FU);
    return intValue(code);
  }
  if (name == "chr" && value.isInteger() && value.number.bits < 0x80)
    return Value::string(
        std::string(1, static_cast<char>(value.number.asInt())));
  if (name == "any" || name == "all") {
    auto elements = elementsOf(value, false);
    if (!elements)
      return std::nullopt;
    bool isAny = name == "any";
    for (const Value &each : *elements) {
      std::optional<bool> truth = truthOf(each);
      if (!truth)
        return std::nullopt;
      if (*truth == isAny)
        return boolValue(isAny);
    }
    return boolValue(!isAny);
  }
  if ((name == "bin" || name == "hex" || name == "oct") && value.isInteger()) {
    unsigned shift = name == "bin" ? 1 : name == "oct" ? 3 : 4;
    Wide rest = wide(value.number);
    bool isNegative = rest < 0;
    rest = isNegative ? -rest : rest;
    std::string digits;
    do
      digits.insert(
          digits.begin(),
          "0123456789abcdef"[static_cast<int>(rest) & ((1 << shift) - 1)]);
    while ((rest >>= shift) != 0);
    return Value::string((isNegative ? "-0" : "0") +
                         std::string(1, name == "hex" ? 'x' : name[0]) +
                         digits);
  }
  if (name == "abs" && value.isNumeric() && isOfPython(value.number) &&
      !value.number.type.isComplex())
    return Evaluator::unary(value.number.type.isFloat()
                                ? (std::signbit(value.number.number)
                                       ? UnaryOp::Negative
                                       : UnaryOp::Positive)
                            : wide(value.number) < 0 ? UnaryOp::Negative
                                                     : UnaryOp::Positive,
                            value, call.range);
  return std::nullopt;
}

/// pow(a, b, modulus) of integers.
Value powerModulo(const HostCall &call) {
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

} // namespace

std::optional<Value> foldPython(const HostCall &call) {
  const std::string &name = call.name;
  std::size_t count = call.args.size();
  if (name == "int" || name == "float" || name == "bool" || name == "str")
    return convert(call);
  if (name == "sum" && count >= 1)
    return sumOf(call);
  if ((name == "min" || name == "max") && count >= 1)
    return extremeOf(call);
  if (name == "round" && count >= 1)
    return rounded(call);
  if (name == "divmod" && count == 2) {
    Value quotient =
        foldHost(BinaryOp::FloorDiv, call.args[0], call.args[1], call.range);
    Value rest =
        foldHost(BinaryOp::Mod, call.args[0], call.args[1], call.range);
    return !quotient.isKnown() ? quotient
           : !rest.isKnown()   ? rest
                               : Value::tuple({quotient, rest});
  }
  if (name == "pow" && count == 2)
    return foldHost(BinaryOp::Pow, call.args[0], call.args[1], call.range);
  if (name == "pow" && count == 3)
    return powerModulo(call);
  if (name == "isinstance" && count == 2) {
    std::optional<bool> is = isInstance(call.args[0], call.args[1]);
    return is ? std::optional(boolValue(*is)) : std::nullopt;
  }
  if (name == "slice" && count >= 1 && count <= 3) {
    Value slice;
    slice.kind = Kind::Slice;
    slice.elements.assign(3, Value::none());
    for (std::size_t i = 0; i < count; ++i) {
      if (call.args[i].kind != Kind::None && !call.args[i].isInteger())
        return std::nullopt;
      slice.elements[count == 1 ? 1 : i] = call.args[i];
    }
    return slice;
  }
  if (std::optional<Value> made = makeSequence(call))
    return made;
  return count == 1 && call.keywords.empty() ? foldOne(call) : std::nullopt;
}

} // namespace pyk2ptx
