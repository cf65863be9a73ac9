// The passes over the typed IR, and what holds after each. Both devices have
// the same: what a kernel means is settled here, before there is a target.
//
//   check       types fit, and there are no user errors left (verify_ir.h)
//   named       what `:=` sets is set by statements: what a Let sets is read in
//               its body alone, from here on (named_values.h)
//   inline      small device functions are their callers' statements
//   facts       what the launch tells is a constant: block, sizes, alignment
//   kept        GPUs: elements that a loop adds to are slots meanwhile
//   lanes       one thread may do the work of several
//   contract    a * b + c is one operation; nothing splits it any more, and
//               nothing else is contracted, by us or by LLVM
//   bounds      each index has its check, or the proof that it needs none.
//               A pass behind this one may drop or weaken no check without a
//               proof of its own, and makes no index without one
//   order       no slot is read that nothing before sets, and what a Let sets
//               is still its alone (verify_ir.h)
//   --emit=ir
//   calls       who is there for a call that threads share is asked no more,
//               where there are no checks
//   joined      CPU device: where a thread is in the grid is one expression, by
//               which blocks may be joined
//   apart       CPU device: functions whose threads wait are part of their
//               kernels, and what whole warps exchange is a statement
//   eager       CPU device: tests of elements that are there anyway do not wait
//               for the test before them
//   count       `while i < n` is a counted loop where it is one
//   in step     CPU device: the block runs loops, and in each iteration its
//               threads
//   small       GPUs: kernels whose indices take work are twice there, once for
//               sizes of 29 bits
//   short rows  GPUs: kernels that use whole rows of two or four elements are
//               twice there, once for arrays of such rows
//   one shape   GPUs: straight kernels are twice there, once for arrays of one
//               shape
//   version     loops are twice there: without checks where a test before them
//               says that all indices are inside; for GPUs so is straight code
//               of several checks, or of loads behind stores
//   whole       GPUs: what follows an index of a float that conditions ask
//               about is twice there, once for floats of 30 bits
//   chased      GPUs: loops along lists and trees, which no test before them
//               bounds, test once in each turn
//   lanes       of several threads' work that one does, together, without
//               checks; else one after the other
//   order       as above
//
// Then lowering asks analyses (waits.h, thread_loops.h) and changes
// nothing of the IR.
#include "passes.h"

#include "compiler/analyze/verify_ir.h"
#include "compiler/blocks/eager_tests.h"
#include "compiler/blocks/ended_threads.h"
#include "compiler/blocks/exchanges.h"
#include "compiler/blocks/joined_blocks.h"
#include "compiler/blocks/lockstep.h"
#include "compiler/blocks/own_slots.h"
#include "compiler/blocks/turned_axes.h"
#include "compiler/launch/coarsen_threads.h"
#include "compiler/launch/launch_facts.h"
#include "compiler/transform/bounds.h"
#include "compiler/transform/contract.h"
#include "compiler/transform/count_loops.h"
#include "compiler/transform/inline_functions.h"
#include "compiler/transform/kept_elements.h"
#include "compiler/transform/near_remainders.h"
#include "compiler/versions/apart_copies.h"
#include "compiler/versions/chased_loops.h"
#include "compiler/versions/part_lanes.h"
#include "compiler/versions/same_shapes.h"
#include "compiler/versions/short_rows.h"
#include "compiler/versions/small_copies.h"
#include "compiler/versions/version_loops.h"
#include "compiler/versions/version_regions.h"
#include "compiler/versions/whole_parts.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "kernel_ir.h"

#include <algorithm>

namespace pyk2ptx {

bool isWatched(const CompileOptions &options) {
  return options.checks.any() || options.coverage || options.trace;
}

namespace {

// The prelude's indices are inside if all threads of a group come, as they
// must. On a GPU, where others hang, nothing is asked; on the CPU device those
// that came go on, with ranks that nobody has counted.
void distrust(ir::Module &module) {
  for (ir::Function &function : module.functions)
    function.indicesAreInside = false;
}

// Who is there for a call that threads share is asked by checks alone. Where
// they are not, that is nothing; and so, where nobody looks at lines, is a call
// of a function in which nothing is left but a constant, as the prelude has
// them to look at constants.
class Forgetting {
public:
  Forgetting(ir::Module &module, bool findsIdle)
      : idle_(module.functions.size()) {
    for (std::size_t i = 0; i < idle_.size(); ++i) {
      ir::Function &function = module.functions[i];
      forget(function.body);
      idle_[i] = findsIdle && !function.isKernel && !function.isExternal &&
                 std::ranges::all_of(function.body, isConstantReturn);
    }
  }

private:
  static bool isConstantReturn(const ir::Stmt &stmt) {
    const auto *result = std::get_if<ir::Return>(&stmt.node);
    return result && (!result->value || std::holds_alternative<ir::Constant>(
                                            result->value->node));
  }
  bool isNothing(const ir::Stmt &stmt) const {
    const auto *eval = std::get_if<ir::Evaluate>(&stmt.node);
    if (!eval)
      return false;
    if (const auto *call = std::get_if<ir::CallBuiltin>(&eval->value->node))
      return call->builtin == Builtin::CoopCalled ||
             call->builtin == Builtin::CoopTogether;
    const auto *call = std::get_if<ir::CallFunction>(&eval->value->node);
    return call && idle_[call->function] &&
           std::ranges::all_of(call->args, [](const ir::ExprPtr &arg) {
             return std::holds_alternative<ir::Constant>(arg->node) ||
                    std::holds_alternative<ir::SlotValue>(arg->node);
           });
  }
  void forget(ir::Block &block) {
    std::erase_if(block, [&](const ir::Stmt &stmt) { return isNothing(stmt); });
    for (ir::Stmt &stmt : block)
      forEachBlockOf(stmt, [&](ir::Block &inner) { forget(inner); });
  }

  std::vector<bool> idle_;
};

} // namespace

void transform(ir::Module &module, const CompileOptions &options,
               TargetDevice device, PhaseTimer &timer) {
  // Who looks at lines, calls or the first of two errors sees them as they are.
  bool isSeen = options.bounds == BoundsMode::Raise || options.debug ||
                options.debugInfo || options.lineInfo || isWatched(options);
  if (device == TargetDevice::Host)
    distrust(module);
  if (options.optLevel >= 2 && !isSeen &&
      options.optimizations.has(Optimization::InlineFunctions)) {
    inlineFunctions(module, device == TargetDevice::Gpu ||
                                options.optimizations.areGpusOnCpu());
    dropUncalled(module);
    timer.lap("inline");
  }
  LaunchFacts facts = options.facts;
  // What is told of a thread is not to be another's.
  if (options.bounds == BoundsMode::Raise || options.debug ||
      isWatched(options) ||
      !options.optimizations.has(Optimization::CoarsenThreads))
    facts.perThread = 0;
  applyFacts(module, facts);
  bool isForGpu =
      device == TargetDevice::Gpu || options.optimizations.areGpusOnCpu();
  if (options.optLevel >= 2 && !isSeen && isForGpu &&
      options.optimizations.has(Optimization::KeptElements))
    keepElements(module, options.bounds == BoundsMode::Guard);
  if (facts.block[0] && facts.block[1] && facts.block[2] && facts.perThread > 1)
    coarsenThreads(module, facts.perThread);
  if (options.fmad) {
    contract(module);
    timer.lap("contract");
  }
  applyBounds(module, options.bounds,
              options.optimizations.has(Optimization::PathFacts));
  verifyOrder(module);
  timer.lap("bounds");
}

void transformLoops(ir::Module &module, const CompileOptions &options,
                    TargetDevice device, PhaseTimer &timer) {
  if (device == TargetDevice::Gpu || !options.checks.barriers)
    Forgetting(module, options.optLevel >= 2 && !isWatched(options) &&
                           !options.debugInfo && !options.lineInfo);
  if (options.optLevel < 2)
    return;
  const Optimizations &which = options.optimizations;
  // A division by zero is reported there.
  bool findsNear = which.has(Optimization::NearRemainders) && !options.debug;
  // Who looks at statements gets all of them.
  if (isWatched(options)) {
    if (findsNear)
      findNearRemainders(module);
    return;
  }
  // Loops in step are none that passes for GPUs would see there.
  bool isWhole = !which.areGpusOnCpu() && device == TargetDevice::Host &&
                 !options.debug && !options.lineInfo && !options.schedulable;
  if (isWhole && which.has(Optimization::TurnedAxes)) {
    partSlots(module);
    turnAxes(module);
  }
  if (isWhole && which.has(Optimization::JoinedBlocks))
    readRegisters(module);
  bool isInStep = isWhole && which.has(Optimization::Lockstep);
  if (isInStep) {
    setExchangesApart(module);
    bringEndedThreads(module);
    partSlots(module);
  }
  if (isWhole && which.has(Optimization::EagerTests))
    testEagerly(module);
  if (findsNear)
    findNearRemainders(module);
  if (which.has(Optimization::CountLoops))
    countLoops(module, isInStep ? WrappingLoops::Beside : WrappingLoops::Stay);
  if (isInStep)
    runInStep(module);
  bool isForGpu = device == TargetDevice::Gpu || which.areGpusOnCpu();
  bool isCopied = isForGpu && !options.debug && !options.lineInfo;
  if (isCopied && which.has(Optimization::SmallCopies))
    copySmall(module);
  if (isCopied && which.has(Optimization::ShortRows))
    copyForShortRows(module);
  if (isCopied && which.has(Optimization::OneShape))
    copyForOneShape(module);
  if (options.bounds != BoundsMode::Raise) {
    if (which.has(Optimization::VersionLoops))
      versionLoops(module);
    if (isForGpu && which.has(Optimization::ChasedLoops))
      versionChasedLoops(module);
    if (isCopied && which.has(Optimization::WholeParts))
      copyForWholeParts(module);
    if (isForGpu && which.has(Optimization::VersionRegions))
      versionRegions(module);
    partLanes(module);
  }
  if (isForGpu && which.has(Optimization::ApartCopies))
    copyApart(module);
  verifyOrder(module);
  timer.lap("loops");
}

} // namespace pyk2ptx
