// A kernel that reads the seven neighbours of a cell, by indices that it
// computes itself, has seven guards; one that multiplies two rows of 32 numbers
// by constant indices has 64, and each is a comparison, a zero in place of the
// element, and a load that waits for both. Before a run of such statements one
// test says whether all of its indices are inside:
//
//   around = u[p - 1] + u[p + 1] + ...      if 0 <= p - 1 and p + 1 < n and
//   ...: v[p] = around                     ->      the statements without
//   guards
//                                           else:
//                                             the statements
//
// Loads without guards are on their way all at once. Of constant indices the
// largest alone is tested. A run begins at its first guard, or at the first
// load before it: what is computed of that would be waited for at the test,
// before the other loads begin; where its tests need what it computes it begins
// further on. It ends where control flow does something else. Functions whose
// threads meet or exchange values stay as they are: threads may part at the
// test. What is computed inside from other numbers alone, an index for a
// statement further on, moves before it.
//
// Loops come first (version_loops.h); their cold copies stay as they are.
#include "version_regions.h"

#include "compiler/facts/loop_facts.h"
#include "compiler/transform/guarded_indices.h"
#include "compiler/transform/implied_tests.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// A test costs about as much as a guard. Where many guards are left, a second
/// copy is not worth its registers.
constexpr std::size_t leastGuards = 4;
constexpr unsigned maxNodes = 4000;
/// Places at which a run is tried to begin.
constexpr unsigned mostStarts = 6;

bool isPlain(const Stmt &stmt) {
  return std::holds_alternative<Assign>(stmt.node) ||
         std::holds_alternative<Store>(stmt.node) ||
         std::holds_alternative<Evaluate>(stmt.node);
}

bool hasGuard(const Stmt &stmt) { return hasGuards({&stmt, 1}); }

class RegionVersioner {
public:
  RegionVersioner(const Module &module, Function &function)
      : ranges_(function), values_(function), known_(module, function, ranges_),
        growth_(mostGrowth(function)) {}

  void run(Block &block) {
    Block result;
    for (std::size_t i = 0; i < block.size();) {
      std::size_t end = i;
      while (end < block.size() && isPlain(block[end]))
        ++end;
      if (end > i) {
        addRun({block.data() + i, end - i}, result);
        i = end;
        continue;
      }
      descend(block[i]);
      result.push_back(std::move(block[i++]));
    }
    block = std::move(result);
  }

private:
  void descend(Stmt &stmt) {
    bool isCold = isColdLoop(stmt);
    auto *choice = std::get_if<If>(&stmt.node);
    const Block *slow =
        choice && choice->isVersioned ? &choice->orElse : nullptr;
    known_.through(stmt, [&](Block &inner) {
      if (!isCold && &inner != slow)
        run(inner);
    });
  }

  /// Where these run, and what comes behind them is looked at.
  void pass(std::span<Stmt> stmts, Block &result) {
    for (Stmt &stmt : stmts) {
      known_.pass(stmt);
      result.push_back(std::move(stmt));
    }
  }

  void addRun(std::span<Stmt> stmts, Block &result) {
    if (std::none_of(stmts.begin(), stmts.end(), hasGuard))
      return pass(stmts, result);
    auto first = std::find_if(stmts.begin(), stmts.end(), [](const Stmt &stmt) {
      return loadsElement(stmt) || hasGuard(stmt);
    });
    pass({stmts.begin(), first}, result);
    Block region = takeBefore({first, stmts.end()}, result);
    // The tests may need what the first statements compute.
    for (unsigned left = mostStarts; left && !version(region); --left)
      region = takeBefore(withoutFirst(region, result), result);
    for (Stmt &stmt : region)
      if (auto *choice = std::get_if<If>(&stmt.node))
        std::for_each(choice->body.begin(), choice->body.end(),
                      [&](const Stmt &inner) { known_.pass(inner); });
      else
        known_.pass(stmt);
    std::move(region.begin(), region.end(), std::back_inserter(result));
  }

  /// Moves to `before` what stands before the first guard or, if nothing does,
  /// before the second; the rest is the result.
  std::span<Stmt> withoutFirst(std::span<Stmt> region, Block &before) {
    auto first = region.begin();
    if (first != region.end() && hasGuard(*first))
      ++first;
    first = std::find_if(first, region.end(), hasGuard);
    pass({region.begin(), first}, before);
    return {first, region.end()};
  }

  /// Moves to `before` what depends on nothing in the region, and is not read
  /// or assigned there before; the rest is the result.
  Block takeBefore(std::span<Stmt> stmts, Block &before) {
    Block region;
    SlotSet assigned, used;
    for (Stmt &stmt : stmts) {
      auto *assign = std::get_if<Assign>(&stmt.node);
      if (assign && isInvariant(*assign->value, assigned) && !hasGuard(stmt) &&
          !assigned.contains(assign->slot) && !used.contains(assign->slot)) {
        pass({&stmt, 1}, before);
        continue;
      }
      addAssigned(stmt, assigned);
      forEachOperandOf(stmt, [&](const Expr &operand) {
        forEachExpr(operand, [&](const Expr &part) {
          if (const auto *slot = std::get_if<SlotValue>(&part.node))
            used.insert(slot->slot);
        });
      });
      region.push_back(std::move(stmt));
    }
    return region;
  }

  struct Choice {
    std::vector<Index *> inside;
    LoopTests tests;
    std::size_t guards;
  };
  Choice choiceOf(Block &region, const SlotSet &assigned, bool apart) {
    LoopSpans spans(values_, ranges_, assigned, false, apart);
    Choice choice;
    std::vector<GuardedIndex> guarded =
        findGuardedIndices(region, spans, ranges_);
    choice.guards = guarded.size();
    choice.inside = chooseTests(guarded, choice.tests);
    choice.tests = withoutImplied(std::move(choice.tests), known_);
    return choice;
  }

  /// Whether it is a choice now, or needs none.
  bool version(Block &region) {
    unsigned size = countNodes(region);
    if (region.empty() || size > std::min(maxNodes, growth_))
      return false;
    SlotSet assigned;
    addAssigned(region, assigned);
    Choice whole = choiceOf(region, assigned, false);
    if (whole.inside.size() < leastGuards || whole.tests.empty() ||
        whole.inside.size() * 5 < whole.guards * 4)
      return false;
    growth_ -= size;
    SourceRange range = region.front().range;
    // Parts of sums say more of each other, but may need tests of their own.
    Choice parts = choiceOf(region, assigned, true);
    bool isBetter = parts.inside.size() == whole.inside.size() &&
                    parts.tests.size() < whole.tests.size();
    auto &[inside, tests, guards] = isBetter ? parts : whole;
    if (tests.empty()) {
      dropGuards(inside);
      return true;
    }
    If choice{conditionOf(tests, range), {}, {}, true};
    for (const Stmt &stmt : region)
      choice.orElse.push_back(clone(stmt));
    dropGuards(inside);
    choice.body = std::move(region);
    region.clear();
    region.push_back({range, std::move(choice)});
    return true;
  }

  Ranges ranges_;
  OnlyValues values_;
  Inequalities known_;
  unsigned growth_;
};

} // namespace

void versionRegions(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (hasGuards(function.body) && !hasBarrier(function.body, barriers))
      RegionVersioner(module, function).run(function.body);
}

} // namespace pyk2ptx
