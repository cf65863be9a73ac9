// What both command lines say of the code and of messages.
#include "option_reader.h"

#include "frontend/types/types.h"

namespace pyk2ptx {

std::optional<std::string> OptionReader::value(OptionId id) const {
  const llvm::opt::Arg *arg = args_.getLastArg(id);
  if (!arg)
    return std::nullopt;
  return std::string(arg->getValue());
}

void OptionReader::readGiven(CompileOptions &compile) {
  compile.signatures = args_.getAllArgValues(OPT_sig_EQ);
  compile.links = args_.getAllArgValues(OPT_link_EQ);
  for (const std::string &text : args_.getAllArgValues(OPT_D)) {
    std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      fail("-D takes NAME=VALUE, not `" + text + "`");
    else
      compile.defines.emplace_back(text.substr(0, equals),
                                   text.substr(equals + 1));
  }
}

template <typename Result>
void OptionReader::readBool(const char *name, OptionId id, Result &result) {
  auto text = value(id);
  if (!text)
    return;
  if (*text != "true" && *text != "false")
    fail(std::string(name) + " takes true or false, not `" + *text + "`");
  result = *text == "true";
}

void OptionReader::readCode(CompileOptions &compile) {
  if (auto level = value(OPT_O)) {
    if (level->size() != 1 || level->front() < '0' || level->front() > '3')
      fail("-O takes 0, 1, 2 or 3, not `" + *level + "`");
    else
      compile.optLevel = level->front() - '0';
  }
  if (auto list = value(OPT_passes_EQ))
    if (std::string wrong = readOptimizations(*list, compile.optimizations);
        !wrong.empty())
      fail("--passes: " + wrong);
  if (args_.hasArg(OPT_debug)) {
    compile.debug = true;
    compile.bounds = BoundsMode::Raise;
  }
  if (auto mode = value(OPT_bounds_EQ)) {
    if (*mode == "guard")
      compile.bounds = BoundsMode::Guard;
    else if (*mode == "raise")
      compile.bounds = BoundsMode::Raise;
    else if (*mode == "none")
      compile.bounds = BoundsMode::None;
    else
      fail("--bounds takes guard, raise or none, not `" + *mode + "`");
  }
  if (auto rules = value(OPT_typing_EQ)) {
    if (*rules != "python" && *rules != "numba")
      fail("--typing takes python or numba, not `" + *rules + "`");
    compile.typing = *rules == "numba" ? Typing::Numba : Typing::Python;
  }
  readBool("--fmad", OPT_fmad_EQ, compile.fmad);
  compile.fastMath = args_.hasArg(OPT_fast_math);
  readBool("--ftz", OPT_ftz_EQ, compile.ftz);
  readBool("--prec-div", OPT_prec_div_EQ, compile.precDiv);
  readBool("--prec-sqrt", OPT_prec_sqrt_EQ, compile.precSqrt);
  if (auto file = value(OPT_libdevice_EQ))
    compile.libdevice = *file;
}

DiagnosticForm OptionReader::readForm() {
  auto form = value(OPT_diagnostics_EQ);
  if (!form || *form == "text")
    return DiagnosticForm::Text;
  if (*form != "json" && *form != "sarif")
    fail("--diagnostics takes text, json or sarif, not `" + *form + "`");
  return *form == "json" ? DiagnosticForm::Json : DiagnosticForm::Sarif;
}

} // namespace pyk2ptx
