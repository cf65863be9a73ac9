// Code that stores and then loads, for launches whose arrays are apart.
#ifndef PYK2PTX_COMPILER_VERSIONS_APART_COPIES_H
#define PYK2PTX_COMPILER_VERSIONS_APART_COPIES_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Copies straight code of kernels in which loads stand behind stores to other
/// arrays, behind a test that those share no memory: there the loads are
/// ir::Load::isUnchanging. After the other versions.
void copyApart(ir::Module &module);

} // namespace pyk2ptx

#endif
