// NumPy's functions of scalars beyond those that mean a function of math, and
// operators under their names in NumPy and in the module `operator`.
#ifndef PYK2PTX_FRONTEND_LIBRARY_NUMPY_H
#define PYK2PTX_FRONTEND_LIBRARY_NUMPY_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

Operand numpyExtreme(Emitter &e, Builtin builtin, std::vector<Operand> args,
                     SourceRange range);
Operand numpyWhere(Emitter &e, std::vector<Operand> args, SourceRange range);
/// np.add(x, y), operator.lt(x, y); nothing when the name is none of them.
std::optional<Operand> callOperator(Emitter &e, const std::string &path,
                                    const syntax::Call &node,
                                    SourceRange range);

/// Whether a library's name stands for an operator: "np.add", "operator.lt".
bool isOperatorName(const std::string &path);

/// How many operands it takes; 0 for another name.
std::size_t operatorArity(const std::string &path);
Operand callLibrary(Emitter &e, const std::string &path,
                    std::vector<Operand> args, SourceRange range);

} // namespace pyk2ptx

#endif
