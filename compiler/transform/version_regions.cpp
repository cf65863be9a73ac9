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
// largest alone is tested. A run begins at its first guard and ends where
// control flow does something else. Functions whose threads meet or exchange
// values stay as they are: threads may part at the test.
// What is computed inside from other numbers alone, an index for a statement
// further on, moves before it.
//
// Loops come first (version_loops.h); their cold copies stay as they are.
#include "version_regions.h"

#include "compiler/analyze/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "guarded_indices.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr unsigned maxTests = 24;
/// A test costs about as much as a guard. Where many guards are left, a second
/// copy is not worth its registers.
constexpr std::size_t leastGuards = 4;
constexpr unsigned maxNodes = 4000;

bool isPlain(const Stmt &stmt) {
  return std::holds_alternative<Assign>(stmt.node) ||
         std::holds_alternative<Store>(stmt.node) ||
         std::holds_alternative<Evaluate>(stmt.node);
}

bool hasGuard(const Stmt &stmt) { return hasGuards({&stmt, 1}); }

class RegionVersioner {
public:
  explicit RegionVersioner(Function &function)
      : ranges_(function), values_(function), growth_(mostGrowth(function)) {}

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
    if (auto *loop = std::get_if<ForRange>(&stmt.node); loop && loop->isCold)
      return;
    forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
  }

  void addRun(std::span<Stmt> stmts, Block &result) {
    auto first = std::find_if(stmts.begin(), stmts.end(), hasGuard);
    std::move(stmts.begin(), first, std::back_inserter(result));
    Block region = takeBefore({first, stmts.end()}, result);
    version(region);
    std::move(region.begin(), region.end(), std::back_inserter(result));
  }

  /// Moves to `before` what depends on nothing in the region, and is not read
  /// or assigned there before; the rest is the result.
  static Block takeBefore(std::span<Stmt> stmts, Block &before) {
    Block region;
    SlotSet assigned, used;
    for (Stmt &stmt : stmts) {
      auto *assign = std::get_if<Assign>(&stmt.node);
      if (assign && isInvariant(*assign->value, assigned) && !hasGuard(stmt) &&
          !used.contains(assign->slot)) {
        before.push_back(std::move(stmt));
        continue;
      }
      addAssigned(stmt, assigned);
      used.insert(assigned.begin(), assigned.end());
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

  void version(Block &region) {
    unsigned size = countNodes(region);
    if (region.empty() || size > std::min(maxNodes, growth_))
      return;
    SlotSet assigned;
    addAssigned(region, assigned);
    LoopSpans spans(values_, ranges_, assigned, false);
    LoopTests tests;
    std::vector<GuardedIndex> guarded =
        findGuardedIndices(region, spans, ranges_);
    std::vector<Index *> inside = chooseTests(guarded, tests, maxTests);
    if (inside.size() < leastGuards || tests.empty() ||
        inside.size() * 5 < guarded.size() * 4)
      return;
    growth_ -= size;
    SourceRange range = region.front().range;
    If choice{conditionOf(tests, range), {}, {}};
    for (const Stmt &stmt : region)
      choice.orElse.push_back(clone(stmt));
    dropGuards(inside);
    choice.body = std::move(region);
    region.clear();
    region.push_back({range, std::move(choice)});
  }

  Ranges ranges_;
  OnlyValues values_;
  unsigned growth_;
};

} // namespace

void versionRegions(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (hasGuards(function.body) && !hasBarrier(function.body, barriers))
      RegionVersioner(function).run(function.body);
}

} // namespace pyk2ptx
