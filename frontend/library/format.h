// f-strings in print: each value with its format, as a conversion of C's
// printf, which is what CUDA prints with.
#ifndef PYK2PTX_FRONTEND_LIBRARY_FORMAT_H
#define PYK2PTX_FRONTEND_LIBRARY_FORMAT_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// What a kernel prints, some of it perhaps None.
void printAll(Emitter &e, std::vector<Operand> operands, std::size_t from,
              const std::vector<const syntax::Expr *> &texts,
              const std::string &separator, const std::string &end,
              SourceRange range, ir::Block &block);

} // namespace pyk2ptx

#endif
