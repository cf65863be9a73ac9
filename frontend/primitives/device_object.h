// Calls of the objects that nvmath.device makes.
#ifndef PYK2PTX_FRONTEND_PRIMITIVES_DEVICE_OBJECT_H
#define PYK2PTX_FRONTEND_PRIMITIVES_DEVICE_OBJECT_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// MM(...), MM.execute(...), FFT's the same, and methods that give a constant;
/// `method` is "" for a call of the object itself.
Operand callDeviceObject(Emitter &e, const Value &object,
                         const std::string &method, const syntax::Call &node,
                         SourceRange range);

} // namespace pyk2ptx

#endif
