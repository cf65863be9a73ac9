// Host: tests that need not wait for the one before them.
#ifndef PYK2PTX_COMPILER_BLOCKS_EAGER_TESTS_H
#define PYK2PTX_COMPILER_BLOCKS_EAGER_TESTS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// `a or b` and `a and b` are `a | b` and `a & b` where b is short, reads
/// memory, and has only indices that are inside whatever a says.
void testEagerly(ir::Module &module);

} // namespace pyk2ptx

#endif
