// Functions of NumPy and of Python by name. The lists say what is harmless, and
// of NumPy, whose functions are so but for few, what is not: those that store
// in their first argument, and those that have an `out` behind their operands.
#include "known_calls.h"

#include "frontend/constants/library.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace pyk2ptx {

template <std::size_t Count>
static bool isAmong(std::string_view name,
                    const std::string_view (&names)[Count]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Of one operand, behind which `out` stands.
static constexpr std::string_view unaryFunctions[] = {
    "abs",      "absolute", "arccos",    "arccosh",     "arcsin",
    "arcsinh",  "arctan",   "arctanh",   "bitwise_not", "cbrt",
    "ceil",     "conj",     "conjugate", "cos",         "cosh",
    "deg2rad",  "degrees",  "exp",       "exp2",        "expm1",
    "fabs",     "fix",      "floor",     "invert",      "isfinite",
    "isinf",    "isnan",    "isneginf",  "isposinf",    "log",
    "log10",    "log1p",    "log2",      "logical_not", "negative",
    "positive", "rad2deg",  "radians",   "reciprocal",  "rint",
    "sign",     "signbit",  "sin",       "sinh",        "spacing",
    "sqrt",     "square",   "tan",       "tanh",        "trunc"};

/// Of two.
static constexpr std::string_view binaryFunctions[] = {
    "add",           "arctan2",     "bitwise_and",  "bitwise_or",
    "bitwise_xor",   "copysign",    "divide",       "dot",
    "equal",         "float_power", "floor_divide", "fmax",
    "fmin",          "fmod",        "gcd",          "greater",
    "greater_equal", "hypot",       "inner",        "lcm",
    "ldexp",         "left_shift",  "less",         "less_equal",
    "logaddexp",     "logical_and", "logical_or",   "logical_xor",
    "matmul",        "maximum",     "minimum",      "mod",
    "multiply",      "nextafter",   "not_equal",    "outer",
    "power",         "remainder",   "right_shift",  "subtract",
    "true_divide",   "vdot"};

/// Others of arrays that make what they give.
static constexpr std::string_view makers[] = {
    // constructors
    "arange", "array", "empty", "empty_like", "eye", "full", "full_like",
    "geomspace", "hamming", "hanning", "blackman", "bartlett", "kaiser",
    "identity", "indices", "linspace", "logspace", "ones", "ones_like", "tile",
    "tri", "vander", "zeros", "zeros_like",
    // of arrays
    "allclose", "argmax", "argmin", "argsort", "argwhere", "around",
    "array_equal", "average", "bincount", "column_stack", "concatenate",
    "convolve", "correlate", "count_nonzero", "cov", "cross", "cumprod",
    "cumsum", "delete", "det", "diff", "digitize", "dstack", "ediff1d", "fft",
    "fftfreq", "flatnonzero", "flatten", "gradient", "histogram", "hstack",
    "ifft", "interp", "inv", "isclose", "isin", "issubdtype", "kron", "mean",
    "median", "meshgrid", "moment", "nanmax", "nanmean", "nanmin", "nansum",
    "nonzero", "norm", "packbits", "percentile", "polyfit", "polyval", "prod",
    "quantile", "repeat", "roll", "round", "searchsorted", "stack", "std",
    "take", "tensordot", "trace", "tril", "triu", "unique", "unpackbits", "var",
    "vstack", "where",
    // numbers and texts of them
    "array2string", "array_str", "can_cast", "dtype", "finfo", "iinfo", "item",
    "itemsize", "result_type", "tobytes", "tolist",
    // of random numbers
    "choice", "default_rng", "exponential", "gamma", "integers", "lognormal",
    "normal", "permutation", "poisson", "rand", "randint", "randn", "random",
    "random_sample", "randrange", "sample", "seed", "standard_normal",
    "uniform",
    // of devices
    "copy_to_host", "device_array", "device_array_like", "event", "grid",
    "stream", "synchronize", "to_device",
    // types that make numbers, or arrays, of what they are given
    "bool_", "complex64", "complex128", "float16", "float32", "float64", "int8",
    "int16", "int32", "int64", "intc", "intp", "uint8", "uint16", "uint32",
    "uint64", "uintp",
    // of Python
    "bin", "bool", "bytes", "chr", "complex", "count", "dict", "divmod",
    "float", "format", "frozenset", "hash", "hex", "id", "index", "input",
    "int", "isinstance", "issubclass", "join", "len", "list", "oct", "ord",
    "perf_counter", "pow", "print", "range", "repr", "set", "slice", "sorted",
    "str", "sum", "time", "tuple", "type"};

/// Those of one or two operands and makers, and what may be an element or a
/// part of one.
static constexpr std::string_view elementsCopied[] = {
    "amax",     "amin", "array",     "astype", "copy",
    "deepcopy", "dict", "frozenset", "list",   "max",
    "min",      "set",  "sorted",    "sum",    "tuple"};
static constexpr std::string_view copies[] = {
    "amax", "amin", "astype", "copy", "max", "min", "deepcopy", "all", "any"};

bool makesNew(const std::string &name) {
  return isAmong(name, unaryFunctions) || isAmong(name, binaryFunctions) ||
         isAmong(name, makers) || isAmong(name, copies);
}

bool copiesElements(const std::string &name) {
  return isAmong(name, elementsCopied);
}

bool isNumberOfArray(const std::string &attribute) {
  static constexpr std::string_view numbers[] = {
      "dtype", "flags", "itemsize", "name",    "nbytes",
      "ndim",  "shape", "size",     "strides", "__len__"};
  return isAmong(attribute, numbers);
}

bool isChangingMethod(const std::string &name) {
  static constexpr std::string_view methods[] = {
      "append",        "extend",     "insert",      "remove",   "pop",
      "clear",         "sort",       "reverse",     "update",   "add",
      "fill",          "setdefault", "put",         "popitem",  "discard",
      "resize",        "partition",  "appendleft",  "popleft",  "extendleft",
      "rotate",        "push",       "put_nowait",  "itemset",  "byteswap",
      "setfield",      "setflags",   "move_to_end", "subtract", "setstate",
      "copy_to_device"};
  bool isInPlace = name.starts_with("__i") && name.size() > 5;
  return isAmong(name, methods) || name == "__setitem__" ||
         name == "__delitem__" || name == "__setattr__" ||
         name == "__delattr__" ||
         (isInPlace && name != "__init__" && name != "__iter__" &&
          name != "__int__" && name != "__index__" && name != "__invert__");
}

bool isReadingMethod(const std::string &name) {
  static constexpr std::string_view methods[] = {
      // of arrays
      "all", "any", "argmax", "argmin", "argsort", "astype", "choose", "clip",
      "compress", "conj", "conjugate", "copy", "copy_to_host", "cumprod",
      "cumsum", "diagonal", "dot", "flatten", "item", "max", "mean", "min",
      "nonzero", "prod", "ravel", "repeat", "reshape", "round", "searchsorted",
      "squeeze", "std", "sum", "swapaxes", "take", "tobytes", "tofile",
      "tolist", "trace", "transpose", "var", "view", "__getitem__", "__len__",
      // of containers
      "count", "get", "index", "items", "keys", "values", "union",
      "intersection", "difference", "symmetric_difference", "isdisjoint",
      "issubset", "issuperset", "most_common", "_asdict", "_replace",
      // of texts
      "capitalize", "center", "decode", "encode", "endswith", "expandtabs",
      "find", "format", "isalnum", "isalpha", "isdigit", "isspace", "join",
      "ljust", "lower", "lstrip", "replace", "rfind", "rjust", "rpartition",
      "rsplit", "rstrip", "split", "splitlines", "startswith", "strip",
      "swapcase", "title", "translate", "upper", "zfill", "hexdigest",
      // of numbers
      "as_integer_ratio", "bit_count", "bit_length", "hex", "is_integer",
      "to_bytes",
      // of streams, events and files, and of pictures
      "close", "flush", "read", "readline", "readlines", "record", "savefig",
      "synchronize", "wait", "write", "writelines", "imshow", "plot", "scatter",
      "hist", "elapsed_time"};
  return isAmong(name, methods) || name.starts_with("assert");
}

bool isPythonFunction(const std::string &name) {
  static constexpr std::string_view functions[] = {
      "__import__", "abs",        "all",          "any",        "ascii",
      "bin",        "bool",       "breakpoint",   "bytearray",  "bytes",
      "callable",   "chr",        "classmethod",  "complex",    "delattr",
      "dict",       "dir",        "divmod",       "enumerate",  "eval",
      "exec",       "exit",       "filter",       "float",      "format",
      "frozenset",  "getattr",    "globals",      "hasattr",    "hash",
      "help",       "hex",        "id",           "input",      "int",
      "isinstance", "issubclass", "iter",         "len",        "list",
      "locals",     "map",        "max",          "memoryview", "min",
      "next",       "object",     "oct",          "open",       "ord",
      "pow",        "print",      "property",     "quit",       "range",
      "repr",       "reversed",   "round",        "set",        "setattr",
      "slice",      "sorted",     "staticmethod", "str",        "sum",
      "super",      "tuple",      "type",         "vars",       "zip"};
  return isAmong(name, functions) || name.ends_with("Error") ||
         name.ends_with("Exception") || name.ends_with("Exit") ||
         name.ends_with("Interrupt") || name.ends_with("Warning") ||
         name.ends_with("Iteration");
}

bool isReadingModule(const std::string &module) {
  static constexpr std::string_view others[] = {
      "IPython",    "PIL",      "bench",   "csv",      "decimal",
      "fractions",  "gc",       "imageio", "inspect",  "io",
      "matplotlib", "pandas",   "pickle",  "platform", "pprint",
      "psutil",     "pylab",    "pytest",  "seaborn",  "skimage",
      "statistics", "textwrap", "timeit",  "tqdm",     "traceback"};
  std::string root = module.substr(0, module.find('.'));
  return root != "ctypes" && (isLibrary(module) || isAmong(root, others));
}

/// Of a library that has arrays, where it is told where to write by place.
static bool isOut(const std::string &name, std::size_t place) {
  // Their other arguments are all operands.
  static constexpr std::string_view wide[] = {"allclose",
                                              "array_equal",
                                              "block",
                                              "clip",
                                              "cross",
                                              "digitize",
                                              "einsum",
                                              "fromiter",
                                              "full",
                                              "histogram",
                                              "histogram2d",
                                              "interp",
                                              "isclose",
                                              "linspace",
                                              "meshgrid",
                                              "piecewise",
                                              "polyfit",
                                              "searchsorted",
                                              "select",
                                              "tensordot",
                                              "where",
                                              "to_device",
                                              "choice",
                                              "normal",
                                              "uniform",
                                              "assert_allclose",
                                              "assert_array_equal",
                                              "assert_almost_equal",
                                              "assert_array_almost_equal",
                                              "assert_equal"};
  if (isAmong(name, unaryFunctions))
    return place >= 1;
  std::size_t operands = name == "clip" ? 3 : 2;
  return place >= operands && (name == "clip" || !isAmong(name, wide));
}

bool changesArgument(const std::string &path, std::size_t place) {
  static constexpr std::string_view stores[] = {
      "at",      "copyto", "delattr",        "delitem",   "fill_diagonal",
      "iadd",    "iand",   "iconcat",        "ifloordiv", "ilshift",
      "imatmul", "imod",   "imul",           "ior",       "ipow",
      "irshift", "isub",   "itruediv",       "ixor",      "nan_to_num",
      "place",   "put",    "put_along_axis", "putmask",   "setattr",
      "setitem", "shuffle"};
  static constexpr std::string_view arrays[] = {"np", "cupy", "cp", "torch",
                                                "scipy"};
  static constexpr std::string_view builtins = "builtins.";
  if (path.starts_with(builtins))
    return changesArgument(path.substr(builtins.size()), place);
  std::string name = path.substr(path.rfind('.') + 1);
  std::string root = path.substr(0, path.find('.'));
  if (name == "pack_into" || name == "readinto")
    return true;
  // list.append(a, 1) as a.append(1), np.ndarray.fill(a, 1)
  bool isOfClass =
      root != path &&
      (!isLibrary(root) || path.find(".ndarray.") != std::string::npos);
  bool isMethod =
      isOfClass && (isChangingMethod(name) || name.starts_with("__"));
  if (place == 0)
    return isMethod || isAmong(name, stores) ||
           path.find("atomic") != std::string::npos;
  return isAmong(root, arrays) && isOut(name, place);
}

bool mayChangeArgument(const std::string &path) {
  constexpr std::size_t mostPlaces = 4;
  for (std::size_t place = 0; place < mostPlaces; ++place)
    if (changesArgument(path, place))
      return true;
  return false;
}

bool makesCallable(const std::string &path) {
  static constexpr std::string_view names[] = {
      "Enum",       "FFT",       "Flag",  "IntEnum",    "Matmul",
      "NamedTuple", "NewType",   "dtype", "gpu_struct", "make_dataclass",
      "matmul",     "namedtuple"};
  std::string name = path.substr(path.rfind('.') + 1);
  return isAmong(name, names) || path.find("coop") != std::string::npos;
}

bool callsArgument(const std::string &path) {
  static constexpr std::string_view names[] = {"accumulate",
                                               "apply_along_axis",
                                               "apply_over_axes",
                                               "dropwhile",
                                               "filter",
                                               "filterfalse",
                                               "fromfunction",
                                               "groupby",
                                               "map",
                                               "max",
                                               "min",
                                               "piecewise",
                                               "reduce",
                                               "sort",
                                               "sorted",
                                               "starmap",
                                               "sub",
                                               "takewhile"};
  return isAmong(path.substr(path.rfind('.') + 1), names);
}

} // namespace pyk2ptx
