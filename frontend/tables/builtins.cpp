// The rows of builtins.def as data. Lookup is a binary search over the names,
// sorted at compile time.
#include "builtins.h"
#include "builtin_enum.h"

#include <algorithm>
#include <array>

namespace pyk2ptx {

namespace {

/// No constant: a row that needs it does not compile.
void malformed() {}

/// The signature column of a row.
struct Column {
  Signature signature;
  CallForm form;
  RegisterRange range;

  consteval Column(Signature typed) : signature(typed) {
    switch (typed) {
    case Signature::Real:
    case Signature::RealPredicate:
      form.takes = Takes::Ufunc;
      [[fallthrough]];
    case Signature::RealToInt:
    case Signature::RealFraction:
    case Signature::RealPair:
      form.least = form.most = 1;
      break;
    case Signature::Real2:
    case Signature::RealInt:
      form.takes = Takes::Ufunc;
      form.least = form.most = 2;
      break;
    default:
      form.takes = Takes::Syntax;
      break;
    }
  }
  consteval Column(RegisterRange of)
      : signature(Signature::Register), range(of) {
    if (of.low < 0 || of.low > of.high)
      malformed();
    form.takes = Takes::Syntax;
  }
  consteval Column(const char *letters, std::uint16_t least,
                   CallForm::Result result)
      : signature(Signature::Form) {
    std::string_view all = letters;
    if (all.find_first_not_of("mitpvbnrax") != all.npos || least > all.size())
      malformed();
    form = {letters,       least,   static_cast<std::uint16_t>(all.size()),
            Takes::Values, nullptr, result};
  }
  consteval Column(std::uint16_t least, std::uint16_t most,
                   Takes takes = Takes::Values, const char *named = nullptr)
      : signature(Signature::By) {
    if (least > most)
      malformed();
    form = {"", least, most, takes, named, CallForm::Result::None};
  }
};

consteval BuiltinInfo rowOf(Builtin builtin, std::string_view name,
                            const Column &column, Effect effect, Since since,
                            std::string_view doc) {
  return {builtin, name, column.signature, column.form, column.range, effect,
          since,   doc};
}

constexpr auto rows = [] {
  using enum Signature;
  using enum Takes;
  /// No limit that anyone meets.
  constexpr std::uint16_t Many = 1024;
  return std::to_array<BuiltinInfo>({
#define Form(letters, least, result)                                           \
  Column(letters, least, CallForm::Result::result)
#define Everywhere Since()
#define By(function, ...) Column(__VA_ARGS__)
#define BySyntax(function) Column(0, 0, Syntax)
#define With(function, parameter, ...) Column(__VA_ARGS__)
#define SyntaxWith(function, ...) Column(0, 0, Syntax)
#define Register(low, high) Column(RegisterRange{low, high})
#define BUILTIN(enumerator, name, signature, effect, lowering, since, doc)     \
  rowOf(Builtin::enumerator, name, signature, Effect::effect, since, doc),
#include "builtins.def"
#undef BUILTIN
#undef Register
#undef SyntaxWith
#undef With
#undef BySyntax
#undef By
#undef Everywhere
#undef Form
  });
}();

constexpr auto sortedRows = [] {
  std::array<std::uint16_t, std::size(rows)> order{};
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = static_cast<std::uint16_t>(i);
  std::sort(order.begin(), order.end(), [](std::uint16_t a, std::uint16_t b) {
    return rows[a].name < rows[b].name;
  });
  return order;
}();

} // namespace

const BuiltinInfo &builtinInfo(Builtin builtin) {
  return rows[static_cast<std::size_t>(builtin)];
}

/// Another name of a row.
struct BuiltinAlias {
  std::string_view name, row;
};
static constexpr BuiltinAlias aliases[] = {
#define ALIAS(name, row) {name, row},
#include "aliases.def"
#undef ALIAS
};

std::optional<Builtin> builtinByName(std::string_view name) {
  for (const BuiltinAlias &alias : aliases)
    if (alias.name == name)
      return builtinByName(alias.row);
  auto found = std::lower_bound(sortedRows.begin(), sortedRows.end(), name,
                                [](std::uint16_t row, std::string_view key) {
                                  return rows[row].name < key;
                                });
  if (found == sortedRows.end() || rows[*found].name != name)
    return std::nullopt;
  return rows[*found].builtin;
}

std::vector<BuiltinInfo> allBuiltins() {
  return {std::begin(rows), std::end(rows)};
}

std::vector<std::string_view> builtinAliases() {
  std::vector<std::string_view> names;
  for (const BuiltinAlias &alias : aliases)
    names.push_back(alias.name);
  return names;
}

} // namespace pyk2ptx
