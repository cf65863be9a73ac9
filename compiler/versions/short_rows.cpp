// A pixel of four channels is a word, and a thread that stores it byte by byte
// takes four times as many stores, each of which touches as much memory:
//
//   for c in range(4):
//       image[y, x, c] = palette[code, c]
//
// C++ has uchar4 for it. Here the array may have any number of channels, and
// begin anywhere. So where a kernel uses the elements 0 to 3 of a last axis, or
// 0 and 1, and no others, it is there twice: once for arrays that have as many
// and begin at a multiple of their bytes (If::shortRows), where LLVM makes
// vectors of neighbours. A JIT knows both (last_extents.h).
//
// What reads a place when it begins, and stores one when it ends, gains nothing
// to speak of: there have to be some accesses for what else the kernel does.
#include "short_rows.h"

#include "compiler/analyze/only_values.h"
#include "compiler/facts/loop_facts.h"
#include "compiler/transform/guarded_indices.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/whole_constant.h"
#include "own_names.h"
#include "size_tests.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace pyk2ptx {

using namespace ir;

namespace {

constexpr unsigned mostNodesOfShortRows = 600, mostNodesOfAccess = 24;
/// Of a loop, where nobody knows.
constexpr unsigned likelyTurns = 4;
/// Of a vector.
constexpr std::int64_t bytesOfVector = 16;
constexpr std::int64_t longest = 4;

/// Places of a last axis: a bit for each.
using Places = unsigned;

/// What is asked of an array.
struct Uses {
  Places loaded = 0, stored = 0, changed = 0;
  /// As often as its loops turn.
  unsigned count = 0;
  /// Nothing else.
  bool isPlain = true;
  unsigned named = 0, known = 0;

  /// How many elements all rows have that are used whole; 0: they are not.
  [[nodiscard]] std::uint8_t extent() const {
    Places all = loaded | stored | changed;
    for (std::uint8_t extent : {2, 4}) {
      Places row = (1u << extent) - 1;
      if (all == row && (loaded == row || stored == row))
        return isPlain && named == known ? extent : 0;
    }
    return 0;
  }
};

class RowFinder {
public:
  explicit RowFinder(const Function &kernel) : kernel_(kernel) {
    findCounters();
    look(kernel.body, 1);
  }

  /// None, if they are little of `nodes`.
  [[nodiscard]] std::vector<ShortRow> rows(unsigned nodes) const {
    const OnlyValues values(kernel_);
    std::vector<ShortRow> found;
    unsigned accesses = 0;
    for (const auto &[slot, uses] : uses_) {
      const Type &type = kernel_.slots[slot].type;
      bool isKnown =
          slot < kernel_.lastExtents.size() && kernel_.lastExtents[slot] != 0;
      std::uint8_t extent = uses.extent();
      if (extent && values.isParameter(slot) && !isKnown && type.ndim > 1 &&
          type.layout == Layout::C && type.space == Space::Global &&
          extent * byteSize(type.element()) <= bytesOfVector) {
        found.push_back({slot, extent});
        accesses += uses.count;
      }
    }
    if (nodes > accesses * mostNodesOfAccess)
      found.clear();
    return found;
  }

private:
  /// Of loops from one constant to another, which alone set their counters.
  void findCounters() {
    SlotSet assigned;
    forEachAssigned(kernel_.body,
                    [&](SlotId slot, const Expr &) { assigned.insert(slot); });
    forEachStmt(kernel_.body, [&](const Stmt &stmt) {
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      if (!loop)
        return;
      std::optional<Span> span = spanOf(*loop);
      bool isShort = span && span->step == 1 && span->first >= 0 &&
                     span->end <= longest && !assigned.contains(loop->slot);
      Places turns = isShort ? (1u << span->end) - (1u << span->first) : 0;
      auto [known, isNew] = counters_.try_emplace(loop->slot, turns);
      if (!isNew)
        known->second = turns && known->second ? known->second | turns : 0;
    });
  }

  /// A loop from one constant to another, upwards, that turns at least once.
  struct Span {
    std::int64_t first, end, step;
  };
  static std::optional<Span> spanOf(const ForRange &loop) {
    std::optional<std::int64_t> first = wholeConstant(*loop.start),
                                end = wholeConstant(*loop.stop),
                                step = wholeConstant(*loop.step);
    if (!first || !end || !step || *step <= 0 || *first >= *end)
      return std::nullopt;
    return Span{*first, *end, *step};
  }

  /// 0: nobody knows, or there are more.
  Places placesOf(const Expr &index) const {
    if (std::optional<std::int64_t> place = wholeConstant(index))
      return *place >= 0 && *place < longest ? 1u << *place : 0;
    const auto *slot = std::get_if<SlotValue>(&index.node);
    auto counter = slot ? counters_.find(slot->slot) : counters_.end();
    return counter != counters_.end() ? counter->second : 0;
  }

  /// `turns`: of the loops around.
  void look(const Block &block, unsigned turns) {
    for (const Stmt &stmt : block) {
      forEachOperandOf(stmt, [&](const Expr &operand) {
        forEachExpr(operand, [&](const Expr &expr) { look(expr, turns); });
      });
      if (const auto *store = std::get_if<Store>(&stmt.node))
        add(*store->array, store->indices, &Uses::stored, turns);
      const auto *range = std::get_if<ForRange>(&stmt.node);
      unsigned own = range ? turnsOf(*range)
                     : std::holds_alternative<While>(stmt.node) ? likelyTurns
                                                                : 1;
      forEachBlockOf(stmt, [&](const Block &inner) {
        look(inner, std::min(turns * own, mostNodesOfShortRows));
      });
    }
  }

  static unsigned turnsOf(const ForRange &loop) {
    std::optional<Span> span = spanOf(loop);
    std::int64_t turns =
        span ? (span->end - span->first + span->step - 1) / span->step
             : std::int64_t(likelyTurns);
    return static_cast<unsigned>(
        std::min(turns, std::int64_t(mostNodesOfShortRows)));
  }

  void look(const Expr &expr, unsigned turns) {
    if (const auto *slot = std::get_if<SlotValue>(&expr.node);
        slot && slot->slot < kernel_.paramCount && expr.type.isArray())
      ++uses_[slot->slot].named;
    else if (const auto *load = std::get_if<Load>(&expr.node))
      add(*load->array, load->indices, &Uses::loaded, turns);
    else if (const auto *atomic = std::get_if<Atomic>(&expr.node))
      add(*atomic->array, atomic->indices, &Uses::changed, turns);
    else if (const auto *property = std::get_if<ArrayProperty>(&expr.node))
      if (Uses *uses = usesOf(*property->array))
        ++uses->known;
  }

  Uses *usesOf(const Expr &array) {
    const auto *slot = std::get_if<SlotValue>(&array.node);
    return slot && slot->slot < kernel_.paramCount ? &uses_[slot->slot]
                                                   : nullptr;
  }

  void add(const Expr &array, const std::vector<Index> &indices,
           Places Uses::*how, unsigned turns) {
    Uses *uses = usesOf(array);
    if (!uses)
      return;
    Places places = indices.size() == array.type.ndim && !indices.empty()
                        ? placesOf(*indices.back().value)
                        : 0;
    ++uses->known;
    uses->count += turns;
    uses->*how |= places;
    uses->isPlain = uses->isPlain && places != 0;
  }

  const Function &kernel_;
  std::unordered_map<SlotId, Places> counters_;
  std::map<SlotId, Uses> uses_;
};

class RowCopier {
public:
  explicit RowCopier(Function &kernel) : kernel_(kernel) {}

  void run(const std::vector<bool> &barriers) {
    unsigned nodes = countNodes(body());
    if (nodes > mostNodesOfShortRows || hasBarrier(kernel_.body, barriers) ||
        tellsPlaces(kernel_))
      return;
    std::vector<ShortRow> rows = RowFinder(kernel_).rows(nodes);
    if (rows.empty())
      return;
    If &choice = putTwice(kernel_, body(), If{test(rows), {}, {}});
    setExtents(choice.body, rows);
    choice.shortRows = std::move(rows);
  }

private:
  /// The kernel's, or that of its copy for small arrays.
  Block &body() {
    if (kernel_.body.size() == 1)
      if (auto *choice = std::get_if<If>(&kernel_.body[0].node);
          choice && !choice->small.empty())
        return choice->body;
    return kernel_.body;
  }

  ExprPtr test(const std::vector<ShortRow> &rows) const {
    ExprPtr all;
    const Type number = Type::of(Scalar::I64);
    for (const ShortRow &row : rows) {
      const Type &type = kernel_.slots[row.array].type;
      addTest(all, CompareOp::Equal,
              extentOf(kernel_, row.array, type.ndim - 1),
              clone(*int64Constant(row.extent)));
      std::int64_t bytes = row.extent * byteSize(type.element());
      ExprPtr address = makeExpr(
          kernel_.range, number,
          ArrayProperty{ArrayField::Address, 0,
                        makeExpr(kernel_.range, type, SlotValue{row.array})});
      addTest(all, CompareOp::Equal,
              makeExpr(kernel_.range, number,
                       Binary{BinaryOp::BitAnd, std::move(address),
                              clone(*int64Constant(bytes - 1))}),
              clone(*int64Constant(0)));
    }
    return all;
  }

  static void setExtents(Block &block, const std::vector<ShortRow> &rows) {
    forEachExprIn(block, [&](Expr &expr) {
      const auto *property = std::get_if<ArrayProperty>(&expr.node);
      const auto *array = property && property->field == ArrayField::Shape
                              ? std::get_if<SlotValue>(&property->array->node)
                              : nullptr;
      if (!array || property->axis + 1 != property->array->type.ndim)
        return;
      auto row = std::ranges::find(rows, array->slot, &ShortRow::array);
      if (row != rows.end())
        expr.node = Constant{row->extent};
    });
  }

  Function &kernel_;
};

} // namespace

void copyForShortRows(Module &module) {
  std::vector<bool> barriers = findBarriers(module);
  for (Function &function : module.functions)
    if (function.isKernel)
      RowCopier(function).run(barriers);
}

} // namespace pyk2ptx
