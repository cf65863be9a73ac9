// The attributes of machine code, in an ELF file made here: what ptxas writes
// is compared in tests/cli/test_images.py. Damaged files are no reason to fail.
#include "compiler/backend/cubin_facts.h"

#include <gmock/gmock.h>

#include <cstring>
#include <vector>

using namespace pyk2ptx;

namespace {

void append(std::string &to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    to += static_cast<char>(i < 8 ? value >> (8 * i) & 0xff : 0);
}

void attribute(std::string &to, unsigned kind, std::uint32_t symbol,
               std::uint32_t value) {
  append(to, 4, 1);
  append(to, kind, 1);
  append(to, 8, 2);
  append(to, symbol, 4);
  append(to, value, 4);
}

struct Section {
  std::string name, bytes;
  unsigned type, link, entrySize;
};

/// The file's head, the sections' contents, and their table.
std::string elfOf(const std::vector<Section> &sections) {
  std::string names(1, '\0'), body, table(64, '\0');
  std::size_t at = 64;
  for (const Section &section : sections) {
    const std::string &bytes =
        section.name == ".shstrtab" ? names : section.bytes;
    append(table, names.size(), 4);
    append(table, section.type, 4);
    append(table, 0, 16);
    if (section.name == ".shstrtab")
      names += section.name + '\0';
    append(table, at + body.size(), 8);
    append(table, bytes.size(), 8);
    append(table, section.link, 4);
    append(table, 0, 4);
    append(table, 8, 8);
    append(table, section.entrySize, 8);
    if (section.name != ".shstrtab")
      names += section.name + '\0';
    body += bytes;
    body.resize((body.size() + 7) / 8 * 8, '\0');
  }
  std::string head = "\x7f"
                     "ELF\x02\x01\x01\x33\x08";
  head.resize(16, '\0');
  append(head, 2, 2);
  append(head, 190, 2);
  append(head, 1, 4);
  append(head, 0, 16);
  append(head, at + body.size(), 8);
  append(head, 0, 4);
  append(head, 64, 2);
  append(head, 0, 4);
  append(head, 64, 2);
  append(head, sections.size() + 1, 2);
  append(head, sections.size(), 2);
  return head + body + table;
}

std::string cubin() {
  std::string names = std::string(1, '\0') + "first" + '\0' + "second" + '\0';
  std::string symbols(24, '\0');
  for (unsigned name : {1u, 7u}) {
    append(symbols, name, 4);
    append(symbols, 0x12, 4);
    append(symbols, 0, 16);
  }
  std::string info;
  attribute(info, 0x11, 1, 16);
  attribute(info, 0x2f, 1, 40);
  // Attributes of other forms, and others of this one, are passed over.
  append(info, 0x00000a03, 4);
  attribute(info, 0x17, 1, 7);
  attribute(info, 0x12, 1, 64);
  attribute(info, 0x2f, 2, 8);
  // No register count.
  attribute(info, 0x11, 3, 8);
  return elfOf({{".strtab", names, 3, 0, 0},
                {".symtab", symbols, 2, 1, 24},
                {".nv.info", info, 0x70000000, 2, 0},
                {".shstrtab", "", 3, 0, 0}});
}

TEST(CubinFacts, AreRead) {
  auto facts = readCubinFacts(cubin());
  ASSERT_EQ(facts.size(), 2u);
  EXPECT_EQ(facts["first"].registers, 40u);
  EXPECT_EQ(facts["first"].localBytes, 64u);
  EXPECT_EQ(facts["second"].registers, 8u);
  EXPECT_EQ(facts["second"].localBytes, 0u);
}

TEST(CubinFacts, OfNoCubinNothingIsKnown) {
  EXPECT_TRUE(readCubinFacts("").empty());
  EXPECT_TRUE(readCubinFacts("// PTX").empty());
  EXPECT_TRUE(readCubinFacts(std::string(4096, '\xff')).empty());
}

// Each in memory of its own size, where an address sanitizer sees what is read
// behind it.
TEST(CubinFacts, DamagedOnesDoNotFail) {
  std::string whole = cubin();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_LE(readCubinFacts(whole.substr(0, size)).size(), 2u);
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (unsigned value : {0u, 1u, 0x7fu, 0xffu}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(value);
      EXPECT_LE(readCubinFacts(damaged).size(), 3u);
    }
}

} // namespace
