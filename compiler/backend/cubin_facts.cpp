// A cubin is an ELF file whose section .nv.info lists attributes: a byte for
// the form, one for the attribute, and a value by the form. Those that are
// wanted have the form "sized": a symbol's number and a number. NVIDIA does not
// document it; tests compare it with what ptxas -v prints.
#include "cubin_facts.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Object/ELF.h>
#include <llvm/Support/Endian.h>

#include <algorithm>

namespace pyk2ptx {

namespace {

using Elf = llvm::object::ELFFile<llvm::object::ELF64LE>;

constexpr unsigned sizedForm = 4;
enum Attribute : unsigned {
  FrameSize = 0x11,
  MinStackSize = 0x12,
  RegisterCount = 0x2f
};

using FactsBySymbol = std::map<std::uint32_t, CubinFacts>;

/// The attributes of a .nv.info; what is cut off is left out.
void readAttributes(llvm::ArrayRef<std::uint8_t> bytes, FactsBySymbol &facts) {
  while (bytes.size() >= 4) {
    unsigned form = bytes[0];
    unsigned attribute = bytes[1];
    std::size_t size =
        form == sizedForm ? llvm::support::endian::read16le(&bytes[2]) : 0;
    bytes = bytes.drop_front(4);
    if (size > bytes.size())
      return;
    bool isWanted = attribute == FrameSize || attribute == MinStackSize ||
                    attribute == RegisterCount;
    if (isWanted && size == 8) {
      CubinFacts &of = facts[llvm::support::endian::read32le(bytes.data())];
      std::uint32_t value = llvm::support::endian::read32le(&bytes[4]);
      if (attribute == RegisterCount)
        of.registers = value;
      else
        of.localBytes = std::max(of.localBytes, value);
    }
    bytes = bytes.drop_front(size);
  }
}

/// The name of a symbol in the section's table, or "".
std::string nameOf(const Elf &elf, const Elf::Elf_Shdr &section,
                   std::uint32_t symbol) {
  auto table = elf.getSection(section.sh_link);
  if (!table) {
    llvm::consumeError(table.takeError());
    return "";
  }
  auto found = elf.getSymbol(*table, symbol);
  auto names = elf.getStringTableForSymtab(**table);
  std::string text;
  if (found && names) {
    auto name = (*found)->getName(*names);
    text = name ? name->str() : "";
    if (!name)
      llvm::consumeError(name.takeError());
  }
  if (!found)
    llvm::consumeError(found.takeError());
  if (!names)
    llvm::consumeError(names.takeError());
  return text;
}

} // namespace

std::map<std::string, CubinFacts> readCubinFacts(const std::string &cubin) {
  std::map<std::string, CubinFacts> facts;
  auto elf = Elf::create(cubin);
  if (!elf) {
    llvm::consumeError(elf.takeError());
    return facts;
  }
  auto sections = elf->sections();
  if (!sections) {
    llvm::consumeError(sections.takeError());
    return facts;
  }
  for (const Elf::Elf_Shdr &section : *sections) {
    auto name = elf->getSectionName(section);
    auto bytes = elf->getSectionContents(section);
    if (name && bytes && *name == ".nv.info") {
      FactsBySymbol bySymbol;
      readAttributes(*bytes, bySymbol);
      for (const auto &[symbol, of] : bySymbol)
        if (of.registers > 0)
          if (std::string function = nameOf(*elf, section, symbol);
              !function.empty())
            facts[function] = of;
    }
    if (!name)
      llvm::consumeError(name.takeError());
    if (!bytes)
      llvm::consumeError(bytes.takeError());
  }
  return facts;
}

} // namespace pyk2ptx
