// The rows of builtins.def as data. Lookup is a binary search over the names,
// sorted at compile time.
#include "builtins.h"

#include <algorithm>
#include <array>

namespace pyk2ptx {

namespace {

constexpr BuiltinInfo rows[] = {
#define BUILTIN(enumerator, name, signature, effect, lowering, doc)            \
  {Builtin::enumerator, name, Signature::signature, Effect::effect, doc},
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

/// NumPy's names of what a row does, for scalars.
struct BuiltinAlias {
  std::string_view name, row;
};
static constexpr BuiltinAlias aliases[] = {
    {"breakpoint", "cuda.breakpoint"},
    {"cuda.cluster_ctaid.x", "cuda.clusterBlockIdx.x"},
    {"cuda.cluster_ctaid.y", "cuda.clusterBlockIdx.y"},
    {"cuda.cluster_ctaid.z", "cuda.clusterBlockIdx.z"},
    {"cuda.cluster_nctaid.x", "cuda.clusterDim.x"},
    {"cuda.cluster_nctaid.y", "cuda.clusterDim.y"},
    {"cuda.cluster_nctaid.z", "cuda.clusterDim.z"},
    {"cuda.cluster_ctarank", "cuda.clusterBlockRank"},
    {"cuda.cluster_nctarank", "cuda.clusterSize"},
    {"cuda.reduce_add_sync", "cuda.redux_sync_add"},
    {"cuda.reduce_and_sync", "cuda.redux_sync_and"},
    {"cuda.reduce_max_sync", "cuda.redux_sync_max"},
    {"cuda.reduce_min_sync", "cuda.redux_sync_min"},
    {"cuda.reduce_or_sync", "cuda.redux_sync_or"},
    {"cuda.reduce_xor_sync", "cuda.redux_sync_xor"},
    {"np.abs", "abs"},
    {"np.absolute", "abs"},
    {"np.acos", "math.acos"},
    {"np.acosh", "math.acosh"},
    {"np.arccos", "math.acos"},
    {"np.arccosh", "math.acosh"},
    {"np.arcsin", "math.asin"},
    {"np.arcsinh", "math.asinh"},
    {"np.arctan", "math.atan"},
    {"np.arctan2", "math.atan2"},
    {"np.arctanh", "math.atanh"},
    {"math.gcd", "np.gcd"},
    {"math.lcm", "np.lcm"},
    {"np.amax", "np.max"},
    {"np.amin", "np.min"},
    {"np.around", "np.round"},
    {"np.asin", "math.asin"},
    {"np.asinh", "math.asinh"},
    {"np.atan", "math.atan"},
    {"np.atan2", "math.atan2"},
    {"np.atanh", "math.atanh"},
    {"np.bitwise_not", "np.invert"},
    {"np.cbrt", "math.cbrt"},
    {"np.ceil", "ceil"},
    {"np.conjugate", "np.conj"},
    {"np.copysign", "math.copysign"},
    {"np.cos", "math.cos"},
    {"np.cosh", "math.cosh"},
    {"np.deg2rad", "math.radians"},
    {"np.degrees", "math.degrees"},
    {"np.divmod", "divmod"},
    {"np.exp", "math.exp"},
    {"np.exp2", "math.exp2"},
    {"np.expm1", "math.expm1"},
    {"np.fabs", "math.fabs"},
    {"np.fix", "trunc"},
    {"np.float_power", "math.pow"},
    {"np.floor", "floor"},
    {"np.frexp", "math.frexp"},
    {"np.hypot", "math.hypot"},
    {"np.isfinite", "math.isfinite"},
    {"np.isinf", "math.isinf"},
    {"np.isnan", "math.isnan"},
    {"np.ldexp", "math.ldexp"},
    {"np.log", "math.log"},
    {"np.log10", "math.log10"},
    {"np.log1p", "math.log1p"},
    {"np.log2", "math.log2"},
    {"np.modf", "math.modf"},
    {"np.nextafter", "math.nextafter"},
    {"np.power", "pow"},
    {"np.rad2deg", "math.degrees"},
    {"np.radians", "math.radians"},
    {"np.rint", "rint"},
    {"np.sin", "math.sin"},
    {"np.sinh", "math.sinh"},
    {"np.sqrt", "math.sqrt"},
    {"np.tan", "math.tan"},
    {"np.tanh", "math.tanh"},
    {"np.trunc", "trunc"},
    {"operator.abs", "abs"},
    {"operator.pow", "pow"},
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

} // namespace pyk2ptx
