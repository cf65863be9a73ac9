// Compiled units on disk.
#ifndef PYK2PTX_JIT_UNIT_CACHE_H
#define PYK2PTX_JIT_UNIT_CACHE_H

#include "disk_cache.h"

#include <pyk2ptx/jit.h>

#include <memory>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A hash of all that a unit depends on: program, settings, architecture, this
/// build of the compiler. Nothing where the build is not known.
[[nodiscard]] std::optional<CacheKey> keyOf(const CapturedProgram &program,
                                            const std::string &arch,
                                            const JitSettings &settings);

/// A unit for a GPU with the identities of the files it was made of.
[[nodiscard]] std::string packUnit(const JitUnit &unit);
/// Null unless it is whole and those files are as they were, libdevice the one
/// that would be taken now.
[[nodiscard]] std::shared_ptr<JitUnit> unpackUnit(std::string_view bytes,
                                                  const JitSettings &settings);

} // namespace pyk2ptx

#endif
