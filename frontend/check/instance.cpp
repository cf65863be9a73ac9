// Device functions: each is compiled once for the types and known values of its
// arguments, where it is first called with them; one that calls itself is
// compiled again once its result is known.
#include "checker.h"
#include "frontend/evaluate/captured.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

/// Different for functions that differ: where it is, and in which of the texts
/// that claim to be there.
static std::string identityOf(const FunctionValue &function) {
  const FunctionDef &def = *function.def;
  return def.name + "@" + placeOf(def.nameRange) +
         std::to_string(def.nameRange.begin) + "#" +
         std::to_string(fileOf(*function.scope).number);
}

/// Which enumerations of their names a type has members of.
static void addOrigins(const Type &type, std::string &key) {
  if (type.isMember())
    key += "@" + type.tag->name;
  if (type.isTuple())
    for (const Type &element : *type.elements)
      addOrigins(element, key);
}

/// Different for values that differ.
static std::string keyOf(const Value &value) {
  std::string key = std::to_string(static_cast<int>(value.kind)) + ":" +
                    (value.isBytes ? "b" : "") + (value.isList ? "l" : "") +
                    value.text + ":";
  if (value.isNumber() || value.isTime())
    key += spell(value.number.type) + std::to_string(value.number.bits) + "," +
           std::to_string(std::bit_cast<std::uint64_t>(value.number.number)) +
           "," +
           std::to_string(std::bit_cast<std::uint64_t>(value.number.imag));
  if (value.kind == Value::Kind::Type || value.kind == Value::Kind::DeviceArray)
    key += irSpelling(value.type) + spell(value.type) +
           std::to_string(value.number.bits);
  if (value.isMember())
    key += value.type.tag->name;
  if (value.kind == Value::Kind::Function) {
    key += identityOf(value.function);
    if (value.function.bound) {
      for (const Value &arg : value.function.bound->args)
        key += "(" + keyOf(arg) + ")";
      for (const auto &[name, arg] : value.function.bound->keywords)
        key += "(" + name + "=" + keyOf(arg) + ")";
    }
  }
  if (value.fields)
    for (const std::string &name : *value.fields)
      key += name + ",";
  for (std::int64_t extent : value.shape)
    key += "[" + std::to_string(extent) + "]";
  for (const Value &element : value.elements)
    key += "(" + keyOf(element) + ")";
  return key;
}

namespace {

/// What the outermost function of the prelude is called with is known as long
/// as it and those that it calls are made.
template <typename T> class OutermostGuard {
public:
  OutermostGuard(std::optional<T> &state, bool enters, const T &value)
      : state_(state), isOutermost_(enters && !state) {
    if (isOutermost_)
      state = value;
  }
  OutermostGuard(const OutermostGuard &) = delete;
  OutermostGuard &operator=(const OutermostGuard &) = delete;
  ~OutermostGuard() {
    if (isOutermost_)
      state_.reset();
  }

private:
  std::optional<T> &state_;
  bool isOutermost_;
};

} // namespace

std::string FileChecker::siteKey() const {
  return "@" + placeOf(site_->range) + "-" + std::to_string(site_->range.end) +
         "/" + std::to_string(blockThreads().most()) +
         (blockThreads().exactly() ? "!" : "");
}

/// What was made of the library's text is told as the user's call.
void FileChecker::moveToSite(ir::Function &function, Instance &instance) {
  SourceRange place = site_->range;
  instance.messages.moveFromPrelude(place);
  auto move = [&](SourceRange &range) {
    if (range.source && range.source->name().starts_with("<prelude/"))
      range = place;
  };
  move(function.range);
  for (ir::ArrayDeclaration &array : function.arrays)
    move(array.range);
  for (ir::ArrayDeclaration &array : instance.lent)
    move(array.range);
  forEachStmt(function.body, [&](ir::Stmt &stmt) { move(stmt.range); });
  forEachExprIn(function.body, [&](ir::Expr &expr) { move(expr.range); });
}

std::int64_t FileChecker::takeScratch(std::int64_t bytes,
                                      std::int64_t alignment) {
  std::int64_t &taken = scratch_[siteKey()];
  std::int64_t at = (taken + alignment - 1) / alignment * alignment;
  taken = at + bytes;
  return at;
}

/// What tells instances of a function apart.
std::string FileChecker::instanceKey(const FunctionValue &function,
                                     const std::vector<CallArgument> &args,
                                     const Captures &captures,
                                     Typing typing) const {
  const Scope &file = fileOf(*function.scope);
  bool isExpanded = file.isExpanded;
  std::string key = identityOf(function);
  if (typing == Typing::Numba)
    key += "numba";
  if (file.isPrelude && *userTyping_ == Typing::Numba)
    key += "for numba";
  auto addKey = [&](const CallArgument &argument) {
    key += argument.known
               ? "|=" + keyOf(*argument.known)
               : "|" + spell(argument.type) + "|" + irSpelling(argument.type);
    addOrigins(argument.type, key);
  };
  for (bool part : {floats_.fast, floats_.ftz, floats_.approximateDivision,
                    floats_.approximateSqrt})
    key += part ? '1' : '0';
  if (isExpanded)
    key += siteKey();
  for (const CallArgument &argument : args) {
    addKey(argument);
    if (isExpanded)
      for (const Extent &extent : argument.extents)
        key += extent.isExact ? "," + std::to_string(*extent.most) : ",?";
  }
  for (const auto &[name, argument] : captures) {
    key += "|" + name;
    addKey(argument);
  }
  return key;
}

/// `f(float32, int64)`
static std::string callOf(const FunctionDef &def,
                          const std::vector<CallArgument> &args) {
  std::string text = "`" + def.name + "(";
  for (const CallArgument &arg : args) {
    text += &arg == &args[0] ? "" : ", ";
    bool isFunction = arg.known && arg.known->kind == Value::Kind::Function;
    text += isFunction  ? arg.known->function.def->name
            : arg.known ? "a constant"
                        : spell(arg.type);
  }
  return text + ")`";
}

void FileChecker::compileInstance(Instance &instance,
                                  const FunctionValue &function,
                                  const std::vector<CallArgument> &args,
                                  const Captures &captures,
                                  const std::optional<Type> &declaredResult,
                                  Typing typing, SourceRange callRange) {
  const FunctionDef &def = *function.def;
  // Its messages are its own, because they outlive the caller's pass.
  Diagnostics *outer = std::exchange(diagnostics_, &instance.messages);
  std::set<std::uint32_t> outerReached = std::exchange(reached_, {});
  ir::Function compiled;
  compiled.name = def.name;
  compiled.symbol = uniqueSymbol(escapeName(def.name) + "__device");
  compiled.floats = floats_;
  const Scope &file = fileOf(*function.scope);
  compiled.indicesAreInside =
      file.isPrelude && file.bindings.contains("INDICES_ARE_INSIDE");
  active_.push_back(&def);
  FunctionChecker checker(*this, function, false, typing);
  instance.running = &checker;
  instance.failed = !checker.run(args, captures, declaredResult, compiled);
  instance.running = nullptr;
  instance.lent = checker.takeLent();
  if (instance.place && !instance.lent.empty()) {
    diagnostics().emit(def.nameRange, diag::ReturnsLocal, def.name);
    instance.failed = true;
  }
  if (file.isExpanded)
    moveToSite(compiled, instance);
  bool meets = !instance.failed && isMeeting(compiled);
  active_.pop_back();
  if (instance.place)
    finishRecursion(instance, function, callRange, checker.returnType(), meets);
  diagnostics_ = outer;
  instance.reached = std::exchange(reached_, std::move(outerReached));
  instance.result = checker.returnType();
  instance.function = instance.place.value_or(
      static_cast<std::uint32_t>(module_.functions.size()));
  // What a recursive call was told it knew nothing of.
  resultExtents_[instance.function] =
      instance.place ? Extents() : checker.returnExtents();
  if (meets)
    meeting_.insert(instance.function);
  if (!instance.failed &&
      findActing(compiled, instance.place, instance.lent.size()))
    acting_.insert(instance.function);
  else
    acting_.erase(instance.function);
  compiled.isRecursive = instance.place.has_value();
  if (instance.place)
    module_.functions[instance.function] = std::move(compiled);
  else if (!instance.failed)
    module_.functions.push_back(std::move(compiled));
}

const Instance *FileChecker::instantiate(
    const FunctionValue &function, const std::vector<CallArgument> &args,
    const Captures &captures, const std::optional<Type> &declaredResult,
    Typing typing, SourceRange callRange) {
  const FunctionDef &def = *function.def;
  const Scope &file = fileOf(*function.scope);
  OutermostGuard site(site_, file.isExpanded, {callRange, 0});
  OutermostGuard rules(userTyping_, file.isPrelude, typing);
  // The prelude means what it means whatever rules its caller has; a function
  // of the user's that it is given keeps these.
  if (file.isPrelude)
    typing = Typing::Python;
  else if (userTyping_)
    typing = *userTyping_;
  usedAsDevice_.insert(&def);
  if (function.jit && function.jit->typing)
    typing = *function.jit->typing;
  std::string key = instanceKey(function, args, captures, typing);
  auto [found, isNew] = instances_.try_emplace(key);
  Instance &instance = found->second;
  if (isNew && trials_ != 0)
    trialInstances_.push_back(key);
  if (instance.running)
    return callRecursively(instance, def, callRange);
  constexpr std::ptrdiff_t mostTypes = 16;
  if (isNew && std::count(active_.begin(), active_.end(), &def) >= mostTypes) {
    if (trials_ != 0)
      trialInstances_.pop_back();
    instances_.erase(found);
    diagnostics().emit(callRange, diag::RecursiveCall, def.name);
    return nullptr;
  }
  if (isNew)
    compileInstance(instance, function, args, captures, declaredResult, typing,
                    callRange);
  if (!instance.failed) {
    reached_.insert(instance.reached.begin(), instance.reached.end());
    reached_.insert(instance.function);
  }
  Diagnostics::Mark mark = diagnostics().mark();
  diagnostics().append(instance.messages);
  // What is made of a generator stands where it is called.
  bool isUsers = !file.isPrelude && callRange.source &&
                 !callRange.source->name().starts_with("<prelude/") &&
                 !isWithin(callRange, def.nameRange);
  if (isUsers && instance.messages.hasErrors())
    diagnostics().noteErrors(
        mark, {callRange, callOf(def, args) + " is called here"});
  return instance.failed ? nullptr : &instance;
}

/// A call of a function that is being checked. What it returns follows from its
/// returns so far; where there is none yet, the call is an error without a
/// message, and the function is checked once more.
const Instance *FileChecker::callRecursively(Instance &instance,
                                             const FunctionDef &def,
                                             SourceRange callRange) {
  const Type *result = instance.running->resultSoFar();
  bool isDirect = active_.back() == &def;
  if (!result && isDirect) {
    instance.running->checkAgain();
    return nullptr;
  }
  if (!result) {
    diagnostics().emit(callRange, diag::RecursiveCall, def.name);
    return nullptr;
  }
  if (!isDirect)
    instance.assumed = *result;
  // On trial, only its type matters.
  if (!instance.place && trials_ == 0) {
    instance.place = static_cast<std::uint32_t>(module_.functions.size());
    module_.functions.emplace_back();
    // Until it is known.
    acting_.insert(*instance.place);
  }
  instance.function = instance.place.value_or(0);
  instance.result = *result;
  return &instance;
}

/// Whether a thread may wait for others in `function`, or end there.
bool FileChecker::isMeeting(const ir::Function &function) const {
  bool found = false;
  forEachExprIn(function.body, [&](const ir::Expr &expr) {
    if (const auto *builtin = std::get_if<ir::CallBuiltin>(&expr.node))
      found = found || mayWait(effectOf(builtin->builtin));
    else if (const auto *call = std::get_if<ir::CallFunction>(&expr.node))
      found = found || meeting_.contains(call->function);
  });
  forEachStmt(function.body, [&](const ir::Stmt &stmt) {
    found = found || std::holds_alternative<ir::Raise>(stmt.node);
  });
  return found;
}

void FileChecker::finishRecursion(Instance &instance,
                                  const FunctionValue &function,
                                  SourceRange callRange, const Type &result,
                                  bool meets) {
  const FunctionDef &def = *function.def;
  if (instance.assumed && !(*instance.assumed == result)) {
    diagnostics().emit(callRange, diag::RecursiveCall, def.name);
    instance.failed = true;
  }
  if (meets) {
    diagnostics().emit(def.nameRange, diag::RecursiveMeeting, def.name);
    instance.failed = true;
  }
}

} // namespace pyk2ptx
