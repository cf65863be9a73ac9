// Text that went through a word processor, a web page or an input method has
// characters that look like a program's and are none: curly quotes, spaces that
// do not break, dashes, full-width signs. Each is told by its name, since often
// nobody can see it, and with what to write.
#include "near_characters.h"

#include "frontend/messages/utf8.h"

namespace pyk2ptx {

namespace {

struct Row {
  std::uint32_t first, last;
  const char *name;
  /// What to write; null: nothing.
  const char *meant;
};
constexpr Row rows[] = {
    {0x85, 0x85, "a line break of EBCDIC", "a line feed"},
    {0xa0, 0xa0, "a no-break space", "a space"},
    {0xab, 0xab, "a quotation mark", "`\"`"},
    {0xad, 0xad, "a soft hyphen", nullptr},
    {0xb2, 0xb2, "a superscript", "`**2`"},
    {0xb3, 0xb3, "a superscript", "`**3`"},
    {0xb4, 0xb4, "an accent", "`'`"},
    {0xbb, 0xbb, "a quotation mark", "`\"`"},
    {0xd7, 0xd7, "a multiplication sign", "`*`"},
    {0xf7, 0xf7, "a division sign", "`/`"},
    {0x2000, 0x200a, "a space of typography", "a space"},
    {0x200b, 0x200b, "a space without width", nullptr},
    {0x200c, 0x200d, "a joiner without width", nullptr},
    {0x200e, 0x200f, "a mark of direction", nullptr},
    {0x2010, 0x2011, "a hyphen of typography", "`-`"},
    {0x2012, 0x2015, "a dash", "`-`"},
    {0x2018, 0x201b, "a curly quote", "`'`"},
    {0x201c, 0x201f, "a curly quote", "`\"`"},
    {0x2026, 0x2026, "an ellipsis", "`...`"},
    {0x2028, 0x2029, "a separator of lines", "a line feed"},
    {0x202a, 0x202e, "a mark of direction", nullptr},
    {0x202f, 0x202f, "a no-break space", "a space"},
    {0x2032, 0x2032, "a prime", "`'`"},
    {0x2033, 0x2033, "a prime", "`\"`"},
    {0x2039, 0x203a, "a quotation mark", "`'`"},
    {0x2044, 0x2044, "a fraction slash", "`/`"},
    {0x205f, 0x205f, "a space of typography", "a space"},
    {0x2060, 0x2060, "a joiner without width", nullptr},
    {0x2190, 0x2190, "an arrow", "`=`"},
    {0x2192, 0x2192, "an arrow", "`->`"},
    {0x2208, 0x2208, "a sign of mathematics", "`in`"},
    {0x2212, 0x2212, "a minus sign", "`-`"},
    {0x2215, 0x2215, "a division slash", "`/`"},
    {0x2217, 0x2217, "an asterisk", "`*`"},
    {0x221a, 0x221a, "a root sign", "`math.sqrt`"},
    {0x221e, 0x221e, "infinity", "`math.inf`"},
    {0x2227, 0x2227, "a sign of logic", "`and`"},
    {0x2228, 0x2228, "a sign of logic", "`or`"},
    {0x2260, 0x2260, "a sign of comparison", "`!=`"},
    {0x2264, 0x2264, "a sign of comparison", "`<=`"},
    {0x2265, 0x2265, "a sign of comparison", "`>=`"},
    {0x22c5, 0x22c5, "a multiplication sign", "`*`"},
    {0x3000, 0x3000, "an ideographic space", "a space"},
    {0x3001, 0x3001, "an ideographic comma", "`,`"},
    {0x3002, 0x3002, "an ideographic full stop", "`.`"},
    {0x300c, 0x300f, "a quotation mark", "`\"`"},
    {0x3010, 0x3010, "a bracket", "`[`"},
    {0x3011, 0x3011, "a bracket", "`]`"},
    {0xfeff, 0xfeff, "a byte order mark", nullptr},
};

constexpr std::uint32_t firstFullWidth = 0xff01, lastFullWidth = 0xff5e;

bool isFullWidth(std::uint32_t codePoint) {
  return codePoint >= firstFullWidth && codePoint <= lastFullWidth;
}

} // namespace

bool isOtherDigit(std::uint32_t codePoint) {
  return codePoint >= 0xff10 && codePoint <= 0xff19;
}

std::string invalidCharacter(std::string_view spelling,
                             std::uint32_t codePoint) {
  std::string text = "invalid character `" + std::string(spelling) + "` (" +
                     codePointName(codePoint) + ")";
  if (isFullWidth(codePoint)) {
    auto narrow = static_cast<char>(codePoint - firstFullWidth + '!');
    return text + ", of full width; write `" + narrow + "`";
  }
  for (const Row &row : rows)
    if (codePoint >= row.first && codePoint <= row.last)
      return text + ", " + row.name + "; " +
             (row.meant ? "write " + std::string(row.meant) : "delete it");
  return text;
}

} // namespace pyk2ptx
