// LLVM takes the address of `a[i, j]` apart: the row's address, and the column
// behind it, so that elements of one row share the first. Where a row has one
// element that costs: each of the two sums is one of 64 bits, which are two
// instructions on a GPU, and the column is multiplied by the size of an element
// first. The product of row and width takes a sum along for nothing:
//
//   (a + (i * width) * size) + j * size  ->  a + (i * width + j) * size
//
// Elements of one byte are not multiplied, and stay. So do those of loops,
// where one of the two parts may be the same in all iterations.
#include "flat_addresses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace pyk2ptx {

namespace {

using llvm::GetElementPtrInst;
using llvm::Instruction;
using llvm::Value;

/// One number, not known, times a size.
bool isElement(const GetElementPtrInst &address) {
  return address.getNumIndices() == 1 &&
         address.getOperand(1)->getType()->isIntegerTy(64) &&
         !llvm::isa<llvm::Constant>(address.getOperand(1));
}

std::uint64_t sizeOf(const GetElementPtrInst &address) {
  return address.getDataLayout().getTypeAllocSize(
      address.getSourceElementType());
}

/// The row, if `address` is the only element of it.
GetElementPtrInst *rowOf(GetElementPtrInst &address) {
  auto *row = llvm::dyn_cast<GetElementPtrInst>(address.getPointerOperand());
  if (!row || !row->hasOneUse() || row->getParent() != address.getParent() ||
      !isElement(address) || !isElement(*row) ||
      sizeOf(address) != sizeOf(*row) || sizeOf(address) == 1)
    return nullptr;
  const auto *product = llvm::dyn_cast<Instruction>(row->getOperand(1));
  return product && product->getOpcode() == Instruction::Mul &&
                 product->hasOneUse()
             ? row
             : nullptr;
}

void flatten(GetElementPtrInst &address, GetElementPtrInst &row) {
  llvm::IRBuilder<> b(&address);
  Value *place = b.CreateAdd(row.getOperand(1), address.getOperand(1));
  Value *flat = b.CreateGEP(address.getSourceElementType(),
                            row.getPointerOperand(), place);
  address.replaceAllUsesWith(flat);
  address.eraseFromParent();
  row.eraseFromParent();
}

} // namespace

bool flattenAddresses(llvm::Function &function) {
  llvm::SmallVector<GetElementPtrInst *, 16> addresses;
  for (Instruction &instruction : llvm::instructions(function))
    if (auto *address = llvm::dyn_cast<GetElementPtrInst>(&instruction))
      if (rowOf(*address))
        addresses.push_back(address);
  if (addresses.empty())
    return false;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::SmallPtrSet<const llvm::User *, 16> all(addresses.begin(),
                                                addresses.end());
  auto isShared = [&](const GetElementPtrInst &address) {
    return llvm::any_of(
        address.getOperand(1)->users(), [&](const llvm::User *user) {
          const auto *other = llvm::dyn_cast<GetElementPtrInst>(user);
          return other && other->getParent() != address.getParent() &&
                 !all.contains(other);
        });
  };
  llvm::erase_if(addresses, [&](GetElementPtrInst *address) {
    return loops.getLoopFor(address->getParent()) || isShared(*address);
  });
  bool changed = false;
  for (GetElementPtrInst *address : addresses)
    if (GetElementPtrInst *row = rowOf(*address)) {
      flatten(*address, *row);
      changed = true;
    }
  return changed;
}

} // namespace pyk2ptx
