// What stands at a place, for messages that quote it.
#ifndef PYK2PTX_FRONTEND_HINTS_TEXT_OF_H
#define PYK2PTX_FRONTEND_HINTS_TEXT_OF_H

#include "frontend/messages/source.h"

#include <string>

namespace pyk2ptx {

inline std::string textOf(SourceRange range) {
  return std::string(range.source->text(range));
}

} // namespace pyk2ptx

#endif
