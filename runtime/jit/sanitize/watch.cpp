// Watching without judging: the steps of one thread, the addresses of one warp.
#include "watch.h"
#include "launch.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace pyk2ptx {

namespace {

// As Python writes it.
template <class T> std::string spellNumber(T value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  char text[64];
  auto [end, status] = std::to_chars(text, text + sizeof(text), value);
  std::string number(text, status == std::errc() ? end : text);
  if (number.find_first_of(".e") == std::string::npos)
    number += ".0";
  return number;
}

std::string spellValue(HostValue kind, std::uint64_t bits) {
  switch (kind) {
  case HostValue::Bool:
    return bits ? "True" : "False";
  case HostValue::Signed:
    return std::to_string(static_cast<std::int64_t>(bits));
  case HostValue::Unsigned:
    return std::to_string(bits);
  case HostValue::Half:
    return spellNumber(
        pyk2ptx_host_from_half(static_cast<std::uint16_t>(bits)));
  case HostValue::BFloat:
    return spellNumber(
        std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  case HostValue::Float:
    return spellNumber(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  case HostValue::Double:
    return spellNumber(std::bit_cast<double>(bits));
  }
  return "";
}

} // namespace

bool BlockCheck::isTraced() const {
  const TraceRequest *trace = launch_.launch().trace;
  if (!trace || !trace->take ||
      !std::equal(trace->block, trace->block + 3, host_.blockIdx))
    return false;
  std::uint32_t number =
      trace->thread[0] +
      host_.blockDim[0] *
          (trace->thread[1] + host_.blockDim[1] * trace->thread[2]);
  return number == current_;
}

void BlockCheck::traceLine(std::uint32_t site) {
  if (isTraced())
    launch_.launch().trace->take({launch_.sites().sites[site].range, "", ""});
}

void BlockCheck::traceValue(std::uint32_t site, HostValue kind,
                            std::uint64_t bits, const std::byte *place) {
  if (!isTraced())
    return;
  const HostSite &at = launch_.sites().sites[site];
  std::string name = at.name;
  if (place) {
    // A part of the element has its name, ".real".
    name = nameOf(reinterpret_cast<std::uintptr_t>(place)) + at.name;
    std::erase(name, '`');
  }
  launch_.launch().trace->take({at.range, name, spellValue(kind, bits)});
}

void BlockCheck::record(AccessKind kind, std::uint64_t address,
                        std::uint32_t bytes, std::uint32_t site,
                        bool isShared) {
  AccessRecording &recording = *launch_.launch().accesses;
  std::uint32_t lane = current_ - recorded_;
  auto turn = static_cast<std::uint32_t>(
      std::count_if(recording.records.begin(), recording.records.end(),
                    [&](const AccessRecord &record) {
                      return record.site == site && record.lane == lane &&
                             record.kind == kind;
                    }));
  if (turn >= recording.turns)
    return;
  std::uint64_t start =
      isShared ? shared_.begin() : launch_.globalStart(address) / 128 * 128;
  std::string element = nameOf(address);
  std::erase(element, '`');
  recording.records.push_back({site, lane, turn, kind, isShared, bytes,
                               address - start, std::move(element)});
}

} // namespace pyk2ptx
