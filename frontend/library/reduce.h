// NumPy's reductions of arrays in a thread, which are written in Python
// (prelude/reduce.py).
#ifndef PYK2PTX_FRONTEND_LIBRARY_REDUCE_H
#define PYK2PTX_FRONTEND_LIBRARY_REDUCE_H

#include "frontend/emit/emitter.h"

namespace pyk2ptx {

struct BuiltinCall;

/// What a reduction makes of the elements, which says what it takes and gives.
enum class Reduction : std::uint8_t {
  /// These accumulate.
  Sum,
  Product,
  Mean,
  Variance,
  /// The root of the variance, whose function it names.
  Deviation,
  /// One of the elements.
  Element,
  /// How many there are; the only one without `out`.
  Count,
  /// A place, a bool, a difference.
  Other
};

/// np.sum(a) and, of `call.self`, a.sum(): a function of the prelude.
Operand checkReduction(Emitter &e, BuiltinCall &&call, const char *function,
                       Reduction kind);
Operand foldArray(Emitter &e, Builtin builtin, Operand array,
                  SourceRange range);

} // namespace pyk2ptx

#endif
