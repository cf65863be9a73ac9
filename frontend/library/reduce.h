// NumPy's reductions of arrays in a thread, which are written in Python
// (prelude/reduce.py).
#ifndef PYK2PTX_FRONTEND_LIBRARY_REDUCE_H
#define PYK2PTX_FRONTEND_LIBRARY_REDUCE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// np.sum(a) and, with `self`, a.sum().
Operand callReduction(Emitter &e, Builtin builtin, Operand *self,
                      const syntax::Call &node, SourceRange range);
Operand foldArray(Emitter &e, Builtin builtin, Operand array,
                  SourceRange range);

} // namespace pyk2ptx

#endif
