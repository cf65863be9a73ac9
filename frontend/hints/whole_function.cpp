// The warnings that look at a function as a whole, one after the other. The
// prelude's functions are not the user's, and have none.
#include "whole_function.h"
#include "text_of.h"

#include <cctype>

namespace pyk2ptx {

static bool isWordByte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '.';
}

bool isNumeral(const SourceRange &range) {
  if (!range.source)
    return false;
  std::string text = textOf(range);
  bool found = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!isWordByte(text[at]))
      continue;
    if (std::isdigit(static_cast<unsigned char>(text[at])) == 0 &&
        text[at] != '.')
      return false;
    found = true;
    while (at < text.size() && isWordByte(text[at]))
      ++at;
  }
  return found;
}

std::string nameOf(const ir::Function &function, ir::SlotId slot) {
  const std::string &name = function.slots[slot].name;
  return name.substr(0, name.find('.'));
}

void warnOfFunction(const ir::Function &function, bool statesTypes,
                    Diagnostics &diagnostics) {
  const Source *source = function.range.source;
  if (!source || source->name().starts_with("<prelude/"))
    return;
  Assigned assigned(function);
  warnOfOutside(function, assigned, diagnostics);
  warnOfCertain(function, statesTypes, diagnostics);
  warnOfLoneBarriers(function, assigned, diagnostics);
  warnOfNone(function, diagnostics);
}

} // namespace pyk2ptx
