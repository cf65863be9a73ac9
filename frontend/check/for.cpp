// `for` over what iterate.cpp found to give elements: a loop of the IR
// where all elements are alike, a copy of the body for each where they are not:
// the elements of a tuple, beside which there may be an array that ends sooner.
#include "checker.h"
#include "frontend/messages/internal_error.h"
#include "frontend/values/iterate.h"

#include <utility>

namespace pyk2ptx {

using namespace syntax;
using ir::Block;

void FunctionChecker::checkForEach(const For &node, SourceRange range,
                                   Block &block) {
  Iteration iteration = iterate(*this, *node.iterable, block);
  if (iteration.valid && iteration.unroll)
    return checkUnrolled(node, iteration, range, block);
  Operand index = Operand::ofExpr(
      makeExpr(range, Type::of(Scalar::I64),
               ir::SlotValue{temporary(Type::of(Scalar::I64))}));
  LoopPass pass =
      checkLoop(node.body, node.orElse, range, block, factsOf(node),
                [&](LoopPass &result) {
                  Operand element = iteration.valid
                                        ? iteration.element(index)
                                        : Operand::error(node.target->range);
                  assignTo(*node.target, std::move(element), result.body);
                });
  if (!iteration.valid)
    return;
  ir::ForRange loop;
  loop.slot = std::get<ir::SlotValue>(index.expr->node).slot;
  loop.start = makeInt(range, 0);
  loop.stop = materialize(lengthOf(iteration, range));
  loop.step = makeInt(range, 1);
  loop.body = std::move(pass.body);
  loop.orElse = std::move(pass.orElse);
  block.push_back({range, std::move(loop)});
}

/// Whether a break or continue of the loop around `body` stands in it.
static bool hasJump(const syntax::Block &body) {
  for (const Stmt &stmt : body) {
    if (std::get_if<Break>(&stmt.node) || std::get_if<Continue>(&stmt.node))
      return true;
    if (const auto *branch = std::get_if<If>(&stmt.node)) {
      for (const IfBranch &each : branch->branches)
        if (hasJump(each.body))
          return true;
      if (hasJump(branch->orElse))
        return true;
    } else if (const auto *loop = std::get_if<While>(&stmt.node)) {
      if (hasJump(loop->orElse))
        return true;
    } else if (const auto *loop = std::get_if<For>(&stmt.node)) {
      if (hasJump(loop->orElse))
        return true;
    } else if (const auto *match = std::get_if<Match>(&stmt.node)) {
      for (const MatchCase &each : match->cases)
        if (hasJump(each.body))
          return true;
    }
  }
  return false;
}

std::uint64_t FunctionChecker::unrolled(const void *node, std::int64_t at) {
  auto [found, isNew] = unrolledKeys_.try_emplace(
      std::make_tuple(unrolledKey_, node, at), unrolledKeys_.size() + 1);
  return found->second;
}

/// The rounds from `at` on. Where only run time knows how many there are, each
/// and those behind it are inside the condition that there is one.
void FunctionChecker::checkRounds(const Iteration &iteration, std::int64_t at,
                                  const Round &round, SourceRange range,
                                  Block &block) {
  if (iteration.count) {
    for (; at < *iteration.count && env_.isReachable; ++at)
      round(at, block);
    return;
  }
  if (at == *iteration.most || !env_.isReachable)
    return;
  ir::If isThere;
  isThere.condition =
      materialize(compareTwo(CompareOp::Less, intOperand(at, range),
                             lengthOf(iteration, range), range));
  Environment before = env_;
  round(at, isThere.body);
  checkRounds(iteration, at + 1, round, range, isThere.body);
  Environment afterRounds = std::exchange(env_, std::move(before));
  meet(std::move(afterRounds), isThere, range);
  block.push_back({range, std::move(isThere)});
}

void FunctionChecker::checkUnrolled(const For &node, const Iteration &iteration,
                                    SourceRange range, Block &block) {
  std::uint64_t outerKey = unrolledKey_;
  auto assignElement = [&](std::int64_t at, Block &to) {
    unrolledKey_ = outerKey;
    unrolledKey_ = unrolled(&node, at);
    assignTo(*node.target,
             iteration.element(intOperand(at, node.iterable->range)), to);
    checkBlock(node.body, to);
    unrolledKey_ = outerKey;
  };
  if (!hasJump(node.body)) {
    checkRounds(iteration, 0, assignElement, range, block);
    checkBlock(node.orElse, block);
    return;
  }
  // Each iteration is a loop of one round, which `continue` leaves; `break`
  // says so besides, and leaves the loop of one round around all of them.
  LoopFacts &whole = loops_[{&node, outerKey}];
  whole.broke = temporary(Type::of(Scalar::Bool));
  Environment entry = env_;
  Diagnostics::Mark mark = diagnostics().mark();
  auto boolean = [&](bool value) {
    return makeNumber(range, Number::ofBool(value));
  };
  for (int passes = 1;; ++passes) {
    bool keeps = passes > patientPasses, settled = true;
    whole.exit.isBrought = false;
    env_ = entry;
    Block all;
    auto checkRound = [&](std::int64_t at, Block &to) {
      LoopFacts &facts = loops_[{&node, unrolled(&node, at)}];
      facts.exit.isBrought = false;
      facts.unrolled = &whole;
      ir::While round;
      round.condition = boolean(true);
      loopStack_.push_back(&facts);
      assignElement(at, round.body);
      edgeTo(facts.exit, round.body, range);
      loopStack_.pop_back();
      round.body.push_back({range, ir::Break{}});
      to.push_back({range, std::move(round)});
      ir::If broke;
      broke.condition =
          makeExpr(range, Type::of(Scalar::Bool), ir::SlotValue{whole.broke});
      broke.body.push_back({range, ir::Break{}});
      to.push_back({range, std::move(broke)});
      settled = facts.exit.settle(*this, keeps) && settled;
      continueFrom(facts.exit, env_);
    };
    checkRounds(iteration, 0, checkRound, range, all);
    checkBlock(node.orElse, all);
    edgeTo(whole.exit, all, range);
    all.push_back({range, ir::Break{}});
    settled = whole.exit.settle(*this, keeps) && settled;
    if (settled) {
      block.push_back({range, ir::Assign{whole.broke, boolean(false)}});
      ir::While loop;
      loop.condition = boolean(true);
      loop.body = std::move(all);
      block.push_back({range, std::move(loop)});
      continueFrom(whole.exit, entry);
      return;
    }
    if (passes == mostPasses)
      internalError(placeOf(range) + ": the types of a loop do not settle");
    diagnostics().rollback(mark);
  }
}

void FunctionChecker::checkJump(bool isBreak, SourceRange range, Block &block) {
  LoopFacts &loop = *loopStack_.back();
  if (loop.unrolled && isBreak) {
    edgeTo(loop.unrolled->exit, block, range);
    block.push_back(
        {range, ir::Assign{loop.unrolled->broke,
                           makeNumber(range, Number::ofBool(true))}});
    block.push_back({range, ir::Break{}});
  } else if (isBreak || loop.unrolled) {
    edgeTo(loop.exit, block, range);
    block.push_back({range, ir::Break{}});
  } else {
    edgeTo(loop.head, block, range);
    block.push_back({range, ir::Continue{}});
  }
  env_.isReachable = false;
}

} // namespace pyk2ptx
