// Compile-time values and the library names that have one.
#include "builtins.h"
#include "evaluate.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace pyk2ptx {

Number Number::ofInt(std::int64_t value) {
  Number number;
  number.type = Type::of(Scalar::I64);
  number.bits = static_cast<std::uint64_t>(value);
  return number;
}

Number Number::ofUnsigned(std::uint64_t value) {
  Number number;
  number.type = Type::of(Scalar::U64);
  number.bits = value;
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

double Number::asDouble() const {
  if (type.isFloat())
    return number;
  return type.scalar == Scalar::U64 ? static_cast<double>(bits)
                                    : static_cast<double>(asInt());
}

bool Number::isTrue() const { return type.isFloat() ? number != 0 : bits != 0; }

bool operator==(const Number &a, const Number &b) {
  // Bitwise, so that nan equals itself and 0.0 differs from -0.0.
  return a.type == b.type && a.bits == b.bits &&
         std::memcmp(&a.number, &b.number, sizeof a.number) == 0;
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

Number convertNumber(const Number &value, const Type &type) {
  Number result;
  result.type = type;
  if (type.isBool()) {
    result.bits = value.isTrue();
  } else if (type.isFloat()) {
    result.number = value.asDouble();
    if (type.scalar == Scalar::F32) {
      // From an integer, rounding once matters beyond 2**53.
      if (value.type.isFloat())
        result.number = static_cast<float>(value.number);
      else if (value.type.scalar == Scalar::U64)
        result.number = static_cast<float>(value.bits);
      else
        result.number = static_cast<float>(value.asInt());
    }
  } else {
    result.bits = wrapTo(type.scalar,
                         value.type.isFloat()
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
  value.kind = Kind::Number;
  value.number = number;
  return value;
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
    return a.number == b.number;
  case Value::Kind::Path:
  case Value::Kind::String:
    return a.text == b.text;
  case Value::Kind::None:
  case Value::Kind::Ellipsis:
    return true;
  case Value::Kind::Tuple:
    return a.elements == b.elements;
  case Value::Kind::Type:
    return a.type == b.type;
  case Value::Kind::Signature:
    return a.signature == b.signature;
  case Value::Kind::Function:
    return a.function.def == b.function.def;
  case Value::Kind::Jit:
    return a.jit == b.jit;
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
    {"math.pi", 3.14159265358979323846},
    {"math.e", 2.71828182845904523536},
    {"math.tau", 6.28318530717958647692},
    {"math.inf", infinity},
    {"math.nan", notANumber},
    {"np.pi", 3.14159265358979323846},
    {"np.e", 2.71828182845904523536},
    {"np.euler_gamma", 0.57721566490153286061},
    {"np.inf", infinity},
    {"np.Inf", infinity},
    {"np.nan", notANumber},
    {"np.NaN", notANumber},
    {"cmath.pi", 3.14159265358979323846},
    {"cmath.e", 2.71828182845904523536},
    // Exact by the definition of the SI, the same in every CODATA set.
    {"scipy.constants.pi", 3.14159265358979323846},
    {"scipy.constants.c", 299792458.0},
    {"scipy.constants.speed_of_light", 299792458.0},
    {"scipy.constants.h", 6.62607015e-34},
    {"scipy.constants.e", 1.602176634e-19},
    {"scipy.constants.elementary_charge", 1.602176634e-19},
    {"scipy.constants.k", 1.380649e-23},
    {"scipy.constants.Boltzmann", 1.380649e-23},
    {"scipy.constants.N_A", 6.02214076e23},
    {"scipy.constants.Avogadro", 6.02214076e23},
    {"scipy.constants.g", 9.80665},
};

/// Prefixes of modules that mean the same names.
struct ModuleAlias {
  const char *prefix;
  const char *canonical;
};
constexpr ModuleAlias moduleAliases[] = {
    {"numba.cuda.types", "numba"},   {"numba_cuda_mlir.cuda", "cuda"},
    {"numba_cuda_mlir", "numba"},    {"numba_cuda.numba.cuda", "cuda"},
    {"numba.cuda", "cuda"},          {"pyk2ptx.cuda", "cuda"},
    {"pyk2ptx", "numba"},            {"numba.types", "numba"},
    {"numba.core.types", "numba"},   {"numpy", "np"},
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

Value pathValue(const std::string &dotted) {
  std::string path = canonicalPath(dotted);
  for (const NamedConstant &constant : namedConstants)
    if (path == constant.path)
      return Value::of(Number::ofFloat(constant.value));
  if (path == "np.newaxis")
    return Value::none();
  for (const char *prefix : {"np.", "numba."}) {
    std::size_t size = std::strlen(prefix);
    if (path.compare(0, size, prefix) != 0)
      continue;
    std::string name = path.substr(size);
    if (name == "void" || name == "none")
      return Value::ofType(Type::none());
    if (std::optional<Scalar> scalar = scalarByName(name))
      return Value::ofType(Type::of(*scalar));
  }
  return Value::path(std::move(path));
}

} // namespace pyk2ptx
