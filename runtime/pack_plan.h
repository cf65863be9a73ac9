// How to pack a kernel's arguments at every launch, worked out once.
#ifndef PYK2PTX_RUNTIME_PACK_PLAN_H
#define PYK2PTX_RUNTIME_PACK_PLAN_H

#include "pyk2ptx/argument.h"

#include <string>
#include <vector>

namespace pyk2ptx::detail {

/// packArgumentsInto for what nearly every launch has: arrays, and numbers of
/// their parameter's kind.
class PackPlan {
public:
  explicit PackPlan(const KernelInfo &kernel);

  /// Writes the block that packArgumentsInto would. False when that has more to
  /// do or to say, a conversion or an error; the block is then undefined.
  [[nodiscard]] bool pack(Span<const Argument> arguments,
                          std::byte *block) const;

private:
  /// One argument, whose parameters lie side by side.
  struct Step {
    ArgKind kind = ArgKind::Scalar;
    /// Of a scalar. Bytes is a bool; a record is Pointer, which nothing packs.
    ParamType type = ParamType::I64;
    char layout = 'C';
    int ndim = 0;
    std::uint32_t offset = 0;
    std::string dtype;
  };
  static bool packArray(const Step &step, const Argument &argument,
                        std::byte *to);
  static bool packScalar(const Step &step, const Argument &argument,
                         std::byte *to);

  std::vector<Step> steps_;
  /// Bytes to clear first: all of them, where some are no parameter's.
  std::uint32_t cleared_ = 0;
  bool isUsable_ = false;
};

} // namespace pyk2ptx::detail

#endif
