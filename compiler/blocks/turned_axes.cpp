// Most kernels of planes and cubes that are not written for a GPU's memory say
//
//   i, j = cuda.grid(2)
//   c[i, j] = a[i, j] + b[i, j]
//
// whose threads along x, a row of the block, are a whole row of the array
// apart. The block can as well run its threads along y first, and these are
// neighbours. All that is known of rows, vectors, joined blocks and loops in
// step, is of rows along x: so the kernel says y wherever it said x, and x for
// y, and its launches have their extents changed likewise.
//
// Which axis is best is counted: an access to neighbouring elements, or to the
// same one, costs little, one to elements apart much, and more the more of the
// array's axes lie behind the one that is stepped along; all in loops more. A
// kernel that would show in which order threads run (order_witness.h), or whose
// threads know of warps, stays as it is.
#include "turned_axes.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/waits.h"
#include "compiler/facts/ranges.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"
#include "order_witness.h"
#include "row_steps.h"
#include "thread_loops.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr Axes registers[] = {threadIdx, blockIdx, blockDim, gridDim};

// ---- which axis ----

/// What the accesses of a kernel cost whose rows are along an axis.
class AccessCost {
public:
  AccessCost(const Function &kernel, unsigned axis, const Ranges &ranges)
      : steps_(kernel, axis, ranges) {
    add(kernel.body, 1);
  }

  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  /// Whether an access depends on the axis: of another one, the block may have
  /// no more than one thread.
  [[nodiscard]] bool moves() const { return moves_; }

private:
  static constexpr std::uint64_t far = 8, turns = 8, mostOften = 512;

  void add(const Block &block, std::uint64_t often) {
    auto addIndex = [&](const Index &index, const Expr &array, unsigned axis) {
      if (array.type.space == Space::Local)
        return;
      // How many of the array's axes lie behind one along which threads move.
      unsigned behind = array.type.ndim - 1 - axis;
      std::optional<std::int64_t> step = steps_.of(*index.value);
      if (axis == 0)
        access_ = 1;
      if (!step)
        access_ = far * array.type.ndim;
      else if (*step != 0 && (behind != 0 || *step != 1))
        access_ = std::max(access_, far * std::max(behind, 1u));
      moves_ = moves_ || (step && *step == 1);
      if (behind == 0)
        cost_ += often * access_;
    };
    for (const Stmt &stmt : block) {
      forEachIndex(stmt, addIndex);
      forEachOperandOf(stmt, [&](const Expr &operand) {
        forEachExpr(operand,
                    [&](const Expr &expr) { forEachIndex(expr, addIndex); });
      });
      forEachBlockOf(stmt, [&](const Block &inner) {
        add(inner, isRepeated(stmt, inner) ? std::min(often * turns, mostOften)
                                           : often);
      });
    }
  }

  RowSteps steps_;
  /// Of the access whose indices are looked at.
  std::uint64_t access_ = 0;
  bool moves_ = false;
  std::uint64_t cost_ = 0;
};

bool reads(const Function &kernel, Builtin name) {
  bool found = false;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    found = found || (call && call->builtin == name);
  });
  return found;
}

/// x where no other one is much better.
unsigned bestAxis(const Function &kernel) {
  Ranges ranges(kernel);
  std::uint64_t least = AccessCost(kernel, 0, ranges).cost() / 4 * 3;
  unsigned best = 0;
  for (unsigned axis = 1; axis < 3; ++axis) {
    if (!reads(kernel, threadIdx[axis]) || kernel.block[axis] == 1)
      continue;
    AccessCost along(kernel, axis, ranges);
    if (along.moves() && along.cost() < least) {
      best = axis;
      least = along.cost();
    }
  }
  return best;
}

// ---- whether nobody can tell ----

bool isTurnedAlong(const Expr &expr, const Function &function) {
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  bool isPlace = call && std::ranges::any_of(registers, [&](const Axes &each) {
                   return each.axisOf(call->builtin).has_value();
                 });
  return function.isKernel && (isPlace || isSyncThreads(expr) ||
                               std::holds_alternative<ArrayStorage>(expr.node));
}

bool isSilent(const Module &module, const Function &kernel) {
  bool isCluster = kernel.maxCluster || kernel.clusterDims[0];
  bool isCoarse = std::ranges::any_of(
      kernel.coarsening, [](std::uint32_t lanes) { return lanes != 1; });
  return !isCluster && !isCoarse && atomicsCommute(kernel) &&
         !OrderWitness(module, isTurnedAlong).isIn(kernel) &&
         !Waits(module).hasWait(kernel);
}

void turn(Function &kernel, unsigned axis) {
  forEachExprIn(kernel.body, [&](Expr &expr) {
    auto *call = std::get_if<CallBuiltin>(&expr.node);
    if (!call)
      return;
    for (const Axes &each : registers)
      if (call->builtin == each.x)
        call->builtin = each[axis];
      else if (call->builtin == each[axis])
        call->builtin = each.x;
  });
  std::swap(kernel.block[0], kernel.block[axis]);
  kernel.rowAxis = axis;
}

} // namespace

void turnAxes(Module &module) {
  for (Function &kernel : module.functions) {
    if (!kernel.isKernel ||
        (!reads(kernel, threadIdx.y) && !reads(kernel, threadIdx.z)) ||
        !isSilent(module, kernel))
      continue;
    if (unsigned axis = bestAxis(kernel))
      turn(kernel, axis);
  }
}

} // namespace pyk2ptx
