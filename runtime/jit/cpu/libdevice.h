// libdevice's functions for the CPU device.
#ifndef PYK2PTX_JIT_CPU_LIBDEVICE_H
#define PYK2PTX_JIT_CPU_LIBDEVICE_H

#include <string_view>

namespace pyk2ptx {

/// The host's equivalent of __nv_<name>, with the same parameters; null for a
/// function of the GPU only.
void *hostLibdevice(std::string_view name);

} // namespace pyk2ptx

#endif
