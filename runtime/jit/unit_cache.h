// Compiled units on disk.
#ifndef PYK2PTX_JIT_UNIT_CACHE_H
#define PYK2PTX_JIT_UNIT_CACHE_H

#include "disk_cache.h"
#include "runtime/jit/cpu/device.h"

#include <pyk2ptx/jit.h>

#include <memory>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A hash of all that a unit depends on: program, settings, architecture or the
/// host's processor, this build of the compiler. Nothing where the build is not
/// known.
[[nodiscard]] std::optional<CacheKey> keyOf(const CapturedProgram &program,
                                            const std::string &arch,
                                            const JitSettings &settings);

/// A unit with the identities of the files it was made of. `object` is the CPU
/// device's code.
[[nodiscard]] std::string packUnit(const JitUnit &unit,
                                   const HostObject &object);
/// Null unless it is whole and those files are as they were, imports lead to
/// them, libdevice is the one that would be taken now, and host code can be
/// loaded.
[[nodiscard]] std::shared_ptr<JitUnit> unpackUnit(std::string_view bytes,
                                                  const JitSettings &settings);

} // namespace pyk2ptx

#endif
