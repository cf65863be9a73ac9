// What host code of kernels calls back.
//
// Threads of a block that meet at barriers are coroutines: run_threads starts
// them all and then resumes each in turn, round by round. A coroutine suspends
// at a barrier only, so when a round is over every thread that lives waits at
// one, which is what a barrier asks; threads that have ended do not count, as
// on the GPU. A frame's first word is its resume function, null once the thread
// has ended (LLVM's switched-resume ABI, which coroutines of C++ share).
#include "compiler/target/host_abi.h"
#include "runtime/jit/threads/worker.h"

#include <pyk2ptx/argument.h>

#include <bit>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

namespace pyk2ptx {

namespace {

CpuWorker &workerOf(HostBlock *block) {
  return *static_cast<CpuWorker *>(block->runner);
}

// Appends one conversion, "%-8.3lld" without its length letters, and steps over
// its argument.
void appendConversion(std::string &out, const std::string &spec,
                      char conversion, const std::byte *&argument) {
  std::int64_t bits = 0;
  std::memcpy(&bits, argument, 8);
  argument += 8;
  char text[512];
  switch (conversion) {
  case 'd':
  case 'i':
    std::snprintf(text, sizeof(text), (spec + PRId64).c_str(), bits);
    break;
  case 'u':
    std::snprintf(text, sizeof(text), (spec + PRIu64).c_str(), bits);
    break;
  case 'x':
    std::snprintf(text, sizeof(text), (spec + PRIx64).c_str(), bits);
    break;
  case 'X':
    std::snprintf(text, sizeof(text), (spec + PRIX64).c_str(), bits);
    break;
  case 'o':
    std::snprintf(text, sizeof(text), (spec + PRIo64).c_str(), bits);
    break;
  case 'c':
    text[0] = static_cast<char>(bits);
    text[1] = 0;
    break;
  case 's': {
    const char *string = nullptr;
    std::memcpy(static_cast<void *>(&string), &bits, 8);
    out += string ? string : "(null)";
    return;
  }
  case 'p':
    std::snprintf(text, sizeof(text), "0x%" PRIx64, bits);
    break;
  default: {
    double number = 0;
    std::memcpy(&number, &bits, 8);
    std::snprintf(text, sizeof(text), (spec + conversion).c_str(), number);
    break;
  }
  }
  out += text;
}

/// One for each `step` threads of a row.
void runCoroutines(const void *params, HostBlock *block, HostThreadStart start,
                   std::uint32_t step) {
  CpuWorker &worker = workerOf(block);
  worker.frames.reset();
  std::vector<void *> &threads = worker.threads;
  threads.clear();
  for (std::uint32_t z = 0; z < block->blockDim[2]; ++z)
    for (std::uint32_t y = 0; y < block->blockDim[1]; ++y)
      for (std::uint32_t x = 0; x < block->blockDim[0]; x += step) {
        void *frame = start(params, block, x, y, z);
        if (frame && resumeOf(frame))
          threads.push_back(frame);
      }
  while (!threads.empty()) {
    std::size_t alive = 0;
    for (void *frame : threads) {
      resumeOf(frame)(frame);
      if (resumeOf(frame))
        threads[alive++] = frame;
    }
    threads.resize(alive);
  }
}

} // namespace

extern "C" {

void pyk2ptx_host_run_threads(const void *params, HostBlock *block,
                              HostThreadStart start) {
  runCoroutines(params, block, start, 1);
}

void pyk2ptx_host_run_turns(const void *params, HostBlock *block,
                            HostThreadStart start) {
  runCoroutines(params, block, start, warpSize);
}

void pyk2ptx_host_breakpoint() {
  // A signal that nobody waits for would end the process.
  std::FILE *status = std::fopen("/proc/self/status", "r");
  char line[256];
  int tracer = 0;
  while (status && std::fgets(line, sizeof(line), status))
    if (std::sscanf(line, "TracerPid: %d", &tracer) == 1)
      break;
  if (status)
    std::fclose(status);
  if (tracer)
    std::raise(SIGTRAP);
}

void *pyk2ptx_host_frame(HostBlock *block, std::uint64_t bytes) {
  return workerOf(block).frames.allocate(bytes);
}

void *pyk2ptx_host_values(HostBlock *block, std::uint64_t bytes,
                          std::uint32_t number) {
  FrameArena &frames = workerOf(block).frames;
  if (number == 0)
    frames.reset();
  return frames.allocate(bytes);
}

std::uint64_t pyk2ptx_host_reciprocal(std::uint64_t divisor) {
  using Wide = unsigned __int128;
  // 2**64 is no number of 64 bits; less the divisor it is.
  std::uint64_t power = divisor > 1ULL << 63 ? 0 : std::bit_ceil(divisor);
  std::uint64_t rest = power - divisor;
  return static_cast<std::uint64_t>((Wide(rest) << 64) / divisor) + 1;
}

void pyk2ptx_host_print(HostBlock *block, const char *format,
                        const void *arguments) {
  const auto *argument = static_cast<const std::byte *>(arguments);
  std::string out;
  while (*format) {
    if (*format != '%') {
      std::size_t length = std::strcspn(format, "%");
      out.append(format, length);
      format += length;
      continue;
    }
    if (format[1] == '%') {
      out += '%';
      format += 2;
      continue;
    }
    std::size_t flags = 1 + std::strspn(format + 1, "-+ #0123456789.");
    std::string spec(format, flags);
    format += flags;
    format += std::strspn(format, "hljzt");
    if (!*format)
      break;
    appendConversion(out, spec, *format++, argument);
  }
  // One call, which locks the stream: lines of two workers do not mix.
  std::fwrite(out.data(), 1, out.size(), stdout);
  workerOf(block).printed = true;
}

std::uint16_t pyk2ptx_host_to_half(double value) { return toFloat16(value); }

float pyk2ptx_host_from_half(std::uint16_t bits) { return fromFloat16(bits); }

} // extern "C"

} // namespace pyk2ptx
