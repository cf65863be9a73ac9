// A fatbin is a header and, behind each other, images with a header of 64 bytes
// each, padded to 8: what `fatbinary --compress=false` writes for cubins. All
// numbers are little-endian.
#include "device_link.h"

#include <cstdint>
#include <cstdlib>

namespace pyk2ptx {

namespace {

void append(std::string &out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out += i < 8 ? static_cast<char>(value >> (8 * i) & 0xff) : '\0';
}

/// The version that an entry's header repeats: of a cubin its ELF header's ABI
/// version, of PTX its ISA, both as (minor, major).
std::pair<unsigned, unsigned> versionOf(const FatbinEntry &entry) {
  if (!entry.isPtx)
    return {entry.content.size() > 8
                ? static_cast<unsigned char>(entry.content[8])
                : 7U,
            1};
  std::size_t at = entry.content.find(".version ");
  if (at == std::string::npos)
    return {0, 6};
  char *end = nullptr;
  unsigned long major = std::strtoul(entry.content.c_str() + at + 9, &end, 10);
  unsigned long minor = *end == '.' ? std::strtoul(end + 1, nullptr, 10) : 0;
  return {static_cast<unsigned>(minor), static_cast<unsigned>(major)};
}

void appendEntry(std::string &out, const FatbinEntry &entry) {
  constexpr unsigned entryHeader = 64;
  // PTX ends in a zero.
  std::string content = entry.content;
  if (entry.isPtx)
    content += '\0';
  content.resize((content.size() + 7) / 8 * 8, '\0');
  auto [minor, major] = versionOf(entry);
  unsigned long arch =
      std::strtoul(entry.arch.c_str() + entry.arch.find('_') + 1, nullptr, 10);
  append(out, entry.isPtx ? 1 : 2, 2);
  append(out, 0x101, 2);
  append(out, entryHeader, 4);
  append(out, content.size(), 8);
  append(out, 0, 8);
  append(out, minor, 2);
  append(out, major, 2);
  append(out, arch, 4);
  append(out, 0, 8);
  // 64-bit, Linux; and whether it is for one GPU or one family of them.
  char last = entry.arch.empty() ? '0' : entry.arch.back();
  append(out, last == 'a' ? 0x100011 : last == 'f' ? 0x200011 : 0x11, 8);
  append(out, 0, 16);
  out += content;
}

} // namespace

std::string makeFatbin(const std::vector<FatbinEntry> &entries) {
  constexpr unsigned fatbinHeader = 16;
  std::string body;
  for (const FatbinEntry &entry : entries)
    appendEntry(body, entry);
  std::string out;
  append(out, 0xBA55ED50, 4);
  append(out, 1, 2);
  append(out, fatbinHeader, 2);
  append(out, body.size(), 8);
  return out + body;
}

} // namespace pyk2ptx
