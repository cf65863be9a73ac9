// Each node is copied by an overload of its own, so that a new node, or a new
// member of one, does not compile (or not without a look) until it is here.
#include "ir_clone.h"

#include "ir_walk.h"

namespace pyk2ptx {

using namespace ir;

static std::vector<ExprPtr> cloneAll(const std::vector<ExprPtr> &list) {
  std::vector<ExprPtr> result;
  for (const ExprPtr &expr : list)
    result.push_back(clone(expr));
  return result;
}

static Index cloneIndex(const Index &index) {
  return {clone(index.value), index.wrap, index.bounds, index.isInsideIfAny,
          index.isProven};
}

std::vector<Index> clone(const std::vector<Index> &list) {
  std::vector<Index> result;
  for (const Index &index : list)
    result.push_back(cloneIndex(index));
  return result;
}

static View cloneView(const View &view) {
  View result{clone(view.array), {}};
  for (const ViewSubscript &subscript : view.subscripts)
    result.subscripts.push_back({subscript.kind, cloneIndex(subscript.index),
                                 clone(subscript.lower), clone(subscript.upper),
                                 clone(subscript.step)});
  return result;
}

static Recast cloneRecast(const Recast &n) {
  return {clone(n.array), n.offset, cloneAll(n.shape), cloneAll(n.strides),
          clone(n.fits),  n.bounds, n.problem};
}

static Print clonePrint(const Print &print) {
  Print result;
  for (const PrintPiece &piece : print.pieces)
    result.pieces.push_back(
        {piece.text, clone(piece.value), piece.flags, piece.conversion});
  return result;
}

ExprPtr clone(const ExprPtr &expr) { return expr ? clone(*expr) : nullptr; }

ExprPtr clone(const Expr &expr) {
  auto result = std::make_unique<Expr>();
  result->range = expr.range;
  result->type = expr.type;
  auto &to = result->node;
  std::visit(
      Overloaded{
          [&](const Constant &n) { to = n; },
          [&](const SlotValue &n) { to = n; },
          [&](const ArrayStorage &n) { to = n; },
          [&](const Convert &n) {
            to = Convert{clone(n.operand), n.shortBits, n.isNatural};
          },
          [&](const Unary &n) { to = Unary{n.op, clone(n.operand)}; },
          [&](const Binary &n) {
            to = Binary{n.op, clone(n.left), clone(n.right)};
          },
          [&](const FusedMultiplyAdd &n) {
            to = FusedMultiplyAdd{clone(n.left), clone(n.right),
                                  clone(n.addend)};
          },
          [&](const Compare &n) {
            to = Compare{n.op, clone(n.left), clone(n.right)};
          },
          [&](const Logical &n) {
            to = Logical{n.isAnd, clone(n.left), clone(n.right)};
          },
          [&](const Select &n) {
            to = Select{clone(n.condition), clone(n.body), clone(n.orElse)};
          },
          [&](const Let &n) {
            to = Let{n.slot, clone(n.value), clone(n.body)};
          },
          [&](const Load &n) {
            to = Load{clone(n.array), clone(n.indices), n.isUnchanging};
          },
          [&](const View &n) { to = cloneView(n); },
          [&](const ArrayAt &n) {
            to = ArrayAt{clone(n.pointer), cloneAll(n.shape)};
          },
          [&](const Field &n) { to = Field{clone(n.array), n.index}; },
          [&](const Recast &n) { to = cloneRecast(n); },
          [&](const ArrayProperty &n) {
            to = ArrayProperty{n.field, n.axis, clone(n.array)};
          },
          [&](const Atomic &n) {
            to = Atomic{n.op,           clone(n.array),    clone(n.indices),
                        clone(n.value), clone(n.expected), n.scope,
                        n.order};
          },
          [&](const MakeTuple &n) { to = MakeTuple{cloneAll(n.elements)}; },
          [&](const TupleElement &n) {
            to = TupleElement{clone(n.tuple), n.index};
          },
          [&](const CallFunction &n) {
            to = CallFunction{n.function, cloneAll(n.args)};
          },
          [&](const CallLibdevice &n) {
            to = CallLibdevice{n.row, cloneAll(n.args)};
          },
          [&](const CallBuiltin &n) {
            to = CallBuiltin{n.builtin, cloneAll(n.args), n.text};
          }},
      expr.node);
  return result;
}

Block clone(const Block &block) {
  Block result;
  result.reserve(block.size());
  for (const Stmt &stmt : block)
    result.push_back(clone(stmt));
  return result;
}

Stmt clone(const Stmt &stmt) {
  Stmt result;
  result.range = stmt.range;
  auto &to = result.node;
  std::visit(
      Overloaded{[&](const Assign &n) { to = Assign{n.slot, clone(n.value)}; },
                 [&](const Store &n) {
                   to = Store{clone(n.array), clone(n.indices), clone(n.value)};
                 },
                 [&](const Evaluate &n) { to = Evaluate{clone(n.value)}; },
                 [&](const If &n) {
                   to = If{clone(n.condition),
                           clone(n.body),
                           clone(n.orElse),
                           n.isVersioned,
                           n.isJoined,
                           n.small,
                           n.few,
                           n.sameShape,
                           n.shortRows,
                           n.isOfOperand};
                 },
                 [&](const While &n) {
                   to = While{clone(n.condition), clone(n.body),
                              clone(n.orElse), n.isCold};
                 },
                 [&](const ForRange &n) {
                   to = ForRange{n.slot,        clone(n.start), clone(n.stop),
                                 clone(n.step), clone(n.body),  clone(n.orElse),
                                 n.isCold,      n.inStep};
                 },
                 [&](const Break &n) { to = n; },
                 [&](const Continue &n) { to = n; },
                 [&](const Return &n) { to = Return{clone(n.value)}; },
                 [&](const Raise &n) { to = n; },
                 [&](const Print &n) { to = clonePrint(n); }},
      stmt.node);
  return result;
}

BodyCopy::BodyCopy(const Function &function)
    : body_(clone(function.body)), slots_(function.slots.size()),
      arrays_(function.arrays.size()), asksForBlock_(function.asksForBlock) {}

void BodyCopy::restore(Function &function) && {
  function.body = std::move(body_);
  function.slots.resize(slots_);
  function.arrays.resize(arrays_);
  function.asksForBlock = asksForBlock_;
}

} // namespace pyk2ptx
