// Shifts to the right of an int64 that was to be a uint32. How many bits a
// value may have is followed through the operators that hashes and random
// numbers are made of; what is anything else tells nothing.
#include "wide_shift.h"
#include "text_of.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <variant>

namespace pyk2ptx {

namespace {

/// Of a number that is not negative: its most bits; `widener`: what left the 32
/// bits last.
struct Width {
  int bits = 0;
  const char *widener = nullptr;
};

constexpr int unsignedBits = 32;
/// A factor of less is a number that is counted with, not one that mixes bits.
constexpr int mixingBits = 24;

std::optional<std::uint64_t> constantOf(const ir::Expr &expr) {
  const auto *constant = std::get_if<ir::Constant>(&expr.node);
  bool isInteger = constant && expr.type.isInteger();
  return isInteger ? std::optional(constant->bits) : std::nullopt;
}

Width wider(Width a, const Width &b) {
  a.bits = std::max(a.bits, b.bits);
  a.widener = a.widener ? a.widener : b.widener;
  return a;
}

class Measure {
public:
  explicit Measure(const std::set<ir::SlotId> &wide) : wide_(wide) {}

  std::optional<Width> of(const ir::Expr &expr) const {
    if (std::optional<std::uint64_t> number = constantOf(expr))
      return Width{static_cast<int>(std::bit_width(*number))};
    if (expr.type.isScalar() && expr.type.scalar == Scalar::U32)
      return Width{unsignedBits};
    if (const auto *cast = std::get_if<ir::Convert>(&expr.node))
      return cast->operand->type.isInteger() ? of(*cast->operand)
                                             : std::nullopt;
    if (const auto *slot = std::get_if<ir::SlotValue>(&expr.node))
      return wide_.contains(slot->slot)
                 ? std::optional(Width{64, "an assignment before"})
                 : std::nullopt;
    if (const auto *unary = std::get_if<ir::Unary>(&expr.node))
      return ofUnary(*unary);
    const auto *binary = std::get_if<ir::Binary>(&expr.node);
    return binary ? ofBinary(*binary) : std::nullopt;
  }

private:
  std::optional<Width> ofUnary(const ir::Unary &node) const {
    std::optional<Width> width = of(*node.operand);
    if (width && node.op == ir::UnaryOp::Invert)
      width = Width{64, "`~`"};
    else if (width && node.op == ir::UnaryOp::Negative)
      width = Width{64, "`-`"};
    return width;
  }

  std::optional<Width> ofBinary(const ir::Binary &node) const {
    std::optional<Width> left = of(*node.left), right = of(*node.right);
    // What is masked has the mask's bits, whatever it was.
    if (node.op == ir::BinaryOp::BitAnd)
      return masked(left, right);
    if (!left || !right)
      return std::nullopt;
    std::optional<std::uint64_t> count = constantOf(*node.right);
    switch (node.op) {
    case ir::BinaryOp::BitOr:
    case ir::BinaryOp::BitXor:
      return wider(*left, *right);
    case ir::BinaryOp::Add: {
      Width sum = wider(*left, *right);
      sum.bits = std::min(sum.bits + 1, 64);
      return sum;
    }
    case ir::BinaryOp::LeftShift:
      if (!count || *count > 63)
        return std::nullopt;
      return grown(*left, static_cast<int>(*count), "`<<`");
    case ir::BinaryOp::RightShift:
      if (!count || *count > 63)
        return std::nullopt;
      return shrunk(*left, static_cast<int>(*count));
    case ir::BinaryOp::Mul: {
      bool mixes = isMixing(*node.left) || isMixing(*node.right);
      return grown(*left, right->bits, mixes ? "`*`" : nullptr);
    }
    default:
      return std::nullopt;
    }
  }

  static bool isMixing(const ir::Expr &factor) {
    std::optional<std::uint64_t> number = constantOf(factor);
    return number && std::bit_width(*number) > mixingBits;
  }

  static std::optional<Width> masked(const std::optional<Width> &left,
                                     const std::optional<Width> &right) {
    if (!left && !right)
      return std::nullopt;
    int bits = std::min(left ? left->bits : 64, right ? right->bits : 64);
    const Width &kept = left ? *left : *right;
    return Width{bits, bits > unsignedBits ? kept.widener : nullptr};
  }

  static Width grown(const Width &width, int by, const char *widener) {
    int bits = std::min(width.bits + by, 64);
    bool leaves = widener && bits > unsignedBits;
    return {bits, leaves ? widener : width.widener};
  }

  static Width shrunk(const Width &width, int by) {
    int bits = std::max(width.bits - by, 0);
    return {bits, bits > unsignedBits ? width.widener : nullptr};
  }

  const std::set<ir::SlotId> &wide_;
};

} // namespace

const char *WideSlots::widener(const ir::Expr &value) const {
  bool isWide = value.type.isScalar() && value.type.scalar == Scalar::I64;
  std::optional<Width> width = isWide ? Measure(wide_).of(value) : std::nullopt;
  return width && width->bits > unsignedBits ? width->widener : nullptr;
}

void WideSlots::assigned(ir::SlotId slot, const ir::Expr &value) {
  if (widener(value))
    wide_.insert(slot);
  else
    wide_.erase(slot);
}

/// The count of a `>>` by a constant.
static std::optional<std::uint64_t> countOf(const Operand &shift) {
  const auto *node =
      shift.expr ? std::get_if<ir::Binary>(&shift.expr->node) : nullptr;
  bool isShift = node && node->op == ir::BinaryOp::RightShift;
  return isShift ? constantOf(*node->right) : std::nullopt;
}

void forgetMasked(Diagnostics &diagnostics, Diagnostics::Mark mark,
                  const Operand &left, const Operand &right) {
  const Operand &mask = left.isNumber() ? left : right;
  const Operand &shift = left.isNumber() ? right : left;
  std::optional<std::uint64_t> count = countOf(shift);
  if (!count || *count >= unsignedBits || !mask.isNumber() ||
      std::bit_width(mask.known->number.bits) > unsignedBits - *count)
    return;
  const std::vector<Diagnostic> &all = diagnostics.all();
  bool isOnlyTold =
      std::all_of(all.begin() + static_cast<std::ptrdiff_t>(mark.messages),
                  all.end(), [](const Diagnostic &message) {
                    return message.kind == DiagnosticKind::ShiftOfWide;
                  });
  if (isOnlyTold)
    diagnostics.rollback({mark.messages, diagnostics.mark().failures});
}

void warnOfWideShift(Emitter &e, const WideSlots &slots, const Operand &shift,
                     const syntax::Expr &left) {
  // A greater count is for the upper half.
  std::optional<std::uint64_t> count = countOf(shift);
  if (!count || *count >= unsignedBits)
    return;
  const auto &node = std::get<ir::Binary>(shift.expr->node);
  const char *widener = slots.widener(*node.left);
  if (!widener)
    return;
  e.diagnostics().emit(shift.range, diag::ShiftOfWide, std::string(widener),
                       "np.uint32(" + textOf(left.range) + ") >> " +
                           std::to_string(*count));
}

} // namespace pyk2ptx
