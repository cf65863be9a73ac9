// Which calls of the checks code can do without, once what they are about is
// known.
#ifndef PYK2PTX_COMPILER_HOST_HOST_CHECKS_H
#define PYK2PTX_COMPILER_HOST_HOST_CHECKS_H

#include "compiler/target/host_sites.h"

#include <pyk2ptx/abi.h>

#include <vector>

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace pyk2ptx {

/// Behind a kernel's symbol: one of its threads.
inline constexpr const char *hostThreadSuffix = ".thread";

/// For a module of these kernels, none of whose accesses leaves its array: the
/// threads' calls of the checks ask HostCheck first. Sets HostSites::onlyRead.
void settleChecks(llvm::PassBuilder &builder,
                  const std::vector<KernelInfo> &kernels, HostSites &sites);

} // namespace pyk2ptx

#endif
