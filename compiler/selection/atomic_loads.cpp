// A kernel's argument that aliases no other and is only read is in memory that
// nothing writes meanwhile: the NVPTX code generator loads from it by
// ld.global.nc, through a cache that is not kept coherent. That of LLVM 22 does
// so to atomic loads as well, for which it has no such instruction (it reads
// past what it has of one, and crashes), and to volatile loads (which then miss
// what others write). A kernel that waits for a flag has such loads; one whose
// atomic minimum never stores has none but them. Who asks for a load like that
// says that others write there: of these arguments it is forgotten that they
// are only read.
#include "atomic_loads.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace pyk2ptx {

void keepAtomicLoads(llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load || load->isSimple())
      continue;
    constexpr unsigned unlimited = 0;
    llvm::SmallVector<const llvm::Value *, 4> objects;
    llvm::getUnderlyingObjects(load->getPointerOperand(), objects, nullptr,
                               unlimited);
    for (const llvm::Value *object : objects)
      if (const auto *argument = llvm::dyn_cast<llvm::Argument>(object);
          argument && argument->onlyReadsMemory())
        function.removeParamAttr(argument->getArgNo(),
                                 llvm::Attribute::ReadOnly);
  }
}

} // namespace pyk2ptx
