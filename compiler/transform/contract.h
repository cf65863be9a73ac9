// The contract transformation: which float operations round only once.
#ifndef PYK2PTX_COMPILER_TRANSFORM_CONTRACT_H
#define PYK2PTX_COMPILER_TRANSFORM_CONTRACT_H

#include "frontend/ir/ir.h"

namespace pyk2ptx {

/// Within one expression, turns a*b + c, c + a*b, a*b - c and c - a*b of floats
/// into FusedMultiplyAdd (of two products, the left one is fused). All other
/// operations round on their own, on both devices; so results do not depend on
/// what an optimizer makes of them.
void contract(ir::Module &module);

} // namespace pyk2ptx

#endif
