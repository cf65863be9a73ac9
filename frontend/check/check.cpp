// One file: which kernels it holds, which types each is compiled for, and the
// device functions that they reach. Host code around them is read for names
// and otherwise ignored.
#include "checker.h"
#include "frontend/emit/observer.h"
#include "frontend/evaluate/captured.h"
#include "frontend/hints/near_kernel.h"
#include "frontend/messages/internal_error.h"
#include "frontend/parse/parse.h"

#include <algorithm>
#include <bit>
#include <cstdio>
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

// ---- finding kernels ----

/// What a user can do about arguments of cuda.jit that cannot be read, where
/// the reason does not say it.
static const char *wayOutOf(const std::string &reason) {
  auto says = [&](const char *words) {
    return reason.find(words) != reason.npos;
  };
  if (says("is not a signature") || says("signature is not understood"))
    return "; write it as \"void(float32[:], int64)\"";
  if (says("not defined") || says("not known") || says("not a constant") ||
      says("changed while") || says("set in several") || says("a parameter of"))
    return "; write it out, or give the name with -D NAME=VALUE";
  return "";
}

/// cuda.jit(...) whose arguments cannot be read makes no kernel, so it must be
/// reported where it stands.
void FileChecker::reportBadJit(const FunctionDef &def, const Scope &scope) {
  for (const ExprPtr &decorator : def.decorators) {
    const auto *call = std::get_if<Call>(&decorator->node);
    if (!call ||
        !(evaluator_.evaluate(*call->callee, scope) == Value::path("cuda.jit")))
      continue;
    Value value = evaluator_.evaluate(*decorator, scope);
    if (value.isKnown())
      continue;
    diagnostics().emit(value.range.source ? value.range : decorator->range,
                       diag::BadJitArguments, value.text,
                       std::string(wayOutOf(value.text)));
  }
}

void FileChecker::collectFunction(const FunctionDef &def, const Scope &scope,
                                  std::vector<Kernel> &kernels) {
  // A later definition of the same name replaces this one.
  const FunctionDef *last = &def;
  for (const Binding &binding : scope.bindings.at(def.name))
    if (binding.kind == Binding::Kind::Function)
      last = binding.function;
  if (last == &def) {
    Value value = evaluator_.functionValue(def, scope);
    if (value.kind == Value::Kind::Function && value.function.jit &&
        !value.function.jit->device)
      kernels.push_back({scope.prefix + def.name, value.function});
    else if (observer() && value.kind == Value::Kind::Function &&
             value.function.jit)
      deviceFunctions_.push_back(value.function);
    // The only decorator was read, when it has made something of the function.
    bool isRead = def.decorators.size() == 1 &&
                  value.kind == Value::Kind::Function && value.function.jit;
    if (!isRead)
      reportBadJit(def, scope);
  }
  collect(*scope.inner.at(&def), kernels);
}

/// f = cuda.jit(...)(g)
void FileChecker::collectCalls(const Scope &scope,
                               std::vector<Kernel> &kernels) {
  std::vector<const Binding *> calls;
  for (const auto &[name, bindings] : scope.bindings) {
    const Binding &binding = bindings.back();
    if (binding.kind == Binding::Kind::Assigned && binding.value &&
        std::get_if<Call>(&binding.value->node))
      calls.push_back(&binding);
  }
  std::sort(calls.begin(), calls.end(), [](const Binding *a, const Binding *b) {
    return a->range.begin < b->range.begin;
  });
  for (const Binding *binding : calls) {
    std::string name(binding->range.source->text(binding->range));
    Value value = evaluator_.lookup(name, scope);
    bool isNamed = value.kind == Value::Kind::Function &&
                   !value.function.bound &&
                   value.function.def->name != "lambda";
    if (isNamed && value.function.jit && !value.function.jit->device)
      kernels.push_back(
          {scope.prefix + value.function.def->name, value.function});
  }
}

void FileChecker::collect(const Scope &scope, std::vector<Kernel> &kernels) {
  for (const FunctionDef *def : scope.functions)
    collectFunction(*def, scope, kernels);
  for (const auto &[def, inner] : scope.classes)
    collect(*inner, kernels);
  collectCalls(scope, kernels);
}

/// A constant as an argument of `pyk2ptx run`; "" when it is none.
static std::string argumentText(const Value &value) {
  if (value.kind == Value::Kind::None)
    return "None";
  if (value.kind == Value::Kind::Tuple) {
    std::string text = "(";
    for (const Value &element : value.elements) {
      std::string part = argumentText(element);
      if (part.empty())
        return "";
      text += part + ",";
    }
    return text + ")";
  }
  if (!value.isNumber())
    return "";
  const Number &number = value.number;
  if (number.type.isBool())
    return number.isTrue() ? "True" : "False";
  std::string text = number.type.scalar == Scalar::U64
                         ? std::to_string(number.bits)
                         : std::to_string(number.asInt());
  if (number.type.isFloat()) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", number.number);
    text = digits;
    if (text.find_first_not_of("-0123456789") == text.npos)
      text += ".0";
  }
  bool fromPython = number.exact || number.type.weak;
  return fromPython
             ? text
             : std::string(dtypeName(number.type.scalar)) + "(" + text + ")";
}

std::vector<KernelDeclaration> FileChecker::declarations() {
  std::vector<Kernel> kernels;
  collect(*scope_, kernels);
  std::vector<KernelDeclaration> result;
  for (const Kernel &kernel : kernels) {
    KernelDeclaration declaration;
    declaration.name = kernel.name;
    for (const Parameter &param : kernel.function.def->params) {
      declaration.params.push_back(param.name);
      Value value = Value::missing();
      if (param.defaultValue)
        value = evaluator_.evaluate(*param.defaultValue,
                                    *kernel.function.scope->parent);
      declaration.defaults.push_back(argumentText(value));
    }
    declaration.typed = !signaturesOf(kernel).empty();
    declaration.range = kernel.function.def->nameRange;
    result.push_back(std::move(declaration));
  }
  return result;
}

// ---- signatures ----

std::string dottedName(const Expr &expr) {
  if (const auto *name = std::get_if<Name>(&expr.node))
    return name->id;
  const auto *access = std::get_if<Attribute>(&expr.node);
  if (!access)
    return "";
  std::string base = dottedName(*access->value);
  return base.empty() ? "" : base + "." + access->name;
}

/// The types of a --sig. An argument that names a function of the file is one
/// of None's type, and noted; a class of the file is the type of its
/// instances.
Value FileChecker::readSignature(const Source &source, const Expr &expr,
                                 const Scope &scope, SignatureTypes &result) {
  const Call &call = *std::get_if<Call>(&expr.node);
  std::string types(source.text(expr.range));
  std::vector<std::pair<std::size_t, std::string>> functions;
  std::vector<std::pair<std::size_t, Type>> classes;
  for (std::size_t i = call.args.size(); i-- > 0;) {
    std::string name = dottedName(*call.args[i]);
    if (name.empty() || evaluateTypeText(name, {}).isKnown())
      continue;
    Value ofClass = evaluator_.instanceType(
        evaluator_.evaluate(*call.args[i], scope), call.args[i]->range);
    if (ofClass.isKnown())
      classes.emplace_back(i, ofClass.type);
    else if (!evaluator_.functionByName(name, scope).isKnown())
      continue;
    SourceRange range = call.args[i]->range;
    types.replace(range.begin - expr.range.begin, range.end - range.begin,
                  "none");
    if (!ofClass.isKnown())
      functions.emplace_back(i, name);
  }
  types = "void" + types.substr(source.text(call.callee->range).size());
  Value value = evaluateTypeText(types, {});
  if (value.kind == Value::Kind::Signature) {
    result = *value.signature;
    result.functions = std::move(functions);
    for (auto &[i, type] : classes)
      result.params[i] = std::move(type);
  }
  return value;
}

void FileChecker::applySignatures(std::vector<Kernel> &kernels) {
  for (const std::string &text : options_.signatures) {
    Source source("--sig", readRecordTypes(text));
    Diagnostics ignored;
    ExprPtr expr = parseExpression(source, ignored);
    const auto *call = expr ? std::get_if<Call>(&expr->node) : nullptr;
    std::string name = call ? dottedName(*call->callee) : "";
    if (name.empty()) {
      diagnostics().emit({}, diag::BadSignature, text,
                         std::string("write it as `kernel(types)`"));
      continue;
    }
    auto kernel = std::find_if(
        kernels.begin(), kernels.end(),
        [&](const Kernel &candidate) { return candidate.name == name; });
    const Scope &scope =
        kernel == kernels.end() ? *scope_ : *kernel->function.scope;
    SignatureTypes given;
    Value value = readSignature(source, *expr, scope, given);
    if (value.kind != Value::Kind::Signature) {
      diagnostics().emit({}, diag::BadSignature, text, value.text);
      continue;
    }
    if (kernel == kernels.end()) {
      std::vector<std::string> names;
      for (const Kernel &candidate : kernels)
        names.push_back(candidate.name);
      std::string near = nearestName(name, names);
      diagnostics().emit({}, diag::UnknownKernel, name,
                         near.empty() ? std::string()
                                      : "; did you mean `" + near + "`?");
    } else if (std::vector<SignatureTypes> stated = signaturesOf(*kernel);
               !stated.empty()) {
      // What only repeats the source is no contradiction.
      for (const SignatureTypes &each : alternatives(given)) {
        bool isStated = std::any_of(
            stated.begin(), stated.end(), [&](const SignatureTypes &one) {
              return one.params == each.params && each.functions.empty();
            });
        if (!isStated) {
          diagnostics().emit(kernel->function.def->nameRange,
                             diag::SignatureGivenTwice, name);
          break;
        }
      }
    } else {
      for (SignatureTypes &each : alternatives(given))
        given_[name].push_back(std::move(each));
    }
  }
}

Value annotatedType(const Parameter &param, const Scope &scope,
                    Evaluator &evaluator) {
  Value none = Value::unknown(param.range, "it has no type");
  if (!param.annotation)
    return none;
  Value value = evaluator.evaluate(*param.annotation, *scope.parent);
  if (value.kind == Value::Kind::String)
    value = evaluateTypeText(value.text, param.annotation->range);
  if (value == Value::path("float"))
    value = Value::ofType(Type::weakFloat());
  else if (value == Value::path("complex"))
    value = Value::ofType(Type::weakComplex());
  else if (value == Value::path("int"))
    value = Value::ofType(Type::of(Scalar::I64));
  else if (value == Value::path("bool"))
    value = Value::ofType(Type::of(Scalar::Bool));
  if (value.kind == Value::Kind::Class)
    value = evaluator.instanceType(value, param.annotation->range);
  return value.kind != Value::Kind::Type || value.type.isNone() ? none : value;
}

std::optional<SignatureTypes> annotatedTypes(const FunctionDef &def,
                                             const Scope &scope,
                                             Evaluator &evaluator) {
  SignatureTypes signature;
  signature.range = def.nameRange;
  for (const Parameter &param : def.params) {
    Value value = annotatedType(param, scope, evaluator);
    if (!value.isKnown())
      return std::nullopt;
    signature.optional.push_back(isOptional(value));
    signature.params.push_back(value.type);
  }
  return signature;
}

/// What the source states; a kernel without parameters needs nothing stated.
std::vector<SignatureTypes> FileChecker::signaturesOf(const Kernel &kernel) {
  const FunctionValue &function = kernel.function;
  if (!function.jit->signatures.empty())
    return function.jit->signatures;
  std::optional<SignatureTypes> annotated =
      annotatedTypes(*function.def, *function.scope, evaluator_);
  if (annotated)
    return alternatives(*annotated);
  return {};
}

bool FileChecker::checkSignatureArity(const Kernel &kernel,
                                      const SignatureTypes &signature) {
  const FunctionDef &def = *kernel.function.def;
  for (const Parameter &param : def.params) {
    const char *what = nullptr;
    if (param.kind == Parameter::Kind::KeywordArgs)
      what = "`**kwargs`";
    else if (param.kind == Parameter::Kind::KeywordOnly)
      what = "keyword-only";
    if (what) {
      diagnostics().emit(param.range, diag::UnsupportedParameter,
                         std::string(what));
      return false;
    }
  }
  SourceRange range = signature.range.source ? signature.range : def.nameRange;
  if (!signature.result.isNone()) {
    diagnostics().emit(range, diag::SignatureReturns, kernel.name,
                       spell(signature.result));
    return false;
  }
  std::size_t required = 0;
  for (const Parameter &param : def.params)
    required += !param.defaultValue && param.kind != Parameter::Kind::Args;
  std::size_t given = signature.params.size();
  bool takesRest =
      !def.params.empty() && def.params.back().kind == Parameter::Kind::Args;
  if (given < required || (given > def.params.size() && !takesRest)) {
    diagnostics().emit(range, diag::SignatureArity, kernel.name,
                       static_cast<Integer>(signature.params.size()),
                       static_cast<Integer>(def.params.size()));
    return false;
  }
  return true;
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
ir::Function FileChecker::kernelFunction(const Kernel &kernel,
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
FileChecker::kernelArguments(const Kernel &kernel,
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

void FileChecker::checkKernel(const Kernel &kernel,
                              const SignatureTypes &stated,
                              const std::string &symbol) {
  if (!checkSignatureArity(kernel, stated))
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

std::vector<FileChecker::Kernel> FileChecker::collectKernels() {
  std::vector<Kernel> kernels;
  collect(*scope_, kernels);
  if (!options_.onlyKernel.empty()) {
    std::vector<std::string> names;
    for (const Kernel &kernel : kernels)
      names.push_back(kernel.name);
    std::erase_if(kernels, [&](const Kernel &kernel) {
      return kernel.name != options_.onlyKernel;
    });
    if (kernels.empty() && !diagnostics().hasErrors()) {
      std::string near = nearestName(options_.onlyKernel, names);
      diagnostics().emit({}, diag::UnknownKernel, options_.onlyKernel,
                         near.empty() ? std::string()
                                      : "; did you mean `" + near + "`?");
    }
  }
  return kernels;
}

std::optional<ir::Module> FileChecker::run() {
  std::vector<Kernel> kernels = collectKernels();
  applySignatures(kernels);
  exportNamed();
  return checkKernels(kernels);
}

/// Tells of kernels that nobody gave types, which are not compiled; whether
/// there are any. `isAlone`: no others are compiled.
bool FileChecker::tellUntyped(const std::vector<const Kernel *> &untyped,
                              bool isAlone) {
  bool skipped = false;
  // A kernel that is called is a device function, in what was asked for.
  std::set<const FunctionDef *> called = usedAsDevice_;
  // Who says which kernels to compile asked for no others.
  bool isChosen = !options_.signatures.empty() || !options_.exports.empty();
  for (const Kernel *kernel : untyped) {
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
FileChecker::checkKernels(const std::vector<Kernel> &kernels) {
  if (kernels.empty() && options_.exports.empty() && !diagnostics().hasErrors())
    tellNoKernel(syntax_, *scope_, diagnostics());

  // Entry names are taken before bodies are checked, so that they do not
  // depend on which device functions a kernel calls.
  struct Work {
    const Kernel *kernel;
    SignatureTypes signature;
    std::string symbol;
  };
  std::vector<Work> work;
  std::vector<const Kernel *> untyped;
  for (const Kernel &kernel : kernels) {
    std::vector<SignatureTypes> signatures = signaturesOf(kernel);
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

std::vector<KernelDeclaration> findKernels(const syntax::Module &module,
                                           Diagnostics &diagnostics,
                                           SourceLoader *loader) {
  CheckOptions options;
  options.loader = loader;
  return FileChecker(module, options, diagnostics).declarations();
}

} // namespace pyk2ptx
