// Lowering for the host, executed: Python's arithmetic at the edges, accesses,
// views, control flow, barriers and reports, without optimization and with it.
#include "build_ir.h"
#include "frontend/tables/builtin_enum.h"
#include "host_jit.h"

#include <cmath>
#include <functional>
#include <limits>

namespace pyk2ptx {
namespace {

using namespace build;
using ir::BinaryOp;
using ir::Bounds;
using ir::CompareOp;

constexpr double inf = std::numeric_limits<double>::infinity();
const double nan = std::numeric_limits<double>::quiet_NaN();

Type globalVector(Scalar scalar, Layout layout = Layout::C) {
  return Type::array(scalar, 1, layout, Space::Global);
}
using Operation = std::function<ir::ExprPtr(ir::ExprPtr, ir::ExprPtr)>;

/// out[t] = operation(a[t], b[t]), one thread an element.
template <class Out, class A, class B>
std::vector<Out> evaluate(Scalar outScalar, Scalar aScalar, Scalar bScalar,
                          std::vector<A> a, std::vector<B> b, int level,
                          const Operation &operation) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("a", globalVector(aScalar));
  ir::SlotId y = f.param("b", globalVector(bScalar));
  ir::SlotId out = f.param("out", globalVector(outScalar));
  f.add(store(
      operation(load(f.value(x), index(tid())), load(f.value(y), index(tid()))),
      f.value(out), index(tid())));
  HostJit jit(module(std::move(f)), level);
  std::vector<Out> result(a.size());
  std::int64_t count = static_cast<std::int64_t>(a.size());
  PackedArray params[] = {
      {a.data(), count}, {b.data(), count}, {result.data(), count}};
  jit.run("k", params, static_cast<std::uint32_t>(count));
  return result;
}

/// All pairs of `values`.
template <class T>
std::pair<std::vector<T>, std::vector<T>> pairs(const std::vector<T> &values) {
  std::pair<std::vector<T>, std::vector<T>> result;
  for (T a : values)
    for (T b : values) {
      result.first.push_back(a);
      result.second.push_back(b);
    }
  return result;
}

std::int64_t wrap(__int128 value) { return static_cast<std::int64_t>(value); }

std::int64_t pythonFloorDiv(std::int64_t a, std::int64_t b) {
  if (b == 0)
    return 0;
  __int128 q = __int128(a) / b;
  return wrap(q * b != a && (a < 0) != (b < 0) ? q - 1 : q);
}
std::int64_t pythonMod(std::int64_t a, std::int64_t b) {
  if (b == 0)
    return 0;
  return wrap(a - __int128(b) * (__int128(a) / b) +
              (__int128(a) % b != 0 && (a < 0) != (b < 0) ? b : 0));
}
std::int64_t pythonPow(std::int64_t base, std::int64_t exponent) {
  if (exponent < 0)
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  std::uint64_t result = 1, factor = static_cast<std::uint64_t>(base);
  for (std::uint64_t e = static_cast<std::uint64_t>(exponent); e; e >>= 1) {
    if (e & 1)
      result *= factor;
    factor *= factor;
  }
  return static_cast<std::int64_t>(result);
}

const std::vector<std::int64_t> edges = {0,
                                         1,
                                         -1,
                                         2,
                                         -2,
                                         3,
                                         -3,
                                         7,
                                         -7,
                                         63,
                                         64,
                                         65,
                                         31,
                                         32,
                                         INT32_MAX,
                                         INT32_MIN,
                                         INT64_MAX,
                                         INT64_MIN,
                                         10,
                                         -10,
                                         1000000007,
                                         INT64_MAX - 1,
                                         INT64_MIN + 1};

class Lower : public testing::TestWithParam<int> {
protected:
  void checkInteger(BinaryOp op,
                    std::int64_t (*expected)(std::int64_t, std::int64_t)) {
    auto [a, b] = pairs(edges);
    auto results =
        evaluate<std::int64_t>(Scalar::I64, Scalar::I64, Scalar::I64, a, b,
                               GetParam(), [&](ir::ExprPtr x, ir::ExprPtr y) {
                                 return binary(op, std::move(x), std::move(y));
                               });
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_EQ(results[i], expected(a[i], b[i])) << a[i] << ", " << b[i];
  }
};
INSTANTIATE_TEST_SUITE_P(Levels, Lower, testing::Values(0, 3));

TEST_P(Lower, IntegerFloorDiv) {
  checkInteger(BinaryOp::FloorDiv, pythonFloorDiv);
}
TEST_P(Lower, IntegerMod) { checkInteger(BinaryOp::Mod, pythonMod); }
TEST_P(Lower, IntegerPow) { checkInteger(BinaryOp::Pow, pythonPow); }
TEST_P(Lower, IntegerWrapping) {
  checkInteger(BinaryOp::Add, [](std::int64_t a, std::int64_t b) {
    return wrap(__int128(a) + b);
  });
  checkInteger(BinaryOp::Mul, [](std::int64_t a, std::int64_t b) {
    return wrap(__int128(a) * b);
  });
}
TEST_P(Lower, Shifts) {
  checkInteger(BinaryOp::LeftShift, [](std::int64_t a, std::int64_t b) {
    return b < 0 || b > 63
               ? std::int64_t(0)
               : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << b);
  });
  checkInteger(BinaryOp::RightShift, [](std::int64_t a, std::int64_t b) {
    return b < 0 || b > 63 ? a >> 63 : a >> b;
  });
}

TEST_P(Lower, ConstantDivisorsAndExponents) {
  for (std::int64_t right :
       {std::int64_t(0), std::int64_t(8), std::int64_t(-1), std::int64_t(-8),
        std::int64_t(10), std::int64_t(3), INT64_MIN}) {
    for (BinaryOp op : {BinaryOp::FloorDiv, BinaryOp::Mod, BinaryOp::Pow}) {
      auto results = evaluate<std::int64_t>(
          Scalar::I64, Scalar::I64, Scalar::I64, edges, edges, GetParam(),
          [&](ir::ExprPtr x, ir::ExprPtr) {
            return binary(op, std::move(x), integer(right));
          });
      for (std::size_t i = 0; i < edges.size(); ++i) {
        std::int64_t expected =
            op == BinaryOp::FloorDiv ? pythonFloorDiv(edges[i], right)
            : op == BinaryOp::Mod    ? pythonMod(edges[i], right)
                                     : pythonPow(edges[i], right);
        EXPECT_EQ(results[i], expected) << edges[i] << ", " << right;
      }
    }
  }
}

TEST_P(Lower, NarrowDivision) {
  // Both sides fit 32 bits: (a & 255) // (b & 7).
  auto [a, b] = pairs(edges);
  auto results = evaluate<std::int64_t>(
      Scalar::I64, Scalar::I64, Scalar::I64, a, b, GetParam(),
      [&](ir::ExprPtr x, ir::ExprPtr y) {
        return binary(BinaryOp::FloorDiv,
                      binary(BinaryOp::BitAnd, std::move(x), integer(255)),
                      binary(BinaryOp::BitAnd, std::move(y), integer(7)));
      });
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(results[i], pythonFloorDiv(a[i] & 255, b[i] & 7));
}

TEST_P(Lower, Unsigned) {
  std::vector<std::uint64_t> values = {0, 1, 3, 64, 1ull << 63, ~0ull};
  auto [a, b] = pairs(values);
  auto apply = [&](BinaryOp op) {
    return evaluate<std::uint64_t>(
        Scalar::U64, Scalar::U64, Scalar::U64, a, b, GetParam(),
        [&](ir::ExprPtr x, ir::ExprPtr y) {
          return binary(op, std::move(x), std::move(y));
        });
  };
  auto quotients = apply(BinaryOp::FloorDiv), rests = apply(BinaryOp::Mod),
       shifted = apply(BinaryOp::RightShift), powers = apply(BinaryOp::Pow);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(quotients[i], b[i] ? a[i] / b[i] : 0);
    EXPECT_EQ(rests[i], b[i] ? a[i] % b[i] : 0);
    EXPECT_EQ(shifted[i], b[i] < 64 ? a[i] >> b[i] : 0);
    if (b[i] == 3) {
      EXPECT_EQ(powers[i], a[i] * a[i] * a[i]);
    }
  }
}

TEST_P(Lower, MixedSignsCompareExactly) {
  std::vector<std::int64_t> a = {-1, 0, 1, INT64_MIN, INT64_MAX};
  std::vector<std::int64_t> left, right;
  for (std::int64_t x : a)
    for (std::int64_t y : a) {
      left.push_back(x);
      right.push_back(y);
    }
  auto check = [&](CompareOp op, auto holds) {
    auto results = evaluate<std::uint8_t>(
        Scalar::Bool, Scalar::I64, Scalar::U64, left, right, GetParam(),
        [&](ir::ExprPtr x, ir::ExprPtr y) {
          return compare(op, std::move(x), std::move(y));
        });
    auto swapped = evaluate<std::uint8_t>(
        Scalar::Bool, Scalar::I64, Scalar::U64, left, right, GetParam(),
        [&](ir::ExprPtr x, ir::ExprPtr y) {
          return compare(op, std::move(y), std::move(x));
        });
    for (std::size_t i = 0; i < left.size(); ++i) {
      __int128 x = left[i], y = static_cast<std::uint64_t>(right[i]);
      EXPECT_EQ(results[i], holds(x, y)) << left[i] << " " << right[i];
      EXPECT_EQ(swapped[i], holds(y, x)) << left[i] << " " << right[i];
    }
  };
  check(CompareOp::Less, [](__int128 x, __int128 y) { return x < y; });
  check(CompareOp::GreaterEqual, [](__int128 x, __int128 y) { return x >= y; });
  check(CompareOp::Equal, [](__int128 x, __int128 y) { return x == y; });
  check(CompareOp::NotEqual, [](__int128 x, __int128 y) { return x != y; });
}

/// CPython's float_divmod.
std::pair<double, double> pythonDivmod(double vx, double wx) {
  double mod = std::fmod(vx, wx), div = (vx - mod) / wx;
  if (mod) {
    if ((wx < 0) != (mod < 0)) {
      mod += wx;
      div -= 1.0;
    }
  } else {
    mod = std::copysign(0.0, wx);
  }
  double floordiv;
  if (div) {
    floordiv = std::floor(div);
    if (div - floordiv > 0.5)
      floordiv += 1.0;
  } else {
    floordiv = std::copysign(0.0, vx / wx);
  }
  return {wx == 0 ? vx / wx : floordiv, mod};
}
void expectSame(double actual, double expected, const std::string &what) {
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(actual)) << what;
  else
    EXPECT_TRUE(actual == expected &&
                std::signbit(actual) == std::signbit(expected))
        << what << ": " << actual << ", expected " << expected;
}

TEST_P(Lower, FloatFloorDivAndMod) {
  auto [a, b] = pairs(std::vector<double>{0.0, -0.0, 1, -1, 3, -3, 0.1, -0.1,
                                          7.5, 1e300, 5e-324, inf, -inf, nan});
  for (BinaryOp op : {BinaryOp::FloorDiv, BinaryOp::Mod}) {
    auto results =
        evaluate<double>(Scalar::F64, Scalar::F64, Scalar::F64, a, b,
                         GetParam(), [&](ir::ExprPtr x, ir::ExprPtr y) {
                           return binary(op, std::move(x), std::move(y));
                         });
    for (std::size_t i = 0; i < a.size(); ++i) {
      auto [quotient, rest] = pythonDivmod(a[i], b[i]);
      expectSame(results[i], op == BinaryOp::Mod ? rest : quotient,
                 std::to_string(a[i]) + " // % " + std::to_string(b[i]));
    }
  }
}

TEST_P(Lower, FloatPowAndMinMax) {
  std::vector<double> a = {2, 3, 0.5, nan, -4}, b = {10, nan, 2, 1, 2};
  auto apply = [&](const Operation &operation) {
    return evaluate<double>(Scalar::F64, Scalar::F64, Scalar::F64, a, b,
                            GetParam(), operation);
  };
  auto least = apply([](ir::ExprPtr x, ir::ExprPtr y) {
    return binary(BinaryOp::Min, std::move(x), std::move(y));
  });
  EXPECT_EQ(least, (std::vector<double>{2, 3, 0.5, 1, -4}));
  a = {0.0, -0.0, -0.0}, b = {-0.0, 0.0, nan};
  for (double zero : apply([](ir::ExprPtr x, ir::ExprPtr y) {
         return binary(BinaryOp::Min, std::move(x), std::move(y));
       }))
    expectSame(zero, -0.0, "min of zeros");
  a = {2, 3, 0.5, nan, -4}, b = {10, nan, 2, 1, 2};
  auto powers = apply([](ir::ExprPtr x, ir::ExprPtr y) {
    return binary(BinaryOp::Pow, std::move(x), std::move(y));
  });
  EXPECT_EQ(powers[0], 1024);
  EXPECT_EQ(powers[2], 0.25);
  EXPECT_EQ(powers[4], 16);
  for (double exponent : {1.0, 2.0, 3.0, 4.0, -1.0, 0.5}) {
    auto constant = apply([&](ir::ExprPtr x, ir::ExprPtr) {
      return binary(BinaryOp::Pow, std::move(x), real(exponent));
    });
    EXPECT_EQ(constant[1], std::pow(3.0, exponent)) << exponent;
  }
}

TEST_P(Lower, FloatToInteger) {
  std::vector<double> values = {0.9, -0.9, 1e30, -1e30, nan,
                                inf, -inf, -1.5, 300.7, 1.8e19};
  auto to = [&](Scalar scalar) {
    return evaluate<std::int64_t>(
        Scalar::I64, Scalar::F64, Scalar::F64, values, values, GetParam(),
        [&](ir::ExprPtr x, ir::ExprPtr) {
          return convert(i64Type, convert(Type::of(scalar), std::move(x)));
        });
  };
  EXPECT_EQ(to(Scalar::I64),
            (std::vector<std::int64_t>{0, 0, INT64_MAX, INT64_MIN, 0, INT64_MAX,
                                       INT64_MIN, -1, 300, INT64_MAX}));
  EXPECT_EQ(to(Scalar::U8),
            (std::vector<std::int64_t>{0, 0, 255, 0, 0, 255, 0, 255, 44, 255}));
  auto wide = to(Scalar::U64);
  EXPECT_EQ(wide[2], -1);
  EXPECT_EQ(wide[7], -1);
  EXPECT_EQ(static_cast<std::uint64_t>(wide[9]), 18000000000000000000ull);
}

TEST_P(Lower, IntegerConversions) {
  std::vector<std::int64_t> values = {0, 1, -1, 255, 256, -129, INT64_MIN};
  auto through = [&](Scalar scalar) {
    return evaluate<std::int64_t>(
        Scalar::I64, Scalar::I64, Scalar::I64, values, values, GetParam(),
        [&](ir::ExprPtr x, ir::ExprPtr) {
          return convert(i64Type, convert(Type::of(scalar), std::move(x)));
        });
  };
  EXPECT_EQ(through(Scalar::I8),
            (std::vector<std::int64_t>{0, 1, -1, -1, 0, 127, 0}));
  EXPECT_EQ(through(Scalar::U16),
            (std::vector<std::int64_t>{0, 1, 65535, 255, 256, 65407, 0}));
  EXPECT_EQ(through(Scalar::Bool),
            (std::vector<std::int64_t>{0, 1, 1, 1, 1, 1, 1}));
  auto floats = evaluate<double>(
      Scalar::F64, Scalar::I64, Scalar::I64, values, values, GetParam(),
      [&](ir::ExprPtr x, ir::ExprPtr) {
        return convert(f64Type, convert(boolType, std::move(x)));
      });
  EXPECT_EQ(floats[2], 1.0);
}

TEST_P(Lower, Math) {
  std::vector<double> values = {0.3, 1e10, inf, -2.5};
  auto apply = [&](Builtin builtin) {
    return evaluate<double>(Scalar::F64, Scalar::F64, Scalar::F64, values,
                            values, GetParam(),
                            [&](ir::ExprPtr x, ir::ExprPtr) {
                              return call(f64Type, builtin, std::move(x));
                            });
  };
  EXPECT_EQ(apply(Builtin::Sin)[0], std::sin(0.3));
  EXPECT_EQ(apply(Builtin::Sqrt)[1], 1e5);
  EXPECT_EQ(apply(Builtin::RoundReal)[3], -2);
  EXPECT_EQ(apply(Builtin::Degrees)[0], 0.3 * (180 / M_PI));
  auto exponents = evaluate<std::int64_t>(
      Scalar::I64, Scalar::F64, Scalar::F64, values, values, GetParam(),
      [&](ir::ExprPtr x, ir::ExprPtr) {
        Type pair = Type::tuple({f64Type, i64Type});
        return expr(i64Type, ir::TupleElement{
                                 call(pair, Builtin::Frexp, std::move(x)), 1});
      });
  EXPECT_EQ(exponents, (std::vector<std::int64_t>{-1, 34, 0, 2}));
  auto floors = evaluate<std::int64_t>(
      Scalar::I64, Scalar::F64, Scalar::F64, values, values, GetParam(),
      [&](ir::ExprPtr x, ir::ExprPtr) {
        return call(i64Type, Builtin::Floor, std::move(x));
      });
  EXPECT_EQ(floors, (std::vector<std::int64_t>{0, 10000000000, INT64_MAX, -3}));
}

/// x[i] with each check, for i in -3 .. 3 on an array of 2.
TEST_P(Lower, IndicesWrapAndGuard) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", globalVector(Scalar::I32));
  ir::SlotId out = f.param("out", globalVector(Scalar::I64));
  ir::ExprPtr i = binary(BinaryOp::Sub, tid(), integer(3));
  f.add(store(convert(i64Type, load(f.value(x),
                                    index(std::move(i), true, Bounds::Guard))),
              f.value(out), index(tid())));
  ir::ExprPtr j = binary(BinaryOp::Add, tid(), integer(5));
  f.add(store(integer(-1), f.value(out),
              index(std::move(j), true, Bounds::Guard)));
  HostJit jit(module(std::move(f)), GetParam());
  std::vector<std::int32_t> data = {10, 20};
  std::vector<std::int64_t> result(7);
  PackedArray params[] = {{data.data(), 2}, {result.data(), 7}};
  jit.run("k", params, 7);
  // Threads run in order here; the guarded stores hit 5 and 6, twice over.
  EXPECT_EQ(result, (std::vector<std::int64_t>{0, 10, 20, 10, 20, 0, 0}));
}

TEST_P(Lower, RaiseEndsTheThreadAndReports) {
  // A device function reads x[i]; the kernel stores it.
  FunctionBuilder get("get", false);
  ir::SlotId array = get.param("x", globalVector(Scalar::I32));
  ir::SlotId i = get.param("i", i64Type);
  get.function.returnType = Type::of(Scalar::I32);
  get.add(stmt(ir::Return{
      load(get.value(array), index(get.value(i), true, Bounds::Raise))}));
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", globalVector(Scalar::I32));
  ir::SlotId out = f.param("out", globalVector(Scalar::I32));
  f.add(store(expr(Type::of(Scalar::I32),
                   ir::CallFunction{0, list<ir::ExprPtr>(f.value(x), tid())}),
              f.value(out), index(tid())));
  HostJit jit(module(std::move(get), std::move(f)), GetParam());
  std::vector<std::int32_t> data = {10, 20, 30, 40}, result(4);
  PackedArray params[] = {{data.data(), 2}, {result.data(), 4}};
  jit.run("k", params, 4);
  EXPECT_EQ(result, (std::vector<std::int32_t>{10, 20, 0, 0}));
  ASSERT_EQ(jit.sites.size(), 1u);
  EXPECT_EQ(jit.sites[0].kind, "IndexError");
  EXPECT_EQ(jit.sites[0].text, "x");
  EXPECT_EQ(jit.report.state, 2u);
  EXPECT_EQ(jit.report.thread[0], 2u);
  EXPECT_EQ(jit.report.index, 2);
  EXPECT_EQ(jit.report.extent, 2);
}

TEST_P(Lower, UncalledFunctionsMayRaiseAndWait) {
  FunctionBuilder g("g", false);
  ir::SlotId x = g.param("x", globalVector(Scalar::I64));
  g.function.returnType = i64Type;
  g.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  g.add(stmt(ir::Return{load(g.value(x), index(tid(), true, Bounds::Raise))}));
  FunctionBuilder f("k");
  HostJit jit(module(std::move(g), std::move(f)), GetParam());
  jit.run("k", nullptr, 2);
  EXPECT_EQ(jit.report.state, 0u);
}

/// Python's range semantics at the ends of int64.
std::vector<std::int64_t> ranged(std::int64_t start, std::int64_t stop,
                                 std::int64_t step, bool constantStep,
                                 int level) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", globalVector(Scalar::I64));
  ir::SlotId out = f.param("out", globalVector(Scalar::I64));
  ir::SlotId i = f.slot("i", i64Type, true), n = f.slot("n", i64Type, true);
  auto element = [&](std::int64_t place) {
    return load(f.value(x), index(integer(place)));
  };
  ir::Block body = block(
      store(f.value(i), f.value(out), index(f.value(n), true, Bounds::Guard)),
      f.assign(n, binary(BinaryOp::Add, f.value(n), integer(1))),
      f.assign(i, integer(77)));
  ir::Block orElse = block(store(integer(-1000), f.value(out),
                                 index(f.value(n), true, Bounds::Guard)));
  f.add(stmt(ir::ForRange{i, element(0), element(1),
                          constantStep ? integer(step) : element(2),
                          std::move(body), std::move(orElse)}));
  HostJit jit(module(std::move(f)), level);
  std::vector<std::int64_t> data = {start, stop, step}, result(4);
  PackedArray params[] = {{data.data(), 3}, {result.data(), 4}};
  jit.run("k", params, 1);
  return result;
}

TEST_P(Lower, ForRange) {
  for (bool constant : {false, true}) {
    auto run = [&](std::int64_t start, std::int64_t stop, std::int64_t step) {
      return ranged(start, stop, step, constant, GetParam());
    };
    using V = std::vector<std::int64_t>;
    EXPECT_EQ(run(0, 5, 2), (V{0, 2, 4, -1000}));
    EXPECT_EQ(run(5, 0, -2), (V{5, 3, 1, -1000}));
    EXPECT_EQ(run(0, 5, 0), (V{-1000, 0, 0, 0}));
    EXPECT_EQ(run(3, 3, 1), (V{-1000, 0, 0, 0}));
    EXPECT_EQ(run(INT64_MAX - 3, INT64_MAX, 2),
              (V{INT64_MAX - 3, INT64_MAX - 1, -1000, 0}));
    EXPECT_EQ(run(INT64_MIN + 2, INT64_MIN, -2),
              (V{INT64_MIN + 2, -1000, 0, 0}));
    EXPECT_EQ(run(INT64_MIN, INT64_MAX, INT64_MAX),
              (V{INT64_MIN, -1, INT64_MAX - 1, -1000}));
    EXPECT_EQ(run(INT64_MAX, INT64_MIN, INT64_MIN),
              (V{INT64_MAX, -1, -1000, 0}));
  }
}

/// The elements of a C array 0 .. 5 that x[lower:upper:step] has.
std::vector<std::int64_t> sliced(std::optional<std::int64_t> lower,
                                 std::optional<std::int64_t> upper,
                                 std::optional<std::int64_t> step, int level) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", globalVector(Scalar::I64));
  ir::SlotId out = f.param("out", globalVector(Scalar::I64));
  Type viewType = globalVector(Scalar::I64, Layout::A);
  ir::SlotId view = f.slot("view", viewType), i = f.slot("i", i64Type);
  auto bound = [](std::optional<std::int64_t> value) {
    return value ? integer(*value) : nullptr;
  };
  ir::View slice{f.value(x), {}};
  slice.subscripts.push_back({ir::ViewSubscript::Kind::Slice,
                              {},
                              bound(lower),
                              bound(upper),
                              bound(step)});
  f.add(f.assign(view, expr(viewType, std::move(slice))));
  ir::Block body =
      block(store(load(f.value(view), index(f.value(i), true, Bounds::Guard)),
                  f.value(out), index(f.value(i))));
  f.add(stmt(ir::ForRange{
      i, integer(0), f.shape(view, 0), integer(1), std::move(body), {}}));
  HostJit jit(module(std::move(f)), level);
  std::vector<std::int64_t> data = {0, 1, 2, 3, 4, 5}, result(6, -1);
  PackedArray params[] = {{data.data(), 6}, {result.data(), 6}};
  jit.run("k", params, 1);
  result.erase(std::find(result.begin(), result.end(), -1), result.end());
  return result;
}

TEST_P(Lower, Slices) {
  using V = std::vector<std::int64_t>;
  auto slice = [&](auto lower, auto upper, auto step) {
    return sliced(lower, upper, step, GetParam());
  };
  constexpr auto none = std::nullopt;
  EXPECT_EQ(slice(1, 4, none), (V{1, 2, 3}));
  EXPECT_EQ(slice(-2, none, none), (V{4, 5}));
  EXPECT_EQ(slice(none, 100, 2), (V{0, 2, 4}));
  EXPECT_EQ(slice(none, none, -1), (V{5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(slice(4, 0, -2), (V{4, 2}));
  EXPECT_EQ(slice(-100, -1, 3), (V{0, 3}));
  EXPECT_EQ(slice(4, 2, none), V{});
  EXPECT_EQ(slice(none, none, 0), V{});
  EXPECT_EQ(slice(100, none, INT64_MIN), (V{5}));
}

/// Row 1 of a matrix, of an F array's strides, and a row that is outside.
TEST_P(Lower, ViewsOfMatrices) {
  FunctionBuilder f("k");
  ir::SlotId x =
      f.param("x", Type::array(Scalar::I32, 2, Layout::F, Space::Global));
  ir::SlotId out = f.param("out", globalVector(Scalar::I32));
  Type rowType = globalVector(Scalar::I32, Layout::A);
  auto row = [&](std::int64_t number) {
    ir::View view{f.value(x), {}};
    view.subscripts.push_back({ir::ViewSubscript::Kind::Index,
                               index(integer(number), true, Bounds::Guard),
                               nullptr, nullptr, nullptr});
    view.subscripts.push_back(
        {ir::ViewSubscript::Kind::Slice, {}, nullptr, nullptr, nullptr});
    return expr(rowType, std::move(view));
  };
  for (std::int64_t place : {0, 1, 2})
    f.add(store(load(row(place - 1), index(integer(1), true, Bounds::Guard)),
                f.value(out), index(integer(place))));
  f.add(store(convert(Type::of(Scalar::I32),
                      expr(i64Type, ir::ArrayProperty{ir::ArrayField::Shape, 0,
                                                      row(2)})),
              f.value(out), index(integer(3))));
  f.add(store(load(f.value(x), index(integer(0)), index(integer(2))),
              f.value(out), index(integer(4))));
  HostJit jit(module(std::move(f)), GetParam());
  // x = [[1, 2, 3], [4, 5, 6]]
  std::vector<std::int32_t> data = {1, 4, 2, 5, 3, 6}, result(5, -1);
  struct {
    void *x;
    std::int64_t shape[2], strides[2];
    PackedArray out;
  } params = {data.data(), {2, 3}, {4, 8}, {result.data(), 5}};
  jit.run("k", &params, 1);
  EXPECT_EQ(result, (std::vector<std::int32_t>{5, 2, 5, 0, 3}));
}

/// Each thread writes its number to shared memory, waits, and reads its
/// neighbour's, three times over, with the barrier in a device function.
TEST_P(Lower, BarriersInLoopsAndCallees) {
  FunctionBuilder wait("wait", false);
  wait.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  FunctionBuilder f("k");
  ir::SlotId out = f.param("out", globalVector(Scalar::I64));
  ir::ExprPtr storage = f.array(Space::Shared, Scalar::I64, {8});
  ir::ExprPtr dynamicStorage = f.array(Space::Shared, Scalar::I64, {0}, true);
  ir::SlotId tile = f.slot("tile", storage->type);
  ir::SlotId extra = f.slot("extra", storage->type);
  ir::SlotId mine = f.slot("mine", i64Type, true),
             round = f.slot("round", i64Type);
  f.add(f.assign(tile, std::move(storage)));
  f.add(f.assign(extra, std::move(dynamicStorage)));
  f.add(f.assign(mine, tid()));
  auto barrier = [] {
    return stmt(ir::Evaluate{expr(Type::none(), ir::CallFunction{0, {}})});
  };
  ir::ExprPtr neighbour =
      binary(BinaryOp::Mod, binary(BinaryOp::Add, tid(), integer(1)),
             threadRegister(Builtin::BlockDimX));
  ir::Block body = block(
      store(f.value(mine), f.value(tile), index(tid())), barrier(),
      f.assign(mine, binary(BinaryOp::Add,
                            load(f.value(tile), index(std::move(neighbour))),
                            integer(10))),
      barrier());
  f.add(stmt(ir::ForRange{
      round, integer(0), integer(3), integer(1), std::move(body), {}}));
  // Thread 3 leaves before the last barrier, and only it.
  f.add(stmt(ir::If{compare(CompareOp::Equal, tid(), integer(3)),
                    block(stmt(ir::Return{})),
                    {}}));
  f.add(store(f.shape(extra, 0), f.value(extra), index(tid())));
  f.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  f.add(store(
      binary(BinaryOp::Add, f.value(mine), load(f.value(extra), index(tid()))),
      f.value(out), index(tid())));
  // Lines, so that the coroutine is split and inlined into with locations.
  Source python("k.py", "one\ntwo\n");
  f.function.range = wait.function.range = {&python, 0, 3};
  for (ir::Stmt &statement : f.function.body)
    statement.range = {&python, 4, 7};
  LowerOptions options;
  options.lineInfo = true;
  HostJit jit(module(std::move(wait), std::move(f)), GetParam(), options);
  std::vector<std::int64_t> result(4);
  PackedArray params[] = {{result.data(), 4}};
  jit.run("k", params, 4, 4 * sizeof(std::int64_t));
  EXPECT_EQ(result, (std::vector<std::int64_t>{37, 34, 35, 0}));
}

TEST_P(Lower, RaiseInACoroutine) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", globalVector(Scalar::I64));
  f.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  f.add(store(integer(1), f.value(x), index(tid(), true, Bounds::Raise)));
  f.add(stmt(ir::Evaluate{call(Type::none(), Builtin::SyncThreads)}));
  f.add(store(integer(2), f.value(x), index(tid(), true, Bounds::Guard)));
  HostJit jit(module(std::move(f)), GetParam());
  std::vector<std::int64_t> data(2);
  PackedArray params[] = {{data.data(), 2}};
  jit.run("k", params, 5);
  EXPECT_EQ(data, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(jit.report.state, 2u);
  EXPECT_EQ(jit.report.thread[0], 2u);
}

TEST_P(Lower, AtomicsSelectsAndLogic) {
  FunctionBuilder f("k");
  ir::SlotId x = f.param("x", globalVector(Scalar::F32));
  ir::SlotId flag = f.param("flag", boolType);
  ir::ExprPtr chosen = expr(
      f32Type,
      ir::Select{expr(boolType,
                      ir::Logical{true, f.value(flag),
                                  compare(CompareOp::Less, tid(), integer(3))}),
                 real(1.5, f32Type), real(0.5, f32Type)});
  f.add(stmt(ir::Evaluate{expr(
      f32Type, ir::Atomic{ir::AtomicOp::Add, f.value(x),
                          list<ir::Index>(index(tid(), true, Bounds::Guard)),
                          std::move(chosen)})}));
  HostJit jit(module(std::move(f)), GetParam());
  std::vector<float> data(4);
  struct {
    PackedArray x;
    std::uint8_t flag;
  } params = {{data.data(), 4}, 7};
  jit.run("k", &params, 6);
  EXPECT_EQ(data, (std::vector<float>{1.5, 1.5, 1.5, 0.5}));
}

TEST_P(Lower, PrintAndLocalArrays) {
  FunctionBuilder f("k");
  ir::ExprPtr storage = f.array(Space::Local, Scalar::I64, {4});
  ir::SlotId a = f.slot("a", storage->type);
  f.add(f.assign(a, std::move(storage)));
  f.add(store(integer(-5), f.value(a), index(tid(), true, Bounds::Guard)));
  ir::Print print;
  print.pieces.push_back({"100% ", nullptr});
  print.pieces.push_back(
      {"", load(f.value(a), index(integer(-4), true, Bounds::Guard))});
  print.pieces.push_back({"\n", nullptr});
  f.add(stmt(std::move(print)));
  HostJit jit(module(std::move(f)), GetParam());
  jit.run("k", nullptr, 1);
  EXPECT_EQ(jit.runner.printed,
            "100%% %lld\n|" + std::to_string(static_cast<std::uint64_t>(-5)));
}

TEST(DescribeKernel, ParametersAndSharedMemory) {
  FunctionBuilder helper("helper", false);
  helper.array(Space::Shared, Scalar::F32, {5});
  FunctionBuilder f("k");
  f.param("flag", boolType);
  f.param("x", Type::array(Scalar::F32, 2, Layout::A, Space::Global));
  f.array(Space::Shared, Scalar::I8, {3});
  f.array(Space::Shared, Scalar::F32, {0}, true);
  f.add(stmt(ir::Evaluate{expr(Type::none(), ir::CallFunction{0, {}})}));
  ir::Module m = module(std::move(helper), std::move(f));
  KernelInfo info = describeKernel(m, m.functions[1]);
  EXPECT_EQ(info.args.size(), 2u);
  EXPECT_EQ(info.args[1].layout, 'A');
  EXPECT_EQ(info.paramBytes, 48u);
  EXPECT_EQ(info.staticShared, 36u);
  EXPECT_TRUE(info.dynamicShared);
}

TEST(LowerChecked, WhatWasProvenIsLookedAt) {
  // i = threadIdx.x & 7; j = n
  auto sitesWith = [](const LowerOptions &options) {
    FunctionBuilder f("k");
    ir::SlotId n = f.param("n", i64Type);
    ir::SlotId i = f.slot("i", i64Type), j = f.slot("j", i64Type);
    f.add(f.assign(i, binary(BinaryOp::BitAnd, tid(), integer(7))));
    f.add(f.assign(j, f.value(n)));
    HostJit jit(module(std::move(f)), 2, options);
    std::int64_t number = 5;
    jit.run("k", &number, 9);
    EXPECT_EQ(jit.report.state, 0u);
    return jit.sites;
  };
  LowerOptions debug;
  debug.debug = true;
  std::vector<ReportSite> sites = sitesWith(debug);
  ASSERT_EQ(sites.size(), 1u);
  EXPECT_EQ(sites[0].kind, "InternalError");
  EXPECT_EQ(sites[0].text, "`i` was taken to be from 0 to 7");
  EXPECT_TRUE(sitesWith({}).empty());
}

} // namespace
} // namespace pyk2ptx
