// A sum or a product of 64 bits is an instruction or two more than one of 32,
// and an address has 64 anyway. The least of two, a remainder, a conversion to
// a float are many more. So these are counted, where their 64 bits come of
// sizes: of elements that are loaded nobody asks how many bits they have.
//
// In a loop one is enough. What a thread computes once has to be more than a
// few; and divisions there ask for themselves whether both sides are short.
//
// A loop that searches, and may be left at any turn, is neither unrolled nor
// made twice for its guards: each turn computes its indices anew, and compares
// them. There sums are work.
#include "work_of_sizes.h"

#include "compiler/analyze/loop_facts.h"
#include "compiler/analyze/ranges.h"
#include "frontend/ir/ir_walk.h"

namespace pyk2ptx {

using namespace ir;

namespace {

/// Outside of loops.
constexpr unsigned muchWork = 3;

/// What has few bits if sizes have of which the launch says nothing: extents,
/// integers, threads' places, and what is computed of them.
class Sizes {
public:
  explicit Sizes(const Function &kernel)
      : areExtentsKnown_(kernel.smallArrays) {
    for (SlotId slot = 0; slot < kernel.paramCount; ++slot) {
      bool isKnown = slot < kernel.sizeBits.size() && kernel.sizeBits[slot];
      if (kernel.slots[slot].type == Type::of(Scalar::I64) && !isKnown)
        slots_.insert(slot);
    }
    for (bool isMore = true; isMore;) {
      std::size_t before = slots_.size();
      addComputed(kernel.body);
      isMore = slots_.size() > before;
    }
  }

  [[nodiscard]] bool has(const Expr &expr) const {
    if (std::holds_alternative<Load>(expr.node))
      return false;
    if (const auto *value = std::get_if<SlotValue>(&expr.node))
      return slots_.contains(value->slot);
    const auto *call = std::get_if<CallBuiltin>(&expr.node);
    bool isSize = !areExtentsKnown_ &&
                  (std::holds_alternative<ArrayProperty>(expr.node) ||
                   (call && call->args.empty()));
    forEachOperand(
        expr, [&](const Expr &operand) { isSize = isSize || has(operand); });
    return isSize;
  }

  /// Whether extents of few bits are news, which an index is compared with.
  [[nodiscard]] bool limitIndices() const { return !areExtentsKnown_; }

private:
  void addComputed(const Block &body) {
    forEachAssigned(body, [&](SlotId slot, const Expr &value) {
      if (has(value))
        slots_.insert(slot);
    });
    forEachStmt(body, [&](const Stmt &stmt) {
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      if (loop && (has(*loop->start) || has(*loop->stop) || has(*loop->step)))
        slots_.insert(loop->slot);
    });
  }

  bool areExtentsKnown_;
  SlotSet slots_;
};

bool isDivision(const Binary &binary) {
  return binary.op == BinaryOp::FloorDiv || binary.op == BinaryOp::Mod;
}

class WorkCounter {
public:
  explicit WorkCounter(const Function &kernel)
      : ranges_(kernel), sizes_(kernel) {}

  /// Of all that `body` computes.
  [[nodiscard]] unsigned count(const Block &body, bool withDivisions) const {
    unsigned count = 0;
    forEachExprIn(body, [&](const Expr &expr) {
      count += isWork(expr, withDivisions) ? 1 : 0;
    });
    forEachStmt(body,
                [&](const Stmt &stmt) { count += isClamp(stmt) ? 1 : 0; });
    return count;
  }

  [[nodiscard]] bool isIn(const Stmt &loop) const {
    bool isWork = searches(loop);
    forEachBlockOf(loop, [&](const Block &body) {
      isWork = isWork || count(body, true) > 0;
    });
    return isWork;
  }

private:
  bool isWide(const Expr &expr) const {
    if (expr.type != Type::of(Scalar::I64))
      return false;
    Interval range = ranges_.of(expr);
    return range.low < INT32_MIN || range.high > INT32_MAX;
  }

  bool isWideSize(const Expr &expr) const {
    return isWide(expr) && sizes_.has(expr);
  }

  /// Where it is no size, extents of few bits may still limit it.
  bool isWideIndex(const Expr &expr) const {
    return isWide(expr) && (sizes_.limitIndices() || sizes_.has(expr));
  }

  bool isWork(const Expr &expr, bool withDivisions) const {
    if (const auto *convert = std::get_if<Convert>(&expr.node)) {
      const Expr &from = *convert->operand;
      return expr.type.isFloat() ? isWideSize(from)
                                 : from.type.isFloat() && isWideIndex(expr);
    }
    if (std::holds_alternative<Select>(expr.node))
      return isWideSize(expr);
    const auto *binary = std::get_if<Binary>(&expr.node);
    bool isMany =
        binary && (binary->op == BinaryOp::Min || binary->op == BinaryOp::Max ||
                   (withDivisions && isDivision(*binary)));
    return isMany && isWideSize(expr);
  }

  /// `if i < 0: i = 0`.
  bool isClamp(const Stmt &stmt) const {
    const auto *choice = std::get_if<If>(&stmt.node);
    const auto *assign = choice && choice->body.size() == 1
                             ? std::get_if<Assign>(&choice->body[0].node)
                             : nullptr;
    const auto *compare =
        choice ? std::get_if<Compare>(&choice->condition->node) : nullptr;
    if (!assign || !compare)
      return false;
    auto isAssigned = [&](const Expr &side) {
      const auto *value = std::get_if<SlotValue>(&side.node);
      return value && value->slot == assign->slot && isWideSize(side);
    };
    return isAssigned(*compare->left) || isAssigned(*compare->right);
  }

  /// Whether it may be left at any turn, and loads by wide indices: those that
  /// are loaded, too.
  bool searches(const Stmt &loop) const {
    bool isLeft = false, isWideLoad = false;
    auto lookAt = [&](const Index &index, const Expr &, unsigned) {
      isWideLoad = isWideLoad || isWideIndex(*index.value);
    };
    if (const auto *turns = std::get_if<While>(&loop.node))
      forEachExpr(*turns->condition, [&](const Expr &expr) {
        isLeft = isLeft || std::holds_alternative<Load>(expr.node);
        forEachIndex(expr, lookAt);
      });
    forEachBlockOf(loop, [&](const Block &body) {
      forEachStmt(body, [&](const Stmt &stmt) {
        isLeft = isLeft || std::holds_alternative<Return>(stmt.node) ||
                 std::holds_alternative<Break>(stmt.node);
      });
      forEachIndexIn(body, lookAt);
    });
    return isLeft && isWideLoad;
  }

  const Ranges ranges_;
  const Sizes sizes_;
};

} // namespace

bool hasWorkOfSizes(const Function &kernel) {
  const WorkCounter work(kernel);
  bool isInLoop = false;
  forEachStmt(kernel.body, [&](const Stmt &stmt) {
    bool isLoop = std::holds_alternative<ForRange>(stmt.node) ||
                  std::holds_alternative<While>(stmt.node);
    isInLoop = isInLoop || (isLoop && work.isIn(stmt));
  });
  return isInLoop || work.count(kernel.body, false) >= muchWork;
}

} // namespace pyk2ptx
