// Our own bugs: nothing a user can do, so the process ends with status 70.
#ifndef PYK2PTX_FRONTEND_MESSAGES_INTERNAL_ERROR_H
#define PYK2PTX_FRONTEND_MESSAGES_INTERNAL_ERROR_H

#include <cstdio>
#include <cstdlib>
#include <string>

namespace pyk2ptx {

/// Called first, for who cannot end with it: a server leaves by it for where it
/// can go on.
inline void (*onInternalError)(const std::string &) = nullptr;

[[noreturn]] inline void internalError(const std::string &text) {
  if (onInternalError)
    onInternalError(text);
  std::fprintf(stderr, "pyk2ptx: internal error: %s\n", text.c_str());
  std::exit(70);
}

} // namespace pyk2ptx

#endif
