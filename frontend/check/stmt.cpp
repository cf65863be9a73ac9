// Statements. Each check* reads one Python statement and appends IR to `block`;
// env_ is the environment behind it.
#include "checker.h"
#include "frontend/hints/misuse.h"
#include "frontend/hints/no_effect.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/library/builtin.h"
#include "frontend/messages/internal_error.h"
#include "frontend/parse/print_syntax.h"
#include "frontend/parse/syntax_walk.h"
#include "frontend/tables/refused.h"
#include "frontend/types/numba_typing.h"
#include "frontend/values/arguments.h"
#include "frontend/values/optional.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace syntax;

void FunctionChecker::checkBlock(const syntax::Block &body, Block &block) {
  for (const Stmt &stmt : body) {
    // What follows a return, break or continue never runs.
    if (!env_.isReachable)
      return;
    checkStatement(stmt, block);
  }
}

void FunctionChecker::unsupportedStatement(SourceRange range,
                                           const char *what) {
  Diagnostic &diagnostic =
      diagnostics().emit(range, diag::UnsupportedStatement, std::string(what));
  if (const char *instead = nearestThing(what))
    diagnostic.notes.push_back({range, instead});
}

/// Its names are not told to be unset besides.
void FunctionChecker::refuseImport(const std::vector<ImportAlias> &names,
                                   SourceRange range) {
  unsupportedStatement(range, "`import`");
  for (const ImportAlias &each : names) {
    const std::string &name = each.asName.empty() ? each.name : each.asName;
    Block unused;
    if (std::string first = name.substr(0, name.find('.'));
        indices_.contains(first))
      assignVariable(first, Operand::error(range), range, unused);
  }
}

/// Whether there is no such statement without IR.
static bool leavesCode(const Stmt &stmt) {
  auto isPlace = [](const ExprPtr &target) {
    return std::holds_alternative<Subscript>(target->node) ||
           std::holds_alternative<Attribute>(target->node);
  };
  if (const auto *assign = std::get_if<Assign>(&stmt.node))
    return std::any_of(assign->targets.begin(), assign->targets.end(), isPlace);
  if (const auto *assign = std::get_if<AugAssign>(&stmt.node))
    return isPlace(assign->target);
  if (const auto *assign = std::get_if<AnnAssign>(&stmt.node))
    return assign->value && isPlace(assign->target);
  return std::holds_alternative<Return>(stmt.node) ||
         std::holds_alternative<Raise>(stmt.node) ||
         std::holds_alternative<Break>(stmt.node) ||
         std::holds_alternative<Continue>(stmt.node);
}

void FunctionChecker::checkStatement(const Stmt &stmt, Block &block) {
  std::size_t before = block.size(), effects = effects_.size();
  Diagnostics::Mark mark = diagnostics().mark();
  std::size_t errors = diagnostics().errorCount();
  checkStatementNode(stmt, block);
  if (block.size() == before && leavesCode(stmt))
    diagnostics().noteFailure(stmt.range);
  // What failed, of a variable without a type in a pass of a loop for one, is
  // missing for a reason of its own.
  if (diagnostics().errorCount() != errors ||
      diagnostics().mark().failures != mark.failures)
    effects_.resize(effects);
  else
    requireEffects(effects, block, before);
}

void FunctionChecker::checkStatementNode(const Stmt &stmt, Block &block) {
  SourceRange range = stmt.range;
  const auto &node = stmt.node;
  if (const auto *assign = std::get_if<Assign>(&node))
    return checkAssign(*assign, range, block);
  if (const auto *assign = std::get_if<AugAssign>(&node))
    return checkAugAssign(*assign, range, block);
  if (const auto *branch = std::get_if<If>(&node))
    return checkIf(*branch, 0, range, block);
  if (const auto *loop = std::get_if<While>(&node))
    return checkWhile(*loop, range, block);
  if (const auto *loop = std::get_if<For>(&node))
    return checkFor(*loop, range, block);
  if (const auto *expr = std::get_if<ExprStmt>(&node))
    return checkExprStmt(*expr->value, range, block);
  if (const auto *result = std::get_if<Return>(&node))
    return checkReturn(*result, range, block);
  if (std::get_if<Pass>(&node))
    return;
  bool isBreak = std::holds_alternative<Break>(node);
  if (isBreak || std::get_if<Continue>(&node))
    return checkJump(isBreak, range, block);
  if (const auto *assign = std::get_if<AnnAssign>(&node)) {
    // The annotation says nothing that the value does not.
    if (assign->value) {
      if (const auto *name = std::get_if<Name>(&assign->target->node))
        assigned_ = name->id;
      Elementwise elements;
      bool isPart = std::holds_alternative<Subscript>(assign->target->node);
      Operand value =
          checkAssigned(*assign->value, elements, isPart, range, block);
      assigned_.clear();
      expression_ = &elements;
      assignTo(*assign->target, std::move(value), block);
      expression_ = nullptr;
    }
    return;
  }
  if (const auto *assertion = std::get_if<Assert>(&node))
    return checkAssert(*assertion, range, block);
  if (const auto *global = std::get_if<Global>(&node)) {
    // Names that are only read are constants anyhow.
    for (const std::string &name : global->names)
      if (indices_.contains(name))
        return unsupportedStatement(range, global->nonlocal ? "`nonlocal`"
                                                            : "`global`");
    return;
  }
  if (const auto *raise = std::get_if<Raise>(&node))
    return checkRaise(*raise, range, block);
  if (const auto *gone = std::get_if<Delete>(&node))
    return checkDelete(*gone, range);
  if (const auto *import = std::get_if<Import>(&node))
    return refuseImport(import->names, range);
  if (const auto *import = std::get_if<ImportFrom>(&node))
    return refuseImport(import->names, range);
  if (const auto *def = std::get_if<FunctionDef>(&node))
    return checkNestedFunction(*def, range, block);
  if (std::get_if<ClassDef>(&node))
    return unsupportedStatement(range, "`class`");
  if (const auto *match = std::get_if<Match>(&node))
    return checkMatch(*match, range, block);
  const auto &other = std::get<UnsupportedStmt>(node);
  unsupportedStatement(range, ("`" + other.what + "`").c_str());
}

/// del x: reading it is an error from here on.
void FunctionChecker::checkDelete(const Delete &node, SourceRange range) {
  for (const ExprPtr &target : node.targets) {
    const auto *name = std::get_if<Name>(&target->node);
    if (!name)
      return unsupportedStatement(range, "`del` of an element");
    if (!readVariable(name->id, target->range).isError)
      env_.variables.set(variableIndex(name->id), Variable());
  }
}

// ---- control flow ----

void FunctionChecker::checkIf(const If &node, std::size_t branch,
                              SourceRange range, Block &block) {
  // if/elif is flat in the syntax and nested in the IR.
  constexpr std::size_t maxBranches = 1000;
  if (branch == maxBranches) {
    diagnostics().emit(node.branches[branch].condition->range,
                       diag::NestingTooDeep, Integer(maxBranches));
    return;
  }
  const IfBranch &first = node.branches[branch];
  bool last = branch + 1 == node.branches.size();
  std::optional<bool> known;
  ir::ExprPtr condition = checkCondition(*first.condition, known);
  auto checkRest = [&](Block &to) {
    if (last)
      checkBlock(node.orElse, to);
    else
      checkIf(node, branch + 1, range, to);
  };
  if (known) {
    // The other side is not compiled, so it may be wrong for these types.
    if (*known)
      checkBlock(first.body, block);
    else
      checkRest(block);
    return;
  }
  ir::If result;
  result.condition = std::move(condition);
  Environment before = env_;
  if (whenTrue_)
    env_ = *std::exchange(whenTrue_, std::nullopt);
  checkBlock(first.body, result.body);
  Environment afterBody = std::move(env_);
  env_ = std::move(before);
  checkRest(result.orElse);
  meet(std::move(afterBody), result, range);
  if (result.condition)
    block.push_back({first.condition->range, std::move(result)});
}

/// What each turn of a loop sets is set behind it.
static void setByTurns(Variables &behind, const Variables &turned) {
  Variables::forEachUnshared(behind, turned, [&](std::size_t i) {
    bool isSet = turned[i].isSet && (!turned[i].maybeUnset || turned[i].isSure);
    if (!isSet || behind[i].isSure || !behind[i].maybeUnset)
      return;
    Variable variable = behind[i];
    variable.isSure = true;
    behind.set(i, std::move(variable));
  });
}

FunctionChecker::LoopPass
FunctionChecker::loopPass(const syntax::Block &body,
                          const syntax::Block &orElse, SourceRange range,
                          LoopFacts &facts, const LoopPrologue &prologue) {
  LoopPass pass;
  env_ = facts.head.assumed;
  Environment normalExit = env_;
  loopStack_.push_back(&facts);
  prologue(pass);
  // A while's condition is evaluated before it is left.
  if (pass.condition || pass.known) {
    normalExit = env_;
    if (whenTrue_)
      env_ = *std::exchange(whenTrue_, std::nullopt);
  }
  bool neverRuns = pass.known && !*pass.known;
  if (!neverRuns) {
    Join &head = facts.head;
    Environment entry = std::move(head.brought);
    head.isBrought = false;
    checkBlock(body, pass.body);
    edgeTo(head, pass.body, range);
    if (facts.turns && head.isBrought)
      setByTurns(normalExit.variables, head.brought.variables);
    head.brought =
        head.isBrought ? joinEnvironments(entry, head.brought) : entry;
    head.isBrought = true;
  }
  loopStack_.pop_back();
  env_ = std::move(normalExit);
  // `while True` is left by break alone.
  env_.isReachable = !(pass.known && *pass.known);
  checkBlock(orElse, pass.orElse);
  edgeTo(facts.exit, pass.orElse, range);
  return pass;
}

FunctionChecker::LoopPass FunctionChecker::checkLoop(
    const syntax::Block &body, const syntax::Block &orElse, SourceRange range,
    Block &block, LoopFacts &facts, const LoopPrologue &prologue) {
  Environment entry = env_;
  // What the loop assigns is no constant at its head.
  Environment first = env_;
  for (std::uint32_t index : *facts.assigned) {
    Variable variable = first.variables[index];
    if (!variable.hasSlot || !variable.known)
      continue;
    variable.known.reset();
    first.variables.set(index, std::move(variable));
  }
  Join &head = facts.head;
  head.assumed = head.isAssumed ? joinEnvironments(head.assumed, first) : first;
  head.isAssumed = true;
  Diagnostics::Mark mark = diagnostics().mark();
  std::size_t errors = diagnostics().errorCount();
  auto hasNewError = [&head, &entry] {
    bool result = false;
    const Variables &at = head.assumed.variables, &before = entry.variables;
    Variables::forEachUnshared(at, before, [&](std::size_t i) {
      result = result || (at[i].isError() && !before[i].isError());
    });
    return result;
  };
  for (int passes = 1;; ++passes) {
    head.brought = first;
    head.isBrought = true;
    facts.exit.isBrought = false;
    LoopPass pass = loopPass(body, orElse, range, facts, prologue);
    bool settled = head.settle(*this, passes > patientPasses);
    settled = facts.exit.settle(*this, passes > patientPasses) && settled;
    // A variable that only it itself gives a value has none.
    if (settled && !head.unsetsErrors && diagnostics().errorCount() == errors &&
        hasNewError()) {
      head.unsetsErrors = &entry;
      settled = false;
    }
    if (settled) {
      head.unsetsErrors = nullptr;
      emitEdge(entry, head.assumed, block, range);
      continueFrom(facts.exit, entry);
      return pass;
    }
    if (passes == mostPasses)
      internalError(placeOf(range) + ": the types of a loop do not settle");
    diagnostics().rollback(mark);
  }
}

/// Whether it calls more than abs, math.sqrt and the like: on trial functions
/// would be compiled, and again in those that they call.
static bool callsFunction(const Expr &expr) {
  bool calls = false;
  visitExprs(expr, [&](const Expr &part) {
    const auto *call = std::get_if<Call>(&part.node);
    if (!call)
      return;
    const auto *name = std::get_if<Name>(&call->callee->node);
    const auto *member = std::get_if<Attribute>(&call->callee->node);
    const auto *module =
        member ? std::get_if<Name>(&member->value->node) : nullptr;
    bool isOfNumbers = (name && name->id == "abs") ||
                       (module && (module->id == "math" || module->id == "np"));
    calls = calls || !isOfNumbers;
  });
  return calls;
}

void FunctionChecker::checkWhile(const While &node, SourceRange range,
                                 Block &block) {
  factsOf(node).turns = !callsFunction(*node.condition) &&
                        knownOnTrial(*node.condition).value_or(false);
  LoopPass pass = checkLoop(
      node.body, node.orElse, range, block, factsOf(node),
      [&](LoopPass &result) {
        result.condition = checkCondition(*node.condition, result.known);
        if (result.known)
          result.condition =
              makeNumber(node.condition->range, Number::ofBool(*result.known));
      });
  if (!pass.condition)
    return;
  block.push_back(
      {range, ir::While{std::move(pass.condition), std::move(pass.body),
                        std::move(pass.orElse)}});
}

/// range(...): the arguments as int64: start, stop, step.
bool FunctionChecker::rangeArguments(const Call &call, SourceRange range,
                                     std::vector<ir::ExprPtr> &args,
                                     Type &element) {
  std::vector<Type> types;
  if (hasKeywords(*this, "range", call) ||
      !argumentCount(*this, "range", call.args.size(), 1, 3, range))
    return false;
  bool valid = true;
  for (const ExprPtr &arg : call.args) {
    bool canBeNegative = false;
    Operand operand = check(*arg);
    Type type = typeOf(operand);
    if (type.isFloat()) {
      // numba's math.ceil is one, and it counts to the whole part.
      if (!isNumba())
        diagnostics().emit(arg->range, diag::RangeOfFloat);
      type = Type::of(Scalar::I64);
      operand = Operand::ofExpr(convert(materialize(std::move(operand)), type));
    }
    if (!type.isError() && !type.isInteger() && !type.isBool()) {
      noteShape(diagnostics().emit(
                    arg->range, diag::ArgumentType,
                    static_cast<Integer>(args.size() + 1), std::string("range"),
                    std::string("an integer"), describe(operand)),
                operand);
      operand = Operand::error(arg->range);
    }
    bool isZeroStep = args.size() == 2 && operand.isNumber() &&
                      !operand.known->number.isTrue();
    if (isZeroStep)
      diagnostics().emit(arg->range, diag::ZeroStep);
    types.push_back(type);
    ir::ExprPtr value = toIndex(std::move(operand), canBeNegative);
    valid = valid && value;
    args.push_back(std::move(value));
  }
  element = valid && isNumba() ? numbaRange(types) : Type::of(Scalar::I64);
  if (args.size() == 1)
    args.insert(args.begin(), makeInt(range, 0));
  if (args.size() == 2)
    args.push_back(makeInt(range, 1));
  return valid;
}

/// Where `:=` sets a name in them, they stand before the loop: so does what
/// converts a name whose type the loop changes, which reads it.
static void keepNamed(Emitter &e, std::vector<ir::ExprPtr> &args,
                      ir::Block &block) {
  bool setsName = false;
  for (const ir::ExprPtr &arg : args)
    forEachExpr(*arg, [&](const ir::Expr &expr) {
      const auto *let = std::get_if<ir::Let>(&expr.node);
      setsName = setsName || (let && e.isSetWithin(let->slot));
    });
  if (!setsName)
    return;
  for (ir::ExprPtr &arg : args) {
    if (std::holds_alternative<ir::Constant>(arg->node))
      continue;
    SourceRange range = arg->range;
    ir::SlotId slot = e.temporary(arg->type);
    ir::ExprPtr read = makeExpr(range, arg->type, ir::SlotValue{slot});
    block.push_back(
        {range, ir::Assign{slot, std::exchange(arg, std::move(read))}});
  }
}

/// Whether a range from the first to the second, by the third, has elements.
static bool turnsOnce(const std::vector<ir::ExprPtr> &args) {
  std::int64_t numbers[3];
  for (std::size_t i = 0; i < std::size(numbers); ++i) {
    const auto *constant = std::get_if<ir::Constant>(&args[i]->node);
    if (!constant)
      return false;
    numbers[i] = static_cast<std::int64_t>(constant->bits);
  }
  auto [start, stop, step] = numbers;
  return step > 0 ? start < stop : step < 0 && start > stop;
}

void FunctionChecker::checkFor(const For &node, SourceRange range,
                               Block &block) {
  const auto *call = std::get_if<Call>(&node.iterable->node);
  const auto *callee = call ? std::get_if<Name>(&call->callee->node) : nullptr;
  bool isRange =
      callee && !indices_.contains(callee->id) &&
      file_.evaluator().lookup(callee->id, scope_) == Value::path("range");
  if (!isRange)
    return checkForEach(node, range, block);
  std::vector<ir::ExprPtr> args;
  Type element;
  bool valid = rangeArguments(*call, node.iterable->range, args, element);
  if (valid)
    keepNamed(*this, args, block);
  const auto *name = std::get_if<Name>(&node.target->node);
  if (!name) {
    if (valid)
      diagnostics().emit(node.target->range, diag::CannotUnpack,
                         std::string("an integer"));
    valid = false;
  }
  factsOf(node).turns = valid && turnsOnce(args);
  ir::SlotId slot = 0;
  Type counterType = Type::of(Scalar::I64);
  ir::SlotId counter = element == counterType ? 0 : temporary(counterType);
  LoopPass pass = checkLoop(
      node.body, node.orElse, range, block, factsOf(node),
      [&](LoopPass &result) {
        if (!name) {
          // Keeps names of a bad target from being reported as unset.
          Block unused;
          assignTo(*node.target, Operand::error(node.target->range), unused);
          return;
        }
        std::uint32_t index = variableIndex(name->id);
        Variable variable;
        variable.isSet = true;
        if (valid) {
          variable.hasSlot = true;
          variable.type = element;
          variable.slot = slotFor(index, element);
          // The counter is an int64; numba's variable may be another type.
          if (element == counterType) {
            slot = variable.slot;
          } else {
            slot = counter;
            result.body.push_back(
                {range, ir::Assign{variable.slot,
                                   makeConvert(makeExpr(range, counterType,
                                                        ir::SlotValue{slot}),
                                               element)}});
          }
        }
        env_.variables.set(index, std::move(variable));
        tell(name->id, node.target->range);
      });
  if (!valid)
    return;
  ir::ForRange loop;
  loop.slot = slot;
  loop.start = std::move(args[0]);
  loop.stop = std::move(args[1]);
  loop.step = std::move(args[2]);
  loop.body = std::move(pass.body);
  loop.orElse = std::move(pass.orElse);
  block.push_back({range, std::move(loop)});
}

void FunctionChecker::checkReturn(const Return &node, SourceRange range,
                                  Block &block) {
  bool returnsNone = !node.value || std::get_if<NoneLiteral>(&node.value->node);
  ir::Return result;
  if (isKernel_) {
    if (!returnsNone)
      diagnostics().emit(node.value->range, diag::KernelReturnsValue);
  } else {
    Operand value = returnsNone ? Operand::ofValue(Value::none(), range)
                                : checkMaybe(*this, *node.value);
    Type type = typeWithNone(*this, value);
    returnsNone = type.isNone();
    if (type.isError()) {
      returnsPending_ = returnsPending_ || isPending_;
      env_.isReachable = false;
      return;
    }
    std::optional<Type> joined =
        declaredResult_ ? (canCoerce(type, *declaredResult_) ? declaredResult_
                                                             : std::nullopt)
        : returnValid_  ? join(returnType_, type)
                        : type;
    if (!joined) {
      diagnostics().emit(range, diag::ReturnConflict, def_.name,
                         "`" + pyk2ptx::spell(type) + "`",
                         "`" + pyk2ptx::spell(returnType_) + "`");
    } else {
      returnChanged_ =
          returnChanged_ || (returnValid_ && !(*joined == returnType_));
      returnType_ = *joined;
      returnValid_ = true;
      if (!returnType_.isNone())
        result.value = coerce(std::move(value), returnType_);
      if (result.value) {
        Extents extents = extentsOf(*result.value);
        bool isSame = !returnExtents_ || *returnExtents_ == extents;
        returnExtents_ = isSame ? std::move(extents) : Extents();
      }
      if (result.value && holdsOwnLocal(*result.value)) {
        returnsLocal_ = node.value->range;
        // Those of array expressions are new ones in each call.
        if (!newArrays_.empty())
          diagnostics().emit(node.value->range, diag::ReturnsLocal, def_.name);
      }
    }
  }
  block.push_back({range, std::move(result)});
  env_.isReachable = false;
}

void FunctionChecker::checkExprStmt(const Expr &value, SourceRange range,
                                    Block &block) {
  // A docstring.
  if (std::get_if<StringLiteral>(&value.node) ||
      std::get_if<EllipsisLiteral>(&value.node))
    return;
  if (const auto *call = std::get_if<Call>(&value.node))
    if (const auto *name = std::get_if<Name>(&call->callee->node))
      if (name->id == "print" && !indices_.contains("print") &&
          file_.evaluator().lookup("print", scope_) == Value::path("print"))
        return checkPrint(*this, *call, range, block);
  if (const auto *call = std::get_if<Call>(&value.node))
    if (storeUfunc(*call, range, block))
      return;
  Operand result = check(value);
  if (result.isError)
    return;
  warnOfNoEffect(*this, value, result);
  if (result.known)
    return;
  if (result.isTuple) {
    for (Operand &part : result.parts)
      if (part.expr)
        block.push_back({range, ir::Evaluate{materialize(std::move(part))}});
    return;
  }
  block.push_back({range, ir::Evaluate{std::move(result.expr)}});
}

} // namespace pyk2ptx
