// Arguments of `pyk2ptx run` that are of the file's classes.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_DATACLASS_ARGUMENT_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_DATACLASS_ARGUMENT_H

#include "arguments.h"
#include "frontend/parse/source_loader.h"
#include "frontend/parse/syntax.h"

#include <optional>
#include <string>

namespace pyk2ptx {

/// [NAME=]Params(1, y=2.5), where Params is a dataclass of numbers in `module`
/// or imported there, or [NAME=]Color.RED, a member of an enumeration; nothing
/// when `text` is neither.
[[nodiscard]] std::optional<Result<RunArgument>>
parseOfClass(const std::string &text, const syntax::Module &module,
             SourceLoader *loader);

} // namespace pyk2ptx

#endif
