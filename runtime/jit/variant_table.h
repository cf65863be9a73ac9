// What a kernel is compiled to for launches of which more is known than their
// arguments' types.
#ifndef PYK2PTX_JIT_VARIANT_TABLE_H
#define PYK2PTX_JIT_VARIANT_TABLE_H

#include <pyk2ptx/jit.h>

#include <array>
#include <atomic>
#include <mutex>

namespace pyk2ptx {

/// What is true of a launch's arrays.
struct ArrayFacts;

/// The variants for one combination of types on one device. Any thread may ask;
/// it finds what is there without a lock.
class VariantTable {
public:
  VariantTable(JitDevice device, CapturedProgram program, JitSettings settings);
  VariantTable(const VariantTable &) = delete;
  VariantTable &operator=(const VariantTable &) = delete;
  ~VariantTable();

  /// The variant for such a launch, compiled now if it is the first; null: the
  /// kernel for all launches is to be taken.
  [[nodiscard]] const JitKernel *find(const LaunchConfig &config,
                                      Span<const Argument> arguments,
                                      const Stream *stream);
  /// The same by a parameter block of `info`.
  [[nodiscard]] const JitKernel *find(const LaunchConfig &config,
                                      const KernelInfo &info,
                                      Span<const std::byte> params,
                                      const Stream *stream);

  /// Of a kernel that asks for its block (KernelInfo::asksForBlock) the one for
  /// this launch's; null where that is `info`'s, or cannot be compiled.
  [[nodiscard]] const JitKernel *findForBlock(const LaunchConfig &config,
                                              const KernelInfo &info,
                                              Span<const Argument> arguments,
                                              const Stream *stream);

private:
  /// Facts in words: flags and alignment, block x and y, block z.
  using Key = std::array<std::uint64_t, 3>;
  struct Node;

  [[nodiscard]] bool isLarge(const LaunchConfig &config) const;
  [[nodiscard]] LaunchFacts factsOf(const LaunchConfig &config,
                                    const ArrayFacts &arrays) const;
  [[nodiscard]] const Node *lookUp(const Key &key) const;
  const JitKernel *find(const LaunchFacts &facts, const Stream *stream,
                        Span<const Argument> arguments);
  [[nodiscard]] bool mayCompile(const Stream *stream) const;
  const JitKernel *make(const Key &key, const LaunchFacts &facts,
                        Span<const Argument> arguments);
  const JitKernel *make(const Key &key, const JitSettings &special,
                        bool isNeeded, Span<const Argument> arguments);

  JitDevice device_;
  CapturedProgram program_;
  JitSettings settings_;
  /// Launches of fewer threads have no variants; 0: no launch has any.
  std::uint64_t leastThreads_ = 0;
  std::atomic<const Node *> first_ = nullptr;
  /// Guards insertions.
  std::mutex mutex_;
  unsigned compiled_ = 0;
};

} // namespace pyk2ptx

#endif
