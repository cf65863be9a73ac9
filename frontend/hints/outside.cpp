// Indices that are outside of an array whose shape is known: constants, and
// the number of a loop over constants in its first or last turn, where that
// turn is sure to come to the index. What such a place does if it is reached is
// certain; whether it is reached is not asked, so this is a warning.
#include "frontend/ir/whole_constant.h"
#include "whole_function.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

namespace {

/// An array whose extents are known, as far as they are.
struct Shape {
  std::string name;
  std::vector<std::optional<std::int64_t>> extents;
};

/// Numbers of loops within these add up without overflow.
constexpr std::int64_t far = std::int64_t(1) << 40;

std::optional<std::int64_t> nearConstant(const ir::Expr &expr) {
  std::optional<std::int64_t> number = wholeConstant(expr);
  return number && *number > -far && *number < far ? number : std::nullopt;
}

/// The first and the last number of a loop that turns.
std::optional<std::pair<std::int64_t, std::int64_t>>
endsOf(const ir::ForRange &loop) {
  std::optional<std::int64_t> start = nearConstant(*loop.start);
  std::optional<std::int64_t> stop = nearConstant(*loop.stop);
  std::optional<std::int64_t> step = nearConstant(*loop.step);
  if (!start || !stop || !step || *step == 0)
    return std::nullopt;
  std::int64_t span = *step > 0 ? *stop - *start : *start - *stop;
  std::int64_t by = *step > 0 ? *step : -*step;
  if (span <= 0)
    return std::nullopt;
  return std::pair(*start, *start + (span - 1) / by * *step);
}

/// What a number is more than the slot; nothing where it is no such sum.
std::optional<std::int64_t> offsetFrom(ir::SlotId slot, const ir::Expr &expr) {
  if (const auto *value = std::get_if<ir::SlotValue>(&expr.node))
    return value->slot == slot ? std::optional<std::int64_t>(0) : std::nullopt;
  const auto *sum = std::get_if<ir::Binary>(&expr.node);
  bool isSum =
      sum && (sum->op == ir::BinaryOp::Add || sum->op == ir::BinaryOp::Sub);
  std::optional<std::int64_t> by =
      isSum ? nearConstant(*sum->right) : std::nullopt;
  std::optional<std::int64_t> left =
      by ? offsetFrom(slot, *sum->left) : std::nullopt;
  if (!left || *left <= -far || *left >= far)
    return std::nullopt;
  return sum->op == ir::BinaryOp::Add ? *left + *by : *left - *by;
}

/// Calls `f` with each expression that is evaluated whenever `expr` is.
template <class F> void forEachSure(const ir::Expr &expr, const F &f) {
  f(expr);
  if (const auto *logical = std::get_if<ir::Logical>(&expr.node))
    return forEachSure(*logical->left, f);
  if (const auto *choice = std::get_if<ir::Select>(&expr.node))
    return forEachSure(*choice->condition, f);
  forEachOperand(expr,
                 [&](const ir::Expr &operand) { forEachSure(operand, f); });
}

class OutsideFinder {
public:
  OutsideFinder(const ir::Function &function, const Assigned &assigned,
                Diagnostics &diagnostics)
      : function_(function), assigned_(assigned), diagnostics_(diagnostics) {}

  void run() {
    forEachIndexIn(function_.body, [&](const ir::Index &index,
                                       const ir::Expr &array, unsigned axis) {
      if (std::optional<std::int64_t> number = wholeConstant(*index.value))
        look(index, array, axis, *number, nullptr);
    });
    forEachStmt(function_.body, [&](const ir::Stmt &stmt) {
      if (const auto *loop = std::get_if<ir::ForRange>(&stmt.node))
        lookIn(*loop);
    });
  }

private:
  std::optional<Shape> shapeOf(const ir::Expr &array) const {
    std::optional<Shape> shape = shapeBehind(assigned_.behindNames(array), 0);
    const auto *slot = std::get_if<ir::SlotValue>(&array.node);
    if (shape && slot && function_.slots[slot->slot].name[0] != '%')
      shape->name = nameOf(function_, slot->slot);
    return shape;
  }

  /// Of a view of a view; of many nothing is said.
  std::optional<Shape> shapeBehind(const ir::Expr &array, int depth) const {
    constexpr int mostViews = 16;
    if (const auto *storage = std::get_if<ir::ArrayStorage>(&array.node)) {
      const ir::ArrayDeclaration &made = function_.arrays[storage->array];
      if (made.dynamic || made.parameter >= 0 || made.scratch >= 0)
        return std::nullopt;
      return Shape{made.name, {made.shape.begin(), made.shape.end()}};
    }
    const auto *view = std::get_if<ir::View>(&array.node);
    if (!view || depth == mostViews)
      return std::nullopt;
    std::optional<Shape> whole =
        shapeBehind(assigned_.behindNames(*view->array), depth + 1);
    return whole ? std::optional(shapeOf(*view, *whole)) : std::nullopt;
  }

  static Shape shapeOf(const ir::View &view, const Shape &whole) {
    using Kind = ir::ViewSubscript::Kind;
    Shape shape{whole.name, {}};
    std::size_t axis = 0;
    for (const ir::ViewSubscript &part : view.subscripts) {
      bool isWhole = !part.lower && !part.upper && !part.step;
      if (part.kind == Kind::NewAxis)
        shape.extents.push_back(1);
      else if (part.kind == Kind::Slice)
        shape.extents.push_back(isWhole ? whole.extents[axis] : std::nullopt);
      axis += part.kind != Kind::NewAxis;
    }
    return shape;
  }

  /// `loop`: whose number the index is made of.
  void look(const ir::Index &index, const ir::Expr &array, unsigned axis,
            std::int64_t number, const ir::ForRange *loop) {
    std::optional<Shape> shape = shapeOf(array);
    if (index.isInsideIfAny || !shape || axis >= shape->extents.size() ||
        !shape->extents[axis] || *shape->extents[axis] < 1)
      return;
    std::int64_t extent = *shape->extents[axis];
    // What is unsigned and not an int64's is no number to tell of.
    bool isBefore = number < 0 && index.wrap && number < -extent;
    bool isBehind = number >= extent;
    if (!isBefore && !isBehind)
      return;
    Diagnostic &message = diagnostics_.emit(
        index.value->range, diag::CertainlyOutside, number,
        static_cast<Integer>(axis), shape->name, extent,
        isBefore ? "the first is " + std::to_string(-extent)
                 : "the last is " + std::to_string(extent - 1));
    if (loop)
      message.notes.push_back(
          {loop->start->range.source ? loop->stop->range : index.value->range,
           "this loop comes to it"});
  }

  void lookIn(const ir::ForRange &loop) {
    auto ends = endsOf(loop);
    bool isLeft = false;
    forEachStmt(loop.body, [&](const ir::Stmt &stmt) {
      isLeft = isLeft || std::holds_alternative<ir::Break>(stmt.node) ||
               std::holds_alternative<ir::Continue>(stmt.node) ||
               std::holds_alternative<ir::Return>(stmt.node) ||
               std::holds_alternative<ir::Raise>(stmt.node);
      forEachSlotSetBy(
          stmt, [&](ir::SlotId slot) { isLeft = isLeft || slot == loop.slot; });
    });
    if (ends && !isLeft)
      lookIn(loop.body, loop, *ends);
  }

  /// At what each turn of the loop comes to.
  void lookIn(const ir::Block &block, const ir::ForRange &loop,
              const std::pair<std::int64_t, std::int64_t> &ends) {
    auto lookAt = [&](const ir::Index &index, const ir::Expr &array,
                      unsigned axis) {
      std::optional<std::int64_t> offset = offsetFrom(loop.slot, *index.value);
      if (!offset)
        return;
      std::int64_t last = ends.second + *offset, first = ends.first + *offset;
      std::size_t before = diagnostics_.all().size();
      look(index, array, axis, last, &loop);
      if (diagnostics_.all().size() == before)
        look(index, array, axis, first, &loop);
    };
    for (const ir::Stmt &stmt : block) {
      forEachIndex(stmt, lookAt);
      forEachOperandOf(stmt, [&](const ir::Expr &operand) {
        forEachSure(operand,
                    [&](const ir::Expr &expr) { forEachIndex(expr, lookAt); });
      });
      const auto *inner = std::get_if<ir::ForRange>(&stmt.node);
      if (inner && endsOf(*inner))
        lookIn(inner->body, loop, ends);
    }
  }

  const ir::Function &function_;
  const Assigned &assigned_;
  Diagnostics &diagnostics_;
};

} // namespace

void warnOfOutside(const ir::Function &function, const Assigned &assigned,
                   Diagnostics &diagnostics) {
  if (!function.arrays.empty())
    OutsideFinder(function, assigned, diagnostics).run();
}

} // namespace pyk2ptx
