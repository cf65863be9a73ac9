// What a launch on the CPU device can be watched for besides its errors: what
// one thread does, how often lines run, which addresses a warp touches.
#ifndef PYK2PTX_JIT_SANITIZE_WATCH_H
#define PYK2PTX_JIT_SANITIZE_WATCH_H

#include "compiler/target/host_sites.h"
#include "shadow.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// One step of a traced thread.
struct TraceStep {
  SourceRange place;
  /// The variable or element that gets `value`; "" where a statement begins.
  std::string name, value;
};

/// Needs CompileOptions::trace.
struct TraceRequest {
  std::uint32_t block[3] = {};
  std::uint32_t thread[3] = {};
  std::function<void(const TraceStep &)> take;
};

/// One access by a lane of the recorded warp.
struct AccessRecord {
  /// Number of HostSites::sites.
  std::uint32_t site;
  std::uint32_t lane;
  /// How often the lane has come here before.
  std::uint32_t turn;
  AccessKind kind;
  bool isShared;
  std::uint32_t bytes;
  /// In shared memory from its start, else from a multiple of 128 at or before
  /// the first argument's array that it belongs to.
  std::uint64_t offset;
  /// "x[3]"
  std::string element;
};

/// The first accesses of a warp. Needs checks.
struct AccessRecording {
  /// x fastest.
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  /// Of later ones none is kept.
  std::uint32_t turns = 1;
  std::vector<AccessRecord> records;
};

} // namespace pyk2ptx

#endif
