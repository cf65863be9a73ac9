// numba's CPU compiler takes LLVM's flags one by one, its CUDA compiler looks
// whether there are any. Here "fast" and "afn", which allow approximate
// functions, choose nvcc's -use_fast_math. The others permit rewritings that
// are not made (nnan, ninf, nsz, arcp, reassoc) or are made anyway (contract).
#include "float_options.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

ir::FloatMode floatModeOf(const FloatOptions &options,
                          std::optional<bool> decorated) {
  ir::FloatMode mode;
  mode.fast = decorated.value_or(options.fast);
  mode.ftz = options.ftz.value_or(mode.fast);
  mode.approximateDivision = !options.precDiv.value_or(!mode.fast);
  mode.approximateSqrt = !options.precSqrt.value_or(!mode.fast);
  return mode;
}

namespace {

constexpr std::string_view flagNames[] = {
    "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc"};

/// The reason when `value` names no flag.
Value addFlag(const Value &value, SourceRange range, bool &fast) {
  if (!value.isKnown())
    return value;
  bool isName = value.kind == Value::Kind::String &&
                std::find(std::begin(flagNames), std::end(flagNames),
                          value.text) != std::end(flagNames);
  if (!isName)
    return Value::unknown(range, "`fastmath` is True, False, or some of fast, "
                                 "nnan, ninf, nsz, arcp, contract, afn, "
                                 "reassoc");
  fast |= value.text == "fast" || value.text == "afn";
  return Value::none();
}

} // namespace

Value readFastMath(const Keyword &keyword, const Value &value,
                   const Scope &scope, Evaluator &evaluator,
                   JitOptions &options) {
  bool fast = false;
  SourceRange range = keyword.value->range;
  const auto *other = std::get_if<UnsupportedExpr>(&keyword.value->node);
  bool isDictionary = other && other->what == "dictionary";
  if (value.isNumber()) {
    options.fastMath = value.number.isTrue();
    return Value::none();
  }
  if (value.kind == Value::Kind::None)
    return Value::none();
  if (other && (isDictionary || other->what == "set")) {
    std::size_t step = isDictionary ? 2 : 1;
    for (std::size_t i = 0; i + step <= other->elements.size(); i += step) {
      bool named = false;
      const Expr &name = *other->elements[i];
      Value added = addFlag(evaluator.evaluate(name, scope), name.range, named);
      if (!added.isKnown())
        return added;
      Value given = isDictionary
                        ? evaluator.evaluate(*other->elements[i + 1], scope)
                        : Value::of(Number::ofBool(true));
      if (!given.isNumber())
        return Value::unknown(other->elements[i + 1]->range,
                              "a flag of `fastmath` is True or False");
      fast |= named && given.number.isTrue();
    }
  } else {
    std::vector<Value> names = {value};
    if (value.kind == Value::Kind::Tuple)
      names = value.elements;
    for (const Value &name : names) {
      Value added = addFlag(name, range, fast);
      if (!added.isKnown())
        return added;
    }
  }
  options.fastMath = fast;
  return Value::none();
}

} // namespace pyk2ptx
