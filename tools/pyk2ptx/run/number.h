// A number on the command line of `pyk2ptx run`, and how it becomes an element.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_NUMBER_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_NUMBER_H

#include "frontend/types/types.h"

#include <pyk2ptx/argument.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pyk2ptx {

/// A Python number: an int64, a uint64 (only beyond int64), a float, a complex
/// or a bool.
struct RunNumber {
  Argument value = Argument(false);

  bool isFloat() const { return value.kind() == Argument::Kind::Double; }
  bool isComplex() const { return value.kind() == Argument::Kind::Complex; }
};

/// Python's spelling of a number, with sign: ints in base 10, 16, 8 and 2,
/// floats, nan, inf, complex numbers, True and False. Nothing when it is none,
/// or an int beyond uint64 or below int64.
[[nodiscard]] std::optional<RunNumber> parseNumber(std::string_view text);

[[nodiscard]] bool isIdentifierStart(char c);
[[nodiscard]] bool isDigit(char c);

/// The real part of a complex one.
[[nodiscard]] double toDouble(const RunNumber &number);
[[nodiscard]] double imagOf(const RunNumber &number);
/// An int's or bool's two's complement.
[[nodiscard]] std::uint64_t toBits(const RunNumber &number);
[[nodiscard]] Type typeOfNumber(const RunNumber &number);
/// Whether `number` is a value of `scalar`: a float for a float, any for a
/// complex, and an int that fits. A float that rounds is one.
[[nodiscard]] bool fits(const RunNumber &number, Scalar scalar);
/// Stores `number`, which fits, as an element.
void storeNumber(std::byte *to, Scalar scalar, const RunNumber &number);

} // namespace pyk2ptx

#endif
