// Looks up what does the work of what kernels do not have.
#include "refused.h"

#include <iterator>
#include <string_view>

namespace pyk2ptx {

namespace {

struct Refusal {
  const char *what;
  const char *instead;
};

constexpr Refusal refusals[] = {
#define REFUSED(what, instead) {what, instead},
#define REFUSED_METHOD(name, instead)
#include "refused.def"
#undef REFUSED
#undef REFUSED_METHOD
};

} // namespace

const char *nearestThing(const std::string &what) {
  for (const Refusal &row : refusals)
    if (std::string_view name = row.what;
        what == name || (name.ends_with('.') && (what + ".").starts_with(name)))
      return row.instead;
  return nullptr;
}

} // namespace pyk2ptx
