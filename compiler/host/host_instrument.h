// Puts a call of the checks before every access of memory that kernels share.
#ifndef PYK2PTX_COMPILER_HOST_HOST_INSTRUMENT_H
#define PYK2PTX_COMPILER_HOST_HOST_INSTRUMENT_H

#include "compiler/target/host_sites.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pyk2ptx {

/// The kind of metadata that says which of HostSites::sites an instruction
/// belongs to: !{i32}.
inline constexpr const char *hostSiteMetadata = "pyk2ptx.site";

/// To be run on what `lower` made, before any optimization. Sets
/// HostSites::granule.
void instrumentAccesses(llvm::Module &module, HostSites &sites);

} // namespace pyk2ptx

#endif
