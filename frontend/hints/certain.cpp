// Comparisons that have one result whatever the kernel is given: of a number
// that is written down with an integer whose type never holds it, and of nan.
// One that only repeats what a type says, beside another in a test of a range,
// is meant: `x >= 0 and x < n`.
#include "certain.h"
#include "frontend/ir/turned_ops.h"
#include "text_of.h"
#include "whole_function.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string>

namespace pyk2ptx {

namespace {

/// From `low`, not positive, to `high`.
struct Range {
  std::int64_t low = 0;
  std::uint64_t high = 0;
};

Range rangeOf(const Type &type) {
  if (type.isBool())
    return {0, 1};
  int bits = bitWidth(type.scalar);
  if (!isSigned(type.scalar))
    return {0, ~std::uint64_t(0) >> (64 - bits)};
  std::uint64_t high = ~std::uint64_t(0) >> (65 - bits);
  return {-1 - static_cast<std::int64_t>(high), high};
}

/// The type that says what an integer or bool holds at most, behind
/// conversions that keep its value.
const Type &narrowest(const ir::Expr &expr) {
  const auto *cast = std::get_if<ir::Convert>(&expr.node);
  bool isWhole =
      cast && cast->operand->type.isScalar() &&
      (cast->operand->type.isInteger() || cast->operand->type.isBool());
  if (!isWhole)
    return expr.type;
  const Type &inner = narrowest(*cast->operand);
  Range given = rangeOf(inner), held = rangeOf(expr.type);
  return given.low >= held.low && given.high <= held.high ? inner : expr.type;
}

/// A constant against a range.
struct Place {
  bool isBelow = false, isLow = false, isHigh = false, isAbove = false;
};

Place placeOf(const ir::Expr &constant, const Range &range) {
  std::uint64_t bits = std::get<ir::Constant>(constant.node).bits;
  auto number = static_cast<std::int64_t>(bits);
  bool isNegative = isSigned(constant.type.scalar) && number < 0;
  if (isNegative)
    return {number < range.low, number == range.low, false, false};
  return {false, bits == 0 && range.low == 0, bits == range.high,
          bits > range.high};
}

/// The result of `x op constant`.
std::optional<bool> resultOf(ir::CompareOp op, const Place &place) {
  bool isOutside = place.isBelow || place.isAbove;
  auto when = [](bool isTrue, bool isFalse) {
    return isTrue    ? std::optional(true)
           : isFalse ? std::optional(false)
                     : std::nullopt;
  };
  switch (op) {
  case ir::CompareOp::Equal:
    return when(false, isOutside);
  case ir::CompareOp::NotEqual:
    return when(isOutside, false);
  case ir::CompareOp::Less:
    return when(place.isAbove, place.isBelow || place.isLow);
  case ir::CompareOp::LessEqual:
    return when(place.isAbove || place.isHigh, place.isBelow);
  case ir::CompareOp::Greater:
    return when(place.isBelow, place.isAbove || place.isHigh);
  case ir::CompareOp::GreaterEqual:
    return when(place.isBelow || place.isLow, place.isAbove);
  }
  return std::nullopt;
}

bool isNan(const ir::Expr &expr) {
  const auto *constant = std::get_if<ir::Constant>(&expr.node);
  if (!constant || !expr.type.isFloat() || !std::isnan(constant->number) ||
      !expr.range.source)
    return false;
  std::string text = textOf(expr.range);
  std::ranges::transform(text, text.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return text.find("nan") != text.npos;
}

const char *spelled(bool result) { return result ? "True" : "False"; }

class CertainFinder {
public:
  CertainFinder(bool statesTypes, Diagnostics &diagnostics)
      : statesTypes_(statesTypes), diagnostics_(diagnostics) {}

  void look(const ir::Block &block) {
    forEachStmt(block, [&](const ir::Stmt &stmt) {
      // An assertion says what always holds.
      const auto *choice = std::get_if<ir::If>(&stmt.node);
      bool isAssertion =
          choice && choice->body.size() == 1 &&
          std::holds_alternative<ir::Raise>(choice->body[0].node);
      if (!isAssertion)
        forEachOperandOf(stmt,
                         [&](const ir::Expr &expr) { look(expr, nullptr); });
    });
  }

private:
  void look(const ir::Expr &expr, const ir::Logical *around) {
    if (const auto *compare = std::get_if<ir::Compare>(&expr.node))
      look(expr, *compare, around);
    const auto *logical = std::get_if<ir::Logical>(&expr.node);
    forEachOperand(expr,
                   [&](const ir::Expr &operand) { look(operand, logical); });
  }

  void look(const ir::Expr &expr, const ir::Compare &compare,
            const ir::Logical *around) {
    bool isLeft = std::holds_alternative<ir::Constant>(compare.left->node);
    const ir::Expr &constant = isLeft ? *compare.left : *compare.right;
    const ir::Expr &other = isLeft ? *compare.right : *compare.left;
    if (!std::holds_alternative<ir::Constant>(constant.node) ||
        std::holds_alternative<ir::Constant>(other.node))
      return;
    if (isNan(constant))
      return tellNan(expr, compare.op, other);
    if (!statesTypes_ || !constant.type.isInteger() ||
        !isNumeral(constant.range))
      return;
    const Type &type = narrowest(other);
    if (!type.isInteger() && !type.isBool())
      return;
    Range range = rangeOf(type);
    std::optional<bool> result = resultOf(
        isLeft ? mirrored(compare.op) : compare.op, placeOf(constant, range));
    // What changes nothing there is a part of a test of a range.
    bool isRedundant = around && result == around->isAnd;
    if (!result || isRedundant)
      return;
    std::string held = type.isBool() ? "0 or 1"
                       : range.low == 0 && placeOf(constant, range).isLow
                           ? "never negative"
                           : "from " + std::to_string(range.low) + " to " +
                                 std::to_string(range.high);
    diagnostics_.emit(expr.range, diag::CertainComparison,
                      std::string(spelled(*result)),
                      (spell(type)[0] == 'i' ? "an `" : "a `") + spell(type) +
                          "` is " + held);
  }

  void tellNan(const ir::Expr &expr, ir::CompareOp op, const ir::Expr &other) {
    bool isEqual = op == ir::CompareOp::Equal;
    bool isOther = op == ir::CompareOp::NotEqual;
    std::string text = other.range.source ? textOf(other.range) : "x";
    diagnostics_.emit(
        expr.range, diag::CertainComparison, std::string(spelled(isOther)),
        "nan " +
            (isEqual || isOther
                 ? "equals nothing, not even itself; write `" +
                       std::string(isOther ? "not " : "") + "math.isnan(" +
                       text + ")`"
                 : std::string("is neither less nor greater than a number")));
  }

  bool statesTypes_;
  Diagnostics &diagnostics_;
};

/// A number that is written down and is not zero.
bool isTrueNumber(const syntax::Expr &expr) {
  if (const auto *number = std::get_if<syntax::IntLiteral>(&expr.node))
    return number->tooLarge || number->value != 0;
  const auto *number = std::get_if<syntax::FloatLiteral>(&expr.node);
  return number && number->value != 0;
}

} // namespace

void warnOfCertain(const ir::Function &function, bool statesTypes,
                   Diagnostics &diagnostics) {
  CertainFinder(statesTypes, diagnostics).look(function.body);
}

void warnOfNumberAlone(Diagnostics &diagnostics, const syntax::BoolOp &node) {
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    const syntax::Expr &number = *node.operands[i];
    const auto *before =
        std::get_if<syntax::Compare>(&node.operands[i - 1]->node);
    bool isOfNumber = before && before->ops.size() == 1 &&
                      (std::holds_alternative<syntax::IntLiteral>(
                           before->operands[1]->node) ||
                       std::holds_alternative<syntax::FloatLiteral>(
                           before->operands[1]->node));
    if (!isTrueNumber(number) || !isOfNumber)
      continue;
    std::string compared = textOf(before->operands[0]->range) + " " +
                           spelling(before->ops[0]) + " ";
    diagnostics.emit(number.range, diag::NumberAlone, textOf(number.range),
                     textOf(node.operands[i - 1]->range) +
                         (node.isAnd ? " and " : " or ") + compared +
                         textOf(number.range));
  }
}

} // namespace pyk2ptx
