// options.td as data: LLVM's option library does the spelling (prefixes,
// aliases, joined and separate values, the nearest known option).
#ifndef PYK2PTX_TOOLS_OPTIONS_OPTION_TABLE_H
#define PYK2PTX_TOOLS_OPTIONS_OPTION_TABLE_H

#include <llvm/Option/OptTable.h>
#include <llvm/Option/Option.h>

#include <string>

namespace pyk2ptx {

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "options.inc"
#undef OPTION
};

/// Whose an option is; options.td names them.
enum OptionVisibility {
  DefaultVis = llvm::opt::DefaultVis,
  RunVis = 1 << 1,
};

class OptionTable : public llvm::opt::GenericOptTable {
public:
  /// The options of the compiler (DefaultVis) or of `run` (RunVis).
  explicit OptionTable(OptionVisibility whose);

  [[nodiscard]] llvm::opt::Visibility whose() const {
    return llvm::opt::Visibility(whose_);
  }
  /// "unknown option `-bound`; did you mean `--bounds`?", or where to look.
  [[nodiscard]] std::string unknown(const std::string &word) const;
  /// What --help prints of the options.
  [[nodiscard]] std::string help(const char *usage, const char *title) const;

private:
  OptionVisibility whose_;
};

} // namespace pyk2ptx

#endif
