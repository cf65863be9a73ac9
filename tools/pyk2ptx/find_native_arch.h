// --arch=native
#ifndef PYK2PTX_TOOLS_FIND_NATIVE_ARCH_H
#define PYK2PTX_TOOLS_FIND_NATIVE_ARCH_H

#include <pyk2ptx/error.h>

#include <string>

namespace pyk2ptx {

/// The architecture of the first GPU: "sm_90". The error says why there is
/// none.
[[nodiscard]] Result<std::string> findNativeArch();

} // namespace pyk2ptx

#endif
