// Lanes are threads whose work one does. What is the same for all of them is
// done once, what is not for each, statement by statement:
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
// Of two branches the larger one is what lanes do together.
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
#include "join_lanes.h"

#include "compiler/analyze/array_roots.h"
#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/slot_flow.h"
#include "compiler/analyze/sync_threads.h"
#include "compiler/analyze/thread_strides.h"
#include "compiler/analyze/uniform.h"
#include "compiler/facts/loop_facts.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "frontend/tables/registers.h"

#include <algorithm>
#include <span>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// A pixel has no more colours.
constexpr std::int64_t fewTurns = 4;

ExprPtr integer(std::uint64_t value, SourceRange range) {
  return makeExpr(range, Type::of(Scalar::I64), Constant{value});
}

int threadAxis(const Expr &expr) {
  const auto *call = std::get_if<CallBuiltin>(&expr.node);
  std::optional<unsigned> axis =
      call ? threadIdx.axisOf(call->builtin) : std::nullopt;
  return axis ? static_cast<int>(*axis) : -1;
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

class LaneJoiner {
public:
  LaneJoiner(Function &kernel, unsigned axis, unsigned lanes)
      : kernel_(kernel), uniform_(kernel, axis), roots_(kernel),
        values_(kernel), axis_(axis), lanes_(lanes),
        isApart_(accessesApart(kernel)) {}

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
    for (std::size_t i = 0; i < block.size();) {
      std::size_t stores = countStores({block.data() + i, block.size() - i});
      if (stores > 1)
        joinStores({block.data() + i, stores}, to);
      else if (!join(block[i], to))
        return false;
      i += std::max<std::size_t>(stores, 1);
    }
    return true;
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
    if (std::holds_alternative<Store>(stmt.node)) {
      joinStores({&stmt, 1}, to);
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

  bool isOne(const Store &store) const {
    bool isOne = uniform_.of(*store.array) && uniform_.of(*store.value);
    for (const Index &index : store.indices)
      isOne = isOne && uniform_.of(*index.value);
    return isOne;
  }

  /// Stores to one parameter, one behind the other, of which none changes what
  /// a later one reads.
  std::size_t countStores(std::span<const Stmt> stmts) const {
    std::optional<SlotId> array;
    std::size_t count = 0;
    for (const Stmt &stmt : stmts) {
      const auto *store = std::get_if<Store>(&stmt.node);
      std::optional<SlotId> to =
          store ? roots_.parameterOf(*store->array) : std::nullopt;
      if (!to || isOne(*store) ||
          (count > 0 && (to != array || mayRead(stmt, *array))))
        break;
      array = to;
      ++count;
    }
    return count;
  }

  /// What was stored to the parameter.
  bool mayRead(const Stmt &stmt, SlotId stored) const {
    bool may = false;
    forEachOperandOf(stmt, [&](const Expr &root) {
      forEachExpr(root, [&](const Expr &expr) {
        const auto *load = std::get_if<Load>(&expr.node);
        std::optional<SlotId> from =
            load ? roots_.parameterOf(*load->array) : std::nullopt;
        bool isElsewhere = kernel_.noAlias && from && from != stored;
        may = may || (load && !isElsewhere) ||
              std::holds_alternative<Atomic>(expr.node) ||
              std::holds_alternative<CallFunction>(expr.node) ||
              std::holds_alternative<CallLibdevice>(expr.node);
      });
    });
    return may;
  }

  /// All values first: a lane's loads need not wait for another's store. Then
  /// what each lane stores, as a thread would: colours of a pixel, of which
  /// others stored between would make writes of parts of lines.
  void joinStores(std::span<const Stmt> stmts, Block &to) {
    if (isOne(std::get<Store>(stmts.front().node))) {
      to.push_back(laneOf(stmts.front(), 0));
      return;
    }
    std::vector<Block> stores(lanes_);
    for (const Stmt &stmt : stmts)
      for (unsigned lane = 0; lane < lanes_; ++lane) {
        Stmt each = laneOf(stmt, lane);
        ExprPtr &value = std::get<Store>(each.node).value;
        SlotId slot = addSlot("value", value->type);
        ExprPtr read = slotValue(slot, value->range);
        to.push_back(assign(slot, std::exchange(value, std::move(read))));
        stores[lane].push_back(std::move(each));
      }
    for (Block &lane : stores)
      std::move(lane.begin(), lane.end(), std::back_inserter(to));
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
    if (hasSyncThreads(choice.body) || hasSyncThreads(choice.orElse) ||
        hasReturn(choice.body) || hasReturn(choice.orElse))
      return false;
    // At the rim of a grid little is done; what is done inside stands in the
    // other branch. What is found in memory seldom is the same for all.
    bool isStable = values_.isStable(*choice.condition);
    bool isElse =
        isStable && countNodes(choice.orElse) > countNodes(choice.body);
    // A thread that goes through its lanes' loops one after the other gains
    // nothing, and there are fewer threads.
    if (!isStable && (turnsOften(choice.body) || turnsOften(choice.orElse)))
      return false;
    const Type truth = Type::of(Scalar::Bool);
    std::vector<SlotId> conditions;
    If all;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      SourceRange range = choice.condition->range;
      SlotId slot = addSlot("condition", truth);
      conditions.push_back(slot);
      to.push_back(assign(slot, of(*choice.condition, lane)));
      ExprPtr value = slotValue(slot, range);
      if (isElse)
        value = makeExpr(range, truth, Unary{UnaryOp::Not, std::move(value)});
      all.condition = lane == 0
                          ? std::move(value)
                          : makeExpr(range, truth,
                                     Logical{true, std::move(all.condition),
                                             std::move(value)});
    }
    if (!join(isElse ? choice.orElse : choice.body, all.body))
      return false;
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      If one{slotValue(conditions[lane], choice.condition->range), {}, {}};
      addLane(choice.body, lane, one.body);
      addLane(choice.orElse, lane, one.orElse);
      all.orElse.push_back({stmt.range, std::move(one)});
    }
    all.isJoined = true;
    to.push_back({stmt.range, std::move(all)});
    return true;
  }

  /// A loop that turns a few times is gone when LLVM has unrolled it.
  static bool turnsAFewTimes(const ForRange &loop) {
    const std::int64_t *start = constantOf(*loop.start),
                       *stop = constantOf(*loop.stop);
    return start && *start == 0 && stop && *stop <= fewTurns;
  }

  static bool turnsOften(const Block &block) {
    bool does = false;
    forEachStmt(block, [&](const Stmt &stmt) {
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      does = does || std::holds_alternative<While>(stmt.node) ||
             (loop && !turnsAFewTimes(*loop));
    });
    return does;
  }

  /// Whether it changes by its old value what all lanes have one of: once for
  /// each of them, if each had the loop for itself.
  bool carriesForAll(const ForRange &loop) const {
    SlotFlow flow;
    flow.add(loop.body);
    return std::any_of(
        flow.assigned().begin(), flow.assigned().end(), [&](SlotId slot) {
          return uniform_.ofSlot(slot) && flow.exposed().contains(slot);
        });
  }

  static bool storesGlobally(const Block &block) {
    bool stores = false;
    forEachStmt(block, [&](const Stmt &stmt) {
      const auto *store = std::get_if<Store>(&stmt.node);
      stores = stores || (store && !isLocal(*store->array));
    });
    return stores;
  }

  bool joinFor(const ForRange &loop, const Stmt &stmt, Block &to) {
    if (!uniform_.ofLoop(stmt))
      return false;
    // What a thread stores turn by turn lies beside each other, as in
    // joinStores. What is behind `else` is not asked, and done once.
    if (isApart_ && loop.orElse.empty() && storesGlobally(loop.body) &&
        !hasSyncThreads(loop.body) && !hasReturn(loop.body)) {
      if (!turnsAFewTimes(loop) || carriesForAll(loop))
        return false;
      for (unsigned lane = 0; lane < lanes_; ++lane)
        to.push_back(laneOf(stmt, lane));
      return true;
    }
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
  const ArrayRoots roots_;
  const OnlyValues values_;
  unsigned axis_, lanes_;
  bool isApart_;
  std::size_t slotCount_ = 0;
  /// The thread's place in each lane.
  std::vector<SlotId> places_;
  /// For each slot of the source, and each array, one for each lane.
  std::vector<std::vector<SlotId>> copies_;
  std::vector<std::vector<std::uint32_t>> arrays_;
};

} // namespace

bool joinLanes(Function &kernel, unsigned axis, unsigned lanes) {
  nestReturns(kernel.body);
  return LaneJoiner(kernel, axis, lanes).run();
}

} // namespace pyk2ptx
