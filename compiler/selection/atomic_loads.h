// atomic_loads: what is loaded anew is in no cache that is never written to.
#ifndef PYK2PTX_COMPILER_SELECTION_ATOMIC_LOADS_H
#define PYK2PTX_COMPILER_SELECTION_ATOMIC_LOADS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// For before the code generator, whose first passes look for such loads.
void keepAtomicLoads(llvm::Function &function);

} // namespace pyk2ptx

#endif
