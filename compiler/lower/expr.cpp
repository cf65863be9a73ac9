// Expressions: those of one instruction, and the ones that branch. Arithmetic,
// conversions, arrays and builtins have files of their own.
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/turned_ops.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

namespace pyk2ptx {

llvm::Value *FunctionLowerer::lower(const ir::Expr &expr) {
  llvm::DebugLoc outer = b.getCurrentDebugLocation();
  SourceRange outerPlace = currentPlace;
  setPlace(expr.range);
  llvm::Value *value = std::visit(
      Overloaded{
          [&](const ir::Constant &node) { return lower(node, expr.type); },
          [&](const ir::SlotValue &node) -> llvm::Value * {
            if (expr.type.isNone())
              return llvm::PoisonValue::get(m.valueType(expr.type));
            if (!node.carriesUnset)
              checkSlot(node.slot);
            return loadSlot(node.slot);
          },
          [&](const ir::Convert &node) {
            if (node.shortBits)
              return shortWhole(lower(*node.operand), node);
            const Type &from = node.operand->type;
            bool isIntegral = from.isBool() || from.isInteger();
            return convert(lower(*node.operand), from, expr.type,
                           isIntegral ? ranges.of(*node.operand)
                                      : wholeRange(expr));
          },
          [&](const ir::Unary &node) { return lower(node, expr); },
          [&](const ir::Binary &node) { return lower(node, expr); },
          [&](const ir::FusedMultiplyAdd &node) -> llvm::Value * {
            llvm::Value *left = lower(*node.left);
            llvm::Value *right = lower(*node.right);
            llvm::Value *addend = lower(*node.addend);
            if (expr.type.isHalf())
              return halfFma(expr.type.scalar, left, right, addend);
            return b.CreateIntrinsic(llvm::Intrinsic::fma, {left->getType()},
                                     {left, right, addend});
          },
          [&](const ir::Compare &node) { return lower(node); },
          [&](const ir::Logical &node) { return lower(node); },
          [&](const ir::Select &node) { return lower(node, expr.type); },
          [&](const ir::Let &node) {
            llvm::Value *bound = lower(*node.value);
            storeSlot(node.slot, bound);
            carryUnset(node.slot, *node.value);
            return lower(*node.body);
          },
          [&](const ir::Load &node) { return lower(node, expr.range); },
          [&](const ir::View &node) { return lower(node, expr); },
          [&](const ir::ArrayAt &node) { return lower(node, expr); },
          [&](const ir::Field &node) { return lower(node, expr); },
          [&](const ir::Recast &node) { return lower(node, expr); },
          [&](const ir::ArrayProperty &node) { return lower(node); },
          [&](const ir::ArrayStorage &node) { return lower(node, expr.type); },
          [&](const ir::Atomic &node) { return lower(node, expr.range); },
          [&](const ir::MakeTuple &node) { return lower(node, expr.type); },
          [&](const ir::TupleElement &node) -> llvm::Value * {
            return b.CreateExtractValue(lower(*node.tuple), node.index);
          },
          [&](const ir::CallFunction &node) { return lower(node); },
          [&](const ir::CallBuiltin &node) { return lower(node, expr); },
          [&](const ir::CallLibdevice &node) { return lower(node, expr); }},
      expr.node);
  setSite(outerPlace);
  currentPlace = outerPlace;
  b.SetCurrentDebugLocation(outer);
  return value;
}

llvm::Value *FunctionLowerer::lower(const ir::Constant &node,
                                    const Type &type) {
  if (type.isNone())
    return llvm::PoisonValue::get(m.valueType(type));
  return m.constant(type.scalar, node);
}

llvm::Value *FunctionLowerer::lower(const ir::Unary &node,
                                    const ir::Expr &expr) {
  llvm::Value *operand = lower(*node.operand);
  switch (node.op) {
  case ir::UnaryOp::Negative:
    if (expr.type.isHalf())
      return halfSign(operand, expr.type.scalar, true);
    if (expr.type.isFloat())
      return b.CreateFNeg(operand);
    if (expr.type.scalar == Scalar::I64 &&
        ranges.of(*node.operand).low > INT64_MIN)
      return b.CreateNSWNeg(operand);
    return b.CreateNeg(operand);
  case ir::UnaryOp::Invert:
  case ir::UnaryOp::Not:
    return b.CreateNot(operand);
  }
  internalError("an unknown unary operator");
}

static llvm::CmpInst::Predicate predicate(ir::CompareOp op, const Type &type) {
  using P = llvm::CmpInst;
  bool isSigned = pyk2ptx::isSigned(type.scalar);
  bool isFloat = type.isFloat();
  switch (op) {
  case ir::CompareOp::Less:
    return isFloat ? P::FCMP_OLT : isSigned ? P::ICMP_SLT : P::ICMP_ULT;
  case ir::CompareOp::LessEqual:
    return isFloat ? P::FCMP_OLE : isSigned ? P::ICMP_SLE : P::ICMP_ULE;
  case ir::CompareOp::Greater:
    return isFloat ? P::FCMP_OGT : isSigned ? P::ICMP_SGT : P::ICMP_UGT;
  case ir::CompareOp::GreaterEqual:
    return isFloat ? P::FCMP_OGE : isSigned ? P::ICMP_SGE : P::ICMP_UGE;
  case ir::CompareOp::Equal:
    return isFloat ? P::FCMP_OEQ : P::ICMP_EQ;
  case ir::CompareOp::NotEqual:
    return isFloat ? P::FCMP_UNE : P::ICMP_NE;
  }
  internalError("an unknown comparison");
}

llvm::Value *FunctionLowerer::lower(const ir::Compare &node) {
  llvm::Value *left = lower(*node.left);
  llvm::Value *right = lower(*node.right);
  const Type &type = node.left->type;
  Scalar rightScalar = node.right->type.scalar;
  if (type.isHalf()) {
    left = widenHalf(left, type.scalar);
    right = widenHalf(right, type.scalar);
  }
  if (type.isFloat() || type.scalar == rightScalar)
    return b.CreateCmp(predicate(node.op, type), left, right);
  // One int64, one uint64: a negative number is below every uint64.
  ir::CompareOp op = node.op;
  if (type.scalar == Scalar::U64) {
    std::swap(left, right);
    op = mirrored(op);
  }
  llvm::Value *compared =
      b.CreateCmp(predicate(op, Type::of(Scalar::U64)), left, right);
  llvm::Value *isNegative = b.CreateICmpSLT(left, i64(0));
  bool belowHolds = op == ir::CompareOp::Less ||
                    op == ir::CompareOp::LessEqual ||
                    op == ir::CompareOp::NotEqual;
  return belowHolds ? b.CreateOr(isNegative, compared)
                    : b.CreateAnd(b.CreateNot(isNegative), compared);
}

llvm::Value *FunctionLowerer::lower(const ir::Logical &node) {
  llvm::Value *left = lower(*node.left);
  llvm::BasicBlock *from = b.GetInsertBlock();
  llvm::BasicBlock *more = newBlock("logical.right");
  llvm::BasicBlock *end = newBlock("logical.end");
  b.CreateCondBr(left, node.isAnd ? more : end, node.isAnd ? end : more);
  b.SetInsertPoint(more);
  llvm::Value *right = lower(*node.right);
  llvm::BasicBlock *moreEnd = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  llvm::PHINode *result = b.CreatePHI(b.getInt1Ty(), 2);
  result->addIncoming(b.getInt1(!node.isAnd), from);
  result->addIncoming(right, moreEnd);
  return result;
}

llvm::Value *FunctionLowerer::lower(const ir::Select &node, const Type &type) {
  llvm::BasicBlock *body = newBlock("select.body");
  llvm::BasicBlock *orElse = newBlock("select.else");
  llvm::BasicBlock *end = newBlock("select.end");
  b.CreateCondBr(lower(*node.condition), body, orElse);
  b.SetInsertPoint(body);
  llvm::Value *bodyValue = lower(*node.body);
  body = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(orElse);
  llvm::Value *elseValue = lower(*node.orElse);
  orElse = b.GetInsertBlock();
  b.CreateBr(end);
  b.SetInsertPoint(end);
  if (type.isNone())
    return llvm::PoisonValue::get(m.valueType(type));
  llvm::PHINode *result = b.CreatePHI(m.valueType(type), 2);
  result->addIncoming(bodyValue, body);
  result->addIncoming(elseValue, orElse);
  return result;
}

llvm::Value *FunctionLowerer::lower(const ir::MakeTuple &node,
                                    const Type &type) {
  std::vector<llvm::Value *> values;
  std::vector<llvm::Constant *> constants;
  for (const ir::ExprPtr &element : node.elements) {
    llvm::Value *value = values.emplace_back(lower(*element));
    auto *constant = llvm::dyn_cast<llvm::Constant>(value);
    constants.push_back(constant ? constant
                                 : llvm::PoisonValue::get(value->getType()));
  }
  // All constants at once: each one that is inserted is another whole tuple.
  llvm::Value *tuple = llvm::ConstantStruct::get(
      llvm::cast<llvm::StructType>(m.valueType(type)), constants);
  for (unsigned i = 0; i < values.size(); ++i)
    if (!llvm::isa<llvm::Constant>(values[i]))
      tuple = b.CreateInsertValue(tuple, values[i], i);
  return tuple;
}

llvm::Value *FunctionLowerer::lower(const ir::CallFunction &node) {
  if (m.source.functions[node.function].isExternal)
    return callExternal(node);
  std::vector<llvm::Value *> args;
  for (const ir::ExprPtr &arg : node.args) {
    llvm::Value *value = lower(*arg);
    if (!arg->type.isNone())
      args.push_back(value);
  }
  if (!m.gpu())
    appendHostThread(args);
  llvm::Value *result = b.CreateCall(m.functions[node.function], args);
  return result->getType()->isVoidTy()
             ? llvm::PoisonValue::get(m.valueType(Type::none()))
             : result;
}

} // namespace pyk2ptx
