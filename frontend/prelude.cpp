// Complex functions, in Python: quotients, powers and cmath.
//
// They are generic: a parameter is complex64 or complex128 as the argument is,
// and literals are weak, so one text serves both widths. Thresholds are chosen
// to be right for both: beyond 1e18 or 1e30 the leading term of an asymptotic
// series is exact to the last bit of a float64, and 1e30 is far from float32's
// largest number. Branch cuts, signed zeros, infinities and nan are CPython's;
// where CPython raises (cmath.log(0), 1 / 0j) the value is that of NumPy.
#include "prelude.h"

#include "parse.h"

namespace pyk2ptx {

/// prelude_text.cpp
extern const char *const arithmeticText, *const cmathText;
/// time_text.cpp, fp8_text.cpp, group_text.cpp
extern const char *const timeText, *const fp8Text, *const groupText;
/// chars_text.cpp
extern const char *const charsText;

namespace {

/// Parsed once a process, at the first use, and never changed.
struct Prelude {
  Source source;
  syntax::Module tree;
  std::unique_ptr<Scope> scope;

  explicit Prelude(const char *text) : source("<prelude>", text) {
    Diagnostics messages;
    if (std::optional<syntax::Module> parsed = parse(source, messages))
      tree = std::move(*parsed);
    scope = makeScope(tree);
    scope->isPrelude = true;
  }
};

std::optional<FunctionValue> find(const Prelude &prelude,
                                  const std::string &name) {
  for (const syntax::FunctionDef *def : prelude.scope->functions)
    if (def->name == name) {
      FunctionValue function;
      function.def = def;
      function.scope = prelude.scope->inner.at(def).get();
      return function;
    }
  return std::nullopt;
}

} // namespace

/// Several files, so that a quotient does not pay for cmath.
FunctionValue preludeFunction(const std::string &name) {
  if (name.starts_with("time_")) {
    static const Prelude times(timeText);
    return find(times, name).value_or(FunctionValue());
  }
  if (name.starts_with("chars_")) {
    static const Prelude chars(charsText);
    return find(chars, name).value_or(FunctionValue());
  }
  if (name.starts_with("fp8_")) {
    static const Prelude floats(fp8Text);
    return find(floats, name).value_or(FunctionValue());
  }
  if (name.starts_with("group_")) {
    static const Prelude groups(groupText);
    return find(groups, name).value_or(FunctionValue());
  }
  static const Prelude arithmetic(arithmeticText);
  if (std::optional<FunctionValue> function = find(arithmetic, name))
    return *function;
  static const Prelude cmath(cmathText);
  return find(cmath, name).value_or(FunctionValue());
}

bool isComplexParameter(const syntax::Parameter &param) {
  const auto *name = param.annotation
                         ? std::get_if<syntax::Name>(&param.annotation->node)
                         : nullptr;
  return name && name->id == "complex";
}

} // namespace pyk2ptx
