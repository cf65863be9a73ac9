// The head of a PTX file, written and read, and where parameters lie.
#include "pyk2ptx/abi.h"

#include <gmock/gmock.h>
#include <random>

namespace pyk2ptx {
namespace {

using testing::HasSubstr;

ArgInfo scalar(std::string name, std::string dtype) {
  return {std::move(name), ArgKind::Scalar, std::move(dtype), 0, 'C', 0, 1};
}

ArgInfo array(std::string name, std::string dtype, int ndim, char layout) {
  return {
      std::move(name), ArgKind::Array, std::move(dtype), ndim, layout, 0, 1};
}

KernelInfo kernelOf(std::vector<ArgInfo> args) {
  KernelInfo kernel;
  kernel.name = kernel.entry = "k";
  kernel.source = "k.py:7";
  kernel.args = std::move(args);
  layOutParams(kernel);
  return kernel;
}

// "TYPE@OFFSET" of every param.
std::string layoutOf(const KernelInfo &kernel) {
  std::string out;
  for (const ParamInfo &param : kernel.params)
    out += (out.empty() ? "" : " ") + std::string(paramTypeName(param.type)) +
           "@" + std::to_string(param.offset);
  return out + " =" + std::to_string(kernel.paramBytes);
}

ModuleInfo saxpy() {
  ModuleInfo module;
  module.arch = "sm_75";
  module.ptxIsa = "6.3";
  module.kernels.push_back(
      kernelOf({scalar("alpha", "float32"), array("x", "float32", 1, 'C')}));
  module.kernels[0].name = module.kernels[0].entry = "saxpy";
  module.sites.push_back({"k.py:9:9", "IndexError", "x"});
  return module;
}

// The head of saxpy() is the example in abi.h.
const char *const saxpyHead =
    R"(// pyk2ptx abi 1
// target sm_75 ptx 6.3
// kernel saxpy entry saxpy source k.py:7
// arg alpha scalar float32
// arg x array float32 ndim 1 layout C
// param alpha value f32 offset 0 size 4
// param x ptr ptr offset 8 size 8
// param x shape0 i64 offset 16 size 8
// facts params 24 shared 0 dynamic no bounds guard typing python
// site 0 k.py:9:9 IndexError x
// end
)";

std::string failureOf(const std::string &ptx) {
  ModuleInfo module;
  std::string error;
  return readHead(ptx, module, error) ? "" : error;
}

std::string replaced(std::string text, const std::string &from,
                     const std::string &to) {
  std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(Layout, EveryScalarIsNaturallyAligned) {
  EXPECT_EQ(
      layoutOf(kernelOf({scalar("a", "bool"), scalar("b", "int16"),
                         scalar("c", "uint8"), scalar("d", "int64"),
                         scalar("e", "float16"), scalar("f", "float32"),
                         scalar("g", "bfloat16"), scalar("h", "float64")})),
      "u8@0 i16@2 u8@4 i64@8 f16@16 f32@20 bf16@24 f64@32 =40");
}

TEST(Layout, ComplexIsAlignedAsItsPart) {
  EXPECT_EQ(layoutOf(kernelOf({scalar("a", "int32"), scalar("b", "complex64"),
                               scalar("c", "complex128")})),
            "i32@0 c64@4 c128@16 =32");
}

TEST(Layout, DatetimeIsItsInteger) {
  EXPECT_EQ(layoutOf(kernelOf({scalar("t", "datetime64[ns]"),
                               scalar("d", "timedelta64[s]")})),
            "i64@0 i64@8 =16");
}

TEST(Layout, ArraysByLayout) {
  EXPECT_EQ(layoutOf(kernelOf({array("x", "float32", 0, 'C')})), "ptr@0 =8");
  EXPECT_EQ(layoutOf(kernelOf({array("x", "float32", 2, 'C')})),
            "ptr@0 i64@8 i64@16 =24");
  EXPECT_EQ(layoutOf(kernelOf({array("x", "int8", 2, 'A')})),
            "ptr@0 i64@8 i64@16 i64@24 i64@32 =40");
  EXPECT_EQ(layoutOf(kernelOf({array("x", "int8", 1, 'F')})),
            "ptr@0 i64@8 i64@16 =24");
  KernelInfo kernel = kernelOf({array("x", "int8", 2, 'A')});
  EXPECT_EQ(kernel.params[2].field, ParamField::Shape);
  EXPECT_EQ(kernel.params[2].axis, 1u);
  EXPECT_EQ(kernel.params[3].field, ParamField::Stride);
  EXPECT_EQ(kernel.params[3].axis, 0u);
}

TEST(Layout, RecordHasItsOwnSizeAndAlignment) {
  ArgInfo record = scalar("p", "record(x: float32, n: int16)");
  record.recordBytes = 8;
  record.recordAlign = 4;
  EXPECT_EQ(layoutOf(kernelOf({scalar("a", "int8"), record})),
            "i8@0 bytes@4 =12");
}

TEST(Layout, NothingIsNothing) { EXPECT_EQ(layoutOf(kernelOf({})), " =0"); }

TEST(Types, NamesRoundTrip) {
  for (int i = 0; i <= static_cast<int>(ParamType::Pointer); ++i) {
    ParamType type = ParamType::Bytes;
    ASSERT_TRUE(parseParamType(paramTypeName(static_cast<ParamType>(i)), type));
    EXPECT_EQ(static_cast<int>(type), i);
  }
  ParamType type;
  EXPECT_FALSE(parseParamType("i128", type));
}

TEST(Head, IsTheOneThatTheHeaderShows) {
  EXPECT_EQ(writeHead(saxpy()), saxpyHead);
}

TEST(Head, ReadsWhatItWrote) {
  ModuleInfo module;
  std::string error;
  ASSERT_TRUE(
      readHead(std::string(saxpyHead) + "\n.version 6.3\n", module, error))
      << error;
  EXPECT_EQ(writeHead(module), saxpyHead);
  EXPECT_EQ(module.kernels[0].params[2].field, ParamField::Shape);
  EXPECT_EQ(module.sites[0].kind, "IndexError");
}

TEST(Head, SaysHowAKernelIsLaunched) {
  ModuleInfo module;
  module.arch = "sm_90";
  module.ptxIsa = "7.8";
  for (const char *name : {"plain", "together", "clusters"}) {
    KernelInfo kernel = kernelOf({});
    kernel.name = kernel.entry = name;
    module.kernels.push_back(kernel);
  }
  module.kernels[1].cooperative = true;
  module.kernels[2].cluster[0] = 2;
  module.kernels[2].cluster[1] = module.kernels[2].cluster[2] = 1;
  module.kernels[2].threads = 128;
  module.kernels[2].asksForBlock = true;
  std::string head = writeHead(module);
  EXPECT_NE(head.find("// launch cooperative\n"), std::string::npos);
  EXPECT_NE(head.find("// launch cluster 2 1 1\n"), std::string::npos);
  ModuleInfo read;
  std::string error;
  ASSERT_TRUE(readHead(head, read, error)) << error;
  EXPECT_EQ(writeHead(read), head);
  EXPECT_FALSE(read.kernels[0].cooperative);
  EXPECT_TRUE(read.kernels[1].cooperative);
  EXPECT_EQ(read.kernels[2].cluster[0], 2u);
  EXPECT_EQ(read.kernels[1].threads, 0u);
  EXPECT_FALSE(read.kernels[1].asksForBlock);
  EXPECT_EQ(read.kernels[2].threads, 128u);
  EXPECT_TRUE(read.kernels[2].asksForBlock);
  for (const char *bad :
       {"launch cluster 2 1", "launch cluster 0 1 1", "launch slowly",
        "launch cooperative 1", "launch threads 0", "launch threads",
        "launch asks 1"}) {
    std::string wrong = head;
    std::string good = "launch cooperative";
    wrong.replace(wrong.find(good), good.size(), bad);
    EXPECT_FALSE(readHead(wrong, read, error)) << bad;
  }
}

TEST(Head, ReadsWindowsLines) {
  std::string text;
  for (char c : std::string(saxpyHead))
    text += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(failureOf(text), "");
}

TEST(Head, AnyTextSurvivesAsPrintableAscii) {
  ModuleInfo module = saxpy();
  ArgInfo record = scalar("größe", "record(x: float32, n: int16)");
  record.recordBytes = 6;
  record.recordAlign = 2;
  module.kernels[0] =
      kernelOf({record, array("ö y", "datetime64[ns]", 3, 'A')});
  module.kernels[0].name = "outer.kérnel";
  module.kernels[0].source = "my files/100% \\ ü.py:7";
  module.sites = {{"my file.py:9:9", "ValueError", "bad\n// end\n\\"},
                  {"k.py:1:1", "AssertionError", ""}};
  std::string head = writeHead(module);
  for (char c : head)
    EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << int(c);
  ModuleInfo read;
  std::string error;
  ASSERT_TRUE(readHead(head, read, error)) << error << "\n" << head;
  EXPECT_EQ(writeHead(read), head);
  EXPECT_EQ(read.kernels[0].name, "outer.kérnel");
  EXPECT_EQ(read.kernels[0].source, "my files/100% \\ ü.py:7");
  EXPECT_EQ(read.kernels[0].args[0].dtype, "record(x: float32, n: int16)");
  EXPECT_EQ(read.kernels[0].args[1].name, "ö y");
  EXPECT_EQ(read.sites[0].source, "my file.py:9:9");
  EXPECT_EQ(read.sites[0].text, "bad\n// end\n\\");
  EXPECT_EQ(read.sites[1].text, "");
}

TEST(Head, AbsentIsALineOneError) {
  EXPECT_THAT(failureOf(""), HasSubstr("line 1"));
  EXPECT_THAT(failureOf("//\n// Generated by LLVM\n"), HasSubstr("line 1"));
  EXPECT_THAT(failureOf(".version 6.3\n"), HasSubstr("is this PTX of pyk2ptx"));
}

TEST(Head, OtherVersionSaysBoth) {
  std::string error = failureOf(replaced(saxpyHead, "abi 1", "abi 2"));
  EXPECT_THAT(error, HasSubstr("line 1"));
  EXPECT_THAT(error, HasSubstr("version 2"));
  EXPECT_THAT(error, HasSubstr("version 1"));
}

TEST(Head, EachBadLineIsNamed) {
  struct {
    const char *from, *to, *line;
  } const cases[] = {
      {"target sm_75", "target", "line 2:"},
      {"entry saxpy", "entry", "line 3:"},
      {"alpha scalar", "alpha vector", "line 4:"},
      {"arg x array", "arg alpha array", "line 5:"},
      {"ndim 1", "ndim 65", "line 5:"},
      {"ndim 1", "ndim -1", "line 5:"},
      {"layout C", "layout B", "line 5:"},
      {"value f32", "value f33", "line 6:"},
      {"alpha value", "beta value", "line 6:"},
      {"x ptr ptr", "x pointer ptr", "line 7:"},
      {"shape0", "shape", "line 8:"},
      {"shape0", "shape99999999999", "line 8:"},
      {"size 8", "size 8 8", "line 7:"},
      {"dynamic no", "dynamic maybe", "line 9:"},
      {"params 24", "params 99999999999999999999", "line 9:"},
      {"site 0", "site 1", "line 10:"},
      {"k.py:9:9", "k%py:9:9", "line 10:"},
      {"// end", "end", "line 11:"},
      {"// end\n", "", "line 11:"},
      {"// end", "// sprite 4", "line 11:"},
  };
  for (const auto &c : cases)
    EXPECT_THAT(failureOf(replaced(saxpyHead, c.from, c.to)), HasSubstr(c.line))
        << c.from << " -> " << c.to;
}

TEST(Head, ParamsMustLieWhereTheAbiPutsThem) {
  for (auto [from, to] : {std::pair("offset 8", "offset 4"),
                          {"offset 16", "offset 4294967295"},
                          {"size 8", "size 4"},
                          {"params 24", "params 16"},
                          {"value f32", "value i32"},
                          {"x shape0", "x stride0"},
                          {"layout C", "layout A"},
                          {"// param x shape0 i64 offset 16 size 8\n", ""}})
    EXPECT_THAT(failureOf(replaced(saxpyHead, from, to)),
                HasSubstr("not where ABI version 1 puts them"))
        << from;
}

TEST(Head, ArgumentsBelongToAKernel) {
  EXPECT_THAT(failureOf("// pyk2ptx abi 1\n// target sm_75 ptx 6.3\n"
                        "// arg x scalar int8\n// end\n"),
              HasSubstr("line 3"));
}

TEST(Head, GarbageNeverCrashes) {
  std::mt19937 random(1);
  auto pick = [&](std::size_t n) { return random() % n; };
  for (int round = 0; round < 20000; ++round) {
    std::string text = saxpyHead;
    for (std::size_t edits = 1 + pick(4); edits-- > 0 && !text.empty();) {
      std::size_t at = pick(text.size());
      switch (pick(4)) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, 1 + pick(20));
        break;
      case 2:
        text.insert(at, text.substr(pick(text.size()), pick(60)));
        break;
      default:
        text.resize(at);
      }
    }
    ModuleInfo module;
    std::string error;
    if (!readHead(text, module, error)) {
      EXPECT_THAT(error, HasSubstr("line "));
    }
  }
}

} // namespace
} // namespace pyk2ptx
