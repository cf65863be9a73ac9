// What names of libraries are that have a value.
#ifndef PYK2PTX_FRONTEND_CONSTANTS_LIBRARY_H
#define PYK2PTX_FRONTEND_CONSTANTS_LIBRARY_H

#include "value.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pyk2ptx {

/// The value of a known library name ("math.pi", "np.float32"); a Path when it
/// names something else.
Value pathValue(const std::string &dotted);
/// float4, int2, float32x4, ... by CUDA's or numba's name.
std::optional<Type> vectorByName(const std::string &name);
/// NumPy's text of a fixed length, by its name ("S5", "U8") or its length,
/// which has a limit.
std::optional<Type> charsByName(const std::string &name);
std::optional<Type> charsOfLength(bool isUnicode, std::int64_t length);
/// xoroshiro128p_type: two words.
Type randomStateType();
/// A record type by a library's name: "cuda.float4".
std::optional<Type> libraryType(const std::string &path);
/// Whether a module of this dotted name is a library's and no project file.
bool isLibrary(const std::string &module);
/// "numba.cuda.grid" -> "cuda.grid", "numpy" -> "np", ...
std::string canonicalPath(const std::string &dotted);

} // namespace pyk2ptx

#endif
