// A JSON string holds everything but quotes, backslashes and controls as it is.
#include "render_json.h"

#include "source.h"

namespace pyk2ptx {

static std::size_t sequenceLength(unsigned char first) {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

void appendJsonString(std::string &out, std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else if (byte >= 0x80 &&
               findInvalidUtf8(text.substr(i, sequenceLength(byte))) !=
                   std::string_view::npos) {
      out += "\\ufffd";
    } else if (byte >= 0x80) {
      out += text.substr(i, sequenceLength(byte));
      i += sequenceLength(byte) - 1;
    } else {
      out += c;
    }
  }
  out += '"';
}

} // namespace pyk2ptx
