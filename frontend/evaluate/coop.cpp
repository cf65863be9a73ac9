// What a maker of cooperative primitives gives is a function of the prelude
// that knows the maker's arguments, as functools.partial would give it. The
// keyword-only parameters of that function are the maker's, in its order.
#include "device_object.h"

#include "prelude.h"

#include <algorithm>

namespace pyk2ptx {

using namespace syntax;

/// "block_sum" of "cuda.coop.block.make_sum"; "" for what is no maker.
static std::string madeName(const std::string &path) {
  static constexpr std::string_view names[] = {
#define COOP(name, doc)
#define COOP_CLASS(name, doc)
#define COOP_MAKER(sort, name, doc) std::string_view(sort "_" name),
#include "frontend/tables/coop.def"
#undef COOP
#undef COOP_MAKER
#undef COOP_CLASS
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

static const Value *givenTo(const FunctionValue &made, std::string_view name) {
  for (const auto &[given, value] : made.bound->keywords)
    if (given == name)
      return &value;
  return nullptr;
}

/// Algorithms of loads and stores.
static std::vector<std::string_view> moves() {
  return {"direct",    "striped",        "vectorize",
          "transpose", "warp_transpose", "warp_transpose_timesliced"};
}

/// What is wrong with the values that a maker got; "" for nothing.
static std::string faultOf(std::string_view name, const FunctionValue &made) {
  struct Row {
    std::string_view part;
    std::vector<std::string_view> algorithms;
  };
  static const Row rows[] = {
      {"reduce", {"raking", "raking_commutative_only", "warp_reductions"}},
      {"sum", {"raking", "raking_commutative_only", "warp_reductions"}},
      {"scan", {"raking", "raking_memoize", "warp_scans"}},
      {"load", moves()},
      {"store", moves()}};
  const Value *items = givenTo(made, "items_per_thread");
  if (items && items->isInteger() && items->number.asInt() < 1)
    return "`items_per_thread` is at least 1, not " +
           std::to_string(items->number.asInt());
  const Value *mode = givenTo(made, "mode");
  if (mode && mode->kind == Value::Kind::String && mode->text != "inclusive" &&
      mode->text != "exclusive")
    return "`mode` is 'inclusive' or 'exclusive', not '" + mode->text + "'";
  const Value *algorithm = givenTo(made, "algorithm");
  if (!algorithm || algorithm->kind != Value::Kind::String)
    return "";
  std::string_view part = name.substr(name.find('_') + 1);
  if (part.ends_with("_sum") || part.ends_with("_scan"))
    part = "scan";
  for (const Row &row : rows)
    if (row.part == part &&
        std::ranges::find(row.algorithms, algorithm->text) ==
            row.algorithms.end()) {
      std::string text = "`algorithm` is ";
      for (std::size_t i = 0; i < row.algorithms.size(); ++i)
        text += std::string(i == 0                           ? ""
                            : i + 1 == row.algorithms.size() ? " or "
                                                             : ", ") +
                "'" + std::string(row.algorithms[i]) + "'";
      return text + ", not '" + algorithm->text + "'";
    }
  return "";
}

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
  if (std::string fault = faultOf(madeName(path), made.function);
      !fault.empty())
    return Value::unknown(range, fault);
  return made;
}

/// What a primitive of the maker's takes of scratch memory, as its text in
/// prelude/coop*.py asks for it.
namespace {

class Storage {
public:
  /// `value` is what one item takes; with two numbers, two arrays.
  Storage(std::vector<std::int64_t> value, std::int64_t threads,
          std::int64_t items)
      : value_(std::move(value)), threads_(threads), items_(items) {}

  std::int64_t of(std::string_view name) const {
    std::int64_t all = threads_ * items_;
    if (name.starts_with("warp_") || name == "block_load" ||
        name == "block_store")
      return 0;
    if (name == "block_reduce" || name == "block_sum")
      return values(value_, 32);
    if (name.starts_with("block_radix_sort")) {
      std::int64_t counters = 4 * radixLanes * threads_;
      std::int64_t items = (all + all / 32) * value_[0];
      return before({4}) + (counters + items > tight
                                ? values({1}, std::max(counters, items))
                                : values({1}, counters) + values({1}, items));
    }
    if (name == "block_exchange" || name.starts_with("block_merge_sort"))
      return values(value_, all);
    return before(value_) + values(value_, 1);
  }

private:
  static constexpr std::int64_t radixLanes = 9, tight = 32768;

  static std::int64_t values(const std::vector<std::int64_t> &parts,
                             std::int64_t count) {
    std::int64_t bytes = 0;
    for (std::int64_t part : parts)
      bytes += (part * count + 15) / 16 * 16;
    return bytes;
  }
  /// A scan: the totals of warps, and without whole warps their sums.
  std::int64_t before(const std::vector<std::int64_t> &parts) const {
    if (threads_ == 32)
      return 0;
    return values(parts, 32) * (threads_ % 32 ? 2 : 1);
  }

  std::vector<std::int64_t> value_;
  std::int64_t threads_, items_;
};

/// The numbers of a type, those of records in records, too.
void collectNumbers(const Type &type, std::vector<Type> &numbers) {
  if (type.isRecord())
    for (const RecordField &field : type.record->fields)
      collectNumbers(field.type, numbers);
  else
    numbers.push_back(type);
}

/// Bytes of each number that an item of this dtype is kept as.
std::vector<std::int64_t> partsOf(const Value *dtype) {
  Type type = Type::none();
  if (dtype && dtype->kind == Value::Kind::Type)
    type = dtype->type;
  else if (dtype && dtype->kind == Value::Kind::String)
    if (std::optional<Scalar> scalar = scalarByName(dtype->text))
      type = Type::of(*scalar);
  std::vector<Type> numbers;
  collectNumbers(type, numbers);
  std::vector<std::int64_t> parts;
  for (const Type &number : numbers) {
    auto bytes = number.isScalar() ? static_cast<std::int64_t>(byteSize(number))
                                   : std::int64_t(16);
    if (number.isComplex())
      parts.push_back(bytes / 2);
    parts.push_back(
        std::max(number.isComplex() ? bytes / 2 : bytes, std::int64_t(4)));
  }
  return parts;
}

std::int64_t storageOf(const FunctionValue &made) {
  const Value *threads = givenTo(made, "threads_per_block");
  const Value *items = givenTo(made, "items_per_thread");
  std::int64_t count = 1;
  if (threads && threads->kind == Value::Kind::Tuple) {
    for (const Value &each : threads->elements)
      count *= each.isInteger() ? each.number.asInt() : 1;
  } else if (threads && threads->isInteger()) {
    count = threads->number.asInt();
  }
  bool isCounted = count >= 1 && count <= 1024;
  std::int64_t each = items && items->isInteger() ? items->number.asInt() : 1;
  Storage storage(partsOf(givenTo(made, "dtype")), isCounted ? count : 1024,
                  std::clamp<std::int64_t>(each, 1, 1024));
  constexpr std::string_view prefix = "coop_made_";
  std::string_view name = made.def->name;
  return std::max(storage.of(name.substr(prefix.size())), std::int64_t(16));
}

} // namespace

std::optional<Value> coopAttribute(const Value &made, const std::string &name) {
  if (made.kind != Value::Kind::Function || !made.function.bound ||
      !made.function.def->name.starts_with("coop_made_"))
    return std::nullopt;
  if (name == "files") {
    Value files = Value::tuple({});
    files.isList = true;
    return files;
  }
  if (name == "temp_storage_bytes")
    return Value::of(Number::ofInt(storageOf(made.function)));
  if (name == "temp_storage_alignment")
    return Value::of(Number::ofInt(16));
  return std::nullopt;
}

} // namespace pyk2ptx
