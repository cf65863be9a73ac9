// Constants that NumPy and Python refuse where a kernel computes on.
#include "constants.h"

#include "frontend/types/magnitude.h"

#include <string>
#include <vector>

namespace pyk2ptx {

using namespace syntax;

namespace {

std::string spellNumber(const Number &number) {
  bool isUnsigned = number.type.scalar == Scalar::U64;
  return isUnsigned ? std::to_string(number.bits)
                    : std::to_string(number.asInt());
}

/// Whether it was told that it has lost bits before.
bool hasWrapped(const Diagnostics &diagnostics, const Operand &operand) {
  const std::vector<Diagnostic> &all = diagnostics.all();
  return !all.empty() && all.back().kind == DiagnosticKind::ConstantWraps &&
         all.back().range.begin == operand.range.begin;
}

} // namespace

bool fits(const Number &number, const Type &type) {
  bool isNegative = number.type.scalar != Scalar::U64 && number.asInt() < 0;
  int bits = bitWidth(type.scalar) - isSigned(type.scalar);
  if (isNegative)
    return isSigned(type.scalar) &&
           number.asInt() >= -1 - (INT64_MAX >> (63 - bits));
  return number.bits <= ~std::uint64_t(0) >> (64 - bits);
}

void warnOutOfRange(Emitter &e, const Operand &operand, const Type &type) {
  if (!operand.isNumber() || !type.isScalar() || !type.isInteger())
    return;
  const Number &number = operand.known->number;
  bool isPythons = number.exact && !number.big && number.type.isInteger();
  if (!isPythons || fits(number, type) || hasWrapped(e.diagnostics(), operand))
    return;
  Number held = convertNumber(number, type);
  e.diagnostics().emit(
      operand.range, diag::ConstantOutOfRange, spellNumber(number), spell(type),
      "the kernel has " + (isSigned(type.scalar) ? std::to_string(held.asInt())
                                                 : std::to_string(held.bits)));
}

void warnOfRight(Emitter &e, BinaryOp op, const Operand &left,
                 const Operand &right, SourceRange range) {
  if (!right.isNumber() ||
      !(left.isScalar() || left.isArray() || left.isElement))
    return;
  const Number &number = right.known->number;
  bool divides = op == BinaryOp::TrueDiv || op == BinaryOp::FloorDiv ||
                 op == BinaryOp::Mod;
  if (divides && !number.type.isComplex() && !number.isTrue()) {
    bool isWhole = op != BinaryOp::TrueDiv && number.type.isInteger() &&
                   left.isScalar() && e.typeOf(left, false).isInteger();
    e.diagnostics().emit(range, diag::DivisionByZero, std::string(spelling(op)),
                         std::string(isWhole ? "the kernel has 0"
                                             : "the kernel has an infinity or "
                                               "nan"));
  }
  bool shifts = op == BinaryOp::LeftShift || op == BinaryOp::RightShift;
  if (shifts && number.type.isInteger() && number.type.scalar != Scalar::U64 &&
      number.asInt() < 0) {
    const char *other = op == BinaryOp::LeftShift ? ">>" : "<<";
    std::uint64_t by = magnitudeOf(number.asInt());
    e.diagnostics().emit(range, diag::NegativeShift, std::string(spelling(op)),
                         number.asInt(),
                         "write `" + std::string(other) + " " +
                             std::to_string(by) + "` for the other way");
  }
}

} // namespace pyk2ptx
