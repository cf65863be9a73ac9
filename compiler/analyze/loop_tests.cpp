// What must hold before a loop, so that what bounds an index puts it inside an
// array, and the keys by which equal tests are one.
#include "loop_span.h"

#include "frontend/ir/ir_clone.h"
#include "frontend/ir/ir_walk.h"

#include <utility>

namespace pyk2ptx {

using namespace ir;

std::optional<LoopTests> LoopSpans::insideTests(const Span &span,
                                                const Expr &array,
                                                unsigned axis) const {
  // The fields of an array's records lie where these do.
  if (const auto *field = std::get_if<Field>(&array.node))
    if (const Expr &records = *field->array;
        records.type.isArray() && axis < records.type.ndim)
      return insideTests(span, records, axis);
  LoopTests tests = span.tests;
  const LinearBound &low = span.low, &high = span.high;
  constexpr Interval small{-farthest, farthest};
  if (!small.contains(low.offset) || !small.contains(high.offset))
    return std::nullopt;
  if (!keepFromZero(tests, low))
    return std::nullopt;
  Interval extent = ranges_.extent(array, axis);
  if (high.range.high < extent.low)
    return tests;
  if (high.range.low >= extent.high)
    return std::nullopt;
  SharedExpr end;
  if (extent.low == extent.high)
    end = int64Constant(extent.low);
  else if (isKnownBefore(array))
    end = int64Expr(ArrayProperty{
        ArrayField::Shape, static_cast<std::uint8_t>(axis), clone(array)});
  else
    return std::nullopt;
  if (!high.expr) {
    require(tests, LinearBound::of(end, extent), CompareOp::Greater,
            int64Constant(high.offset));
    return tests;
  }
  // expr + offset < end
  if (high.offset < 0 && keyOf(*high.expr) == keyOf(*end))
    return tests;
  if (high.offset == -1)
    require(tests, high, CompareOp::LessEqual, end);
  else if (high.offset == 0)
    require(tests, high, CompareOp::Less, end);
  else if (extent.low == extent.high)
    require(tests, high, CompareOp::Less,
            int64Constant(extent.low - high.offset));
  else
    require(tests, high, CompareOp::Less,
            int64Binary(BinaryOp::Sub, end, int64Constant(high.offset)));
  return tests;
}

/// Adds the test that the bound is not negative, if it may be. False if it is.
bool LoopSpans::keepFromZero(LoopTests &tests, const LinearBound &low) const {
  if (low.range.isNonNegative())
    return true;
  if (low.range.high < 0 || !low.expr)
    return false;
  requireFromZero(tests, low);
  return true;
}

/// That the bound is not negative. A difference of two values is a comparison
/// of them, which cannot wrap around.
void LoopSpans::requireFromZero(LoopTests &tests,
                                const LinearBound &low) const {
  const std::vector<Term> &terms = low.terms;
  bool isDifference = terms.size() == 2 && !terms[0].isSubtracted &&
                      terms[1].isSubtracted && low.offset <= 0 &&
                      low.offset >= -1;
  if (isDifference)
    require(tests, LinearBound::of(terms[0].value, {}),
            low.offset == 0 ? CompareOp::GreaterEqual : CompareOp::Greater,
            terms[1].value);
  else
    require(tests, low, CompareOp::GreaterEqual, int64Constant(-low.offset));
}

void LoopSpans::require(LoopTests &tests, const LinearBound &bound,
                        CompareOp op, SharedExpr right,
                        bool isForOthers) const {
  std::string key = keyOf(*bound.expr) + " " +
                    std::to_string(static_cast<int>(op)) + " " + keyOf(*right);
  std::vector<Term> difference = bound.terms;
  // An extent less a constant is exact, as a sum.
  const auto *sub = std::get_if<Binary>(&right->node);
  if (sub && sub->op == BinaryOp::Sub && constantOf(*sub->right)) {
    difference.push_back({clone(*sub->left), true});
    difference.push_back({clone(*sub->right), false});
  } else {
    difference.push_back({right, true});
  }
  auto [place, isNew] = tests.try_emplace(
      std::move(key), LoopTest{bound.expr, op, std::move(right),
                               std::move(difference), isForOthers});
  if (!isNew)
    place->second.isForOthers = place->second.isForOthers && isForOthers;
}

/// Equal keys: equal values, at one place in the program. A node that is not
/// compared gets a key of its own.
std::string LoopSpans::keyOf(const Expr &expr) const {
  if (const auto *slot = std::get_if<SlotValue>(&expr.node)) {
    const Expr *value = values_.of(slot->slot);
    return value ? keyOf(*value) : "s" + std::to_string(slot->slot);
  }
  if (const std::int64_t *value = constantOf(expr))
    return std::to_string(*value) + ":" +
           std::to_string(static_cast<int>(expr.type.scalar)) + ":" +
           std::to_string(std::get<Constant>(expr.node).number);
  if (const auto *element = std::get_if<TupleElement>(&expr.node))
    if (const auto *tuple = std::get_if<MakeTuple>(&element->tuple->node))
      return keyOf(*tuple->elements[element->index]);
  std::string key = std::to_string(expr.node.index());
  std::visit(
      Overloaded{
          [&](const Convert &) {
            key += "t" + std::to_string(static_cast<int>(expr.type.scalar));
          },
          [&](const Unary &node) {
            key += "o" + std::to_string(static_cast<int>(node.op));
          },
          [&](const Binary &node) {
            key += "o" + std::to_string(static_cast<int>(node.op));
          },
          [&](const Compare &node) {
            key += "o" + std::to_string(static_cast<int>(node.op));
          },
          [&](const ArrayProperty &node) {
            // The size of a vector is its extent.
            bool isShape =
                node.field == ArrayField::Shape ||
                (node.field == ArrayField::Size && node.array->type.ndim == 1);
            key += isShape ? "shape" + std::to_string(node.axis)
                   : node.field == ArrayField::Size ? "size"
                   : node.field == ArrayField::Address
                       ? "address"
                       : "stride" + std::to_string(node.axis);
          },
          [&](const Field &node) { key += "f" + std::to_string(node.index); },
          [&](const ArrayStorage &node) {
            key += "a" + std::to_string(node.array);
          },
          [&](const TupleElement &node) {
            key += "e" + std::to_string(node.index);
          },
          [&](const CallBuiltin &node) {
            key += "b" + std::to_string(static_cast<int>(node.builtin));
          },
          [&](const auto &) { key += "u" + std::to_string(++unique_); }},
      expr.node);
  key += "(";
  forEachOperand(expr,
                 [&](const Expr &operand) { key += keyOf(operand) + ","; });
  return key + ")";
}

} // namespace pyk2ptx
