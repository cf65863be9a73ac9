// What --facts= and --variant= say of launches.
#include "option_reader.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

#include <algorithm>
#include <array>

namespace pyk2ptx {

using llvm::StringRef;

namespace {

bool readPower(StringRef text, std::uint32_t most, std::uint32_t &count) {
  return readCount(text, most, count) && (count & (count - 1)) == 0;
}

/// A number for each of the first arguments; 0: not known.
template <std::size_t Count>
bool readOfArguments(StringRef text, unsigned most,
                     std::array<std::uint8_t, Count> &numbers) {
  llvm::SmallVector<StringRef, Count> words;
  text.split(words, 'x');
  if (words.size() > Count)
    return false;
  return std::equal(words.begin(), words.end(), numbers.begin(),
                    [&](StringRef word, std::uint8_t &number) {
                      return !word.getAsInteger(10, number) && number <= most;
                    });
}

bool readBlock(StringRef text, std::uint32_t (&block)[3]) {
  llvm::SmallVector<StringRef, 3> words;
  text.split(words, 'x');
  if (words.size() > 3)
    return false;
  words.resize(3, "1");
  return std::equal(words.begin(), words.end(), block,
                    [](StringRef word, std::uint32_t &extent) {
                      return readCount(word, 1024, extent);
                    }) &&
         block[0] * block[1] * block[2] <= 1024;
}

bool readFact(StringRef fact, LaunchFacts &facts) {
  auto [name, text] = fact.split('=');
  if (name == "small")
    return facts.smallArrays = fact == name;
  if (name == "small-grid")
    return facts.smallGrid = fact == name;
  if (name == "large")
    return facts.isLarge = fact == name;
  if (name == "apart")
    return facts.noAlias = fact == name;
  if (name == "align")
    return readPower(text, 256, facts.alignment);
  if (name == "per-thread")
    return readPower(text, 16, facts.perThread);
  if (name == "last")
    return readOfArguments(text, 255, facts.lastExtents);
  if (name == "sizes")
    return readOfArguments(text, 30, facts.sizeBits);
  return name == "block" && readBlock(text, facts.block);
}

} // namespace

void OptionReader::readFacts(const char *option, StringRef list,
                             LaunchFacts &facts) {
  for (StringRef fact : llvm::split(list, ','))
    if (!readFact(fact, facts))
      fail(option +
           (" takes apart, small, small-grid, large, align=N, block=XxYxZ, "
            "per-thread=N, last=NxNx... and sizes=NxNx..., separated by "
            "commas, not `" +
            fact + "`")
               .str());
}

void OptionReader::readVariants(CompileOptions &compile) {
  for (const std::string &list : args_.getAllArgValues(OPT_variant_EQ))
    readFacts("--variant", list, compile.variants.emplace_back(compile.facts));
  if (!compile.variants.empty() && (args_.hasArg(OPT_G) || compile.debug ||
                                    compile.bounds == BoundsMode::Raise))
    fail("--variant is not for -G, --debug or --bounds=raise, which show "
         "kernels as they are written");
}

} // namespace pyk2ptx
