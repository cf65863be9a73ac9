// The library names that have a value, under each of their spellings.
#include "library.h"
#include "frontend/tables/builtins.h"
#include "frontend/types/time_type.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

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

bool isLibrary(const std::string &module) {
  static constexpr const char *libraries[] = {
      "abc",         "argparse", "builtins", "cmath",     "collections",
      "contextlib",  "copy",     "ctypes",   "cuda",      "cupy",
      "dataclasses", "datetime", "enum",     "functools", "itertools",
      "json",        "logging",  "math",     "np",        "numba",
      "numbers",     "numpy",    "nvmath",   "operator",  "os",
      "pathlib",     "pyk2ptx",  "random",   "re",        "scipy",
      "string",      "struct",   "sys",      "time",      "torch",
      "types",       "typing",   "unittest", "warnings",  "__future__"};
  std::string path = canonicalPath(module);
  path = path.substr(0, path.find('.'));
  return std::find(std::begin(libraries), std::end(libraries), path) !=
         std::end(libraries);
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
