// cuda.fp8: numbers to and from the bits of 8-bit floats, by the names of
// cuda_fp8.h.
#ifndef PYK2PTX_FRONTEND_LIBRARY_FP8_H
#define PYK2PTX_FRONTEND_LIBRARY_FP8_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// cuda.fp8's conversions; nothing when the name is none of them.
std::optional<Operand> callFp8(Emitter &e, const std::string &path,
                               const syntax::Call &node, SourceRange range);

/// Whether it is cuda.fp8 or a function of it.
bool isFp8Name(const std::string &path);

} // namespace pyk2ptx

#endif
