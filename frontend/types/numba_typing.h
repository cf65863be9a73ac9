// The types that numba gives to arithmetic, for --typing=numba.
#ifndef PYK2PTX_FRONTEND_TYPES_NUMBA_TYPING_H
#define PYK2PTX_FRONTEND_TYPES_NUMBA_TYPING_H

#include "types.h"

#include <optional>
#include <vector>

namespace pyk2ptx {

/// The one type of two where paths meet, and of min and max. Nothing for other
/// than scalars.
std::optional<Type> numbaUnify(const Type &a, const Type &b);

/// The type of + - * // % & | ^ and of unary - + ~: integers become int64, or
/// uint64 when all of them are unsigned.
std::optional<Type> numbaArithmetic(const Type &a, const Type &b);

/// What a comparison of two numbers is made in.
Type numbaComparison(const Type &a, const Type &b);

/// What divmod computes in.
Type numbaDivMod(const Type &a, const Type &b);

/// a ** b.
Type numbaPower(const Type &a, const Type &b);

/// The float that a function of floats takes for a number where numba
/// has no form for integers: integers of up to 16 bits become float32.
Type numbaReal(const Type &type);

/// math.pow(a, b)
Type numbaMathPower(const Type &a, const Type &b);

/// The type of the elements of a range with arguments of these types.
Type numbaRange(const std::vector<Type> &types);

} // namespace pyk2ptx

#endif
