// Arithmetic, registers, extents and fields are compared node by node. Whatever
// else there is may do something or read memory, and is the same as nothing.
#include "same_expr.h"

#include "frontend/tables/builtins.h"
#include "ir_walk.h"

#include <type_traits>
#include <vector>

namespace pyk2ptx {

using namespace ir;

/// Of two nodes of one kind, apart from their operands.
template <class Node>
static bool isSameNode(const Node &left, const Node &right) {
  using N = std::remove_cvref_t<Node>;
  if constexpr (std::is_same_v<N, Constant>)
    // As written: nan is itself, and -0.0 is not 0.0.
    return left.bits == right.bits && !left.number && !right.number &&
           !left.imag && !right.imag;
  else if constexpr (std::is_same_v<N, SlotValue>)
    return left.slot == right.slot;
  else if constexpr (std::is_same_v<N, ArrayStorage>)
    return left.array == right.array;
  else if constexpr (std::is_same_v<N, Unary> || std::is_same_v<N, Binary> ||
                     std::is_same_v<N, Compare>)
    return left.op == right.op;
  else if constexpr (std::is_same_v<N, ArrayProperty>)
    return left.field == right.field && left.axis == right.axis;
  else if constexpr (std::is_same_v<N, Field> ||
                     std::is_same_v<N, TupleElement>)
    return left.index == right.index;
  else if constexpr (std::is_same_v<N, CallBuiltin>)
    return left.builtin == right.builtin && left.args.empty() &&
           right.args.empty() && onlyGivesValue(effectOf(left.builtin));
  else if constexpr (std::is_same_v<N, Convert>)
    return left.shortBits == right.shortBits &&
           left.isNatural == right.isNatural;
  else
    return false;
}

bool isSameValue(const Expr &left, const Expr &right) {
  if (left.type != right.type || left.node.index() != right.node.index())
    return false;
  bool isSame = std::visit(
      [&](const auto &node) {
        using N = std::remove_cvref_t<decltype(node)>;
        return isSameNode(node, std::get<N>(right.node));
      },
      left.node);
  std::vector<const Expr *> others;
  if (isSame)
    forEachOperand(right,
                   [&](const Expr &operand) { others.push_back(&operand); });
  auto other = others.begin();
  if (isSame)
    forEachOperand(left, [&](const Expr &operand) {
      isSame = isSame && isSameValue(operand, **other++);
    });
  return isSame;
}

} // namespace pyk2ptx
