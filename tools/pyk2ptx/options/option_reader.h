// What the values of options mean, for both command lines. Of repeated options
// the last one counts, as with every compiler; the first fault is the one that
// is told.
#ifndef PYK2PTX_TOOLS_OPTIONS_OPTION_READER_H
#define PYK2PTX_TOOLS_OPTIONS_OPTION_READER_H

#include "option_table.h"
#include "tools/pyk2ptx/output/render_json.h"

#include <pyk2ptx/compile.h>

#include <llvm/ADT/StringRef.h>
#include <llvm/Option/ArgList.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A whole number from 1 to `most`, all of `text`.
inline bool readCount(llvm::StringRef text, std::uint32_t most,
                      std::uint32_t &count) {
  return !text.getAsInteger(10, count) && count > 0 && count <= most;
}

class OptionReader {
protected:
  explicit OptionReader(const llvm::opt::InputArgList &args) : args_(args) {}

  void fail(const std::string &text) {
    if (fault_.empty())
      fault_ = text;
  }

  [[nodiscard]] std::optional<std::string> value(OptionId id) const;

  /// --sig, -D, --link
  void readGiven(CompileOptions &compile);
  /// -O, --bounds, --typing, ... --libdevice; not -G, which means more to each.
  void readCode(CompileOptions &compile);
  /// The facts of `list`, which `option` has given.
  void readFacts(const char *option, llvm::StringRef list, LaunchFacts &facts);
  /// --variant, behind readCode: what is true of every launch is true of those
  /// of a variant.
  void readVariants(CompileOptions &compile);
  [[nodiscard]] DiagnosticForm readForm();

  const llvm::opt::InputArgList &args_;
  std::string fault_;

private:
  template <typename Result>
  void readBool(const char *name, OptionId id, Result &result);
};

} // namespace pyk2ptx

#endif
