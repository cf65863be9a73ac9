// Characters as UTF-8 has them.
#ifndef PYK2PTX_FRONTEND_MESSAGES_UTF8_H
#define PYK2PTX_FRONTEND_MESSAGES_UTF8_H

#include <cstdint>
#include <string>
#include <string_view>

namespace pyk2ptx {

/// The code point at `at`, which moves behind it. `text` is valid UTF-8.
std::uint32_t decodeUtf8(std::string_view text, std::uint32_t &at);
void appendUtf8(std::uint32_t codePoint, std::string &text);
/// "U+00A0"
std::string codePointName(std::uint32_t codePoint);

} // namespace pyk2ptx

#endif
