// The intrinsics of CUDA: atomics, warps, bits, cache hints.
#ifndef PYK2PTX_FRONTEND_LIBRARY_CUDA_H
#define PYK2PTX_FRONTEND_LIBRARY_CUDA_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Whether memory of the array's elements can be accessed so.
bool canAccess(Emitter &e, const char *name, ir::AtomicOp op, const Type &array,
               SourceRange range);
Operand callLibdevice(Emitter &e, std::uint16_t row, const syntax::Call &node,
                      SourceRange range);
/// Of three arguments.
Operand callFma(Emitter &e, std::vector<Operand> args, SourceRange range);

/// The element of an atomic.add(a[i], "x", 1); false after a message.
bool fieldElement(Emitter &e, const char *name, ir::AtomicOp op,
                  Operand &reference, Operand field, ir::Atomic &atomic,
                  Type &element, SourceRange range);

} // namespace pyk2ptx

#endif
