// Between two pieces of a thread loop every thread's value is in memory, those
// of a warp one behind the other. Where all lanes do the same with it they are
// a vector of thirty-two: a shuffle by a constant moves its elements, a vote or
// a reduction is one of LLVM's. A thread whose warp is not whole, or who asks a
// lane that only it knows, loads from that one's place, and votes and reduces
// in a loop over them.
#include "exchange.h"

#include "compiler/facts/loop_facts.h"
#include "compiler/target/host_abi.h"
#include "frontend/messages/internal_error.h"
#include "frontend/tables/registers.h"

#include <functional>

namespace pyk2ptx {

llvm::Value *loadKept(llvm::IRBuilder<> &b, llvm::Type *type,
                      llvm::Value *place) {
  if (!type->isIntegerTy(1))
    return b.CreateLoad(type, place);
  return b.CreateTrunc(b.CreateLoad(b.getInt8Ty(), place), type);
}

void storeKept(llvm::IRBuilder<> &b, llvm::Value *value, llvm::Value *place) {
  if (value->getType()->isIntegerTy(1))
    value = b.CreateZExt(value, b.getInt8Ty());
  b.CreateStore(value, place);
}

namespace {

class ExchangeLowerer {
public:
  ExchangeLowerer(FunctionLowerer &thread, const ir::CallBuiltin &call,
                  const SaidValues &said)
      : f_(thread), b_(thread.b), call_(call), said_(said),
        own_(thread.lower(*call.args[1])), number_(thread.hostThreadIndex()) {}

  llvm::Value *run() {
    return call_.args.size() == 3 ? shuffled() : combined();
  }

private:
  /// Of the thread of this number, an i32.
  llvm::Value *valueOf(llvm::Value *number) {
    if (!said_.place)
      return own_;
    if (said_.areOfWarp)
      number = b_.CreateAnd(number, f_.i32(warpSize - 1));
    llvm::Type *element = llvm::ArrayType::get(b_.getInt8Ty(), said_.bytes);
    llvm::Value *place = b_.CreateInBoundsGEP(
        element, said_.place, b_.CreateZExt(number, b_.getInt64Ty()));
    return loadKept(b_, own_->getType(), place);
  }

  llvm::Value *threads() {
    llvm::Value *threads = f_.i32(1);
    for (Builtin extent : {blockDim.x, blockDim.y, blockDim.z})
      threads = b_.CreateMul(threads, f_.registerValue(extent));
    return threads;
  }

  /// The own value where the lane is outside.
  llvm::Value *shuffled() {
    llvm::Value *lane = b_.CreateAnd(number_, f_.i32(warpSize - 1));
    llvm::Value *by =
        b_.CreateAnd(f_.lower(*call_.args[2]), f_.i32(warpSize - 1));
    llvm::Value *from = by, *isOutside = b_.getFalse();
    if (call_.builtin == Builtin::ShflUpSync) {
      from = b_.CreateSub(lane, by);
      isOutside = b_.CreateICmpULT(lane, by);
    } else if (call_.builtin == Builtin::ShflDownSync) {
      from = b_.CreateAdd(lane, by);
      isOutside = b_.CreateICmpUGT(from, f_.i32(warpSize - 1));
    } else if (call_.builtin == Builtin::ShflXorSync) {
      from = b_.CreateXor(lane, by);
    }
    from = b_.CreateAdd(b_.CreateSub(number_, lane), from);
    isOutside = b_.CreateOr(isOutside, b_.CreateICmpUGE(from, threads()));
    return valueOf(b_.CreateSelect(isOutside, number_, from));
  }

  // ---- votes and reductions ----

  /// What nothing makes, or what the own value does not change.
  llvm::Value *start() {
    switch (call_.builtin) {
    case Builtin::AllSync:
    case Builtin::EqSync:
      return b_.getTrue();
    case Builtin::AnySync:
      return b_.getFalse();
    case Builtin::ReduxMin:
    case Builtin::ReduxMax:
    case Builtin::ReduxAnd:
    case Builtin::ReduxOr:
      return own_;
    default:
      return f_.i32(0);
    }
  }

  llvm::Value *isOwn(llvm::Value *each) {
    llvm::Type *bits = b_.getIntNTy(
        static_cast<unsigned>(own_->getType()->getPrimitiveSizeInBits()));
    llvm::Value *its = b_.CreateBitCast(each, bits);
    llvm::Value *own = b_.CreateBitCast(own_, bits);
    return b_.CreateICmpEQ(its, own);
  }

  llvm::Value *bitAt(llvm::Value *isSet, llvm::Value *lane) {
    return b_.CreateShl(b_.CreateZExt(isSet, b_.getInt32Ty()), lane);
  }

  llvm::Value *with(llvm::Value *sum, llvm::Value *each, llvm::Value *lane) {
    bool isSigned = pyk2ptx::isSigned(call_.args[1]->type.scalar);
    auto extreme = [&](llvm::Intrinsic::ID ofSigned, llvm::Intrinsic::ID of) {
      return b_.CreateBinaryIntrinsic(isSigned ? ofSigned : of, sum, each);
    };
    switch (call_.builtin) {
    case Builtin::AllSync:
    case Builtin::ReduxAnd:
      return b_.CreateAnd(sum, each);
    case Builtin::AnySync:
    case Builtin::ReduxOr:
      return b_.CreateOr(sum, each);
    case Builtin::EqSync:
      return b_.CreateAnd(sum, isOwn(each));
    case Builtin::BallotSync:
      return b_.CreateOr(sum, bitAt(each, lane));
    case Builtin::MatchAnySync:
      return b_.CreateOr(sum, bitAt(isOwn(each), lane));
    case Builtin::ReduxAdd:
      return b_.CreateAdd(sum, each);
    case Builtin::ReduxXor:
      return b_.CreateXor(sum, each);
    case Builtin::ReduxMin:
      return extreme(llvm::Intrinsic::smin, llvm::Intrinsic::umin);
    case Builtin::ReduxMax:
      return extreme(llvm::Intrinsic::smax, llvm::Intrinsic::umax);
    default:
      internalError("no exchange of a warp");
    }
  }

  /// Of all lanes that the warp has.
  llvm::Value *combined() {
    llvm::Value *first = b_.CreateAnd(number_, f_.i32(~(warpSize - 1)));
    llvm::Value *lanes =
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, f_.i32(warpSize),
                                 b_.CreateSub(threads(), first));
    llvm::Value *nothing = start();
    llvm::BasicBlock *before = b_.GetInsertBlock();
    llvm::BasicBlock *body = f_.newBlock("lanes");
    llvm::BasicBlock *done = f_.newBlock("combined");
    b_.CreateBr(body);
    b_.SetInsertPoint(body);
    llvm::PHINode *lane = b_.CreatePHI(b_.getInt32Ty(), 2);
    llvm::PHINode *sum = b_.CreatePHI(nothing->getType(), 2);
    lane->addIncoming(f_.i32(0), before);
    sum->addIncoming(nothing, before);
    llvm::Value *whole = with(sum, valueOf(b_.CreateNUWAdd(first, lane)), lane);
    sum->addIncoming(whole, body);
    llvm::Value *next = b_.CreateNUWAdd(lane, f_.i32(1));
    lane->addIncoming(next, body);
    b_.CreateCondBr(b_.CreateICmpULT(next, lanes), body, done);
    b_.SetInsertPoint(done);
    return whole;
  }

  FunctionLowerer &f_;
  llvm::IRBuilder<> &b_;
  const ir::CallBuiltin &call_;
  const SaidValues &said_;
  llvm::Value *own_, *number_;
};

// ---- whole warps ----

const ir::Constant *fixedLane(const ir::Expr &expr) {
  return std::get_if<ir::Constant>(&withoutConverts(expr).node);
}

class WarpExchangeLowerer {
public:
  WarpExchangeLowerer(FunctionLowerer &first, const ir::CallBuiltin &call,
                      const SaidValues &said)
      : f_(first), b_(first.b), call_(call), said_(said) {}

  /// A vector of them, a bool as a byte.
  llvm::Value *run() {
    if (call_.args.size() == 3)
      return shuffled();
    llvm::Value *result = combined(loadAll());
    if (result->getType()->isIntegerTy(1))
      result = b_.CreateZExt(result, b_.getInt8Ty());
    return b_.CreateVectorSplat(warpSize, result);
  }

private:
  llvm::Type *keptType() {
    llvm::Type *type = f_.m.valueType(call_.args[1]->type);
    return type->isIntegerTy(1) ? b_.getInt8Ty() : type;
  }
  /// Of the lane of this number.
  llvm::Value *placeOf(llvm::Value *lane) {
    llvm::Value *number =
        said_.areOfWarp ? lane : b_.CreateAdd(f_.hostThreadIndex(), lane);
    return b_.CreateInBoundsGEP(keptType(), said_.place,
                                b_.CreateZExt(number, b_.getInt64Ty()));
  }
  llvm::Value *loadAll() {
    return b_.CreateAlignedLoad(
        llvm::FixedVectorType::get(keptType(), warpSize), placeOf(f_.i32(0)),
        llvm::Align(said_.bytes));
  }

  llvm::Value *shuffled() {
    const ir::Constant *by = fixedLane(*call_.args[2]);
    // Where all get one value, the lane that the first asks for has it.
    if (!by) {
      llvm::Value *lane =
          b_.CreateAnd(f_.lower(*call_.args[2]), f_.i32(warpSize - 1));
      llvm::Value *one = b_.CreateLoad(keptType(), placeOf(lane));
      return b_.CreateVectorSplat(warpSize, one);
    }
    int count = static_cast<int>(by->bits & (warpSize - 1));
    llvm::SmallVector<int, warpSize> lanes;
    for (int lane = 0; lane < static_cast<int>(warpSize); ++lane)
      lanes.push_back(laneFor(lane, count));
    llvm::Value *all = loadAll();
    return b_.CreateShuffleVector(all, all, lanes);
  }

  int laneFor(int lane, int by) const {
    switch (call_.builtin) {
    case Builtin::ShflUpSync:
      return lane < by ? lane : lane - by;
    case Builtin::ShflDownSync:
      return lane + by < static_cast<int>(warpSize) ? lane + by : lane;
    case Builtin::ShflXorSync:
      return lane ^ by;
    default:
      return by;
    }
  }

  llvm::Value *combined(llvm::Value *all) {
    bool isSigned = pyk2ptx::isSigned(call_.args[1]->type.scalar);
    auto isTrue = [&] {
      return b_.CreateICmpNE(all, llvm::Constant::getNullValue(all->getType()));
    };
    auto ballot = [&] { return b_.CreateBitCast(isTrue(), b_.getInt32Ty()); };
    switch (call_.builtin) {
    case Builtin::AllSync:
      return b_.CreateICmpEQ(ballot(), f_.i32(~0u));
    case Builtin::AnySync:
      return b_.CreateICmpNE(ballot(), f_.i32(0));
    case Builtin::EqSync: {
      llvm::Value *set = ballot();
      llvm::Value *isNone = b_.CreateICmpEQ(set, f_.i32(0));
      llvm::Value *isAll = b_.CreateICmpEQ(set, f_.i32(~0u));
      return b_.CreateOr(isNone, isAll);
    }
    case Builtin::BallotSync:
      return ballot();
    case Builtin::ReduxAdd:
      return b_.CreateAddReduce(all);
    case Builtin::ReduxMin:
      return b_.CreateIntMinReduce(all, isSigned);
    case Builtin::ReduxMax:
      return b_.CreateIntMaxReduce(all, isSigned);
    case Builtin::ReduxAnd:
      return b_.CreateAndReduce(all);
    case Builtin::ReduxOr:
      return b_.CreateOrReduce(all);
    case Builtin::ReduxXor:
      return b_.CreateXorReduce(all);
    default:
      internalError("no exchange of a whole warp");
    }
  }

  FunctionLowerer &f_;
  llvm::IRBuilder<> &b_;
  const ir::CallBuiltin &call_;
  const SaidValues &said_;
};

/// What `lowerIt` makes is for those for whom the condition holds.
void lowerUnder(FunctionLowerer &f, const ir::Expr *condition,
                const std::function<void()> &lowerIt) {
  if (!condition)
    return lowerIt();
  llvm::BasicBlock *take = f.newBlock("exchange");
  llvm::BasicBlock *end = f.newBlock("exchanged");
  f.b.CreateCondBr(f.lower(*condition), take, end);
  f.b.SetInsertPoint(take);
  lowerIt();
  f.b.CreateBr(end);
  f.b.SetInsertPoint(end);
}

} // namespace

bool isForWarps(const Exchange &exchange, const ThreadLoopPlan &plan) {
  const ir::CallBuiltin &call = *exchange.call;
  if (call.builtin == Builtin::MatchAnySync)
    return false;
  return call.args.size() < 3 || fixedLane(*call.args[2]) ||
         (call.builtin == Builtin::ShflSync &&
          (plan.isUniform(*call.args[2]) ||
           (exchange.slots && plan.isUniform(exchange.slots->to))));
}

void lowerExchange(FunctionLowerer &thread, const Exchange &exchange,
                   const SaidValues &said) {
  lowerUnder(thread, exchange.condition, [&] {
    thread.storeSlot(exchange.slots->to,
                     ExchangeLowerer(thread, *exchange.call, said).run());
  });
}

void lowerWarpExchange(FunctionLowerer &first, const Exchange &exchange,
                       const SaidValues &said, llvm::Value *to, bool isOne) {
  lowerUnder(first, exchange.condition, [&] {
    llvm::Value *all = WarpExchangeLowerer(first, *exchange.call, said).run();
    auto *type = llvm::cast<llvm::VectorType>(all->getType())->getElementType();
    if (isOne)
      all = first.b.CreateExtractElement(all, std::uint64_t(0));
    first.b.CreateAlignedStore(all, to,
                               llvm::Align(type->getPrimitiveSizeInBits() / 8));
  });
}

} // namespace pyk2ptx
