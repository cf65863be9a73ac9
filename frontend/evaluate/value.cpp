// Compile-time values and the library names that have one.
#include "evaluate.h"
#include "frontend/tables/builtins.h"
#include "frontend/types/time_type.h"
#include "runtime/include/pyk2ptx/float16.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

Number Number::ofInt(std::int64_t value) {
  Number number;
  number.type = Type::of(Scalar::I64);
  number.bits = static_cast<std::uint64_t>(value);
  number.exact = true;
  return number;
}

Number Number::ofUnsigned(std::uint64_t value) {
  Number number;
  number.type = Type::of(Scalar::U64);
  number.bits = value;
  number.exact = true;
  return number;
}

Number Number::ofBool(bool value) {
  Number number;
  number.type = Type::of(Scalar::Bool);
  number.bits = value;
  return number;
}

Number Number::ofFloat(double value) {
  Number number;
  number.type = Type::weakFloat();
  number.number = value;
  return number;
}

Number Number::ofComplex(double real, double imag) {
  Number number;
  number.type = Type::weakComplex();
  number.number = real;
  number.imag = imag;
  return number;
}

Number Number::part(bool isImag) const {
  Number result = *this;
  if (!type.isComplex())
    return isImag ? convertNumber(ofInt(0), type) : result;
  result.type = type.part();
  result.number = isImag ? imag : number;
  result.imag = 0;
  return result;
}

double Number::asDouble() const {
  if (type.isFloat() || type.isComplex())
    return number;
  if (big)
    return std::ldexp(static_cast<double>(high), 64) +
           static_cast<double>(bits);
  return type.scalar == Scalar::U64 ? static_cast<double>(bits)
                                    : static_cast<double>(asInt());
}

bool Number::isTrue() const {
  if (type.isComplex())
    return number != 0 || imag != 0;
  return type.isFloat() ? number != 0 : bits != 0 || big;
}

bool operator==(const Number &a, const Number &b) {
  // Bitwise, so that nan equals itself and 0.0 differs from -0.0.
  return a.type == b.type && a.bits == b.bits && a.high == b.high &&
         std::bit_cast<std::uint64_t>(a.number) ==
             std::bit_cast<std::uint64_t>(b.number) &&
         std::bit_cast<std::uint64_t>(a.imag) ==
             std::bit_cast<std::uint64_t>(b.imag);
}

/// `bits` cut to the width of an integer type and extended back by its sign.
static std::uint64_t wrapTo(Scalar scalar, std::uint64_t bits) {
  int width = bitWidth(scalar);
  if (width == 64)
    return bits;
  std::uint64_t mask = (std::uint64_t(1) << width) - 1;
  bits &= mask;
  if (isSigned(scalar) && (bits >> (width - 1)) != 0)
    bits |= ~mask;
  return bits;
}

static std::uint64_t truncateFloat(double value, Scalar scalar) {
  if (std::isnan(value))
    return 0;
  constexpr double twoTo63 = 9223372036854775808.0;
  if (scalar == Scalar::U64 && value >= 0) {
    if (value >= 2 * twoTo63)
      return std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(value);
  }
  if (value >= twoTo63)
    return static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (value < -twoTo63)
    return static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::min());
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

/// `value` rounded to nearest once, as float16, bfloat16 or float32 hold it;
/// a float64 itself.
static double roundedTo(double value, Scalar scalar) {
  if (scalar == Scalar::F64)
    return value;
  if (scalar == Scalar::F32)
    return static_cast<float>(value);
  return scalar == Scalar::F16 ? fromFloat16(toFloat16(value))
                               : fromBfloat16(toBfloat16(value));
}

Number convertNumber(const Number &value, const Type &type) {
  Number result;
  result.type = type;
  if (type.isBool()) {
    result.bits = value.isTrue();
  } else if (type.isFloat() || type.isComplex()) {
    result.number = value.asDouble();
    if (type.isComplex())
      result.imag = value.imag;
    if (partOf(type.scalar) == Scalar::F32) {
      result.imag = static_cast<float>(result.imag);
      // From an integer, rounding once matters beyond 2**53.
      bool isReal = value.type.isFloat() || value.type.isComplex();
      if (isReal || value.big)
        result.number = static_cast<float>(value.asDouble());
      else if (value.type.scalar == Scalar::U64)
        result.number = static_cast<float>(value.bits);
      else
        result.number = static_cast<float>(value.asInt());
    } else if (type.isHalf()) {
      result.number = roundedTo(result.number, type.scalar);
    }
  } else {
    result.bits =
        wrapTo(type.scalar, value.type.isFloat()
                                ? truncateFloat(value.number, type.scalar)
                                : value.bits);
  }
  return result;
}

Value Value::unknown(SourceRange range, std::string why) {
  Value value;
  value.range = range;
  value.text = std::move(why);
  return value;
}

Value Value::missing() {
  Value value;
  value.kind = Kind::Missing;
  return value;
}

Value Value::of(const pyk2ptx::Number &number) {
  Value value;
  value.kind = number.big ? Kind::BigInteger : Kind::Number;
  value.number = number;
  return value;
}

Value Value::ofTime(TimeType time, std::int64_t value) {
  Value result;
  result.kind = Kind::Time;
  result.number.type = pyk2ptx::Type::ofTime(time);
  result.number.bits = static_cast<std::uint64_t>(value);
  return result;
}

Value Value::path(std::string dotted) {
  Value value;
  value.kind = Kind::Path;
  value.text = std::move(dotted);
  return value;
}

Value Value::string(std::string text) {
  Value value;
  value.kind = Kind::String;
  value.text = std::move(text);
  return value;
}

Value Value::none() {
  Value value;
  value.kind = Kind::None;
  return value;
}

Value Value::tuple(std::vector<Value> elements) {
  Value value;
  value.kind = Kind::Tuple;
  value.elements = std::move(elements);
  return value;
}

Value Value::ofType(pyk2ptx::Type type) {
  Value value;
  value.kind = Kind::Type;
  value.type = std::move(type);
  return value;
}

bool operator==(const Value &a, const Value &b) {
  if (a.kind != b.kind)
    return false;
  switch (a.kind) {
  case Value::Kind::Unknown:
  case Value::Kind::Missing:
    return false;
  case Value::Kind::Number:
  case Value::Kind::BigInteger:
  case Value::Kind::Time:
    return a.number == b.number;
  case Value::Kind::Member:
    return a.type == b.type && a.elements == b.elements;
  case Value::Kind::Path:
  case Value::Kind::String:
    return a.text == b.text;
  case Value::Kind::None:
  case Value::Kind::Ellipsis:
    return true;
  case Value::Kind::Tuple:
  case Value::Kind::Dict:
  case Value::Kind::Set:
  case Value::Kind::Slice:
    return a.elements == b.elements;
  case Value::Kind::Type:
    return a.type == b.type;
  case Value::Kind::Signature:
    return a.signature == b.signature;
  case Value::Kind::External:
    return a.external == b.external;
  case Value::Kind::Function:
    return a.function == b.function;
  case Value::Kind::Jit:
    return a.jit == b.jit;
  case Value::Kind::Module:
    return a.module == b.module;
  case Value::Kind::Class:
    return a.classScope == b.classScope;
  case Value::Kind::Array:
    return a.type == b.type && a.shape == b.shape && a.elements == b.elements;
  case Value::Kind::DeviceArray:
    return a.type == b.type && a.shape == b.shape &&
           a.number.bits == b.number.bits;
  }
  return false;
}

namespace {

struct NamedConstant {
  const char *path;
  double value;
};
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
constexpr NamedConstant namedConstants[] = {
#define CONSTANT(path, value) {path, value},
#define INTEGER(path, value)
#include "frontend/tables/named_constants.def"
#undef CONSTANT
#undef INTEGER
};

struct NamedInteger {
  const char *path;
  std::int64_t value;
};
constexpr NamedInteger namedIntegers[] = {
#define CONSTANT(path, value)
#define INTEGER(path, value) {path, value},
#include "frontend/tables/named_constants.def"
#undef CONSTANT
#undef INTEGER
};

/// Prefixes of modules that mean the same names.
struct ModuleAlias {
  const char *prefix;
  const char *canonical;
};
constexpr ModuleAlias moduleAliases[] = {
    {"numba.cuda.types", "numba"},
    {"pyk2ptx.coop", "cuda.coop"},
    {"numba.coop", "cuda.coop"},
    {"cuda.coop.numba_mlir", "cuda.coop"},
    {"cuda.coop._experimental", "cuda.coop"},
    {"cuda.cccl.cooperative.experimental", "cuda.coop"},
    {"cuda.cccl.cooperative", "cuda.coop"},
    {"cuda.cooperative.experimental", "cuda.coop"},
    {"cuda.cooperative", "cuda.coop"},
    {"cuda.compute.gpu_struct", "cuda.coop.gpu_struct"},
    {"numba_cuda_mlir.cuda", "cuda"},
    {"numba_cuda_mlir", "numba"},
    {"numba_cuda.numba.cuda", "cuda"},
    {"numba.cuda", "cuda"},
    {"pyk2ptx.cuda", "cuda"},
    {"pyk2ptx.device", "nvmath.device"},
    {"nvmath.device.common", "nvmath.device"},
    {"nvmath.device.common_cuda", "nvmath.device"},
    {"nvmath.device.cublasdx", "nvmath.device"},
    {"nvmath.device.cublasdx_backend", "nvmath.device"},
    {"nvmath.device.cufftdx", "nvmath.device"},
    {"nvmath.device.types", "nvmath.device"},
    {"nvmath.device.vector_types_numba", "nvmath.device"},
    {"pyk2ptx", "numba"},
    {"numba.types", "numba"},
    {"numba.core.types", "numba"},
    {"numpy", "np"},
    {"numba.libdevice", "cuda.libdevice"},
    {"cuda.types", "numba"},
};

} // namespace

std::string canonicalPath(const std::string &dotted) {
  for (const ModuleAlias &alias : moduleAliases) {
    std::size_t size = std::strlen(alias.prefix);
    if (dotted.compare(0, size, alias.prefix) == 0 &&
        (dotted.size() == size || dotted[size] == '.'))
      return canonicalPath(alias.canonical + dotted.substr(size));
  }
  return dotted;
}

/// An attribute of np.finfo(...) or np.iinfo(...): "np.iinfo(int32).max".
static std::optional<Value> limitValue(const std::string &path) {
  std::size_t open = path.find('(');
  std::size_t close = path.find(").");
  if (open != 8 || close == std::string::npos)
    return std::nullopt;
  std::optional<Scalar> scalar =
      scalarByName(path.substr(open + 1, close - open - 1));
  std::string name = path.substr(close + 2);
  if (!scalar)
    return std::nullopt;
  if (name == "bits")
    return Value::of(Number::ofInt(bitWidth(*scalar)));
  if (name == "dtype")
    return Value::ofType(Type::of(*scalar));
  if (isInteger(*scalar)) {
    int width = bitWidth(*scalar) - isSigned(*scalar);
    std::uint64_t max = ~std::uint64_t(0) >> (64 - width);
    if (name == "max")
      return Value::of(*scalar == Scalar::U64
                           ? Number::ofUnsigned(max)
                           : Number::ofInt(static_cast<std::int64_t>(max)));
    if (name == "min")
      return Value::of(Number::ofInt(
          isSigned(*scalar) ? -static_cast<std::int64_t>(max) - 1 : 0));
    return std::nullopt;
  }
  bool isSingle = *scalar == Scalar::F32;
  bool isHalf = *scalar == Scalar::F16;
  if (!isSingle && !isHalf && *scalar != Scalar::F64)
    return std::nullopt;
  int digits = isHalf ? 11 : isSingle ? 24 : 53;
  int maxExponent = isHalf ? 16 : isSingle ? 128 : 1024;
  double value = 0;
  if (name == "max")
    value = std::ldexp(2 - std::ldexp(1.0, 1 - digits), maxExponent - 1);
  else if (name == "min")
    value = -std::ldexp(2 - std::ldexp(1.0, 1 - digits), maxExponent - 1);
  else if (name == "eps")
    value = std::ldexp(1.0, 1 - digits);
  else if (name == "epsneg")
    value = std::ldexp(1.0, -digits);
  else if (name == "tiny" || name == "smallest_normal")
    value = std::ldexp(1.0, 2 - maxExponent);
  else if (name == "smallest_subnormal")
    value = std::ldexp(1.0, 3 - maxExponent - digits);
  else if (name == "resolution")
    value = isHalf ? 1e-3 : isSingle ? 1e-6 : 1e-15;
  else
    return std::nullopt;
  return Value::of(convertNumber(Number::ofFloat(value), Type::of(*scalar)));
}

Value pathValue(const std::string &dotted) {
  std::string path = canonicalPath(dotted);
  if (std::optional<Value> limit = limitValue(path))
    return *limit;
  static const auto constants = [] {
    std::unordered_map<std::string_view, double> values;
    for (const NamedConstant &constant : namedConstants)
      values.emplace(constant.path, constant.value);
    return values;
  }();
  if (auto found = constants.find(path); found != constants.end())
    return Value::of(Number::ofFloat(found->second));
  if (path == "cmath.infj" || path == "cmath.nanj")
    return Value::of(
        Number::ofComplex(0, path == "cmath.infj" ? infinity : notANumber));
  for (const NamedInteger &constant : namedIntegers)
    if (path == constant.path)
      return Value::of(Number::ofInt(constant.value));
  if (path == "np.newaxis")
    return Value::none();
  if (path == "cuda.bf16.bfloat16" || path == "cuda.fp16.float16")
    return Value::ofType(
        Type::of(path.ends_with("bfloat16") ? Scalar::BF16 : Scalar::F16));
  for (const char *prefix : {"np.", "numba.", "cuda."}) {
    std::size_t size = std::strlen(prefix);
    if (path.compare(0, size, prefix) != 0)
      continue;
    std::string name = path.substr(size);
    if (name == "void" || name == "none") {
      Value value = Value::ofType(Type::none());
      value.text = name;
      return value;
    }
    bool isNumPy = path.starts_with("np.");
    if (std::optional<Scalar> scalar =
            isNumPy ? scalarByName(name) : numbaScalarByName(name))
      return Value::ofType(Type::of(*scalar));
    if (name == "datetime64" || name == "timedelta64")
      return Value::ofType(Type::ofTime(*timeByName(name)));
  }
  if (std::optional<Type> type = libraryType(path))
    return Value::ofType(*type);
  return Value::path(std::move(path));
}

} // namespace pyk2ptx
