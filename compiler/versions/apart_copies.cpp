// A filter of colours stores red before it loads green:
//
//   for c in range(3):
//       out[y, x, c] = curve[image[y, x, c]]
//
// Whoever calls it may have given one array twice, or one that begins inside
// another, so the second load waits for the first store, which waits for the
// first load: three times the way to memory and back. Such code is twice there,
// behind a test that the arrays which it loads from lie apart from all that the
// kernel stores to. Where they do, loads are those of memory that does not
// change, which the GPU's assembler begins as early as it likes.
//
// Straight code is looked at: statements, and loops that turn a few times as
// often as they say, which LLVM unrolls. So are other loops, of which a few
// turns are unrolled, where a turn goes on with what the one before computed, a
// filter's state: it waits for that, and need not wait for its loads besides.
// Turns by themselves have others to go on meanwhile. The test is
// the same for all threads. Launches whose arrays are not apart, in place for
// one, have the code as it was. So has a kernel that waits for others to write
// what it reads (memory_order.h).
#include "apart_copies.h"

#include "compiler/analyze/array_roots.h"
#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/memory_order.h"
#include "compiler/analyze/slot_flow.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/apart_test.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Pairs of arrays that are compared for a load that waits for memory, and for
/// as many that wait for the cache; turns of a loop, and nodes of a copy.
constexpr std::size_t fewPairs = 6, mostPairs = 12;
constexpr std::int64_t mostTurns = 16;
constexpr unsigned mostNodes = 600;
/// Of a loop that may turn any number of times, those that are under way.
constexpr std::int64_t openTurns = 4;

bool isGlobalArray(const Type &type) {
  return (type.isArray() || type.isReference()) &&
         (type.space == Space::Global || type.space == Space::Generic);
}

/// Whether a turn of a loop goes on with what the one before has computed or
/// has left in memory of the block or the thread; not counters that go by
/// steps.
bool carriesValues(const Stmt &loop) {
  // Its condition, and its body once.
  SlotFlow flow;
  flow.add(loop);
  SlotSet carried;
  bool stores = false, loads = false;
  auto isGlobal = [](const Expr &array) { return isGlobalArray(array.type); };
  forEachBlockOf(loop, [&](const Block &body) {
    forEachAssigned(body, [&](SlotId slot, const Expr &value) {
      const Expr *step = stepOf(slot, value);
      if (!step || !isInvariant(*step, flow.assigned()))
        carried.insert(slot);
    });
    forEachStmt(body, [&](const Stmt &stmt) {
      const auto *store = std::get_if<Store>(&stmt.node);
      stores = stores || (store && !isGlobal(*store->array));
    });
    forEachExprIn(body, [&](const Expr &expr) {
      const auto *load = std::get_if<Load>(&expr.node);
      loads = loads || (load && !isGlobal(*load->array));
    });
  });
  return (stores && loads) || std::ranges::any_of(carried, [&](SlotId slot) {
           return flow.exposed().contains(slot);
         });
}

/// The parameters that a function may store to, unless that is more than them.
class Stored {
public:
  Stored(const Function &function, const ArrayRoots &roots) : roots_(roots) {
    forEachStmt(function.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<Store>(&stmt.node))
        add(*store->array);
    });
    forEachExprIn(function.body, [&](const Expr &expr) { addFrom(expr); });
  }

  bool isKnown() const { return isKnown_; }
  const std::set<SlotId> &parameters() const { return parameters_; }

private:
  void add(const Expr &array) {
    if (array.type.isPointer())
      isKnown_ = false;
    if (!isGlobalArray(array.type))
      return;
    if (std::optional<SlotId> parameter = roots_.parameterOf(array))
      parameters_.insert(*parameter);
    else
      isKnown_ = false;
  }

  /// What is called may store to whatever it is given.
  void addFrom(const Expr &expr) {
    if (const auto *atomic = std::get_if<Atomic>(&expr.node))
      add(*atomic->array);
    bool isCall = std::holds_alternative<CallFunction>(expr.node) ||
                  std::holds_alternative<CallBuiltin>(expr.node) ||
                  std::holds_alternative<CallLibdevice>(expr.node);
    if (isCall)
      forEachOperand(expr, [&](const Expr &arg) { addParts(arg); });
    // Who has an address may store there.
    if (const auto *property = std::get_if<ArrayProperty>(&expr.node);
        property && property->field == ArrayField::Address)
      isKnown_ = false;
  }
  void addParts(const Expr &arg) {
    add(arg);
    if (arg.type.isTuple() || arg.type.isRecord())
      isKnown_ = isKnown_ && !holdsArrays(arg.type);
  }
  static bool holdsArrays(const Type &type) {
    return type.isTuple() &&
           std::any_of(type.elements->begin(), type.elements->end(),
                       [](const Type &element) { return !element.isScalar(); });
  }

  const ArrayRoots &roots_;
  std::set<SlotId> parameters_;
  bool isKnown_ = true;
};

class ApartCopier {
public:
  ApartCopier(const Module &module, Function &kernel)
      : module_(module), kernel_(kernel), roots_(kernel), values_(kernel),
        stored_(kernel, roots_), growth_(mostGrowth(kernel)) {}

  void run() {
    if (stored_.isKnown() && !stored_.parameters().empty())
      run(kernel_.body);
  }

private:
  void run(Block &block) {
    Block result;
    for (std::size_t i = 0; i < block.size();) {
      std::size_t end = i;
      while (end < block.size() && isStraight(block[end], mostTurns))
        ++end;
      if (end == i) {
        if (!isOpenLoop(block[i]) || !carriesValues(block[i]) ||
            !addRegion({block.data() + i, 1}, result)) {
          descend(block[i]);
          result.push_back(std::move(block[i]));
        }
        ++i;
        continue;
      }
      if (!addRegion({block.data() + i, end - i}, result))
        std::move(block.begin() + static_cast<std::ptrdiff_t>(i),
                  block.begin() + static_cast<std::ptrdiff_t>(end),
                  std::back_inserter(result));
      i = end;
    }
    block = std::move(result);
  }

  /// Cold copies stay.
  void descend(Stmt &stmt) {
    if (auto *choice = std::get_if<If>(&stmt.node)) {
      run(choice->body);
      if (!choice->isVersioned)
        run(choice->orElse);
      return;
    }
    if (isColdLoop(stmt))
      return;
    forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
  }

  /// A statement that does something once, a choice between values, or a loop
  /// of such that turns no more than `turns` times.
  static bool isStraight(const Stmt &stmt, std::int64_t turns) {
    if (const auto *choice = std::get_if<If>(&stmt.node))
      return isChoice(*choice);
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    if (!loop)
      return std::holds_alternative<Assign>(stmt.node) ||
             std::holds_alternative<Store>(stmt.node);
    std::int64_t own = turnsOf(*loop);
    return !loop->isCold && loop->orElse.empty() && own >= 1 && own <= turns &&
           std::all_of(loop->body.begin(), loop->body.end(),
                       [&](const Stmt &inner) {
                         return isStraight(inner, turns / own);
                       });
  }

  /// A loop of which nobody knows how often it turns.
  static bool isOpenLoop(const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    return !isColdLoop(stmt) && ((loop && turnsOf(*loop) == 0) ||
                                 std::holds_alternative<While>(stmt.node));
  }

  /// What LLVM makes an instruction of most often, past which loads move.
  static bool isChoice(const If &choice) {
    auto isValue = [](const Stmt &inner) {
      return std::holds_alternative<Assign>(inner.node) && !loadsElement(inner);
    };
    return !choice.isVersioned && std::ranges::all_of(choice.body, isValue) &&
           std::ranges::all_of(choice.orElse, isValue);
  }
  /// 0: not known, or none.
  static std::int64_t turnsOf(const ForRange &loop) {
    return static_cast<std::int64_t>(pyk2ptx::turnsOf(loop).value_or(0));
  }

  /// Whether it stores what it waits for.
  bool storesLate(const Stmt &stmt) const {
    const auto *store = std::get_if<Store>(&stmt.node);
    if (!store || !isGlobalArray(store->array->type))
      return false;
    return !values_.isStable(*store->value) ||
           std::any_of(store->indices.begin(), store->indices.end(),
                       [&](const Index &index) {
                         return !values_.isStable(*index.value);
                       });
  }

  /// Loads that come after a store that waits, and the parameters that they
  /// load from.
  struct Late {
    bool hasStored = false;
    std::int64_t loads = 0;
    std::set<SlotId> from;
    /// Of all loads so far, and whether a late one is the first of its
    /// parameter's: it waits for memory, others more often for the cache.
    std::set<SlotId> known;
    bool hasFirst = false;

    void add(SlotId parameter, std::int64_t turns) {
      bool isFirst = known.insert(parameter).second;
      if (!hasStored)
        return;
      hasFirst = hasFirst || isFirst;
      loads += turns;
      from.insert(parameter);
    }
  };
  /// Of a loop, those that LLVM writes one behind the other.
  static std::int64_t turnsUnderWay(const Stmt &stmt) {
    const auto *loop = std::get_if<ForRange>(&stmt.node);
    if (!loop && !std::holds_alternative<While>(stmt.node))
      return 1;
    std::int64_t own = loop ? turnsOf(*loop) : 0;
    return own ? std::min(own, mostTurns) : openTurns;
  }
  void findLate(std::span<const Stmt> stmts, std::int64_t turns,
                Late &late) const {
    for (const Stmt &stmt : stmts) {
      forEachOperandOf(stmt, [&](const Expr &operand) {
        forEachExpr(operand, [&](const Expr &part) {
          const auto *load = std::get_if<Load>(&part.node);
          if (std::optional<SlotId> from =
                  load ? loadedFrom(*load) : std::nullopt)
            late.add(*from, turns);
        });
      });
      bool hadStored = late.hasStored;
      std::int64_t own = turnsUnderWay(stmt);
      forEachBlockOf(stmt, [&](const Block &inner) {
        findLate(inner, hadStored ? turns * own : turns, late);
      });
      // What a turn stores comes before what the next one loads.
      if (own > 1 && late.hasStored && !hadStored)
        forEachBlockOf(stmt, [&](const Block &inner) {
          findLate(inner, turns * (own - 1), late);
        });
      late.hasStored = late.hasStored || storesLate(stmt);
    }
  }

  /// A comparison costs about as much as a load that waits for the cache.
  bool isWorthATest(const Late &late) const {
    std::size_t pairs = late.from.size() * stored_.parameters().size();
    return pairs > 0 && pairs <= mostPairs &&
           ((late.hasFirst && pairs <= fewPairs) ||
            late.loads >= static_cast<std::int64_t>(pairs));
  }

  std::optional<SlotId> loadedFrom(const Load &load) const {
    if (!isGlobalArray(load.array->type))
      return std::nullopt;
    std::optional<SlotId> from = roots_.parameterOf(*load.array);
    if (!from || stored_.parameters().contains(*from))
      return std::nullopt;
    return from;
  }

  /// Whether they are there twice now.
  bool addRegion(std::span<Stmt> stmts, Block &result) {
    Late late;
    findLate(stmts, 1, late);
    unsigned size = countNodes(stmts);
    ArrayPairs pairs = pairsOf(late);
    auto dense = [&](const std::pair<SlotId, SlotId> &pair) {
      return isDense(kernel_, pair.first) && isDense(kernel_, pair.second);
    };
    bool isWorthIt =
        isWorthATest(late) && size <= std::min(mostNodes, growth_) &&
        storesOnlyToArguments() && std::ranges::all_of(pairs, dense);
    ExprPtr apart = isWorthIt
                        ? areApart(kernel_, values_, pairs, stmts.front().range)
                        : nullptr;
    if (!apart)
      return false;
    growth_ -= size;
    Block region(std::make_move_iterator(stmts.begin()),
                 std::make_move_iterator(stmts.end()));
    SourceRange range = region.front().range;
    If choice{std::move(apart), {}, {}, true};
    for (const Stmt &stmt : region)
      choice.orElse.push_back(clone(stmt));
    forEachExprIn(region, [&](Expr &expr) {
      if (auto *load = std::get_if<Load>(&expr.node))
        if (std::optional<SlotId> which = loadedFrom(*load))
          load->isUnchanging = late.from.contains(*which);
    });
    choice.body = std::move(region);
    result.push_back({range, std::move(choice)});
    return true;
  }

  ArrayPairs pairsOf(const Late &late) const {
    ArrayPairs pairs;
    for (SlotId source : late.from)
      for (SlotId target : stored_.parameters())
        pairs.emplace_back(source, target);
    return pairs;
  }

  /// Whether device functions store to their arguments alone, which count as
  /// stored to: not to arrays of the running program's, nor at addresses.
  bool storesOnlyToArguments() {
    if (!onlyArguments_)
      onlyArguments_ =
          std::all_of(module_.functions.begin(), module_.functions.end(),
                      [](const Function &function) {
                        return function.isKernel ||
                               Stored(function, ArrayRoots(function)).isKnown();
                      });
    return *onlyArguments_;
  }

  const Module &module_;
  Function &kernel_;
  ArrayRoots roots_;
  OnlyValues values_;
  Stored stored_;
  unsigned growth_;
  /// storesOnlyToArguments' result, once it was asked.
  std::optional<bool> onlyArguments_;
};

} // namespace

void copyApart(Module &module) {
  if (ordersMemory(module))
    return;
  for (Function &function : module.functions)
    if (function.isKernel && !function.noAlias)
      ApartCopier(module, function).run();
}

} // namespace pyk2ptx
