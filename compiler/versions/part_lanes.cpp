// What one thread does for four is there three times: for all of them at once
// without guards, with guards where a test before it fails, and for one after
// the other where some of them are outside the image:
//
//   if all are there:                 done = False
//     x0, x1, ... = ...               if all are there:
//     if all is inside:                 x0, x1, ... = ...
//       without guards                  if all is inside:
//     else:                               without guards
//       with guards            ->         done = True
//   else:                             if not done:
//     one after the other               one after the other
//
// The second is hardly ever run, and has the largest number of values alive at
// a time, four threads' guards: a kernel has as many registers everywhere as it
// has there, and by that fewer threads at a time. The third will do in its
// place: as long as nothing but variables has changed, of which it reads none,
// who has not done it all may do it from the beginning.
//
// LLVM makes branches of the variable. Where the test takes long by itself, all
// go one after the other.
#include "part_lanes.h"

#include "compiler/analyze/slot_flow.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/builtins.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// A choice between code without guards and with them (version_regions.h,
/// version_loops.h); null: it is something else.
const If *asVersions(const Stmt &stmt) {
  const auto *choice = std::get_if<If>(&stmt.node);
  if (!choice || choice->orElse.empty())
    return nullptr;
  const auto *loop = std::get_if<ForRange>(&choice->orElse.front().node);
  return choice->isVersioned || (loop && loop->isCold) ? choice : nullptr;
}

/// Whether they change nothing but variables, and may be done again.
bool areRepeatable(std::span<const Stmt> stmts) {
  bool isSo = true;
  forEachStmt(stmts, [&](const Stmt &each) {
    isSo = isSo && (std::holds_alternative<Assign>(each.node) ||
                    std::holds_alternative<If>(each.node) ||
                    std::holds_alternative<ForRange>(each.node));
  });
  forEachExprIn(stmts, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    isSo =
        isSo && (call ? onlyGivesValue(effectOf(call->builtin))
                      : !std::holds_alternative<Atomic>(expr.node) &&
                            !std::holds_alternative<CallFunction>(expr.node) &&
                            !std::holds_alternative<CallLibdevice>(expr.node));
  });
  return isSo;
}

/// Comparisons of 64 bits, with what is computed for them, of one thread. More
/// are most of what there is to do: several threads' loads on their way at a
/// time are no help.
constexpr unsigned mostWide = 4;

unsigned countWide(const Expr &condition, const Ranges &ranges) {
  unsigned count = 0;
  forEachExpr(condition, [&](const Expr &part) {
    const auto *compare = std::get_if<Compare>(&part.node);
    count += compare && std::max(ranges.of(*compare->left).high,
                                 ranges.of(*compare->right).high) > UINT32_MAX;
  });
  return count;
}

/// At how many tests of what all do together it can be left, and what they have
/// assigned by then.
struct WaysOut {
  WaysOut(const Block &together, const Ranges &ranges) {
    SlotFlow flow;
    for (const Stmt &stmt : together) {
      const If *versions = asVersions(stmt);
      if (versions) {
        flow.add(*versions->condition);
        assigned = flow.assigned();
        ++tests;
        // Before a loop they are few beside its turns.
        if (!hasLoop(versions->body))
          wide += countWide(*versions->condition, ranges);
      }
      std::span<const Stmt> next{&stmt, 1};
      if (versions)
        next = versions->body;
      if (!areRepeatable(next))
        return;
      for (const Stmt &each : next)
        flow.add(each);
    }
  }

  unsigned tests = 0, wide = 0;
  SlotSet assigned;
};

bool hasJoined(const Block &block) {
  bool has = false;
  forEachStmt(block, [&](const Stmt &stmt) {
    const auto *choice = std::get_if<If>(&stmt.node);
    has = has || (choice && choice->isJoined);
  });
  return has;
}

class LaneParter {
public:
  explicit LaneParter(Function &kernel)
      : kernel_(kernel), ranges_(kernel),
        lanes_(kernel.coarsening[0] * kernel.coarsening[1] *
               kernel.coarsening[2]) {}

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      auto *choice = std::get_if<If>(&stmt.node);
      if (choice && choice->isJoined)
        part(stmt, *choice, result);
      else
        result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

private:
  void part(Stmt &stmt, If &joined, Block &result) {
    const WaysOut ways(joined.body, ranges_);
    if (ways.wide > mostWide * lanes_) {
      std::move(joined.orElse.begin(), joined.orElse.end(),
                std::back_inserter(result));
      return;
    }
    SlotFlow apart;
    apart.add(joined.orElse);
    bool isLeft =
        ways.tests > 0 && std::none_of(ways.assigned.begin(),
                                       ways.assigned.end(), [&](SlotId slot) {
                                         return apart.exposed().contains(slot);
                                       });
    if (!isLeft) {
      result.push_back(std::move(stmt));
      return;
    }
    done_ = static_cast<SlotId>(kernel_.slots.size());
    kernel_.slots.push_back({"done", Type::of(Scalar::Bool), false});
    SourceRange range = stmt.range;
    joined.body = leaveAtTests(std::move(joined.body), ways.tests);
    joined.isJoined = false;
    If others{makeExpr(range, Type::of(Scalar::Bool),
                       Unary{UnaryOp::Not, doneValue(range)}),
              std::exchange(joined.orElse, {}),
              {}};
    result.push_back(assignDone(false, range));
    result.push_back(std::move(stmt));
    result.push_back({range, std::move(others)});
  }

  Block leaveAtTests(Block together, unsigned tests) const {
    Block result;
    auto next = together.begin();
    while (!asVersions(*next))
      result.push_back(std::move(*next++));
    auto &versions = std::get<If>(next->node);
    SourceRange range = next->range;
    Block behind(std::make_move_iterator(next + 1),
                 std::make_move_iterator(together.end()));
    if (tests > 1)
      behind = leaveAtTests(std::move(behind), tests - 1);
    else
      behind.push_back(assignDone(true, range));
    std::move(behind.begin(), behind.end(), std::back_inserter(versions.body));
    versions.orElse.clear();
    versions.isVersioned = false;
    result.push_back(std::move(*next));
    return result;
  }

  ExprPtr doneValue(SourceRange range) const {
    return makeExpr(range, Type::of(Scalar::Bool), SlotValue{done_});
  }
  Stmt assignDone(bool isDone, SourceRange range) const {
    return {range, Assign{done_, makeExpr(range, Type::of(Scalar::Bool),
                                          Constant{isDone})}};
  }

  Function &kernel_;
  const Ranges ranges_;
  unsigned lanes_;
  /// Of the choice that is looked at.
  SlotId done_ = 0;
};

} // namespace

void partLanes(Module &module) {
  for (Function &function : module.functions)
    if (function.isKernel && hasJoined(function.body))
      LaneParter(function).run(function.body);
}

} // namespace pyk2ptx
