// How `pyk2ptx run` prints an array.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_DESCRIBE_ARRAY_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_DESCRIBE_ARRAY_H

#include "npy.h"

#include <string>

namespace pyk2ptx {

/// "float32 (1000,) [0. 1. 2. ... 997. 998. 999.]".
[[nodiscard]] std::string describeArray(const HostArray &array);

} // namespace pyk2ptx

#endif
