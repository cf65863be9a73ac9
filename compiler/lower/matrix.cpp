// ldmatrix and mma_sync: on the GPU one instruction; on the host the warp's
// threads meet, each with its registers in a HostMatrix, and the runner
// computes for all of them (runtime/jit/cpu/matrix.cpp).
#include "compiler/target/host_abi.h"
#include "compiler/target/requirements.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "frontend/tables/mma_shapes.h"
#include "lowerer.h"

#include <llvm/IR/InlineAsm.h>

#include <cstddef>

namespace pyk2ptx {

namespace {

const char *constraintOf(llvm::Type *type) {
  return type->isFloatTy() ? "f" : type->isDoubleTy() ? "d" : "r";
}

/// "{$3, $4}"
std::string operandList(std::size_t first, std::size_t count) {
  std::string list = "{";
  for (std::size_t i = 0; i < count; ++i)
    list += (i ? ", $" : "$") + std::to_string(first + i);
  return list + "}";
}

/// An instruction of all threads of the warp that gives `results`.
llvm::Value *warpPtx(llvm::IRBuilder<> &b, llvm::ArrayRef<llvm::Type *> results,
                     const std::string &text,
                     llvm::ArrayRef<llvm::Value *> args) {
  std::string constraints;
  for (llvm::Type *type : results)
    constraints += std::string("=") + constraintOf(type) + ",";
  std::vector<llvm::Type *> types;
  for (llvm::Value *arg : args) {
    types.push_back(arg->getType());
    constraints += std::string(arg->getType()->isPointerTy()
                                   ? "l"
                                   : constraintOf(types.back())) +
                   ",";
  }
  constraints += "~{memory}";
  llvm::Type *result = results.size() == 1
                           ? results[0]
                           : llvm::StructType::get(b.getContext(), results);
  llvm::CallInst *call = b.CreateCall(
      llvm::InlineAsm::get(llvm::FunctionType::get(result, types, false), text,
                           constraints, /*hasSideEffects=*/true),
      args);
  call->setConvergent();
  return call;
}

/// The thread's HostMatrix, and its fields.
struct MatrixPlace {
  llvm::IRBuilder<> &b;
  llvm::Value *place;

  llvm::Value *word(std::size_t index) {
    return b.CreateConstInBoundsGEP1_64(
        b.getInt8Ty(), place, offsetof(HostMatrix, words) + 8 * index);
  }
};

} // namespace

llvm::Value *lowerLoadMatrix(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  std::size_t count = expr.type.isTuple() ? expr.type.elements->size() : 1;
  FunctionLowerer::Element row =
      f.elementAt(args[0], node.args[0]->type, args[1], f.i64(8));
  llvm::Type *word = b.getInt32Ty();
  std::vector<llvm::Type *> words(count, word);
  if (m.gpu()) {
    // A row that is not wholly inside is the array's first.
    llvm::Value *pointer =
        b.CreateSelect(row.isInside, row.pointer, f.pointerOf(args[0]));
    std::string text = "ldmatrix.sync.aligned.m8n8." + node.text +
                       ".shared.b16 " + operandList(0, count) + ", [$" +
                       std::to_string(count) + "];";
    llvm::Value *loaded = warpPtx(b, words, text, {pointer});
    if (count == 1)
      return loaded;
    llvm::Value *tuple = llvm::PoisonValue::get(m.valueType(expr.type));
    for (unsigned i = 0; i < count; ++i)
      tuple = b.CreateInsertValue(tuple, b.CreateExtractValue(loaded, i), i);
    return tuple;
  }
  llvm::Value *isLong = b.CreateICmpUGE(f.shapeOf(args[0], 0), f.i64(8));
  llvm::Value *first = f.pointerOf(args[0]);
  llvm::Value *start = b.CreateSelect(row.isInside, row.pointer, first);
  start = b.CreateSelect(isLong, start,
                         llvm::ConstantPointerNull::get(b.getPtrTy()));
  MatrixPlace place{b,
                    f.createAlloca(llvm::ArrayType::get(b.getInt64Ty(),
                                                        sizeof(HostMatrix) / 8),
                                   "matrix")};
  b.CreateStore(start, place.place);
  bool isTransposed = node.text.ends_with(".trans");
  f.hostMeet(
      HostMeet::LoadMatrix, f.i32(~0u),
      b.CreatePtrToInt(place.place, b.getInt64Ty()),
      f.i32(static_cast<std::uint32_t>(count) | (isTransposed ? 256u : 0u)));
  llvm::Value *tuple = llvm::PoisonValue::get(m.valueType(expr.type));
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value *loaded = b.CreateLoad(word, place.word(i));
    if (count == 1)
      return loaded;
    tuple = b.CreateInsertValue(tuple, loaded, i);
  }
  return tuple;
}

llvm::Value *lowerIsAligned(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  llvm::Value *address =
      b.CreatePtrToInt(f.pointerOf(call.args[0]), b.getInt64Ty());
  return b.CreateICmpEQ(b.CreateAnd(address, f.i64(15)), f.i64(0));
}

llvm::Value *lowerMatrixUnit(FunctionLowerer &f, const CustomCall &) {
  return f.b.getInt1(!f.m.gpu() || hasMatrixUnit(*f.m.target.arch));
}

llvm::Value *lowerMma(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  const MmaShape &shape = *findMmaShape(node.text);
  llvm::Type *sum = m.scalarType(shape.sum);
  llvm::Value *tuple = llvm::PoisonValue::get(m.valueType(expr.type));
  if (m.gpu()) {
    std::vector<llvm::Type *> results(shape.c, sum);
    std::size_t a = shape.c, b0 = a + shape.a, c = b0 + shape.b;
    std::string text =
        "mma.sync.aligned." + std::string(shape.ptx) + " " +
        operandList(0, shape.c) + ", " + operandList(a, shape.a) + ", " +
        operandList(b0, shape.b) + ", " + operandList(c, shape.c) + ";";
    llvm::Value *product = warpPtx(b, results, text, args);
    for (unsigned i = 0; i < shape.c; ++i)
      tuple = b.CreateInsertValue(tuple, b.CreateExtractValue(product, i), i);
    return tuple;
  }
  MatrixPlace place{b,
                    f.createAlloca(llvm::ArrayType::get(b.getInt64Ty(),
                                                        sizeof(HostMatrix) / 8),
                                   "matrix")};
  for (std::size_t i = 0; i < args.size(); ++i)
    b.CreateStore(args[i], place.word(i));
  f.hostMeet(HostMeet::Mma, f.i32(~0u),
             b.CreatePtrToInt(place.place, b.getInt64Ty()),
             f.i32(static_cast<std::uint32_t>(&shape - mmaShapes)));
  for (unsigned i = 0; i < shape.c; ++i) {
    llvm::Value *element = b.CreateLoad(sum, place.word(i));
    tuple = b.CreateInsertValue(tuple, element, i);
  }
  return tuple;
}

} // namespace pyk2ptx
