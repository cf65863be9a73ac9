// ldmatrix, stmatrix and mma_sync: on the GPU one instruction; on the host the
// warp's threads meet, each with its registers in a HostMatrix, and the runner
// computes for all of them (runtime/jit/cpu/matrix.cpp).
#include "compiler/target/host_abi.h"
#include "compiler/target/requirements.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/mma_shapes.h"
#include "lowerer.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

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
  llvm::Type *result = results.empty() ? b.getVoidTy()
                       : results.size() == 1
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

/// All rows or none: a store of some is no instruction.
llvm::Value *lowerStoreMatrix(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  const auto &[node, expr, args] = call;
  std::size_t count = args.size() - 2;
  FunctionLowerer::Element row =
      f.elementAt(args[0], node.args[0]->type, args[1], f.i64(8));
  bool isTransposed = node.text.ends_with(".trans");
  if (f.m.gpu()) {
    // Only so many lanes say where rows are.
    llvm::Value *lane = b.CreateIntrinsic(
        b.getInt32Ty(), llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, {});
    llvm::Value *isIdle =
        b.CreateICmpUGE(lane, f.i32(static_cast<std::uint32_t>(8 * count)));
    llvm::Value *isInside =
        b.CreateIntrinsic(b.getInt1Ty(), llvm::Intrinsic::nvvm_vote_all_sync,
                          {f.i32(~0u), b.CreateOr(isIdle, row.isInside)});
    std::vector<llvm::Value *> given = {row.pointer};
    given.insert(given.end(), args.begin() + 2, args.end());
    std::string text = "stmatrix.sync.aligned.m8n8." + node.text +
                       ".shared.b16 [$0], " + operandList(1, count) + ";";
    f.guarded(isInside, nullptr, [&]() -> llvm::Value * {
      (void)warpPtx(b, {}, text, given);
      return nullptr;
    });
    return noValue(f);
  }
  MatrixPlace place{b,
                    f.createAlloca(llvm::ArrayType::get(b.getInt64Ty(),
                                                        sizeof(HostMatrix) / 8),
                                   "matrix")};
  b.CreateStore(b.CreateSelect(row.isInside, row.pointer,
                               llvm::ConstantPointerNull::get(b.getPtrTy())),
                place.place);
  for (std::size_t i = 0; i < count; ++i)
    b.CreateStore(b.CreateZExt(args[2 + i], b.getInt64Ty()), place.word(i));
  f.hostMeet(
      HostMeet::StoreMatrix, f.i32(~0u),
      b.CreatePtrToInt(place.place, b.getInt64Ty()),
      f.i32(static_cast<std::uint32_t>(count) | (isTransposed ? 256u : 0u)));
  llvm::Value *stores =
      b.CreateICmpNE(b.CreateLoad(b.getInt64Ty(), place.word(2)), f.i64(0));
  f.guarded(stores, nullptr, [&]() -> llvm::Value * {
    for (std::size_t i = 0; i < 2; ++i) {
      llvm::Value *word = b.CreateLoad(b.getInt64Ty(), place.word(i));
      llvm::Value *to =
          b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), row.pointer, 8 * i);
      b.CreateAlignedStore(word, to, llvm::Align(2));
    }
    return nullptr;
  });
  return noValue(f);
}

llvm::Value *lowerNamedBarrier(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  bool waits = call.node.builtin == Builtin::BarrierSync;
  llvm::Value *number = b.CreateTrunc(call.args[0], b.getInt32Ty());
  llvm::Value *count = b.CreateTrunc(call.args[1], b.getInt32Ty());
  if (f.m.gpu()) {
    b.CreateIntrinsic(b.getVoidTy(),
                      waits ? llvm::Intrinsic::nvvm_barrier_cta_sync_count
                            : llvm::Intrinsic::nvvm_barrier_cta_arrive_count,
                      {number, count});
    return noValue(f);
  }
  if (waits) {
    f.hostMeet(HostMeet::NamedBarrier, number, f.i64(0), count);
    return noValue(f);
  }
  llvm::FunctionCallee callee = f.m.module.getOrInsertFunction(
      "pyk2ptx_host_arrive",
      llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getInt32Ty()},
                              false));
  b.CreateCall(callee, {f.block, number})->setDoesNotThrow();
  return noValue(f);
}

llvm::Value *lowerIsAligned(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  llvm::Value *address =
      b.CreatePtrToInt(f.pointerOf(call.args[0]), b.getInt64Ty());
  return b.CreateICmpEQ(b.CreateAnd(address, f.i64(15)), f.i64(0));
}

llvm::Value *lowerMatrixUnit(FunctionLowerer &, const CustomCall &) {
  internalError("nobody has said whether there is a matrix unit");
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
