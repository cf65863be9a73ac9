// Values as Python writes them. Private to print_syntax and spell.
#ifndef PYK2PTX_FRONTEND_PARSE_PRINT_SYNTAX_TEXT_H
#define PYK2PTX_FRONTEND_PARSE_PRINT_SYNTAX_TEXT_H

#include <string>
#include <string_view>

namespace pyk2ptx {

/// The shortest text that reads back as `value`, always with a point or an
/// exponent: 1.0, 1e+30, inf.
std::string floatText(double value);
/// In double quotes, with escapes, in ASCII but for valid UTF-8.
std::string quoted(std::string_view text);

} // namespace pyk2ptx

#endif
