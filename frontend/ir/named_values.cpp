// Python's `x[i] + (i := n)` sets, in the middle of an expression, what other
// statements read and set. Who looks for what sets a slot looks at statements,
// and who asks a condition afterwards takes `i < 9` of `i < 9 and (i := n)` for
// a fact about the second i. So what is set is set by a statement before:
//
//   t = x[i]
//   i = n
//   t + i
//
// What is evaluated before it goes into slots of its own, but for what is the
// same behind it. An operand that is not always evaluated has a condition:
//
//   while i < n and (w := x[i]) > 0:       if i < n: w = x[i]
//       ...                                while i < n and w > 0:
//                                              ...
//                                              if i < n: w = x[i]
//
// where the test is still one of the loop, for who looks for such. With a
// `continue` there would be a third end of the body: it is a loop without end
// that begins with the test, and `break`.
#include "named_values.h"

#include "ir_clone.h"
#include "ir_walk.h"
#include "make_expr.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <utility>

namespace pyk2ptx::ir {

namespace {

class Names {
public:
  explicit Names(const Function &function)
      : open_(function.slots.size()), isLet_(open_.size()),
        isNamed_(open_.size()) {
    std::fill_n(isNamed_.begin(), function.paramCount, true);
    forEachStmt(function.body, [&](const Stmt &stmt) {
      if (const auto *assign = std::get_if<Assign>(&stmt.node))
        isNamed_[assign->slot] = true;
      else if (const auto *range = std::get_if<ForRange>(&stmt.node))
        isNamed_[range->slot] = true;
      forEachOperandOf(stmt, [&](const Expr &operand) { walk(operand); });
    });
  }

  [[nodiscard]] std::vector<SlotId> slots() const {
    std::vector<SlotId> result;
    for (SlotId slot = 0; slot < isLet_.size(); ++slot)
      if (isLet_[slot] && isNamed_[slot])
        result.push_back(slot);
    return result;
  }

private:
  void walk(const Expr &expr) {
    if (const auto *let = std::get_if<Let>(&expr.node)) {
      walk(*let->value);
      isLet_[let->slot] = true;
      if (open_[let->slot])
        isNamed_[let->slot] = true;
      ++open_[let->slot];
      walk(*let->body);
      --open_[let->slot];
      return;
    }
    const auto *read = std::get_if<SlotValue>(&expr.node);
    if (read && !open_[read->slot])
      isNamed_[read->slot] = true;
    forEachOperand(expr, [&](const Expr &operand) { walk(operand); });
  }

  /// In how many bodies of Lets of the slot the walk is.
  std::vector<unsigned> open_;
  std::vector<bool> isLet_, isNamed_;
};

/// Whether it is the same number, computed for little, wherever it stands among
/// what sets none of its slots: no memory is read, and no error found.
bool isPlain(const Expr &expr) {
  bool isPlainNode =
      std::visit(Overloaded{[](const Constant &) { return true; },
                            [](const SlotValue &) { return true; },
                            [](const Convert &) { return true; },
                            [](const Unary &) { return true; },
                            [](const Binary &node) {
                              return node.op != BinaryOp::TrueDiv &&
                                     node.op != BinaryOp::FloorDiv &&
                                     node.op != BinaryOp::Mod &&
                                     node.op != BinaryOp::Pow;
                            },
                            [](const FusedMultiplyAdd &) { return true; },
                            [](const Compare &) { return true; },
                            [](const Logical &) { return true; },
                            [](const ArrayProperty &) { return true; },
                            [](const ArrayStorage &) { return true; },
                            [](const MakeTuple &) { return true; },
                            [](const TupleElement &) { return true; },
                            [](const auto &) { return false; }},
                 expr.node);
  bool isAll = isPlainNode;
  forEachOperand(
      expr, [&](const Expr &operand) { isAll = isAll && isPlain(operand); });
  return isAll;
}

ExprPtr taken(Expr &expr) { return std::make_unique<Expr>(std::move(expr)); }

class NameSetter {
public:
  NameSetter(Function &function, const std::vector<SlotId> &named)
      : function_(function), isNamed_(function.slots.size()) {
    for (SlotId slot : named)
      isNamed_[slot] = true;
  }

  void run(Block &block) {
    Block result;
    for (Stmt &stmt : block) {
      forEachBlockOf(stmt, [&](Block &inner) { run(inner); });
      std::vector<Expr *> operands;
      forEachOperandOf(stmt, [&](Expr &each) { operands.push_back(&each); });
      range_ = stmt.range;
      if (std::ranges::any_of(
              operands, [&](const Expr *each) { return setsName(*each); })) {
        if (std::holds_alternative<While>(stmt.node)) {
          setApartLoop(std::move(stmt), result);
          continue;
        }
        setApartAll(operands, result);
        const auto *left = std::get_if<Evaluate>(&stmt.node);
        if (left && isPlain(*left->value))
          continue;
      }
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }

private:
  [[nodiscard]] bool isSet(SlotId slot) const {
    // Those of this pass come later.
    return slot < isNamed_.size() && isNamed_[slot];
  }
  [[nodiscard]] bool setsName(const Expr &whole) const {
    bool sets = false;
    forEachExpr(whole, [&](const Expr &expr) {
      const auto *let = std::get_if<Let>(&expr.node);
      sets = sets || (let && isSet(let->slot));
    });
    return sets;
  }

  /// Has it be what it is before `later`, which sets names.
  void keepFrom(Expr &expr, std::span<Expr *const> later, Block &out) {
    bool isSame = isPlain(expr);
    for (const Expr *whole : later)
      forEachExpr(*whole, [&](const Expr &part) {
        const auto *let = std::get_if<Let>(&part.node);
        isSame = isSame && !(let && reads(expr, let->slot));
      });
    if (!isSame)
      keep(expr, out);
  }
  static bool reads(const Expr &whole, SlotId slot) {
    bool does = false;
    forEachExpr(whole, [&](const Expr &expr) {
      const auto *read = std::get_if<SlotValue>(&expr.node);
      does = does || (read && read->slot == slot);
    });
    return does;
  }

  void keep(Expr &expr, Block &out) {
    SourceRange range = expr.range;
    Type type = expr.type;
    if (type.isNone()) {
      out.push_back({range_, Evaluate{taken(expr)}});
      expr = std::move(*makeExpr(range, type, Constant{}));
      return;
    }
    SlotId slot = addTemporary(type);
    out.push_back({range_, Assign{slot, taken(expr)}});
    expr = std::move(*makeExpr(range, type, SlotValue{slot}));
  }
  SlotId addTemporary(Type type) {
    auto slot = static_cast<SlotId>(function_.slots.size());
    function_.slots.push_back(
        {"%" + std::to_string(slot), std::move(type), false});
    return slot;
  }

  void setApartAll(const std::vector<Expr *> &operands, Block &out) {
    std::size_t end = operands.size();
    while (end > 0 && !setsName(*operands[end - 1]))
      --end;
    for (std::size_t i = 0; i < end; ++i) {
      setApart(*operands[i], out);
      if (i + 1 < end)
        keepFrom(*operands[i], std::span(operands).subspan(i + 1), out);
    }
  }

  void setApart(Expr &expr, Block &out) {
    if (!setsName(expr))
      return;
    if (auto *let = std::get_if<Let>(&expr.node)) {
      setApart(*let->value, out);
      if (!isSet(let->slot) && !setsName(*let->body))
        return;
      out.push_back({range_, Assign{let->slot, std::move(let->value)}});
      ExprPtr body = std::move(let->body);
      expr = std::move(*body);
      setApart(expr, out);
    } else if (auto *logical = std::get_if<Logical>(&expr.node)) {
      setApart(*logical->left, out);
      if (setsName(*logical->right))
        setApartRight(*logical, out);
    } else if (auto *select = std::get_if<Select>(&expr.node)) {
      setApart(*select->condition, out);
      if (setsName(*select->body) || setsName(*select->orElse))
        choose(expr, out);
    } else {
      std::vector<Expr *> operands;
      forEachOperand(expr, [&](Expr &each) { operands.push_back(&each); });
      setApartAll(operands, out);
    }
  }

  void setApartRight(Logical &node, Block &out) {
    Expr *later[] = {node.right.get()};
    keepFrom(*node.left, later, out);
    Block right;
    setApart(*node.right, right);
    if (!isPlain(*node.right))
      keep(*node.right, right);
    ExprPtr condition = clone(node.left);
    addChoice(node.isAnd ? std::move(condition) : negated(std::move(condition)),
              std::move(right), {}, out);
  }

  void choose(Expr &expr, Block &out) {
    auto &node = std::get<Select>(expr.node);
    SourceRange range = expr.range;
    Type type = expr.type;
    Block body, orElse;
    setApart(*node.body, body);
    setApart(*node.orElse, orElse);
    ExprPtr result;
    if (type.isNone()) {
      body.push_back({range_, Evaluate{std::move(node.body)}});
      orElse.push_back({range_, Evaluate{std::move(node.orElse)}});
      result = makeExpr(range, type, Constant{});
    } else {
      SlotId slot = addTemporary(type);
      body.push_back({range_, Assign{slot, std::move(node.body)}});
      orElse.push_back({range_, Assign{slot, std::move(node.orElse)}});
      result = makeExpr(range, type, SlotValue{slot});
    }
    addChoice(std::move(node.condition), std::move(body), std::move(orElse),
              out);
    expr = std::move(*result);
  }

  void addChoice(ExprPtr condition, Block body, Block orElse, Block &out) {
    If choice{std::move(condition), std::move(body), std::move(orElse)};
    choice.isOfOperand = true;
    out.push_back({range_, std::move(choice)});
  }
  static ExprPtr negated(ExprPtr condition) {
    SourceRange range = condition->range;
    return makeExpr(range, Type::of(Scalar::Bool),
                    Unary{UnaryOp::Not, std::move(condition)});
  }
  static ExprPtr truth(bool value, SourceRange range) {
    return makeExpr(range, Type::of(Scalar::Bool), Constant{value ? 1u : 0u});
  }

  void setApartLoop(Stmt stmt, Block &out) {
    auto &loop = std::get<While>(stmt.node);
    Block before;
    setApart(*loop.condition, before);
    if (hasJumpIn<Continue>(loop.body)) {
      testAtBeginning(std::move(stmt), std::move(before), out);
      return;
    }
    std::ranges::move(clone(before), std::back_inserter(loop.body));
    std::ranges::move(before, std::back_inserter(out));
    out.push_back(std::move(stmt));
  }

  /// What is behind `else` may leave a loop around, so it stands outside.
  void testAtBeginning(Stmt stmt, Block body, Block &out) {
    auto &loop = std::get<While>(stmt.node);
    SourceRange range = loop.condition->range;
    Block leave, orElse = std::move(loop.orElse);
    SlotId isOver = 0;
    if (!orElse.empty()) {
      isOver = addTemporary(Type::of(Scalar::Bool));
      out.push_back({range_, Assign{isOver, truth(false, range)}});
      leave.push_back({range_, Assign{isOver, truth(true, range)}});
    }
    leave.push_back({range_, Break{}});
    addChoice(negated(std::exchange(loop.condition, truth(true, range))),
              std::move(leave), {}, body);
    std::ranges::move(loop.body, std::back_inserter(body));
    loop.body = std::move(body);
    loop.orElse.clear();
    out.push_back(std::move(stmt));
    if (!orElse.empty())
      addChoice(makeExpr(range, Type::of(Scalar::Bool), SlotValue{isOver}),
                std::move(orElse), {}, out);
  }

  Function &function_;
  std::vector<bool> isNamed_;
  /// Of the statement.
  SourceRange range_;
};

} // namespace

std::vector<SlotId> namedSlots(const Function &function) {
  return Names(function).slots();
}

void setNamesApart(Module &module) {
  for (Function &function : module.functions) {
    // A Let around such a name is a statement, too: once more, if it has copies
    // elsewhere.
    for (std::vector<SlotId> named = namedSlots(function); !named.empty();
         named = namedSlots(function))
      NameSetter(function, named).run(function.body);
  }
}

} // namespace pyk2ptx::ir
