// One text is parsed, checked and its indices proven as the compiler would;
// what the checker tells on its way (observer.h) is kept by place. Nothing is
// reused from the text before: it is faster to check a file than to find out
// what of it may have changed.
#include "analysis.h"

#include "compiler/kernel_ir.h"
#include "compiler/target/requirements.h"
#include "compiler/target/target.h"
#include "compiler/transform/bounds.h"
#include "frontend/emit/observer.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/parse/parse.h"
#include "launches.h"

#include <algorithm>
#include <set>
#include <utility>

namespace pyk2ptx {

namespace {

/// A constant as Python writes it, or what a value without a type is; "" for
/// what has no short name.
std::string describeValue(const Value &value) {
  switch (value.kind) {
  case Value::Kind::Number: {
    const Number &number = value.number;
    if (number.type.isBool())
      return number.isTrue() ? "True" : "False";
    if (number.type.isFloat()) {
      char text[40];
      std::snprintf(text, sizeof text, "%.9g", number.number);
      return text;
    }
    if (number.type.isComplex())
      return "";
    return number.type.scalar == Scalar::U64 ? std::to_string(number.bits)
                                             : std::to_string(number.asInt());
  }
  case Value::Kind::Path:
    return value.text;
  case Value::Kind::String:
    return "\"" + value.text + "\"";
  case Value::Kind::Member:
    return spell(value.type) + "." + value.text;
  case Value::Kind::None:
    return "None";
  case Value::Kind::Type:
    return "type " + spell(value.type);
  case Value::Kind::Function:
    return "function " + value.function.def->name;
  case Value::Kind::Module:
    return "module " + value.text;
  case Value::Kind::Class:
    return "class " + value.text;
  case Value::Kind::Tuple: {
    std::string text;
    for (const Value &element : value.elements) {
      std::string part = describeValue(element);
      if (part.empty() || text.size() > 60)
        return "";
      text += (text.empty() ? "" : ", ") + part;
    }
    return "(" + text + ")";
  }
  default:
    return "";
  }
}

/// What is wrong whatever types a kernel has: names, statements, calls.
bool holdsForAllTypes(DiagnosticKind kind) {
  switch (kind) {
  case DiagnosticKind::UnknownName:
  case DiagnosticKind::UnsupportedName:
  case DiagnosticKind::UnsupportedStatement:
  case DiagnosticKind::UnsupportedExpression:
  case DiagnosticKind::UnsupportedParameter:
  case DiagnosticKind::UseBeforeAssignment:
  case DiagnosticKind::NotConstant:
  case DiagnosticKind::ImportFailed:
  case DiagnosticKind::ArgumentCount:
  case DiagnosticKind::UnknownKeyword:
  case DiagnosticKind::MissingArgument:
  case DiagnosticKind::ArgumentGivenTwice:
  case DiagnosticKind::KernelReturnsValue:
  case DiagnosticKind::NotADeviceFunction:
  case DiagnosticKind::SharedTooLarge:
  case DiagnosticKind::LocalTooLarge:
    return true;
  default:
    return false;
  }
}

std::string spellCall(const syntax::FunctionDef &def,
                      const std::vector<CallArgument> &params) {
  std::string text = def.name + "(";
  for (std::size_t i = 0; i < params.size(); ++i) {
    std::string type = params[i].known ? describeValue(*params[i].known)
                                       : spell(params[i].type);
    text += (i ? ", " : "") + (type.empty() ? "..." : type);
  }
  return text + ")";
}

} // namespace

/// Keeps what is told of the file's own text.
class Analysis::Recorder : public CheckObserver {
public:
  explicit Recorder(Analysis &analysis) : analysis_(analysis) {}

  void entered(const syntax::FunctionDef &function, const std::string &symbol,
               const std::vector<CallArgument> &params) override {
    bool isOurs = function.nameRange.source == &analysis_.source_;
    running_.push_back(isOurs ? analysis_.functions_.size() : nowhere);
    if (!isOurs)
      return;
    CompiledFunction &compiled = analysis_.functions_.emplace_back();
    compiled.def = &function;
    compiled.symbol = symbol;
    compiled.spelled = spellCall(function, params);
  }
  void left() override {
    if (running_.size() == 1 && running_[0] != nowhere)
      outermost_.push_back(running_[0]);
    running_.pop_back();
  }
  void noted(SourceRange range, const Type &type,
             const std::optional<Value> &known) override {
    if (running_.empty() || running_.back() == nowhere ||
        range.source != &analysis_.source_)
      return;
    CompiledFunction &function = analysis_.functions_[running_.back()];
    Fact &fact = function.facts[{range.begin, range.end}];
    fact.type = type;
    fact.value = known ? describeValue(*known) : std::string();
  }
  void guessed(const syntax::FunctionDef &kernel, const std::string &signature,
               const Diagnostics &found) override {
    analysis_.guesses_[&kernel] = signature;
    // The functions that it was the first to call, too.
    std::vector<CompiledFunction> &all = analysis_.functions_;
    std::size_t from = outermost_.empty() ? all.size() : outermost_.back();
    for (bool isIt = from < all.size() && all[from].def == &kernel;
         isIt && from < all.size(); ++from)
      all[from].isGuess = true;
    for (const Diagnostic &message : found.sorted())
      if (holdsForAllTypes(message.kind))
        analysis_.findings_.push_back({message, true});
  }
  void gaveUp(ir::Module &&module) override {
    dropUncalled(module);
    analysis_.markValid(module);
    analysis_.findIndices(module);
  }

private:
  static constexpr std::size_t nowhere = SIZE_MAX;
  Analysis &analysis_;
  std::vector<std::size_t> running_;
  /// Functions that no other was being checked around.
  std::vector<std::size_t> outermost_;
};

Analysis::Analysis(const std::string &path, std::string text,
                   const Settings &settings, const OpenTexts &open)
    : settings_(withComments(settings, text)),
      source_(path.empty() ? "<unsaved>" : path, std::move(text)),
      positions_(source_.text()), files_(settings_.importFolders, open) {
  files_.addInput(source_, path);
}

Analysis::~Analysis() = default;

void Analysis::run() {
  Diagnostics messages;
  tree_ = parse(source_, messages);
  for (const Diagnostic &message : messages.sorted())
    findings_.push_back({message});
  if (!tree_)
    return;
  scope_ = makeScope(*tree_);
  evaluator_ = std::make_unique<Evaluator>(
      std::vector<std::pair<std::string, Value>>(), &files_);
  check();
}

void Analysis::check() {
  Recorder recorder(*this);
  CheckOptions options;
  options.signatures = settings_.signatures;
  options.defines = settings_.defines;
  launches_ = typesOfLaunches(*tree_, *scope_, *evaluator_);
  options.kernelTypes = launches_;
  options.loader = &files_;
  options.observer = &recorder;
  Diagnostics messages;
  std::optional<ir::Module> module = pyk2ptx::check(*tree_, options, messages);
  if (module) {
    dropUncalled(*module);
    dropForgotten(*module);
    const Arch *arch = findArch(settings_.arch);
    if (arch)
      (void)fitsArch(*module, *arch, messages);
    findIndices(*module);
  }
  // The file need not be for kernels at all.
  for (const Diagnostic &message : messages.sorted())
    if (message.kind != DiagnosticKind::NoKernel &&
        message.kind != DiagnosticKind::NoTypedKernel)
      findings_.push_back({message});
}

/// Functions that were compiled for types of an early pass.
void Analysis::dropForgotten(const ir::Module &module) {
  markValid(module);
  std::erase_if(functions_, [](const CompiledFunction &function) {
    return !function.isValid && !function.isGuess;
  });
}

void Analysis::markValid(const ir::Module &module) {
  std::map<std::string, const ir::Function *> kept;
  for (const ir::Function &function : module.functions)
    kept[function.symbol] = &function;
  for (CompiledFunction &function : functions_) {
    auto compiled = kept.find(function.symbol);
    if (compiled == kept.end())
      continue;
    function.isValid = true;
    function.isKernel = compiled->second->isKernel;
    function.blockThreads = compiled->second->maxThreads;
    function.kernel = function.isKernel ? compiled->second->name : "";
    if (!function.isKernel)
      function.result = spell(compiled->second->returnType);
  }
}

void Analysis::findIndices(ir::Module &module) {
  applyBounds(module, BoundsMode::Guard);
  for (ir::Function &function : module.functions) {
    Ranges ranges(function);
    forEachIndexIn(
        function.body, [&](ir::Index &index, const ir::Expr &, unsigned) {
          SourceRange range = index.value->range;
          if (range.source != &source_)
            return;
          auto [found, isNew] =
              indices_.try_emplace({range.begin, range.end}, IndexFact());
          IndexFact &fact = found->second;
          Interval values = ranges.of(*index.value);
          if (isNew) {
            fact = {index.bounds, index.wrap, values};
            return;
          }
          // The text is compiled more than once: what is true of all.
          if (index.bounds != ir::Bounds::None)
            fact.bounds = index.bounds;
          fact.mayWrap = fact.mayWrap || index.wrap;
          fact.values.low = std::min(fact.values.low, values.low);
          fact.values.high = std::max(fact.values.high, values.high);
        });
  }
}

} // namespace pyk2ptx
