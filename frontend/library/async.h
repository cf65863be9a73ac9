// mbarriers, asynchronous copies into shared memory, and the matrix
// instructions of a warp.
#ifndef PYK2PTX_FRONTEND_LIBRARY_ASYNC_H
#define PYK2PTX_FRONTEND_LIBRARY_ASYNC_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// A C-contiguous array of one axis; false after a message.
bool takeArray(Emitter &e, Builtin builtin, std::size_t number, Operand array,
               Space space, ir::CallBuiltin &call);
/// The index of one of its elements.
bool takeIndex(Emitter &e, Builtin builtin, std::size_t number, Operand index,
               ir::CallBuiltin &call);

} // namespace pyk2ptx

#endif
