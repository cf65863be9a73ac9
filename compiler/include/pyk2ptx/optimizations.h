// Which of our optimizations run: all, unless someone looks for what one does.
#ifndef PYK2PTX_OPTIMIZATIONS_H
#define PYK2PTX_OPTIMIZATIONS_H

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace pyk2ptx {

/// The rows of optimizations.def.
enum class Optimization : std::uint8_t {
#define OPTIMIZATION(Name, ...) Name,
#include <pyk2ptx/optimizations.def>
#undef OPTIMIZATION
};

/// Where one changes code, as optimizations.def says.
enum class OptimizationDevice : std::uint8_t { Both, Gpu, Ptx, Cpu };

struct OptimizationRow {
  Optimization optimization;
  std::string_view name;
  OptimizationDevice device;
  /// What it does, in a line.
  std::string_view text;
};

inline constexpr OptimizationRow optimizationRows[] = {
#define OPTIMIZATION(Name, Spelling, Device, Text)                             \
  {Optimization::Name, Spelling, OptimizationDevice::Device, Text},
#include <pyk2ptx/optimizations.def>
#undef OPTIMIZATION
};

/// A set of them; all at first.
class Optimizations {
public:
  [[nodiscard]] constexpr bool has(Optimization one) const {
    return bits_ >> static_cast<unsigned>(one) & 1;
  }
  constexpr void set(Optimization one, bool runs) {
    std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(one);
    bits_ = runs ? bits_ | bit : bits_ & ~bit;
  }
  constexpr void setAll(bool run) { bits_ = run ? ~std::uint64_t{0} : 0; }
  /// Whether the CPU device's code is made with those for GPUs, too. It gains
  /// nothing by them: it is how they are tried where there is no GPU.
  [[nodiscard]] constexpr bool areGpusOnCpu() const { return gpusOnCpu_; }
  constexpr void setGpusOnCpu() { gpusOnCpu_ = true; }
  friend constexpr bool operator==(Optimizations a, Optimizations b) {
    return a.bits_ == b.bits_ && a.gpusOnCpu_ == b.gpusOnCpu_;
  }

private:
  static_assert(std::size(optimizationRows) <= 64);
  std::uint64_t bits_ = ~std::uint64_t{0};
  bool gpusOnCpu_ = false;
};

/// Reads "all", "none", names (which run) and names behind a minus (which do
/// not), separated by commas, from left to right: "-count-loops",
/// "none,path-facts". A list that begins with a name begins with none, one that
/// begins with a minus with all. "gpu" is all, and on the CPU device those for
/// GPUs with them. An empty string, or what is wrong with the list.
[[nodiscard]] std::string readOptimizations(std::string_view list,
                                            Optimizations &result);

} // namespace pyk2ptx

#endif
