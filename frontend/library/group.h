// Cooperative groups, at compile time: a group is no object but a path,
// "cuda.cg.tile_group.16", whose methods the checker writes out as registers,
// barriers and warp operations.
#ifndef PYK2PTX_FRONTEND_LIBRARY_GROUP_H
#define PYK2PTX_FRONTEND_LIBRARY_GROUP_H

#include "rows.h"

namespace pyk2ptx {

bool isGroup(const Operand &operand);
/// The group that the row's `path` names.
Operand checkThisGroup(Emitter &e, BuiltinCall &&call, const char *path);
/// group.name(args)
Operand callGroupMethod(Emitter &e, Operand group,
                        const syntax::Attribute &access,
                        const syntax::Call &node, SourceRange range);

} // namespace pyk2ptx

#endif
