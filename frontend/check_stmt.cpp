// Statements. Each check* reads one Python statement and appends IR to `block`;
// env_ is the environment behind it.
#include "checker.h"
#include "numba_typing.h"

#include "print_syntax.h"

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

void FunctionChecker::checkStatement(const Stmt &stmt, Block &block) {
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
      Operand value = check(*assign->value);
      assigned_.clear();
      assignTo(*assign->target, std::move(value), block);
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
  if (std::get_if<Import>(&node) || std::get_if<ImportFrom>(&node))
    return unsupportedStatement(range, "`import`");
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
      env_.variables[variableIndex(name->id)] = Variable();
  }
}

// ---- assignment ----

void FunctionChecker::checkAssign(const Assign &node, SourceRange range,
                                  Block &block) {
  if (const auto *name = std::get_if<Name>(&node.targets[0]->node))
    assigned_ = name->id;
  Elementwise elements;
  elements.block = &block;
  bool isPart = node.targets.size() == 1 &&
                std::holds_alternative<Subscript>(node.targets[0]->node);
  elementwise_ = isPart ? &elements : nullptr;
  Operand value = check(*node.value);
  elementwise_ = nullptr;
  assigned_.clear();
  if (node.targets.size() == 1) {
    expression_ = &elements;
    assignTo(*node.targets[0], std::move(value), block);
    expression_ = nullptr;
    return;
  }
  // a = b = value: evaluated once, assigned from left to right.
  bool compileTime = value.isError || value.known;
  if (!compileTime) {
    Type type = typeOf(value);
    if (type.isError())
      value = Operand::error(range);
    else {
      ir::SlotId slot = temporary(type);
      block.push_back({range, ir::Assign{slot, materialize(std::move(value))}});
      value = Operand::ofExpr(makeExpr(range, type, ir::SlotValue{slot}));
    }
  }
  for (const ExprPtr &target : node.targets)
    assignTo(*target, again(value), block);
}

void FunctionChecker::assignTo(const Expr &target, Operand value,
                               Block &block) {
  const auto &node = target.node;
  if (const auto *name = std::get_if<Name>(&node))
    return assignVariable(name->id, std::move(value), target.range, block);
  if (const auto *tuple = std::get_if<TupleExpr>(&node))
    return unpackTo(tuple->elements, target, std::move(value), block);
  if (const auto *list = std::get_if<ListExpr>(&node))
    return unpackTo(list->elements, target, std::move(value), block);
  if (std::get_if<Subscript>(&node))
    return storeTo(target, std::move(value), block);
  if (const auto *attribute = std::get_if<Attribute>(&node))
    return storeAttribute(*attribute, target.range, std::move(value), block);
  diagnostics().emit(target.range, diag::CannotAssign,
                     "`" + spell(target) + "`");
}

void FunctionChecker::unpackTo(const std::vector<ExprPtr> &targets,
                               const Expr &target, Operand value,
                               Block &block) {
  bool isError = value.isError;
  std::vector<Operand> parts;
  SourceRange range = target.range;
  if (value.isError) {
    for (std::size_t i = 0; i < targets.size(); ++i)
      parts.push_back(Operand::error(range));
  } else if (value.isTuple) {
    // Everything is evaluated before anything is assigned: a, b = b, a.
    for (Operand &part : value.parts) {
      Type type = part.known ? Type::none() : typeOf(part);
      if (part.known || type.isError()) {
        parts.push_back(part.known ? std::move(part) : Operand::error(range));
        continue;
      }
      ir::SlotId slot = temporary(type);
      SourceRange partRange = part.range;
      block.push_back(
          {partRange, ir::Assign{slot, materialize(std::move(part))}});
      parts.push_back(
          Operand::ofExpr(makeExpr(partRange, type, ir::SlotValue{slot})));
    }
  } else if (value.known && value.known->kind == Value::Kind::Tuple) {
    for (const Value &element : value.known->elements)
      parts.push_back(Operand::ofValue(element, value.range));
  } else if (value.expr && value.type.isTuple()) {
    Type type = value.type;
    ir::SlotId slot = temporary(type);
    SourceRange valueRange = value.range;
    block.push_back(
        {valueRange, ir::Assign{slot, materialize(std::move(value))}});
    for (std::uint32_t i = 0; i < type.elements->size(); ++i)
      parts.push_back(Operand::ofExpr(
          makeExpr(valueRange, (*type.elements)[i],
                   ir::TupleElement{
                       makeExpr(valueRange, type, ir::SlotValue{slot}), i})));
  } else {
    diagnostics().emit(value.range, diag::CannotUnpack, describe(value));
    return unpackTo(targets, target, Operand::error(range), block);
  }
  std::size_t star = 0;
  while (star < targets.size() && !std::get_if<Starred>(&targets[star]->node))
    ++star;
  if (star < targets.size() && parts.size() + 1 >= targets.size() && !isError) {
    // first, *rest, last
    std::size_t taken = parts.size() + 1 - targets.size();
    auto from = parts.begin() + static_cast<std::ptrdiff_t>(star);
    auto to = from + static_cast<std::ptrdiff_t>(taken);
    std::vector<Operand> rest(std::make_move_iterator(from),
                              std::make_move_iterator(to));
    parts.insert(parts.erase(from, to), Operand::tuple(std::move(rest), range));
  }
  if (parts.size() != targets.size()) {
    diagnostics().emit(range, diag::UnpackCount,
                       static_cast<Integer>(parts.size()),
                       static_cast<Integer>(targets.size()));
    return unpackTo(targets, target, Operand::error(range), block);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const auto *starred = std::get_if<Starred>(&targets[i]->node);
    assignTo(starred ? *starred->value : *targets[i], std::move(parts[i]),
             block);
  }
}

/// Fewer subscripts than axes, or a slice, `...` or a new axis among them.
static bool isPart(const std::vector<Operand> &subscripts, const Type &array) {
  bool result = subscripts.size() < array.ndim;
  for (const Operand &subscript : subscripts)
    result =
        result || subscript.slice ||
        (subscript.known && (subscript.known->kind == Value::Kind::Ellipsis ||
                             subscript.known->kind == Value::Kind::None));
  return result;
}

void FunctionChecker::storeTo(const Expr &target, Operand value, Block &block) {
  const auto &node = std::get<Subscript>(target.node);
  // Python evaluates the value before the target's subscripts.
  Operand base = check(*node.value);
  std::vector<Operand> subscripts;
  if (!checkSubscripts(node, subscripts) || base.isError || value.isError)
    return;
  base = pointee(std::move(base));
  if (base.expr && base.type.record && subscripts.size() == 1 &&
      subscripts[0].known &&
      (subscripts[0].known->kind == Value::Kind::String || !base.isArray())) {
    std::optional<std::uint32_t> field = fieldNamed(base, *subscripts[0].known);
    if (field)
      return storeField(std::move(base), *field, std::move(value), target.range,
                        block);
    // The message is the same as for reading it.
    (void)fieldSubscript(base, subscripts, target.range);
    return;
  }
  if (!base.isArray()) {
    diagnostics().emit(node.value->range, diag::CannotAssign,
                       "an element of " + describe(base));
    return;
  }
  Type type = base.type;
  if (refuseReadonly(base))
    return;
  if (isPart(subscripts, type))
    return storePart(std::move(base), std::move(subscripts), node,
                     std::move(value), target.range, block);
  ir::Store store;
  if (subscripts.size() == type.ndim)
    takePartialIndex(base, store.indices);
  if (!makeIndices(base.type, std::move(subscripts), store.indices,
                   target.range))
    return;
  store.value = coerce(std::move(value), type.element());
  if (!store.value)
    return;
  store.array = materialize(std::move(base));
  block.push_back({target.range, std::move(store)});
}

void FunctionChecker::checkAugAssign(const AugAssign &node, SourceRange range,
                                     Block &block) {
  if (const auto *name = std::get_if<Name>(&node.target->node)) {
    Operand left = readVariable(name->id, node.target->range);
    if (left.isArray())
      return augmentPart(node.op, std::move(left), *node.value, range, block);
    Operand right = check(*node.value);
    assignVariable(
        name->id,
        binaryOperation(node.op, std::move(left), std::move(right), range),
        range, block);
    return;
  }
  if (std::get_if<Attribute>(&node.target->node))
    return augmentField(node, check(*node.target), range, block);
  if (const auto *element = std::get_if<Subscript>(&node.target->node))
    return checkAugElement(node, *element, range, block);
  diagnostics().emit(node.target->range, diag::CannotAssign,
                     "`" + spell(*node.target) + "`");
}

/// a[i, j] op= value: array and subscripts are evaluated once.
void FunctionChecker::checkAugElement(const AugAssign &node,
                                      const Subscript &target,
                                      SourceRange range, Block &block) {
  Operand base = check(*target.value);
  std::vector<Operand> subscripts;
  bool valid = checkSubscripts(target, subscripts);
  if (!valid || base.isError)
    return;
  std::vector<ir::Let> lets;
  // A pointer is kept, not the endless array at it: only there is an index
  // known to go unchecked.
  bool isPointer = base.expr && base.type.isPointer();
  if (isPointer)
    base = once(std::move(base), lets);
  Operand loaded =
      isPointer ? pointee(again(base)) : Operand::error(target.value->range);
  base = pointee(std::move(base));
  if (std::optional<Operand> field =
          fieldSubscript(base, subscripts, node.target->range))
    return augmentField(node, std::move(*field), range, block);
  if (!base.isArray()) {
    diagnostics().emit(target.value->range, diag::CannotAssign,
                       "an element of " + describe(base));
    return;
  }
  Type type = base.type;
  if (refuseReadonly(base))
    return;
  if (isPart(subscripts, type)) {
    Operand part = makeView(std::move(base), std::move(subscripts), target,
                            node.target->range);
    if (part.isError)
      return;
    if (part.isArray())
      return augmentPart(node.op, std::move(part), *node.value, range, block);
    // a[i, ...]: an element after all.
    auto &element = std::get<ir::Load>(part.expr->node);
    base = Operand::ofExpr(std::move(element.array));
    subscripts.clear();
    for (ir::Index &index : element.indices)
      subscripts.push_back(Operand::ofExpr(std::move(index.value)));
  }
  if (!isPointer)
    base = once(std::move(base), lets);
  std::vector<Operand> forLoad;
  for (Operand &subscript : subscripts) {
    if (subscript.isError)
      return;
    subscript = once(std::move(subscript), lets);
    forLoad.push_back(again(subscript));
  }
  for (ir::Let &let : lets)
    block.push_back({range, ir::Assign{let.slot, std::move(let.value)}});
  ir::Load load;
  ir::Store store;
  SourceRange targetRange = node.target->range;
  if (!makeIndices(type, std::move(forLoad), load.indices, targetRange) ||
      !makeIndices(type, std::move(subscripts), store.indices, targetRange))
    return;
  load.array = materialize(isPointer ? std::move(loaded) : again(base));
  Operand old =
      Operand::ofExpr(makeExpr(targetRange, type.element(), std::move(load)));
  Operand value =
      binaryOperation(node.op, std::move(old), check(*node.value), range);
  if (value.isError)
    return;
  store.value = coerce(std::move(value), type.element());
  if (!store.value)
    return;
  store.array = materialize(std::move(base));
  block.push_back({range, std::move(store)});
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

FunctionChecker::LoopPass
FunctionChecker::loopPass(const syntax::Block &body,
                          const syntax::Block &orElse, SourceRange range,
                          LoopFacts &facts, const LoopPrologue &prologue) {
  LoopPass pass;
  env_ = facts.head;
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
    checkBlock(body, pass.body);
    edgeTo(facts.head, facts.headValid, facts, pass.body, range);
  }
  loopStack_.pop_back();
  env_ = std::move(normalExit);
  // `while True` is left by break alone.
  env_.isReachable = !(pass.known && *pass.known);
  checkBlock(orElse, pass.orElse);
  edgeTo(facts.exit, facts.exitValid, facts, pass.orElse, range);
  return pass;
}

FunctionChecker::LoopPass FunctionChecker::checkLoop(
    const syntax::Block &body, const syntax::Block &orElse, SourceRange range,
    Block &block, const void *key, const LoopPrologue &prologue) {
  LoopFacts &facts = loops_[{key, unrolledKey_}];
  Environment entry = env_;
  facts.head = facts.headValid ? joinEnvironments(facts.head, entry) : entry;
  facts.headValid = true;
  std::size_t mark = diagnostics().mark();
  for (;;) {
    facts.changed = false;
    LoopPass pass = loopPass(body, orElse, range, facts, prologue);
    if (!facts.changed) {
      emitEdge(entry, facts.head, block, range);
      env_ = facts.exit;
      env_.isReachable = facts.exitValid;
      if (!facts.exitValid)
        env_.variables = entry.variables;
      return pass;
    }
    diagnostics().rollback(mark);
  }
}

void FunctionChecker::checkWhile(const While &node, SourceRange range,
                                 Block &block) {
  LoopPass pass = checkLoop(
      node.body, node.orElse, range, block, &node, [&](LoopPass &result) {
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
  if (!call.keywords.empty()) {
    diagnostics().emit(call.keywords[0].range, diag::UnknownKeyword,
                       std::string("range"), call.keywords[0].name,
                       std::string());
    return false;
  }
  if (!argumentCount("range", call.args.size(), 1, 3, range))
    return false;
  bool valid = true;
  for (const ExprPtr &arg : call.args) {
    bool canBeNegative = false;
    Operand operand = check(*arg);
    Type type = typeOf(operand);
    if (!type.isError() && !type.isInteger() && !type.isBool()) {
      diagnostics().emit(
          arg->range, diag::ArgumentType, static_cast<Integer>(args.size() + 1),
          std::string("range"), std::string("an integer"), describe(operand));
      operand = Operand::error(arg->range);
    }
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
  const auto *name = std::get_if<Name>(&node.target->node);
  if (!name) {
    if (valid)
      diagnostics().emit(node.target->range, diag::CannotUnpack,
                         std::string("an integer"));
    valid = false;
  }
  ir::SlotId slot = 0;
  Type counterType = Type::of(Scalar::I64);
  ir::SlotId counter = element == counterType ? 0 : temporary(counterType);
  LoopPass pass = checkLoop(
      node.body, node.orElse, range, block, &node, [&](LoopPass &result) {
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
        env_.variables[index] = std::move(variable);
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
    Operand value = returnsNone ? Operand::error(range) : check(*node.value);
    Type type = returnsNone ? Type::none() : typeOf(value);
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
      if (!returnsNone)
        result.value = coerce(std::move(value), returnType_);
      if (result.value && holdsOwnLocal(*result.value))
        diagnostics().emit(node.value->range, diag::ReturnsLocal, def_.name);
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
        return checkPrint(*call, range, block);
  if (const auto *call = std::get_if<Call>(&value.node))
    if (storeUfunc(*call, range, block))
      return;
  Operand result = check(value);
  if (result.isError || result.known)
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
