// Packing at every launch.
//
// A kernel's layout is checked once, when the plan is made; a launch then
// checks its arguments alone, and only for being beyond doubt. Whatever is not
// goes to packArgumentsInto, which knows every conversion and words the errors,
// so that nothing is decided twice.
#include "pack_plan.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace pyk2ptx::detail {

namespace {

bool isLaidOutByTheAbi(const KernelInfo &kernel) {
  KernelInfo expected;
  expected.args = kernel.args;
  layOutParams(expected);
  auto same = [](const ParamInfo &a, const ParamInfo &b) {
    return a.arg == b.arg && a.field == b.field && a.axis == b.axis &&
           a.type == b.type && a.offset == b.offset && a.size == b.size;
  };
  return expected.paramBytes == kernel.paramBytes &&
         std::equal(expected.params.begin(), expected.params.end(),
                    kernel.params.begin(), kernel.params.end(), same);
}

template <typename Word> Word load(const char *from) {
  Word word;
  std::memcpy(&word, from, sizeof(word));
  return word;
}

// A name of a type has 4 to 15 characters: two words that overlap.
bool isSameName(std::string_view a, std::string_view b) {
  std::size_t size = b.size();
  if (a.size() != size)
    return false;
  const char *x = a.data();
  const char *y = b.data();
  if (size >= 4 && size <= 8)
    return load<std::uint32_t>(x) == load<std::uint32_t>(y) &&
           load<std::uint32_t>(x + size - 4) ==
               load<std::uint32_t>(y + size - 4);
  return std::memcmp(x, y, size) == 0;
}

// Without gaps, and of plausible extents, none of which is 0.
template <typename AxisOf>
bool isPlain(const ArrayView &array, int ndim, AxisOf axisOf) {
  std::uint64_t stride = array.itemSize;
  for (int i = 0; i < ndim; ++i) {
    auto axis = static_cast<std::size_t>(axisOf(i));
    auto extent = static_cast<std::uint64_t>(array.shape[axis]);
    if (extent - 1 >= static_cast<std::uint64_t>(maxExtent) ||
        (static_cast<std::uint64_t>(array.strides[axis]) != stride &&
         extent != 1))
      return false;
    stride *= extent;
  }
  return true;
}

bool hasExtents(const ArrayView &array, int ndim) {
  for (int i = 0; i < ndim; ++i)
    if (static_cast<std::uint64_t>(array.shape[static_cast<std::size_t>(i)]) >
        static_cast<std::uint64_t>(maxExtent))
      return false;
  return true;
}

bool hasLayout(const ArrayView &array, int ndim, char layout) {
  if (layout == 'C')
    return isPlain(array, ndim, [&](int i) { return ndim - 1 - i; });
  if (layout == 'F')
    return isPlain(array, ndim, [](int i) { return i; });
  return hasExtents(array, ndim);
}

template <typename Word> bool store(std::int64_t value, std::byte *to) {
  auto word = static_cast<Word>(value);
  std::memcpy(to, &word, sizeof(word));
  return static_cast<std::int64_t>(word) == value;
}

bool storeInteger(ParamType type, std::int64_t value, std::byte *to) {
  switch (type) {
  case ParamType::I8:
    return store<std::int8_t>(value, to);
  case ParamType::I16:
    return store<std::int16_t>(value, to);
  case ParamType::I32:
    return store<std::int32_t>(value, to);
  case ParamType::I64:
    return store<std::int64_t>(value, to);
  case ParamType::U8:
    return store<std::uint8_t>(value, to);
  case ParamType::U16:
    return store<std::uint16_t>(value, to);
  case ParamType::U32:
    return store<std::uint32_t>(value, to);
  case ParamType::U64:
    return value >= 0 && store<std::uint64_t>(value, to);
  default:
    return false;
  }
}

} // namespace

PackPlan::PackPlan(const KernelInfo &kernel) {
  if (!isLaidOutByTheAbi(kernel))
    return;
  std::uint64_t used = 0;
  for (const ParamInfo &param : kernel.params) {
    used += param.size;
    if (param.field != ParamField::Value && param.field != ParamField::Pointer)
      continue;
    const ArgInfo &arg = kernel.args[param.arg];
    if (arg.ndim < 0 || arg.ndim > maxRank)
      return;
    Step step;
    step.kind = arg.kind;
    step.type = param.type;
    step.layout = arg.layout;
    step.ndim = arg.ndim;
    step.offset = param.offset;
    step.dtype = arg.dtype;
    if (param.type == ParamType::Bytes)
      step.type = ParamType::Pointer;
    else if (arg.dtype == "bool")
      step.type = ParamType::Bytes;
    steps_.push_back(std::move(step));
  }
  cleared_ = used == kernel.paramBytes ? 0 : kernel.paramBytes;
  isUsable_ = steps_.size() == kernel.args.size();
}

bool PackPlan::packArray(const Step &step, const Argument &argument,
                         std::byte *to) {
  if (argument.kind() != Argument::Kind::Array)
    return false;
  const ArrayView &array = argument.asArray();
  int ndim = step.ndim;
  std::uint32_t alignment =
      std::min(array.itemSize & (~array.itemSize + 1), 16U);
  if (array.ndim != ndim || array.address == 0 || alignment == 0 ||
      (array.address & (alignment - 1)) != 0 ||
      !isSameName(array.dtype, step.dtype))
    return false;
  std::memcpy(to, &array.address, 8);
  // Most arrays; the loops below do the same.
  if (ndim == 1 && step.layout == 'C') {
    auto extent = static_cast<std::uint64_t>(array.shape[0]);
    std::memcpy(to + 8, &extent, 8);
    return extent - 1 < static_cast<std::uint64_t>(maxExtent) &&
           (array.strides[0] == std::int64_t(array.itemSize) || extent == 1);
  }
  if (!hasLayout(array, ndim, step.layout))
    return false;
  auto count = static_cast<std::size_t>(ndim);
  std::byte *words = to + 8;
  for (std::size_t axis = 0; axis < count; ++axis)
    std::memcpy(words + 8 * axis, &array.shape[axis], 8);
  if (step.layout == 'C')
    return true;
  words += 8 * count;
  for (std::size_t axis = 0; axis < count; ++axis)
    std::memcpy(words + 8 * axis, &array.strides[axis], 8);
  return true;
}

bool PackPlan::packScalar(const Step &step, const Argument &argument,
                          std::byte *to) {
  switch (argument.kind()) {
  case Argument::Kind::Bool:
    if (step.type != ParamType::Bytes)
      return false;
    *to = std::byte(argument.asBool());
    return true;
  case Argument::Kind::Int64:
    return storeInteger(step.type, argument.asInt64(), to);
  case Argument::Kind::Double: {
    double value = argument.asDouble();
    if (step.type == ParamType::F64) {
      std::memcpy(to, &value, 8);
      return true;
    }
    if (step.type != ParamType::F32 ||
        !(std::fabs(value) <= std::numeric_limits<float>::max()))
      return false;
    float narrow = static_cast<float>(value);
    std::memcpy(to, &narrow, 4);
    return true;
  }
  default:
    return false;
  }
}

bool PackPlan::pack(Span<const Argument> arguments, std::byte *block) const {
  if (!isUsable_ || arguments.size() != steps_.size())
    return false;
  if (cleared_)
    std::memset(block, 0, cleared_);
  const Argument *argument = arguments.data();
  for (const Step &step : steps_) {
    std::byte *to = block + step.offset;
    if (!(step.kind == ArgKind::Array ? packArray(step, *argument, to)
                                      : packScalar(step, *argument, to)))
      return false;
    ++argument;
  }
  return true;
}

} // namespace pyk2ptx::detail
