// The sine and the cosine of one angle are one call.
#ifndef PYK2PTX_COMPILER_BACKEND_JOINED_SINES_H
#define PYK2PTX_COMPILER_BACKEND_JOINED_SINES_H

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace pyk2ptx {

/// Of calls of libdevice, before it is linked. Functions that have both are
/// simplified.
void joinSines(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace pyk2ptx

#endif
