// inside_tests: tests of both ends become one.
#ifndef PYK2PTX_COMPILER_SELECTION_INSIDE_TESTS_H
#define PYK2PTX_COMPILER_SELECTION_INSIDE_TESTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace pyk2ptx {

/// Whether it joined any. The function keeps its blocks.
bool joinInsideTests(llvm::Function &function);

} // namespace pyk2ptx

#endif
