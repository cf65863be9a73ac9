// Elements and parts of constants: of tuples, texts, dicts and arrays; and what
// arrays have behind a dot.
#include "fold.h"

#include <algorithm>

namespace pyk2ptx {

using Kind = Value::Kind;

// ---- elements and parts ----

std::optional<SlicePlaces> placesOf(const Value &slice, std::int64_t size) {
  for (const Value &part : slice.elements)
    if (part.kind != Kind::None && !part.isInteger())
      return std::nullopt;
  auto part = [&](std::size_t i, std::int64_t none) {
    const Value &value = slice.elements[i];
    return value.kind == Kind::None ? none : value.number.asInt();
  };
  SlicePlaces places;
  places.step = part(2, 1);
  if (places.step == 0 || places.step == INT64_MIN)
    return std::nullopt;
  bool isDown = places.step < 0;
  auto clamped = [&](std::int64_t at) {
    at += at < 0 ? size : 0;
    return std::clamp(at, isDown ? std::int64_t(-1) : std::int64_t(0),
                      isDown ? size - 1 : size);
  };
  bool startsHere = slice.elements[0].kind != Kind::None;
  bool endsHere = slice.elements[1].kind != Kind::None;
  places.first = startsHere ? clamped(part(0, 0)) : isDown ? size - 1 : 0;
  std::int64_t last = endsHere ? clamped(part(1, 0)) : isDown ? -1 : size;
  std::int64_t span = isDown ? places.first - last : last - places.first;
  std::int64_t stride = isDown ? -places.step : places.step;
  places.count = span <= 0 ? 0 : (span - 1) / stride + 1;
  return places;
}

/// A tuple's or a text's part, or one element.
static Value subscriptSequence(const Value &base,
                               const std::vector<Value> &elements,
                               const Value &index, SourceRange range) {
  auto size = static_cast<std::int64_t>(elements.size());
  if (index.kind != Kind::Slice) {
    if (!index.isInteger())
      return Value::unknown(range, "the index is not a constant");
    std::int64_t at = index.number.asInt();
    at += at < 0 ? size : 0;
    if (at < 0 || at >= size)
      return Value::unknown(range, base.kind == Kind::String
                                       ? "the index is outside the text"
                                       : "the index is outside the tuple");
    return elements[static_cast<std::size_t>(at)];
  }
  std::optional<SlicePlaces> places = placesOf(index, size);
  if (!places)
    return Value::unknown(range, "the slice is not a constant");
  Value part = Value::tuple({});
  part.isList = base.isList;
  for (std::int64_t i = 0; i < places->count; ++i)
    part.elements.push_back(
        elements[static_cast<std::size_t>(places->first + i * places->step)]);
  if (base.kind != Kind::String)
    return part;
  Value text = Value::string("");
  text.isBytes = base.isBytes;
  for (const Value &each : part.elements)
    text.text += base.isBytes
                     ? std::string(1, static_cast<char>(each.number.asInt()))
                     : each.text;
  return text;
}

/// One index of each axis: for `...` and behind the last, all of it. Nothing
/// for too many.
static std::optional<std::vector<Value>>
indicesOf(const std::vector<Value> &given, std::size_t rank) {
  std::vector<Value> indices = given;
  if (given.size() == 1 && given[0].kind == Kind::Tuple && !given[0].isList)
    indices = given[0].elements;
  Value all;
  all.kind = Kind::Slice;
  all.elements.assign(3, Value::none());
  auto dots = std::find_if(indices.begin(), indices.end(), [](const Value &v) {
    return v.kind == Kind::Ellipsis;
  });
  if (dots != indices.end()) {
    dots = indices.erase(dots);
    if (indices.size() < rank)
      indices.insert(dots, rank - indices.size(), all);
  }
  if (indices.size() > rank)
    return std::nullopt;
  indices.resize(rank, all);
  return indices;
}

/// a[mask] of an array's own shape, and a[places] of an array of one axis;
/// nothing for all else.
static std::optional<Value> elementsAt(const Value &array, const Value &which) {
  if (which.kind != Kind::Array || which.type.record)
    return std::nullopt;
  Type type = which.type.element();
  bool isMask = type.scalar == Scalar::Bool && which.shape == array.shape;
  if (!isMask && (!type.isInteger() || type.scalar == Scalar::Bool ||
                  array.shape.size() != 1))
    return std::nullopt;
  Value part = which;
  part.elements.clear();
  for (std::size_t i = 0; i < which.elements.size(); ++i) {
    std::int64_t place = which.elements[i].number.asInt();
    if (isMask && place == 0)
      continue;
    std::int64_t at = isMask      ? static_cast<std::int64_t>(i)
                      : place < 0 ? place + array.shape[0]
                                  : place;
    if (!isMask && (at < 0 || at >= array.shape[0]))
      return std::nullopt;
    part.elements.push_back(array.elements[static_cast<std::size_t>(at)]);
  }
  if (isMask)
    part.shape = {static_cast<std::int64_t>(part.elements.size())};
  part.type = Type::array(array.type.scalar,
                          static_cast<int>(part.shape.size()), Layout::C);
  return part;
}

/// Takes None out of indices; which of the result's axes they are. Nothing
/// where nobody knows.
static std::optional<std::vector<std::size_t>>
takeNewAxes(std::vector<Value> &indices) {
  std::vector<std::size_t> places;
  std::size_t axes = 0;
  bool isAfterEllipsis = false;
  for (const Value &index : indices) {
    isAfterEllipsis = isAfterEllipsis || index.kind == Kind::Ellipsis;
    if (index.kind == Kind::None && isAfterEllipsis)
      return std::nullopt;
    if (index.kind == Kind::None)
      places.push_back(axes);
    axes += index.kind == Kind::None || index.kind == Kind::Slice ? 1 : 0;
  }
  std::erase_if(indices,
                [](const Value &index) { return index.kind == Kind::None; });
  return places;
}

Value arraySubscript(const Value &array, const std::vector<Value> &all,
                     SourceRange range) {
  Value unknown = Value::unknown(range, "the part of the array is not known "
                                        "before the program runs");
  if (array.type.record)
    return unknown;
  if (all.size() == 1)
    if (std::optional<Value> part = elementsAt(array, all[0]))
      return *part;
  std::vector<Value> given = all;
  std::optional<std::vector<std::size_t>> newAxes = takeNewAxes(given);
  if (!newAxes)
    return unknown;
  std::size_t rank = array.shape.size();
  std::optional<std::vector<Value>> full = indicesOf(given, rank);
  if (!full)
    return unknown;
  const std::vector<Value> &indices = *full;
  Value part;
  part.kind = Kind::Array;
  part.range = array.range;
  // Offsets of the elements so far, axis by axis.
  std::vector<std::int64_t> places = {0};
  for (std::size_t axis = 0; axis < rank; ++axis) {
    std::int64_t extent = array.shape[axis];
    SlicePlaces along;
    if (indices[axis].isInteger()) {
      std::int64_t at = indices[axis].number.asInt();
      along.first = at + (at < 0 ? extent : 0);
      along.count = 1;
      if (along.first < 0 || along.first >= extent)
        return Value::unknown(range, "the index is outside the array");
    } else if (indices[axis].kind == Kind::Slice) {
      auto found = placesOf(indices[axis], extent);
      if (!found)
        return unknown;
      along = *found;
      part.shape.push_back(along.count);
    } else {
      return unknown;
    }
    std::vector<std::int64_t> next;
    for (std::int64_t place : places)
      for (std::int64_t i = 0; i < along.count; ++i)
        next.push_back(place * extent + along.first + i * along.step);
    places = std::move(next);
  }
  for (std::int64_t place : places)
    part.elements.push_back(array.elements[static_cast<std::size_t>(place)]);
  for (std::size_t axis : *newAxes)
    part.shape.insert(part.shape.begin() + static_cast<std::ptrdiff_t>(axis),
                      1);
  if (part.shape.empty())
    return part.elements[0];
  part.type = Type::array(array.type.scalar,
                          static_cast<int>(part.shape.size()), Layout::C);
  return part;
}

/// physical_constants["electron mass"]
static Value physicalConstant(const Value &name, SourceRange range) {
  struct Row {
    const char *name, *path, *unit;
  };
  static constexpr Row rows[] = {
#define PHYSICAL(name, path, unit) {name, path, unit},
#include "frontend/tables/physical_constants.def"
#undef PHYSICAL
  };
  for (const Row &row : rows)
    if (name == Value::string(row.name)) {
      Value value = pathValue(std::string("scipy.constants.") + row.path);
      // Part of the tuple, and unknown only to who asks for it.
      return Value::tuple(
          {value, Value::string(row.unit),
           Value::unknown(range, "uncertainties are not known here")});
    }
  return Value::unknown(range, "the constant is not known here; write its "
                               "value");
}

Value foldSubscript(const Value &base, const std::vector<Value> &indices,
                    SourceRange range) {
  for (const Value &index : indices)
    if (!index.isKnown())
      return index;
  if (base.kind == Kind::Array)
    return arraySubscript(base, indices, range);
  bool isOne = indices.size() == 1;
  if (base == Value::path("scipy.constants.physical_constants") && isOne)
    return physicalConstant(indices[0], range);
  if (base.kind == Kind::Dict) {
    std::optional<std::size_t> place = placeOfKey(
        base, isOne ? indices[0] : Value::tuple(std::vector<Value>(indices)));
    if (place && *place < base.elements.size())
      return base.elements[*place];
    return Value::unknown(range, place ? "it has no such key"
                                       : "the key is not a constant");
  }
  if ((base.kind == Kind::Tuple || base.kind == Kind::String) && isOne)
    return subscriptSequence(base, *elementsOf(base), indices[0], range);
  return base.isKnown()
             ? Value::unknown(range, "the element is not known before the "
                                     "program runs")
             : base;
}

// ---- attributes ----

Value arrayShape(const Value &array) {
  std::vector<Value> extents;
  for (std::int64_t extent : array.shape)
    extents.push_back(intValue(extent));
  return Value::tuple(std::move(extents));
}

Value arrayTransposed(const Value &array) {
  Value result = array;
  std::reverse(result.shape.begin(), result.shape.end());
  for (std::size_t i = 0; i < array.elements.size(); ++i) {
    std::size_t rest = i;
    std::size_t place = 0;
    // The element's index, its last axis first, counted in the old shape.
    std::vector<std::size_t> index;
    for (std::size_t axis = result.shape.size(); axis-- > 0;) {
      index.push_back(rest % static_cast<std::size_t>(result.shape[axis]));
      rest /= static_cast<std::size_t>(result.shape[axis]);
    }
    for (std::size_t axis = 0; axis < array.shape.size(); ++axis)
      place = place * static_cast<std::size_t>(array.shape[axis]) + index[axis];
    result.elements[i] = array.elements[place];
  }
  return result;
}

static Wide countOf(const Value &array) {
  Wide size = 1;
  for (std::int64_t extent : array.shape)
    size *= extent;
  return size;
}

Value arrayNdim(const Value &array) {
  return intValue(static_cast<Wide>(array.shape.size()));
}
Value arraySize(const Value &array) { return intValue(countOf(array)); }
Value arrayItemsize(const Value &array) {
  return intValue(byteSize(array.type.element()));
}
Value arrayNbytes(const Value &array) {
  return intValue(countOf(array) * byteSize(array.type.element()));
}
Value arrayDtype(const Value &array) {
  return Value::ofType(array.type.element());
}

// ---- methods ----

static Value nested(const Value &array, std::size_t axis, std::size_t &next) {
  if (axis == array.shape.size()) {
    const Number &number = array.elements[next++].number;
    return number.type.isBool() ? boolValue(number.isTrue())
           : number.type.isComplex()
               ? Value::of(Number::ofComplex(number.number, number.imag))
           : number.type.isFloat() ? floatValue(number.number)
                                   : intValue(wide(number));
  }
  Value list = Value::tuple({});
  list.isList = true;
  for (std::int64_t i = 0; i < array.shape[axis]; ++i)
    list.elements.push_back(nested(array, axis + 1, next));
  return list;
}

static std::optional<Value> reshaped(const Value &array,
                                     const std::vector<Value> &given) {
  std::vector<Value> extents = given;
  if (given.size() == 1 && given[0].kind == Kind::Tuple)
    extents = given[0].elements;
  auto size = static_cast<std::int64_t>(array.elements.size());
  Value result = array;
  result.shape.clear();
  std::int64_t count = 1;
  std::optional<std::size_t> free;
  for (const Value &extent : extents) {
    if (!extent.isInteger() || extent.number.asInt() > mostElements)
      return std::nullopt;
    if (extent.number.asInt() < 0) {
      if (free)
        return std::nullopt;
      free = result.shape.size();
    } else {
      count *= extent.number.asInt();
    }
    if (count > mostElements)
      return std::nullopt;
    result.shape.push_back(extent.number.asInt());
  }
  if (free && count > 0) {
    result.shape[*free] = size / count;
    count *= size / count;
  }
  if (count != size)
    return std::nullopt;
  result.type = Type::array(array.type.scalar,
                            static_cast<int>(result.shape.size()), Layout::C);
  return result;
}

std::optional<Value> arrayAstype(const Value &array, const HostCall &call) {
  const Value *dtype = call.argument(0, "dtype");
  return dtype ? std::optional(arrayOf(array, dtype, call.range))
               : std::nullopt;
}

std::optional<Value> arrayReshape(const Value &array, const HostCall &call) {
  return reshaped(array, call.args);
}
std::optional<Value> arrayRavel(const Value &array, const HostCall &) {
  return reshaped(array, {intValue(-1)});
}
std::optional<Value> arrayTranspose(const Value &array, const HostCall &) {
  return arrayTransposed(array);
}

std::optional<Value> arrayTolist(const Value &array, const HostCall &) {
  std::size_t first = 0;
  return nested(array, 0, first);
}

std::optional<Value> arrayItem(const Value &array, const HostCall &call) {
  if (array.elements.size() != 1 && call.args.empty())
    return std::nullopt;
  Value flat = *reshaped(array, {intValue(-1)});
  Value element = arraySubscript(
      flat, {call.args.empty() ? intValue(0) : call.args[0]}, call.range);
  if (!element.isNumber())
    return element;
  flat.elements = {element};
  flat.shape = {};
  std::size_t first = 0;
  return nested(flat, 0, first);
}

/// array.sum(...) is np.sum(array, ...).
std::optional<Value> arrayByFunction(const Value &array, const HostCall &call) {
  std::vector<Value> args = call.args;
  args.insert(args.begin(), array);
  return foldNumpy({call.name, args, call.keywords, call.range, call.call});
}

} // namespace pyk2ptx
