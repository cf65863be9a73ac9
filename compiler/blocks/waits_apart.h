// Host: where threads wait for each other is a statement of the kernel's own.
#ifndef PYK2PTX_COMPILER_BLOCKS_WAITS_APART_H
#define PYK2PTX_COMPILER_BLOCKS_WAITS_APART_H

#include "frontend/ir/ir.h"

#include <functional>
#include <vector>

namespace pyk2ptx {

/// For every function of the module: whether `isIt` holds of an expression of
/// it or of a callee. Of what recursion or another module does nobody knows:
/// `ofUnknown`.
[[nodiscard]] std::vector<bool>
findCalling(const ir::Module &module,
            const std::function<bool(const ir::Expr &)> &isIt, bool ofUnknown);
/// For every function of the module: whether it or a callee calls a builtin
/// that several threads come to together. Of what recursion or another module
/// does nobody knows: true.
[[nodiscard]] std::vector<bool> findWaiting(const ir::Module &module);

/// Makes functions of `waiting` part of the kernel, and an exchange (see
/// exchanges.h) of every call by which a whole warp exchanges values. False
/// where it cannot; then the kernel is half done, and nobody's to look at.
[[nodiscard]] bool setWaitsApart(const ir::Module &module, ir::Function &kernel,
                                 const std::vector<bool> &waiting);

} // namespace pyk2ptx

#endif
