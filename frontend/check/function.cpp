// One function: its variables, the joins of their types, and the copies on the
// edges into joins. checker.h tells the idea.
#include "checker.h"
#include "frontend/emit/observer.h"
#include "frontend/evaluate/device_object.h"
#include "frontend/hints/whole_function.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/types/optional_type.h"
#include "frontend/values/chars.h"
#include "frontend/values/enumeration.h"
#include "frontend/values/optional.h"

#include <utility>

namespace pyk2ptx {

ir::ExprPtr makeExpr(SourceRange range, Type type,
                     decltype(ir::Expr::node) node) {
  auto expr = std::make_unique<ir::Expr>();
  expr->range = range;
  expr->type = std::move(type);
  expr->node = std::move(node);
  return expr;
}

ir::ExprPtr makeInt(SourceRange range, std::int64_t value) {
  return makeNumber(range, Number::ofInt(value));
}

ir::ExprPtr makeNumber(SourceRange range, const Number &number) {
  ir::Constant constant;
  constant.bits = number.bits;
  constant.number = number.number;
  constant.imag = number.imag;
  return makeExpr(range, number.type, constant);
}

ir::ExprPtr makeConvert(ir::ExprPtr expr, const Type &type) {
  if (sameStorage(expr->type, type)) {
    // Weakness is no conversion.
    expr->type = type;
    return expr;
  }
  SourceRange range = expr->range;
  if (isOptionalType(type) && !isOptionalType(expr->type)) {
    ir::MakeTuple there;
    there.elements.push_back(makeNumber(range, Number::ofBool(true)));
    there.elements.push_back(makeConvert(std::move(expr), valueOf(type)));
    return makeExpr(range, type, std::move(there));
  }
  return makeExpr(range, type, ir::Convert{std::move(expr)});
}

bool operator==(const Variable &a, const Variable &b) {
  return a.isSet == b.isSet && a.maybeUnset == b.maybeUnset &&
         a.isSure == b.isSure && a.isConflict == b.isConflict &&
         a.known == b.known && a.hasSlot == b.hasSlot && a.type == b.type &&
         a.slot == b.slot && a.extents == b.extents;
}

FunctionChecker::FunctionChecker(FileChecker &file,
                                 const FunctionValue &function, bool isKernel,
                                 Typing typing)
    : file_(file), callee_(function), def_(*function.def),
      scope_(*function.scope), isKernel_(isKernel), typing_(typing) {
  names_ = localNames(*function.def);
  for (std::uint32_t i = 0; i < names_.size(); ++i)
    indices_[names_[i]] = i;
  variableSlots_.resize(names_.size());
  collectWalrus(def_.body, walrus_);
}

/// Whether the source has one signature for it; what a running program or a
/// command line gives stands at its name, or nowhere.
static bool statesTypes(const FunctionValue &function) {
  if (!function.jit || function.jit->signatures.size() != 1)
    return false;
  const SourceRange &range = function.jit->signatures[0].range;
  return range.source && range.begin != function.def->nameRange.begin;
}

bool FunctionChecker::run(const std::vector<CallArgument> &params,
                          const Captures &captures,
                          const std::optional<Type> &declaredResult,
                          ir::Function &result) {
  function_ = std::move(result);
  function_.isKernel = isKernel_;
  function_.typing = typing_;
  function_.range = def_.nameRange;
  function_.paramCount =
      static_cast<std::uint32_t>(params.size() + captures.size());
  params_ = params;
  captures_ = captures;
  for (CallArgument &param : params_)
    param.type = strong(param.type);
  for (auto &[name, argument] : captures_)
    argument.type = strong(argument.type);
  if (declaredResult) {
    declaredResult_ = strong(*declaredResult);
    returnType_ = *declaredResult_;
    returnValid_ = true;
  }
  for (std::uint32_t i = 0; i < params_.size(); ++i)
    slotFor(i, isKernel_ ? passedAs(params_[i].type) : params_[i].type);
  for (const auto &[name, argument] : captures_) {
    if (!indices_.contains(name)) {
      indices_[name] = static_cast<std::uint32_t>(names_.size());
      names_.push_back(name);
      variableSlots_.emplace_back();
    }
    slotFor(variableIndex(name), argument.type);
  }
  bool valid = false;
  if (file_.observer())
    file_.observer()->entered(def_, function_.symbol, params_);
  if (def_.isAsync)
    unsupportedStatement(def_.nameRange, "`async def`");
  Diagnostics::Mark mark = diagnostics().mark();
  do {
    diagnostics().rollback(mark);
    returnChanged_ = isPending_ = hasNewType_ = false;
    returnsLocal_.reset();
    returnExtents_.reset();
    valid = checkBody();
    if (hasNewType_) {
      // Items of threads have a type now.
      loops_.clear();
      continue;
    }
    valid = !reportUntypedData(mark) && valid;
    if (isPending_ && !returnValid_ && !returnsPending_) {
      // Nothing is returned anywhere.
      returnType_ = Type::none();
      returnValid_ = returnChanged_ = true;
      loops_.clear();
    } else if (isPending_ && !returnValid_) {
      diagnostics().emit(def_.nameRange, diag::RecursiveCall, def_.name);
      valid = false;
    } else if (isPending_) {
      // What a call of itself gave is known now.
      returnChanged_ = true;
      loops_.clear();
    }
  } while (returnChanged_ || hasNewType_);
  if (file_.observer())
    file_.observer()->left();
  if (!returnValid_)
    returnType_ = Type::none();
  if (valid)
    warnOfFunction(function_, statesTypes(callee_), diagnostics());
  if (valid && returnsLocal_)
    borrowArrays();
  function_.returnType = returnType_;
  result = std::move(function_);
  return valid;
}

bool FunctionChecker::checkBody() {
  std::size_t errors = diagnostics().errorCount();
  function_.body.clear();
  env_.isReachable = true;
  env_.variables = Variables(names_.size());
  auto give = [&](std::uint32_t index, ir::SlotId slot,
                  const CallArgument &argument) {
    Variable variable;
    variable.isSet = true;
    variable.known = argument.known;
    variable.hasSlot = !argument.known;
    variable.type = argument.known ? Type::error() : argument.type;
    variable.slot = argument.known ? 0 : slot;
    variable.extents = argument.extents;
    env_.variables.set(index, std::move(variable));
  };
  auto count = static_cast<std::uint32_t>(params_.size());
  for (std::uint32_t i = 0; i < count; ++i)
    give(i, i, params_[i]);
  for (std::uint32_t i = 0; i < captures_.size(); ++i)
    give(variableIndex(captures_[i].first), count + i, captures_[i].second);
  // A kernel's default values are variables like any other.
  for (std::uint32_t i = 0; isKernel_ && i < count; ++i)
    if (params_[i].known && params_[i].known->kind != Value::Kind::None)
      assignVariable(names_[i],
                     Operand::ofValue(*params_[i].known, def_.nameRange),
                     def_.nameRange, function_.body);
  for (std::uint32_t i = 0; i < count && i < def_.params.size(); ++i)
    tell(names_[i], def_.params[i].range);
  referToParameters(def_.nameRange, function_.body);
  checkBlock(def_.body, function_.body);
  if (env_.isReachable && returnValid_ && !returnType_.isNone() &&
      !returnType_.isError())
    returnNone();
  // Of a body that is checked once more, not all is there.
  if (diagnostics().errorCount() == errors && !isPending_ && !hasNewType_)
    checkNewArrays();
  return diagnostics().errorCount() == errors;
}

/// The path that reaches the end.
void FunctionChecker::returnNone() {
  if (declaredResult_ && !isOptionalType(*declaredResult_)) {
    diagnostics().emit(def_.nameRange, diag::MissingReturn, def_.name);
    return;
  }
  returnChanged_ = returnChanged_ || !isOptionalType(returnType_);
  returnType_ = optionalOf(returnType_);
  function_.body.push_back(
      {def_.nameRange, ir::Return{noneAs(*this, returnType_, def_.nameRange)}});
}

std::uint32_t FunctionChecker::variableIndex(const std::string &name) {
  return indices_.at(name);
}

ir::SlotId FunctionChecker::slotFor(std::uint32_t variable, const Type &type) {
  std::vector<ir::SlotId> &slots = variableSlots_[variable];
  for (ir::SlotId slot : slots)
    if (sameStorage(function_.slots[slot].type, type))
      return slot;
  ir::Slot slot;
  slot.name = names_[variable];
  if (!slots.empty())
    slot.name += "." + std::to_string(slots.size());
  slot.type = type;
  auto id = static_cast<ir::SlotId>(function_.slots.size());
  function_.slots.push_back(std::move(slot));
  slots.push_back(id);
  slotVariables_[id] = variable;
  return id;
}

void FunctionChecker::startAtZero(ir::SlotId slot) {
  if (!std::exchange(function_.slots[slot].zero, true))
    zeroSlots_.push_back(slot);
}

void FunctionChecker::dropSlots(std::size_t count, std::size_t zeros) {
  for (; zeroSlots_.size() > zeros; zeroSlots_.pop_back())
    function_.slots[zeroSlots_.back()].zero = false;
  for (; function_.slots.size() > count; function_.slots.pop_back()) {
    auto last = static_cast<ir::SlotId>(function_.slots.size() - 1);
    keptExtents_.erase(last);
    newResults_.erase(last);
    if (auto owner = slotVariables_.extract(last))
      variableSlots_[owner.mapped()].pop_back();
  }
}

ir::SlotId FunctionChecker::temporary(const Type &type) {
  ir::Slot slot;
  slot.name = "%" + std::to_string(function_.slots.size());
  slot.type = type;
  function_.slots.push_back(std::move(slot));
  return static_cast<ir::SlotId>(function_.slots.size() - 1);
}

/// What a variable is, for a message about two of them.
static std::string describeVariable(const Variable &variable) {
  if (variable.hasSlot)
    return "`" + spell(variable.type) + "`";
  if (variable.known && variable.known->kind == Value::Kind::None)
    return "`None`";
  if (variable.known && variable.known->kind == Value::Kind::Function)
    return "the function `" + variable.known->function.def->name + "`";
  if (variable.known && variable.known->kind == Value::Kind::Path)
    return "`" + variable.known->text + "`";
  return "another compile-time value";
}

Variable FunctionChecker::joinVariables(const Variable &a, const Variable &b,
                                        std::uint32_t index) {
  if (!a.isSet || !b.isSet) {
    Variable result = a.isSet ? a : b;
    result.maybeUnset = result.isSet;
    result.isSure = false;
    // On the path that leaves it unset it reads as zero.
    if (result.hasSlot && result.isSet)
      result.known.reset();
    return result;
  }
  Variable result;
  result.isSet = true;
  result.maybeUnset = a.maybeUnset || b.maybeUnset;
  result.isSure = result.maybeUnset && (!a.maybeUnset || a.isSure) &&
                  (!b.maybeUnset || b.isSure);
  if (a.isConflict || b.isConflict) {
    const Variable &conflict = a.isConflict ? a : b;
    result.isConflict = true;
    result.conflictA = conflict.conflictA;
    result.conflictB = conflict.conflictB;
    return result;
  }
  if (a.isError() || b.isError()) {
    bool maybeUnset = result.maybeUnset, isSure = result.isSure;
    result = a.isError() ? b : a;
    result.maybeUnset = maybeUnset;
    result.isSure = isSure;
    return result;
  }
  if (a.known == b.known)
    result.known = a.known;
  std::optional<Type> type;
  // None on one path alone: a value that may be None.
  auto isNone = [](const Variable &variable) {
    return !variable.hasSlot && variable.known &&
           variable.known->kind == Value::Kind::None;
  };
  if ((a.hasSlot || isNone(a)) && (b.hasSlot || isNone(b)) &&
      (a.hasSlot || b.hasSlot))
    type = join(a.hasSlot ? a.type : Type::none(),
                b.hasSlot ? b.type : Type::none());
  if (type) {
    result.hasSlot = true;
    result.type = *type;
    result.slot = slotFor(index, *type);
    if (a.extents == b.extents)
      result.extents = a.extents;
    // Equal values of types that differ (0 and 0.0) are not one constant.
    if (!(a.type == b.type))
      result.known.reset();
  } else if (a.hasSlot || b.hasSlot || !result.known) {
    result.isConflict = true;
    result.known.reset();
    result.conflictA = describeVariable(a);
    result.conflictB = describeVariable(b);
  }
  return result;
}

Environment FunctionChecker::joinEnvironments(const Environment &a,
                                              const Environment &b) {
  if (!a.isReachable)
    return b;
  if (!b.isReachable)
    return a;
  Environment result = a;
  Variables::forEachUnshared(a.variables, b.variables, [&](std::size_t index) {
    const Variable &atA = a.variables[index], &atB = b.variables[index];
    if (!(atA == atB))
      result.variables.set(
          index, joinVariables(atA, atB, static_cast<std::uint32_t>(index)));
  });
  return result;
}

void FunctionChecker::emitEdge(const Environment &from, const Environment &to,
                               Block &block, SourceRange range) {
  auto assign = [&](std::size_t index) {
    const Variable &source = from.variables[index];
    const Variable &target = to.variables[index];
    bool isNone = source.isSet && !source.hasSlot && target.hasSlot &&
                  isOptionalType(target.type);
    if (isNone && source.known)
      block.push_back(
          {range, ir::Assign{target.slot, noneAs(*this, target.type, range)}});
    if (!source.isSet || !source.hasSlot || !target.hasSlot ||
        source.slot == target.slot)
      return;
    ir::ExprPtr value;
    if (ownLocals_.contains(source.slot))
      ownLocals_.insert(target.slot);
    if (source.known && source.known->isNumber()) {
      value =
          makeConvert(makeNumber(range, convertNumber(source.known->number,
                                                      valueOf(target.type))),
                      target.type);
    } else {
      if (source.maybeUnset)
        startAtZero(source.slot);
      value =
          makeConvert(makeExpr(range, source.type,
                               ir::SlotValue{source.slot, source.maybeUnset}),
                      target.type);
    }
    block.push_back({range, ir::Assign{target.slot, std::move(value)}});
  };
  Variables::forEachUnshared(from.variables, to.variables, assign);
}

void FunctionChecker::edgeTo(Join &join, Block &block, SourceRange range) {
  if (!env_.isReachable)
    return;
  if (join.unsetsErrors) {
    const Variables &before = join.unsetsErrors->variables;
    Variables::forEachUnshared(env_.variables, before, [&](std::size_t i) {
      if (env_.variables[i].isError() && !before[i].isSet)
        env_.variables.set(i, Variable());
    });
  }
  join.brought = join.isBrought ? joinEnvironments(join.brought, env_) : env_;
  join.isBrought = true;
  if (!join.isAssumed)
    join.assumed = env_;
  join.isAssumed = true;
  emitEdge(env_, join.assumed, block, range);
}

bool FunctionState::Join::settle(FunctionChecker &checker, bool keeps) {
  if (!isBrought) {
    // Nothing comes, so nothing was made by what was assumed.
    isAssumed = false;
    return true;
  }
  if (brought.variables == assumed.variables)
    return true;
  Environment next =
      keeps ? checker.joinEnvironments(assumed, brought) : std::move(brought);
  bool isNew = !(next.variables == assumed.variables);
  assumed = std::move(next);
  return !isNew;
}

void FunctionChecker::continueFrom(const Join &join, const Environment &entry) {
  env_ = join.isBrought ? join.assumed : entry;
  env_.isReachable = join.isBrought;
}

void FunctionChecker::assignVariable(const std::string &name, Operand value,
                                     SourceRange range, Block &block) {
  std::uint32_t index = variableIndex(name);
  Variable variable;
  variable.isSet = true;
  if (value.isError) {
    env_.variables.set(index, std::move(variable));
    return;
  }
  if (isChars(value)) {
    Type text = value.type.element();
    value = charsAs(*this, std::move(value), text);
  }
  if (value.isError) {
    env_.variables.set(index, std::move(variable));
    return;
  }
  if (value.known && isArray(*value.known))
    value = constantArray(*value.known, name, range);
  bool compileTimeOnly =
      value.known && !value.known->isNumber() && !value.known->isTime() &&
      (!value.known->isMember() || value.known->type.record->fields.empty()) &&
      (value.known->kind != Value::Kind::Tuple || isDeviceObject(*value.known));
  if (value.known)
    variable.known = value.known;
  if (!compileTimeOnly) {
    variable.type = typeOf(value);
    if (variable.type.isError()) {
      variable.known.reset();
      env_.variables.set(index, std::move(variable));
      return;
    }
    variable.hasSlot = true;
    variable.slot = slotFor(index, variable.type);
    ir::ExprPtr assigned = materialize(std::move(value));
    if (holdsOwnLocal(*assigned))
      ownLocals_.insert(variable.slot);
    variable.extents = extentsOf(*assigned);
    wideSlots_.assigned(variable.slot, *assigned);
    block.push_back({range, ir::Assign{variable.slot, std::move(assigned)}});
  }
  env_.variables.set(index, std::move(variable));
  tell(name, range);
}

void FunctionChecker::tell(const std::string &name, SourceRange range) {
  if (!file_.observer() || !range.source)
    return;
  // Of `x += 1`, and of a parameter with an annotation, it is the beginning.
  auto size = static_cast<std::uint32_t>(name.size());
  range.end = range.begin + size;
  const Variable &variable = env_.variables[variableIndex(name)];
  if (range.source->text(range) == name)
    file_.observer()->noted(range, variable.type, variable.known);
}

Operand FunctionChecker::readVariable(const std::string &name,
                                      SourceRange range) {
  const Variable &variable = env_.variables[variableIndex(name)];
  if (!variable.isSet) {
    Diagnostic &message =
        diagnostics().emit(range, diag::UseBeforeAssignment, name);
    if (file_.evaluator().lookup(name, *scope_.parent).isKnown())
      message.notes.push_back(
          {range, "the function assigns to it, so it is not the global `" +
                      name + "`"});
    return Operand::error(range);
  }
  if (variable.isConflict) {
    diagnostics().emit(range, diag::TypeConflict, name, variable.conflictA,
                       variable.conflictB);
    return Operand::error(range);
  }
  if (variable.maybeUnset && !variable.isSure && !isMadeName(name)) {
    if (!setUnder_)
      setUnder_.emplace(def_);
    if (!setUnder_->isSet(name, range))
      diagnostics().emit(range, diag::MaybeUnset, name);
  }
  if (variable.known)
    return Operand::ofValue(*variable.known, range);
  if (!variable.hasSlot) {
    diagnostics().noteFailure(range);
    return Operand::error(range);
  }
  if (variable.maybeUnset)
    startAtZero(variable.slot);
  return Operand::ofExpr(
      makeExpr(range, variable.type, ir::SlotValue{variable.slot}));
}

} // namespace pyk2ptx
