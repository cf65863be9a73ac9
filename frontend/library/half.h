// 16-bit floats: float16 and bfloat16 meet other numbers as floats do, their
// functions are computed in float32 and rounded, and cuda.fp16 and cuda.bf16
// have names of their own for all of it.
#ifndef PYK2PTX_FRONTEND_LIBRARY_HALF_H
#define PYK2PTX_FRONTEND_LIBRARY_HALF_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// cuda.fp16.hadd(x, y) and its like; nothing when the name is none of them.
std::optional<Operand> callHalf(Emitter &e, const std::string &path,
                                const syntax::Call &node, SourceRange range);

/// Whether it is a function of cuda.fp16 or cuda.bf16.
bool isHalfName(const std::string &path);

/// The type in which a float's functions are computed: float32 for the 16-bit
/// ones, whose results are rounded.
Type computedIn(const Type &type);

} // namespace pyk2ptx

#endif
