// Who learns to write kernels writes
//
//   c[row, col] = 0
//   for k in range(n):
//       c[row, col] += a[row, k] * b[k, col]
//
// and has a sum that goes through memory in each turn, because c might share
// its memory with a or b; LLVM leaves it there even where it does not, when the
// sums of several threads that one does are among each other. Here the element
// is a slot while the loop runs:
//
//   c[row, col] = 0
//   if c is apart from a and b:        (not asked where the launch says so)
//       sum = c[row, col]
//       for k in range(n):
//           sum += a[row, k] * b[k, col]
//       c[row, col] = sum
//   else: as it was
//
// What others see of it is the same: the thread alone adds to the element, or
// there is a race. But nothing is written that was not: where the thread has
// not stored there just before, all that stands behind a test that the loop
// turns, or behind the loop a flag says whether anything was added. And nothing
// outside the array is read: the load is one that each turn has, or is guarded.
//
// Elements that a loop only reads are read before it, too. LLVM does that where
// each turn comes to them, but not behind what may leave the loop:
//
//   for k in range(1, n):
//       if i + k >= x.size: return
//       if x[i + k] > x[i]: ...
#include "kept_elements.h"

#include "added_elements.h"
#include "apart_test.h"
#include "compiler/analyze/loop_span.h"
#include "compiler/analyze/memory_order.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/make_expr.h"
#include "guarded_indices.h"

#include <algorithm>
#include <iterator>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Pairs of arrays that are compared before a loop, nodes of its copy, and
/// turns, where they are known, that are too few to ask.
constexpr std::size_t mostArrayPairs = 8;
constexpr unsigned mostLoopNodes = 400;
constexpr std::int64_t fewTurns = 8;

/// An element while it is kept, apart from the loop, which changes.
struct KeptElement {
  ExprPtr array;
  std::vector<Index> indices;
  Type type;
  SlotId slot;
  /// Whether anything was added; none where that is known.
  std::optional<SlotId> flag;

  ElementPlace place() const { return {array.get(), &indices}; }
};

class ElementKeeper {
public:
  ElementKeeper(const Module &module, const std::vector<bool> &barriers,
                Function &kernel, bool areGuarded)
      : kernel_(kernel), values_(kernel), added_(module, barriers, kernel),
        growth_(mostGrowth(kernel)), areGuarded_(areGuarded) {}

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      readBefore(stmt, result);
      std::vector<AddedElement> elements = added_.of(stmt);
      if (elements.empty() || !keep(stmt, elements, result)) {
        forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
        result.push_back(std::move(stmt));
      }
    }
    block = std::move(result);
  }

private:
  /// Whether a statement just before the loop stores there anyway.
  bool isStoredBefore(const AddedElement &element, const Block &before) const {
    SlotSet assigned, read;
    addSlots(*element.place.array, read);
    for (const Index &index : *element.place.indices)
      addSlots(*index.value, read);
    for (auto stmt = before.rbegin(); stmt != before.rend(); ++stmt) {
      std::optional<ElementPlace> place = placeOf(*stmt);
      bool isPlain = place || std::holds_alternative<Assign>(stmt->node);
      if (!isPlain || added_.waitsOrShows(*stmt))
        return false;
      if (place && isSamePlace(*place, element.place))
        return true;
      addAssigned(*stmt, assigned);
      if (std::ranges::any_of(
              read, [&](SlotId slot) { return assigned.contains(slot); }))
        return false;
    }
    return false;
  }

  SlotId addSlot(const char *name, Type type) {
    kernel_.slots.push_back({name, std::move(type), false});
    return static_cast<SlotId>(kernel_.slots.size() - 1);
  }

  /// Whether `start < stop` says that it turns.
  static bool tellsTurns(const Stmt &loop) {
    const auto *range = std::get_if<ForRange>(&loop.node);
    const std::int64_t *step = range ? constantOf(*range->step) : nullptr;
    return step && *step > 0;
  }

  /// Elements that the loop only reads are read before it. A guarded load may
  /// stand where none stood.
  void readBefore(Stmt &loop, Block &before) {
    if (!areGuarded_ ||
        (!kernel_.noAlias && AddedElements::storesAndTurns(loop)))
      return;
    std::vector<KeptElement> read;
    for (const AddedElement &element : added_.readIn(loop)) {
      read.push_back({clone(*element.place.array),
                      clone(*element.place.indices), element.type,
                      addSlot("read", element.type), std::nullopt});
      before.push_back(load(read.back(), loop.range));
    }
    if (read.empty())
      return;
    forEachBlockOf(loop, [&](Block &body) { replaceIn(body, read); });
  }

  static Stmt load(const KeptElement &element, SourceRange range) {
    ExprPtr value =
        makeExpr(range, element.type,
                 Load{clone(element.array), clone(element.indices)});
    return {range, Assign{element.slot, std::move(value)}};
  }

  /// False where the loop stays as it is.
  bool keep(Stmt &loop, std::vector<AddedElement> &elements, Block &before) {
    bool isCounted = tellsTurns(loop), isTested = false;
    std::vector<KeptElement> kept;
    std::vector<AddedElement> those;
    for (const AddedElement &element : elements) {
      bool isThere = isStoredBefore(element, before);
      if (!isThere && !areGuarded_ && !(isCounted && element.isReadEachTurn))
        continue;
      bool isKnown = isThere || (isCounted && element.isStoredEachTurn);
      isTested = isTested || (!isThere && isCounted);
      kept.push_back({clone(*element.place.array),
                      clone(*element.place.indices), element.type,
                      addSlot("kept", element.type), std::nullopt});
      if (!isKnown)
        kept.back().flag = addSlot("added", Type::of(Scalar::Bool));
      those.push_back(element);
    }
    ExprPtr apart;
    if (kept.empty() || (!kernel_.noAlias && !askApart(loop, those, apart)))
      return false;
    SourceRange range = loop.range;
    Block otherwise;
    if (apart)
      otherwise = coldCopy(loop);
    Block code = keptLoop(std::move(loop), kept, isTested);
    if (apart)
      before.push_back(
          {range, If{std::move(apart), std::move(code), std::move(otherwise)}});
    else
      std::ranges::move(code, std::back_inserter(before));
    return true;
  }

  // ---- apart ----

  /// Whether it pays to ask whether the elements' arrays are apart from what
  /// else the loop has; the question, null where there is nothing to ask.
  bool askApart(const Stmt &loop, const std::vector<AddedElement> &elements,
                ExprPtr &apart) const {
    std::set<SlotId> arrays = added_.arraysOf(loop), own;
    for (const AddedElement &element : elements)
      own.insert(element.array);
    ArrayPairs pairs;
    for (SlotId one : own)
      for (SlotId other : arrays)
        if (!own.contains(other) || other > one)
          pairs.emplace_back(one, other);
    if (pairs.empty())
      return true;
    if (pairs.size() > mostArrayPairs || turnsFewTimes(loop) ||
        countNodes(loop) > std::min(mostLoopNodes, growth_))
      return false;
    apart = areApart(kernel_, values_, pairs, loop.range);
    return apart != nullptr;
  }

  static unsigned countNodes(const Stmt &loop) {
    unsigned nodes = 0;
    forEachBlockOf(
        loop, [&](const Block &block) { nodes += pyk2ptx::countNodes(block); });
    return nodes;
  }

  static bool turnsFewTimes(const Stmt &loop) {
    const auto *range = std::get_if<ForRange>(&loop.node);
    const std::int64_t *start = range ? constantOf(*range->start) : nullptr;
    const std::int64_t *stop = range ? constantOf(*range->stop) : nullptr;
    return start && stop && *start > -fewTurns && *stop < fewTurns;
  }

  Block coldCopy(const Stmt &loop) {
    growth_ -= countNodes(loop);
    Block copy;
    copy.push_back(clone(loop));
    setCold(copy.back(), true);
    return copy;
  }

  // ---- the loop ----

  static const KeptElement *find(const std::vector<KeptElement> &kept,
                                 const std::optional<ElementPlace> &place) {
    auto found = std::ranges::find_if(kept, [&](const KeptElement &element) {
      return place && isSamePlace(element.place(), *place);
    });
    return found == kept.end() ? nullptr : &*found;
  }

  static Stmt setFlag(SlotId flag, bool value, SourceRange range) {
    return {range, Assign{flag, makeExpr(range, Type::of(Scalar::Bool),
                                         Constant{value ? 1u : 0u})}};
  }

  static void replaceIn(Expr &whole, const std::vector<KeptElement> &kept) {
    forEachExpr(whole, [&](Expr &expr) {
      if (std::holds_alternative<Load>(expr.node))
        if (const KeptElement *element = find(kept, placeOf(expr)))
          expr.node = SlotValue{element->slot};
    });
  }

  static void replaceIn(Block &block, const std::vector<KeptElement> &kept) {
    Block result;
    for (Stmt &stmt : block) {
      forEachOperandOf(stmt, [&](Expr &operand) { replaceIn(operand, kept); });
      forEachBlockOf(stmt, [&](Block &inner) { replaceIn(inner, kept); });
      const KeptElement *element = find(kept, placeOf(stmt));
      if (element)
        stmt.node =
            Assign{element->slot, std::move(std::get<Store>(stmt.node).value)};
      SourceRange range = stmt.range;
      result.push_back(std::move(stmt));
      if (element && element->flag)
        result.push_back(setFlag(*element->flag, true, range));
    }
    block = std::move(result);
  }

  /// A loop's start or stop, as something to be evaluated twice.
  void evaluateBefore(ExprPtr &expr, Block &before) {
    if (isInvariant(*expr, {}))
      return;
    SourceRange range = expr->range;
    Type type = expr->type;
    SlotId slot = addSlot("bound", type);
    before.push_back({range, Assign{slot, std::move(expr)}});
    expr = makeExpr(range, type, SlotValue{slot});
  }

  Block keptLoop(Stmt loop, const std::vector<KeptElement> &kept,
                 bool isTested) {
    SourceRange range = loop.range;
    Block before, code;
    ExprPtr turns;
    if (isTested) {
      auto &node = std::get<ForRange>(loop.node);
      evaluateBefore(node.start, before);
      evaluateBefore(node.stop, before);
      turns = makeExpr(
          range, Type::of(Scalar::Bool),
          Compare{CompareOp::Less, clone(node.start), clone(node.stop)});
    }
    for (const KeptElement &element : kept) {
      code.push_back(load(element, range));
      if (element.flag)
        code.push_back(setFlag(*element.flag, false, range));
    }
    forEachBlockOf(loop, [&](Block &body) { replaceIn(body, kept); });
    code.push_back(std::move(loop));
    for (const KeptElement &element : kept) {
      Stmt store{range,
                 Store{clone(element.array), clone(element.indices),
                       makeExpr(range, element.type, SlotValue{element.slot})}};
      if (!element.flag) {
        code.push_back(std::move(store));
        continue;
      }
      If choice{
          makeExpr(range, Type::of(Scalar::Bool), SlotValue{*element.flag}),
          {},
          {}};
      choice.body.push_back(std::move(store));
      code.push_back({range, std::move(choice)});
    }
    if (!turns)
      return code;
    before.push_back({range, If{std::move(turns), std::move(code), {}}});
    return before;
  }

  Function &kernel_;
  OnlyValues values_;
  AddedElements added_;
  unsigned growth_;
  bool areGuarded_;
};

} // namespace

void keepElements(Module &module, bool areGuarded) {
  if (ordersMemory(module))
    return;
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (function.isKernel)
      ElementKeeper(module, barriers, function, areGuarded).run(function.body);
}

} // namespace pyk2ptx
