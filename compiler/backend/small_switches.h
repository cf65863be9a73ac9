// small_switches: comparisons in place of bit tests and tables.
#ifndef PYK2PTX_COMPILER_BACKEND_SMALL_SWITCHES_H
#define PYK2PTX_COMPILER_BACKEND_SMALL_SWITCHES_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace pyk2ptx {

/// Adds the pass to the pipelines of `builder`, behind what makes switches.
void compareFewValues(llvm::PassBuilder &builder);

} // namespace pyk2ptx

#endif
