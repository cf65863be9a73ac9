// Threads of a block that are neighbours often read the same elements (a row, a
// tile), and each has little to do while it waits for memory. A thread that
// does the work of four reads what they share once, and has four loads on
// their way at a time:
//
//   if y < n:                          y0, y1 = ...        (slots for each
//   lane)
//     for k in range(m):               if y0 < n and y1 < n:
//       sum += a[y, k] * b[k]   ->       for k in range(m):
//                                          sum0 += a[y0, k] * b[k]
//                                          sum1 += a[y1, k] * b[k]
//                                      else: the same for one lane after
//                                      another
//
// That is one of the orders in which threads without barriers may run anyway.
// Where they meet at barriers, all lanes come to them together: a barrier
// stands where control flow is the same for all of them, or the kernel is left
// as it is. So are kernels whose threads exchange values in their warps, whose
// loops run differently often in each lane, and those that may wait for
// memory that another lane writes. Local arrays are one for each lane.
//
// Blocks keep their place and size for the kernel, whose registers are
// replaced; only what is launched is smaller. Along y and z neighbours are
// joined, so that warps access memory as before; along x the lanes are a
// smaller block's width apart, for the same reason.
#include "coarsen_threads.h"

#include "compiler/analyze/loop_facts.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/thread_strides.h"
#include "compiler/analyze/threads_in_turn.h"
#include "compiler/analyze/uniform.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/registers.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Nodes of all lanes together, above which they would take each other's
/// registers.
constexpr unsigned manyNodes = 600;
/// Elements of all lanes' local arrays together, above which they are no
/// registers any more.
constexpr std::int64_t manyElements = 40;
/// A block keeps at least so many threads.
constexpr unsigned leastThreads = 64;

ExprPtr integer(std::uint64_t value, SourceRange range) {
  return makeExpr(range, Type::of(Scalar::I64), Constant{value});
}

int threadAxis(const Expr &expr) {
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  std::optional<unsigned> axis =
      call ? threadIdx.axisOf(call->builtin) : std::nullopt;
  return axis ? static_cast<int>(*axis) : -1;
}

bool hasReturn(const Block &block) {
  bool has = false;
  forEachStmt(block, [&](const Stmt &stmt) {
    has = has || std::holds_alternative<Return>(stmt.node);
  });
  return has;
}

/// `if c: ...; return` before the rest becomes `if c: ... else: the rest`.
void nestReturns(Block &block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    auto *choice = std::get_if<If>(&block[i].node);
    if (!choice || !choice->orElse.empty() || choice->body.empty() ||
        !std::holds_alternative<Return>(choice->body.back().node))
      continue;
    choice->body.pop_back();
    for (std::size_t next = i + 1; next < block.size(); ++next)
      choice->orElse.push_back(std::move(block[next]));
    block.resize(i + 1);
    nestReturns(choice->orElse);
    if (!choice->body.empty())
      return;
    choice->body = std::exchange(choice->orElse, {});
    SourceRange range = choice->condition->range;
    choice->condition =
        makeExpr(range, Type::of(Scalar::Bool),
                 Unary{UnaryOp::Not, std::move(choice->condition)});
    return;
  }
  if (!block.empty() && std::holds_alternative<Return>(block.back().node))
    block.pop_back();
}

// ---- lanes ----

class Coarsener {
public:
  Coarsener(Function &kernel, unsigned axis, unsigned lanes)
      : kernel_(kernel), uniform_(kernel, axis), axis_(axis), lanes_(lanes) {}

  /// False where it cannot be done; the kernel's body is then of no use.
  bool run() {
    if (!localsAreRegisters())
      return false;
    copyArrays();
    slotCount_ = kernel_.slots.size();
    for (unsigned lane = 0; lane < lanes_; ++lane)
      places_.push_back(addSlot("threadIdx", Type::of(Scalar::I64)));
    for (SlotId slot = 0; slot < slotCount_; ++slot) {
      copies_.push_back({slot});
      for (unsigned lane = 1; lane < lanes_; ++lane) {
        if (uniform_.ofSlot(slot)) {
          copies_.back().push_back(slot);
          continue;
        }
        SlotId copy =
            addSlot(kernel_.slots[slot].name, kernel_.slots[slot].type);
        kernel_.slots[copy].zero = kernel_.slots[slot].zero;
        copies_.back().push_back(copy);
      }
    }
    Block body = begin();
    bool isDone = join(kernel_.body, body);
    kernel_.body = std::move(body);
    return isDone;
  }

private:
  /// Whether all lanes use the same element of their local arrays: places that
  /// each computes for itself are memory, of which there is more with more
  /// lanes.
  bool localsAreRegisters() const {
    bool areSame = true;
    forEachIndexIn(
        kernel_.body, [&](const Index &index, const Expr &array, unsigned) {
          areSame = areSame && (!isLocal(array) || uniform_.of(*index.value));
        });
    return areSame;
  }

  /// Each lane has local arrays of its own.
  void copyArrays() {
    for (std::uint32_t array = 0, count = kernel_.arrays.size(); array < count;
         ++array) {
      arrays_.push_back({array});
      for (unsigned lane = 1; lane < lanes_; ++lane) {
        if (kernel_.arrays[array].space != Space::Local) {
          arrays_.back().push_back(array);
          continue;
        }
        arrays_.back().push_back(
            static_cast<std::uint32_t>(kernel_.arrays.size()));
        kernel_.arrays.push_back(ArrayDeclaration(kernel_.arrays[array]));
      }
    }
  }

  SlotId addSlot(std::string name, Type type) {
    kernel_.slots.push_back({std::move(name), std::move(type), false});
    return static_cast<SlotId>(kernel_.slots.size() - 1);
  }

  static Stmt assign(SlotId slot, ExprPtr value) {
    SourceRange range = value->range;
    return {range, Assign{slot, std::move(value)}};
  }

  ExprPtr slotValue(SlotId slot, SourceRange range) const {
    return makeExpr(range, kernel_.slots[slot].type, SlotValue{slot});
  }

  /// Which threads the lanes are, and parameters that differ from now on.
  Block begin() {
    Block body;
    SourceRange range = kernel_.range;
    Type wide = Type::of(Scalar::I64);
    std::uint64_t width = kernel_.block[axis_] / lanes_;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      ExprPtr thread =
          makeExpr(range, wide,
                   Convert{makeExpr(range, Type::of(Scalar::I32),
                                    CallBuiltin{threadIdx[axis_], {}})});
      std::uint64_t first = lane * width;
      if (axis_ > 0) {
        thread = makeExpr(
            range, wide,
            Binary{BinaryOp::Mul, std::move(thread), integer(lanes_, range)});
        first = lane;
      }
      body.push_back(assign(places_[lane],
                            makeExpr(range, wide,
                                     Binary{BinaryOp::Add, std::move(thread),
                                            integer(first, range)})));
    }
    for (SlotId slot = 0; slot < kernel_.paramCount; ++slot)
      for (unsigned lane = 1; lane < lanes_; ++lane)
        if (copies_[slot][lane] != slot)
          body.push_back(assign(copies_[slot][lane], slotValue(slot, range)));
    return body;
  }

  void rename(Expr &whole, unsigned lane) const {
    forEachExpr(whole, [&](Expr &expr) {
      if (auto *value = std::get_if<SlotValue>(&expr.node);
          value && value->slot < slotCount_)
        value->slot = copies_[value->slot][lane];
      else if (auto *let = std::get_if<Let>(&expr.node))
        let->slot = copies_[let->slot][lane];
      else if (auto *storage = std::get_if<ArrayStorage>(&expr.node))
        storage->array = arrays_[storage->array][lane];
      else if (threadAxis(expr) == static_cast<int>(axis_))
        expr.node = Convert{slotValue(places_[lane], expr.range)};
    });
  }

  ExprPtr of(const Expr &expr, unsigned lane) const {
    ExprPtr copy = clone(expr);
    rename(*copy, lane);
    return copy;
  }

  /// What one lane does.
  void addLane(const Block &block, unsigned lane, Block &to) const {
    for (const Stmt &stmt : block)
      to.push_back(laneOf(stmt, lane));
  }

  Stmt laneOf(const Stmt &stmt, unsigned lane) const {
    Stmt copy = clone(stmt);
    renameIn(copy, lane);
    return copy;
  }

  void renameIn(Stmt &stmt, unsigned lane) const {
    forEachOperandOf(stmt, [&](Expr &expr) { rename(expr, lane); });
    if (auto *assigned = std::get_if<Assign>(&stmt.node))
      assigned->slot = copies_[assigned->slot][lane];
    else if (auto *loop = std::get_if<ForRange>(&stmt.node))
      loop->slot = copies_[loop->slot][lane];
    forEachBlockOf(stmt, [&](Block &inner) {
      for (Stmt &each : inner)
        renameIn(each, lane);
    });
  }

  /// What all lanes do, statement by statement, behind `to`.
  bool join(const Block &block, Block &to) {
    return std::all_of(block.begin(), block.end(),
                       [&](const Stmt &stmt) { return join(stmt, to); });
  }

  bool join(const Stmt &stmt, Block &to) {
    if (const auto *choice = std::get_if<If>(&stmt.node))
      return joinIf(*choice, stmt, to);
    if (const auto *loop = std::get_if<ForRange>(&stmt.node))
      return joinFor(*loop, stmt, to);
    if (const auto *loop = std::get_if<While>(&stmt.node)) {
      While all{of(*loop->condition, 0), {}, {}};
      bool isDone = uniform_.ofLoop(stmt) && join(loop->body, all.body) &&
                    join(loop->orElse, all.orElse);
      to.push_back({stmt.range, std::move(all)});
      return isDone;
    }
    if (const auto *store = std::get_if<Store>(&stmt.node)) {
      joinStore(*store, stmt, to);
      return true;
    }
    bool isOne = std::holds_alternative<Break>(stmt.node) ||
                 std::holds_alternative<Continue>(stmt.node) ||
                 std::holds_alternative<Return>(stmt.node);
    if (const auto *assigned = std::get_if<Assign>(&stmt.node))
      isOne = uniform_.ofSlot(assigned->slot);
    if (const auto *effect = std::get_if<Evaluate>(&stmt.node))
      isOne = isSyncThreads(*effect->value) || uniform_.of(*effect->value);
    for (unsigned lane = 0; lane < (isOne ? 1 : lanes_); ++lane)
      to.push_back(laneOf(stmt, lane));
    return true;
  }

  /// All values first: a lane's loads need not wait for another's store.
  void joinStore(const Store &store, const Stmt &stmt, Block &to) {
    bool isOne = uniform_.of(*store.array) && uniform_.of(*store.value);
    for (const Index &index : store.indices)
      isOne = isOne && uniform_.of(*index.value);
    if (isOne) {
      to.push_back(laneOf(stmt, 0));
      return;
    }
    std::vector<Stmt> stores;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      Stmt each = laneOf(stmt, lane);
      ExprPtr &value = std::get<Store>(each.node).value;
      SlotId slot = addSlot("value", value->type);
      ExprPtr read = slotValue(slot, value->range);
      to.push_back(assign(slot, std::exchange(value, std::move(read))));
      stores.push_back(std::move(each));
    }
    for (Stmt &each : stores)
      to.push_back(std::move(each));
  }

  /// Statements that all lanes' are no better for being beside each other:
  /// neither loads nor stores are among them, and no loops.
  static bool isOfRegisters(const Block &block) {
    bool isSo = true;
    forEachStmt(block, [&](const Stmt &stmt) {
      const auto *store = std::get_if<Store>(&stmt.node);
      isSo = isSo && (std::holds_alternative<Assign>(stmt.node) ||
                      std::holds_alternative<If>(stmt.node) ||
                      (store && isLocal(*store->array)));
    });
    forEachExprIn(block, [&](const Expr &expr) {
      const auto *load = std::get_if<Load>(&expr.node);
      isSo =
          isSo && (load ? isLocal(*load->array)
                        : !std::holds_alternative<Atomic>(expr.node) &&
                              !std::holds_alternative<CallFunction>(expr.node));
    });
    return isSo;
  }

  static bool isLocal(const Expr &array) {
    return array.type.space == Space::Local;
  }

  bool joinIf(const If &choice, const Stmt &stmt, Block &to) {
    if (uniform_.of(*choice.condition)) {
      If all{of(*choice.condition, 0), {}, {}};
      bool isDone =
          join(choice.body, all.body) && join(choice.orElse, all.orElse);
      to.push_back({stmt.range, std::move(all)});
      return isDone;
    }
    if (isOfRegisters(choice.body) && isOfRegisters(choice.orElse)) {
      for (unsigned lane = 0; lane < lanes_; ++lane)
        to.push_back(laneOf(stmt, lane));
      return true;
    }
    if (hasSync(choice.body) || hasSync(choice.orElse) ||
        hasReturn(choice.body) || hasReturn(choice.orElse))
      return false;
    std::vector<SlotId> conditions;
    If all;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      SourceRange range = choice.condition->range;
      SlotId slot = addSlot("condition", Type::of(Scalar::Bool));
      conditions.push_back(slot);
      to.push_back(assign(slot, of(*choice.condition, lane)));
      ExprPtr value = slotValue(slot, range);
      all.condition = lane == 0
                          ? std::move(value)
                          : makeExpr(range, Type::of(Scalar::Bool),
                                     Logical{true, std::move(all.condition),
                                             std::move(value)});
    }
    if (!join(choice.body, all.body))
      return false;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      If one{slotValue(conditions[lane], choice.condition->range), {}, {}};
      addLane(choice.body, lane, one.body);
      addLane(choice.orElse, lane, one.orElse);
      all.orElse.push_back({stmt.range, std::move(one)});
    }
    to.push_back({stmt.range, std::move(all)});
    return true;
  }

  static bool hasSync(const Block &block) {
    bool has = false;
    forEachExprIn(block,
                  [&](const Expr &expr) { has = has || isSyncThreads(expr); });
    return has;
  }

  bool joinFor(const ForRange &loop, const Stmt &stmt, Block &to) {
    if (!uniform_.ofLoop(stmt))
      return false;
    ForRange all{
        loop.slot, of(*loop.start, 0), of(*loop.stop, 0), of(*loop.step, 0), {},
        {},        loop.isCold};
    if (!uniform_.ofSlot(loop.slot)) {
      all.slot =
          addSlot(kernel_.slots[loop.slot].name, kernel_.slots[loop.slot].type);
      for (unsigned lane = 0; lane < lanes_; ++lane)
        all.body.push_back(
            assign(copies_[loop.slot][lane], slotValue(all.slot, stmt.range)));
    }
    bool isDone = join(loop.body, all.body) && join(loop.orElse, all.orElse);
    to.push_back({stmt.range, std::move(all)});
    return isDone;
  }

  Function &kernel_;
  const Uniformity uniform_;
  unsigned axis_, lanes_;
  std::size_t slotCount_ = 0;
  /// The thread's place in each lane.
  std::vector<SlotId> places_;
  /// For each slot of the source, and each array, one for each lane.
  std::vector<std::vector<SlotId>> copies_;
  std::vector<std::vector<std::uint32_t>> arrays_;
};

bool usesThread(const Function &kernel, unsigned axis) {
  bool uses = false;
  forEachExprIn(kernel.body, [&](const Expr &expr) {
    uses = uses || threadAxis(expr) == static_cast<int>(axis);
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

bool coarsen(Function &kernel, unsigned lanes) {
  int axis = axisFor(kernel, lanes);
  if (axis < 0)
    return false;
  Block source = clone(kernel.body);
  std::vector<Slot> slots = kernel.slots;
  std::vector<ArrayDeclaration> arrays = kernel.arrays;
  nestReturns(kernel.body);
  if (!Coarsener(kernel, static_cast<unsigned>(axis), lanes).run()) {
    kernel.body = std::move(source);
    kernel.slots = std::move(slots);
    kernel.arrays = std::move(arrays);
    return false;
  }
  kernel.coarsening[axis] = lanes;
  kernel.block[axis] /= lanes;
  return true;
}

} // namespace

static std::int64_t countLocalElements(const Function &kernel) {
  std::int64_t all = 0;
  for (const ArrayDeclaration &array : kernel.arrays)
    if (array.space == Space::Local)
      all += std::accumulate(array.shape.begin(), array.shape.end(),
                             std::int64_t{1}, std::multiplies<>());
  return all;
}

void coarsenThreads(Module &module, unsigned most) {
  for (Function &kernel : module.functions) {
    unsigned nodes = countNodes(kernel.body);
    std::int64_t elements = countLocalElements(kernel);
    if (!kernel.isKernel || !kernel.block[0] || 2 * nodes > manyNodes ||
        !mayGoInTurn(module, kernel) || callsSlowPaths(kernel))
      continue;
    for (unsigned lanes = most; lanes > 1; lanes /= 2)
      if (lanes * nodes <= manyNodes && lanes * elements <= manyElements &&
          coarsen(kernel, lanes))
        break;
  }
}

} // namespace pyk2ptx
