// Where threads of a warp or a block meet and exchange values, and the builtins
// of bits.
//
// On the GPU each is an instruction; a 64-bit shuffle is two. On the host the
// thread says what it waits for (pyk2ptx_host_meet), steps aside as at a
// barrier, and asks what came of it: the runner lets it go on once the threads
// that its mask names are there.
#include "compiler/target/host_abi.h"
#include "custom.h"
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace pyk2ptx {

llvm::Value *lowerMeeting(FunctionLowerer &f, const CustomCall &call,
                          HostMeet meet) {
  return f.m.gpu() ? f.gpuWarpBuiltin(meet, call.expr, call.args)
                   : f.hostWarpBuiltin(meet, call.expr, call.args);
}

/// Who is chosen is open in CUDA, and must not be here, where both devices do
/// the same: the lowest of those that are there, who have none below in a
/// ballot.
llvm::Value *lowerElect(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  llvm::Value *mask = call.args.empty() ? f.i32(~0u) : call.args[0];
  llvm::Value *there =
      f.m.gpu() ? b.CreateIntrinsic(b.getInt32Ty(),
                                    llvm::Intrinsic::nvvm_vote_ballot_sync,
                                    {mask, b.getTrue()})
                : b.CreateTrunc(
                      f.hostMeet(HostMeet::Ballot, mask, f.i64(1), f.i32(0)),
                      b.getInt32Ty());
  llvm::Value *below = lowerLaneMask(f, call, LaneMask::Lt);
  return b.CreateICmpEQ(b.CreateAnd(there, below), f.i32(0));
}

/// Registers of the GPU.
llvm::Value *lowerLaneMask(FunctionLowerer &f, const CustomCall &,
                           LaneMask lanes) {
  using namespace llvm::Intrinsic;
  static constexpr ID registers[] = {
      nvvm_read_ptx_sreg_lanemask_lt, nvvm_read_ptx_sreg_lanemask_le,
      nvvm_read_ptx_sreg_lanemask_eq, nvvm_read_ptx_sreg_lanemask_ge,
      nvvm_read_ptx_sreg_lanemask_gt};
  llvm::IRBuilder<> &b = f.b;
  if (f.m.gpu())
    return b.CreateIntrinsic(b.getInt32Ty(),
                             registers[static_cast<std::size_t>(lanes)], {});
  llvm::Value *own =
      b.CreateShl(f.i32(1), b.CreateAnd(f.hostThreadIndex(), f.i32(31)));
  llvm::Value *below = b.CreateSub(own, f.i32(1));
  switch (lanes) {
  case LaneMask::Lt:
    return below;
  case LaneMask::Le:
    return b.CreateOr(below, own);
  case LaneMask::Eq:
    return own;
  case LaneMask::Ge:
    return b.CreateNot(below);
  case LaneMask::Gt:
    return b.CreateNot(b.CreateOr(below, own));
  }
  internalError("lanes that are none");
}

// ---- GPU ----

llvm::Value *FunctionLowerer::gpuShuffle(llvm::Intrinsic::ID intrinsic,
                                         llvm::ArrayRef<llvm::Value *> args,
                                         std::uint32_t clamp) {
  llvm::Type *type = args[1]->getType();
  // A segment of the warp, whose lanes stay among themselves.
  if (args.size() > 3)
    clamp |= (32 - static_cast<std::uint32_t>(
                       llvm::cast<llvm::ConstantInt>(args[3])->getZExtValue()))
             << 8;
  bool isWide = type->getPrimitiveSizeInBits() == 64;
  llvm::Value *bits =
      b.CreateBitCast(args[1], isWide ? b.getInt64Ty() : b.getInt32Ty());
  auto shuffle = [&](llvm::Value *half) {
    return b.CreateIntrinsic(b.getInt32Ty(), intrinsic,
                             {args[0], half, args[2], i32(clamp)});
  };
  if (!isWide)
    return b.CreateBitCast(shuffle(bits), type);
  llvm::Value *low = shuffle(b.CreateTrunc(bits, b.getInt32Ty()));
  llvm::Value *high =
      shuffle(b.CreateTrunc(b.CreateLShr(bits, 32), b.getInt32Ty()));
  llvm::Value *wideLow = b.CreateZExt(low, b.getInt64Ty());
  llvm::Value *wideHigh = b.CreateZExt(high, b.getInt64Ty());
  llvm::Value *whole = b.CreateOr(wideLow, b.CreateShl(wideHigh, 32));
  return b.CreateBitCast(whole, type);
}

llvm::Value *
FunctionLowerer::gpuWarpBuiltin(HostMeet meet, const ir::Expr &expr,
                                llvm::ArrayRef<llvm::Value *> args) {
  using namespace llvm::Intrinsic;
  llvm::Type *word = b.getInt32Ty(), *bit = b.getInt1Ty();
  // Every thread of the block takes part in a barrier's reduction.
  auto reduce = [&](ID intrinsic) -> llvm::Value * {
    llvm::Value *result = b.CreateIntrinsic(intrinsic, {}, {i32(0), args[0]});
    return b.CreateZExtOrTrunc(result, word);
  };
  auto isWide = [&] {
    return args[1]->getType()->getPrimitiveSizeInBits() == 64;
  };
  auto bits = [&] {
    return b.CreateBitCast(args[1], isWide() ? b.getInt64Ty() : word);
  };
  switch (meet) {
  case HostMeet::BarrierCount:
    return reduce(nvvm_barrier_cta_red_popc_aligned_all);
  case HostMeet::BarrierAnd:
    return reduce(nvvm_barrier_cta_red_and_aligned_all);
  case HostMeet::BarrierOr:
    return reduce(nvvm_barrier_cta_red_or_aligned_all);
  case HostMeet::SyncWarp:
    b.CreateIntrinsic(b.getVoidTy(), nvvm_bar_warp_sync,
                      {args.empty() ? i32(~0u) : args[0]});
    return llvm::PoisonValue::get(m.valueType(expr.type));
  case HostMeet::ShuffleIndex:
    return gpuShuffle(nvvm_shfl_sync_idx_i32, args, 31);
  case HostMeet::ShuffleUp:
    return gpuShuffle(nvvm_shfl_sync_up_i32, args, 0);
  case HostMeet::ShuffleDown:
    return gpuShuffle(nvvm_shfl_sync_down_i32, args, 31);
  case HostMeet::ShuffleXor:
    return gpuShuffle(nvvm_shfl_sync_bfly_i32, args, 31);
  case HostMeet::All:
    return b.CreateIntrinsic(bit, nvvm_vote_all_sync, args);
  case HostMeet::Any:
    return b.CreateIntrinsic(bit, nvvm_vote_any_sync, args);
  case HostMeet::Equal:
    return b.CreateIntrinsic(bit, nvvm_vote_uni_sync, args);
  case HostMeet::Ballot:
    return b.CreateIntrinsic(word, nvvm_vote_ballot_sync, args);
  case HostMeet::MatchAny:
    return b.CreateIntrinsic(
        word, isWide() ? nvvm_match_any_sync_i64 : nvvm_match_any_sync_i32,
        {args[0], bits()});
  case HostMeet::MatchAll: {
    llvm::Value *pair = b.CreateIntrinsic(llvm::StructType::get(word, bit),
                                          isWide() ? nvvm_match_all_sync_i64p
                                                   : nvvm_match_all_sync_i32p,
                                          {args[0], bits()});
    llvm::Value *result = llvm::PoisonValue::get(m.valueType(expr.type));
    result = b.CreateInsertValue(result, b.CreateExtractValue(pair, 0), 0);
    return b.CreateInsertValue(result, b.CreateExtractValue(pair, 1), 1);
  }
  case HostMeet::ActiveMask:
    return b.CreateIntrinsic(word, nvvm_activemask, {});
  // Meetings of other functions.
  case HostMeet::Barrier:
  case HostMeet::ReduceAdd:
  case HostMeet::ReduceMinSigned:
  case HostMeet::ReduceMinUnsigned:
  case HostMeet::ReduceMaxSigned:
  case HostMeet::ReduceMaxUnsigned:
  case HostMeet::ReduceAnd:
  case HostMeet::ReduceOr:
  case HostMeet::ReduceXor:
  case HostMeet::LoadMatrix:
  case HostMeet::Mma:
  case HostMeet::StoreMatrix:
  case HostMeet::NamedBarrier:
  case HostMeet::Poll:
  case HostMeet::Grid:
  case HostMeet::Cluster:
    break;
  }
  internalError("no builtin of a warp");
}

/// What lanes that are not there would give is open; a check says that they are
/// not, and nobody else asks.
llvm::Value *lowerTogether(FunctionLowerer &f, const CustomCall &call) {
  if (!f.m.gpu() && f.m.options.checks.barriers)
    f.hostMeet(HostMeet::SyncWarp, call.args[0], f.i64(wantsAllLanes),
               f.i32(0));
  return noValue(f);
}

llvm::Value *lowerCalled(FunctionLowerer &f, const CustomCall &call) {
  if (f.m.gpu() || !f.m.options.checks.barriers)
    return noValue(f);
  llvm::Value *to = llvm::ConstantPointerNull::get(f.b.getPtrTy());
  if (call.args.size() > 2)
    to = f.b.CreateSelect(f.b.CreateICmpNE(call.args[3], f.i32(0)),
                          f.pointerOf(call.args[2]), to);
  f.callCheck("pyk2ptx_check_called", {f.i32(f.m.siteOf(f.currentPlace)),
                                       call.args[0], call.args[1], to});
  return noValue(f);
}

/// A shuffle says whether there was a lane; no other place of a select's
/// condition makes LLVM and ptxas add under it by one instruction.
static llvm::Value *gpuAddBelow(FunctionLowerer &f,
                                llvm::ArrayRef<llvm::Value *> args) {
  llvm::Type *type = args[1]->getType();
  std::string add = !type->isFloatTy() ? "add.s32"
                    : f.floats.ftz     ? "add.rn.ftz.f32"
                                       : "add.rn.f32";
  llvm::CallInst *sum = f.b.CreateCall(
      llvm::InlineAsm::get(
          llvm::FunctionType::get(
              type, {type, args[2]->getType(), args[0]->getType()}, false),
          "{ .reg .pred there; shfl.sync.up.b32 $0|there, $1, $2, 0, $3; "
          "@there " +
              add + " $0, $0, $1; }",
          type->isFloatTy() ? "=&f,f,r,r" : "=&r,r,r,r",
          /*hasSideEffects=*/true),
      {args[1], args[2], args[0]});
  sum->setConvergent();
  return sum;
}

llvm::Value *lowerAddBelow(FunctionLowerer &f, const CustomCall &call) {
  llvm::IRBuilder<> &b = f.b;
  llvm::Value *own = call.args[1];
  if (f.m.gpu() && own->getType()->getPrimitiveSizeInBits() == 32)
    return gpuAddBelow(f, call.args);
  llvm::Value *other = lowerMeeting(f, call, HostMeet::ShuffleUp);
  llvm::Value *below = lowerLaneMask(f, call, LaneMask::Lt);
  llvm::Value *isThere = b.CreateICmpNE(
      b.CreateLShr(below, b.CreateSub(call.args[2], f.i32(1))), f.i32(0));
  llvm::Value *sum = own->getType()->isFloatingPointTy()
                         ? b.CreateFAdd(other, own)
                         : b.CreateAdd(other, own);
  return b.CreateSelect(isThere, sum, own);
}

// ---- host ----

llvm::Value *FunctionLowerer::hostMeet(HostMeet meet, llvm::Value *mask,
                                       llvm::Value *value,
                                       llvm::Value *operand) {
  llvm::Value *index = hostThreadIndex();
  llvm::Type *pointer = b.getPtrTy(), *word = b.getInt32Ty();
  llvm::Type *wide = b.getInt64Ty();
  llvm::FunctionCallee say = m.module.getOrInsertFunction(
      "pyk2ptx_host_meet",
      llvm::FunctionType::get(
          b.getVoidTy(), {pointer, word, word, word, wide, word, word}, false));
  b.CreateCall(say, {block, index, i32(static_cast<std::uint32_t>(meet)), mask,
                     value, operand, waitSite()})
      ->setDoesNotThrow();
  barrier();
  llvm::FunctionCallee ask = m.module.getOrInsertFunction(
      "pyk2ptx_host_met",
      llvm::FunctionType::get(wide, {pointer, word}, false));
  llvm::CallInst *result = b.CreateCall(ask, {block, index});
  result->setDoesNotThrow();
  return result;
}

llvm::Value *
FunctionLowerer::hostWarpBuiltin(HostMeet meet, const ir::Expr &expr,
                                 llvm::ArrayRef<llvm::Value *> args) {
  llvm::Type *wide = b.getInt64Ty();
  auto asBits = [&](llvm::Value *value) {
    llvm::Type *type = value->getType();
    if (type->isFloatTy())
      value = b.CreateBitCast(value, b.getInt32Ty());
    else if (type->isDoubleTy())
      value = b.CreateBitCast(value, wide);
    return b.CreateZExt(value, wide);
  };
  bool isBlock = meet <= HostMeet::BarrierOr;
  llvm::Value *mask = isBlock || args.empty() ? i32(~0u) : args[0];
  llvm::Value *value = isBlock           ? asBits(args[0])
                       : args.size() > 1 ? asBits(args[1])
                                         : i64(0);
  llvm::Value *operand = args.size() > 2 ? args[2] : i32(0);
  if (meet == HostMeet::ActiveMask)
    operand = i32(m.activeMasks++);
  if (args.size() > 3) {
    llvm::Value *segment = b.CreateShl(args[3], i32(8));
    operand = b.CreateOr(b.CreateAnd(operand, i32(31)), segment);
  } else if (meet >= HostMeet::ShuffleIndex && meet <= HostMeet::ShuffleXor) {
    // What is above would be taken for a segment.
    operand = b.CreateAnd(operand, i32(31));
  }
  llvm::Type *word = b.getInt32Ty();
  llvm::Value *result = hostMeet(meet, mask, value, operand);
  if (expr.type.isNone())
    return llvm::PoisonValue::get(m.valueType(expr.type));
  if (expr.type.isTuple()) {
    llvm::Value *pair = llvm::PoisonValue::get(m.valueType(expr.type));
    pair = b.CreateInsertValue(pair, b.CreateTrunc(result, word), 0);
    return b.CreateInsertValue(
        pair, b.CreateTrunc(b.CreateLShr(result, 32), b.getInt1Ty()), 1);
  }
  llvm::Type *type = m.valueType(expr.type);
  unsigned width = static_cast<unsigned>(type->getPrimitiveSizeInBits());
  return b.CreateBitCast(b.CreateTrunc(result, b.getIntNTy(width)), type);
}

// ---- bits ----

static llvm::Value *asWord(FunctionLowerer &f, llvm::Value *count) {
  return f.b.CreateZExtOrTrunc(count, f.b.getInt32Ty());
}

llvm::Value *lowerPopc(FunctionLowerer &f, const CustomCall &call) {
  return asWord(f,
                f.b.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, call.args[0]));
}

llvm::Value *lowerClz(FunctionLowerer &f, const CustomCall &call) {
  return asWord(f, f.b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz,
                                             call.args[0], f.b.getFalse()));
}

llvm::Value *lowerFfs(FunctionLowerer &f, const CustomCall &call) {
  llvm::Value *value = call.args[0];
  llvm::Value *isZero =
      f.b.CreateICmpEQ(value, llvm::ConstantInt::get(value->getType(), 0));
  llvm::Value *zeros =
      asWord(f, f.b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, value,
                                          f.b.getFalse()));
  return f.b.CreateSelect(isZero, f.i32(0), f.b.CreateAdd(zeros, f.i32(1)));
}

} // namespace pyk2ptx
