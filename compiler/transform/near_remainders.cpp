// The neighbours of a cell on a torus, the next place of a ring or of a table
// that is searched:
//
//   a[(y - 1) % height, (x + 1) % width]
//   slot = (slot + 1) % table.size
//
// Divisions by what is no constant are dozens of instructions on any device,
// and where y is below height, and slot came from such a remainder itself
// (inequalities.h), a comparison says as much:
//
//   y - 1 + height if y - 1 < 0 else y - 1
//
// What zero divides is 0: of a number that is not negative, and no greater than
// the divisor where there is one, `0 if number >= divisor else number` is right
// for zero, too.
//
// A remainder that is written by hand is one whose range everybody knows, and
// one division with the quotient that it is made of:
//
//   era = days // 146097
//   days - era * 146097
#include "near_remainders.h"

#include "compiler/facts/fact_walk.h"
#include "compiler/facts/integer_types.h"
#include "frontend/ir/ir_clone.h"
#include "frontend/ir/make_expr.h"

#include <numeric>
#include <utility>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Whether it can be evaluated again for nothing.
bool isSimple(const Expr &expr) {
  if (const auto *convert = std::get_if<Convert>(&expr.node))
    return isSimple(*convert->operand);
  if (const auto *property = std::get_if<ArrayProperty>(&expr.node))
    return std::holds_alternative<SlotValue>(property->array->node);
  return std::holds_alternative<SlotValue>(expr.node);
}

/// Whether nothing is seen of it but its value.
bool isPlain(const Expr &expr) {
  if (isSimple(expr) || std::holds_alternative<Constant>(expr.node))
    return true;
  bool isComputed = std::holds_alternative<Binary>(expr.node) ||
                    std::holds_alternative<Unary>(expr.node) ||
                    std::holds_alternative<Convert>(expr.node);
  forEachOperand(expr, [&](const Expr &operand) {
    isComputed = isComputed && isPlain(operand);
  });
  return isComputed;
}

bool divides(const Expr &expr) {
  const auto *binary = std::get_if<Binary>(&expr.node);
  return binary &&
         (binary->op == BinaryOp::Mod || binary->op == BinaryOp::FloorDiv) &&
         isInt64(expr.type);
}

Binary *asRemainder(Expr &expr) {
  auto *binary = std::get_if<Binary>(&expr.node);
  return binary && binary->op == BinaryOp::Mod && isInt64(expr.type) &&
                 isSimple(*binary->right)
             ? binary
             : nullptr;
}

class NearRemainders {
public:
  NearRemainders(const Module &module, Function &function)
      : function_(function), ranges_(function),
        known_(module, function, ranges_) {}

  void run() {
    auto visit = [&](auto &node) { look(node); };
    FactWalk(known_, visit).walk(function_.body);
    for (const Near &near : found_)
      replace(near);
    for (const auto &[expr, divisor] : written_) {
      auto &difference = std::get<Binary>(expr->node);
      difference.op = BinaryOp::Mod;
      difference.right =
          makeExpr(difference.right->range, expr->type,
                   Constant{static_cast<std::uint64_t>(divisor)});
    }
  }

private:
  /// Where the remainder is another number than what is divided.
  struct Near {
    Expr *expr;
    bool mayBeNegative, mayBeAbove;
    /// It is no greater than the divisor, which may be zero.
    bool isZeroAbove;
  };

  void look(Stmt &) {}
  void look(Expr &expr) {
    if (const Binary *node = asRemainder(expr))
      look(expr, known_.of(*node->left), known_.of(*node->right));
    if (const auto *node = std::get_if<Binary>(&expr.node);
        node && node->op == BinaryOp::Sub && isInt64(expr.type))
      lookAtDifference(expr, known_.of(*node->right));
  }
  /// Of a multiple of a constant, which takes less than that one to what it is
  /// taken from.
  void lookAtDifference(Expr &expr, const Polynomial &multiple) {
    // Of n + 9, the quotient by 8 is 1 and one by 8.
    std::int64_t divisor = 0;
    for (const Monomial &part : multiple.parts())
      divisor = std::gcd(divisor, part.factor);
    if (multiple.isConstant() || divisor < 2)
      return;
    // It is not computed any more.
    if (!isPlain(*std::get<Binary>(expr.node).right))
      return;
    Polynomial rest = known_.of(expr);
    std::optional<Polynomial> room =
        Polynomial::constant(divisor - 1).plus(rest, -1);
    if (room && rest.parts().size() > 1 && known_.isNeverNegative(rest) &&
        known_.isNeverNegative(*room))
      written_.emplace_back(&expr, divisor);
  }
  void look(Expr &expr, const Polynomial &value, const Polynomial &by) {
    std::optional<Polynomial> others = by.plus(Polynomial::constant(-1)),
                              below = value.plus(by), room = by.plus(value, -1);
    std::optional<Polynomial> above = room ? room->plus(by) : std::nullopt;
    if (!others || !below || !above)
      return;
    bool isNatural = known_.isNeverNegative(value);
    if (known_.isNeverNegative(*others)) {
      bool isBelow = isLess(*room);
      if ((isNatural || known_.isNeverNegative(*below)) &&
          (isBelow || isLess(*above)))
        found_.push_back({&expr, !isNatural, !isBelow, false});
    } else if (isNatural && known_.isNeverNegative(by) &&
               known_.areNeverNegativeWhere(*others, value, *room)) {
      found_.push_back({&expr, false, true, true});
    }
  }
  bool isLess(const Polynomial &room) {
    std::optional<Polynomial> rest = room.plus(Polynomial::constant(-1));
    return rest && known_.isNeverNegative(*rest);
  }

  void replace(const Near &near) {
    Expr &expr = *near.expr;
    Binary remainder = std::move(std::get<Binary>(expr.node));
    const Type type = expr.type;
    SlotId slot = addSlot(function_, type);
    auto make = [&](auto node) {
      return makeExpr(expr.range, type, std::move(node));
    };
    auto value = [&] { return make(SlotValue{slot}); };
    auto by = [&] { return clone(*remainder.right); };
    auto choose = [&](CompareOp op, ExprPtr bound, ExprPtr body,
                      ExprPtr orElse) {
      ExprPtr condition = makeExpr(expr.range, Type::of(Scalar::Bool),
                                   Compare{op, value(), std::move(bound)});
      return make(
          Select{std::move(condition), std::move(body), std::move(orElse)});
    };
    ExprPtr result = value();
    if (near.mayBeAbove)
      result =
          choose(CompareOp::GreaterEqual, by(),
                 near.isZeroAbove ? make(Constant{0})
                                  : make(Binary{BinaryOp::Sub, value(), by()}),
                 std::move(result));
    if (near.mayBeNegative)
      result =
          choose(CompareOp::Less, make(Constant{0}),
                 make(Binary{BinaryOp::Add, value(), by()}), std::move(result));
    expr.node = Let{slot, std::move(remainder.left), std::move(result)};
  }

  Function &function_;
  Ranges ranges_;
  Inequalities known_;
  /// Operands come before what they are part of, which is replaced later.
  std::vector<Near> found_;
  /// Remainders written by hand, and what divides.
  std::vector<std::pair<Expr *, std::int64_t>> written_;
};

} // namespace

void findNearRemainders(Module &module) {
  for (Function &function : module.functions) {
    bool hasAny = false;
    forEachExprIn(function.body,
                  [&](Expr &expr) { hasAny = hasAny || divides(expr); });
    if (hasAny)
      NearRemainders(module, function).run();
  }
}

} // namespace pyk2ptx
