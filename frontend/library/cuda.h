// The intrinsics of CUDA: atomics, warps, bits, cache hints.
#ifndef PYK2PTX_FRONTEND_LIBRARY_CUDA_H
#define PYK2PTX_FRONTEND_LIBRARY_CUDA_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

struct BuiltinCall;

/// atomic.add(array, index, value) and its like, and accesses with a cache
/// hint.
Operand checkElement(Emitter &e, BuiltinCall &&call, ir::AtomicOp op);
Operand callLibdevice(Emitter &e, std::uint16_t row, const syntax::Call &node,
                      SourceRange range);
/// Of three arguments.
Operand callFma(Emitter &e, std::vector<Operand> args, SourceRange range);

} // namespace pyk2ptx

#endif
