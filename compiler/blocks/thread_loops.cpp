// Threads that meet at barriers could each be a coroutine, but where all of
// them take the same way from barrier to barrier the block itself can: it runs
// the loops and ifs that hold barriers once, and what lies between as a loop
// over the threads, which LLVM can vectorize.
//
// Slots live in three ways. Most are assigned before they are read in every
// piece that reads them, and are plain variables there. Those that always have
// one value that can be computed anywhere (threadIdx, shapes, shared arrays)
// are computed again. The others are kept from piece to piece: once if uniform,
// else in an array with one element a thread.
//
// A piece also ends where a loop that holds a barrier begins, and there no
// barrier orders the threads: a kernel whose prints, atomics or reports stand
// on both sides would show them in another order, so it stays coroutines.
#include "thread_loops.h"

#include "compiler/analyze/sync_threads.h"
#include "compiler/facts/integer_types.h"
#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/messages/internal_error.h"
#include "frontend/tables/registers.h"
#include "spread_arrays.h"

#include <algorithm>
#include <utility>

namespace pyk2ptx {

using namespace ir;

// ---- what order shows ----

/// Whether an index that `node`, an expression or a statement, itself has may
/// end the thread.
template <class Node> static bool raisesHere(const Node &node) {
  bool found = false;
  if constexpr (std::is_same_v<Node, Expr>)
    if (const auto *recast = std::get_if<Recast>(&node.node))
      found = recast->fits && recast->bounds == Bounds::Raise;
  forEachIndex(node, [&](const Index &index, const Expr &, unsigned) {
    found = found || index.bounds == Bounds::Raise;
  });
  return found;
}

static bool raisesIn(const Expr &root) {
  bool found = false;
  forEachExpr(root,
              [&](const Expr &expr) { found = found || raisesHere(expr); });
  return found;
}

bool atomicsCommute(const Function &kernel) {
  unsigned all = 0, fit = 0;
  std::optional<AtomicOp> operation;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    all += std::holds_alternative<Atomic>(expr.node);
  });
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    const auto *node = std::get_if<Evaluate>(&stmt.node);
    const auto *atomic =
        node ? std::get_if<Atomic>(&node->value->node) : nullptr;
    if (!atomic || isFloat(atomic->array->type.scalar) ||
        atomic->order != AtomicOrder::Relaxed || atomic->op > AtomicOp::Xor)
      return;
    AtomicOp op = atomic->op == AtomicOp::Sub ? AtomicOp::Add : atomic->op;
    fit += op == operation.value_or(op);
    operation = op;
  });
  return fit == all;
}

bool ThreadLoopPlan::hasEffect(const Expr &root) const {
  bool found = false;
  forEachExpr(root, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    found = found ||
            (!atomicsCommute_ && std::holds_alternative<Atomic>(expr.node)) ||
            raisesHere(expr) || (call && effects_[call->function]);
  });
  return found;
}

bool ThreadLoopPlan::hasEffect(const Stmt &stmt) const {
  bool found = std::holds_alternative<Print>(stmt.node) ||
               std::holds_alternative<Raise>(stmt.node) || raisesHere(stmt);
  forEachOperandOf(stmt,
                   [&](const Expr &expr) { found = found || hasEffect(expr); });
  forEachBlockOf(stmt, [&](const Block &block) {
    for (const Stmt &inner : block)
      found = found || hasEffect(inner);
  });
  return found;
}

/// Whether no two pieces with effects follow each other without a barrier.
/// `isPending`: threads may have had effects since the last barrier; `atJump`
/// is set if so at a jump to a loop's next iteration or end.
bool ThreadLoopPlan::isInOrder(const Block &block, bool &isPending,
                               bool &atJump) const {
  for (const BlockPiece &piece : cutAtBarriers(block)) {
    if (piece.kind == BlockPiece::Kind::Barrier) {
      isPending = false;
      continue;
    }
    const Stmt &first = block[piece.begin];
    if (piece.kind == BlockPiece::Kind::Threads) {
      bool has = false;
      for (std::size_t i = piece.begin; i < piece.end; ++i)
        has = has || hasEffect(block[i]);
      if (has && isPending)
        return false;
      isPending = isPending || has;
    } else if (const auto *choice = std::get_if<If>(&first.node)) {
      bool other = isPending;
      if (!isInOrder(choice->body, isPending, atJump) ||
          !isInOrder(choice->orElse, other, atJump))
        return false;
      isPending = isPending || other;
    } else {
      atJump = atJump || isPending;
      const auto *range = std::get_if<ForRange>(&first.node);
      const auto *loop = std::get_if<While>(&first.node);
      if (!range && !loop)
        continue;
      const Block &body = range ? range->body : loop->body;
      bool ownJump = false, before = isPending;
      // The second time as the first has left it.
      for (int turn = 0; turn < 2; ++turn) {
        isPending = isPending || before || ownJump;
        if (!isInOrder(body, isPending, ownJump))
          return false;
      }
      isPending = isPending || before || ownJump;
      if (!isInOrder(range ? range->orElse : loop->orElse, isPending, atJump))
        return false;
    }
  }
  return true;
}

// ---- the plan ----

/// Sets those that the expression is of, also by way of slots that are computed
/// again.
void ThreadLoopPlan::nameArrays(const Expr &root,
                                std::vector<bool> &named) const {
  if (named.empty())
    return;
  forEachExpr(root, [&](const Expr &expr) {
    if (const auto *storage = std::get_if<ArrayStorage>(&expr.node))
      named[storage->array] = true;
    const auto *slot = std::get_if<SlotValue>(&expr.node);
    if (const Expr *value = slot ? valueOf(slot->slot) : nullptr)
      nameArrays(*value, named);
  });
}

void ThreadLoopPlan::nameArrays(const Stmt &stmt,
                                std::vector<bool> &named) const {
  forEachOperandOf(stmt, [&](const Expr &expr) { nameArrays(expr, named); });
  forEachBlockOf(stmt, [&](const Block &block) {
    for (const Stmt &inner : block)
      nameArrays(inner, named);
  });
}

/// Whether all threads of each warp come to the exchange, or none.
bool ThreadLoopPlan::isWhole(const Exchange &exchange) const {
  if (!exchange.condition)
    return true;
  std::optional<BlockRows> rows = places().warpsOf(*exchange.condition);
  const std::uint32_t (&block)[3] = kernel_.block;
  if (!rows)
    return false;
  if (!block[0]) {
    rows_ = std::max(rows_, *rows);
    return true;
  }
  return *rows == BlockRows::Any || block[0] % warpSize == 0 ||
         (*rows == BlockRows::WholeWarpsOrOne && block[1] * block[2] == 1);
}

/// Whether every barrier of `block` is reached by all threads together.
bool ThreadLoopPlan::isPossible(const Block &block) const {
  for (const BlockPiece &piece : cutAtBarriers(block)) {
    if (std::optional<Exchange> exchange = exchangeOf(block[piece.begin]);
        exchange && !isWhole(*exchange))
      return false;
    if (piece.kind != BlockPiece::Kind::Once)
      continue;
    const Stmt &stmt = block[piece.begin];
    bool isFit = true;
    forEachOperandOf(stmt, [&](const Expr &expr) {
      isFit = isFit && uniform_.of(expr) && !hasEffect(expr);
    });
    bool isLoop = std::holds_alternative<While>(stmt.node) ||
                  std::holds_alternative<ForRange>(stmt.node);
    if (const auto *range = std::get_if<ForRange>(&stmt.node))
      isFit = isFit && uniform_.ofSlot(range->slot);
    isFit = isFit && (!isLoop || uniform_.ofLoop(stmt));
    forEachBlockOf(
        stmt, [&](const Block &inner) { isFit = isFit && isPossible(inner); });
    if (!isFit)
      return false;
  }
  return true;
}

const Expr *ThreadLoopPlan::valueOf(SlotId slot) const {
  if (auto known = again_.find(slot); known != again_.end())
    return known->second;
  const Expr *value = values_.of(slot);
  // One for all threads is kept as it is. (Nothing of a turn's value may raise:
  // isCheapNumber; keep() asks for its operands.)
  if (!value && !uniform_.ofSlot(slot))
    if (const Expr *turn = turnValues_.of(slot))
      return again_[slot] = turn;
  bool isKnown = value && !raisesIn(*value);
  if (isKnown)
    forEachExpr(*value, [&](const Expr &expr) {
      if (const auto *operand = std::get_if<SlotValue>(&expr.node))
        isKnown = isKnown && (values_.isParameter(operand->slot) ||
                              valueOf(operand->slot));
    });
  return again_[slot] = isKnown ? value : nullptr;
}

/// A slot is read before it is assigned in some piece.
void ThreadLoopPlan::keep(SlotId slot) {
  if (wanted_[slot])
    return;
  wanted_[slot] = true;
  const Expr *value = valueOf(slot);
  if (!value) {
    kept_[slot] = true;
    return;
  }
  forEachExpr(*value, [&](const Expr &expr) {
    const auto *operand = std::get_if<SlotValue>(&expr.node);
    if (!operand)
      return;
    keep(operand->slot);
    // The block has no thread's own array to compute it of.
    if (uniform_.ofSlot(slot) && !uniform_.ofSlot(operand->slot) &&
        !expr.type.isScalar())
      internalError("a value of all threads that is one thread's");
  });
  if (!uniform_.ofSlot(slot))
    return;
  startWith(*value);
  atStart_.push_back(slot);
}

/// The block computes the expression, which is the same for all threads: of
/// what is not, as a thread's place over a warp's threads, it takes the first
/// thread's.
void ThreadLoopPlan::startWith(const Expr &expr) {
  forEachExpr(expr, [&](const Expr &part) {
    const auto *read = std::get_if<SlotValue>(&part.node);
    if (!read || uniform_.ofSlot(read->slot) ||
        std::ranges::find(atStart_, read->slot) != atStart_.end())
      return;
    if (const Expr *value = valueOf(read->slot)) {
      startWith(*value);
      atStart_.push_back(read->slot);
    }
  });
}

void ThreadLoopPlan::keepSlots(const Block &block) {
  for (const BlockPiece &piece : piecesOf(block)) {
    SlotFlow flow;
    if (piece.kind == BlockPiece::Kind::Once) {
      const Stmt &stmt = block[piece.begin];
      forEachOperandOf(stmt, [&](const Expr &expr) {
        flow.add(expr);
        startWith(expr);
      });
      forEachBlockOf(stmt, [&](const Block &inner) { keepSlots(inner); });
    } else {
      for (std::size_t i = piece.begin; i < piece.end; ++i)
        flow.add(block[i]);
    }
    for (SlotId slot : flow.exposed())
      keep(slot);
  }
}

/// A slot has its value at the start of the piece.
void ThreadLoopPlan::bring(SlotId slot, SlotSet &brought,
                           PieceSlots &slots) const {
  slots.all.insert(slot);
  if (!brought.insert(slot).second)
    return;
  if (kept_[slot] || uniform_.ofSlot(slot)) {
    slots.in.push_back(slot);
    return;
  }
  forEachExpr(*valueOf(slot), [&](const Expr &expr) {
    if (const auto *operand = std::get_if<SlotValue>(&expr.node))
      bring(operand->slot, brought, slots);
  });
  slots.again.push_back(slot);
}

PieceSlots ThreadLoopPlan::slotsOf(const Block &block,
                                   const BlockPiece &piece) const {
  SlotFlow flow;
  PieceSlots slots;
  for (std::size_t i = piece.begin; i < piece.end; ++i)
    flow.add(block[i]);
  SlotSet in = flow.exposed();
  slots.all = flow.exposed();
  for (SlotId slot : flow.assigned()) {
    slots.all.insert(slot);
    if (!kept_[slot])
      continue;
    slots.out.push_back(slot);
    if (!flow.isCertain(slot))
      in.insert(slot);
  }
  std::vector<SlotId> ordered(in.begin(), in.end());
  std::sort(ordered.begin(), ordered.end());
  std::sort(slots.out.begin(), slots.out.end());
  SlotSet brought;
  for (SlotId slot : ordered)
    bring(slot, brought, slots);
  return slots;
}

/// Counts in `users` the pieces that name each local array, those of a loop
/// twice; of `exposed` arrays one reads what is from before it.
void ThreadLoopPlan::countUsers(const Block &block, bool isRepeated,
                                std::vector<unsigned> &users,
                                std::vector<bool> &exposed) const {
  for (const BlockPiece &piece : piecesOf(block)) {
    const Stmt &first = block[piece.begin];
    if (piece.kind == BlockPiece::Kind::Once) {
      bool isLoop = !std::holds_alternative<If>(first.node);
      forEachBlockOf(first, [&](const Block &inner) {
        countUsers(inner, isRepeated || isLoop, users, exposed);
      });
      continue;
    }
    std::vector<bool> named(users.size(), false);
    for (std::size_t i = piece.begin; i < piece.end; ++i)
      nameArrays(block[i], named);
    for (std::uint32_t i = 0; i < users.size(); ++i) {
      if (!named[i] || kernel_.arrays[i].space != Space::Local)
        continue;
      users[i] += isRepeated ? 2u : 1u;
      exposed[i] =
          exposed[i] || arrayFlow_.isExposed(block, piece.begin, piece.end, i);
    }
  }
}

void ThreadLoopPlan::keepArrays() {
  auto isLocal = [](const ArrayDeclaration &array) {
    return array.space == Space::Local;
  };
  if (std::ranges::none_of(kernel_.arrays, isLocal))
    return;
  // A pointer to a local array that outlives a piece may be to any of them.
  bool pointersAreKept = false;
  for (SlotId slot = 0; slot < kernel_.slots.size(); ++slot) {
    const Type &type = kernel_.slots[slot].type;
    pointersAreKept = pointersAreKept ||
                      (kept_[slot] && !isUniform(slot) &&
                       (type.isArray() || type.isTuple() || type.isPointer()));
  }
  std::vector<unsigned> users(kernel_.arrays.size(), 0);
  std::vector<bool> exposed(kernel_.arrays.size(), false);
  countUsers(kernel_.body, false, users, exposed);
  for (std::size_t i = 0; i < users.size(); ++i)
    keptArrays_[i] = isLocal(kernel_.arrays[i]) &&
                     (pointersAreKept || (users[i] > 1 && exposed[i]));
  spreadArrays_ = findSpreadArrays(kernel_, arrayFlow_, uniform_);
  for (std::size_t i = 0; i < users.size(); ++i)
    spreadArrays_[i] = spreadArrays_[i] && keptArrays_[i];
}

ThreadLoopPlan::ThreadLoopPlan(const Module &module, const Function &kernel)
    : kernel_(kernel), uniform_(kernel, kernel.together), values_(kernel),
      turnValues_(kernel, values_), arrayFlow_(kernel),
      kept_(kernel.slots.size(), false),
      keptArrays_(kernel.arrays.size(), false),
      spreadArrays_(kernel.arrays.size(), false),
      wanted_(kernel.slots.size(), false) {
  // Callees stand before their callers, but for recursive ones.
  for (const Function &function : module.functions)
    effects_.push_back(function.isRecursive || function.isExternal);
  for (std::size_t i = 0; i < effects_.size(); ++i)
    for (const Stmt &stmt : module.functions[i].body)
      effects_[i] = effects_[i] || hasEffect(stmt);
  // Of the kernel's own atomics; those of its functions may be others.
  atomicsCommute_ = atomicsCommute(kernel);
}

/// Whether barriers and exchanges stand as statements of the kernel only.
static bool barriersAreStatements(const Function &kernel,
                                  const std::vector<bool> &waits) {
  unsigned statements = 0, all = 0;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    bool isIf = std::holds_alternative<If>(stmt.node);
    statements += isBarrier(stmt) || (!isIf && exchangeOf(stmt));
  });
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    all += isTogetherCall(expr) || (call && waits[call->function]);
  });
  return statements == all;
}

/// Whether nobody waits for threads whose turn it is not, but for whole warps
/// at a barrier.
static bool mayTakeTurns(const Function &kernel) {
  if (kernel.together == Together::Block)
    return true;
  if (kernel.together == Together::Warp)
    return kernel.block[0] % warpSize == 0;
  bool isFit = true;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    isFit = isFit && !isTogetherCall(expr);
  });
  return isFit;
}

std::optional<ThreadLoopPlan>
ThreadLoopPlan::make(const Module &module, const Function &kernel,
                     const std::vector<bool> &waits) {
  if (!barriersAreStatements(kernel, waits) || !mayTakeTurns(kernel))
    return std::nullopt;
  ThreadLoopPlan plan(module, kernel);
  if (kernel.together == Together::Warp && !kernel.block[0])
    plan.rows_ = BlockRows::WholeWarps;
  bool isPending = false, atJump = false;
  if (!plan.isPossible(kernel.body) ||
      !plan.isInOrder(kernel.body, isPending, atJump))
    return std::nullopt;
  for (SlotId slot = 0; slot < kernel.paramCount; ++slot)
    plan.kept_[slot] = true;
  // Others read them.
  bool hasExchange = false;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    std::optional<Exchange> exchange = exchangeOf(stmt);
    if (!exchange || !exchange->slots)
      return;
    hasExchange = true;
    plan.kept_[exchange->slots->from] = !plan.isUniform(exchange->slots->from);
  });
  plan.keepSlots(kernel.body);
  plan.keepArrays();
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    plan.mayEnd_ = plan.mayEnd_ || std::holds_alternative<Return>(stmt.node) ||
                   std::holds_alternative<Raise>(stmt.node) || raisesHere(stmt);
  });
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    const auto *call = std::get_if<CallFunction>(&expr.node);
    plan.mayEnd_ = plan.mayEnd_ || raisesHere(expr) ||
                   (call && plan.effects_[call->function]);
  });
  // Who reads the value of a thread that has ended gets his own.
  if (hasExchange && plan.mayEnd_)
    return std::nullopt;
  return plan;
}

} // namespace pyk2ptx
