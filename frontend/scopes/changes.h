// Which objects of a file's names change while the program runs.
#ifndef PYK2PTX_FRONTEND_SCOPES_CHANGES_H
#define PYK2PTX_FRONTEND_SCOPES_CHANGES_H

#include "scope.h"

namespace pyk2ptx {

/// Fills in of each scope `rebound`, `changed`, `changers`, `shared`,
/// `updated`, `partlyUpdated`, and of the file what it stores elsewhere.
void findChanges(const syntax::Module &module, Scope &scope);

} // namespace pyk2ptx

#endif
