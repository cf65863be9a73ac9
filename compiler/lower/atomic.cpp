// Accesses of one element that are more than a load or a store: atomics, and
// cache hints.
//
// Both devices take LLVM's atomic instructions; what a device has no
// instruction for, LLVM's AtomicExpand makes a loop of. Maxima of floats are a
// loop here, because numba's rules for nan are none of LLVM's. LLVM has no
// cache hints of NVIDIA's, so those are PTX.
#include "frontend/messages/internal_error.h"
#include "lowerer.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Intrinsics.h>

namespace pyk2ptx {

using ir::AtomicOp;

namespace {

bool isExtreme(AtomicOp op) {
  return op >= AtomicOp::Max && op <= AtomicOp::NanMin;
}

bool isMaximum(AtomicOp op) {
  return op == AtomicOp::Max || op == AtomicOp::NanMax;
}

/// Whether `value` replaces `old`, floats. Ordered comparisons are false for
/// nan on either side; the Nan forms let a number replace nan.
llvm::Value *replaces(llvm::IRBuilder<> &b, AtomicOp op, llvm::Value *old,
                      llvm::Value *value) {
  auto andIsNumber = [&](llvm::Value *replaces) {
    return b.CreateAnd(replaces, b.CreateFCmpORD(value, value));
  };
  switch (op) {
  case AtomicOp::Max:
    return b.CreateFCmpOLT(old, value);
  case AtomicOp::Min:
    return b.CreateFCmpOGT(old, value);
  case AtomicOp::NanMax:
    return andIsNumber(b.CreateFCmpULT(old, value));
  case AtomicOp::NanMin:
    return andIsNumber(b.CreateFCmpUGT(old, value));
  default:
    internalError("no maximum or minimum");
  }
}

llvm::AtomicRMWInst::BinOp binOp(AtomicOp op, bool isFloat, bool isSigned) {
  using RMW = llvm::AtomicRMWInst;
  switch (op) {
  case AtomicOp::Add:
  case AtomicOp::Sub:
    // The value of a Sub is negated: the GPU only adds.
    return isFloat ? RMW::FAdd : RMW::Add;
  case AtomicOp::Max:
  case AtomicOp::NanMax:
    return isSigned ? RMW::Max : RMW::UMax;
  case AtomicOp::Min:
  case AtomicOp::NanMin:
    return isSigned ? RMW::Min : RMW::UMin;
  case AtomicOp::And:
    return RMW::And;
  case AtomicOp::Or:
    return RMW::Or;
  case AtomicOp::Xor:
    return RMW::Xor;
  case AtomicOp::Exchange:
    return RMW::Xchg;
  case AtomicOp::Inc:
    return RMW::UIncWrap;
  case AtomicOp::Dec:
    return RMW::UDecWrap;
  default:
    internalError("no read-modify-write");
  }
}

const char *hintOf(AtomicOp op) {
  switch (op) {
  case AtomicOp::LoadCa:
    return "ca";
  case AtomicOp::LoadCg:
  case AtomicOp::StoreCg:
    return "cg";
  case AtomicOp::LoadCs:
  case AtomicOp::StoreCs:
    return "cs";
  case AtomicOp::LoadLu:
    return "lu";
  case AtomicOp::LoadCv:
    return "cv";
  case AtomicOp::StoreWb:
    return "wb";
  case AtomicOp::StoreWt:
    return "wt";
  default:
    internalError("no cache hint");
  }
}

/// A PTX access: its type and its register's constraint and LLVM type. Bytes
/// travel in 16-bit registers.
struct PtxForm {
  const char *type;
  char constraint;
  llvm::Type *registerType;
};

PtxForm ptxForm(llvm::IRBuilder<> &b, llvm::Type *type) {
  if (type->isFloatTy())
    return {"b32", 'f', type};
  if (type->isDoubleTy())
    return {"b64", 'd', type};
  switch (type->getIntegerBitWidth()) {
  case 8:
    return {"b8", 'h', b.getInt16Ty()};
  case 16:
    return {"b16", 'h', type};
  case 32:
    return {"b32", 'r', type};
  default:
    return {"b64", 'l', type};
  }
}

/// "add.u32", or nothing where a GPU has no such instruction.
std::string ptxOperation(AtomicOp op, Scalar scalar) {
  bool isWide = bitWidth(scalar) == 64;
  bool isFloat = pyk2ptx::isFloat(scalar);
  if (!isWide && bitWidth(scalar) != 32)
    return "";
  std::string bits = isWide ? "64" : "32";
  std::string sign = isSigned(scalar) ? ".s" : ".u";
  switch (op) {
  case AtomicOp::Add:
  case AtomicOp::Sub:
    return (isFloat ? "add.f" : "add.u") + bits;
  case AtomicOp::Max:
  case AtomicOp::NanMax:
    return "max" + sign + bits;
  case AtomicOp::Min:
  case AtomicOp::NanMin:
    return "min" + sign + bits;
  case AtomicOp::And:
    return "and.b" + bits;
  case AtomicOp::Or:
    return "or.b" + bits;
  case AtomicOp::Xor:
    return "xor.b" + bits;
  case AtomicOp::Exchange:
    return "exch.b" + bits;
  case AtomicOp::Inc:
    return isWide ? "" : "inc.u32";
  case AtomicOp::Dec:
    return isWide ? "" : "dec.u32";
  default:
    return "";
  }
}

/// An atomic whose scope is not the device: LLVM would print it without.
llvm::Value *ptxAtomic(llvm::IRBuilder<> &b, const ir::Atomic &node,
                       const std::string &operation, llvm::Value *pointer,
                       llvm::Value *value) {
  const Type &array = node.array->type;
  PtxForm form = ptxForm(b, value->getType());
  std::string text = "atom.relaxed.";
  text += node.scope == ir::AtomicScope::Block ? "cta" : "sys";
  text += array.space == Space::Global   ? ".global."
          : array.space == Space::Shared ? ".shared."
                                         : ".";
  std::string constraints = std::string("=") + form.constraint + ",l," +
                            form.constraint + ",~{memory}";
  llvm::InlineAsm *access = llvm::InlineAsm::get(
      llvm::FunctionType::get(value->getType(),
                              {pointer->getType(), value->getType()}, false),
      text + operation + " $0, [$1], $2;", constraints,
      /*hasSideEffects=*/true);
  return b.CreateCall(access, {pointer, value});
}

/// Cache hints are for memory that is cached: global, or not known.
bool takesHint(const Type &array) {
  return array.space == Space::Global || array.space == Space::Generic;
}

std::string ptxAccess(const char *what, const Type &array, AtomicOp op,
                      const PtxForm &form) {
  return std::string(what) + (array.space == Space::Global ? ".global." : ".") +
         hintOf(op) + "." + form.type;
}

} // namespace

llvm::Value *FunctionLowerer::replacesExtreme(AtomicOp op, llvm::Value *old,
                                              llvm::Value *value) {
  return replaces(b, op, old, value);
}

llvm::Value *FunctionLowerer::lower(const ir::Atomic &node, SourceRange range) {
  Access place = access(*node.array, node.indices, range);
  llvm::Value *expected = node.expected ? lower(*node.expected) : nullptr;
  llvm::Value *value = node.value ? lower(*node.value) : nullptr;
  setPlace(range);
  const Type &array = node.array->type;
  if (node.op >= AtomicOp::StoreCg || node.op == AtomicOp::Store) {
    guarded(place.isInside, nullptr, [&]() -> llvm::Value * {
      if (array.space != Space::Local)
        noteChange(b.getTrue());
      if (node.op == AtomicOp::Store)
        return atomicAccess(node, elementPointer(place), value, nullptr);
      hintedStore(node.op, array, elementPointer(place), value);
      return nullptr;
    });
    return llvm::PoisonValue::get(m.valueType(Type::none()));
  }
  return guarded(
      place.isInside, m.scalarType(array.scalar), [&]() -> llvm::Value * {
        llvm::Value *pointer = elementPointer(place);
        if (node.op >= AtomicOp::LoadCa)
          return hintedLoad(node.op, array, pointer);
        // A thread's own memory has no atomics, and needs none.
        if (array.space == Space::Local || isOneWorkers(node))
          return ownAccess(node.op, array.scalar, pointer, value, expected);
        llvm::Value *old = atomicAccess(node, pointer, value, expected);
        if (notesChanges())
          noteChange(changes(node.op, array.scalar, old, value, expected));
        return old;
      });
}

/// Host: one core runs all threads that see a shared array, so an update of it
/// needs no lock. What threads wait by stays atomic, and what is checked.
bool FunctionLowerer::isOneWorkers(const ir::Atomic &node) const {
  return !m.gpu() && !m.options.hostSites && !notesChanges() &&
         node.array->type.space == Space::Shared && node.op <= AtomicOp::Dec &&
         node.op != AtomicOp::Exchange &&
         node.order == ir::AtomicOrder::Relaxed;
}

llvm::SyncScope::ID FunctionLowerer::scopeOf(ir::AtomicScope scope) {
  // To the host's processor every scope is the whole system; the checks ask.
  bool isChecked = !m.gpu() && m.options.hostSites;
  if ((!m.gpu() && !(isChecked && scope == ir::AtomicScope::Block)) ||
      scope == ir::AtomicScope::System)
    return llvm::SyncScope::System;
  return m.context.getOrInsertSyncScopeID(
      scope == ir::AtomicScope::Block ? "block" : "device");
}

void FunctionLowerer::fence(ir::AtomicScope scope, bool isSequential) {
  b.CreateFence(isSequential ? llvm::AtomicOrdering::SequentiallyConsistent
                             : llvm::AtomicOrdering::AcquireRelease,
                scopeOf(scope));
}

/// Orders are fences around a relaxed access: LLVM drops the order and the
/// scope of an atomicrmw.
llvm::Value *FunctionLowerer::atomicAccess(const ir::Atomic &node,
                                           llvm::Value *pointer,
                                           llvm::Value *value,
                                           llvm::Value *expected) {
  using ir::AtomicOrder;
  bool isSequential = node.order == AtomicOrder::SequentiallyConsistent;
  bool releases = node.order == AtomicOrder::Release ||
                  node.order == AtomicOrder::AcquireRelease || isSequential;
  bool acquires = (node.order != AtomicOrder::Relaxed &&
                   node.order != AtomicOrder::Release) &&
                  node.op != AtomicOp::Store;
  if (releases) {
    fence(node.scope, isSequential);
    if (!m.gpu())
      checkFence(node.scope == ir::AtomicScope::Block);
  }
  llvm::Value *old = relaxedAccess(node, pointer, value, expected);
  if (acquires) {
    fence(node.scope, false);
    if (!m.gpu())
      checkFence(node.scope == ir::AtomicScope::Block);
  }
  return old;
}

llvm::Value *FunctionLowerer::relaxedAccess(const ir::Atomic &node,
                                            llvm::Value *pointer,
                                            llvm::Value *value,
                                            llvm::Value *expected) {
  AtomicOp op = node.op;
  Scalar scalar = node.array->type.scalar;
  llvm::Align align(byteSize(scalar));
  bool isFloat = pyk2ptx::isFloat(scalar);
  llvm::SyncScope::ID scope = scopeOf(node.scope);
  auto relaxed = llvm::AtomicOrdering::Monotonic;
  llvm::Type *bits = b.getIntNTy(static_cast<unsigned>(bitWidth(scalar)));
  if (op == AtomicOp::Load) {
    llvm::LoadInst *load = b.CreateAlignedLoad(bits, pointer, align);
    load->setAtomic(relaxed, scope);
    return b.CreateBitCast(load, m.scalarType(scalar));
  }
  if (op == AtomicOp::Store) {
    b.CreateAlignedStore(b.CreateBitCast(value, bits), pointer, align)
        ->setAtomic(relaxed, scope);
    return nullptr;
  }
  if (isHalf(scalar))
    return halfAtomic(op, scalar, pointer, value);
  if (expected) {
    llvm::AtomicCmpXchgInst *swap = b.CreateAtomicCmpXchg(
        pointer, expected, value, align, relaxed, relaxed, scope);
    return b.CreateExtractValue(swap, 0);
  }
  if (isFloat && isExtreme(op))
    return floatExtreme(op, pointer, value, align, scope);
  if (op == AtomicOp::Sub)
    value = isFloat ? b.CreateFNeg(value) : b.CreateNeg(value);
  if (m.gpu() && node.scope != ir::AtomicScope::Device)
    if (std::string operation = ptxOperation(op, scalar); !operation.empty())
      return ptxAtomic(b, node, operation, pointer, value);
  return b.CreateAtomicRMW(binOp(op, isFloat, isSigned(scalar)), pointer, value,
                           align, relaxed, scope);
}

/// Compares and swaps until the element needs no change.
llvm::Value *FunctionLowerer::floatExtreme(AtomicOp op, llvm::Value *pointer,
                                           llvm::Value *value,
                                           llvm::Align align,
                                           llvm::SyncScope::ID scope) {
  llvm::Type *bits =
      value->getType()->isFloatTy() ? b.getInt32Ty() : b.getInt64Ty();
  llvm::LoadInst *first = b.CreateAlignedLoad(bits, pointer, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, scope);
  llvm::BasicBlock *before = b.GetInsertBlock();
  llvm::BasicBlock *test = newBlock("atomic.test");
  llvm::BasicBlock *attempt = newBlock("atomic.try");
  llvm::BasicBlock *done = newBlock("atomic.done");
  b.CreateBr(test);
  b.SetInsertPoint(test);
  llvm::PHINode *old = b.CreatePHI(bits, 2);
  old->addIncoming(first, before);
  llvm::Value *number = b.CreateBitCast(old, value->getType());
  b.CreateCondBr(replaces(b, op, number, value), attempt, done);
  b.SetInsertPoint(attempt);
  llvm::Value *swap = b.CreateAtomicCmpXchg(
      pointer, old, b.CreateBitCast(value, bits), align,
      llvm::AtomicOrdering::Monotonic, llvm::AtomicOrdering::Monotonic, scope);
  old->addIncoming(b.CreateExtractValue(swap, 0), attempt);
  b.CreateCondBr(b.CreateExtractValue(swap, 1), done, test);
  b.SetInsertPoint(done);
  return number;
}

llvm::Value *FunctionLowerer::ownAccess(AtomicOp op, Scalar scalar,
                                        llvm::Value *pointer,
                                        llvm::Value *value,
                                        llvm::Value *expected) {
  llvm::Align align(byteSize(scalar));
  bool isFloat = pyk2ptx::isFloat(scalar);
  llvm::Value *old = b.CreateAlignedLoad(m.scalarType(scalar), pointer, align);
  llvm::Value *next = value;
  if (expected) {
    next = b.CreateSelect(b.CreateICmpEQ(old, expected), value, old);
  } else if (isHalf(scalar) && !isExtreme(op)) {
    if (op == AtomicOp::Sub)
      value = halfSign(value, scalar, true);
    next = halfBinary(ir::BinaryOp::Add, scalar, old, value);
  } else if (isHalf(scalar)) {
    llvm::Value *x = widenHalf(old, scalar);
    llvm::Value *y = widenHalf(value, scalar);
    next = b.CreateSelect(replaces(b, op, x, y), value, old);
  } else if (isExtreme(op)) {
    llvm::Value *change =
        isFloat         ? replaces(b, op, old, value)
        : isMaximum(op) ? (isSigned(scalar) ? b.CreateICmpSLT(old, value)
                                            : b.CreateICmpULT(old, value))
                        : (isSigned(scalar) ? b.CreateICmpSGT(old, value)
                                            : b.CreateICmpUGT(old, value));
    next = b.CreateSelect(change, value, old);
  } else if (op == AtomicOp::Add) {
    next = isFloat ? b.CreateFAdd(old, value) : b.CreateAdd(old, value);
  } else if (op == AtomicOp::Sub) {
    next = isFloat ? b.CreateFSub(old, value) : b.CreateSub(old, value);
  } else if (op == AtomicOp::And) {
    next = b.CreateAnd(old, value);
  } else if (op == AtomicOp::Or) {
    next = b.CreateOr(old, value);
  } else if (op == AtomicOp::Xor) {
    next = b.CreateXor(old, value);
  } else if (op == AtomicOp::Inc || op == AtomicOp::Dec) {
    llvm::Value *zero = llvm::ConstantInt::get(value->getType(), 0);
    llvm::Value *one = llvm::ConstantInt::get(value->getType(), 1);
    if (op == AtomicOp::Inc) {
      llvm::Value *wraps = b.CreateICmpUGE(old, value);
      next = b.CreateSelect(wraps, zero, b.CreateAdd(old, one));
    } else {
      llvm::Value *isZero = b.CreateICmpEQ(old, zero);
      llvm::Value *isAbove = b.CreateICmpUGT(old, value);
      llvm::Value *wraps = b.CreateOr(isZero, isAbove);
      next = b.CreateSelect(wraps, value, b.CreateSub(old, one));
    }
  }
  b.CreateAlignedStore(next, pointer, align);
  return old;
}

llvm::Value *FunctionLowerer::hintedLoad(AtomicOp op, const Type &array,
                                         llvm::Value *pointer) {
  llvm::Type *type = m.memoryType(array.scalar);
  llvm::Value *value;
  if (m.gpu() && takesHint(array)) {
    llvm::Type *carried = isHalf(array.scalar) ? b.getInt16Ty() : type;
    PtxForm form = ptxForm(b, carried);
    llvm::InlineAsm *load = llvm::InlineAsm::get(
        llvm::FunctionType::get(form.registerType, {pointer->getType()}, false),
        ptxAccess("ld", array, op, form) + " $0, [$1];",
        std::string("=") + form.constraint + ",l,~{memory}",
        /*hasSideEffects=*/true);
    value = b.CreateCall(load, {pointer});
    value = b.CreateTruncOrBitCast(value, carried);
    if (carried != type)
      value = b.CreateBitCast(value, type);
  } else {
    // Memory that is not cached is fetched again, too.
    bool isAgain = op == AtomicOp::LoadCv && array.space != Space::Local;
    value = b.CreateAlignedLoad(type, pointer,
                                llvm::Align(byteSize(array.scalar)), isAgain);
  }
  return array.scalar == Scalar::Bool ? b.CreateICmpNE(value, b.getInt8(0))
                                      : value;
}

void FunctionLowerer::hintedStore(AtomicOp op, const Type &array,
                                  llvm::Value *pointer, llvm::Value *value) {
  llvm::Type *type = m.memoryType(array.scalar);
  if (array.scalar == Scalar::Bool)
    value = b.CreateZExt(value, type);
  if (!m.gpu() || !takesHint(array)) {
    b.CreateAlignedStore(value, pointer, llvm::Align(byteSize(array.scalar)));
    return;
  }
  if (isHalf(array.scalar)) {
    value = halfBits(value);
    type = value->getType();
  }
  PtxForm form = ptxForm(b, type);
  llvm::InlineAsm *store = llvm::InlineAsm::get(
      llvm::FunctionType::get(b.getVoidTy(),
                              {pointer->getType(), form.registerType}, false),
      ptxAccess("st", array, op, form) + " [$0], $1;",
      std::string("l,") + form.constraint + ",~{memory}",
      /*hasSideEffects=*/true);
  if (form.registerType != type)
    value = b.CreateZExt(value, form.registerType);
  b.CreateCall(store, {pointer, value});
}

} // namespace pyk2ptx
