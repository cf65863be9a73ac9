// Tests that others make needless.
#ifndef PYK2PTX_COMPILER_TRANSFORM_IMPLIED_TESTS_H
#define PYK2PTX_COMPILER_TRANSFORM_IMPLIED_TESTS_H

#include "compiler/analyze/loop_span.h"
#include "compiler/facts/inequalities.h"

namespace pyk2ptx {

/// Of `tests`, which are made at the place that `known` is at, those that are
/// true where the result is.
[[nodiscard]] LoopTests withoutImplied(LoopTests tests, Inequalities &known);

} // namespace pyk2ptx

#endif
