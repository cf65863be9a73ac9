// What tells files and loaded code from what they were before: what is kept on
// disk depends on them.
#ifndef PYK2PTX_JIT_IDENTITY_H
#define PYK2PTX_JIT_IDENTITY_H

#include <ctime>
#include <string>

namespace pyk2ptx {

/// Place, size and times of a file; "" when there is none.
[[nodiscard]] std::string identityOf(const std::string &path);

/// Of the program or library that `address` lies in: its build, or if the
/// linker left no trace of that, its file.
[[nodiscard]] std::string identityOfCode(const void *address);

/// Changes with each build of this library and of LLVM; "" when not known.
[[nodiscard]] const std::string &buildIdentity();

/// Whether a file was as it is now before `time`: what changed while it was
/// read is not what was made of it.
[[nodiscard]] bool isOlder(const std::string &path,
                           const struct timespec &time);

} // namespace pyk2ptx

#endif
