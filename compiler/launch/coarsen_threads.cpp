// Threads of a block that are neighbours often read the same elements (a row, a
// tile), and each has little to do while it waits for memory. A thread that
// does the work of four reads what they share once, and has four loads on
// their way at a time (join_lanes.h).
//
// Not where lanes would take each other's registers, nor where what each reads
// besides is no longer in the cache when it is needed, nor where each would
// load by itself what a condition on loaded data asks for in a loop. Nor along
// x where the block would have less than whole warps, nor of threads that talk
// to each other (threads_in_turn.h).
#include "coarsen_threads.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/thread_strides.h"
#include "compiler/analyze/threads_in_turn.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/tables/registers.h"
#include "join_lanes.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Nodes of all lanes together, above which they would take each other's
/// registers.
constexpr unsigned manyNodes = 800;
/// Of code in order, with what is inlined and unrolled.
constexpr std::uint64_t muchCode = 2000;
/// Elements of all lanes' local arrays together, above which they are no
/// registers any more.
constexpr std::int64_t manyElements = 40;
/// Registers for what a turn of a loop loads in all lanes, of elements that
/// take two or more: what is computed of these does, too, and four turns are
/// under way at a time.
constexpr unsigned manyWords = 12;
/// A block keeps at least so many threads.
constexpr unsigned leastThreads = 64;

bool usesThread(const Function &kernel, unsigned axis) {
  bool uses = false;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    uses = uses || (call && threadIdx.axisOf(call->builtin) == axis);
  });
  return uses;
}

/// Functions whose code for large arguments is a loop of its own: lanes go
/// through it one after the other, with everybody's registers.
bool callsSlowPaths(const Function &function) {
  bool calls = false;
  forEachExprIn(function.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    calls = calls || (call && (call->builtin == Builtin::Sin ||
                               call->builtin == Builtin::Cos ||
                               call->builtin == Builtin::Tan));
  });
  return calls && !function.floats.fast;
}

/// Along which axis the block is divided by `lanes`; -1 where it cannot be, or
/// would be of no use. What is read beside a field of a record, or of a row, is
/// in the cache when it is needed; with four times as many records at a time it
/// no longer is.
int axisFor(const Function &kernel, unsigned lanes) {
  const std::uint32_t (&block)[3] = kernel.block;
  unsigned threads = block[0] * block[1] * block[2] / lanes;
  if (threads < leastThreads || threads % 32 != 0)
    return -1;
  for (unsigned axis : {1U, 0U})
    if (block[axis] % lanes == 0 && usesThread(kernel, axis) &&
        (axis > 0 || ((block[0] / lanes) % 32 == 0 && !accessesApart(kernel))))
      return static_cast<int>(axis);
  return -1;
}

/// ptxas takes few registers where they leave room for more threads, and then
/// has the loads of one lane wait for another's. That it need not be room for
/// more than these lets it have them all on their way. Where threads wait at
/// barriers, others must be there to go on.
constexpr unsigned residentThreads = 512;

void giveRegisters(Function &kernel) {
  unsigned threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
  if (!hasSyncThreads(kernel.body) && !kernel.maxRegisters && !kernel.minBlocks)
    kernel.minBlocks = std::max(residentThreads / threads, 1U);
}

bool coarsen(Function &kernel, unsigned lanes) {
  int axis = axisFor(kernel, lanes);
  if (axis < 0)
    return false;
  Block source = clone(kernel.body);
  std::vector<Slot> slots = kernel.slots;
  std::vector<ArrayDeclaration> arrays = kernel.arrays;
  if (!joinLanes(kernel, static_cast<unsigned>(axis), lanes)) {
    kernel.body = std::move(source);
    kernel.slots = std::move(slots);
    kernel.arrays = std::move(arrays);
    return false;
  }
  kernel.coarsening[axis] = lanes;
  kernel.block[axis] /= lanes;
  giveRegisters(kernel);
  return true;
}

} // namespace

/// Whether any of it was loaded.
static bool isLoaded(const Expr &value, const SlotSet &loaded) {
  bool isAny = false;
  forEachExpr(value, [&](const Expr &expr) {
    const auto *slot = std::get_if<SlotValue>(&expr.node);
    isAny = isAny || std::holds_alternative<Load>(expr.node) ||
            (slot && loaded.contains(slot->slot));
  });
  return isAny;
}

static std::int64_t countLocalElements(const Function &kernel) {
  std::int64_t all = 0;
  for (const ArrayDeclaration &array : kernel.arrays)
    if (array.space == Space::Local)
      all += std::accumulate(array.shape.begin(), array.shape.end(),
                             std::int64_t{1}, std::multiplies<>());
  return all;
}

/// What innermost loops do of which nobody knows how often they turn: LLVM
/// unrolls them, and more turns are under way.
struct Repeated {
  unsigned nodes = 0;
  /// Registers for such elements, of the loop that loads the most.
  unsigned words = 0;
};

static unsigned wordsLoaded(const Block &body) {
  constexpr std::int64_t word = 4;
  unsigned words = 0;
  forEachExprIn(body, [&](const Expr &expr) {
    const auto *load = std::get_if<Load>(&expr.node);
    if (!load || load->array->type.space != Space::Global)
      return;
    std::int64_t size = byteSize(load->array->type.element());
    words += size > word ? static_cast<unsigned>((size + word - 1) / word) : 0;
  });
  return words;
}

static Repeated repeatedIn(const Function &kernel) {
  Repeated repeated;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    bool isInnermost =
        loop && !std::holds_alternative<Constant>(loop->stop->node);
    if (isInnermost)
      forEachStmt(loop->body, [&](const Stmt &inner) {
        isInnermost =
            isInnermost && !std::holds_alternative<ForRange>(inner.node);
      });
    if (!isInnermost)
      return;
    repeated.nodes += countNodes(loop->body);
    repeated.words = std::max(repeated.words, wordsLoaded(loop->body));
  });
  return repeated;
}

/// Slots that get what was loaded, or is computed of it.
static SlotSet loadedSlots(const Function &kernel) {
  SlotSet loaded;
  for (std::size_t before = 1; before != loaded.size();) {
    before = loaded.size();
    forEachAssigned(kernel.body, [&](SlotId slot, const Expr &value) {
      if (isLoaded(value, loaded))
        loaded.insert(slot);
    });
    if (loaded.empty())
      break;
  }
  return loaded;
}

/// Whether turns of a loop load more where what was loaded says so: each lane
/// would wait for its own, one after the other.
static bool partsToLoad(const Function &kernel) {
  SlotSet loaded = loadedSlots(kernel);
  bool parts = false;
  auto lookIn = [&](const Block &body) {
    forEachStmt(body, [&](const Stmt &stmt) {
      const auto *choice = std::get_if<If>(&stmt.node);
      if (!choice || !isLoaded(*choice->condition, loaded))
        return;
      for (const Block *branch : {&choice->body, &choice->orElse})
        forEachExprIn(*branch, [&](const Expr &expr) {
          const auto *load = std::get_if<Load>(&expr.node);
          parts = parts || (load && load->array->type.space == Space::Global);
        });
    });
  };
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    if (std::holds_alternative<ForRange>(stmt.node) ||
        std::holds_alternative<While>(stmt.node))
      forEachBlockOf(stmt, lookIn);
  });
  return parts;
}

/// Nodes of code that is in order: calls are inlined, and loops about a
/// thread's own array unrolled; of others a few turns are.
static std::uint64_t codeOf(const Block &block,
                            std::span<const std::uint64_t> callees) {
  constexpr std::uint64_t fewTurns = 4;
  return countUnrolled(
      block,
      [&](const ForRange &loop) {
        std::uint64_t turns = turnsOf(loop).value_or(1);
        return keepsLocalArray(loop) ? turns : std::min(turns, fewTurns);
      },
      [&](const Expr &expr) {
        const auto *call = std::get_if<CallFunction>(&expr.node);
        bool isBefore = call && call->function < callees.size();
        return isBefore ? callees[call->function] : 1;
      });
}

/// Callees stand before their callers.
static std::vector<std::uint64_t> codeOfFunctions(const Module &module) {
  std::vector<std::uint64_t> sizes;
  for (const Function &function : module.functions)
    sizes.push_back(codeOf(function.body, sizes));
  return sizes;
}

void coarsenThreads(Module &module, unsigned most) {
  const std::vector<std::uint64_t> code = codeOfFunctions(module);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    Function &kernel = module.functions[i];
    const Repeated repeated = repeatedIn(kernel);
    unsigned nodes = countNodes(kernel.body) + repeated.nodes;
    std::int64_t elements = countLocalElements(kernel);
    if (!kernel.isKernel || !kernel.block[0] || 2 * nodes > manyNodes ||
        !mayGoInTurn(module, kernel) || callsSlowPaths(kernel) ||
        partsToLoad(kernel))
      continue;
    for (unsigned lanes = most; lanes > 1; lanes /= 2)
      if (lanes * nodes <= manyNodes && lanes * code[i] <= muchCode &&
          lanes * elements <= manyElements &&
          lanes * repeated.words <= manyWords && coarsen(kernel, lanes))
        break;
  }
}

} // namespace pyk2ptx
