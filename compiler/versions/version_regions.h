// version_regions: guards leave straight code.
#ifndef PYK2PTX_COMPILER_VERSIONS_VERSION_REGIONS_H
#define PYK2PTX_COMPILER_VERSIONS_VERSION_REGIONS_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Statements one after the other with several guarded indices are twice there:
/// without guards where a test before them says that all are inside. For
/// threads that branch cheaply: not for the CPU device, which runs them side by
/// side in one loop.
void versionRegions(ir::Module &module);

} // namespace pyk2ptx

#endif
