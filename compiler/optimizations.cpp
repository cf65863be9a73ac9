// The list of --passes=.
#include "frontend/messages/diagnostics.h"

#include <pyk2ptx/optimizations.h>

#include <iterator>
#include <vector>

namespace pyk2ptx {

namespace {

const OptimizationRow *rowOf(std::string_view name) {
  for (const OptimizationRow &row : optimizationRows)
    if (row.name == name)
      return &row;
  return nullptr;
}

std::string unknown(std::string_view name) {
  std::vector<std::string> names = {"all", "none", "gpu"};
  for (const OptimizationRow &row : optimizationRows)
    names.emplace_back(row.name);
  std::string text = "no optimization is called `" + std::string(name) + "`";
  if (std::string near = nearestName(name, names); !near.empty())
    return text + "; did you mean `" + near + "`?";
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "; there are " : ", ") + names[i];
  return text;
}

} // namespace

std::string readOptimizations(std::string_view list, Optimizations &result) {
  result.setAll(list.starts_with('-'));
  while (true) {
    std::size_t comma = list.find(',');
    std::string_view name = list.substr(0, comma);
    bool runs = !name.starts_with('-');
    if (!runs)
      name.remove_prefix(1);
    const OptimizationRow *row = rowOf(name);
    if (row)
      result.set(row->optimization, runs);
    else if (runs && (name == "all" || name == "none" || name == "gpu"))
      result.setAll(name != "none");
    else
      return unknown(name);
    if (name == "gpu")
      result.setGpusOnCpu();
    if (comma == std::string_view::npos)
      return "";
    list.remove_prefix(comma + 1);
  }
}

} // namespace pyk2ptx
