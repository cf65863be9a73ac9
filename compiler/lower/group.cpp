// What threads of different blocks do together, reductions of a warp, and PTX
// that the user wrote.
//
// The grid's barrier is the one of CUDA's cooperative groups: a counter in the
// workspace that the driver gives to each cooperative launch, whose address is
// in %envreg1 and %envreg2 (part of the driver's ABI). Each block adds 1, the
// first what is missing to 2^31; so the top bit flips when all are there, and
// the counter is good for the next barrier. Launches have a workspace each, so
// they may run at once.
#include "compiler/target/host_abi.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/registers.h"
#include "lowerer.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

#include <cstddef>

namespace pyk2ptx {

static HostMeet reductionOf(WarpReduction reduction, bool isSigned) {
  switch (reduction) {
  case WarpReduction::Add:
    return HostMeet::ReduceAdd;
  case WarpReduction::Min:
    return isSigned ? HostMeet::ReduceMinSigned : HostMeet::ReduceMinUnsigned;
  case WarpReduction::Max:
    return isSigned ? HostMeet::ReduceMaxSigned : HostMeet::ReduceMaxUnsigned;
  case WarpReduction::And:
    return HostMeet::ReduceAnd;
  case WarpReduction::Or:
    return HostMeet::ReduceOr;
  case WarpReduction::Xor:
    return HostMeet::ReduceXor;
  }
  internalError("no reduction of a warp");
}

static void hostCall(FunctionLowerer &f, const char *name,
                     llvm::ArrayRef<llvm::Value *> values) {
  std::vector<llvm::Type *> types;
  for (llvm::Value *value : values)
    types.push_back(value->getType());
  f.b.CreateCall(
         f.m.module.getOrInsertFunction(
             name, llvm::FunctionType::get(f.b.getVoidTy(), types, false)),
         values)
      ->setDoesNotThrow();
}

llvm::Value *lowerBreakpoint(FunctionLowerer &f, const CustomCall &) {
  if (f.m.gpu())
    f.b.CreateCall(llvm::InlineAsm::get(
        llvm::FunctionType::get(f.b.getVoidTy(), false), "brkpt;", "",
        /*hasSideEffects=*/true));
  else
    hostCall(f, "pyk2ptx_host_breakpoint", {});
  return noValue(f);
}

// ---- the grid ----

llvm::Value *lowerGridSync(FunctionLowerer &f, const CustomCall &) {
  if (f.m.gpu())
    f.gpuGridSync();
  else
    f.hostMeet(HostMeet::Grid, f.i32(~0u), f.i64(0), f.i32(0));
  return noValue(f);
}

void FunctionLowerer::gpuGridSync() {
  llvm::Type *word = b.getInt32Ty(), *wide = b.getInt64Ty();
  auto envreg = [&](llvm::Intrinsic::ID id) {
    return b.CreateZExt(b.CreateIntrinsic(word, id, {}), wide);
  };
  auto isFirst = [&](const Axes &place) {
    llvm::Value *bits = registerValue(place.x);
    bits = b.CreateOr(bits, registerValue(place.y));
    bits = b.CreateOr(bits, registerValue(place.z));
    return b.CreateICmpEQ(bits, i32(0));
  };
  auto fenceAll = [&] {
    b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::nvvm_membar_gl, {});
  };
  llvm::BasicBlock *arrive = newBlock("grid.arrive");
  llvm::BasicBlock *wait = newBlock("grid.wait");
  llvm::BasicBlock *leave = newBlock("grid.leave");
  llvm::BasicBlock *done = newBlock("grid.done");
  barrier();
  llvm::Value *isFirstThread = isFirst(threadIdx);
  b.CreateCondBr(isFirstThread, arrive, done);

  b.SetInsertPoint(arrive);
  llvm::Value *high = envreg(llvm::Intrinsic::nvvm_read_ptx_sreg_envreg1);
  llvm::Value *low = envreg(llvm::Intrinsic::nvvm_read_ptx_sreg_envreg2);
  llvm::Value *workspace = b.CreateOr(b.CreateShl(high, 32), low);
  // The workspace's size is before the counter.
  llvm::Value *counter =
      b.CreateIntToPtr(b.CreateAdd(workspace, i64(4)), b.getPtrTy());
  llvm::Value *blocks = registerValue(gridDim.x);
  blocks = b.CreateMul(blocks, registerValue(gridDim.y));
  blocks = b.CreateMul(blocks, registerValue(gridDim.z));
  llvm::Value *isFirstBlock = isFirst(blockIdx);
  llvm::Value *rest = b.CreateSub(i32(0x80000001u), blocks);
  llvm::Value *added = b.CreateSelect(isFirstBlock, rest, i32(1));
  llvm::SyncScope::ID scope = scopeOf(ir::AtomicScope::Device);
  fenceAll();
  llvm::Value *before =
      b.CreateAtomicRMW(llvm::AtomicRMWInst::Add, counter, added,
                        llvm::Align(4), llvm::AtomicOrdering::Monotonic, scope);
  b.CreateBr(wait);

  b.SetInsertPoint(wait);
  llvm::LoadInst *now = b.CreateAlignedLoad(word, counter, llvm::Align(4));
  now->setAtomic(llvm::AtomicOrdering::Monotonic, scope);
  llvm::Value *hasFlipped = b.CreateICmpSLT(b.CreateXor(before, now), i32(0));
  b.CreateCondBr(hasFlipped, leave, wait);

  b.SetInsertPoint(leave);
  fenceAll();
  b.CreateBr(done);
  b.SetInsertPoint(done);
  barrier();
}

// ---- clusters ----

llvm::Value *lowerClusterArrive(FunctionLowerer &f, const CustomCall &) {
  if (f.m.gpu())
    f.b.CreateIntrinsic(f.b.getVoidTy(),
                        llvm::Intrinsic::nvvm_barrier_cluster_arrive, {});
  else
    hostCall(f, "pyk2ptx_host_cluster_arrive", {f.block, f.hostThreadIndex()});
  return noValue(f);
}

llvm::Value *lowerClusterWait(FunctionLowerer &f, const CustomCall &) {
  if (f.m.gpu())
    f.b.CreateIntrinsic(f.b.getVoidTy(),
                        llvm::Intrinsic::nvvm_barrier_cluster_wait, {});
  else
    f.hostMeet(HostMeet::Cluster, f.i32(~0u), f.i64(0), f.i32(0));
  return noValue(f);
}

/// From the block's place in the grid: clusters are tiles of it.
llvm::Value *FunctionLowerer::hostClusterRegister(Builtin builtin) {
  auto field = [&](std::size_t offset, std::size_t axis) {
    return hostField(static_cast<unsigned>(offset + 4 * axis), b.getInt32Ty());
  };
  auto dim = [&](std::size_t axis) {
    return field(offsetof(HostBlock, clusterDim), axis);
  };
  auto place = [&](std::size_t axis) {
    llvm::Value *index = field(offsetof(HostBlock, blockIdx), axis);
    return b.CreateURem(index, dim(axis));
  };
  if (std::optional<unsigned> axis = clusterIdx.axisOf(builtin)) {
    llvm::Value *index = field(offsetof(HostBlock, blockIdx), *axis);
    return b.CreateUDiv(index, dim(*axis));
  }
  if (std::optional<unsigned> axis = clusterGridDim.axisOf(builtin)) {
    llvm::Value *extent = field(offsetof(HostBlock, gridDim), *axis);
    return b.CreateUDiv(extent, dim(*axis));
  }
  if (std::optional<unsigned> axis = clusterBlockIdx.axisOf(builtin))
    return place(*axis);
  if (builtin == Builtin::ClusterBlockRank) {
    llvm::Value *rank = b.CreateMul(place(2), dim(1));
    rank = b.CreateAdd(rank, place(1));
    rank = b.CreateMul(rank, dim(0));
    return b.CreateAdd(rank, place(0));
  }
  if (builtin == Builtin::ClusterSize) {
    llvm::Value *size = b.CreateMul(dim(0), dim(1));
    return b.CreateMul(size, dim(2));
  }
  internalError("an unknown register");
}

/// No block of that rank: an array without elements.
llvm::Value *lowerMapShared(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  llvm::Value *size =
      b.CreateZExt(f.registerValue(Builtin::ClusterSize), b.getInt64Ty());
  llvm::Value *isThere = b.CreateICmpULT(args[1], size);
  llvm::Value *rank =
      b.CreateTrunc(b.CreateSelect(isThere, args[1], f.i64(0)), b.getInt32Ty());
  llvm::Value *array = f.arrayAs(args[0], node.args[0]->type, expr.type);
  llvm::Value *pointer = f.pointerOf(array);
  llvm::Value *mapped;
  if (m.gpu()) {
    mapped = b.CreateIntrinsic(b.getPtrTy(), llvm::Intrinsic::nvvm_mapa,
                               {pointer, rank});
  } else {
    llvm::FunctionCallee map = m.module.getOrInsertFunction(
        "pyk2ptx_host_map_shared",
        llvm::FunctionType::get(
            b.getPtrTy(), {b.getPtrTy(), b.getPtrTy(), b.getInt32Ty()}, false));
    llvm::CallInst *call = b.CreateCall(map, {f.block, pointer, rank});
    call->setDoesNotThrow();
    mapped = call;
  }
  array = b.CreateInsertValue(array, mapped, 0);
  for (unsigned axis = 0; axis < expr.type.ndim; ++axis) {
    llvm::Value *extent = f.shapeOf(array, axis);
    extent = b.CreateSelect(isThere, extent, f.i64(0));
    array = b.CreateInsertValue(array, extent, 1 + axis);
  }
  return array;
}

// ---- warps ----

llvm::Value *lowerRedux(FunctionLowerer &f, const CustomCall &call,
                        WarpReduction reduction) {
  llvm::Value *mask = call.args[0], *value = call.args[1];
  bool isSigned = pyk2ptx::isSigned(call.expr.type.scalar);
  if (f.m.gpu())
    return f.gpuReduce(reduction, isSigned, mask, value);
  llvm::Value *wide = f.b.CreateZExt(value, f.b.getInt64Ty());
  return f.b.CreateTrunc(
      f.hostMeet(reductionOf(reduction, isSigned), mask, wide, f.i32(0)),
      f.b.getInt32Ty());
}

llvm::Value *FunctionLowerer::gpuReduce(WarpReduction reduction, bool isSigned,
                                        llvm::Value *mask, llvm::Value *value) {
  using namespace llvm::Intrinsic;
  if (smNumber(*m.target.arch) < 80)
    return reduceBySteps(reduction, isSigned, mask, value);
  ID id = reduction == WarpReduction::Add ? nvvm_redux_sync_add
          : reduction == WarpReduction::Min
              ? (isSigned ? nvvm_redux_sync_min : nvvm_redux_sync_umin)
          : reduction == WarpReduction::Max
              ? (isSigned ? nvvm_redux_sync_max : nvvm_redux_sync_umax)
          : reduction == WarpReduction::And ? nvvm_redux_sync_and
          : reduction == WarpReduction::Or  ? nvvm_redux_sync_or
                                            : nvvm_redux_sync_xor;
  return b.CreateIntrinsic(b.getInt32Ty(), id, {value, mask});
}

/// For architectures without the instruction: the value of each lane of the
/// mask in turn. Every thread of the mask goes the same way.
llvm::Value *FunctionLowerer::reduceBySteps(WarpReduction reduction,
                                            bool isSigned, llvm::Value *mask,
                                            llvm::Value *value) {
  llvm::Type *word = b.getInt32Ty();
  bool isMin = reduction == WarpReduction::Min;
  std::uint32_t start = 0;
  if (reduction == WarpReduction::And)
    start = ~0u;
  else if (isMin)
    start = isSigned ? 0x7fffffffu : ~0u;
  else if (reduction == WarpReduction::Max && isSigned)
    start = 0x80000000u;
  llvm::BasicBlock *before = b.GetInsertBlock();
  llvm::BasicBlock *test = newBlock("redux.test");
  llvm::BasicBlock *body = newBlock("redux.body");
  llvm::BasicBlock *done = newBlock("redux.done");
  b.CreateBr(test);
  b.SetInsertPoint(test);
  llvm::PHINode *rest = b.CreatePHI(word, 2), *sum = b.CreatePHI(word, 2);
  rest->addIncoming(mask, before);
  sum->addIncoming(i32(start), before);
  b.CreateCondBr(b.CreateICmpNE(rest, i32(0)), body, done);
  b.SetInsertPoint(body);
  llvm::Value *lane =
      b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, rest, b.getTrue());
  llvm::Value *other =
      b.CreateIntrinsic(word, llvm::Intrinsic::nvvm_shfl_sync_idx_i32,
                        {mask, value, lane, i32(31)});
  llvm::Value *next = nullptr;
  switch (reduction) {
  case WarpReduction::Add:
    next = b.CreateAdd(sum, other);
    break;
  case WarpReduction::Min:
    next = b.CreateBinaryIntrinsic(
        isSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin, sum, other);
    break;
  case WarpReduction::Max:
    next = b.CreateBinaryIntrinsic(
        isSigned ? llvm::Intrinsic::smax : llvm::Intrinsic::umax, sum, other);
    break;
  case WarpReduction::And:
    next = b.CreateAnd(sum, other);
    break;
  case WarpReduction::Or:
    next = b.CreateOr(sum, other);
    break;
  case WarpReduction::Xor:
    next = b.CreateXor(sum, other);
    break;
  }
  rest->addIncoming(b.CreateAnd(rest, b.CreateSub(rest, i32(1))), body);
  sum->addIncoming(next, body);
  b.CreateBr(test);
  b.SetInsertPoint(done);
  return sum;
}

/// Halves the word five times, skipping the lower half where it has too few
/// bits. 32 where there is none; an n beyond 31 is one.
llvm::Value *lowerNthSetBit(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  llvm::Value *mask = call.args[0], *n = call.args[1];
  llvm::Value *position = f.i32(0), *rest = n, *bits = mask;
  auto countOf = [&](llvm::Value *value) {
    return b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, value);
  };
  llvm::Value *isThere = b.CreateICmpULT(n, countOf(mask));
  for (std::uint32_t width = 16; width; width /= 2) {
    llvm::Value *lower = b.CreateAnd(bits, f.i32((1u << width) - 1));
    llvm::Value *count = countOf(lower);
    llvm::Value *isAbove = b.CreateICmpUGE(rest, count);
    rest = b.CreateSelect(isAbove, b.CreateSub(rest, count), rest);
    llvm::Value *upper = b.CreateLShr(bits, f.i32(width));
    bits = b.CreateSelect(isAbove, upper, lower);
    llvm::Value *step = b.CreateSelect(isAbove, f.i32(width), f.i32(0));
    position = b.CreateAdd(position, step);
  }
  return b.CreateSelect(isThere, position, f.i32(32));
}

// ---- inline PTX ----

static llvm::Type *registerOf(llvm::Type *type) {
  bool isSmall = type->isIntegerTy() && type->getIntegerBitWidth() < 16;
  return isSmall ? llvm::Type::getInt16Ty(type->getContext()) : type;
}

static std::string constraintOf(llvm::Type *type) {
  if (type->isFloatTy())
    return "f";
  if (type->isDoubleTy())
    return "d";
  if (type->isPointerTy() || type->isIntegerTy(64))
    return "l";
  return type->isIntegerTy(32) ? "r" : "h";
}

/// Numbers travel in registers of their width, at least 16 bits; an array is
/// its address in its own space.
llvm::Value *lowerInlinePtx(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  ModuleLowerer &m = f.m;
  const auto &[node, expr, args] = call;
  std::vector<Type> results;
  if (expr.type.isTuple())
    results = *expr.type.elements;
  else if (!expr.type.isNone())
    results.push_back(expr.type);
  std::vector<llvm::Type *> outputs, inputs;
  std::vector<llvm::Value *> values;
  std::string constraints;
  for (const Type &type : results) {
    outputs.push_back(registerOf(m.scalarType(type.scalar)));
    constraints += "=" + constraintOf(outputs.back()) + ",";
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    const Type &type = node.args[i]->type;
    llvm::Value *value = type.isArray() ? f.pointerOf(args[i]) : args[i];
    llvm::Type *held = registerOf(value->getType());
    if (held != value->getType())
      value = type.scalar == Scalar::I8 ? b.CreateSExt(value, held)
                                        : b.CreateZExt(value, held);
    values.push_back(value);
    inputs.push_back(held);
    constraints += constraintOf(held) + ",";
  }
  constraints += "~{memory}";
  llvm::Type *output = outputs.empty() ? b.getVoidTy()
                       : outputs.size() == 1
                           ? outputs[0]
                           : llvm::StructType::get(m.context, outputs);
  llvm::CallInst *made = b.CreateCall(
      llvm::InlineAsm::get(llvm::FunctionType::get(output, inputs, false),
                           node.text, constraints, /*hasSideEffects=*/true),
      values);
  made->setConvergent();
  auto asValue = [&](llvm::Value *held, const Type &type) {
    return b.CreateTruncOrBitCast(held, m.scalarType(type.scalar));
  };
  if (results.empty())
    return llvm::PoisonValue::get(m.valueType(expr.type));
  if (!expr.type.isTuple())
    return asValue(made, expr.type);
  llvm::Value *tuple = llvm::PoisonValue::get(m.valueType(expr.type));
  for (unsigned i = 0; i < results.size(); ++i) {
    llvm::Value *held = results.size() == 1 ? static_cast<llvm::Value *>(made)
                                            : b.CreateExtractValue(made, i);
    tuple = b.CreateInsertValue(tuple, asValue(held, results[i]), i);
  }
  return tuple;
}

} // namespace pyk2ptx
