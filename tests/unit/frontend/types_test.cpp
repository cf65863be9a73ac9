// How types meet, and how they are spelt.
#include "frontend/types/types.h"

#include <gtest/gtest.h>

namespace pyk2ptx {
namespace {

const Type boolType = Type::of(Scalar::Bool);
const Type i8 = Type::of(Scalar::I8);
const Type i32 = Type::of(Scalar::I32);
const Type i64 = Type::of(Scalar::I64);
const Type u8 = Type::of(Scalar::U8);
const Type u32 = Type::of(Scalar::U32);
const Type u64 = Type::of(Scalar::U64);
const Type f32 = Type::of(Scalar::F32);
const Type f64 = Type::of(Scalar::F64);
const Type weak = Type::weakFloat();
const Type f16 = Type::of(Scalar::F16);
const Type bf16 = Type::of(Scalar::BF16);
const Type c64 = Type::of(Scalar::C64);
const Type c128 = Type::of(Scalar::C128);
const Type weakComplex = Type::weakComplex();
const Type scalars[] = {boolType, i8,  i32, i64,  u8,  u32,  u64,        f16,
                        bf16,     f32, f64, weak, c64, c128, weakComplex};

Type array(Scalar element, int ndim, Layout layout,
           Space space = Space::Global) {
  return Type::array(element, ndim, layout, space);
}

TEST(ArithmeticType, WidensIntegersToInt64) {
  EXPECT_EQ(*arithmeticType(boolType, boolType), i64);
  EXPECT_EQ(*arithmeticType(u8, u8), i64);
  EXPECT_EQ(*arithmeticType(i8, u32), i64);
  EXPECT_EQ(*arithmeticType(i32, i32), i64);
}

TEST(ArithmeticType, KeepsUint64) {
  for (const Type &other : {boolType, i8, i32, i64, u8, u64}) {
    EXPECT_EQ(*arithmeticType(u64, other), u64);
    EXPECT_EQ(*arithmeticType(other, u64), u64);
  }
}

TEST(ArithmeticType, WeakFloatsTakeTheOthersType) {
  EXPECT_EQ(*arithmeticType(weak, f32), f32);
  EXPECT_EQ(*arithmeticType(f64, weak), f64);
  EXPECT_EQ(*arithmeticType(weak, weak), weak);
  EXPECT_EQ(*arithmeticType(weak, u64), weak);
  EXPECT_EQ(*arithmeticType(boolType, weak), weak);
}

TEST(ArithmeticType, IntegersAreWeakTowardsFloats) {
  for (const Type &integer : {boolType, i8, i64, u64}) {
    EXPECT_EQ(*arithmeticType(integer, f32), f32);
    EXPECT_EQ(*arithmeticType(f64, integer), f64);
  }
}

TEST(ArithmeticType, TypedFloat64Wins) {
  EXPECT_EQ(*arithmeticType(f32, f64), f64);
}

TEST(ArithmeticType, ComplexNumbersTakeTheWidthOfTypedData) {
  EXPECT_EQ(*arithmeticType(c64, f32), c64);
  EXPECT_EQ(*arithmeticType(c64, f64), c128);
  EXPECT_EQ(*arithmeticType(c128, f32), c128);
  EXPECT_EQ(*arithmeticType(c64, weak), c64);
  EXPECT_EQ(*arithmeticType(weakComplex, i64), weakComplex);
  EXPECT_EQ(*arithmeticType(weakComplex, weak), weakComplex);
  EXPECT_EQ(*arithmeticType(weakComplex, f32), c64);
  EXPECT_EQ(*arithmeticType(weakComplex, f16), c64);
  EXPECT_EQ(*arithmeticType(weakComplex, f64), c128);
  EXPECT_EQ(*arithmeticType(weakComplex, c64), c64);
  EXPECT_TRUE(dropsImaginary(c64, f64));
  EXPECT_FALSE(dropsImaginary(c128, c64));
  EXPECT_FALSE(dropsImaginary(c128, boolType));
}

TEST(ArithmeticType, HalvesStayWhatTheyAre) {
  EXPECT_EQ(*arithmeticType(f16, f16), f16);
  EXPECT_EQ(*arithmeticType(f16, weak), f16);
  EXPECT_EQ(*arithmeticType(u64, bf16), bf16);
  EXPECT_EQ(*arithmeticType(f16, bf16), f32);
  EXPECT_EQ(*arithmeticType(f16, f64), f64);
}

TEST(ArithmeticType, IsSymmetricAndAssociative) {
  for (const Type &a : scalars)
    for (const Type &b : scalars) {
      EXPECT_EQ(*arithmeticType(a, b), *arithmeticType(b, a));
      for (const Type &c : scalars)
        EXPECT_EQ(*arithmeticType(*arithmeticType(a, b), c),
                  *arithmeticType(a, *arithmeticType(b, c)));
    }
}

TEST(ArithmeticType, HasNoneForOtherKinds) {
  EXPECT_FALSE(arithmeticType(array(Scalar::F32, 1, Layout::C), f32));
  EXPECT_FALSE(arithmeticType(i64, Type::tuple({i64})));
  EXPECT_FALSE(arithmeticType(Type::none(), i64));
}

TEST(Join, KeepsEqualTypes) {
  for (const Type &type : scalars)
    EXPECT_EQ(*join(type, type), type);
}

TEST(Join, IsArithmeticForDifferentScalars) {
  EXPECT_EQ(*join(boolType, i64), i64);
  EXPECT_EQ(*join(i32, u32), i64);
  EXPECT_EQ(*join(i64, u64), u64);
  EXPECT_EQ(*join(i64, f32), f32);
  EXPECT_EQ(*join(weak, f32), f32);
  EXPECT_EQ(*join(weak, f64), f64);
}

// Loops are checked until their types stand still, so joining again must not
// change a join.
TEST(Join, IsIdempotentAndAssociative) {
  for (const Type &a : scalars)
    for (const Type &b : scalars) {
      Type both = *join(a, b);
      EXPECT_EQ(both, *join(b, a));
      EXPECT_EQ(*join(both, a), both);
      EXPECT_EQ(*join(both, b), both);
      for (const Type &c : scalars)
        EXPECT_EQ(*join(both, c), *join(a, *join(b, c)))
            << spell(a) << " " << spell(b) << " " << spell(c);
    }
}

TEST(Join, OfArrays) {
  Type c = array(Scalar::F32, 2, Layout::C);
  Type f = array(Scalar::F32, 2, Layout::F);
  Type a = array(Scalar::F32, 2, Layout::A);
  EXPECT_EQ(*join(c, f), a);
  EXPECT_EQ(*join(c, a), a);
  EXPECT_EQ(*join(c, array(Scalar::F32, 2, Layout::C, Space::Shared)),
            array(Scalar::F32, 2, Layout::C, Space::Generic));
  EXPECT_FALSE(join(c, array(Scalar::F64, 2, Layout::C)));
  EXPECT_FALSE(join(c, array(Scalar::F32, 1, Layout::C)));
  EXPECT_FALSE(join(c, f32));
}

TEST(Join, OfTuplesGoesElementByElement) {
  EXPECT_EQ(*join(Type::tuple({i64, weak}), Type::tuple({boolType, f32})),
            Type::tuple({i64, f32}));
  EXPECT_FALSE(join(Type::tuple({i64}), Type::tuple({i64, i64})));
  EXPECT_FALSE(join(Type::tuple({i64}),
                    Type::tuple({array(Scalar::F32, 1, Layout::C)})));
  EXPECT_FALSE(join(Type::tuple({i64}), i64));
}

TEST(Join, OfAnErrorIsAnError) {
  EXPECT_TRUE(join(Type::error(), f32)->isError());
  EXPECT_TRUE(join(array(Scalar::F32, 1, Layout::C), Type::error())->isError());
}

TEST(Type, WeaknessIsNoStorage) {
  EXPECT_FALSE(weak == f64);
  EXPECT_TRUE(sameStorage(weak, f64));
  EXPECT_TRUE(sameStorage(Type::tuple({weak}), Type::tuple({f64})));
  EXPECT_FALSE(sameStorage(weak, f32));
}

TEST(Spell, IsNumbas) {
  EXPECT_EQ(spell(weak), "float");
  EXPECT_EQ(spell(f32), "float32");
  EXPECT_EQ(spell(weakComplex), "complex");
  EXPECT_EQ(spell(array(Scalar::C64, 1, Layout::C)), "complex64[::1]");
  EXPECT_EQ(spell(array(Scalar::F32, 1, Layout::C)), "float32[::1]");
  EXPECT_EQ(spell(array(Scalar::I8, 2, Layout::C)), "int8[:, ::1]");
  EXPECT_EQ(spell(array(Scalar::U64, 3, Layout::F)), "uint64[::1, :, :]");
  EXPECT_EQ(spell(array(Scalar::Bool, 2, Layout::A)), "bool[:, :]");
  EXPECT_EQ(spell(Type::tuple({i64, i64})), "UniTuple(int64, 2)");
  EXPECT_EQ(spell(Type::tuple({i64, f32})), "Tuple((int64, float32))");
  EXPECT_EQ(spell(Type::none()), "none");
}

TEST(IrSpelling, NamesTheSpace) {
  EXPECT_EQ(irSpelling(weak), "f64");
  EXPECT_EQ(irSpelling(array(Scalar::F32, 1, Layout::C)), "f32[::1]");
  EXPECT_EQ(irSpelling(array(Scalar::F32, 2, Layout::A, Space::Shared)),
            "shared f32[:, :]");
  EXPECT_EQ(irSpelling(array(Scalar::F32, 1, Layout::C, Space::Generic)),
            "generic f32[::1]");
  EXPECT_EQ(irSpelling(Type::tuple({i64, boolType})), "(i64, bool)");
}

TEST(ScalarByName, KnowsNumPysAndNumbasNames) {
  EXPECT_EQ(scalarByName("float32"), Scalar::F32);
  EXPECT_EQ(scalarByName("bool"), Scalar::Bool);
  EXPECT_EQ(scalarByName("boolean"), Scalar::Bool);
  EXPECT_EQ(scalarByName("i8"), Scalar::I64);
  EXPECT_EQ(scalarByName("u1"), Scalar::U8);
  EXPECT_EQ(scalarByName("f4"), Scalar::F32);
  EXPECT_EQ(scalarByName("intp"), Scalar::I64);
  EXPECT_FALSE(scalarByName("flaot32"));
  EXPECT_FALSE(scalarByName(""));
}

TEST(Scalar, FactsAgree) {
  for (int i = 0; i <= static_cast<int>(Scalar::C128); ++i) {
    auto scalar = static_cast<Scalar>(i);
    EXPECT_EQ(scalarByName(dtypeName(scalar)), scalar);
    EXPECT_EQ(byteSize(scalar) * 8, bitWidth(scalar));
    EXPECT_FALSE(isInteger(scalar) && isFloat(scalar));
    EXPECT_FALSE(isSigned(scalar) && !isInteger(scalar));
  }
}

} // namespace
} // namespace pyk2ptx
