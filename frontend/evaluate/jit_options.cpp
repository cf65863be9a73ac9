// What cuda.jit was told: its signatures, and the options of jit_options.def.
#include "evaluate.h"
#include "external.h"
#include "float_options.h"

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// argtypes=[float32[:], "int32"]: the types of one signature.
Value addArgumentTypes(const Value &given, SourceRange range,
                       JitOptions &options) {
  if (given.kind != Value::Kind::Tuple)
    return addSignature(given, range, options);
  Value types = given;
  for (Value &element : types.elements)
    if (element.kind == Value::Kind::String)
      if (element = evaluateTypeText(element.text, range); !element.isKnown())
        return element;
  return addSignature(types, range, options);
}

/// An integer from `least` to `most`; what only the running program knows is
/// none of the compiler's, nor None.
bool readCount(const Value &value, std::int64_t least, std::int64_t most,
               std::uint32_t &count) {
  if (!value.isKnown() || value.kind == Value::Kind::None)
    return true;
  if (!value.isInteger() || value.number.asInt() < least ||
      value.number.asInt() > most)
    return false;
  count = static_cast<std::uint32_t>(value.number.asInt());
  return true;
}

Value readLaunchBounds(const Value &value, SourceRange range,
                       JitOptions &options) {
  std::vector<Value> bounds = {value};
  if (value.kind == Value::Kind::Tuple)
    bounds = value.elements;
  constexpr std::int64_t most = 1024;
  std::uint32_t *counts[] = {&options.maxThreads, &options.minBlocks,
                             &options.maxCluster};
  bool isValid = !bounds.empty() && bounds.size() <= std::size(counts);
  for (std::size_t i = 0; isValid && i < bounds.size(); ++i)
    isValid = readCount(bounds[i], i == 0 ? 1 : 0, most, *counts[i]);
  if (isValid)
    return Value::none();
  return Value::unknown(
      range, "`launch_bounds` must be the most threads of a block, 1 to 1024, "
             "or a tuple of them, the least blocks of a multiprocessor and the "
             "most of a cluster");
}

Value readRegisters(const Value &value, SourceRange range,
                    JitOptions &options) {
  return readCount(value, 0, 255, options.maxRegisters)
             ? Value::none()
             : Value::unknown(
                   range, "`max_registers` must be an integer from 0 to 255");
}

/// noalias, opt, lineinfo. numba's opt may be a level.
Value readFlag(const Keyword &keyword, const Value &value,
               JitOptions &options) {
  const std::string &name = keyword.name;
  if (!value.isKnown() || value.kind == Value::Kind::None)
    return Value::none();
  bool isOpt = name == "opt";
  std::int64_t most = isOpt ? 3 : 1;
  bool isFlag = value.isNumber() && !value.number.type.isFloat() &&
                value.number.asInt() >= 0 && value.number.asInt() <= most;
  if (!isFlag)
    return Value::unknown(keyword.range,
                          "`" + name + "` must be True or False");
  bool isTrue = value.number.isTrue();
  if (name == "lineinfo")
    options.lineInfo = isTrue;
  else
    (isOpt ? options.optimize : options.noAlias) = isTrue;
  return Value::none();
}

/// What the command line has and cuda.jit has not; "" for none.
std::string onCommandLine(const std::string &name) {
  static constexpr const char *names[] = {
      "arch", "bounds", "fmad", "ftz", "prec_div", "prec_sqrt", "facts"};
  if (std::ranges::find(names, name) == std::end(names))
    return "";
  std::string option = name;
  std::ranges::replace(option, '_', '-');
  return "; --" + option + " does it, for all kernels";
}

/// cluster_dims=n or (x[, y[, z]]).
Value readClusterDims(const Value &value, SourceRange range,
                      JitOptions &options) {
  if (value.kind == Value::Kind::None)
    return value;
  std::vector<Value> dims = {value};
  if (value.kind == Value::Kind::Tuple)
    dims = value.elements;
  std::int64_t blocks = 1;
  bool isValid = !dims.empty() && dims.size() <= 3;
  for (std::size_t i = 0; isValid && i < 3; ++i) {
    std::int64_t dim = 1;
    if (i < dims.size())
      dim = dims[i].isInteger() ? dims[i].number.asInt() : 0;
    isValid = dim > 0 && dim <= 16;
    blocks *= isValid ? dim : 1;
    options.clusterDims[i] = static_cast<std::uint32_t>(isValid ? dim : 0);
  }
  if (isValid && blocks <= 16)
    return value;
  return Value::unknown(range, "`cluster_dims` must be one to three positive "
                               "integers whose product is at most 16");
}

constexpr const char *jitOptionNames[] = {
#define JIT_OPTION(name, use, doc) #name,
#include "frontend/tables/jit_options.def"
#undef JIT_OPTION
};

bool isJitOption(const std::string &name) {
  return std::find(std::begin(jitOptionNames), std::end(jitOptionNames),
                   name) != std::end(jitOptionNames);
}

Value readResult(const Value &value, SourceRange range, JitOptions &options) {
  Value result = value.kind == Value::Kind::String
                     ? evaluateTypeText(value.text, range)
                     : value;
  if (result.kind != Value::Kind::Type && result.kind != Value::Kind::None)
    return Value::unknown(range, "`restype` must be a type");
  if (result.kind == Value::Kind::Type)
    options.result = result.type;
  return Value::none();
}

Value readTyping(const Value &value, SourceRange range, JitOptions &options) {
  if (value == Value::string("python"))
    options.typing = Typing::Python;
  else if (value == Value::string("numba"))
    options.typing = Typing::Numba;
  else
    return Value::unknown(range, "`typing` must be \"python\" or \"numba\"");
  return Value::none();
}

/// One keyword of jit; the reason when its value is not understood.
Value readKeyword(const Keyword &keyword, const Value &value,
                  const Scope &scope, Evaluator &evaluator,
                  JitOptions &options) {
  const std::string &name = keyword.name;
  if (!isJitOption(name)) {
    std::string near = nearestName(
        name, {std::begin(jitOptionNames), std::end(jitOptionNames)});
    return Value::unknown(
        keyword.range, "there is no option `" + name + "`" +
                           (near.empty() ? onCommandLine(name)
                                         : "; did you mean `" + near + "`?"));
  }
  bool isTrue = value.isNumber() && value.number.isTrue();
  if (name == "device") {
    if (!value.isNumber())
      return Value::unknown(keyword.range, "`device` must be True or False");
    options.device = isTrue;
  } else if (name == "signature" || name == "func_or_sig") {
    if (value.kind != Value::Kind::None)
      return addSignature(value, keyword.range, options);
  } else if (name == "argtypes") {
    if (value.kind != Value::Kind::None)
      return addArgumentTypes(value, keyword.range, options);
  } else if (name == "restype") {
    return readResult(value, keyword.range, options);
  } else if (name == "boundscheck") {
    if (value.kind != Value::Kind::None && isTrue)
      return Value::unknown(keyword.range,
                            "`boundscheck` is --bounds=raise, for all kernels");
  } else if (name == "target") {
    bool isGpu = value.kind == Value::Kind::None ||
                 value == Value::string("cuda") ||
                 value == Value::string("gpu");
    if (!isGpu)
      return Value::unknown(keyword.range, "`target` must be \"cuda\"");
  } else if (name == "launch_bounds") {
    return readLaunchBounds(value, keyword.range, options);
  } else if (name == "cluster_dims") {
    return readClusterDims(value, keyword.range, options);
  } else if (name == "max_registers") {
    return readRegisters(value, keyword.range, options);
  } else if (name == "fastmath") {
    return readFastMath(keyword, value, scope, evaluator, options);
  } else if (name == "noalias" || name == "opt" || name == "lineinfo") {
    return readFlag(keyword, value, options);
  } else if (name == "link") {
    return readLinks(value, keyword.value->range, options.links);
  } else if (name == "typing") {
    return readTyping(value, keyword.range, options);
  }
  // What chooses speed or convenience and never what a kernel means.
  return Value::none();
}

/// **value
Value readKeywords(const Keyword &keyword, const Value &value,
                   const Scope &scope, Evaluator &evaluator,
                   JitOptions &options) {
  if (!value.isKnown())
    return value;
  if (value.kind != Value::Kind::Dict)
    return Value::unknown(keyword.value->range, "`**` takes a dictionary");
  for (std::size_t i = 0; i + 1 < value.elements.size(); i += 2) {
    Keyword one = keyword;
    one.name = value.elements[i].text;
    one.range = keyword.value->range;
    Value read =
        readKeyword(one, value.elements[i + 1], scope, evaluator, options);
    if (!read.isKnown())
      return read;
  }
  return Value::none();
}

} // namespace

Value jitCall(const syntax::Call &node, const Scope &scope,
              Evaluator &evaluator, SourceRange range) {
  auto options = std::make_shared<JitOptions>();
  Value callee = evaluator.evaluate(*node.callee, scope);
  options->device = callee.text != "cuda.jit";
  Value function = Value::missing();
  for (const ExprPtr &arg : node.args) {
    Value value = evaluator.evaluate(*arg, scope);
    if (value.kind == Value::Kind::Function) {
      function = value;
      continue;
    }
    if (value.kind == Value::Kind::None)
      continue;
    Value added =
        value.isKnown() ? addSignature(value, arg->range, *options) : value;
    if (!added.isKnown())
      return Value::unknown(added.range.source ? added.range : arg->range,
                            added.text);
  }
  for (const Keyword &keyword : node.keywords) {
    Value value = evaluator.evaluate(*keyword.value, scope);
    Value read = keyword.name.empty()
                     ? readKeywords(keyword, value, scope, evaluator, *options)
                     : readKeyword(keyword, value, scope, evaluator, *options);
    if (!read.isKnown())
      return read;
  }
  for (SignatureTypes &signature : options->signatures)
    if (options->result && signature.result.isNone()) {
      signature.result = *options->result;
      signature.statesResult = true;
    }
  if (function.kind == Value::Kind::Function) {
    function.function.jit = options;
    return function;
  }
  Value value;
  value.kind = Value::Kind::Jit;
  value.jit = std::move(options);
  value.range = range;
  return value;
}

} // namespace pyk2ptx
