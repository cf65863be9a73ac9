// .npy files: what NumPy writes is read, what we write is what NumPy writes,
// and no header makes the reader believe something that the file lacks.
//
// The program's sources are part of no library; this file and
// run_arguments_test.cpp compile those that they test.
#include "tools/pyk2ptx/run/npy.cpp"

#include <gtest/gtest.h>

using namespace pyk2ptx;

namespace {

std::string npy(const std::string &header, const std::string &data,
                char version = 1) {
  std::string file = "\x93NUMPY";
  file += {version, '\0', static_cast<char>(header.size() & 0xff),
           static_cast<char>(header.size() >> 8)};
  if (version > 1)
    file += std::string(2, '\0');
  return file + header + data;
}

Result<HostArray> parse(const std::string &file) {
  return parseNpy(
      {reinterpret_cast<const std::byte *>(file.data()), file.size()});
}

std::string header(const std::string &descr, const std::string &shape,
                   const char *fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran +
         ", 'shape': " + shape + ", }    \n";
}

std::string bytesOf(const HostArray &array) {
  return {reinterpret_cast<const char *>(array.bytes.data()),
          array.bytes.size()};
}

std::string errorOf(const std::string &file) {
  Result<HostArray> array = parse(file);
  return array ? "no error" : array.error().text;
}

} // namespace

TEST(Npy, ReadsEveryVersion) {
  for (char version : {1, 2, 3}) {
    Result<HostArray> array =
        parse(npy(header("<i2", "(2,)"), {1, 0, 2, 0}, version));
    ASSERT_TRUE(array) << array.error().text;
    EXPECT_EQ(array->scalar, Scalar::I16);
    EXPECT_EQ(array->shape, std::vector<std::int64_t>{2});
    EXPECT_EQ(bytesOf(*array), std::string({1, 0, 2, 0}));
  }
  EXPECT_EQ(errorOf(npy(header("<i2", "(2,)"), {1, 0, 2, 0}, 4)),
            "is of .npy version 4, which is not known");
}

TEST(Npy, ReadsEveryType) {
  const std::pair<const char *, Scalar> rows[] = {
      {"|b1", Scalar::Bool}, {"|i1", Scalar::I8},    {"<i2", Scalar::I16},
      {"<i4", Scalar::I32},  {"<i8", Scalar::I64},   {"|u1", Scalar::U8},
      {"<u2", Scalar::U16},  {"<u4", Scalar::U32},   {"<u8", Scalar::U64},
      {"<f2", Scalar::F16},  {"<f4", Scalar::F32},   {"<f8", Scalar::F64},
      {"<c8", Scalar::C64},  {"<c16", Scalar::C128}, {"<V2", Scalar::BF16}};
  for (const auto &[descr, scalar] : rows) {
    Result<HostArray> array =
        parse(npy(header(descr, "()"), std::string(byteSize(scalar), '\1')));
    ASSERT_TRUE(array) << descr;
    EXPECT_EQ(array->scalar, scalar);
    EXPECT_EQ(array->size(), 1);
  }
  EXPECT_EQ(errorOf(npy(header("|O", "(1,)"), std::string(8, '\0'))),
            "has elements of type `|O`, which is not supported; bool, "
            "integers, floats of 16 to 64 bits, complex64 and complex128, "
            "datetime64, timedelta64 and text are");
}

TEST(Npy, ReadsTimesAndText) {
  const std::pair<const char *, const char *> rows[] = {
      {"<M8[ns]", "datetime64[ns]"},
      {"<m8[D]", "timedelta64[D]"},
      {"<m8", "timedelta64"},
      {"|S8", "CharSeq(8)"},
      {"<U2", "UnicodeCharSeq(2)"}};
  for (const auto &[descr, dtype] : rows) {
    Result<HostArray> array =
        parse(npy(header(descr, "()"), std::string(8, '\1')));
    ASSERT_TRUE(array) << descr;
    EXPECT_STREQ(array->dtypeText(), dtype);
    EXPECT_NE(npyHeader(*array).find(descr), std::string::npos);
  }
  EXPECT_NE(errorOf(npy(header("<M8[x]", "(1,)"), std::string(8, '\0'))),
            "no error");
  EXPECT_NE(errorOf(npy(header(">U2", "(1,)"), std::string(8, '\0'))),
            "no error");
}

TEST(Npy, SwapsBigEndian) {
  Result<HostArray> array =
      parse(npy(header(">u4", "(2,)"), {1, 2, 3, 4, 5, 6, 7, 8}));
  ASSERT_TRUE(array);
  EXPECT_EQ(bytesOf(*array), std::string({4, 3, 2, 1, 8, 7, 6, 5}));
  // A complex number part by part.
  array = parse(npy(header(">c8", "(1,)"), {1, 2, 3, 4, 5, 6, 7, 8}));
  ASSERT_TRUE(array);
  EXPECT_EQ(bytesOf(*array), std::string({4, 3, 2, 1, 8, 7, 6, 5}));
}

TEST(Npy, KnowsWhereElementsLie) {
  for (const char *fortran : {"False", "True"}) {
    Result<HostArray> array =
        parse(npy(header("|i1", "(2, 3)", fortran), {0, 1, 2, 3, 4, 5}));
    ASSERT_TRUE(array);
    EXPECT_EQ(array->fortran, fortran[0] == 'T');
    // Element [1, 0].
    EXPECT_EQ(static_cast<int>(*array->element(3)), array->fortran ? 1 : 3);
    ArrayView view = array->view(64);
    EXPECT_EQ(view.strides[0], array->fortran ? 1 : 3);
    EXPECT_EQ(view.strides[1], array->fortran ? 2 : 1);
  }
}

TEST(Npy, TakesOtherSpellingsOfTheHeader) {
  EXPECT_TRUE(parse(npy("{\"shape\":(2L,1),\"fortran_order\":True,"
                        "\"descr\":\"<f4\"}",
                        std::string(8, '\0'))));
  EXPECT_TRUE(parse(npy(header("<f4", "(0, 5)"), "")));
  // More data than elements is NumPy's business, not an error.
  EXPECT_TRUE(parse(npy(header("|u1", "(1,)"), "abc")));
}

TEST(Npy, RefusesHostileHeaders) {
  const std::string shorter = "is shorter than its header says";
  EXPECT_EQ(errorOf(npy(header("<f4", "(3,)"), std::string(11, '\0'))),
            shorter);
  EXPECT_EQ(errorOf(npy(header("<f8", "(4611686018427387904, 4)"), "x")),
            shorter);
  EXPECT_EQ(errorOf(npy(header("<f8", "(9223372036854775807, 2, 0)"), "")),
            "an extent is at most 2**48");
  const std::string form = "has a header of a form that is not supported: "
                           "plain arrays of numbers and of "
                           "little-endian records are";
  for (const char *text :
       {"", "{", "{}", "{'descr': '<f4'}", "[1]", "{'descr': '<f4",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
        "{'descr': '<f4', 'fortran_order': None, 'shape': (1,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': "
        "(99999999999999999999,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x"})
    EXPECT_EQ(errorOf(npy(text, std::string(8, '\0'))), form) << text;
}

TEST(Npy, RefusesEveryTruncation) {
  std::string file = npy(header("<f4", "(2, 2)"), std::string(16, '\1'));
  ASSERT_TRUE(parse(file));
  for (std::size_t size = 0; size < file.size(); ++size)
    EXPECT_FALSE(parse(file.substr(0, size))) << size;
  EXPECT_EQ(errorOf("hello, world"), "is no .npy file");
}

TEST(Npy, WritesWhatItReads) {
  for (bool fortran : {false, true})
    for (const std::vector<std::int64_t> &shape :
         std::vector<std::vector<std::int64_t>>{{}, {0}, {7}, {2, 3, 4}}) {
      Result<HostArray> array =
          makeHostArray(Type::of(Scalar::F32), shape, fortran);
      ASSERT_TRUE(array);
      for (std::size_t i = 0; i < array->bytes.size(); ++i)
        array->bytes.data()[i] = std::byte(i);
      std::string head = npyHeader(*array);
      EXPECT_EQ(head.size() % 64, 0u);
      EXPECT_EQ(head.back(), '\n');
      Result<HostArray> again = parse(head + bytesOf(*array));
      ASSERT_TRUE(again) << again.error().text;
      EXPECT_EQ(again->shape, shape);
      EXPECT_EQ(again->fortran, fortran);
      EXPECT_EQ(bytesOf(*again), bytesOf(*array));
    }
}

TEST(Npy, WritesNumpysHeader) {
  Result<HostArray> array = makeHostArray(Type::of(Scalar::Bool), {3}, false);
  ASSERT_TRUE(array);
  EXPECT_EQ(npyHeader(*array).substr(10, 57),
            "{'descr': '|b1', 'fortran_order': False, 'shape': (3,), }");
}

TEST(Npy, NamesTheFile) {
  Result<HostArray> array = readNpy("/nowhere/x.npy");
  ASSERT_FALSE(array);
  EXPECT_EQ(array.error().name, "OSError");
  EXPECT_EQ(array.error().text,
            "cannot read `/nowhere/x.npy`: No such file or directory");
}

TEST(Npy, RefusesImpossibleShapes) {
  EXPECT_EQ(makeHostArray(Type::of(Scalar::F64), {1L << 40, 1L << 40}, false)
                .error()
                .text,
            "the shape's size overflows 64 bits");
  EXPECT_EQ(makeHostArray(Type::of(Scalar::F64), {-1}, false).error().name,
            "ValueError");
  EXPECT_EQ(makeHostArray(Type::of(Scalar::F64),
                          std::vector<std::int64_t>(9, 1), false)
                .error()
                .text,
            "an array has at most 8 axes, not 9");
}

namespace {

std::string recordHeader(const std::string &descr) {
  return "{'descr': " + descr + ", 'fortran_order': False, 'shape': (1,), }\n";
}

} // namespace

TEST(Npy, ReadsRecords) {
  std::string descr = "[('x', '<f4'), ('t', '|i1'), ('', '|V3'), "
                      "('p', [('a', '<i2'), ('b', '<i2')], (2,))]";
  Result<HostArray> array =
      parse(npy(recordHeader(descr), std::string(16, '\1')));
  ASSERT_TRUE(array) << array.error().text;
  EXPECT_EQ(spell(array->elementType()),
            "record(x: float32, t: int8, p: record(a: int16, b: int16)[2], "
            "offsets=(0,4,8,), itemsize=16)");
  EXPECT_EQ(npyHeader(*array).substr(10, descr.size() + 30),
            ("{'descr': " + descr + ", 'fortran_order': False, ")
                .substr(0, descr.size() + 30));
}

TEST(Npy, RefusesBadRecords) {
  for (const char *descr :
       {"[]", "[('x')]", "[('x', '>f4')]", "[('x', '<f4'), ('x', '<f4')",
        "[('x', '<f4', (0,))]", "[('x', '<f4', (99999999,))]", "[('', '|V4')]",
        "[('x', '|V4')]", "[('x', [[[[[[[[[[[[[", "[('x', '<f4', (1, 2)"})
    EXPECT_FALSE(parse(npy(recordHeader(descr), std::string(64, '\0'))))
        << descr;
}
