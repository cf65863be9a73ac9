// A kernel that was compiled for some launches computes anything in others: an
// index of 64 bits became one of 32, a load was moved ahead of a store. So a
// launch's parameters are held against what the kernel's head says. The same
// walk tells a JIT what it could say of a launch.
//
// Arguments are found in the packed block, which every way to launch ends in. A
// C-ordered array passes no strides: its shape tells them.
#include "argument_facts.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace pyk2ptx {

namespace {

constexpr std::uint64_t smallLimit = LaunchFacts::smallLimit;

MemoryRange rangeOf(const ArrayView &array) {
  MemoryRange range{array.address, array.address + array.itemSize};
  for (int axis = 0; axis < array.ndim; ++axis) {
    auto place = static_cast<std::size_t>(axis);
    if (array.shape[place] <= 0)
      return {};
    auto reach = static_cast<std::uint64_t>(array.shape[place] - 1) *
                 static_cast<std::uint64_t>(array.strides[place]);
    (static_cast<std::int64_t>(reach) < 0 ? range.begin : range.end) += reach;
  }
  return range;
}

/// An argument's memory.
struct ArgumentRange : MemoryRange {
  std::uint32_t number = 0;
};

/// Which of the ranges shares memory with `range`; `count`: none.
template <class Range>
std::size_t findShared(const Range *ranges, std::size_t count,
                       const MemoryRange &range) {
  auto shares = [&](const MemoryRange &other) {
    return range.begin < other.end && other.begin < range.end;
  };
  return static_cast<std::size_t>(std::find_if(ranges, ranges + count, shares) -
                                  ranges);
}

bool isSmall(const std::int64_t *shape, int ndim, std::uint64_t itemSize) {
  std::uint64_t bytes = itemSize;
  for (int axis = 0; axis < ndim; ++axis) {
    std::int64_t extent = shape[axis];
    if (extent < 0 || static_cast<std::uint64_t>(extent) >= smallLimit)
      return false;
    bytes *= extent > 1 ? static_cast<std::uint64_t>(extent) : 1;
    if (bytes >= smallLimit)
      return false;
  }
  return true;
}

/// An integer of a parameter block; none: it is of another kind.
std::optional<std::int64_t> integerAt(const std::byte *value, ParamType type) {
  switch (type) {
  case ParamType::I32:
  case ParamType::U32: {
    std::uint32_t bits;
    std::memcpy(&bits, value, sizeof(bits));
    return type == ParamType::U32 ? std::int64_t(bits)
                                  : static_cast<std::int32_t>(bits);
  }
  case ParamType::I64:
  case ParamType::U64: {
    // Of 64 bits, those beyond int64 are as unknown as negative ones.
    std::int64_t bits;
    std::memcpy(&bits, value, sizeof(bits));
    return bits;
  }
  default:
    return std::nullopt;
  }
}

/// Each array and each integer of a parameter block, with its number among the
/// arguments; an array of more axes than a view has ndim -1.
template <class OfArray, class OfInteger>
void forEachArgument(const KernelInfo &info, Span<const std::byte> params,
                     OfArray &&ofArray, OfInteger &&ofInteger) {
  const ParamInfo *next = info.params.data();
  const ParamInfo *end = next + info.params.size();
  for (std::uint32_t number = 0; number < info.args.size(); ++number) {
    const ArgInfo &arg = info.args[number];
    ArrayView view;
    view.ndim = arg.ndim <= maxRank ? arg.ndim : -1;
    ParamType type = paramTypeOf(arg.dtype);
    view.itemSize =
        type == ParamType::Bytes ? arg.recordBytes : paramTypeSize(type);
    bool hasStrides = false;
    std::optional<std::int64_t> integer;
    for (; next != end && next->arg == number; ++next) {
      std::uint64_t value = 0;
      if (arg.kind == ArgKind::Array)
        std::memcpy(&value, params.data() + next->offset, sizeof(value));
      else
        integer = integerAt(params.data() + next->offset, next->type);
      auto axis = static_cast<std::size_t>(next->axis);
      if (axis >= static_cast<std::size_t>(maxRank))
        continue;
      if (next->field == ParamField::Pointer)
        view.address = value;
      else if (next->field == ParamField::Shape)
        view.shape[axis] = static_cast<std::int64_t>(value);
      else if (next->field == ParamField::Stride)
        view.strides[axis] = static_cast<std::int64_t>(value);
      hasStrides = hasStrides || next->field == ParamField::Stride;
    }
    if (arg.kind != ArgKind::Array) {
      if (integer)
        ofInteger(number, *integer);
      continue;
    }
    std::int64_t stride = static_cast<std::int64_t>(view.itemSize);
    for (int axis = view.ndim - 1; axis >= 0 && !hasStrides; --axis) {
      view.strides[static_cast<std::size_t>(axis)] = stride;
      stride *= view.shape[static_cast<std::size_t>(axis)];
    }
    ofArray(number, view);
  }
}

/// Holds one argument after the other against the kernel's facts.
class FactsCheck {
public:
  /// `fault`: what is wrong, if anybody wants to know.
  FactsCheck(const KernelInfo &info, std::string *fault)
      : info_(info), facts_(info.facts), fault_(fault) {
    if (facts_.noAlias)
      ranges_.reserve(info.args.size());
  }

  void array(std::uint32_t number, const ArrayView &array) {
    if (array.ndim < 0) {
      fail(
          [&] {
            return "arrays of at most " + std::to_string(maxRank) + " axes";
          },
          [&] { return nameOf(number) + " has more"; });
      return;
    }
    if (array.itemSize == 0)
      fail([&] { return "arrays whose elements have a size"; },
           [&] { return "nobody knows that of " + nameOf(number); });
    if (facts_.smallArrays &&
        !isSmall(array.shape.data(), array.ndim, array.itemSize))
      fail([&] { return "arrays of less than 2 GiB"; },
           [&] { return nameOf(number) + " has more"; });
    if (facts_.alignment && array.address % facts_.alignment)
      fail(
          [&] {
            return "arrays at multiples of " +
                   std::to_string(facts_.alignment) + " bytes";
          },
          [&] { return nameOf(number) + " begins elsewhere"; });
    if (facts_.noAlias)
      isApart(number, rangeOf(array));
    if (number >= facts_.sizeBits.size() || array.ndim < 2)
      return;
    const std::int64_t *shape = array.shape.data();
    std::int64_t last = shape[array.ndim - 1];
    std::int64_t known = facts_.lastExtents[number];
    if (known && last != known)
      fail(
          [&] {
            return "a last axis of " + std::to_string(known) + " in " +
                   nameOf(number);
          },
          [&] { return "it has " + std::to_string(last); });
    size(number, *std::max_element(shape, shape + array.ndim));
  }

  void integer(std::uint32_t number, std::int64_t value) {
    if (number < facts_.sizeBits.size())
      size(number, value);
  }

  void launch(Dim3 grid, Dim3 block) {
    const Dim3 known = {facts_.block[0], facts_.block[1], facts_.block[2]};
    if (known.x &&
        (block.x != known.x || block.y != known.y || block.z != known.z))
      fail([&] { return "blocks " + detail::toText(known); },
           [&] { return "they are " + detail::toText(block); });
    if (facts_.isLarge && !hasThreads(grid, block, LaunchFacts::manyThreads))
      fail([&] { return "2**20 threads or more"; },
           [&] { return "there are fewer"; });
    if (facts_.smallGrid && !isSmallGrid(grid, block))
      fail([&] { return "less than 2**30 threads along each axis"; },
           [&] { return "there are more"; });
  }

  [[nodiscard]] bool isRight() const { return isRight_; }

private:
  template <class Promised, class Found>
  void fail(const Promised &promised, const Found &found) {
    if (isRight_ && fault_)
      *fault_ = std::string("the kernel was compiled for launches with ") +
                promised() + ", and in this one " + found();
    isRight_ = false;
  }

  [[nodiscard]] std::string nameOf(std::uint32_t number) const {
    return "`" + info_.args[number].name + "`";
  }

  void size(std::uint32_t number, std::int64_t value) {
    unsigned bits = facts_.sizeBits[number];
    if (bits && (value < 0 || value > std::int64_t(1) << bits))
      fail(
          [&] {
            return nameOf(number) + " from 0 to 2**" + std::to_string(bits);
          },
          [&] { return "it is " + std::to_string(value); });
  }

  void isApart(std::uint32_t number, const MemoryRange &range) {
    std::size_t place = findShared(ranges_.data(), ranges_.size(), range);
    if (place < ranges_.size())
      fail([&] { return "arrays that share no memory"; },
           [&] {
             return nameOf(ranges_[place].number) + " and " + nameOf(number) +
                    " do";
           });
    ranges_.push_back({range, number});
  }

  const KernelInfo &info_;
  const LaunchFacts &facts_;
  std::vector<ArgumentRange> ranges_;
  std::string *fault_;
  bool isRight_ = true;
};

bool check(const KernelInfo &info, Dim3 grid, Dim3 block,
           Span<const std::byte> params, std::string *fault) {
  if (!info.facts.any())
    return true;
  FactsCheck check(info, fault);
  check.launch(grid, block);
  forEachArgument(
      info, params,
      [&](std::uint32_t number, const ArrayView &view) {
        check.array(number, view);
      },
      [&](std::uint32_t number, std::int64_t value) {
        check.integer(number, value);
      });
  return check.isRight();
}

} // namespace

void ArgumentFacts::add(std::size_t number, const Argument &argument) {
  if (argument.kind() == Argument::Kind::Array)
    add(number, argument.asArray());
  else if (argument.kind() == Argument::Kind::Int64)
    add(number, argument.asInt64());
  else if (argument.kind() == Argument::Kind::UInt64)
    add(number, static_cast<std::int64_t>(argument.asUInt64()));
}

void ArgumentFacts::add(std::size_t number, std::int64_t integer) {
  if (number < sizeBits.size())
    sizeBits[number] = LaunchFacts::bitsOfSize(integer);
}

void ArgumentFacts::add(std::size_t number, const ArrayView &array) {
  // A launch with such an array fails, whatever it is compiled for.
  if (array.ndim < 0 || array.ndim > maxRank || array.itemSize == 0 ||
      count_ == most) {
    areApart = areSmall = false;
    return;
  }
  addShape(number, array.shape.data(), array.ndim, array.itemSize);
  addresses |= array.address;
  MemoryRange range = rangeOf(array);
  areApart = areApart && findShared(ranges_, count_, range) == count_;
  ranges_[count_++] = range;
}

void ArgumentFacts::addShape(std::size_t number, const std::int64_t *shape,
                             int ndim, std::uint64_t itemSize) {
  areSmall = areSmall && isSmall(shape, ndim, itemSize);
  if (number >= sizeBits.size())
    return;
  lastExtents[number] = LaunchFacts::shortLastExtent(shape, ndim);
  sizeBits[number] = LaunchFacts::bitsOfSizes(shape, ndim);
}

void ArgumentFacts::add(const KernelInfo &info, Span<const std::byte> params) {
  auto each = [this](std::size_t number, const auto &value) {
    add(number, value);
  };
  forEachArgument(info, params, each, each);
}

static std::uint64_t bytesOf(const ArrayView &array) {
  std::uint64_t bytes = array.itemSize;
  for (int axis = 0; axis < array.ndim && axis < maxRank; ++axis) {
    std::int64_t extent = array.shape[static_cast<std::size_t>(axis)];
    if (extent <= 0)
      return 0;
    if (__builtin_mul_overflow(bytes, static_cast<std::uint64_t>(extent),
                               &bytes))
      return UINT64_MAX;
  }
  return bytes;
}

std::uint64_t largestArray(Span<const Argument> arguments) {
  std::uint64_t most = 0;
  for (const Argument &argument : arguments)
    if (argument.kind() == Argument::Kind::Array)
      most = std::max(most, bytesOf(argument.asArray()));
  return most;
}

std::uint64_t largestArray(const KernelInfo &info,
                           Span<const std::byte> params) {
  std::uint64_t most = 0;
  forEachArgument(
      info, params,
      [&](std::size_t, const ArrayView &array) {
        most = std::max(most, bytesOf(array));
      },
      [](std::size_t, std::int64_t) {});
  return most;
}

bool isSmallGrid(Dim3 grid, Dim3 block) {
  constexpr std::uint64_t most = std::uint64_t(1) << 30;
  return std::uint64_t(grid.x) * block.x < most &&
         std::uint64_t(grid.y) * block.y < most &&
         std::uint64_t(grid.z) * block.z < most;
}

bool hasThreads(Dim3 grid, Dim3 block, std::uint64_t least) {
  std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
  // What cannot be launched is refused by others. (No product overflows.)
  return threads > 0 && threads <= 1024 &&
         std::uint64_t(grid.x) * grid.y * grid.z >=
             (least + threads - 1) / threads;
}

bool isFor(const KernelInfo &info, Dim3 grid, Dim3 block,
           Span<const std::byte> params) {
  return check(info, grid, block, params, nullptr);
}

std::string factsFault(const KernelInfo &info, Dim3 grid, Dim3 block,
                       Span<const std::byte> params) {
  std::string fault;
  check(info, grid, block, params, &fault);
  return fault;
}

} // namespace pyk2ptx
