// Names that come from programs' texts reach PTX and object files as they are:
// one that PTX cannot spell would end in an error of LLVM or of ptxas that
// names no line.
#include "symbol.h"

#include <algorithm>
#include <cctype>

namespace pyk2ptx {

namespace {

/// It means something to ptxas, or to the code that is put around kernels.
bool isTaken(const std::string &name) {
  return name == "_" || name == "WARP_SZ" || name == "vprintf" ||
         name.starts_with("__pyk2ptx_") || name.starts_with("pyk2ptx_");
}

bool isLibdevice(const std::string &name) { return name.starts_with("__nv_"); }

} // namespace

std::string escapeName(const std::string &name) {
  std::string result;
  for (unsigned char byte : name) {
    static constexpr char digits[] = "0123456789abcdef";
    if (byte < 0x80) {
      result += static_cast<char>(byte);
    } else {
      result += '$';
      result += digits[byte >> 4];
      result += digits[byte & 15];
    }
  }
  return isTaken(result) || isLibdevice(result) ? result + "$" : result;
}

std::string symbolProblem(const std::string &name) {
  auto isPart = [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '_' || c == '$');
  };
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ||
      !std::ranges::all_of(name, isPart))
    return "`" + name + "` is no name of C's";
  if (isTaken(name))
    return "`" + name + "` has another meaning in the code around kernels";
  return "";
}

} // namespace pyk2ptx
