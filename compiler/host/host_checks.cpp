// A call for each access costs more than the access. Most are settled by a look
// at the shadow memory (HostShadow), which code does here itself; it calls
// where there may be something to find or to remember.
//
// What an access is of is known once functions are inlined and variables are
// values: an argument's array, whose shadow is the same in all the kernel, or
// the block's shared memory. Elsewhere the call stays. So it runs late, but
// before coroutines are split, whose halves find the pointer in their frame.
//
// Nothing conflicts in memory that a kernel only reads. Which arrays it writes
// is seen here, too: every store, and every call that might. Whether they
// overlap with others the launch says (runtime/jit/sanitize/launch.cpp).
#include "host_checks.h"

#include "compiler/target/host_abi.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <bit>
#include <cstddef>
#include <optional>
#include <set>

namespace pyk2ptx {

namespace {

using llvm::Value;

/// Beyond so many accesses calls are the smaller evil.
constexpr std::size_t mostCalls = 2000;
/// Accesses of more are rare.
constexpr unsigned mostPieces = 8;

/// What memory a pointer is into.
struct Root {
  enum class Kind : std::uint8_t {
    Unknown,
    /// A variable, a parameter, a constant: threads do not share it, or nobody
    /// writes it.
    Private,
    /// The block's.
    Shared,
    Argument
  } kind = Kind::Unknown;
  std::uint32_t argument = 0;

  bool operator==(const Root &) const = default;
};

class Roots {
public:
  Roots(const llvm::Function &thread, const KernelInfo &kernel)
      : layout_(thread.getDataLayout()), params_(thread.getArg(0)),
        block_(thread.getArg(1)), kernel_(kernel) {}

  /// Of all that the pointer may be into.
  llvm::SmallVector<Root, 2> all(const Value *pointer) const {
    llvm::SmallVector<const Value *, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects, nullptr, 0);
    llvm::SmallVector<Root, 2> roots;
    for (const Value *object : objects)
      roots.push_back(of(object));
    return roots;
  }
  [[nodiscard]] Root one(const Value *pointer) const {
    llvm::SmallVector<Root, 2> roots = all(pointer);
    for (const Root &root : roots)
      if (root != roots.front())
        return {};
    return roots.empty() ? Root() : roots.front();
  }

private:
  Root of(const Value *object) const {
    if (llvm::isa<llvm::AllocaInst>(object) ||
        llvm::isa<llvm::GlobalVariable>(object) || object == params_)
      return {Root::Kind::Private};
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(object);
    if (!load)
      return {};
    llvm::APInt offset(64, 0);
    const Value *base =
        load->getPointerOperand()->stripAndAccumulateConstantOffsets(
            layout_, offset, true);
    if (base == block_ && offset == offsetof(HostBlock, shared))
      return {Root::Kind::Shared};
    if (base == params_)
      for (const ParamInfo &param : kernel_.params)
        if (param.field == ParamField::Pointer && offset == param.offset &&
            kernel_.args[param.arg].kind == ArgKind::Array)
          return {Root::Kind::Argument, param.arg};
    return {};
  }

  const llvm::DataLayout &layout_;
  const llvm::Argument *params_, *block_;
  const KernelInfo &kernel_;
};

enum class Access : std::uint8_t { Read, Write, Atomic };

std::optional<Access> accessOf(const llvm::Function *callee) {
  if (!callee)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Access>>(callee->getName())
      .Case("pyk2ptx_check_read", Access::Read)
      .Case("pyk2ptx_check_write", Access::Write)
      .Case("pyk2ptx_check_atomic", Access::Atomic)
      .Default(std::nullopt);
}

/// Arguments that are arrays and that the thread does not write.
class Writes {
public:
  Writes(const Roots &roots, const llvm::TargetLibraryInfo &library)
      : roots_(roots), library_(library) {}

  void visit(const llvm::Instruction &instruction) {
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      mark(store->getPointerOperand());
    else if (const auto *update =
                 llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
      mark(update->getPointerOperand());
    else if (const auto *swap =
                 llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
      mark(swap->getPointerOperand());
    else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      visitCall(*call);
    else if (instruction.mayWriteToMemory() &&
             !llvm::isa<llvm::FenceInst, llvm::LoadInst>(instruction))
      areAll_ = true;
  }

  [[nodiscard]] std::vector<std::uint32_t>
  others(const KernelInfo &kernel) const {
    std::vector<std::uint32_t> arguments;
    for (std::uint32_t i = 0; i < kernel.args.size() && !areAll_; ++i)
      if (kernel.args[i].kind == ArgKind::Array && !written_.contains(i))
        arguments.push_back(i);
    return arguments;
  }

private:
  void mark(const Value *pointer) {
    for (const Root &root : roots_.all(pointer)) {
      if (root.kind == Root::Kind::Argument)
        written_.insert(root.argument);
      areAll_ = areAll_ || root.kind == Root::Kind::Unknown;
    }
  }

  void visitCall(const llvm::CallBase &call) {
    const llvm::Function *callee = call.getCalledFunction();
    if (!call.mayWriteToMemory() || accessOf(callee) == Access::Read ||
        (callee && callee->getName().starts_with("llvm.coro.")))
      return;
    llvm::LibFunc known;
    bool isOurs =
        callee && callee->isDeclaration() &&
        (callee->getName().starts_with("pyk2ptx_") || callee->isIntrinsic() ||
         library_.getLibFunc(*callee, known));
    // The runtime and libraries write where their arguments point to.
    if (!isOurs)
      areAll_ = true;
    for (const Value *argument : call.args())
      if (argument->getType()->isPointerTy() && !isOfRunner(argument))
        mark(argument);
  }

  static bool isOfRunner(const Value *argument) {
    return llvm::isa<llvm::Argument, llvm::Constant>(argument);
  }

  const Roots &roots_;
  const llvm::TargetLibraryInfo &library_;
  std::set<std::uint32_t> written_;
  /// It might write anything.
  bool areAll_ = false;
};

/// Puts a look at the shadow memory before calls of the checks.
class Settler {
public:
  Settler(llvm::Function &thread, const HostSites &sites)
      : thread_(thread), sites_(sites), b_(thread.getContext()),
        shift_(hostStampSite + sites.siteBits()) {
    llvm::BasicBlock &entry = thread.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    check_ =
        load(b_.getPtrTy(), thread.getArg(1), offsetof(HostBlock, check), true);
  }

  void settle(llvm::CallInst *call, Access access, const Root &root) {
    call_ = call;
    const auto *form =
        llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(2));
    std::uint64_t size = form ? form->getZExtValue() & hostFormSize : 0;
    count_ = static_cast<unsigned>(size / sites_.granule);
    bool isKnown = std::has_single_bit(count_) && count_ <= mostPieces;
    if (root.kind == Root::Kind::Shared && !isKnown)
      return;
    // call; tail -> look, slow: call, tail
    llvm::BasicBlock *before = call->getParent();
    tail_ = llvm::SplitBlock(before, call->getNextNode());
    slow_ = newBlock("check");
    b_.SetInsertPoint(slow_);
    call->removeFromParent();
    call->insertInto(slow_, slow_->end());
    b_.SetCurrentDebugLocation(call->getDebugLoc());
    b_.CreateBr(tail_);
    before->getTerminator()->eraseFromParent();
    b_.SetInsertPoint(before);
    if (root.kind == Root::Kind::Shared)
      look(access, shared(), true);
    else
      lookAtArgument(access, root.argument, isKnown);
  }

private:
  struct Shadow {
    Value *begin, *first, *quiet, *others;
  };

  llvm::BasicBlock *newBlock(const char *name) {
    return llvm::BasicBlock::Create(thread_.getContext(), name, &thread_,
                                    tail_);
  }

  Value *load(llvm::Type *type, Value *base, std::uint64_t offset,
              bool isConstant) {
    llvm::LoadInst *value = b_.CreateLoad(
        type, b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), base, offset));
    if (isConstant)
      value->setMetadata(llvm::LLVMContext::MD_invariant_load,
                         llvm::MDNode::get(thread_.getContext(), {}));
    return value;
  }
  Value *field(std::size_t offset) {
    return load(b_.getInt64Ty(), check_, offset, false);
  }
  Value *i64(std::uint64_t value) { return b_.getInt64(value); }

  // The words of an access's pieces are a vector, of one piece a number.
  Value *each(Value *value) {
    return count_ == 1 ? value : b_.CreateVectorSplat(count_, value);
  }
  Value *each(std::uint64_t value) { return each(i64(value)); }
  Value *eachField(std::size_t offset) { return each(field(offset)); }
  Value *ofAll(Value *conditions) {
    return count_ == 1 ? conditions : b_.CreateAndReduce(conditions);
  }
  Value *placeOf(Value *words, Value *index) {
    return b_.CreateInBoundsGEP(b_.getInt64Ty(), words, index);
  }
  void storeWords(Value *words, Value *place) {
    b_.CreateAlignedStore(words, place, llvm::Align(8));
  }
  Value *wordsAt(Value *place) {
    llvm::Type *type = b_.getInt64Ty();
    if (count_ > 1)
      type = llvm::FixedVectorType::get(type, count_);
    return b_.CreateAlignedLoad(type, place, llvm::Align(8));
  }

  /// Of the launch or of the block: loaded once, where the thread begins.
  Shadow shadowAt(Value *base, std::uint64_t offset) {
    return {
        load(b_.getInt64Ty(), base, offset + offsetof(HostShadow, begin), true),
        load(b_.getPtrTy(), base, offset + offsetof(HostShadow, first), true),
        load(b_.getPtrTy(), base, offset + offsetof(HostShadow, quiet), true),
        load(b_.getPtrTy(), base, offset + offsetof(HostShadow, others), true)};
  }
  template <class Make> Shadow atEntry(Make make) {
    llvm::IRBuilderBase::InsertPointGuard guard(b_);
    b_.SetInsertPoint(llvm::cast<llvm::Instruction>(check_)->getNextNode());
    b_.SetCurrentDebugLocation({});
    return make();
  }
  const Shadow &shared() {
    if (!shared_)
      shared_ = atEntry(
          [&] { return shadowAt(check_, offsetof(HostCheck, shared)); });
    return *shared_;
  }
  const Shadow &argument(std::uint32_t number) {
    std::optional<Shadow> &shadow = arguments_[number];
    if (!shadow)
      shadow = atEntry([&] {
        Value *arrays =
            load(b_.getPtrTy(), check_, offsetof(HostCheck, arrays), true);
        return shadowAt(arrays, number * sizeof(HostShadow));
      });
    return *shadow;
  }

  /// On to `yes`, or to what is built next.
  void branchTo(llvm::BasicBlock *yes, Value *condition) {
    llvm::BasicBlock *next = newBlock("look");
    b_.CreateCondBr(condition, yes, next);
    b_.SetInsertPoint(next);
  }
  /// To the end, or to the call.
  void end(Value *isSettled) {
    b_.CreateCondBr(
        isSettled, tail_, slow_,
        llvm::MDBuilder(thread_.getContext()).createLikelyBranchWeights());
  }

  void lookAtArgument(Access access, std::uint32_t number, bool isKnown) {
    const Shadow &shadow = argument(number);
    branchTo(tail_, b_.CreateIsNull(shadow.first));
    if (isKnown)
      look(access, shadow, false);
    else
      b_.CreateBr(slow_);
  }

  void look(Access access, const Shadow &shadow, bool isShared) {
    Value *place = b_.CreatePtrToInt(call_->getArgOperand(1), b_.getInt64Ty());
    auto piece = static_cast<unsigned>(std::countr_zero(sites_.granule));
    Value *index = b_.CreateLShr(b_.CreateSub(place, shadow.begin), i64(piece));
    Value *first = placeOf(shadow.first, index);
    if (access == Access::Write)
      lookAtWrite(shadow, index, first, isShared);
    else if (isShared)
      lookAtShared(access, shadow, index, first);
    else
      lookAtGlobal(access, shadow, index, first);
  }

  void lookAtWrite(const Shadow &shadow, Value *index, Value *first,
                   bool isShared) {
    Value *words = wordsAt(first);
    Value *position = b_.CreateLShr(words, each(shift_));
    Value *isBefore =
        isShared ? b_.CreateICmpULT(
                       position, eachField(offsetof(HostCheck, sharedLength)))
                 : isOrdered(position);
    Value *mine = b_.CreateXor(words, eachField(offsetof(HostCheck, stamp)));
    Value *isOwn = b_.CreateICmpULT(mine, each(std::uint64_t(1) << shift_));
    Value *isFree = b_.CreateAnd(isAlone(words), b_.CreateOr(isBefore, isOwn));
    if (!isShared) {
      Value *isNew =
          b_.CreateICmpEQ(words, eachField(offsetof(HostCheck, untouched)));
      stampIf(ofAll(b_.CreateOr(isFree, isNew)), first, HostStamp::Write,
              slow_);
      return;
    }
    llvm::BasicBlock *next = newBlock("others");
    stampIf(ofAll(isFree), first, HostStamp::Write, next);
    // What others did, where there are any, is as old as what is said of it.
    b_.SetInsertPoint(next);
    Value *quiet = wordsAt(placeOf(shadow.quiet, index));
    Value *areBefore =
        b_.CreateICmpULT(b_.CreateSub(quiet, each(1)),
                         eachField(offsetof(HostCheck, sharedQuietLength)));
    Value *areOthers = b_.CreateAnd(areBefore, b_.CreateNot(isAlone(words)));
    stampIf(ofAll(b_.CreateOr(isFree, areOthers)), first, HostStamp::Write,
            slow_);
  }

  /// Shared memory has mostly been written before, and others have read it.
  void lookAtShared(Access access, const Shadow &shadow, Value *index,
                    Value *first) {
    if (access == Access::Atomic) {
      end(isQuiet(access, shadow, index));
      return;
    }
    branchTo(tail_, isQuiet(access, shadow, index));
    // The first to read it after a barrier is remembered.
    Value *words = wordsAt(first);
    Value *isFirst = b_.CreateAnd(
        isAlone(words), isOrdered(b_.CreateLShr(words, each(shift_))));
    llvm::BasicBlock *add = newBlock("add");
    b_.CreateCondBr(ofAll(isFirst), add, slow_);
    b_.SetInsertPoint(add);
    Value *others = b_.CreateInBoundsGEP(
        llvm::ArrayType::get(b_.getInt64Ty(), 2), shadow.others, index);
    // Pairs of the one and none.
    Value *pairs = llvm::ConstantAggregateZero::get(
        llvm::FixedVectorType::get(b_.getInt64Ty(), 2 * count_));
    Value *stamp = stampOf(HostStamp::Read);
    for (unsigned piece = 0; piece < count_; ++piece)
      pairs = b_.CreateInsertElement(pairs, stamp, std::uint64_t(2) * piece);
    storeWords(pairs, others);
    // Nobody but the same thread may read it again and change nothing.
    storeWords(each(b_.CreateShl(field(offsetof(HostCheck, reads)),
                                 i64(hostThreadBits))),
               placeOf(shadow.quiet, index));
    storeWords(b_.CreateOr(words, each(hostStampHasOthers)), first);
    b_.CreateBr(tail_);
  }

  void lookAtGlobal(Access access, const Shadow &shadow, Value *index,
                    Value *first) {
    Value *words = wordsAt(first);
    if (access == Access::Read) {
      Value *isNew =
          b_.CreateICmpEQ(words, eachField(offsetof(HostCheck, untouched)));
      Value *mine = b_.CreateXor(words, eachField(offsetof(HostCheck, stamp)));
      std::uint64_t places = (std::uint64_t(1) << sites_.siteBits()) - 1;
      Value *isAgain =
          b_.CreateICmpEQ(b_.CreateAnd(mine, each(~(places << hostStampSite))),
                          each(static_cast<std::uint64_t>(HostStamp::Read)));
      llvm::BasicBlock *set = newBlock("set"), *next = newBlock("others");
      b_.CreateCondBr(ofAll(b_.CreateOr(isNew, isAgain)), set, next);
      b_.SetInsertPoint(set);
      // The first of a thread's reads is remembered.
      storeWords(
          b_.CreateSelect(isAgain, words, each(stampOf(HostStamp::Read))),
          first);
      b_.CreateBr(tail_);
      b_.SetInsertPoint(next);
    }
    Value *areThere = b_.CreateICmpNE(
        b_.CreateAnd(words, each(hostStampHasOthers)), each(std::uint64_t(0)));
    llvm::BasicBlock *next = newBlock("look");
    b_.CreateCondBr(ofAll(areThere), next, slow_);
    b_.SetInsertPoint(next);
    end(isQuiet(access, shadow, index));
  }

  Value *isAlone(Value *words) {
    return b_.CreateICmpEQ(b_.CreateAnd(words, each(hostStampHasOthers)),
                           each(std::uint64_t(0)));
  }
  Value *isOrdered(Value *position) {
    return b_.CreateICmpULT(
        b_.CreateSub(position, eachField(offsetof(HostCheck, orderedBegin))),
        eachField(offsetof(HostCheck, orderedLength)));
  }
  Value *isQuiet(Access access, const Shadow &shadow, Value *index) {
    Value *quiet = wordsAt(placeOf(shadow.quiet, index));
    Value *self =
        eachField(access == Access::Atomic ? offsetof(HostCheck, atomics)
                                           : offsetof(HostCheck, reads));
    Value *begin = b_.CreateLShr(quiet, each(hostThreadBits));
    Value *range = b_.CreateAnd(quiet, each((1u << hostThreadBits) - 1));
    return ofAll(b_.CreateICmpULE(b_.CreateSub(self, begin), range));
  }

  void stampIf(Value *condition, Value *first, HostStamp kind,
               llvm::BasicBlock *otherwise) {
    llvm::BasicBlock *set = newBlock("set");
    b_.CreateCondBr(
        condition, set, otherwise,
        llvm::MDBuilder(thread_.getContext()).createLikelyBranchWeights());
    b_.SetInsertPoint(set);
    storeWords(each(stampOf(kind)), first);
    b_.CreateBr(tail_);
  }

  Value *stampOf(HostStamp kind) {
    Value *site = b_.CreateZExt(call_->getArgOperand(3), b_.getInt64Ty());
    Value *low = b_.CreateOr(b_.CreateShl(site, i64(hostStampSite)),
                             i64(static_cast<std::uint64_t>(kind)));
    return b_.CreateOr(field(offsetof(HostCheck, stamp)), low);
  }

  llvm::Function &thread_;
  const HostSites &sites_;
  llvm::IRBuilder<> b_;
  unsigned shift_;
  Value *check_;
  std::optional<Shadow> shared_;
  std::map<std::uint32_t, std::optional<Shadow>> arguments_;
  // Of the call that is settled.
  llvm::CallInst *call_ = nullptr;
  /// How many pieces its access has.
  unsigned count_ = 0;
  llvm::BasicBlock *tail_ = nullptr, *slow_ = nullptr;
};

struct SettleChecks : llvm::PassInfoMixin<SettleChecks> {
  const std::vector<KernelInfo> *kernels;
  HostSites *sites;

  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &functions) {
    const KernelInfo *kernel = kernelOf(function);
    if (!kernel)
      return llvm::PreservedAnalyses::all();
    Roots roots(function, *kernel);
    Writes writes(roots,
                  functions.getResult<llvm::TargetLibraryAnalysis>(function));
    struct Call {
      llvm::CallInst *instruction;
      Access access;
      Root root;
    };
    std::vector<Call> calls;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      writes.visit(instruction);
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call)
        continue;
      if (std::optional<Access> access = accessOf(call->getCalledFunction()))
        calls.push_back({call, *access, roots.one(call->getArgOperand(1))});
    }
    sites->onlyRead[kernel->entry] = writes.others(*kernel);
    if (calls.size() > mostCalls)
      return llvm::PreservedAnalyses::all();
    Settler settler(function, *sites);
    for (const Call &call : calls)
      if (call.root.kind >= Root::Kind::Shared)
        settler.settle(call.instruction, call.access, call.root);
    return llvm::PreservedAnalyses::none();
  }

private:
  /// Null for functions that are no thread of a kernel, and for those that were
  /// settled.
  const KernelInfo *kernelOf(const llvm::Function &function) const {
    llvm::StringRef name = function.getName();
    if (!name.consume_back(hostThreadSuffix) ||
        sites->onlyRead.contains(name.str()))
      return nullptr;
    for (const KernelInfo &kernel : *kernels)
      if (kernel.entry == name)
        return &kernel;
    return nullptr;
  }
};

} // namespace

void settleChecks(llvm::PassBuilder &builder,
                  const std::vector<KernelInfo> &kernels, HostSites &sites) {
  SettleChecks pass;
  pass.kernels = &kernels;
  pass.sites = &sites;
  builder.registerScalarOptimizerLateEPCallback(
      [pass](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(SettleChecks(pass));
      });
}

} // namespace pyk2ptx
