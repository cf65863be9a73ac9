// Functions of a running program: each text is a file of its own, whose names
// are what the program says they are. What the texts state themselves,
// decorators and annotations, the program has read already.
#include "frontend/evaluate/captured.h"
#include "checker.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// `types` go to the kernels that state none.
void FileChecker::readCapturedTypes(const std::string &types,
                                    const std::string &kernel) {
  Value value = evaluateTypes(types);
  if (value.kind == Value::Kind::Signature)
    lazyTypes_ = alternatives(*value.signature);
  else
    diagnostics().emit({}, diag::BadSignature, kernel + "(" + types + ")",
                       value.text);
}

/// The function of a text; Unknown, with a message, when it has none.
Value FileChecker::capturedFunction(const CapturedFunction &function,
                                    const syntax::Module &tree, bool isKernel,
                                    Scope &scope) {
  const FunctionDef *def = findCaptured(tree, function.form);
  if (!def) {
    diagnostics().emit({tree.source, 0, 0}, diag::NoKernel);
    return Value::unknown({}, "its text holds no function");
  }
  auto jit = std::make_shared<JitOptions>();
  jit->device = !isKernel;
  if (function.typing == "numba")
    jit->typing = Typing::Numba;
  else if (function.typing == "python")
    jit->typing = Typing::Python;
  for (const std::string &link : function.links)
    jit->links.push_back({link, {}});
  std::copy(std::begin(function.cluster), std::end(function.cluster),
            std::begin(jit->clusterDims));
  for (const std::string &text : function.signatures) {
    Value added = addSignature(Value::string(text), def->nameRange, *jit);
    if (!added.isKnown())
      diagnostics().emit(def->nameRange, diag::BadSignature, text, added.text);
  }
  Value value;
  value.kind = Value::Kind::Function;
  value.range = def->nameRange;
  value.function.def = def;
  value.function.scope = function.form == CapturedFunction::Form::Lambda
                             ? &evaluator_.lambdaScope(*def, scope)
                             : scope.inner.at(def).get();
  value.function.jit = std::move(jit);
  return value;
}

/// The kernel, with all names that it and its functions know.
DeclaredKernel
FileChecker::makeCaptured(const std::vector<syntax::Module> &trees,
                          const CapturedProgram &program) {
  std::vector<Value> functions;
  std::vector<Scope *> scopes;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const CapturedFunction &function = program.functions[i];
    if (i > 0)
      capturedScopes_.push_back(makeScope(trees[i]));
    Scope &scope = i > 0 ? *capturedScopes_.back() : *scope_;
    scope.number = static_cast<std::uint32_t>(i + 1);
    scopes.push_back(&scope);
    // A file finds its own functions, as always.
    functions.push_back(
        function.form == CapturedFunction::Form::File
            ? Value::unknown({}, "it is a file")
            : capturedFunction(function, trees[i],
                               i == 0 && !program.exported.isWanted, scope));
  }
  for (std::size_t i = 0; i < trees.size(); ++i) {
    const Value &itself = functions[i];
    if (itself.isKnown())
      scopes[i]->given[itself.function.def->name] = itself;
    for (const auto &[name, value] : program.functions[i].names)
      scopes[i]->given[name] = evaluateCaptured(value, functions);
  }
  for (const auto &[parameter, value] : program.constantArguments)
    capturedArguments_.emplace_back(parameter,
                                    evaluateCaptured(value, functions));
  recordPlaces_ = program.recordPlaces;
  DeclaredKernel kernel;
  if (functions[0].isKnown()) {
    kernel.name = program.functions[0].name;
    if (kernel.name.empty())
      kernel.name = functions[0].function.def->name;
    kernel.function = functions[0].function;
  }
  return kernel;
}

/// The program's first function for code of other compilers.
std::optional<ir::Module>
FileChecker::checkExported(const FunctionValue &function,
                           const CapturedExport &exported) {
  Export wanted;
  wanted.symbol = exported.symbol;
  wanted.isNumba = exported.isNumba;
  wanted.signature = lazyTypes_[0];
  if (!exported.result.empty()) {
    Value result = evaluateTypeText(exported.result, {});
    if (result.kind == Value::Kind::Type)
      wanted.result = result.type;
    else if (result.kind == Value::Kind::None)
      wanted.result = Type::none();
    else
      diagnostics().emit({}, diag::BadSignature, exported.result, result.text);
  }
  exportFunction(function, wanted);
  return finished();
}

std::optional<ir::Module>
FileChecker::runCaptured(const std::vector<syntax::Module> &trees,
                         const CapturedProgram &program) {
  const CapturedFunction &first = program.functions[0];
  DeclaredKernel kernel = makeCaptured(trees, program);
  bool isFile = first.form == CapturedFunction::Form::File;
  if (!isFile || !program.types.empty())
    readCapturedTypes(program.types, isFile ? first.name : kernel.name);
  if (diagnostics().hasErrors())
    return std::nullopt;
  isCaptured_ = !isFile;
  if (program.exported.isWanted)
    return checkExported(kernel.function, program.exported);
  return checkKernels(isFile ? collectKernels()
                             : std::vector<DeclaredKernel>{kernel});
}

std::optional<ir::Module>
checkCaptured(const std::vector<syntax::Module> &trees,
              const CapturedProgram &program, const CheckOptions &options,
              Diagnostics &diagnostics) {
  return FileChecker(trees[0], options, diagnostics)
      .runCaptured(trees, program);
}

} // namespace pyk2ptx
