// The lowering takes the checker's word for types: a float where an integer
// should be, or a slot that is assigned another type than its own, would become
// LLVM IR that means something else, in silence. So every module is looked
// through once, behind check and in every build: each node is told from its
// operands alone, and the first that does not fit ends the program. It costs
// one walk, less than a hundredth of lowering. Two more see that what a Let
// sets is that expression's alone, and that slots are set before they are read.
#include "verify_ir.h"

#include "compiler/facts/integer_types.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/named_values.h"
#include "frontend/messages/internal_error.h"
#include "frontend/messages/source.h"

#include <string>
#include <vector>

namespace pyk2ptx {

using namespace ir;

namespace {

/// Equal for who does not know times from the integers that count them.
bool isAlike(const Type &a, const Type &b) {
  if (sameStorage(a, b))
    return true;
  if (a.isTuple() && b.isTuple() && a.elements->size() == b.elements->size()) {
    for (std::size_t i = 0; i < a.elements->size(); ++i)
      if (!isAlike((*a.elements)[i], (*b.elements)[i]))
        return false;
    return true;
  }
  Type x = a, y = b;
  x.time = y.time = {};
  return sameStorage(x, y);
}

/// What integer operators work in.
bool isWide(const Type &type) {
  return type.isScalar() &&
         (type.scalar == Scalar::I64 || type.scalar == Scalar::U64);
}

class Verifier {
public:
  Verifier(const Module &module, const Function &function)
      : module_(module), function_(function) {}

  void run() {
    forEachStmt(function_.body, [&](const Stmt &stmt) {
      range_ = stmt.range;
      std::visit([&](const auto &node) { verify(node); }, stmt.node);
      forEachOperandOf(stmt, [&](const Expr &root) {
        forEachExpr(root, [&](const Expr &expr) {
          range_ = expr.range;
          std::visit([&](const auto &node) { verify(node, expr.type); },
                     expr.node);
        });
      });
    });
  }

private:
  void expect(bool holds, const char *what) const {
    if (!holds)
      internalError(placeOf(range_) + ": typed IR of " + function_.name + ": " +
                    what);
  }
  void same(const Type &a, const Type &b, const char *what) const {
    if (!isAlike(a, b))
      internalError(placeOf(range_) + ": typed IR of " + function_.name + ": " +
                    what + ": `" + irSpelling(a) + "` and `" + irSpelling(b) +
                    "`");
  }
  const Type &slot(SlotId id) const {
    expect(id < function_.slots.size(), "a slot that is not there");
    return function_.slots[id].type;
  }
  void verify(const Expr &array, const std::vector<Index> &indices) const {
    expect(array.type.isArray() || array.type.isReference(),
           "an index of what is no array");
    std::size_t axes = array.type.isReference() ? 1 : array.type.ndim;
    expect(indices.size() == axes, "the number of indices");
    for (const Index &index : indices)
      expect(isInt64(index.value->type), "an index");
  }
  void isCondition(const Expr &expr) const {
    expect(expr.type.isBool(), "a condition");
  }

  // ---- statements ----
  void verify(const Assign &node) const {
    same(slot(node.slot), node.value->type, "an assignment");
  }
  void verify(const Store &node) const {
    verify(*node.array, node.indices);
    same(node.array->type.element(), node.value->type, "a store");
    expect(!node.array->type.readonly, "a store into what is read only");
  }
  void verify(const If &node) const { isCondition(*node.condition); }
  void verify(const While &node) const { isCondition(*node.condition); }
  void verify(const ForRange &node) const {
    expect(isInt64(slot(node.slot)) && isInt64(node.start->type) &&
               isInt64(node.stop->type) && isInt64(node.step->type),
           "a range");
  }
  void verify(const Return &node) const {
    bool isValue = node.value && !node.value->type.isNone();
    expect(isValue == !function_.returnType.isNone(), "a return");
    if (isValue)
      same(function_.returnType, node.value->type, "a return");
  }
  template <class Statement> void verify(const Statement &) const {}

  // ---- expressions ----
  void verify(const SlotValue &node, const Type &type) const {
    same(slot(node.slot), type, "a variable");
  }
  void verify(const Convert &node, const Type &type) const {
    const Type &from = node.operand->type;
    bool isReal = from.isScalar() && type.isScalar();
    expect(isReal || from.kind == type.kind, "a conversion");
    expect(!dropsImaginary(from, type), "a conversion of a complex number");
    expect(!node.shortBits || (from == type && type == Type::of(Scalar::I64)),
           "a short whole part");
    expect(node.shortBits < 31, "a whole part of more than 32 bits");
    expect(node.shortBits || !node.isNatural, "a natural whole part");
  }
  void verify(const Unary &node, const Type &type) const {
    same(node.operand->type, type, "a unary operator");
    if (node.op == UnaryOp::Not)
      expect(type.isBool(), "not");
    else
      expect(isWide(type) || (node.op == UnaryOp::Negative && type.isFloat()),
             "a unary operator");
  }
  void verify(const Binary &node, const Type &type) const {
    const Type &right = node.right->type;
    same(node.left->type, type, "the left side of an operator");
    bool isShift =
        node.op == BinaryOp::LeftShift || node.op == BinaryOp::RightShift;
    if (isShift)
      expect(isWide(right), "the count of a shift");
    else
      same(right, type, "the right side of an operator");
    bool isBitwise = node.op == BinaryOp::BitAnd ||
                     node.op == BinaryOp::BitOr || node.op == BinaryOp::BitXor;
    if (node.op == BinaryOp::TrueDiv)
      expect(type.isFloat(), "a division");
    else if (isBitwise)
      expect(isWide(type) || type.isBool(), "an operator on bits");
    else
      expect(isWide(type) || (type.isFloat() && !isShift), "an operator");
  }
  void verify(const FusedMultiplyAdd &node, const Type &type) const {
    for (const Expr *each :
         {node.left.get(), node.right.get(), node.addend.get()})
      same(each->type, type, "fma");
    expect(type.isFloat(), "fma");
  }
  void verify(const Compare &node, const Type &type) const {
    const Type &left = node.left->type;
    const Type &right = node.right->type;
    isA(type, Scalar::Bool, "a comparison");
    if (!isWide(left) || !isWide(right))
      same(left, right, "the sides of a comparison");
    expect(isWide(left) || left.isBool() || left.isFloat(), "a comparison");
  }
  void verify(const Logical &node, const Type &type) const {
    isCondition(*node.left);
    isCondition(*node.right);
    isA(type, Scalar::Bool, "and, or");
  }
  void verify(const Select &node, const Type &type) const {
    isCondition(*node.condition);
    same(node.body->type, type, "a choice");
    same(node.orElse->type, type, "a choice");
  }
  void verify(const Let &node, const Type &type) const {
    same(slot(node.slot), node.value->type, "a let");
    same(node.body->type, type, "a let");
  }
  void verify(const Load &node, const Type &type) const {
    verify(*node.array, node.indices);
    same(node.array->type.element(), type, "a load");
  }
  void verify(const View &node, const Type &type) const {
    std::size_t axes = 0, kept = 0;
    for (const ViewSubscript &subscript : node.subscripts) {
      axes += subscript.kind != ViewSubscript::Kind::NewAxis;
      kept += subscript.kind != ViewSubscript::Kind::Index;
      for (const ExprPtr *part : {&subscript.index.value, &subscript.lower,
                                  &subscript.upper, &subscript.step})
        expect(!*part || isInt64((*part)->type), "a subscript");
    }
    expect(axes == node.array->type.ndim, "the subscripts of a view");
    expect(type.isReference() ? kept == 0 : kept == type.ndim,
           "the axes of a view");
    same(node.array->type.element(), type.element(), "the elements of a view");
  }
  void verify(const Recast &node, const Type &type) const {
    expect(node.shape.size() == type.ndim &&
               (node.strides.empty() || node.strides.size() == type.ndim),
           "the axes of a recast");
    if (node.fits)
      isCondition(*node.fits);
  }
  void verify(const ArrayProperty &node, const Type &type) const {
    expect(node.array->type.isArray() || node.array->type.isReference(),
           "a property of what is no array");
    isA(type, Scalar::I64, "a property of an array");
  }
  void verify(const MakeTuple &node, const Type &type) const {
    if (!type.isTuple())
      return expect(type.isRecord() &&
                        type.record->fields.size() == node.elements.size(),
                    "a record");
    expect(type.elements->size() == node.elements.size(), "a tuple");
    for (std::size_t i = 0; i < node.elements.size(); ++i)
      same((*type.elements)[i], node.elements[i]->type, "a tuple's element");
  }
  void verify(const TupleElement &node, const Type &type) const {
    const Type &tuple = node.tuple->type;
    if (!tuple.isTuple())
      return expect(tuple.isRecord() &&
                        node.index < tuple.record->fields.size(),
                    "an element of what has none");
    expect(node.index < tuple.elements->size(), "a tuple's element");
    same((*tuple.elements)[node.index], type, "a tuple's element");
  }
  void verify(const CallFunction &node, const Type &type) const {
    expect(node.function < module_.functions.size(),
           "a call of what is not there");
    const Function &callee = module_.functions[node.function];
    same(callee.returnType, type, "the result of a call");
    expect(node.args.size() == callee.paramCount, "the arguments of a call");
    // A plain pointer of a declared function takes any array.
    for (std::size_t i = 0; i < node.args.size() && !callee.isExternal; ++i)
      same(callee.slots[i].type, node.args[i]->type, "an argument of a call");
  }
  template <class Node> void verify(const Node &, const Type &) const {}

  void isA(const Type &type, Scalar scalar, const char *what) const {
    expect(type.isScalar() && type.scalar == scalar, what);
  }

  const Module &module_;
  const Function &function_;
  SourceRange range_;
};

/// Slots in the order in which they are set: what is read has been set before,
/// on some path. A name whose type changes has a slot for each type, and what
/// converts one from the other stands behind what sets the first.
class Order {
public:
  explicit Order(const Function &function)
      : function_(function), isSet_(function.slots.size(), false) {
    for (SlotId slot = 0; slot < function.slots.size(); ++slot)
      isSet_[slot] = slot < function.paramCount || function.slots[slot].zero;
  }

  void verify(const Block &block) {
    for (const Stmt &stmt : block) {
      const auto *loop = std::get_if<ForRange>(&stmt.node);
      if (loop) {
        forEachOperandOf(stmt, [&](const Expr &bound) { verify(bound); });
        isSet_[loop->slot] = true;
      }
      // An earlier turn has set what a later one reads.
      if (loop || std::holds_alternative<While>(stmt.node))
        forEachBlockOf(stmt, [&](const Block &body) { addSetIn(body); });
      if (!loop)
        forEachOperandOf(stmt, [&](const Expr &operand) { verify(operand); });
      if (const auto *assign = std::get_if<Assign>(&stmt.node))
        isSet_[assign->slot] = true;
      forEachBlockOf(stmt, [&](const Block &body) { verify(body); });
    }
  }

private:
  void verify(const Expr &expr) {
    if (const auto *let = std::get_if<Let>(&expr.node)) {
      verify(*let->value);
      isSet_[let->slot] = true;
      return verify(*let->body);
    }
    const auto *read = std::get_if<SlotValue>(&expr.node);
    if (read && !isSet_[read->slot])
      internalError(placeOf(expr.range) + ": typed IR of " + function_.name +
                    ": `" + function_.slots[read->slot].name +
                    "` is read before it is set");
    forEachOperand(expr, [&](const Expr &operand) { verify(operand); });
  }

  void addSetIn(const Block &block) {
    forEachStmt(block, [&](const Stmt &stmt) {
      forEachSlotSetBy(stmt, [&](SlotId slot) { isSet_[slot] = true; });
    });
  }

  const Function &function_;
  std::vector<bool> isSet_;
};

} // namespace

void verifyIr(const Module &module) {
  for (const Function &function : module.functions)
    Verifier(module, function).run();
  verifyOrder(module);
}

void verifyOrder(const Module &module) {
  for (const Function &function : module.functions) {
    if (std::vector<SlotId> named = namedSlots(function); !named.empty())
      internalError(placeOf(function.range) + ": typed IR of " + function.name +
                    ": `" + function.slots[named.front()].name +
                    "` is set within an expression, and is not its alone");
    Order(function).verify(function.body);
  }
}

} // namespace pyk2ptx
