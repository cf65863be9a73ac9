// Which name was meant by one that nobody has: for messages that say so.
#ifndef PYK2PTX_FRONTEND_HINTS_NEAR_NAMES_H
#define PYK2PTX_FRONTEND_HINTS_NEAR_NAMES_H

#include "frontend/emit/emitter.h"

#include <string>
#include <vector>

namespace pyk2ptx {

/// "; did you mean `x`?", "" for no name.
std::string didYouMean(const std::string &nearest);
/// The same, or what else is the way out, of a name by itself, where `visible`
/// are there.
std::string meantByName(Emitter &e, const std::string &name,
                        const std::vector<std::string> &visible);
/// Of a library's name ("cuda.sqrt") that kernels do not have.
std::string meantByPath(const std::string &path);
/// Whether some public name is `path` and more: "cuda.atomic".
bool hasPublicNamesIn(const std::string &path);

} // namespace pyk2ptx

#endif
