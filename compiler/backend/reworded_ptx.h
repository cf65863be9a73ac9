// reworded_ptx: what ptxas would take for something else.
#ifndef PYK2PTX_COMPILER_BACKEND_REWORDED_PTX_H
#define PYK2PTX_COMPILER_BACKEND_REWORDED_PTX_H

#include <llvm/ADT/StringRef.h>

#include <string>

namespace pyk2ptx {

/// `ptx`, LLVM's, in words of which ptxas makes what they say.
[[nodiscard]] std::string rewordedPtx(llvm::StringRef ptx);

} // namespace pyk2ptx

#endif
