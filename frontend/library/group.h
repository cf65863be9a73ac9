// Cooperative groups, at compile time: a group is no object but a path,
// "cuda.cg.tile_group.16", whose methods the checker writes out as registers,
// barriers and warp operations.
#ifndef PYK2PTX_FRONTEND_LIBRARY_GROUP_H
#define PYK2PTX_FRONTEND_LIBRARY_GROUP_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

bool isGroup(const Operand &operand);
/// group.name(args)
Operand callGroupMethod(Emitter &e, Operand group,
                        const syntax::Attribute &access,
                        const syntax::Call &node, SourceRange range);

} // namespace pyk2ptx

#endif
