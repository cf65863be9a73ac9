// Complex numbers are taken apart here: their arithmetic becomes arithmetic on
// the parts, so that everything behind the checker (contraction, ranges, both
// devices) sees only floats, and a complex number is what `complex(re, im)`
// makes and `np.real`, `np.imag` read.
#ifndef PYK2PTX_FRONTEND_VALUES_COMPLEX_H
#define PYK2PTX_FRONTEND_VALUES_COMPLEX_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

/// Reports a complex operand where none can be; true when it did.
bool refuseComplex(Emitter &e, const std::string &name, const Operand &operand,
                   const char *wayOut);
Operand complexPart(Emitter &e, Operand number, bool isImag, SourceRange range);
ir::ExprPtr makeComplex(ir::ExprPtr real, ir::ExprPtr imag, SourceRange range);
Operand complexBinary(Emitter &e, syntax::BinaryOp op, Operand left,
                      Operand right, SourceRange range);
Operand complexCompare(Emitter &e, syntax::CompareOp op, Operand left,
                       Operand right, SourceRange range);
/// The least or the greatest by real part, then imaginary part; of NumPy's
/// kind, nan where one is.
Operand complexExtreme(Emitter &e, bool isMin, bool keepsNan,
                       std::vector<Operand> operands, SourceRange range);
/// Changes the signs of the parts: negation, conjugation.
Operand complexSigns(Emitter &e, Operand number, bool isNegative,
                     SourceRange range);
Operand complexAbs(Emitter &e, Operand number, SourceRange range);
Operand callComplex(Emitter &e, std::vector<Operand> args, SourceRange range);
/// np.real and its like. NpAngle, NpConj, RealPart, ImagPart.
Operand callComplexPart(Emitter &e, Builtin builtin, Operand arg,
                        SourceRange range);
Operand callPrelude(Emitter &e, Builtin builtin, const syntax::Call &node,
                    SourceRange range);
Operand callPrelude(Emitter &e, const FunctionValue &function,
                    const std::string &name, std::vector<Operand> args,
                    SourceRange range);
/// cmath's function for NumPy's function of a complex number; nothing when
/// `arg` is real or there is none.
std::optional<Operand> numpyComplex(Emitter &e, Builtin builtin, Operand &arg,
                                    SourceRange range);

} // namespace pyk2ptx

#endif
