// Functions that other files define: cuda.declare_device, link=.
#ifndef PYK2PTX_FRONTEND_EVALUATE_EXTERNAL_H
#define PYK2PTX_FRONTEND_EVALUATE_EXTERNAL_H

#include "evaluate.h"

namespace pyk2ptx {

/// cuda.declare_device(...): an External, or the reason why it is none.
[[nodiscard]] Value declareDevice(const syntax::Call &node, const Scope &scope,
                                  Evaluator &evaluator, SourceRange range);

/// The same of a known name and signature; `declaration` has the rest.
[[nodiscard]] Value makeExternal(const std::string &name,
                                 const SignatureTypes &signature,
                                 ExternalDeclaration declaration);

/// link=: a file's name or several. The reason when it is neither.
[[nodiscard]] Value readLinks(const Value &value, SourceRange range,
                              std::vector<ir::LinkedFile> &links);

/// os.path.join and the like.
[[nodiscard]] bool isPathFunction(const std::string &name);
[[nodiscard]] Value foldPath(const std::string &name,
                             const std::vector<Value> &args, SourceRange range);

} // namespace pyk2ptx

#endif
