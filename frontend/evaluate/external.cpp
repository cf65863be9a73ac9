// cuda.declare_device and link=: functions that other files define. Their
// paths are kept as written, with what programs compute them from folded:
// __file__ and os.path's functions of text.
#include "evaluate.h"

#include "external.h"
#include "frontend/ir/symbol.h"

namespace pyk2ptx {

using namespace syntax;

namespace {

/// The reason why a type cannot cross; "" when it can.
std::string foreignProblem(const Type &type, bool isResult) {
  if (type.isScalar() || (isResult && type.isNone()))
    return "";
  if (!isResult && type.isArray() && !type.record)
    return "";
  return std::string("a declared function ") +
         (isResult ? "returns a number of C or nothing"
                   : "takes numbers of C, arrays and pointers") +
         ", not `" + spell(type) + "`";
}

/// One keyword of declare_device; the reason when it is not understood.
Value readDeclared(const Keyword &keyword, const Value &value,
                   ExternalDeclaration &external) {
  SourceRange range = keyword.value->range;
  if (keyword.name == "link")
    return readLinks(value, range, external.links);
  if (keyword.name == "use_cooperative" && value.isNumber()) {
    external.cooperative = value.number.isTrue();
    return Value::none();
  }
  bool isAbi = keyword.name == "abi" && value.kind == Value::Kind::String;
  if (isAbi && (value.text == "c" || value.text == "numba")) {
    external.numbaAbi = value.text == "numba";
    return Value::none();
  }
  if (!value.isKnown())
    return value;
  return Value::unknown(range, "declare_device takes a name, a signature, "
                               "link=, use_cooperative= and abi= \"numba\" or "
                               "\"c\"");
}

} // namespace

Value readLinks(const Value &value, SourceRange range,
                std::vector<ir::LinkedFile> &links) {
  if (value.kind == Value::Kind::None)
    return value;
  std::vector<Value> files = {value};
  if (value.kind == Value::Kind::Tuple)
    files = value.elements;
  for (const Value &file : files) {
    if (!file.isKnown())
      return file;
    if (file.kind != Value::Kind::String || file.text.empty())
      return Value::unknown(range, "`link` takes names of files");
    links.push_back({file.text, range});
  }
  return Value::none();
}

Value declareDevice(const Call &node, const Scope &scope, Evaluator &evaluator,
                    SourceRange range) {
  auto external = std::make_shared<ExternalDeclaration>();
  external->range = range;
  std::vector<std::pair<std::string, const Expr *>> given;
  static constexpr const char *positions[] = {"name", "sig", "link",
                                              "use_cooperative", "abi"};
  if (node.args.size() > std::size(positions))
    return Value::unknown(range, "declare_device takes at most 5 arguments");
  Value name, signature;
  auto read = [&](const Keyword &keyword, Value value) {
    if (keyword.name == "name")
      name = std::move(value);
    else if (keyword.name == "sig")
      signature = std::move(value);
    else
      return readDeclared(keyword, value, *external);
    return Value::none();
  };
  for (std::size_t i = 0; i < node.args.size() + node.keywords.size(); ++i) {
    bool isKeyword = i >= node.args.size();
    const Keyword *keyword =
        isKeyword ? &node.keywords[i - node.args.size()] : nullptr;
    const Expr &expr = isKeyword ? *keyword->value : *node.args[i];
    Value value = evaluator.evaluate(expr, scope);
    Value result;
    if (isKeyword) {
      result = read(*keyword, std::move(value));
    } else if (i == 0) {
      name = std::move(value);
      result = Value::none();
    } else if (i == 1) {
      signature = std::move(value);
      result = Value::none();
    } else {
      result =
          Value::unknown(expr.range, std::string("write `") + positions[i] +
                                         "=` before this argument");
    }
    if (!result.isKnown())
      return result;
  }
  if (name.kind != Value::Kind::String || name.text.empty())
    return Value::unknown(range, "the name in declare_device is no text");
  if (signature.kind == Value::Kind::String)
    signature = evaluateTypeText(signature.text, range);
  if (signature.kind != Value::Kind::Signature)
    return Value::unknown(range, "declare_device(\"" + name.text +
                                     "\", ...) needs a signature such as "
                                     "\"float32(float32, int64)\"");
  return makeExternal(name.text, *signature.signature, std::move(*external));
}

Value makeExternal(const std::string &name, const SignatureTypes &signature,
                   ExternalDeclaration declaration) {
  SourceRange range = declaration.range;
  auto external = std::make_shared<ExternalDeclaration>(std::move(declaration));
  external->name = name;
  external->signature = signature;
  // A pointer is an array of rank 0 here, which any array is passed for.
  for (Type &type : external->signature.params)
    if (type.isPointer() && !type.record)
      type = Type::array(type.scalar, 0, Layout::C);
  std::string problem = symbolProblem(name);
  if (!problem.empty())
    problem = "no function is declared so: " + problem;
  else
    problem = foreignProblem(external->signature.result, true);
  for (const Type &type : external->signature.params)
    if (problem.empty())
      problem = foreignProblem(type, false);
  if (!problem.empty())
    return Value::unknown(range, problem);
  Value value;
  value.kind = Value::Kind::External;
  value.external = std::move(external);
  value.range = range;
  return value;
}

Value foldPath(const std::string &name, const std::vector<Value> &args,
               SourceRange range) {
  for (const Value &arg : args)
    if (arg.kind != Value::Kind::String)
      return Value::unknown(range, "`" + name + "` is of no constant text");
  if (args.empty())
    return Value::unknown(range, "`" + name + "` needs a path");
  const std::string &first = args[0].text;
  std::size_t slash = first.rfind('/');
  if (name == "os.path.dirname")
    return Value::string(
        slash == std::string::npos ? "" : first.substr(0, slash ? slash : 1));
  if (name == "os.path.basename")
    return Value::string(slash == std::string::npos ? first
                                                    : first.substr(slash + 1));
  // Absolute or not, it names the same file.
  if (name != "os.path.join")
    return Value::string(first);
  std::string path;
  for (const Value &arg : args) {
    if (!arg.text.empty() && arg.text.front() == '/')
      path = "";
    if (!path.empty() && path.back() != '/')
      path += '/';
    path += arg.text;
  }
  return Value::string(path);
}

bool isPathFunction(const std::string &name) {
  for (const char *known :
       {"os.path.join", "os.path.dirname", "os.path.basename",
        "os.path.abspath", "os.path.realpath", "os.fspath"})
    if (name == known)
      return true;
  return false;
}

} // namespace pyk2ptx
