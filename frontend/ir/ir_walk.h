// Walks over the kernel IR: the operands of a node, the blocks of a statement,
// and everything below. The one place besides the printer and lowering that
// lists what each node holds.
#ifndef PYK2PTX_FRONTEND_IR_IR_WALK_H
#define PYK2PTX_FRONTEND_IR_IR_WALK_H

#include "ir.h"

#include <algorithm>
#include <type_traits>

namespace pyk2ptx {

template <class... Functions> struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

namespace ir_walk_detail {

template <class Indices, class F> void indices(Indices &list, F &f) {
  for (auto &index : list)
    f(*index.value);
}

template <class Subscripts, class F> void subscripts(Subscripts &list, F &f) {
  for (auto &subscript : list)
    for (auto *part : {&subscript.index.value, &subscript.lower,
                       &subscript.upper, &subscript.step})
      if (*part)
        f(**part);
}

template <class List, class F> void list(List &expressions, F &f) {
  for (auto &expr : expressions)
    f(*expr);
}

} // namespace ir_walk_detail

/// Calls `f` with each direct operand of `expr` (an Expr or const Expr), in the
/// order of evaluation.
template <class E, class F> void forEachOperand(E &expr, F &&f) {
  using namespace ir_walk_detail;
  std::visit(
      [&](auto &node) {
        using N = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<N, ir::Constant> ||
                      std::is_same_v<N, ir::SlotValue> ||
                      std::is_same_v<N, ir::ArrayStorage>) {
          // Leaves.
        } else if constexpr (std::is_same_v<N, ir::Convert> ||
                             std::is_same_v<N, ir::Unary>) {
          f(*node.operand);
        } else if constexpr (std::is_same_v<N, ir::Binary> ||
                             std::is_same_v<N, ir::Compare> ||
                             std::is_same_v<N, ir::Logical>) {
          f(*node.left);
          f(*node.right);
        } else if constexpr (std::is_same_v<N, ir::FusedMultiplyAdd>) {
          f(*node.left);
          f(*node.right);
          f(*node.addend);
        } else if constexpr (std::is_same_v<N, ir::Select>) {
          f(*node.condition);
          f(*node.body);
          f(*node.orElse);
        } else if constexpr (std::is_same_v<N, ir::Let>) {
          f(*node.value);
          f(*node.body);
        } else if constexpr (std::is_same_v<N, ir::Load>) {
          f(*node.array);
          indices(node.indices, f);
        } else if constexpr (std::is_same_v<N, ir::View>) {
          f(*node.array);
          subscripts(node.subscripts, f);
        } else if constexpr (std::is_same_v<N, ir::Recast>) {
          f(*node.array);
          list(node.shape, f);
          list(node.strides, f);
          if (node.fits)
            f(*node.fits);
        } else if constexpr (std::is_same_v<N, ir::ArrayProperty> ||
                             std::is_same_v<N, ir::Field>) {
          f(*node.array);
        } else if constexpr (std::is_same_v<N, ir::Atomic>) {
          f(*node.array);
          indices(node.indices, f);
          if (node.expected)
            f(*node.expected);
          if (node.value)
            f(*node.value);
        } else if constexpr (std::is_same_v<N, ir::ArrayAt>) {
          f(*node.pointer);
          list(node.shape, f);
        } else if constexpr (std::is_same_v<N, ir::MakeTuple>) {
          list(node.elements, f);
        } else if constexpr (std::is_same_v<N, ir::TupleElement>) {
          f(*node.tuple);
        } else {
          static_assert(std::is_same_v<N, ir::CallFunction> ||
                        std::is_same_v<N, ir::CallBuiltin> ||
                        std::is_same_v<N, ir::CallLibdevice>);
          list(node.args, f);
        }
      },
      expr.node);
}

/// Calls `f` with each expression that stands directly in `stmt`, in the order
/// of evaluation.
template <class S, class F> void forEachOperandOf(S &stmt, F &&f) {
  std::visit(
      [&](auto &node) {
        using N = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<N, ir::Assign> ||
                      std::is_same_v<N, ir::Evaluate>) {
          f(*node.value);
        } else if constexpr (std::is_same_v<N, ir::Store>) {
          f(*node.value);
          f(*node.array);
          ir_walk_detail::indices(node.indices, f);
        } else if constexpr (std::is_same_v<N, ir::If> ||
                             std::is_same_v<N, ir::While>) {
          f(*node.condition);
        } else if constexpr (std::is_same_v<N, ir::ForRange>) {
          f(*node.start);
          f(*node.stop);
          f(*node.step);
        } else if constexpr (std::is_same_v<N, ir::Return>) {
          if (node.value)
            f(*node.value);
        } else if constexpr (std::is_same_v<N, ir::Print>) {
          for (auto &piece : node.pieces)
            if (piece.value)
              f(*piece.value);
        } else {
          static_assert(std::is_same_v<N, ir::Break> ||
                        std::is_same_v<N, ir::Continue> ||
                        std::is_same_v<N, ir::Raise>);
        }
      },
      stmt.node);
}

/// Calls `f` with each block that stands directly in `stmt`.
template <class S, class F> void forEachBlockOf(S &stmt, F &&f) {
  std::visit(
      [&](auto &node) {
        using N = std::remove_cvref_t<decltype(node)>;
        if constexpr (std::is_same_v<N, ir::If> ||
                      std::is_same_v<N, ir::While> ||
                      std::is_same_v<N, ir::ForRange>) {
          f(node.body);
          f(node.orElse);
        }
      },
      stmt.node);
}

/// Calls `f` with `expr` and everything below it, operands first.
template <class E, class F> void forEachExpr(E &expr, F &&f) {
  forEachOperand(expr, [&](auto &operand) { forEachExpr(operand, f); });
  f(expr);
}

/// Calls `f` with every statement of `block` and below, outer ones first.
template <class B, class F> void forEachStmt(B &block, F &&f) {
  for (auto &stmt : block) {
    f(stmt);
    forEachBlockOf(stmt, [&](auto &inner) { forEachStmt(inner, f); });
  }
}

/// Whether `block` is what the loop `stmt` repeats: a `break` or `continue`
/// there is this loop's, elsewhere in `stmt`, in its `else` too, that of one
/// around.
[[nodiscard]] inline bool isRepeated(const ir::Stmt &stmt,
                                     const ir::Block &block) {
  const auto *loop = std::get_if<ir::While>(&stmt.node);
  const auto *range = std::get_if<ir::ForRange>(&stmt.node);
  return (loop && &block == &loop->body) || (range && &block == &range->body);
}

/// Whether, in `stmt` or below, a jump that is one of `Jumps` is the loop's
/// that `stmt` stands in.
template <class... Jumps> [[nodiscard]] bool hasJump(const ir::Stmt &stmt) {
  bool found = (std::holds_alternative<Jumps>(stmt.node) || ...);
  forEachBlockOf(stmt, [&](const ir::Block &inner) {
    if (!found && !isRepeated(stmt, inner))
      found = std::any_of(inner.begin(), inner.end(), hasJump<Jumps...>);
  });
  return found;
}
template <class... Jumps> [[nodiscard]] bool hasJumpIn(const ir::Block &block) {
  return std::any_of(block.begin(), block.end(), hasJump<Jumps...>);
}

/// Calls `f` with every expression of `block` and below.
template <class B, class F> void forEachExprIn(B &block, F &&f) {
  forEachStmt(block, [&](auto &stmt) {
    forEachOperandOf(stmt, [&](auto &expr) { forEachExpr(expr, f); });
  });
}

/// Calls `f(slot, value)` with each assignment in `block` and below, then with
/// each Let there.
template <class B, class F> void forEachAssigned(B &block, F &&f) {
  forEachStmt(block, [&](auto &stmt) {
    if (auto *assign = std::get_if<ir::Assign>(&stmt.node))
      f(assign->slot, *assign->value);
  });
  forEachExprIn(block, [&](auto &expr) {
    if (auto *let = std::get_if<ir::Let>(&expr.node))
      f(let->slot, *let->value);
  });
}

/// Calls `f` with each slot that `stmt` itself sets, without its blocks.
template <class F> void forEachSlotSetBy(const ir::Stmt &stmt, F &&f) {
  if (const auto *assign = std::get_if<ir::Assign>(&stmt.node))
    f(assign->slot);
  else if (const auto *range = std::get_if<ir::ForRange>(&stmt.node))
    f(range->slot);
  forEachOperandOf(stmt, [&](const ir::Expr &operand) {
    forEachExpr(operand, [&](const ir::Expr &expr) {
      if (const auto *let = std::get_if<ir::Let>(&expr.node))
        f(let->slot);
    });
  });
}

/// Calls `f` with each slot that statements, or those below, read or set, as
/// often as they do.
template <class Stmts, class F> void forEachSlotNamed(Stmts &&stmts, F &&f) {
  forEachStmt(stmts, [&](auto &stmt) {
    if (auto *assign = std::get_if<ir::Assign>(&stmt.node))
      f(assign->slot);
    else if (auto *range = std::get_if<ir::ForRange>(&stmt.node))
      f(range->slot);
  });
  forEachExprIn(stmts, [&](auto &expr) {
    if (auto *let = std::get_if<ir::Let>(&expr.node))
      f(let->slot);
    else if (auto *read = std::get_if<ir::SlotValue>(&expr.node))
      f(read->slot);
  });
}

/// Calls `f(index, array, axis)` with each index that `node`, an Expr or a
/// Stmt, itself has: of a Load, an Atomic, a View or a Store.
template <class Node, class F> void forEachIndex(Node &node, F &&f) {
  std::visit(
      [&](auto &part) {
        using N = std::remove_cvref_t<decltype(part)>;
        if constexpr (std::is_same_v<N, ir::Load> ||
                      std::is_same_v<N, ir::Atomic> ||
                      std::is_same_v<N, ir::Store>) {
          for (unsigned axis = 0; axis < part.indices.size(); ++axis)
            f(part.indices[axis], *part.array, axis);
        } else if constexpr (std::is_same_v<N, ir::View>) {
          unsigned axis = 0;
          for (auto &subscript : part.subscripts) {
            if (subscript.kind == ir::ViewSubscript::Kind::Index)
              f(subscript.index, *part.array, axis);
            axis += subscript.kind != ir::ViewSubscript::Kind::NewAxis;
          }
        }
      },
      node.node);
}

/// The same with every index in the block and in blocks inside it.
template <class B, class F> void forEachIndexIn(B &block, F &&f) {
  forEachStmt(block, [&](auto &stmt) { forEachIndex(stmt, f); });
  forEachExprIn(block, [&](auto &expr) { forEachIndex(expr, f); });
}

} // namespace pyk2ptx

#endif
