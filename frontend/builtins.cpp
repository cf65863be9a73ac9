// The rows of builtins.def as data. Lookup is a binary search over the names,
// sorted at compile time.
#include "builtins.h"

#include <algorithm>
#include <array>

namespace pyk2ptx {

namespace {

constexpr BuiltinInfo rows[] = {
#define BUILTIN(enumerator, name, signature, lowering, doc)                    \
  {Builtin::enumerator, name, Signature::signature, doc},
#include "builtins.def"
#undef BUILTIN
};

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

std::optional<Builtin> builtinByName(std::string_view name) {
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

} // namespace pyk2ptx
