// Characters that look like those of a program: which they are and what to
// write. Private to parse.
#ifndef PYK2PTX_FRONTEND_PARSE_NEAR_CHARACTERS_H
#define PYK2PTX_FRONTEND_PARSE_NEAR_CHARACTERS_H

#include <cstdint>
#include <string>
#include <string_view>

namespace pyk2ptx {

/// What is said of a character that stands where none of its sort may;
/// `spelling` is it.
[[nodiscard]] std::string invalidCharacter(std::string_view spelling,
                                           std::uint32_t codePoint);
/// A digit of another script or width, which begins no name.
[[nodiscard]] bool isOtherDigit(std::uint32_t codePoint);

} // namespace pyk2ptx

#endif
