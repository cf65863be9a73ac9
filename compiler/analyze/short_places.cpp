// ((i * ny + j) * nz + k) * size is 64-bit products of which a GPU makes each
// of four instructions, but for the first, whose factors are known to be short.
// Of an element that is there, all sums before the last product are less than
// the array's number of elements.
//
// Not where it would take apart what belongs together: of x[i, j - 1, k] and
// x[i, j + 1, k] all is one sum but for what is added, which is part of the
// instructions that load, or one more sum for both. Nor is what a loop along
// the last axis goes on by part of a sum of 32 bits.
#include "short_places.h"

#include "frontend/ir/ir_walk.h"

#include <algorithm>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace pyk2ptx {

using namespace ir;

static bool hasConstantPart(const Expr &index) {
  if (const auto *convert = std::get_if<Convert>(&index.node))
    return hasConstantPart(*convert->operand);
  const auto *sum = std::get_if<Binary>(&index.node);
  return std::holds_alternative<Constant>(index.node) ||
         (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub) &&
          (hasConstantPart(*sum->left) || hasConstantPart(*sum->right)));
}

unsigned countShortAxes(const Type &array, const std::vector<Index> &indices,
                        const SlotSet &counters) {
  if (array.ndim < 3 || indices.size() != array.ndim ||
      array.layout != Layout::C || array.space != Space::Global)
    return 0;
  auto last = static_cast<unsigned>(indices.size() - 1);
  for (unsigned axis = 1; axis < last; ++axis)
    if (hasConstantPart(*indices[axis].value))
      return 0;
  const auto *place = std::get_if<SlotValue>(&indices[last].value->node);
  bool goesOn = hasConstantPart(*indices[last].value) ||
                (place && counters.contains(place->slot));
  return goesOn ? last : last + 1;
}

/// What is not the same in all turns of a loop, of what `body` assigns.
static SlotSet slotsThatVary(const Block &body, const SlotSet &counters) {
  SlotSet varying = counters;
  addAssigned(body, varying);
  std::unordered_map<SlotId, unsigned> count;
  forEachAssigned(body, [&](SlotId slot, const Expr &) { ++count[slot]; });
  for (std::size_t before = 0; before != varying.size();) {
    before = varying.size();
    forEachAssigned(body, [&](SlotId slot, const Expr &value) {
      if (count[slot] == 1 && isInvariant(value, varying))
        varying.erase(slot);
    });
  }
  return varying;
}

namespace {

class PlaceFinder {
public:
  explicit PlaceFinder(const Function &kernel) {
    addCounters(kernel.body, counters_);
  }

  /// `varying`: of the innermost loop around; null: there is none.
  void look(const Block &block, const SlotSet *varying) {
    for (const Stmt &stmt : block) {
      lookAt(stmt, varying);
      forEachOperandOf(stmt, [&](const Expr &operand) {
        forEachExpr(operand, [&](const Expr &expr) { lookAt(expr, varying); });
      });
      const auto *range = std::get_if<ForRange>(&stmt.node);
      if (!range && !std::holds_alternative<While>(stmt.node)) {
        forEachBlockOf(stmt, [&](const Block &inner) { look(inner, varying); });
        continue;
      }
      SlotSet counter;
      if (range)
        counter.insert(range->slot);
      forEachBlockOf(stmt, [&](const Block &inner) {
        SlotSet own = slotsThatVary(inner, counter);
        look(inner, &own);
      });
    }
  }

  ShortPlaces take() { return std::move(found_); }

private:
  template <class Node> void lookAt(const Node &node, const SlotSet *varying) {
    std::visit(
        [&](const auto &part) {
          using N = std::remove_cvref_t<decltype(part)>;
          if constexpr (std::is_same_v<N, Load> || std::is_same_v<N, Atomic> ||
                        std::is_same_v<N, Store>)
            add(*part.array, part.indices, varying);
        },
        node.node);
  }

  void add(const Expr &array, const std::vector<Index> &indices,
           const SlotSet *varying) {
    const auto *slot = std::get_if<SlotValue>(&array.node);
    if (!slot || !countShortAxes(array.type, indices, counters_))
      return;
    found_.arrays.insert(slot->slot);
    found_.areFoundInLoops =
        found_.areFoundInLoops ||
        (varying && std::any_of(indices.begin(), indices.end() - 1,
                                [&](const Index &index) {
                                  return !isInvariant(*index.value, *varying);
                                }));
  }

  SlotSet counters_;
  ShortPlaces found_;
};

} // namespace

ShortPlaces shortPlacesIn(const Function &kernel) {
  PlaceFinder finder(kernel);
  finder.look(kernel.body, nullptr);
  return finder.take();
}

} // namespace pyk2ptx
