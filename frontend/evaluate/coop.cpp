// What a maker of cooperative primitives gives is a function of the prelude
// that knows the maker's arguments, as functools.partial would give it. The
// keyword-only parameters of that function are the maker's, in its order.
#include "coop.h"

#include "prelude.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

/// "block_sum" of "cuda.coop.block.make_sum"; "" for what is no maker.
static std::string madeName(const std::string &path) {
  static constexpr std::string_view names[] = {
#define COOP(name, doc)
#define COOP_MAKER(sort, name, doc) std::string_view(sort "_" name),
#include "frontend/tables/coop.def"
#undef COOP
#undef COOP_MAKER
  };
  constexpr std::string_view prefix = "cuda.coop.";
  std::string name = path.starts_with(prefix) ? path.substr(prefix.size()) : "";
  std::size_t dot = name.find('.');
  if (dot == std::string::npos)
    return "";
  std::string own = name.substr(dot + 1);
  if (own.starts_with("make_"))
    own.erase(0, 5);
  name = name.substr(0, dot) + "_" + own;
  return std::ranges::find(names, name) == std::end(names) ? "" : name;
}

bool isCoopMaker(const std::string &path) { return !madeName(path).empty(); }

Value makeCoop(const std::string &path, std::vector<Value> args,
               std::vector<std::pair<std::string, Value>> keywords,
               SourceRange range) {
  Value made;
  made.kind = Value::Kind::Function;
  made.range = range;
  made.function = preludeFunction("coop_made_" + madeName(path));
  std::vector<const Parameter *> params;
  for (const Parameter &param : made.function.def->params)
    if (param.kind == Parameter::Kind::KeywordOnly)
      params.push_back(&param);
  std::string spoken = path.substr(path.find("coop."));
  if (args.size() > params.size())
    return Value::unknown(range, "`" + spoken + "` takes " +
                                     std::to_string(params.size()) +
                                     " arguments at most");
  BoundArguments bound;
  for (std::size_t i = 0; i < args.size(); ++i)
    bound.keywords.emplace_back(params[i]->name, std::move(args[i]));
  for (auto &[name, value] : keywords) {
    auto named = [&](const auto &other) { return other->name == name; };
    bool isGiven = std::ranges::any_of(
        bound.keywords, [&](const auto &each) { return each.first == name; });
    if (isGiven || std::ranges::none_of(params, named))
      return Value::unknown(range,
                            "`" + spoken + "` has no other `" + name + "`");
    bound.keywords.emplace_back(name, std::move(value));
  }
  for (const Parameter *param : params) {
    bool isGiven = std::ranges::any_of(bound.keywords, [&](const auto &each) {
      return each.first == param->name;
    });
    if (!isGiven && !param->defaultValue)
      return Value::unknown(range,
                            "`" + spoken + "` needs `" + param->name + "`");
  }
  made.function.bound =
      std::make_shared<const BoundArguments>(std::move(bound));
  return made;
}

std::optional<Value> coopAttribute(const Value &made, const std::string &name) {
  if (made.kind != Value::Kind::Function || !made.function.bound ||
      !made.function.def->name.starts_with("coop_made_"))
    return std::nullopt;
  if (name == "files") {
    Value files = Value::tuple({});
    files.isList = true;
    return files;
  }
  // Its scratch memory is its own; an array that is given is left alone.
  if (name == "temp_storage_bytes" || name == "temp_storage_alignment")
    return Value::of(Number::ofInt(16));
  return std::nullopt;
}

} // namespace pyk2ptx
