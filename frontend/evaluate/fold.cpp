// Arithmetic on compile-time values: Python's, exact for Python's integers up
// to 127 bits (a larger one is Unknown); NumPy's, wrapping, for typed ones.
#include "fold.h"
#include "external.h"
#include "namespace_value.h"

#include "frontend/tables/builtins.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <optional>

namespace pyk2ptx {

using namespace syntax;

Wide wide(const Number &number) {
  if (number.big)
    return static_cast<Wide>(number.high) * (static_cast<Wide>(1) << 64) +
           static_cast<Wide>(number.bits);
  return number.type.scalar == Scalar::U64 ? static_cast<Wide>(number.bits)
                                           : static_cast<Wide>(number.asInt());
}

Number integer(Wide value, bool exact, const Type &type) {
  Number number;
  auto low = static_cast<std::uint64_t>(value);
  if (!exact) {
    number.type = type;
    number.bits = low;
    return number;
  }
  if (value >= static_cast<Wide>(INT64_MIN) &&
      value <= static_cast<Wide>(INT64_MAX))
    return Number::ofInt(static_cast<std::int64_t>(value));
  if (value > 0 && value <= static_cast<Wide>(UINT64_MAX))
    return Number::ofUnsigned(low);
  number.type = type;
  number.bits = low;
  number.exact = number.big = true;
  number.high = static_cast<std::int64_t>(value >> 64);
  return number;
}

Value intValue(Wide value) {
  return Value::of(integer(value, true, Type::of(Scalar::I64)));
}

namespace {

bool isExact(const Number &number) {
  return number.exact || number.type.isBool();
}

std::optional<Wide> power(Wide base, Wide exponent) {
  Wide result = 1;
  if (base == 0 || base == 1)
    return exponent == 0 ? 1 : base;
  if (base == -1)
    return exponent % 2 == 0 ? 1 : -1;
  if (exponent > 126)
    return std::nullopt;
  for (Wide i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(result, base, &result))
      return std::nullopt;
  return result;
}

std::optional<Wide> foldInts(BinaryOp op, Wide a, Wide b) {
  const std::optional<Wide> none;
  Wide result = 0;
  switch (op) {
  case BinaryOp::Add:
    return __builtin_add_overflow(a, b, &result) ? none : result;
  case BinaryOp::Sub:
    return __builtin_sub_overflow(a, b, &result) ? none : result;
  case BinaryOp::Mul:
    return __builtin_mul_overflow(a, b, &result) ? none : result;
  case BinaryOp::FloorDiv:
  case BinaryOp::Mod: {
    if (b == 0)
      return 0;
    Wide quotient = a / b;
    Wide remainder = a % b;
    if (remainder != 0 && (remainder < 0) != (b < 0)) {
      --quotient;
      remainder += b;
    }
    return op == BinaryOp::FloorDiv ? quotient : remainder;
  }
  case BinaryOp::Pow:
    return b < 0 ? std::nullopt : power(a, b);
  case BinaryOp::LeftShift:
    if (b < 0 || b > 126 ||
        __builtin_mul_overflow(a, static_cast<Wide>(1) << b, &result))
      return std::nullopt;
    return result;
  case BinaryOp::RightShift:
    if (b < 0)
      return std::nullopt;
    return b >= 127 ? (a < 0 ? -1 : 0) : a >> b;
  case BinaryOp::BitAnd:
    return a & b;
  case BinaryOp::BitOr:
    return a | b;
  case BinaryOp::BitXor:
    return a ^ b;
  case BinaryOp::TrueDiv:
  case BinaryOp::MatMul:
    break;
  }
  return std::nullopt;
}

/// CPython's float floor division and modulo.
void floatDivMod(double a, double b, double &quotient, double &remainder) {
  if (b == 0) {
    quotient = a / b;
    remainder = std::nan("");
    return;
  }
  remainder = std::fmod(a, b);
  double div = (a - remainder) / b;
  if (remainder != 0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      div -= 1;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (div != 0) {
    quotient = std::floor(div);
    if (div - quotient > 0.5)
      quotient += 1;
  } else {
    quotient = std::copysign(0.0, a / b);
  }
}

std::optional<double> foldFloats(BinaryOp op, double a, double b) {
  double quotient = 0;
  double remainder = 0;
  switch (op) {
  case BinaryOp::Add:
    return a + b;
  case BinaryOp::Sub:
    return a - b;
  case BinaryOp::Mul:
    return a * b;
  case BinaryOp::TrueDiv:
    return a / b;
  case BinaryOp::FloorDiv:
    floatDivMod(a, b, quotient, remainder);
    return quotient;
  case BinaryOp::Mod:
    floatDivMod(a, b, quotient, remainder);
    return remainder;
  case BinaryOp::Pow:
    return std::pow(a, b);
  default:
    return std::nullopt;
  }
}

std::optional<Number> foldNumbers(BinaryOp op, const Number &a,
                                  const Number &b) {
  std::optional<Type> type = arithmeticType(a.type, b.type);
  if (type->isComplex())
    return foldComplex(op, a, b, *type);
  bool isFloatResult = type->isFloat() || op == BinaryOp::TrueDiv;
  if (op == BinaryOp::Pow && !isFloatResult && wide(b) < 0)
    isFloatResult = true;
  if (isFloatResult) {
    Type resultType = type->isFloat() ? *type : Type::weakFloat();
    Number left = convertNumber(a, resultType);
    Number right = convertNumber(b, resultType);
    std::optional<double> value = foldFloats(op, left.number, right.number);
    if (!value)
      return std::nullopt;
    return convertNumber(Number::ofFloat(*value), resultType);
  }
  bool bools = a.type.isBool() && b.type.isBool();
  // The least of 128 bits has no negative.
  constexpr Wide least = static_cast<Wide>(1) << 126;
  if (wide(a) / 2 == -least || wide(b) / 2 == -least)
    return std::nullopt;
  std::optional<Wide> value = foldInts(op, wide(a), wide(b));
  if (!value)
    return std::nullopt;
  if (bools && (op == BinaryOp::BitAnd || op == BinaryOp::BitOr ||
                op == BinaryOp::BitXor))
    return Number::ofBool(*value != 0);
  bool shift = op == BinaryOp::LeftShift || op == BinaryOp::RightShift;
  bool exact = isExact(a) && (shift || isExact(b));
  return integer(*value, exact,
                 shift ? *arithmeticType(a.type, a.type) : *type);
}

std::optional<bool> foldCompare(CompareOp op, const Number &a,
                                const Number &b) {
  if (a.type.isComplex() || b.type.isComplex()) {
    if (op != CompareOp::Equal && op != CompareOp::NotEqual)
      return std::nullopt;
    bool same = a.asDouble() == b.asDouble() && a.imag == b.imag;
    return same == (op == CompareOp::Equal);
  }
  bool floats = a.type.isFloat() || b.type.isFloat();
  double x = a.asDouble();
  double y = b.asDouble();
  int order = 0;
  bool unordered = false;
  if (floats) {
    // As in arithmetic, where what is weak takes the other's type.
    Type type = *arithmeticType(a.type, b.type);
    x = convertNumber(a, type).number;
    y = convertNumber(b, type).number;
    unordered = std::isnan(x) || std::isnan(y);
    order = x < y ? -1 : x > y ? 1 : 0;
  } else {
    order = wide(a) < wide(b) ? -1 : wide(a) > wide(b) ? 1 : 0;
  }
  switch (op) {
  case CompareOp::Less:
    return !unordered && order < 0;
  case CompareOp::LessEqual:
    return !unordered && order <= 0;
  case CompareOp::Greater:
    return !unordered && order > 0;
  case CompareOp::GreaterEqual:
    return !unordered && order >= 0;
  case CompareOp::Equal:
    return !unordered && order == 0;
  case CompareOp::NotEqual:
    return unordered || order != 0;
  default:
    return std::nullopt;
  }
}

constexpr const char *tooLarge = "the result is too large";
constexpr const char *notNumbers = "the operands are not numbers";

} // namespace

Value Evaluator::unary(UnaryOp op, const Value &operand, SourceRange range) {
  if (!operand.isKnown())
    return operand;
  if (op == UnaryOp::Not) {
    if (operand.kind == Value::Kind::None)
      return Value::of(Number::ofBool(true));
    if (operand.isNumeric())
      return Value::of(Number::ofBool(!operand.number.isTrue()));
    if (operand.isMember())
      return Value::of(Number::ofBool(!*truthOf(operand)));
  }
  if (operand.isTime() && op != UnaryOp::Not)
    return foldTime(op, operand, range);
  if (!operand.isNumeric())
    return Value::unknown(range, notNumbers);
  const Number &number = operand.number;
  if (number.type.isFloat() || number.type.isComplex()) {
    if (op == UnaryOp::Invert)
      return Value::unknown(range, "`~` takes integers");
    Number result = number;
    if (op == UnaryOp::Negative)
      result.number = -result.number;
    if (op == UnaryOp::Negative && number.type.isComplex())
      result.imag = -result.imag;
    return Value::of(result);
  }
  Wide value = wide(number);
  if (op == UnaryOp::Negative &&
      __builtin_sub_overflow(static_cast<Wide>(0), value, &value))
    return Value::unknown(range, tooLarge);
  if (op == UnaryOp::Invert)
    value = ~value;
  Number result = integer(value, isExact(number),
                          *arithmeticType(number.type, number.type));
  return Value::of(result);
}

Value Evaluator::binary(BinaryOp op, const Value &left, const Value &right,
                        SourceRange range) {
  if (!left.isKnown())
    return left;
  if (!right.isKnown())
    return right;
  if (op == BinaryOp::Add && left.kind == Value::Kind::Tuple &&
      right.kind == Value::Kind::Tuple) {
    std::vector<Value> elements = left.elements;
    elements.insert(elements.end(), right.elements.begin(),
                    right.elements.end());
    return Value::tuple(std::move(elements));
  }
  if (left.isTime() || right.isTime())
    return foldTime(op, left, right, range);
  if (std::optional<Value> flags = foldFlags(op, left, right))
    return *flags;
  if (!left.isNumeric() || !right.isNumeric())
    return Value::unknown(range, notNumbers);
  std::optional<Number> result = foldNumbers(op, left.number, right.number);
  return result ? Value::of(*result) : Value::unknown(range, tooLarge);
}

Value Evaluator::compare(CompareOp op, const Value &left, const Value &right,
                         SourceRange range) {
  if (!left.isKnown())
    return left;
  if (!right.isKnown())
    return right;
  if (op == CompareOp::Is || op == CompareOp::IsNot) {
    if (left.kind != Value::Kind::None && right.kind != Value::Kind::None)
      return Value::unknown(range, "`is` compares with None only");
    bool same = left.kind == right.kind;
    return Value::of(Number::ofBool(same == (op == CompareOp::Is)));
  }
  if (left.isNumeric() && right.isNumeric())
    if (std::optional<bool> result = foldCompare(op, left.number, right.number))
      return Value::of(Number::ofBool(*result));
  if (left.isTime() || right.isTime())
    return foldTime(op, left, right, range);
  bool comparable = left.kind == right.kind;
  if (comparable && op == CompareOp::Equal)
    return Value::of(Number::ofBool(left == right));
  if (comparable && op == CompareOp::NotEqual)
    return Value::of(Number::ofBool(!(left == right)));
  return Value::unknown(range, "the comparison is not a constant");
}

namespace {

using FloatFunction = double (*)(double);

struct FoldedFunction {
  const char *path;
  FloatFunction function;
  bool toInt;
};

const FoldedFunction foldedFunctions[] = {
    {"math.sqrt", std::sqrt, false},   {"np.sqrt", std::sqrt, false},
    {"math.exp", std::exp, false},     {"np.exp", std::exp, false},
    {"math.log", std::log, false},     {"np.log", std::log, false},
    {"math.log2", std::log2, false},   {"np.log2", std::log2, false},
    {"math.log10", std::log10, false}, {"np.log10", std::log10, false},
    {"math.sin", std::sin, false},     {"np.sin", std::sin, false},
    {"math.cos", std::cos, false},     {"np.cos", std::cos, false},
    {"math.tan", std::tan, false},     {"np.tan", std::tan, false},
    {"math.fabs", std::fabs, false},   {"math.floor", std::floor, true},
    {"math.ceil", std::ceil, true},    {"math.trunc", std::trunc, true},
    {"np.floor", std::floor, false},   {"np.ceil", std::ceil, false},
};

/// np.finfo(...) and np.iinfo(...) become the path "np.finfo(float32)", whose
/// attributes pathValue knows.
Value limitsOf(const std::string &path, const Value &arg, SourceRange range) {
  bool isFloats = path == "np.finfo";
  std::optional<Scalar> scalar;
  if (arg.kind == Value::Kind::Type && arg.type.isScalar() &&
      !arg.type.isTime())
    scalar = arg.type.scalar;
  else if (arg.isNumber())
    scalar = arg.number.type.scalar;
  else if (arg.kind == Value::Kind::String)
    scalar = scalarByName(arg.text);
  else if (arg == Value::path("float"))
    scalar = Scalar::F64;
  else if (arg == Value::path("int"))
    scalar = Scalar::I64;
  if (!scalar || (isFloats ? !isFloat(*scalar) : !isInteger(*scalar)))
    return Value::unknown(range, "`" + path + "` takes " +
                                     (isFloats ? "a float" : "an integer") +
                                     " type");
  return Value::path(path + "(" + dtypeName(*scalar) + ")");
}

Value foldConversion(const std::string &path, const Value &arg,
                     SourceRange range) {
  if (arg.kind == Value::Kind::String && path == "float") {
    if (arg.text == "inf" || arg.text == "+inf" || arg.text == "infinity")
      return Value::of(Number::ofFloat(HUGE_VAL));
    if (arg.text == "-inf")
      return Value::of(Number::ofFloat(-HUGE_VAL));
    if (arg.text == "nan")
      return Value::of(Number::ofFloat(std::nan("")));
  }
  if (path == "int" && arg.isNumeric() && arg.number.exact)
    return arg;
  if (!arg.isNumeric())
    return Value::unknown(range, notNumbers);
  if (arg.number.type.isComplex() && path != "bool")
    return Value::unknown(range, "a complex number has no `" + path + "`");
  if (path == "bool")
    return Value::of(Number::ofBool(arg.number.isTrue()));
  if (path == "float")
    return Value::of(Number::ofFloat(arg.number.asDouble()));
  return Value::of(convertNumber(arg.number, Type::of(Scalar::I64)));
}

/// As at run time, nan is ignored.
Value extremeOf(bool isMin, const std::vector<Value> &args, SourceRange range) {
  const Value *best = &args[0];
  for (const Value &arg : args) {
    Value better = Evaluator::compare(
        isMin ? CompareOp::Less : CompareOp::Greater, arg, *best, range);
    if (!better.isNumber())
      return Value::unknown(range, notNumbers);
    if (better.number.isTrue() || std::isnan(best->number.number))
      best = &arg;
  }
  return *best;
}

/// A function that kernels call, of constants; nothing for others.
std::optional<Value> foldFunction(const std::string &path,
                                  const std::vector<Value> &args,
                                  SourceRange range) {
  if (args.size() == 1 && (path == "int" || path == "float" || path == "bool"))
    return foldConversion(path, args[0], range);
  if (args.size() == 1 && (path == "tuple" || path == "list") &&
      args[0].kind == Value::Kind::Tuple)
    return args[0];
  if (isPathFunction(path))
    return foldPath(path, args, range);
  if (path == "slice")
    if (std::optional<Value> slice =
            foldPython({path, args, {}, range, nullptr}))
      return slice;
  if (args.size() == 1 && path == "len" && args[0].kind == Value::Kind::Tuple)
    return Value::of(
        Number::ofInt(static_cast<std::int64_t>(args[0].elements.size())));
  if (Value complex = foldComplexMath(path, args, range); complex.isKnown())
    return complex;
  if (path == "abs" && args.size() == 1 && args[0].isNumeric()) {
    bool negative = args[0].number.type.isFloat()
                        ? std::signbit(args[0].number.number)
                        : wide(args[0].number) < 0;
    return negative ? Evaluator::unary(UnaryOp::Negative, args[0], range)
                    : args[0];
  }
  if ((path == "min" || path == "max") && args.size() >= 2)
    return extremeOf(path == "min", args, range);
  if (path == "pow" && args.size() == 2)
    return Evaluator::binary(BinaryOp::Pow, args[0], args[1], range);
  if (args.size() == 1 && args[0].isNumber() &&
      !args[0].number.type.isComplex())
    for (const FoldedFunction &row : foldedFunctions)
      if (path == row.path) {
        Number value = Number::ofFloat(row.function(args[0].number.asDouble()));
        if (args[0].number.type.isFloat())
          value = convertNumber(value, args[0].number.type);
        return Value::of(row.toInt ? convertNumber(value, Type::of(Scalar::I64))
                                   : value);
      }
  return std::nullopt;
}

} // namespace

Value Evaluator::call(const Value &callee, const std::vector<Value> &args,
                      SourceRange range) {
  if (!callee.isKnown())
    return callee;
  bool oneFunction = args.size() == 1 && args[0].kind == Value::Kind::Function;
  if (oneFunction && callee.kind == Value::Kind::Jit) {
    Value value = args[0];
    value.function.jit = callee.jit;
    return value;
  }
  if (callee.kind == Value::Kind::Type || callee.kind == Value::Kind::Path) {
    if (oneFunction &&
        (callee.text == "cuda.jit" || callee.text == "numba.njit" ||
         callee.text == "numba.jit")) {
      Value value = args[0];
      auto options = std::make_shared<JitOptions>();
      options->device = callee.text != "cuda.jit";
      value.function.jit = options;
      return value;
    }
    if (callee.kind == Value::Kind::Type && callee.type.isTime())
      return makeTime(callee.type.time, args, range);
    Value typed = typeCall(callee, args, range);
    static constexpr const char *typeMakers[] = {
        "numba.UniTuple",      "numba.Tuple",         "numba.Array",
        "numba.NamedTuple",    "numba.NamedUniTuple", "numba.Optional",
        "numba.NPDatetime",    "numba.NPTimedelta",   "numba.CharSeq",
        "numba.UnicodeCharSeq"};
    bool makesType = std::find(std::begin(typeMakers), std::end(typeMakers),
                               callee.text) != std::end(typeMakers);
    if (typed.kind != Value::Kind::Unknown ||
        callee.kind == Value::Kind::Type || makesType)
      return typed;
  }
  if (callee.kind != Value::Kind::Path)
    return Value::unknown(range, "the call is not a constant");
  const std::string &path = callee.text;
  if ((path == "np.finfo" || path == "np.iinfo") && args.size() == 1)
    return limitsOf(path, args[0], range);
  if (std::optional<Value> folded = foldFunction(path, args, range))
    return *folded;
  // ord('A') in a kernel: of constants alone it is a number there.
  if (path == "ord")
    if (auto folded = foldPython({path, args, {}, range, nullptr}))
      return *folded;
  bool isNumbaClass = path.starts_with("numba.") && path.size() > 6 &&
                      (std::isupper(static_cast<unsigned char>(path[6])) ||
                       path == "numba.literal");
  if (isNumbaClass)
    return unknownType(callee, range);
  return Value::unknown(range, "`" + path +
                                   "` is not evaluated before the "
                                   "program runs");
}

} // namespace pyk2ptx
