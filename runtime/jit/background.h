// Work that nobody waits for.
#ifndef PYK2PTX_JIT_BACKGROUND_H
#define PYK2PTX_JIT_BACKGROUND_H

#include <functional>

namespace pyk2ptx {

/// Runs `task` on a thread that does one after the other. When the process ends
/// the one that runs is waited for, and what is left is dropped; a forked child
/// begins with none. `task` must not throw.
void runInBackground(std::function<void()> task);

/// Returns when all that were given so far have run.
void waitForBackground();

} // namespace pyk2ptx

#endif
