// What one worker of the CPU device keeps between the blocks that it runs.
#ifndef PYK2PTX_JIT_THREADS_WORKER_H
#define PYK2PTX_JIT_THREADS_WORKER_H

#include "compiler/target/host_abi.h"
#include "schedule.h"

#include <pyk2ptx/abi.h>
#include <pyk2ptx/error.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pyk2ptx {

/// Aligned memory that is grown, never shrunk; its bytes are not kept when it
/// grows.
class AlignedBytes {
public:
  /// At least `size` bytes at a multiple of 1024, which is what shared.array
  /// may ask for; aborts when there are none.
  std::byte *reserve(std::size_t size) {
    if (size <= size_)
      return data_.get();
    size_ = (size + 1023) / 1024 * 1024;
    data_.reset(static_cast<std::byte *>(std::aligned_alloc(1024, size_)));
    if (!data_)
      std::abort();
    return data_.get();
  }

private:
  struct Free {
    void operator()(std::byte *bytes) const { std::free(bytes); }
  };
  std::unique_ptr<std::byte, Free> data_;
  std::size_t size_ = 0;
};

/// Memory for the coroutine frames of one block's threads, handed out upwards
/// and taken back all at once.
class FrameArena {
public:
  /// 64-byte aligned.
  void *allocate(std::size_t bytes) {
    bytes = (bytes + 63) / 64 * 64;
    while (piece_ < pieces_.size() && used_ + bytes > pieces_[piece_].size) {
      ++piece_;
      used_ = 0;
    }
    if (piece_ == pieces_.size())
      addPiece(bytes);
    std::byte *frame = pieces_[piece_].bytes.reserve(0) + used_;
    used_ += bytes;
    return frame;
  }
  void reset() {
    piece_ = 0;
    used_ = 0;
  }

private:
  struct Piece {
    AlignedBytes bytes;
    std::size_t size;
  };

  void addPiece(std::size_t least) {
    std::size_t size = std::size_t(64) << 10;
    if (!pieces_.empty())
      size = pieces_.back().size * 2;
    if (size < least)
      size = least;
    Piece piece{{}, size};
    piece.bytes.reserve(size);
    pieces_.push_back(std::move(piece));
  }

  std::vector<Piece> pieces_;
  std::size_t piece_ = 0;
  std::size_t used_ = 0;
};

/// A thread of a block whose threads meet (host_abi.h).
struct CpuThread {
  enum class State : std::uint8_t { Ready, Waiting, Ended } state;
  void *frame;
  HostMeet meet;
  std::uint32_t mask, operand;
  std::uint64_t value, result;
  /// At barriers of the cluster.
  std::uint32_t arrivals;
  /// Where it waits: a number in ModuleInfo::sites.
  std::uint32_t site;
};

/// The number of block `at` of a grid, x fastest.
inline std::uint64_t linearBlock(const std::uint32_t (&at)[3], Dim3 grid) {
  return at[0] +
         std::uint64_t(grid.x) * (at[1] + std::uint64_t(grid.y) * at[2]);
}

inline std::uint64_t linearBlock(const HostBlock &block) {
  return linearBlock(block.blockIdx, Dim3(block.gridDim[0], block.gridDim[1],
                                          block.gridDim[2]));
}

/// What went wrong in the lowest block that had something to tell: the same
/// whichever worker ran which block.
class BlockProblem {
public:
  /// Null: none.
  [[nodiscard]] const std::string *text() const {
    return text_.empty() ? nullptr : &text_;
  }
  /// The first one of a block stays; `describe` is called where it is heard.
  template <typename Describe>
  void tell(const HostBlock &block, Describe describe) {
    if (linearBlock(block) < block_) {
      block_ = linearBlock(block);
      text_ = describe();
    }
  }
  [[nodiscard]] bool isBefore(const BlockProblem &other) const {
    return block_ < other.block_;
  }
  void take(const BlockProblem &other) {
    if (other.isBefore(*this))
      *this = other;
  }

private:
  std::uint64_t block_ = UINT64_MAX;
  std::string text_;
};

class BlockCheck;
struct CpuCluster;

/// HostBlock::runner points to it.
struct CpuWorker {
  AlignedBytes shared;
  FrameArena frames;
  /// Frames of the block's threads that have not ended.
  std::vector<void *> threads;
  /// The error of the lowest block that this worker ran in one launch.
  Report report = {};
  bool printed = false;
  /// Of the block that runs, in order.
  std::vector<CpuThread> meeting;
  /// Why threads wait for ever.
  BlockProblem deadlock;
  /// Of the block that runs, where its code has checks; else null.
  BlockCheck *check = nullptr;
  ScheduleOrder order;
  /// What a thread did that the GPU leaves undefined.
  BlockProblem misuse;
  /// The blocks that run at the same time as this worker's only one; null: the
  /// worker runs blocks one after the other.
  CpuCluster *cluster = nullptr;
  /// No other worker runs blocks of this launch.
  bool runsAlone = false;
  /// The module's places; null: not known.
  const std::vector<ReportSite> *sites = nullptr;
  /// The launch is to end; null: it cannot be asked to.
  const std::atomic<bool> *stop = nullptr;
  /// Where runEscapable goes on.
  sigjmp_buf place = {};

  /// Of the block that runs: who has come to each barrier without waiting.
  std::array<std::uint32_t, 16> arrived = {};

  // Of the block that runs, whose threads poll.
  /// How often all looked since something changed, and since when.
  std::uint64_t vain = 0;
  std::chrono::steady_clock::time_point vainSince;
  /// Some may also be at work.
  bool isAtWork = false;
  /// Something changed in this turn.
  bool hasChanged = false;
  /// How many threads have ended.
  std::size_t ended = 0;
  /// It was left for others to have their turn.
  bool isAside = false;

  bool isStopped() const {
    return stop && stop->load(std::memory_order_relaxed);
  }
};

using HostResume = void (*)(void *);
/// Null once the thread has ended.
inline HostResume resumeOf(void *frame) {
  HostResume resume = nullptr;
  std::memcpy(static_cast<void *>(&resume), frame, sizeof(resume));
  return resume;
}

} // namespace pyk2ptx

#endif
