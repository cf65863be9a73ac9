// Room for recursion.
#ifndef PYK2PTX_COMPILER_LARGE_STACK_H
#define PYK2PTX_COMPILER_LARGE_STACK_H

#include <functional>

namespace pyk2ptx {

/// Calls `work` on a thread with a stack of 256 MiB (address space; memory only
/// as it is touched) and waits for it. Every phase walks trees by recursion,
/// and a host program's thread may have little stack left. Where no such thread
/// can be made, `work` runs on the caller's.
void runOnLargeStack(const std::function<void()> &work);

} // namespace pyk2ptx

#endif
