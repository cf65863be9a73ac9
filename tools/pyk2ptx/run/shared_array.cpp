// A kernel may be launched on arrays that overlap, in place above all, and from
// the shell nothing else could make such arrays. The subscript is Python's, and
// so are its numbers: the parser and the evaluator of the language read it.
#include "shared_array.h"

#include "frontend/evaluate/evaluate.h"
#include "frontend/evaluate/fold.h"
#include "frontend/parse/parse.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

Error errorOf(const char *name, const RunArgument &argument,
              const std::string &why) {
  return Error::make(name, "`" + argument.text + "`: " + why);
}

/// The part of `array` along its axis `axis`, which an integer takes away;
/// `kept` counts those before it that are left.
Result<void> select(HostArray &part, std::size_t axis, std::size_t &kept,
                    const Value &index, const RunArgument &argument) {
  std::int64_t extent = part.shape[axis], stride = part.strides[axis];
  if (index.kind == Value::Kind::Slice) {
    bool isWide = std::ranges::any_of(index.elements, [](const Value &each) {
      return each.isInteger() && each.number.big;
    });
    std::optional<SlicePlaces> places;
    if (!isWide)
      places = placesOf(index, extent);
    if (!places)
      return errorOf("ValueError", argument,
                     "a slice is of integers of 64 bits, and its step is not "
                     "0");
    if (places->count > 0)
      part.offset += places->first * stride;
    part.shape[kept] = places->count;
    // Of one element any, and the product of a great one would overflow.
    part.strides[kept] = places->count > 1 ? stride * places->step : stride;
    ++kept;
    return {};
  }
  if (!index.isInteger() || index.number.big || index.number.type.isBool())
    return errorOf("TypeError", argument,
                   "an index is an integer or a slice, as in x[1:, ::2]");
  std::int64_t at = index.number.asInt();
  if (at < -extent || at >= extent)
    return errorOf("IndexError", argument,
                   "index " + std::to_string(at) + " of " +
                       std::to_string(extent) + " elements");
  part.offset += (at < 0 ? at + extent : at) * stride;
  return {};
}

Result<HostArray> partOf(HostArray array, const RunArgument &argument) {
  Source source("<argument>", argument.function + argument.part);
  Diagnostics ignored;
  syntax::ExprPtr expr = parseExpression(source, ignored);
  const auto *subscript =
      expr ? std::get_if<syntax::Subscript>(&expr->node) : nullptr;
  if (!subscript ||
      !std::holds_alternative<syntax::Name>(subscript->value->node))
    return errorOf("TypeError", argument, "no subscript can be read there");
  if (subscript->indices.size() > array.shape.size())
    return errorOf("IndexError", argument,
                   "the array has " + std::to_string(array.shape.size()) +
                       " axes");
  Scope nothing;
  Evaluator evaluator;
  std::size_t kept = 0;
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    if (axis >= subscript->indices.size()) {
      array.shape[kept] = array.shape[axis];
      array.strides[kept++] = array.strides[axis];
      continue;
    }
    Value index = evaluator.evaluate(*subscript->indices[axis], nothing);
    if (Result<void> done = select(array, axis, kept, index, argument); !done)
      return done.error();
  }
  array.shape.resize(kept);
  array.strides.resize(kept);
  return array;
}

/// `array` with the steps that it has.
HostArray withStrides(HostArray array) {
  ArrayView view = array.view(0);
  array.strides.assign(view.strides.begin(), view.strides.begin() + view.ndim);
  array.fortran = false;
  array.isPart = true;
  return array;
}

Type typeOf(const HostArray &array) {
  ArrayView view = array.view(0);
  Layout layout = isContiguous(view, false)  ? Layout::C
                  : isContiguous(view, true) ? Layout::F
                                             : Layout::A;
  return Type::array(array.elementType(), view.ndim, layout);
}

} // namespace

Result<void> shareArrays(std::vector<RunArgument> &arguments) {
  // One may be a part of one that is a part itself.
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (RunArgument &argument : arguments) {
      if (argument.function.empty())
        continue;
      auto whole = std::ranges::find_if(arguments, [&](const RunArgument &of) {
        return of.array && of.name == argument.function;
      });
      if (whole == arguments.end())
        continue;
      HostArray array = withStrides(*whole->array);
      if (!argument.part.empty()) {
        Result<HostArray> part = partOf(std::move(array), argument);
        if (!part)
          return part.error();
        array = std::move(*part);
      }
      argument.function.clear();
      argument.type = typeOf(array);
      argument.array = std::move(array);
      goesOn = true;
    }
  }
  for (const RunArgument &argument : arguments)
    if (!argument.function.empty() && !argument.part.empty())
      return errorOf("TypeError", argument,
                     "no other argument `" + argument.function +
                         "` is an array");
  return {};
}

} // namespace pyk2ptx
