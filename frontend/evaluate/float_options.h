// How float32 arithmetic may leave IEEE 754: what the command line and
// cuda.jit(fastmath=) say of it, together.
#ifndef PYK2PTX_FRONTEND_EVALUATE_FLOAT_OPTIONS_H
#define PYK2PTX_FRONTEND_EVALUATE_FLOAT_OPTIONS_H

#include "evaluate.h"
#include "frontend/ir/ir.h"

#include <optional>

namespace pyk2ptx {

/// nvcc's flags; what is not given follows `fast`.
struct FloatOptions {
  /// --fast-math
  bool fast = false;
  /// --ftz=, --prec-div=, --prec-sqrt=
  std::optional<bool> ftz, precDiv, precSqrt;
};

/// `decorated` is the kernel's fastmath=, which wins over --fast-math.
[[nodiscard]] ir::FloatMode floatModeOf(const FloatOptions &options,
                                        std::optional<bool> decorated);

/// fastmath= of cuda.jit into `options`: a truth value, or LLVM's flags as a
/// name, a list, a set or a dictionary to truth values. The reason when it is
/// none of these.
[[nodiscard]] Value readFastMath(const syntax::Keyword &keyword,
                                 const Value &value, const Scope &scope,
                                 Evaluator &evaluator, JitOptions &options);

} // namespace pyk2ptx

#endif
