// The rows, as llvm-tblgen writes them.
#include "option_table.h"

#include <llvm/Support/raw_ostream.h>

namespace pyk2ptx {

namespace {

namespace opt = llvm::opt;
using opt::HelpHidden;

#define OPTTABLE_STR_TABLE_CODE
#include "options.inc"
#undef OPTTABLE_STR_TABLE_CODE

#define OPTTABLE_PREFIXES_TABLE_CODE
#include "options.inc"
#undef OPTTABLE_PREFIXES_TABLE_CODE

constexpr opt::OptTable::Info optionRows[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "options.inc"
#undef OPTION
};

} // namespace

OptionTable::OptionTable(OptionVisibility whose)
    : GenericOptTable(OptionStrTable, OptionPrefixesTable, optionRows),
      whose_(whose) {
  setDashDashParsing(true);
}

std::string OptionTable::unknown(const std::string &word) const {
  std::string near;
  // A short option is near to everything.
  bool isNear = word.size() > 3 && findNearest(word, near, whose()) <= 2;
  return "unknown option `" + word + "`; " +
         (isNear ? "did you mean `" + near + "`?"
                 : std::string("see pyk2ptx ") +
                       (whose_ == RunVis ? "run " : "") + "--help");
}

std::string OptionTable::help(const char *usage, const char *title) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printHelp(stream, usage, title, /*ShowHidden=*/false,
            /*ShowAllAliases=*/false, whose());
  return text;
}

} // namespace pyk2ptx
