// Python's math module on constants. Its functions return Python's floats and
// ints whatever they are given, and raise where the mathematics has no answer;
// that is an Unknown here.
#include "fold.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace pyk2ptx {

using Kind = Value::Kind;

namespace {

/// A function of a float, by math's and by NumPy's name.
struct UnaryRow {
  std::string_view math;
  std::string_view numpy;
  UnaryFunction function;
};

constexpr double pi = 3.14159265358979323846;
constexpr double radians(double x) { return x * (pi / 180.0); }
constexpr double degrees(double x) { return x * (180.0 / pi); }

// math rounds to an int, and NumPy's fabs knows integers: neither is one.
const UnaryRow unaryRows[] = {
    {"sqrt", "sqrt", std::sqrt},     {"exp", "exp", std::exp},
    {"exp2", "exp2", std::exp2},     {"expm1", "expm1", std::expm1},
    {"log", "log", std::log},        {"log2", "log2", std::log2},
    {"log10", "log10", std::log10},  {"log1p", "log1p", std::log1p},
    {"sin", "sin", std::sin},        {"cos", "cos", std::cos},
    {"tan", "tan", std::tan},        {"asin", "arcsin", std::asin},
    {"acos", "arccos", std::acos},   {"atan", "arctan", std::atan},
    {"sinh", "sinh", std::sinh},     {"cosh", "cosh", std::cosh},
    {"tanh", "tanh", std::tanh},     {"asinh", "", std::asinh},
    {"acosh", "", std::acosh},       {"atanh", "", std::atanh},
    {"cbrt", "cbrt", std::cbrt},     {"erf", "", std::erf},
    {"erfc", "", std::erfc},         {"fabs", "", std::fabs},
    {"", "floor", std::floor},       {"", "ceil", std::ceil},
    {"", "trunc", std::trunc},       {"", "rint", std::nearbyint},
    {"degrees", "degrees", degrees}, {"radians", "radians", radians},
    {"", "rad2deg", degrees},        {"", "deg2rad", radians},
};

UnaryFunction functionOf(std::string_view UnaryRow::*library,
                         std::string_view name) {
  for (const UnaryRow &row : unaryRows)
    if (!name.empty() && row.*library == name)
      return row.function;
  return nullptr;
}

struct BinaryRow {
  const char *name;
  double (*function)(double, double);
};

const BinaryRow binaryRows[] = {
    {"pow", std::pow},
    {"atan2", std::atan2},
    {"fmod", std::fmod},
    {"copysign", std::copysign},
    {"remainder", std::remainder},
    {"nextafter", std::nextafter},
};

constexpr const char *noReal = "the function has no value there";

/// A float as CPython checks it: nan and infinity come from what is given only.
Value checked(double result, double a, double b, SourceRange range) {
  bool isFinite = std::isfinite(a) && std::isfinite(b);
  bool isNumber = !std::isnan(a) && !std::isnan(b);
  if ((std::isnan(result) && isNumber) || (std::isinf(result) && isFinite))
    return Value::unknown(range, noReal);
  return floatValue(result);
}

bool isReal(const Value &value) {
  return value.isNumeric() && !value.number.type.isComplex();
}

Wide absolute(Wide value) { return value < 0 ? -value : value; }

Wide gcdOf(Wide a, Wide b) {
  while (b != 0)
    a = std::exchange(b, a % b);
  return absolute(a);
}

/// `a * b`; nothing when it is too large.
std::optional<Wide> times(Wide a, Wide b) {
  Wide result = 0;
  if (__builtin_mul_overflow(a, b, &result) || absolute(result) >> 126 != 0)
    return std::nullopt;
  return result;
}

/// n * (n - 1) * ..., `count` factors, each divided away by 1, 2, ... if they
/// are combinations.
std::optional<Wide> falling(Wide n, Wide count, bool isCombination) {
  Wide result = 1;
  if (count > n)
    return 0;
  for (Wide i = 0; i < count; ++i) {
    std::optional<Wide> next = times(result, n - i);
    if (!next)
      return std::nullopt;
    result = isCombination ? *next / (i + 1) : *next;
  }
  return result;
}

Wide rootOf(Wide value) {
  auto root = static_cast<Wide>(std::sqrt(static_cast<long double>(value)));
  while (root * root > value)
    --root;
  while ((root + 1) * (root + 1) <= value)
    ++root;
  return root;
}

/// factorial, comb, perm, isqrt, gcd, lcm
std::optional<Value> foldIntegers(const HostCall &call) {
  const std::string &name = call.name;
  static constexpr const char *names[] = {"factorial", "comb", "perm",
                                          "isqrt",     "gcd",  "lcm"};
  if (std::find(std::begin(names), std::end(names), name) == std::end(names))
    return std::nullopt;
  std::vector<Wide> ints;
  for (const Value &arg : call.args) {
    if (!isWhole(arg))
      return call.fails("`math." + name + "` takes integers");
    ints.push_back(wide(arg.number));
  }
  std::optional<Wide> result;
  if (name == "gcd" || name == "lcm") {
    result = name == "lcm";
    for (Wide each : ints) {
      if (name == "gcd")
        result = gcdOf(*result, each);
      else if (result)
        result = each == 0 || *result == 0
                     ? std::optional<Wide>(0)
                     : times(absolute(each) / gcdOf(*result, each), *result);
    }
  } else {
    bool isPair = name == "comb" || name == "perm";
    bool takesOne = !isPair || (name == "perm" && ints.size() == 1);
    for (Wide each : ints)
      if (each < 0)
        return call.fails(noReal);
    if (ints.size() != (takesOne ? 1U : 2U))
      return call.fails("`math." + name + "` takes other arguments");
    Wide n = ints[0];
    if (name == "isqrt")
      result = rootOf(n);
    else if (takesOne)
      result = falling(n, n, false);
    else if (name == "comb")
      result = falling(n,
                       std::max<Wide>(std::min(ints[1], n - ints[1]),
                                      ints[1] > n ? n + 1 : 0),
                       true);
    else
      result = falling(n, ints[1], false);
  }
  return result ? intValue(*result) : call.fails("the result is too large");
}

/// floor, ceil, trunc: Python's ints.
Value roundedInt(const std::string &name, const Value &arg,
                 const HostCall &call) {
  if (isWhole(arg))
    return intValue(wide(arg.number));
  double value = arg.number.asDouble();
  value = name == "floor"  ? std::floor(value)
          : name == "ceil" ? std::ceil(value)
                           : std::trunc(value);
  if (!std::isfinite(value) || std::fabs(value) >= 0x1p126)
    return call.fails("the result is too large");
  return intValue(static_cast<Wide>(value));
}

/// Rounded once, as CPython's and as math.fsum: the sum without error of
/// Shewchuk's partials.
double exactSum(const std::vector<double> &values) {
  std::vector<double> partials;
  for (double x : values) {
    std::size_t used = 0;
    for (double y : partials) {
      if (std::fabs(x) < std::fabs(y))
        std::swap(x, y);
      double high = x + y;
      double low = y - (high - x);
      if (low != 0)
        partials[used++] = low;
      x = high;
    }
    partials.resize(used);
    partials.push_back(x);
  }
  double high = 0;
  double low = 0;
  std::size_t n = partials.size();
  if (n > 0)
    high = partials[--n];
  while (n > 0 && low == 0) {
    double x = high;
    double y = partials[--n];
    high = x + y;
    low = y - (high - x);
  }
  // Half-even across what is left.
  if (n > 0 &&
      ((low < 0 && partials[n - 1] < 0) || (low > 0 && partials[n - 1] > 0))) {
    double y = low * 2;
    double x = high + y;
    if (y == x - high)
      high = x;
  }
  return high;
}

/// sqrt of the sum of squares, which CPython has within half a place but for
/// the rarest numbers.
Value lengthOf(const std::vector<double> &parts, const HostCall &call) {
  long double largest = 0;
  for (double part : parts) {
    if (!std::isfinite(part))
      return call.fails(noReal);
    largest = std::max<long double>(largest, std::fabs(part));
  }
  if (largest == 0)
    return floatValue(0);
  __extension__ using Quad = __float128;
  Quad sum = 0;
  for (double part : parts)
    sum += static_cast<Quad>(part) * static_cast<Quad>(part);
  // One step of Newton's behind the root of 64 bits.
  Quad root = std::sqrt(static_cast<long double>(sum));
  if (root > 0)
    root = (root + sum / root) / 2;
  auto result = static_cast<double>(root);
  return std::isinf(result) ? call.fails(noReal) : floatValue(result);
}

/// prod, fsum, dist, and hypot of any number of arguments.
std::optional<Value> foldMany(const HostCall &call) {
  const std::string &name = call.name;
  if (name == "prod" && !call.args.empty()) {
    auto elements = elementsOf(call.args[0], false);
    const Value *start = call.keyword("start");
    Value result = start ? *start : intValue(1);
    if (!elements)
      return call.fails("`math.prod` takes numbers");
    for (const Value &each : *elements)
      result = foldHost(syntax::BinaryOp::Mul, result, each, call.range);
    return result;
  }
  bool isSum = name == "fsum";
  if (!isSum && name != "hypot" && name != "dist")
    return std::nullopt;
  std::vector<Value> values = call.args;
  if (isSum && values.size() == 1)
    values = elementsOf(call.args[0], false).value_or(call.args);
  if (name == "dist") {
    if (values.size() != 2 || values[0].kind != Kind::Tuple ||
        values[1].kind != Kind::Tuple ||
        values[0].elements.size() != values[1].elements.size())
      return call.fails("`math.dist` takes two points");
    std::vector<Value> spans;
    for (std::size_t i = 0; i < values[0].elements.size(); ++i)
      spans.push_back(foldHost(syntax::BinaryOp::Sub, values[0].elements[i],
                               values[1].elements[i], call.range));
    values = std::move(spans);
  }
  std::vector<double> numbers;
  for (const Value &value : values) {
    if (!isReal(value))
      return call.fails("`math." + name + "` takes numbers");
    numbers.push_back(value.number.asDouble());
  }
  if (!isSum)
    return lengthOf(numbers, call);
  double sum = exactSum(numbers);
  return std::isfinite(sum) ? floatValue(sum) : call.fails(noReal);
}

Value foldLog(const HostCall &call) {
  for (const Value &arg : call.args)
    if (!isReal(arg) || !(arg.number.asDouble() > 0))
      return call.fails(noReal);
  double a = std::log(call.args[0].number.asDouble());
  double b = std::log(call.args[1].number.asDouble());
  return b == 0 ? call.fails("it divides by zero") : floatValue(a / b);
}

/// modf, frexp, ldexp, isclose
std::optional<Value> foldOdd(const HostCall &call) {
  const std::vector<Value> &args = call.args;
  double x = args[0].number.asDouble();
  int exponent = 0;
  if (call.name == "frexp" && args.size() == 1) {
    double part = std::frexp(x, &exponent);
    return Value::tuple({floatValue(part), intValue(exponent)});
  }
  if (call.name == "modf" && args.size() == 1) {
    double whole = 0;
    double part = std::modf(x, &whole);
    return Value::tuple({floatValue(part), floatValue(whole)});
  }
  if (call.name == "ldexp" && args.size() == 2 && args[1].isInteger())
    return checked(std::ldexp(x, static_cast<int>(std::clamp<std::int64_t>(
                                     args[1].number.asInt(), -10000, 10000))),
                   x, 0, call.range);
  if (call.name == "isclose" && args.size() == 2) {
    auto limit = [&](const char *name, double none) {
      const Value *given = call.keyword(name);
      return given && isReal(*given) ? given->number.asDouble() : none;
    };
    double y = args[1].number.asDouble();
    double span = std::fabs(y - x);
    double relative = limit("rel_tol", 1e-9);
    bool isClose =
        x == y || (std::isfinite(span) && (span <= std::fabs(relative * y) ||
                                           span <= std::fabs(relative * x) ||
                                           span <= limit("abs_tol", 0)));
    return boolValue(isClose);
  }
  return std::nullopt;
}

} // namespace

UnaryFunction numpyFunction(std::string_view name) {
  return functionOf(&UnaryRow::numpy, name);
}

std::optional<Value> foldMath(const HostCall &call) {
  const std::vector<Value> &args = call.args;
  if (std::optional<Value> folded = foldIntegers(call))
    return folded;
  if (std::optional<Value> folded = foldMany(call))
    return folded;
  if (args.empty() || !std::all_of(args.begin(), args.end(), isReal))
    return std::nullopt;
  const std::string &name = call.name;
  double x = args[0].number.asDouble();
  if (args.size() == 1) {
    if (name == "floor" || name == "ceil" || name == "trunc")
      return roundedInt(name, args[0], call);
    if (name == "isnan" || name == "isinf" || name == "isfinite")
      return boolValue(name == "isnan"   ? std::isnan(x)
                       : name == "isinf" ? std::isinf(x)
                                         : std::isfinite(x));
    if (UnaryFunction function = functionOf(&UnaryRow::math, name))
      return checked(function(x), x, 0, call.range);
  }
  if (args.size() == 2) {
    if (name == "log")
      return foldLog(call);
    for (const BinaryRow &row : binaryRows)
      if (name == row.name) {
        double y = args[1].number.asDouble();
        return checked(row.function(x, y), x, y, call.range);
      }
  }
  return foldOdd(call);
}

} // namespace pyk2ptx
