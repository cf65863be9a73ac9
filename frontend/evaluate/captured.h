// What the checker reads of a program's functions (pyk2ptx/captured.h).
#ifndef PYK2PTX_FRONTEND_EVALUATE_CAPTURED_H
#define PYK2PTX_FRONTEND_EVALUATE_CAPTURED_H

#include "evaluate.h"
#include "frontend/messages/diagnostics.h"

#include <pyk2ptx/captured.h>

#include <memory>
#include <optional>
#include <vector>

namespace pyk2ptx {

/// The function's text where its file has it: lines before `firstLine` are
/// empty, and an indented function stands in a block. Null, with a diagnostic,
/// when it is not UTF-8.
[[nodiscard]] std::unique_ptr<Source>
makeCapturedSource(const CapturedFunction &function, Diagnostics &diagnostics);

/// A constant as the evaluator has them. `functions` are the program's.
[[nodiscard]] Value evaluateCaptured(const CapturedValue &value,
                                     const std::vector<Value> &functions);

/// The only function of a text; null when there is none.
[[nodiscard]] const syntax::FunctionDef *
findCaptured(const syntax::Module &tree, CapturedFunction::Form form);

/// The file's scope, or the text's.
[[nodiscard]] const Scope &fileOf(const Scope &scope);

/// "float32[::1], float" as the types of a kernel's parameters; the reason
/// when they cannot be read.
[[nodiscard]] Value evaluateTypes(const std::string &types);

} // namespace pyk2ptx

#endif
