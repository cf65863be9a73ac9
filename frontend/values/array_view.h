// The same memory with other axes.
#ifndef PYK2PTX_FRONTEND_VALUES_ARRAY_VIEW_H
#define PYK2PTX_FRONTEND_VALUES_ARRAY_VIEW_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand recast(Emitter &e, const Operand &array, const Type &type,
               std::vector<Operand> shape, std::vector<Operand> strides,
               SourceRange range);
Operand transposed(Emitter &e, Operand array,
                   const std::vector<std::size_t> &axes, SourceRange range);
Operand flattened(Emitter &e, Operand array, SourceRange range);
Operand isContiguous(Emitter &e, Operand array, bool rowMajor,
                     SourceRange range);

} // namespace pyk2ptx

#endif
