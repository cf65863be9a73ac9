// Memory of a launch as the checks see it: which arguments and shared arrays an
// address belongs to, and what was found.
#include "launch.h"

#include "frontend/messages/internal_error.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace pyk2ptx {

namespace {

/// Of an element.
std::uint32_t bytesOf(const ArgInfo &arg) {
  ParamType type = paramTypeOf(arg.dtype);
  std::uint32_t bytes =
      type == ParamType::Bytes ? arg.recordBytes : paramTypeSize(type);
  // Shadow memory of too few bytes would be left behind in silence.
  if (bytes == 0)
    internalError("the checks do not know how large a " + arg.dtype + " is");
  return bytes;
}

template <class T> T read(const std::byte *params, std::uint32_t offset) {
  T value;
  std::memcpy(&value, params + offset, sizeof(value));
  return value;
}

/// Fills in strides of a C array, and the memory that the array covers.
void cover(CheckedArray &array) {
  if (array.strides.empty()) {
    array.strides.resize(array.shape.size());
    std::int64_t stride = array.elementBytes;
    for (std::size_t axis = array.shape.size(); axis-- > 0;) {
      array.strides[axis] = stride;
      stride *= array.shape[axis];
    }
  }
  std::int64_t low = 0, high = array.elementBytes;
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    if (array.shape[axis] <= 0)
      return;
    std::int64_t reach = array.strides[axis] * (array.shape[axis] - 1);
    (reach < 0 ? low : high) += reach;
  }
  array.begin = array.base + static_cast<std::uint64_t>(low);
  array.bytes = static_cast<std::uint64_t>(high - low);
}

std::vector<CheckedArray> arraysOf(const KernelInfo &kernel,
                                   const std::byte *params) {
  std::vector<CheckedArray> arrays(kernel.args.size());
  for (const ParamInfo &param : kernel.params) {
    CheckedArray &array = arrays[param.arg];
    if (param.field == ParamField::Pointer)
      array.base = read<std::uint64_t>(params, param.offset);
    else if (param.field == ParamField::Shape)
      array.shape.push_back(read<std::int64_t>(params, param.offset));
    else if (param.field == ParamField::Stride)
      array.strides.push_back(read<std::int64_t>(params, param.offset));
  }
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const ArgInfo &arg = kernel.args[i];
    arrays[i].name = arg.name;
    arrays[i].arg = static_cast<std::uint32_t>(i);
    if (arg.kind != ArgKind::Array)
      continue;
    arrays[i].elementBytes = bytesOf(arg);
    cover(arrays[i]);
  }
  std::erase_if(arrays, [](const CheckedArray &array) { return !array.bytes; });
  return arrays;
}

/// "name[1, 2]" of the element at `offset` bytes from the array's lowest; ""
/// when it is between elements.
std::string elementName(const std::string &name,
                        const std::vector<std::int64_t> &shape,
                        const std::vector<std::int64_t> &strides,
                        std::uint32_t elementBytes, std::uint64_t offset) {
  std::vector<std::size_t> axes(shape.size());
  std::iota(axes.begin(), axes.end(), 0);
  std::sort(axes.begin(), axes.end(), [&](std::size_t a, std::size_t b) {
    std::int64_t one = std::abs(strides[a]), other = std::abs(strides[b]);
    return one != other ? one > other : a < b;
  });
  std::vector<std::int64_t> index(shape.size());
  auto rest = static_cast<std::int64_t>(offset);
  for (std::size_t axis : axes) {
    std::int64_t stride = std::abs(strides[axis]);
    if (stride) {
      index[axis] = std::min(rest / stride, shape[axis] - 1);
      rest -= index[axis] * stride;
    }
    if (strides[axis] < 0)
      index[axis] = shape[axis] - 1 - index[axis];
  }
  if (rest >= elementBytes)
    return "";
  std::string text = name + "[";
  for (std::size_t axis = 0; axis < index.size(); ++axis)
    text.append(axis ? ", " : "").append(std::to_string(index[axis]));
  if (index.empty())
    text += "()";
  return text + "]";
}

std::string elementName(const DeclaredHostArray &array, std::uint64_t offset,
                        std::uint32_t dynamicShared) {
  std::vector<std::int64_t> shape = array.shape;
  if (array.isDynamic)
    shape = {dynamicShared / array.elementBytes};
  std::vector<std::int64_t> strides(shape.size());
  std::int64_t stride = array.elementBytes;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  if (offset >= static_cast<std::uint64_t>(stride))
    return "";
  return elementName(array.name, shape, strides, array.elementBytes, offset);
}

} // namespace

LaunchCheck::LaunchCheck(const HostSites &sites, const HostChecks &options,
                         const KernelInfo &kernel, const std::byte *params,
                         std::uint32_t dynamicShared,
                         const CpuLaunchOptions &launch)
    : sites_(sites), options_(options), dynamicShared_(dynamicShared),
      launch_(launch), lineCounts_(sites.lines.size()),
      arrays_(arraysOf(kernel, params)), stamps_(sites.siteBits()) {
  makeShadows(kernel);
}

/// Arguments that overlap have one shadow. Memory that the kernel only reads
/// needs none: nothing conflicts there.
void LaunchCheck::makeShadows(const KernelInfo &kernel) {
  struct Range {
    std::uint64_t begin, end;
    bool isWritten;
  };
  auto known = sites_.onlyRead.find(kernel.entry);
  auto isWritten = [&](const CheckedArray &array) {
    return known == sites_.onlyRead.end() ||
           std::find(known->second.begin(), known->second.end(), array.arg) ==
               known->second.end();
  };
  std::vector<Range> ranges;
  for (const CheckedArray &array : arrays_)
    ranges.push_back(
        {array.begin, array.begin + array.bytes, isWritten(array)});
  std::sort(ranges.begin(), ranges.end(), [](const Range &a, const Range &b) {
    return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
  });
  std::vector<Range> merged;
  for (const Range &range : ranges)
    if (!merged.empty() && range.begin < merged.back().end + sites_.granule) {
      merged.back().end = std::max(merged.back().end, range.end);
      merged.back().isWritten |= range.isWritten;
    } else {
      merged.push_back(range);
    }
  global_.reserve(merged.size());
  for (const Range &range : merged)
    global_.emplace_back(range.begin, range.end - range.begin, sites_.granule,
                         launch_.accesses ||
                             (options_.races && range.isWritten));
  hostArrays_.resize(kernel.args.size());
  for (const CheckedArray &array : arrays_)
    hostArrays_[array.arg] = findGlobal(array.begin)->host();
}

ShadowMemory *LaunchCheck::findGlobal(std::uint64_t address) {
  for (ShadowMemory &shadow : global_)
    if (shadow.contains(address))
      return lastGlobal_ = &shadow;
  return nullptr;
}

ShadowMemory &LaunchCheck::sharedAt(const std::byte *base,
                                    std::uint64_t bytes) {
  return shared_
      .try_emplace(base, reinterpret_cast<std::uintptr_t>(base), bytes,
                   sites_.granule)
      .first->second;
}

void LaunchCheck::gridBarrier() {
  for (ShadowMemory &shadow : global_)
    shadow.clear();
}

std::string LaunchCheck::globalName(std::uint64_t address) const {
  for (const CheckedArray &array : arrays_)
    if (address - array.begin < array.bytes) {
      std::string name = elementName(array.name, array.shape, array.strides,
                                     array.elementBytes, address - array.begin);
      if (!name.empty())
        return "`" + name + "`";
    }
  return "global memory";
}

std::uint64_t LaunchCheck::globalStart(std::uint64_t address) const {
  for (const CheckedArray &array : arrays_)
    if (address - array.begin < array.bytes)
      return array.begin;
  return 0;
}

std::string LaunchCheck::sharedName(std::uint64_t offset) const {
  std::string dynamic;
  for (const DeclaredHostArray &array : sites_.arrays) {
    if (array.space != Space::Shared || offset < array.offset)
      continue;
    std::string name =
        elementName(array, offset - array.offset, dynamicShared_);
    if (!name.empty() && !array.isDynamic)
      return "shared `" + name + "`";
    if (dynamic.empty())
      dynamic = name;
  }
  return dynamic.empty() ? "shared memory" : "shared `" + dynamic + "`";
}

std::string LaunchCheck::localName(const DeclaredHostArray &array,
                                   std::uint64_t offset) const {
  return "local `" + elementName(array, offset, dynamicShared_) + "`";
}

std::vector<CheckFinding> LaunchCheck::findings() const {
  // What is read before another thread writes it, in the same epoch, is a race;
  // that the write came too late is the schedule's choice.
  std::vector<CheckFinding> kept;
  for (const CheckFinding &finding : findings_) {
    auto isExplained = [&](const CheckFinding &race) {
      auto isHere = [&](const CheckedThread &thread, AccessKind access) {
        return access == AccessKind::Read &&
               thread.place.source == finding.thread.place.source &&
               thread.place.begin == finding.thread.place.begin &&
               thread.place.end == finding.thread.place.end;
      };
      return race.kind == CheckFinding::Kind::Race &&
             (isHere(race.thread, race.access) ||
              isHere(race.other, race.otherAccess));
    };
    bool isDropped =
        finding.kind == CheckFinding::Kind::Uninitialized &&
        std::any_of(findings_.begin(), findings_.end(), isExplained);
    if (!isDropped)
      kept.push_back(finding);
  }
  return kept;
}

} // namespace pyk2ptx
