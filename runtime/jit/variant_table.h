// What a kernel is compiled to for launches of which more is known than their
// arguments' types.
#ifndef PYK2PTX_JIT_VARIANT_TABLE_H
#define PYK2PTX_JIT_VARIANT_TABLE_H

#include <pyk2ptx/jit.h>

#include <array>
#include <memory>

namespace pyk2ptx {

/// What is true of a launch's arguments.
struct ArgumentFacts;

/// The variants for one combination of types on one device. Any thread may ask;
/// it finds what is there without a lock.
class VariantTable {
public:
  VariantTable(JitDevice device, CapturedProgram program, JitSettings settings);

  /// The variant for such a launch; null: the kernel for all launches is to be
  /// taken. The first launch of its kind has it compiled: now if nothing else
  /// is compiled yet (`hasOther`: the kernel for all launches is) or if
  /// JitVariants::waits says so, else in the background.
  [[nodiscard]] const JitKernel *find(const LaunchConfig &config,
                                      Span<const Argument> arguments,
                                      const Stream *stream, bool hasOther);
  /// The same by a parameter block of `info`, which is the other's.
  [[nodiscard]] const JitKernel *find(const LaunchConfig &config,
                                      const KernelInfo &info,
                                      Span<const std::byte> params,
                                      const Stream *stream);

  /// Of a kernel that asks for its block (KernelInfo::asksForBlock) the one for
  /// this launch's, compiled now; null where that is `info`'s, or cannot be
  /// compiled. Of any kernel the one that findFitting has compiled.
  [[nodiscard]] const JitKernel *findForBlock(const LaunchConfig &config,
                                              const KernelInfo &info,
                                              Span<const Argument> arguments,
                                              const Stream *stream);

  /// Of a kernel that the device refused for want of registers the one for
  /// blocks of so many threads, compiled now; null where `refused` was for
  /// something else, or the user limits threads or registers.
  [[nodiscard]] const JitKernel *findFitting(const LaunchConfig &config,
                                             const JitKernel &refused,
                                             Span<const Argument> arguments,
                                             const Stream *stream);

private:
  /// Facts in words: flags and alignment, block x and y, block z and the
  /// threads of a block that is no fact, last extents, bits of sizes.
  using Key = std::array<std::uint64_t, 5>;
  static constexpr std::size_t sizeWord = 4;
  struct Node;
  /// What compiling a variant needs, for as long as that takes.
  struct State;

  /// What a launch is looked at for.
  enum class Size : std::uint8_t { Small, FewThreads, Large };
  /// `largestArray()`: bytes of the largest array.
  template <class Bytes>
  [[nodiscard]] Size sizeOf(const LaunchConfig &config,
                            Bytes &&largestArray) const;
  [[nodiscard]] LaunchFacts factsOf(const LaunchConfig &config, Size size,
                                    const ArgumentFacts &arguments) const;
  const JitKernel *find(const LaunchFacts &facts, const LaunchConfig &config,
                        const Stream *stream, Span<const Argument> arguments,
                        bool waits);

  std::shared_ptr<State> state_;
  /// Launches of fewer threads, whose arrays are small besides, have no
  /// variants; 0: no launch has any.
  std::uint64_t leastThreads_ = 0;
  bool waits_ = false;
};

} // namespace pyk2ptx

#endif
