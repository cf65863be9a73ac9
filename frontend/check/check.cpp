// One file: its kernels, each for all the types that it is compiled for, and
// the device functions that they reach.
#include "checker.h"
#include "frontend/emit/observer.h"
#include "frontend/hints/near_kernel.h"
#include "frontend/messages/internal_error.h"
#include "frontend/parse/parse.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

FileChecker::FileChecker(const syntax::Module &module,
                         const CheckOptions &options, Diagnostics &diagnostics)
    : syntax_(module), options_(options), diagnostics_(&diagnostics),
      scope_(makeScope(module)) {
  readDefines();
  evaluator_.addFile(*scope_);
}

/// -D NAME=VALUE: VALUE is a constant expression of literals and library names.
void FileChecker::readDefines() {
  std::vector<std::pair<std::string, Value>> defines;
  for (const auto &[name, text] : options_.defines) {
    Source source("-D " + name, text);
    Diagnostics ignored;
    ExprPtr expr = parseExpression(source, ignored);
    Scope scope;
    for (const char *library : {"np", "numpy", "math", "numba", "cuda"}) {
      Binding binding;
      binding.kind = Binding::Kind::Module;
      binding.module = library;
      scope.bindings[library].push_back(std::move(binding));
    }
    Value value = expr ? Evaluator().evaluate(*expr, scope)
                       : Value::unknown({}, "it is not an expression");
    if (expr && !value.isKnown()) {
      // float32, as in signatures.
      scope.isTypeNamespace = true;
      Value type = Evaluator().evaluate(*expr, scope);
      if (type.kind == Value::Kind::Type)
        value = std::move(type);
    }
    if (value.isKnown())
      defines.emplace_back(name, std::move(value));
    else
      diagnostics().emit({}, diag::BadDefine, name, value.text);
  }
  evaluator_ = Evaluator(std::move(defines), options_.loader);
}

// ---- entry names ----

std::string FileChecker::uniqueSymbol(const std::string &name) {
  std::string symbol = name;
  while (symbols_.contains(symbol))
    symbol = name + "_" + std::to_string(symbols_[name]++);
  symbols_[symbol] = 1;
  return symbol;
}

// ---- checking ----

void FileChecker::checkSharedSize(const ir::Function &kernel) {
  constexpr std::int64_t limit = 48 << 10;
  std::int64_t bytes = 0, scratch = 0;
  std::vector<const ir::Function *> functions = {&kernel};
  for (std::uint32_t function : reached_)
    functions.push_back(&module_.functions[function]);
  for (const ir::Function *function : functions)
    for (const ir::ArrayDeclaration &array : function->arrays) {
      if (array.space != Space::Shared || array.dynamic)
        continue;
      std::int64_t size = byteSize(array.element);
      for (std::int64_t extent : array.shape)
        size = size > limit ? size : size * extent;
      size = (size + 15) / 16 * 16;
      if (array.scratch >= 0) {
        // All calls use one piece of memory.
        std::int64_t before = scratch;
        scratch = std::max(scratch, array.scratch + size);
        size = scratch - before;
      }
      bytes += size;
      if (bytes > limit && array.scratch >= 0) {
        diagnostics().emit(array.range, diag::ScratchTooLarge, bytes, limit,
                           blockThreads().most());
        return;
      }
      if (bytes > limit) {
        diagnostics().emit(array.range, diag::SharedTooLarge, kernel.name,
                           bytes, limit);
        return;
      }
    }
}

/// What it calls is made for blocks of one size, which is the kernel's.
void FileChecker::checkThreads(ir::Function &kernel) {
  for (std::uint32_t index : reached_) {
    const ir::Function &function = module_.functions[index];
    kernel.asksForBlock |= function.asksForBlock;
    if (!function.expectedThreads)
      continue;
    if (kernel.expectedThreads &&
        kernel.expectedThreads != function.expectedThreads) {
      diagnostics().emit(function.range, diag::ThreadsDiffer,
                         function.expectedThreads, kernel.expectedThreads);
      return;
    }
    kernel.expectedThreads = function.expectedThreads;
  }
  if (!kernel.expectedThreads && kernel.asksForBlock)
    kernel.expectedThreads = options_.blockThreads;
}

/// The types of a kernel's parameters, where those behind the last are `*args`,
/// a tuple. A running program has made the tuple.
static SignatureTypes withRest(const FunctionDef &def, SignatureTypes signature,
                               bool isCaptured) {
  bool takesRest =
      !def.params.empty() && def.params.back().kind == Parameter::Kind::Args;
  std::size_t named = def.params.size() - takesRest;
  if (!takesRest || signature.params.size() < named ||
      (isCaptured && signature.params.size() == def.params.size()))
    return signature;
  auto from = signature.params.begin() + static_cast<std::ptrdiff_t>(named);
  std::vector<Type> rest(from, signature.params.end());
  signature.params.erase(from, signature.params.end());
  signature.params.push_back(Type::tuple(std::move(rest)));
  return signature;
}

/// Without a body: what its decorator and the options say.
ir::Function FileChecker::kernelFunction(const DeclaredKernel &kernel,
                                         const std::string &symbol) const {
  const JitOptions &jit = *kernel.function.jit;
  ir::Function function;
  function.name = kernel.name;
  function.symbol = symbol;
  function.maxThreads = jit.maxThreads;
  function.minBlocks = jit.minBlocks;
  function.maxRegisters =
      jit.maxRegisters ? jit.maxRegisters : options_.maxRegisters;
  if (!jit.maxThreads) {
    function.maxThreads = options_.maxThreads;
    function.minBlocks = options_.minBlocks;
  }
  function.noAlias = jit.noAlias.value_or(options_.noAlias);
  function.isUnoptimized = !jit.optimize.value_or(true);
  function.lineInfo = jit.lineInfo;
  function.floats = floatModeOf(options_.floats, jit.fastMath);
  function.maxCluster = jit.maxCluster;
  std::copy(std::begin(jit.clusterDims), std::end(jit.clusterDims),
            function.clusterDims);
  return function;
}

/// Of all its parameters; nothing after a message.
std::optional<std::vector<CallArgument>>
FileChecker::kernelArguments(const DeclaredKernel &kernel,
                             const SignatureTypes &signature) {
  std::vector<CallArgument> params;
  for (const Type &type : signature.params)
    params.push_back(
        {type, type.isNone() ? std::optional(Value::none()) : std::nullopt});
  for (const auto &[index, name] : signature.functions) {
    Value value = evaluator_.functionByName(name, *kernel.function.scope);
    if (!value.isKnown()) {
      diagnostics().emit({}, diag::NotConstant, name,
                         "it is no function of the file, and no other "
                         "argument for `" +
                             kernel.function.def->params[index].name + "`",
                         std::string());
      return std::nullopt;
    }
    params[index] = {Type::none(), std::move(value)};
  }
  for (const auto &[index, value] : capturedArguments_) {
    if (index >= params.size())
      continue;
    if (!value.isKnown())
      diagnostics().emit(
          kernel.function.def->params[index].range, diag::NotConstant,
          kernel.function.def->params[index].name, value.text, std::string());
    params[index] = {Type::none(), value};
  }
  for (std::uint32_t index : recordPlaces_)
    if (index < params.size())
      params[index].isPlace = true;
  // Parameters without a type have their default value.
  const std::vector<Parameter> &all = kernel.function.def->params;
  for (std::size_t i = params.size(); i < all.size(); ++i) {
    Value value = evaluator_.evaluate(*all[i].defaultValue,
                                      *kernel.function.scope->parent);
    if (!value.isKnown()) {
      diagnostics().emit(all[i].defaultValue->range, diag::NotConstant,
                         all[i].name, value.text, std::string());
      return std::nullopt;
    }
    params.push_back({Type::none(), std::move(value)});
  }
  return params;
}

void FileChecker::checkKernel(const DeclaredKernel &kernel,
                              const SignatureTypes &stated,
                              const std::string &symbol) {
  if (!fitsKernel(stated, kernel, diagnostics()))
    return;
  SignatureTypes signature =
      withRest(*kernel.function.def, stated, isCaptured_);
  const JitOptions &jit = *kernel.function.jit;
  ir::Function function = kernelFunction(kernel, symbol);
  mostThreads_ = function.maxThreads;
  floats_ = function.floats;
  addLinks(jit.links);
  reached_.clear();
  active_.push_back(kernel.function.def);
  FunctionChecker checker(*this, kernel.function, true,
                          jit.typing.value_or(options_.typing));
  std::optional<std::vector<CallArgument>> params =
      kernelArguments(kernel, signature);
  bool valid = params && checker.run(*params, {}, std::nullopt, function);
  active_.pop_back();
  if (!valid)
    return;
  checkSharedSize(function);
  checkThreads(function);
  module_.functions.push_back(std::move(function));
}

std::vector<DeclaredKernel> FileChecker::collectKernels() {
  KernelsOfFile found = kernelsOf(*scope_, evaluator_, diagnostics());
  deviceFunctions_ = std::move(found.deviceFunctions);
  return onlyKernel(std::move(found.kernels), options_.onlyKernel,
                    diagnostics());
}

std::optional<ir::Module> FileChecker::run() {
  std::vector<DeclaredKernel> kernels = collectKernels();
  given_ = givenSignatures(options_.signatures, kernels, *scope_, evaluator_,
                           diagnostics());
  exportNamed();
  return checkKernels(kernels);
}

/// Tells of kernels that nobody gave types, which are not compiled; whether
/// there are any. `isAlone`: no others are compiled.
bool FileChecker::tellUntyped(
    const std::vector<const DeclaredKernel *> &untyped, bool isAlone) {
  bool skipped = false;
  // A kernel that is called is a device function, in what was asked for.
  std::set<const FunctionDef *> called = usedAsDevice_;
  // Who says which kernels to compile asked for no others.
  bool isChosen = !options_.signatures.empty() || !options_.exports.empty();
  for (const DeclaredKernel *kernel : untyped) {
    const FunctionDef &def = *kernel->function.def;
    // Called from a kernel, it is a device function that does not say so.
    if (usedAsDevice_.contains(&def))
      continue;
    skipped = true;
    if (observer() && !called.contains(&def))
      guessTypes(*kernel);
    if (!isChosen || isAlone)
      diagnostics().emit(
          def.nameRange, diag::UntypedKernel, kernel->name,
          signatureHint(kernel->function, kernel->name, evaluator_));
  }
  return skipped;
}

std::optional<ir::Module>
FileChecker::checkKernels(const std::vector<DeclaredKernel> &kernels) {
  if (kernels.empty() && options_.exports.empty() && !diagnostics().hasErrors())
    tellNoKernel(syntax_, *scope_, diagnostics());

  // Entry names are taken before bodies are checked, so that they do not
  // depend on which device functions a kernel calls.
  struct Work {
    const DeclaredKernel *kernel;
    SignatureTypes signature;
    std::string symbol;
  };
  std::vector<Work> work;
  std::vector<const DeclaredKernel *> untyped;
  for (const DeclaredKernel &kernel : kernels) {
    std::vector<SignatureTypes> signatures =
        statedSignatures(kernel.function, evaluator_);
    if (signatures.empty())
      signatures = given_[kernel.name];
    bool isStated = !signatures.empty();
    for (const KernelTypes &types : options_.kernelTypes)
      if (!isStated && types.kernel == kernel.name)
        signatures.push_back(
            {Type::none(), types.types, {}, {}, types.functions});
    if (signatures.empty() || isCaptured_)
      signatures = lazyTypes_;
    if (signatures.empty())
      untyped.push_back(&kernel);
    std::string entry = escapeName(kernel.function.def->name);
    for (std::size_t i = 0; i < signatures.size(); ++i) {
      std::string symbol = i == 0 ? entry : entry + "__" + std::to_string(i);
      if (symbols_.contains(symbol))
        diagnostics().emit(kernel.function.def->nameRange, diag::EntryClash,
                           symbol);
      symbols_[symbol] = 1;
      work.push_back({&kernel, signatures[i], symbol});
    }
  }
  for (const Work &item : work)
    checkKernel(*item.kernel, item.signature, item.symbol);

  bool skipped = tellUntyped(untyped, work.empty());
  if (observer())
    guessUncalled();
  bool isEmpty = work.empty() && options_.exports.empty();
  if (isEmpty && skipped && !diagnostics().hasErrors())
    diagnostics().emit({syntax_.source, 0, 0}, diag::NoTypedKernel);
  return finished();
}

std::optional<ir::Module> FileChecker::finished() {
  if (diagnostics().hasErrors()) {
    if (observer())
      observer()->gaveUp(std::move(module_));
    return std::nullopt;
  }
  if (std::optional<SourceRange> where = diagnostics().unexplained())
    internalError(placeOf(*where) + ": this was left out without a message");
  return std::move(module_);
}

std::optional<ir::Module> check(const syntax::Module &module,
                                const CheckOptions &options,
                                Diagnostics &diagnostics) {
  return FileChecker(module, options, diagnostics).run();
}

} // namespace pyk2ptx
