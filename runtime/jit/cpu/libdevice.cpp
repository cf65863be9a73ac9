// libdevice's functions for the CPU device: libm's where it has them, else a
// line of C++. Those of reduced accuracy are the accurate ones.
//
// Operations in a rounding mode of their own set it for the one operation,
// whose operands and result are volatile, so that it stays between.
#include "libdevice.h"

#include "frontend/tables/libdevice.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pyk2ptx {

namespace {

// The names are libdevice's.
// NOLINTBEGIN(readability-identifier-naming)
using u32 = std::uint32_t;
using i64 = std::int64_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i16 = std::int16_t;

namespace nv {

constexpr double pi = 3.14159265358979323846;

template <class T, class F> T inMode(int mode, F operation) {
  std::fesetround(mode);
  volatile T result = operation();
  std::fesetround(FE_TONEAREST);
  return result;
}

/// glibc's, of doubles, is off by up to four places; CUDA's by one. g++ would
/// make of this, rounded to a double, the one of doubles.
long double wideCbrt(double x) {
  volatile long double wide = x;
  return ::cbrtl(wide);
}

#define BOTH1(name)                                                            \
  [[maybe_unused]] double name(double x) { return ::name(x); }                 \
  [[maybe_unused]] float name##f(float x) { return ::name##f(x); }
#define BOTH2(name)                                                            \
  [[maybe_unused]] double name(double x, double y) { return ::name(x, y); }    \
  [[maybe_unused]] float name##f(float x, float y) { return ::name##f(x, y); }
#define OF1(name, expression)                                                  \
  [[maybe_unused]] double name(double x) { return expression; }                \
  [[maybe_unused]] float name##f(float single) {                               \
    double x = single;                                                         \
    return static_cast<float>(expression);                                     \
  }
// It never settles on macros without semicolons.
// clang-format off
BOTH1(acos) BOTH1(acosh) BOTH1(asin) BOTH1(asinh) BOTH1(atan) BOTH1(atanh)
BOTH1(ceil) BOTH1(cos) BOTH1(cosh) BOTH1(erf) BOTH1(erfc)
BOTH1(exp) BOTH1(exp10) BOTH1(exp2) BOTH1(expm1) BOTH1(fabs) BOTH1(floor)
BOTH1(j0) BOTH1(j1) BOTH1(y0) BOTH1(y1) BOTH1(log) BOTH1(log10) BOTH1(log1p)
BOTH1(log2) BOTH1(logb) BOTH1(nearbyint) BOTH1(rint) BOTH1(round) BOTH1(sin)
BOTH1(sinh) BOTH1(sqrt) BOTH1(tan) BOTH1(tanh) BOTH1(tgamma) BOTH1(trunc)
BOTH2(atan2) BOTH2(copysign) BOTH2(fdim) BOTH2(fmax) BOTH2(fmin) BOTH2(fmod)
BOTH2(hypot) BOTH2(nextafter) BOTH2(pow) BOTH2(remainder)
OF1(rsqrt, 1 / ::sqrt(x))
OF1(cbrt, static_cast<double>(wideCbrt(x)))
OF1(rcbrt, static_cast<double>(1 / wideCbrt(x)))
OF1(normcdf, 0.5 * ::erfc(-x / ::sqrt(2.0)))
OF1(cyl_bessel_i0, std::cyl_bessel_i(0.0, ::fabs(x)))
OF1(cyl_bessel_i1, ::copysign(std::cyl_bessel_i(1.0, ::fabs(x)), x))
    // clang-format on

    // lgamma without its global sign.
    double lgamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}
float lgammaf(float x) {
  int sign;
  return ::lgammaf_r(x, &sign);
}

// Of x * pi, reduced first; the quarters are exact.
double sinOfPi(double x) {
  if (!std::isfinite(x))
    return std::numeric_limits<double>::quiet_NaN();
  double rest = ::fmod(x, 2.0);
  if (rest == 0 || ::fabs(rest) == 1)
    return ::copysign(0.0, x);
  if (::fabs(rest) > 1)
    rest -= ::copysign(2.0, rest);
  if (::fabs(rest) > 0.5)
    rest = ::copysign(1.0, rest) - rest;
  return ::sin(rest * pi);
}
double cosOfPi(double x) {
  if (!std::isfinite(x))
    return std::numeric_limits<double>::quiet_NaN();
  double rest = ::fabs(::fmod(x, 2.0));
  if (rest > 1)
    rest = 2 - rest;
  if (rest == 0.5)
    return 0;
  return rest > 0.5 ? -::cos((1 - rest) * pi) : ::cos(rest * pi);
}
OF1(sinpi, sinOfPi(x))
OF1(cospi, cosOfPi(x))

#define SINCOS(name, type, sine, cosine)                                       \
  void name(type x, type *s, type *c) {                                        \
    *s = sine(x);                                                              \
    *c = cosine(x);                                                            \
  }
SINCOS(sincos, double, ::sin, ::cos)
SINCOS(sincosf, float, ::sinf, ::cosf)
SINCOS(fast_sincosf, float, ::sinf, ::cosf)
SINCOS(sincospi, double, sinpi, cospi)
SINCOS(sincospif, float, sinpif, cospif)

float fast_cosf(float x) { return ::cosf(x); }
float fast_exp10f(float x) { return ::exp10f(x); }
float fast_expf(float x) { return ::expf(x); }
float fast_fdividef(float x, float y) { return x / y; }
float fast_log10f(float x) { return ::log10f(x); }
float fast_log2f(float x) { return ::log2f(x); }
float fast_logf(float x) { return ::logf(x); }
float fast_powf(float x, float y) { return ::powf(x, y); }
float fast_sinf(float x) { return ::sinf(x); }
float fast_tanf(float x) { return ::tanf(x); }
float fast_tanhf(float x) { return ::tanhf(x); }
float frsqrt_rn(float x) { return rsqrtf(x); }
float saturatef(float x) { return x > 0 ? std::min(x, 1.0f) : 0.0f; }

#define NORMS(type, f)                                                         \
  type norm3d##f(type x, type y, type z) {                                     \
    return ::hypot##f(::hypot##f(x, y), z);                                    \
  }                                                                            \
  type norm4d##f(type x, type y, type z, type w) {                             \
    return ::hypot##f(::hypot##f(x, y), ::hypot##f(z, w));                     \
  }                                                                            \
  type rhypot##f(type x, type y) { return 1 / ::hypot##f(x, y); }              \
  type rnorm3d##f(type x, type y, type z) { return 1 / norm3d##f(x, y, z); }   \
  type rnorm4d##f(type x, type y, type z, type w) {                            \
    return 1 / norm4d##f(x, y, z, w);                                          \
  }                                                                            \
  type fma##f(type x, type y, type z) { return ::fma##f(x, y, z); }            \
  type jn##f(i32 n, type x) { return ::jn##f(n, x); }                          \
  type yn##f(i32 n, type x) { return ::yn##f(n, x); }                          \
  type ldexp##f(type x, i32 n) { return ::ldexp##f(x, n); }                    \
  type scalbn##f(type x, i32 n) { return ::scalbn##f(x, n); }                  \
  i32 ilogb##f(type x) { return ::ilogb##f(x); }                               \
  type powi##f(type x, i32 n) { return static_cast<type>(::pow(x, n)); }       \
  type frexp##f(type x, i32 *exponent) { return ::frexp##f(x, exponent); }     \
  type modf##f(type x, type *whole) { return ::modf##f(x, whole); }            \
  type remquo##f(type x, type y, i32 *quotient) {                              \
    return ::remquo##f(x, y, quotient);                                        \
  }
NORMS(double, )
NORMS(float, f)

i32 finitef(float x) { return std::isfinite(x); }
i32 isfinited(double x) { return std::isfinite(x); }
i32 isinfd(double x) { return std::isinf(x); }
i32 isinff(float x) { return std::isinf(x); }
i32 isnand(double x) { return std::isnan(x); }
i32 isnanf(float x) { return std::isnan(x); }
i32 signbitd(double x) { return std::signbit(x); }
i32 signbitf(float x) { return std::signbit(x); }

// ---- arithmetic in a rounding mode ----
#define MODES(define, ...)                                                     \
  define(rn, FE_TONEAREST, __VA_ARGS__) define(rz, FE_TOWARDZERO, __VA_ARGS__) \
      define(rd, FE_DOWNWARD, __VA_ARGS__) define(ru, FE_UPWARD, __VA_ARGS__)
#define OPERATION(suffix, mode, name, type, op)                                \
  type name##_##suffix(type x, type y) {                                       \
    volatile type a = x, b = y;                                                \
    return inMode<type>(mode, [&]() -> type { return a op b; });               \
  }
#define FUNCTION1(suffix, mode, name, type, expression)                        \
  type name##_##suffix(type x) {                                               \
    volatile type a = x;                                                       \
    return inMode<type>(mode, [&]() -> type { return expression; });           \
  }
#define FUSED(suffix, mode, name, type, function)                              \
  type name##_##suffix(type x, type y, type z) {                               \
    volatile type a = x, b = y, c = z;                                         \
    return inMode<type>(mode, [&]() -> type { return function(a, b, c); });    \
  }
MODES(OPERATION, dadd, double, +)
MODES(OPERATION, dsub, double, -)
MODES(OPERATION, dmul, double, *)
MODES(OPERATION, ddiv, double, /)
MODES(OPERATION, fadd, float, +)
MODES(OPERATION, fsub, float, -)
MODES(OPERATION, fmul, float, *)
MODES(OPERATION, fdiv, float, /)
MODES(FUNCTION1, drcp, double, 1 / a)
MODES(FUNCTION1, frcp, float, 1 / a)
MODES(FUNCTION1, dsqrt, double, ::sqrt(a))
MODES(FUNCTION1, fsqrt, float, ::sqrtf(a))
MODES(FUSED, fma, double, ::fma)
MODES(FUSED, fmaf, float, ::fmaf)
MODES(FUSED, fmaf_ieee, float, ::fmaf)

// ---- conversions ----

// PTX's cvt: saturated; of nan 0, but the lowest value's bits from or to 64
// bits.
template <class To, class From> To toInteger(int mode, From x) {
  double whole = mode == FE_TONEAREST    ? ::nearbyint(x)
                 : mode == FE_TOWARDZERO ? ::trunc(x)
                 : mode == FE_DOWNWARD   ? ::floor(x)
                                         : ::ceil(x);
  using Limits = std::numeric_limits<To>;
  if (std::isnan(whole))
    return sizeof(To) == 8 || sizeof(From) == 8
               ? static_cast<To>(To(1) << (sizeof(To) * 8 - 1))
               : To(0);
  if (whole <= static_cast<double>(Limits::min()))
    return Limits::min();
  if (whole >= static_cast<double>(Limits::max()))
    return Limits::max();
  return static_cast<To>(whole);
}
#define TO_INTEGER(suffix, mode, name, from, to, as)                           \
  as name##_##suffix(from x) { return static_cast<as>(toInteger<to>(mode, x)); }
MODES(TO_INTEGER, float2int, float, i32, i32)
MODES(TO_INTEGER, float2uint, float, u32, i32)
MODES(TO_INTEGER, float2ll, float, i64, i64)
MODES(TO_INTEGER, float2ull, float, u64, i64)
MODES(TO_INTEGER, double2int, double, i32, i32)
MODES(TO_INTEGER, double2uint, double, u32, i32)
MODES(TO_INTEGER, double2ll, double, i64, i64)
MODES(TO_INTEGER, double2ull, double, u64, i64)
i64 llrint(double x) { return double2ll_rn(x); }
i64 llrintf(float x) { return float2ll_rn(x); }
i64 llround(double x) { return double2ll_rz(::round(x)); }
i64 llroundf(float x) { return float2ll_rz(::roundf(x)); }

#define TO_FLOAT(suffix, mode, name, as, from, to)                             \
  to name##_##suffix(as x) {                                                   \
    volatile from a = static_cast<from>(x);                                    \
    return inMode<to>(mode, [&]() -> to { return static_cast<to>(a); });       \
  }
MODES(TO_FLOAT, int2float, i32, i32, float)
MODES(TO_FLOAT, uint2float, i32, u32, float)
MODES(TO_FLOAT, ll2float, i64, i64, float)
MODES(TO_FLOAT, ull2float, i64, u64, float)
MODES(TO_FLOAT, ll2double, i64, i64, double)
MODES(TO_FLOAT, ull2double, i64, u64, double)
MODES(TO_FLOAT, double2float, double, double, float)
double int2double_rn(i32 x) { return x; }
double uint2double_rn(i32 x) { return static_cast<u32>(x); }

i16 float2half_rn(float x) {
  return std::bit_cast<i16>(static_cast<_Float16>(x));
}
float half2float(i16 x) { return std::bit_cast<_Float16>(x); }
float int_as_float(i32 x) { return std::bit_cast<float>(x); }
float uint_as_float(i32 x) { return std::bit_cast<float>(x); }
i32 float_as_int(float x) { return std::bit_cast<i32>(x); }
i32 float_as_uint(float x) { return std::bit_cast<i32>(x); }
i64 double_as_longlong(double x) { return std::bit_cast<i64>(x); }
double longlong_as_double(i64 x) { return std::bit_cast<double>(x); }
i32 double2hiint(double x) {
  return static_cast<i32>(std::bit_cast<u64>(x) >> 32);
}
i32 double2loint(double x) { return static_cast<i32>(std::bit_cast<u64>(x)); }
double hiloint2double(i32 high, i32 low) {
  return std::bit_cast<double>(u64(u32(high)) << 32 | u32(low));
}

// ---- integers ----
i32 abs(i32 x) { return x < 0 ? static_cast<i32>(0u - u32(x)) : x; }
i64 llabs(i64 x) { return x < 0 ? static_cast<i64>(u64(0) - u64(x)) : x; }
i32 min(i32 x, i32 y) { return std::min(x, y); }
i32 max(i32 x, i32 y) { return std::max(x, y); }
i32 umin(i32 x, i32 y) { return i32(std::min(u32(x), u32(y))); }
i32 umax(i32 x, i32 y) { return i32(std::max(u32(x), u32(y))); }
i64 llmin(i64 x, i64 y) { return std::min(x, y); }
i64 llmax(i64 x, i64 y) { return std::max(x, y); }
i64 ullmin(i64 x, i64 y) { return i64(std::min(u64(x), u64(y))); }
i64 ullmax(i64 x, i64 y) { return i64(std::max(u64(x), u64(y))); }
i32 mulhi(i32 x, i32 y) { return i32(i64(x) * y >> 32); }
i32 umulhi(i32 x, i32 y) { return i32(u64(u32(x)) * u32(y) >> 32); }
i64 mul64hi(i64 x, i64 y) { return i64(static_cast<__int128>(x) * y >> 64); }
i64 umul64hi(i64 x, i64 y) {
  return i64(static_cast<unsigned __int128>(u64(x)) * u64(y) >> 64);
}
i32 mul24(i32 x, i32 y) {
  auto low = [](i32 v) { return i32(u32(v) << 8) >> 8; };
  return i32(u32(i64(low(x)) * low(y)));
}
i32 umul24(i32 x, i32 y) {
  return i32(u32(u64(x & 0xffffff) * u64(y & 0xffffff)));
}
i32 sad(i32 x, i32 y, i32 z) {
  i64 difference = i64(x) - y;
  return i32(u32(difference < 0 ? -difference : difference) + u32(z));
}
i32 usad(i32 x, i32 y, i32 z) {
  return i32((u32(x) > u32(y) ? u32(x) - u32(y) : u32(y) - u32(x)) + u32(z));
}
i32 hadd(i32 x, i32 y) { return i32((i64(x) + y) >> 1); }
i32 rhadd(i32 x, i32 y) { return i32((i64(x) + y + 1) >> 1); }
i32 uhadd(i32 x, i32 y) { return i32((u64(u32(x)) + u32(y)) >> 1); }
i32 urhadd(i32 x, i32 y) { return i32((u64(u32(x)) + u32(y) + 1) >> 1); }
i32 popc(i32 x) { return std::popcount(u32(x)); }
i32 popcll(i64 x) { return std::popcount(u64(x)); }
i32 clz(i32 x) { return std::countl_zero(u32(x)); }
i32 clzll(i64 x) { return std::countl_zero(u64(x)); }
i32 ffs(i32 x) { return x ? std::countr_zero(u32(x)) + 1 : 0; }
i32 ffsll(i64 x) { return x ? std::countr_zero(u64(x)) + 1 : 0; }
i64 brevll(i64 x) {
  u64 result = 0;
  for (int bit = 0; bit < 64; ++bit)
    result |= (u64(x) >> bit & 1) << (63 - bit);
  return i64(result);
}
i32 brev(i32 x) { return i32(u32(u64(brevll(u32(x))) >> 32)); }
// Four bytes chosen from the eight of y:x.
i32 byte_perm(i32 x, i32 y, i32 choice) {
  u64 bytes = u64(u32(y)) << 32 | u32(x);
  u32 result = 0;
  for (int i = 0; i < 4; ++i)
    result |= u32(bytes >> ((u32(choice) >> (4 * i) & 7) * 8) & 0xff)
              << (8 * i);
  return i32(result);
}

} // namespace nv

struct Row {
  std::string_view name;
  void *function;
};

#define Both(name) reinterpret_cast<void *>(&nv::name)
#define Gpu(name) nullptr
const Row rows[] = {
#define LIBDEVICE(name, results, arguments, where) {#name, where(name)},
#include "frontend/tables/libdevice.def"
#undef LIBDEVICE
};

} // namespace

void *hostLibdevice(std::string_view name) {
  auto found = std::lower_bound(
      std::begin(rows), std::end(rows), name,
      [](const Row &row, std::string_view key) { return row.name < key; });
  return found != std::end(rows) && found->name == name ? found->function
                                                        : nullptr;
}

} // namespace pyk2ptx
// NOLINTEND(readability-identifier-naming)
