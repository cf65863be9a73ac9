// Code points and their bytes. Texts were found to be valid UTF-8 when they
// were read, so nothing is tested here.
#include "utf8.h"

#include <cstdio>

namespace pyk2ptx {

std::uint32_t decodeUtf8(std::string_view text, std::uint32_t &at) {
  auto next = [&]() -> std::uint32_t {
    return at < text.size() ? static_cast<unsigned char>(text[at++]) : 0;
  };
  std::uint32_t first = next();
  if (first < 0x80)
    return first;
  int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  std::uint32_t code = first & (0x3fu >> more);
  for (; more > 0; --more)
    code = code << 6 | (next() & 0x3f);
  return code;
}

void appendUtf8(std::uint32_t codePoint, std::string &text) {
  if (codePoint < 0x80) {
    text += static_cast<char>(codePoint);
    return;
  }
  int more = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
  std::uint32_t mark = more == 1 ? 0xc0 : more == 2 ? 0xe0 : 0xf0;
  text += static_cast<char>(mark | codePoint >> (6 * more));
  while (more-- > 0)
    text += static_cast<char>(0x80 | (codePoint >> (6 * more) & 0x3f));
}

std::string codePointName(std::uint32_t codePoint) {
  char name[16];
  std::snprintf(name, sizeof name, "U+%04X", codePoint);
  return name;
}

} // namespace pyk2ptx
