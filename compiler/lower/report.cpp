// Indices and their checks, and how a thread ends that raises.
//
// A site is a number in ModuleInfo::sites. The first thread of a launch that
// raises fills the module's Report: it takes `state` from 0 to 1, writes the
// rest and sets 2 behind a fence. The code for that is one cold function, so
// that a check costs its place a compare and a branch.
#include "compiler/host/host_rewrite.h"
#include "compiler/target/host_abi.h"
#include "frontend/ir/ir_walk.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/NVPTXAddrSpace.h>

#include <cstddef>

namespace pyk2ptx {

llvm::Value *FunctionLowerer::isInside(llvm::Value *index,
                                       llvm::Value *extent) {
  // A negative index is a large unsigned one.
  return b.CreateICmpULT(index, extent);
}

static std::string arrayName(const ir::Function &function,
                             const ir::Expr &array);

/// Of a variable that the checker made, what it was made of; "array" where
/// several statements set it.
static std::string nameOfKept(const ir::Function &function, ir::SlotId slot) {
  const ir::Expr *kept = nullptr;
  bool isOne = true;
  forEachStmt(function.body, [&](const ir::Stmt &stmt) {
    const auto *assign = std::get_if<ir::Assign>(&stmt.node);
    if (!assign || assign->slot != slot)
      return;
    isOne = isOne && !kept;
    kept = assign->value.get();
  });
  return kept && isOne ? arrayName(function, *kept) : "array";
}

/// The array's name in a message: its variable, or the declaration's; of a
/// part of an array, that of the whole.
static std::string arrayName(const ir::Function &function,
                             const ir::Expr &array) {
  return std::visit(
      Overloaded{[&](const ir::SlotValue &value) {
                   const std::string &name = function.slots[value.slot].name;
                   return name.starts_with('%')
                              ? nameOfKept(function, value.slot)
                              : name;
                 },
                 [&](const ir::ArrayStorage &storage) {
                   return function.arrays[storage.array].name;
                 },
                 [&](const ir::Convert &convert) {
                   return arrayName(function, *convert.operand);
                 },
                 [&](const ir::Field &field) {
                   return arrayName(function, *field.array);
                 },
                 [&](const ir::View &view) {
                   return arrayName(function, *view.array);
                 },
                 [&](const ir::Recast &recast) {
                   return arrayName(function, *recast.array);
                 },
                 [](const auto &) { return std::string("array"); }},
      array.node);
}

/// Where an index that may count from the end can be taken to have 32 bits: one
/// beyond them, as that behind an int32, is outside, and so is what is left of
/// it; without a guard it is promised to be inside. The tests of others have
/// few instructions in any width, and their sums are better taken apart in
/// addresses.
bool FunctionLowerer::wrapsInWord(const ir::Index &index, const ir::Expr &array,
                                  unsigned axis) const {
  bool isLikeGpu = m.gpu() || m.options.optimizations.areGpusOnCpu();
  bool isLookedAt = index.bounds == ir::Bounds::Guard ? m.options.checks.bounds
                                                      : looksAtProofs();
  if (!isLikeGpu || !index.wrap || index.bounds == ir::Bounds::Raise ||
      index.isInsideIfAny || isLookedAt)
    return false;
  constexpr std::int64_t word = std::int64_t(1) << 32;
  std::int64_t most = ranges.extent(array, axis).high;
  const auto *slot = std::get_if<ir::SlotValue>(&array.node);
  if (slot && llvm::is_contained(cut, slot->slot))
    most = std::min(most, (std::int64_t(1) << ir::If::smallExtentBits) - 1);
  Interval known = ranges.of(*index.value);
  if (index.bounds == ir::Bounds::None)
    return most < word / 2 && known.low < 0 && known.high >= 0;
  return most < word / 2 && known.low < 0 && known.low >= most - word &&
         known.high < word - most;
}

llvm::Value *FunctionLowerer::checkedIndex(const ir::Index &index,
                                           llvm::Value *extent, unsigned axis,
                                           const ir::Expr &array,
                                           SourceRange range, int &site,
                                           llvm::Value *&inside) {
  llvm::Value *original = lower(*index.value);
  if (wrapsInWord(index, array, axis)) {
    llvm::Value *word = b.CreateTrunc(original, b.getInt32Ty());
    llvm::Value *end = b.CreateTrunc(extent, b.getInt32Ty());
    // Of the number and what it is from the end, the one that is less without
    // a sign: from sm_90 on the sum and the minimum are one instruction.
    word = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, word,
                                   b.CreateAdd(word, end));
    if (index.bounds == ir::Bounds::Guard) {
      llvm::Value *isHere = isInside(word, end);
      inside = inside ? b.CreateAnd(inside, isHere) : isHere;
    }
    return b.CreateZExt(word, b.getInt64Ty());
  }
  llvm::Value *value = original;
  if (index.wrap) {
    Interval known = ranges.of(*index.value);
    llvm::Value *wrapped = b.CreateAdd(value, extent);
    if (known.high < 0)
      value = wrapped;
    else if (known.low < 0)
      value = b.CreateSelect(b.CreateICmpSLT(value, i64(0)), wrapped, value);
  }
  auto test = [&] {
    return index.isInsideIfAny ? b.CreateICmpNE(extent, i64(0))
                               : isInside(value, extent);
  };
  switch (index.bounds) {
  case ir::Bounds::None:
    if (index.isProven && looksAtProofs())
      tellUnless(test(), original, range,
                 "an index of `" + arrayName(source, array) +
                     "` was taken to be inside");
    break;
  case ir::Bounds::Guard: {
    llvm::Value *isHere = test();
    if (m.options.checks.bounds)
      checkIndex(isHere, original, extent, axis, range,
                 arrayName(source, array));
    inside = inside ? b.CreateAnd(inside, isHere) : isHere;
    break;
  }
  case ir::Bounds::Raise:
    if (site < 0)
      site = addSite(range, "IndexError", arrayName(source, array));
    raiseUnless(test(), site, original, extent, axis);
    break;
  }
  return value;
}

void FunctionLowerer::unless(llvm::Value *condition, const char *name,
                             llvm::function_ref<void()> lowerRare) {
  llvm::BasicBlock *rare = newBlock(name);
  llvm::BasicBlock *next = newBlock("checked");
  b.CreateCondBr(condition, next, rare,
                 llvm::MDBuilder(m.context).createLikelyBranchWeights());
  b.SetInsertPoint(rare);
  lowerRare();
  branchTo(next);
  b.SetInsertPoint(next);
}

void FunctionLowerer::raiseUnless(llvm::Value *condition, int site,
                                  llvm::Value *index, llvm::Value *extent,
                                  unsigned axis) {
  unless(condition, "raise", [&] {
    report(site, index, extent, axis);
    endThread();
  });
}

/// Report::extent of what is about no index.
llvm::Value *FunctionLowerer::noExtent() { return i64(-1); }

void FunctionLowerer::raiseUnless(llvm::Value *condition, int site) {
  raiseUnless(condition, site, i64(0), noExtent(), 0);
}

/// What was proven and is not so is the compiler's own fault, and what it was
/// proven for is wrong in silence; who asks for checks is told.
bool FunctionLowerer::looksAtProofs() const {
  return !m.gpu() && (m.options.debug || m.options.checks.any());
}

void FunctionLowerer::tellUnless(llvm::Value *holds, llvm::Value *value,
                                 SourceRange range, const std::string &text) {
  unless(holds, "unproven", [&] {
    report(addSite(range, "InternalError", text), value, noExtent(), 0);
  });
}

/// Of an integer that is assigned.
void FunctionLowerer::checkRange(ir::SlotId slot, llvm::Value *value) {
  const ir::Slot &of = source.slots[slot];
  if (!looksAtProofs() || of.type != Type::of(Scalar::I64))
    return;
  Interval proven = ranges.ofSlot(slot);
  if (proven == Interval())
    return;
  llvm::Value *isAbove = b.CreateICmpSGE(value, i64(proven.low));
  llvm::Value *isBelow = b.CreateICmpSLE(value, i64(proven.high));
  tellUnless(b.CreateAnd(isAbove, isBelow), value, currentPlace,
             "`" + of.name + "` was taken to be from " +
                 std::to_string(proven.low) + " to " +
                 std::to_string(proven.high));
}

int FunctionLowerer::addSite(SourceRange range, const char *kind,
                             const std::string &text) {
  m.sites.push_back({placeOf(range), kind, text});
  return static_cast<int>(m.sites.size()) - 1;
}

void FunctionLowerer::report(int site, llvm::Value *index, llvm::Value *extent,
                             unsigned axis) {
  std::vector<llvm::Value *> args = {i32(static_cast<std::uint32_t>(site)),
                                     index, extent, i32(axis)};
  if (!m.gpu())
    appendHostThread(args);
  b.CreateCall(m.reportFunction(), args);
}

void FunctionLowerer::lower(const ir::Raise &node, SourceRange range) {
  checkLeave(range);
  if (node.report)
    report(addSite(range, node.kind.c_str(), node.text), i64(0), noExtent(), 0);
  endThread();
}

/// What a thread has stored before it ends is seen by others. Behind a call
/// that never returns LLVM sees nobody: a store before it, and after it in the
/// threads that go on, would be the latter alone. A kernel returns, therefore;
/// of what a function calls to end its kernel's thread LLVM is told that it may
/// read all memory (not that of arrays which alias nothing: storeParams).
void FunctionLowerer::endThread() {
  if (m.gpu() && source.isKernel) {
    b.CreateRetVoid();
    return;
  }
  if (m.gpu()) {
    auto *type = llvm::FunctionType::get(b.getVoidTy(), false);
    llvm::CallInst *exit =
        b.CreateCall(llvm::InlineAsm::get(type, "exit;", "~{memory}", true));
    exit->addFnAttr(llvm::Attribute::NoUnwind);
    exit->addFnAttr(llvm::Attribute::NoReturn);
    exit->addFnAttr(llvm::Attribute::Convergent);
  } else {
    llvm::FunctionCallee exit = m.module.getOrInsertFunction(
        hostExitSymbol, llvm::FunctionType::get(b.getVoidTy(), false));
    auto *function = llvm::cast<llvm::Function>(exit.getCallee());
    function->setDoesNotReturn();
    function->setDoesNotThrow();
    b.CreateCall(exit);
  }
  b.CreateUnreachable();
}

llvm::Constant *ModuleLowerer::reportGlobal() {
  if (llvm::GlobalVariable *known = module.getGlobalVariable(reportSymbol))
    return known;
  llvm::Type *type =
      llvm::ArrayType::get(llvm::Type::getInt8Ty(context), sizeof(Report));
  auto *global = new llvm::GlobalVariable(
      module, type, /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage,
      llvm::Constant::getNullValue(type), reportSymbol, nullptr,
      llvm::GlobalValue::NotThreadLocal, llvm::NVPTXAS::ADDRESS_SPACE_GLOBAL);
  global->setAlignment(llvm::Align(alignof(Report)));
  return global;
}

/// The block's index, then the thread's, as the device has them.
static std::vector<llvm::Value *> places(llvm::IRBuilder<> &b, bool isGpu,
                                         llvm::Function &function) {
  using namespace llvm::Intrinsic;
  std::vector<llvm::Value *> values;
  if (isGpu) {
    for (ID id : {nvvm_read_ptx_sreg_ctaid_x, nvvm_read_ptx_sreg_ctaid_y,
                  nvvm_read_ptx_sreg_ctaid_z, nvvm_read_ptx_sreg_tid_x,
                  nvvm_read_ptx_sreg_tid_y, nvvm_read_ptx_sreg_tid_z})
      values.push_back(b.CreateIntrinsic(b.getInt32Ty(), id, {}));
    return values;
  }
  for (unsigned axis = 0; axis < 3; ++axis)
    values.push_back(b.CreateLoad(
        b.getInt32Ty(),
        b.CreateConstGEP1_64(b.getInt8Ty(), function.getArg(4),
                             offsetof(HostBlock, blockIdx) + 4 * axis)));
  for (unsigned axis = 0; axis < 3; ++axis)
    values.push_back(function.getArg(5 + axis));
  return values;
}

llvm::Function *ModuleLowerer::reportFunction() {
  constexpr const char *name = "pyk2ptx_report";
  if (llvm::Function *known = module.getFunction(name))
    return known;
  llvm::IRBuilder<> b(context);
  llvm::Type *i32 = b.getInt32Ty(), *i64 = b.getInt64Ty();
  std::vector<llvm::Type *> types = {i32, i64, i64, i32};
  if (!gpu())
    for (llvm::Type *type : hostThreadTypes())
      types.push_back(type);
  llvm::Function *function = createFunction(
      name, llvm::FunctionType::get(b.getVoidTy(), types, false), false);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::Cold);
  auto newBlock = [&](const char *label) {
    return llvm::BasicBlock::Create(context, label, function);
  };
  llvm::BasicBlock *entry = newBlock("entry"), *first = newBlock("first"),
                   *end = newBlock("end");
  b.SetInsertPoint(entry);
  llvm::Value *report =
      gpu() ? static_cast<llvm::Value *>(reportGlobal())
            : b.CreateLoad(b.getPtrTy(), b.CreateConstGEP1_64(
                                             b.getInt8Ty(), function->getArg(4),
                                             offsetof(HostBlock, report)));
  llvm::SyncScope::ID scope = llvm::SyncScope::System;
  if (gpu())
    scope = context.getOrInsertSyncScopeID("device");
  auto field = [&](std::size_t offset) {
    return b.CreateConstGEP1_64(b.getInt8Ty(), report, offset);
  };
  llvm::Value *exchanged = b.CreateAtomicCmpXchg(
      field(offsetof(Report, state)), b.getInt32(0), b.getInt32(1),
      llvm::Align(4), llvm::AtomicOrdering::Monotonic,
      llvm::AtomicOrdering::Monotonic, scope);
  b.CreateCondBr(b.CreateExtractValue(exchanged, 1), first, end);
  b.SetInsertPoint(first);
  b.CreateStore(function->getArg(0), field(offsetof(Report, site)));
  std::vector<llvm::Value *> where = places(b, gpu(), *function);
  for (unsigned i = 0; i < where.size(); ++i)
    b.CreateStore(where[i], field(offsetof(Report, block) + 4 * i));
  b.CreateStore(function->getArg(1), field(offsetof(Report, index)));
  b.CreateStore(function->getArg(2), field(offsetof(Report, extent)));
  b.CreateStore(function->getArg(3), field(offsetof(Report, axis)));
  b.CreateFence(llvm::AtomicOrdering::Release);
  b.CreateAlignedStore(b.getInt32(2), field(offsetof(Report, state)),
                       llvm::Align(4))
      ->setAtomic(llvm::AtomicOrdering::Monotonic);
  b.CreateBr(end);
  b.SetInsertPoint(end);
  b.CreateRetVoid();
  return function;
}

} // namespace pyk2ptx
