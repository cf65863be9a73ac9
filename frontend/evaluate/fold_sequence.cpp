// Python's functions of containers on constants: what makes them, goes through
// them, and puts them in order. What gives an iterator is what a loop over it
// goes through.
#include "fold.h"

#include <algorithm>
#include <cmath>

namespace pyk2ptx {

using namespace syntax;
using Kind = Value::Kind;

static Value noElements(const HostCall &call) {
  return call.fails("its elements are not constants");
}

// ---- containers ----

std::optional<Value> hostRange(const HostCall &call) {
  std::vector<std::int64_t> ints;
  for (const Value &arg : call.args) {
    if (!arg.isInteger())
      return std::nullopt;
    ints.push_back(arg.number.asInt());
  }
  if (ints.size() == 1)
    ints.insert(ints.begin(), 0);
  if (ints.size() == 2)
    ints.push_back(1);
  if (ints[2] == 0)
    return std::nullopt;
  std::vector<Value> values;
  for (Wide i = ints[0]; ints[2] > 0 ? i < ints[1] : i > ints[1];
       i += ints[2]) {
    if (static_cast<std::int64_t>(values.size()) == mostElements)
      return call.fails("the range has too many elements");
    values.push_back(intValue(i));
  }
  return Value::tuple(std::move(values));
}

std::optional<Value> hostSlice(const HostCall &call) {
  std::size_t count = call.args.size();
  Value slice;
  slice.kind = Kind::Slice;
  slice.elements.assign(3, Value::none());
  for (std::size_t i = 0; i < count; ++i) {
    if (call.args[i].kind != Kind::None && !call.args[i].isInteger())
      return std::nullopt;
    slice.elements[count == 1 ? 1 : i] = call.args[i];
  }
  return slice;
}

std::optional<Value> hostTuple(const HostCall &call) {
  if (call.args.empty())
    return Value::tuple({});
  auto elements = elementsOf(call.args[0]);
  return elements ? Value::tuple(std::move(*elements)) : noElements(call);
}

std::optional<Value> hostList(const HostCall &call) {
  if (call.args.empty())
    return pythonList({});
  auto elements = elementsOf(call.args[0]);
  return elements ? pythonList(std::move(*elements)) : noElements(call);
}

std::optional<Value> hostBytes(const HostCall &call) {
  constexpr std::int64_t most = 1 << 20;
  Value bytes = Value::string("");
  bytes.isBytes = true;
  if (call.args.empty())
    return bytes;
  const Value &given = call.args[0];
  if (given.isInteger()) {
    if (given.number.asInt() < 0 || given.number.asInt() > most)
      return call.fails("`bytes` of so many zeros");
    bytes.text.assign(given.number.bits, '\0');
    return bytes;
  }
  bool isText = given.kind == Kind::String && !given.isBytes;
  auto elements =
      isText || given.kind == Kind::Array ? std::nullopt : elementsOf(given);
  if (!elements)
    return isText ? call.fails("`bytes` of a text needs an encoding")
                  : noElements(call);
  for (const Value &element : *elements) {
    if (!element.isInteger() || element.number.bits > 0xff)
      return call.fails("an element of `bytes` is from 0 to 255");
    bytes.text.push_back(static_cast<char>(element.number.bits));
  }
  return bytes;
}

std::optional<Value> hostSet(const HostCall &call) {
  Value set;
  set.kind = Kind::Set;
  if (call.args.empty())
    return set;
  auto elements = elementsOf(call.args[0], false);
  if (!elements)
    return noElements(call);
  for (const Value &each : *elements)
    if (!addToSet(set, each))
      return std::nullopt;
  return set;
}

std::optional<Value> hostDict(const HostCall &call) {
  const std::vector<Value> &args = call.args;
  Value dict;
  dict.kind = Kind::Dict;
  if (!args.empty() && args[0].kind == Kind::Dict)
    dict = args[0];
  else if (!args.empty())
    for (const Value &pair : elementsOf(args[0]).value_or(args)) {
      if (pair.kind != Kind::Tuple || pair.elements.size() != 2 ||
          !setKey(dict, pair.elements[0], pair.elements[1]))
        return std::nullopt;
    }
  for (const auto &[key, value] : call.keywords)
    if (!setKey(dict, Value::string(key), value))
      return std::nullopt;
  return dict;
}

// ---- what goes through them ----

std::optional<Value> hostReversed(const HostCall &call) {
  auto values = elementsOf(call.args[0]);
  if (!values)
    return noElements(call);
  std::reverse(values->begin(), values->end());
  return pythonList(std::move(*values));
}

std::optional<Value> hostEnumerate(const HostCall &call) {
  auto values = elementsOf(call.args[0]);
  if (!values)
    return noElements(call);
  const Value *first = call.argument(1, "start");
  if (first && !first->isInteger())
    return std::nullopt;
  Wide at = first ? wide(first->number) : 0;
  for (Value &each : *values)
    each = Value::tuple({intValue(at++), std::move(each)});
  return pythonList(std::move(*values));
}

/// What `make` gives of the elements at each place of all of the arguments from
/// `begin` on, as far as the shortest goes.
template <class Make>
static Value sideBySide(const HostCall &call, std::size_t begin, Make make) {
  std::vector<std::vector<Value>> rows;
  std::size_t count = SIZE_MAX;
  for (std::size_t i = begin; i < call.args.size(); ++i) {
    auto elements = elementsOf(call.args[i]);
    if (!elements)
      return noElements(call);
    count = std::min(count, elements->size());
    rows.push_back(std::move(*elements));
  }
  std::vector<Value> values;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Value> parts;
    for (const auto &row : rows)
      parts.push_back(row[i]);
    values.push_back(make(std::move(parts)));
    if (!values.back().isKnown())
      return values.back();
  }
  return pythonList(std::move(values));
}

std::optional<Value> hostZip(const HostCall &call) {
  return sideBySide(call, 0, [](std::vector<Value> parts) {
    return Value::tuple(std::move(parts));
  });
}

std::optional<Value> hostMap(const HostCall &call) {
  return sideBySide(call, 1, [&](const std::vector<Value> &parts) {
    return call.call(call.args[0], parts);
  });
}

std::optional<Value> hostFilter(const HostCall &call) {
  const Value &function = call.args[0];
  auto elements = elementsOf(call.args[1]);
  if (!elements)
    return noElements(call);
  std::vector<Value> values;
  for (Value &each : *elements) {
    std::optional<bool> truth = truthOf(
        function.kind == Kind::None ? each : call.call(function, {each}));
    if (!truth)
      return call.fails("its condition is not a constant");
    if (*truth)
      values.push_back(std::move(each));
  }
  return pythonList(std::move(values));
}

// ---- what is made of all of them ----

std::optional<Value> hostLen(const HostCall &call) {
  const Value &value = call.args[0];
  if (value.kind == Kind::Array)
    return value.shape.empty() ? std::nullopt
                               : std::optional(intValue(value.shape[0]));
  auto elements = elementsOf(value, false);
  return elements ? std::optional(intValue(static_cast<Wide>(elements->size())))
                  : std::nullopt;
}

/// Whether the truth of some element is `wanted`.
static std::optional<bool> hasTruth(const HostCall &call, bool wanted) {
  auto elements = elementsOf(call.args[0], false);
  if (!elements)
    return std::nullopt;
  for (const Value &each : *elements) {
    std::optional<bool> truth = truthOf(each);
    if (!truth || *truth == wanted)
      return truth ? std::optional(true) : std::nullopt;
  }
  return false;
}

std::optional<Value> hostAny(const HostCall &call) {
  std::optional<bool> has = hasTruth(call, true);
  return has ? std::optional(boolValue(*has)) : std::nullopt;
}

std::optional<Value> hostAll(const HostCall &call) {
  std::optional<bool> has = hasTruth(call, false);
  return has ? std::optional(boolValue(!*has)) : std::nullopt;
}

/// sum, which Python 3.12 rounds once more where all are floats: where that
/// tells, neither is the value.
std::optional<Value> hostSum(const HostCall &call) {
  auto elements = elementsOf(call.args[0], false);
  const Value *start = call.argument(1, "start");
  if (!elements)
    return noElements(call);
  double high = 0;
  double low = 0;
  bool hasFloats = false;
  std::vector<Value> all = *elements;
  all.insert(all.begin(), start ? *start : intValue(0));
  Value sum = all[0];
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0)
      sum = foldHost(BinaryOp::Add, sum, all[i], call.range);
    if (!sum.isKnown())
      return sum;
    bool isReal = all[i].isNumeric() && !all[i].number.type.isComplex();
    if (!isReal)
      continue;
    hasFloats = hasFloats || all[i].number.type.isFloat();
    double x = all[i].number.asDouble();
    double next = high + x;
    low +=
        std::fabs(high) >= std::fabs(x) ? (high - next) + x : (x - next) + high;
    high = next;
  }
  bool isFloat = hasFloats && sum.isNumber() && sum.number.type.isFloat();
  bool isSet =
      call.args[0].kind == Kind::Set && call.args[0].elements.size() > 1;
  if (isFloat && (isSet || high + low != sum.number.number) &&
      std::isfinite(sum.number.number))
    return call.fails("how a sum of floats is rounded depends on the version "
                      "of Python; use math.fsum");
  return sum;
}

/// min and max of arguments or of a container.
static Value extremeOf(const HostCall &call, bool isMin) {
  std::vector<Value> values = call.args;
  if (values.size() == 1) {
    auto elements = elementsOf(values[0], false);
    if (!elements)
      return noElements(call);
    values = std::move(*elements);
    if (values.empty())
      if (const Value *none = call.keyword("default"))
        return *none;
  }
  if (values.empty())
    return call.fails("it has no elements");
  const Value *key = call.keyword("key");
  auto keyOf = [&](const Value &value) {
    return key && key->kind != Kind::None ? call.call(*key, {value}) : value;
  };
  const Value *best = &values[0];
  Value bestKey = keyOf(*best);
  for (std::size_t i = 1; i < values.size(); ++i) {
    Value itsKey = keyOf(values[i]);
    std::optional<bool> better =
        isMin ? isLess(itsKey, bestKey) : isLess(bestKey, itsKey);
    if (!better)
      return call.fails("the arguments have no order");
    if (*better) {
      best = &values[i];
      bestKey = itsKey;
    }
  }
  return *best;
}

std::optional<Value> hostMin(const HostCall &call) {
  return extremeOf(call, true);
}
std::optional<Value> hostMax(const HostCall &call) {
  return extremeOf(call, false);
}

/// By keys, and stable, backwards too.
std::optional<Value> hostSorted(const HostCall &call) {
  auto elements = elementsOf(call.args[0], false);
  if (!elements)
    return noElements(call);
  const Value *key = call.keyword("key");
  const Value *reverse = call.keyword("reverse");
  std::vector<std::pair<Value, Value>> keyed;
  for (Value &each : *elements)
    keyed.emplace_back(
        key && key->kind != Kind::None ? call.call(*key, {each}) : each, each);
  bool isDown = reverse && reverse->isTrue();
  for (std::size_t i = 1; i < keyed.size(); ++i)
    for (std::size_t j = i; j > 0; --j) {
      std::optional<bool> less =
          isDown ? isLess(keyed[j - 1].first, keyed[j].first)
                 : isLess(keyed[j].first, keyed[j - 1].first);
      if (!less)
        return call.fails("its elements have no order");
      if (!*less)
        break;
      std::swap(keyed[j], keyed[j - 1]);
    }
  std::vector<Value> values;
  for (auto &[unused, each] : keyed)
    values.push_back(std::move(each));
  return pythonList(std::move(values));
}

} // namespace pyk2ptx
