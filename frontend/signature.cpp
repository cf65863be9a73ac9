// numba's type expressions and what cuda.jit is given. Types are values like
// any other: `float32[:]` is a subscript of a type, `void(float32[:])` a call
// of one, and a signature's text is evaluated in a scope whose names are
// numba's types.
#include "evaluate.h"

#include "parse.h"

namespace pyk2ptx {

using namespace syntax;

namespace {

bool isIntegerLiteral(const ExprPtr &expr, std::uint64_t value) {
  if (!expr)
    return false;
  const auto *literal = std::get_if<IntLiteral>(&expr->node);
  return literal && literal->value == value && !literal->tooLarge;
}

Value uniTuple(const std::vector<Value> &args, SourceRange range) {
  if (args.size() != 2 || args[0].kind != Value::Kind::Type ||
      !args[1].isInteger())
    return Value::unknown(range, "UniTuple takes a type and a length");
  std::int64_t count = args[1].number.asInt();
  if (count < 0 || count > 1024)
    return Value::unknown(range, "a tuple has at most 1024 elements");
  return Value::ofType(Type::tuple(
      std::vector<Type>(static_cast<std::size_t>(count), args[0].type)));
}

/// Array(float32, 2, "C"): the only spelling of an array of rank 0.
Value arrayType(const std::vector<Value> &args, SourceRange range) {
  bool valid = args.size() == 3 && args[0].kind == Value::Kind::Type &&
               (args[0].type.isScalar() || args[0].type.isRecord()) &&
               args[1].isInteger() && args[2].kind == Value::Kind::String;
  std::int64_t ndim = valid ? args[1].number.asInt() : -1;
  std::string layout = valid ? args[2].text : "";
  if (ndim < 0 || ndim > 32 ||
      (layout != "C" && layout != "F" && layout != "A"))
    return Value::unknown(range, "Array takes a scalar type, a rank up to 32 "
                                 "and a layout 'C', 'F' or 'A'");
  // One contiguous axis is C before it is F, and a lone element is C.
  Layout kind = layout == "A" && ndim > 0   ? Layout::A
                : layout == "F" && ndim > 1 ? Layout::F
                                            : Layout::C;
  return Value::ofType(Type::array(args[0].type, static_cast<int>(ndim), kind));
}

bool allTypes(const std::vector<Value> &values) {
  for (const Value &value : values)
    if (value.kind != Value::Kind::Type)
      return false;
  return true;
}

std::vector<Type> typesOf(const std::vector<Value> &values) {
  std::vector<Type> types;
  for (const Value &value : values)
    types.push_back(value.type);
  return types;
}

Value makeSignature(Type result, const std::vector<Value> &params,
                    SourceRange range) {
  for (const Value &param : params)
    if (param.type.isNone())
      return Value::unknown(range, "a parameter cannot be void");
  auto signature = std::make_shared<SignatureTypes>();
  signature->result = std::move(result);
  signature->params = typesOf(params);
  signature->range = range;
  Value value;
  value.kind = Value::Kind::Signature;
  value.signature = std::move(signature);
  return value;
}

} // namespace

Value unknownType(const Value &path, SourceRange range) {
  std::string name = path.text;
  if (name.rfind("numba.", 0) == 0)
    name = name.substr(6);
  return Value::unknown(range, "unknown type `" + name + "`");
}

Value typeSubscript(const Value &element, const Subscript &node,
                    SourceRange range) {
  if (!element.type.isScalar() && !element.type.isRecord())
    return Value::unknown(range, "an array's element must be a scalar type or "
                                 "a record");
  static constexpr const char *axisForm =
      "write an axis as `:`, the contiguous one as `::1`";
  int ndim = static_cast<int>(node.indices.size());
  if (ndim > 32)
    return Value::unknown(range, "an array has at most 32 axes");
  Layout layout = Layout::A;
  for (int axis = 0; axis < ndim; ++axis) {
    const auto *slice =
        std::get_if<Slice>(&node.indices[static_cast<std::size_t>(axis)]->node);
    if (!slice || slice->lower || slice->upper)
      return Value::unknown(range, axisForm);
    if (!slice->step)
      continue;
    if (!isIntegerLiteral(slice->step, 1))
      return Value::unknown(range, axisForm);
    if (layout != Layout::A)
      return Value::unknown(range, "only one axis can be `::1`");
    if (axis == ndim - 1)
      layout = Layout::C;
    else if (axis == 0)
      layout = Layout::F;
    else
      return Value::unknown(range, "only the first or the last axis can be "
                                   "`::1`");
  }
  return Value::ofType(Type::array(element.type, ndim, layout));
}

Value typeCall(const Value &callee, const std::vector<Value> &args,
               SourceRange range) {
  if (callee.kind == Value::Kind::Path) {
    if (callee.text == "numba.UniTuple")
      return uniTuple(args, range);
    if (callee.text == "numba.Tuple" || callee.text == "numba.BaseTuple") {
      if (args.size() == 1 && args[0].kind == Value::Kind::Tuple &&
          allTypes(args[0].elements))
        return Value::ofType(Type::tuple(typesOf(args[0].elements)));
      return Value::unknown(range, "Tuple takes a tuple of types");
    }
    if (callee.text == "numba.CPointer" && args.size() == 1 &&
        args[0].kind == Value::Kind::Type &&
        (args[0].type.isScalar() || args[0].type.isRecord()))
      return Value::ofType(Type::pointer(args[0].type));
    if (callee.text == "numba.Array")
      return arrayType(args, range);
    return Value::unknown(range, "`" + callee.text + "` is not a type");
  }
  if (callee.type.isScalar() && args.size() == 1 && args[0].isNumeric() &&
      !dropsImaginary(args[0].number.type, callee.type))
    return Value::of(convertNumber(args[0].number, callee.type));
  if (allTypes(args) && (callee.type.isNone() || !args.empty()))
    return makeSignature(callee.type, args, range);
  for (const Value &arg : args)
    if (arg.kind == Value::Kind::Path)
      return unknownType(arg, range);
  return Value::unknown(range, "the call of a type is not understood");
}

Value evaluateTypeText(const std::string &text, SourceRange range) {
  Source source("<signature>", readRecordTypes(text));
  Diagnostics diagnostics;
  ExprPtr expr = parseExpression(source, diagnostics);
  if (!expr)
    return Value::unknown(range, "`" + text + "` is not a signature");
  Scope scope;
  scope.isTypeNamespace = true;
  Evaluator evaluator;
  Value value = evaluator.evaluate(*expr, scope);
  if (value.kind == Value::Kind::Path)
    value = unknownType(value, range);
  value.range = range;
  if (value.kind == Value::Kind::Signature) {
    auto signature = std::make_shared<SignatureTypes>(*value.signature);
    signature->range = range;
    value.signature = std::move(signature);
  }
  return value;
}

namespace {

/// Reads a signature in any of the forms that jit accepts into `options`; the
/// reason when it cannot.
Value addSignature(const Value &given, SourceRange range, JitOptions &options) {
  Value value = given;
  if (value.kind == Value::Kind::String)
    value = evaluateTypeText(value.text, range);
  if (value.kind == Value::Kind::Tuple && allTypes(value.elements) &&
      !value.elements.empty())
    value = makeSignature(Type::none(), value.elements, range);
  if (value.kind == Value::Kind::Tuple) {
    for (const Value &element : value.elements) {
      Value added = addSignature(element, range, options);
      if (!added.isKnown())
        return added;
    }
    return value;
  }
  if (value.kind == Value::Kind::Type)
    return Value::unknown(range, "a signature is written `void(" +
                                     spell(value.type) + ", ...)`");
  if (value.kind != Value::Kind::Signature)
    return value.kind == Value::Kind::Unknown
               ? value
               : Value::unknown(range, "the signature is not understood");
  options.signatures.push_back(*value.signature);
  return value;
}

void readLaunchBounds(const Value &value, JitOptions &options) {
  auto count = [](const Value &bound) {
    std::int64_t number = bound.isInteger() ? bound.number.asInt() : 0;
    return number > 0 && number <= 1 << 20 ? static_cast<std::uint32_t>(number)
                                           : 0U;
  };
  if (value.kind == Value::Kind::Tuple) {
    if (!value.elements.empty())
      options.maxThreads = count(value.elements[0]);
    if (value.elements.size() > 1)
      options.minBlocks = count(value.elements[1]);
  } else {
    options.maxThreads = count(value);
  }
}

/// One keyword of jit; the reason when its value is not understood.
Value readKeyword(const Keyword &keyword, const Value &value,
                  JitOptions &options) {
  const std::string &name = keyword.name;
  bool isTrue = value.isNumber() && value.number.isTrue();
  if (name == "device") {
    if (!value.isNumber())
      return Value::unknown(keyword.range, "`device` must be True or False");
    options.device = isTrue;
  } else if (name == "signature" || name == "argtypes" ||
             name == "func_or_sig") {
    if (value.kind != Value::Kind::None)
      return addSignature(value, keyword.range, options);
  } else if (name == "launch_bounds") {
    readLaunchBounds(value, options);
  } else if (name == "max_registers") {
    if (value.isInteger() && value.number.asInt() > 0 &&
        value.number.asInt() <= 255)
      options.maxRegisters = static_cast<std::uint32_t>(value.number.asInt());
  } else if (name == "link") {
    bool empty = value.kind == Value::Kind::Tuple && value.elements.empty();
    if (!empty && value.kind != Value::Kind::None)
      options.unsupported = "link";
  } else if (name == "typing") {
    if (value.kind != Value::Kind::String || value.text != "python")
      options.unsupported = "typing";
  }
  // The rest (cache, opt, inline, lineinfo, fastmath, ...) chooses speed or
  // convenience and never what a kernel means.
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
    Value read = readKeyword(keyword, value, *options);
    if (!read.isKnown())
      return read;
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
