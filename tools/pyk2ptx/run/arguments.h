// The ARGs of `pyk2ptx run`: numbers, files and generated arrays.
//
//   NAME=VALUE or VALUE, VALUE one of
//   3  -0x10  2.5  1e3  nan  inf  True     Python's literals
//   1+2j  -0.5j  (1+2j)                    complex numbers
//   float32(2.5)  uint8(200)               a typed scalar
//   datetime64[D](2020-01-31)  timedelta64[ns](5)
//   Params(1, y=2.5)                       a dataclass of the file
//                                          (dataclass_argument.h)
//   None
//   Color.RED                              a member of an enumeration
//   f, math.sqrt                           a function, by name
//   (1, 2.5)  (x=1, y=zeros(4))            a tuple, a named tuple
//   x, x[1:, ::2]                          the memory of the argument x, or of
//                                          a part (shared_array.h)
//   FILE.npy
//   zeros([DTYPE,]SHAPE[,F])               also ones, empty
//   full([DTYPE,]SHAPE,VALUE[,F])
//   arange([DTYPE,]N[,START[,STEP]])
//   random([DTYPE,]SHAPE,SEED[,F])
//   xoroshiro(N,SEED[,START])              states of numba.cuda.random
//
// SHAPE is extents joined by x, as 1024x8, or () for an array of rank 0. DTYPE
// is NumPy's name; zeros and empty also take record(x: float32, n: int32) and
// datetime64[s]. Left
// out it is NumPy's default: float64 for zeros, ones,
// empty and random, the number's own type for full and arange. F asks for
// Fortran's element order.
//
// random's element i, counted in C's order whatever the array's own, is made
// from SplitMix64: z = mix(SEED * 0x2545f4914f6cdd1d + (i + 1) *
// 0x9e3779b97f4a7c15). float64 takes z's upper 53 bits, float32 its upper 24,
// float16 11 and bfloat16 8, as a number in [0, 1); bool its highest bit; 8-
// and 16-bit integers its highest bits, so all their values; wider ones (z >>
// 32) % 1000. A complex number's real part is z's float of its width, its
// imaginary part mix(z)'s.
#ifndef PYK2PTX_TOOLS_PYK2PTX_RUN_ARGUMENTS_H
#define PYK2PTX_TOOLS_PYK2PTX_RUN_ARGUMENTS_H

#include "frontend/types/types.h"
#include "npy.h"
#include "number.h"

#include <pyk2ptx/error.h>

#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// One ARG of the command line.
struct RunArgument {
  /// "" when given by its place.
  std::string name;
  /// As written, the name included.
  std::string text;
  /// The type that a kernel without stated types takes it as: int64, uint64,
  /// bool, a weak float or a weak complex for numbers.
  Type type;
  /// A scalar's value.
  RunNumber number;
  /// Set for arrays.
  std::optional<HostArray> array;
  /// The name of a function of the file, or of another argument until
  /// shareArrays; the type is None's.
  std::string function;
  /// The subscript behind it, with its brackets.
  std::string part;
  /// It is the parameter's default value.
  bool isDefault = false;
  /// Set for tuples; named where the words are NAME=VALUE.
  std::optional<std::vector<RunArgument>> elements;
};

/// The arguments that the kernel ABI passes: a tuple's elements in its place,
/// named "t.0", and nothing for None.
[[nodiscard]] std::vector<RunArgument>
flattenArguments(std::vector<RunArgument> arguments);

/// The error of a malformed ARG.
[[nodiscard]] Error usageError(std::string text);

/// Parses one ARG, reads its file, makes its array. The error's name is
/// UsageError where the text is malformed; otherwise OSError, ValueError,
/// OverflowError, MemoryError. Its text names the ARG.
[[nodiscard]] Result<RunArgument> parseRunArgument(const std::string &text);

} // namespace pyk2ptx

#endif
