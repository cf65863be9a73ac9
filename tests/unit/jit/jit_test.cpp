// Kernels compiled at run time and launched on the CPU device.
#include <pyk2ptx/jit.h>

#include <gmock/gmock.h>

#include <cstring>
#include <thread>

using namespace pyk2ptx;
using testing::HasSubstr;

namespace {

/// A function as inspect.getsource has it.
CapturedFunction captured(const char *text, std::uint32_t firstLine = 1) {
  CapturedFunction function;
  function.text = text;
  function.file = "k.py";
  function.firstLine = firstLine;
  function.names["cuda"] = CapturedValue::library("cuda");
  return function;
}

CapturedProgram programOf(CapturedFunction function, const char *types) {
  CapturedProgram program;
  program.functions.push_back(std::move(function));
  program.types = types;
  return program;
}

template <typename T> std::vector<std::byte> bytesOf(std::vector<T> values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// Runs a kernel of one float64 array of `n` zeros, a thread an element.
std::vector<double> run(const CapturedProgram &program, std::int64_t n,
                        const JitSettings &settings = {}) {
  std::vector<double> out(static_cast<std::size_t>(n));
  std::shared_ptr<const JitUnit> unit =
      compileProgram(program, "cpu", settings);
  EXPECT_TRUE(unit->valid) << unit->report.text;
  if (!unit->valid)
    return out;
  Result<JitKernel> kernel = JitKernel::load(JitDevice::cpu(), unit);
  EXPECT_TRUE(kernel);
  if (!kernel)
    return out;
  Result<void> done = kernel->launch({1, static_cast<std::uint32_t>(n)},
                                     arrayView(out.data(), {n}));
  EXPECT_TRUE(done) << (done ? "" : done.error().what());
  return out;
}

/// What a kernel that stores `expr` in out[0] stores, with `value` as X.
double valueOf(const char *expr, const CapturedValue &value) {
  std::string text = std::string("def k(out):\n    out[0] = ") + expr + "\n";
  CapturedFunction function = captured(text.c_str());
  function.names["X"] = value;
  return run(programOf(function, "float64[::1]"), 1)[0];
}

TEST(Captured, Constants) {
  EXPECT_EQ(valueOf("X", CapturedValue::integer(-7)), -7);
  EXPECT_EQ(valueOf("X", CapturedValue::number(0.1)), 0.1);
  EXPECT_EQ(valueOf("X + 1", CapturedValue::boolean(true)), 2);
  EXPECT_EQ(valueOf("X.imag", CapturedValue::complex(1, 2.5)), 2.5);
  EXPECT_EQ(valueOf("1 if X is None else 2", CapturedValue::none()), 1);
  EXPECT_EQ(valueOf("1 if X == 'add' else 2", CapturedValue::string("add")), 1);
  EXPECT_EQ(valueOf("X(3.7)", CapturedValue::type("int32")), 3);
  EXPECT_EQ(valueOf("X(9.0)", CapturedValue::library("math.sqrt")), 3);
}

TEST(Captured, WideIntegersAreExact) {
  CapturedValue wide = CapturedValue::integer(3);
  wide.high = 1 << 10;
  EXPECT_EQ(valueOf("X >> 64", wide), 1 << 10);
  EXPECT_EQ(valueOf("X & 0xff", wide), 3);
  CapturedValue unsignedOnly = CapturedValue::integer(-1);
  unsignedOnly.high = 0;
  EXPECT_EQ(valueOf("X // 2**32", unsignedOnly), 4294967295.0);
}

TEST(Captured, NumPysScalarsAreTyped) {
  CapturedValue third = CapturedValue::number(1.0 / 3);
  third.dtype = "float32";
  EXPECT_EQ(valueOf("X", third), static_cast<double>(1.0f / 3));
  // Not weak: it widens nothing, and float32 stays float32.
  EXPECT_EQ(valueOf("X * X", third),
            static_cast<double>((1.0f / 3) * (1.0f / 3)));
}

TEST(Captured, TuplesAndNamespaces) {
  CapturedValue tuple =
      CapturedValue::tuple({CapturedValue::integer(4),
                            CapturedValue::tuple({CapturedValue::integer(5)})});
  EXPECT_EQ(valueOf("X[0] * 10 + X[1][0]", tuple), 45);
  EXPECT_EQ(valueOf("len(X)", tuple), 2);
  CapturedValue space = tuple;
  space.kind = CapturedValue::Kind::Namespace;
  space.names = {"RED", "inner"};
  EXPECT_EQ(valueOf("X.RED", space), 4);
  EXPECT_EQ(valueOf("X.RED.value + X.inner[0]", space), 9);
}

TEST(Captured, Arrays) {
  EXPECT_EQ(valueOf("X[1, 2]", CapturedValue::array(
                                   "int16", {2, 3},
                                   bytesOf<std::int16_t>({1, 2, 3, 4, 5, -6}))),
            -6);
  EXPECT_EQ(valueOf("X[1]", CapturedValue::array(
                                "float16", {2},
                                bytesOf<std::uint16_t>({0x3c00, 0xc100}))),
            -2.5);
  EXPECT_EQ(
      valueOf("X[0].imag", CapturedValue::array("complex64", {1},
                                                bytesOf<float>({1.5f, -2.5f}))),
      -2.5);
  EXPECT_EQ(valueOf("X[-1]",
                    CapturedValue::array("bool", {2}, bytesOf<char>({0, 1}))),
            1);
}

TEST(Captured, UnusableNamesAreErrorsOnlyWhenRead) {
  CapturedFunction function = captured("def k(out):\n    out[0] = 1\n");
  function.names["X"] = CapturedValue::unusable("it is a socket");
  EXPECT_EQ(run(programOf(function, "float64[::1]"), 1)[0], 1);
  function.text = "def k(out):\n    out[0] = X\n";
  auto unit = compileProgram(programOf(function, "float64[::1]"), "cpu");
  ASSERT_FALSE(unit->valid);
  EXPECT_THAT(unit->report.text, HasSubstr("it is a socket"));
}

// Two functions of one place in one file, made by a factory with different
// values: they are not the same function.
TEST(Captured, FactoriesMakeDifferentFunctions) {
  CapturedProgram program = programOf(
      captured("def k(out):\n    out[0] = f(1.0)\n    out[1] = g(1.0)\n"),
      "float64[::1]");
  CapturedFunction inner = captured("        def scale(x):\n"
                                    "            return x * factor\n",
                                    7);
  inner.names["factor"] = CapturedValue::number(2);
  program.functions.push_back(inner);
  inner.names["factor"] = CapturedValue::number(3);
  program.functions.push_back(inner);
  program.functions[0].names["f"] = CapturedValue::function(1);
  program.functions[0].names["g"] = CapturedValue::function(2);
  program.functions[0].text =
      "def k(out):\n    out[0] = f(1.0)\n    out[1] = g(1.0)\n";
  EXPECT_EQ(run(program, 2), (std::vector<double>{2, 3}));
}

TEST(Captured, FunctionsMayRecurseAndCallEachOther) {
  CapturedProgram program =
      programOf(captured("@cuda.jit\ndef k(out):\n    out[0] = fact(5)\n"
                         "    out[1] = even(7)\n"),
                "float64[::1]");
  program.functions.push_back(captured("def fact(n):\n"
                                       "    if n < 2:\n        return 1\n"
                                       "    return n * fact(n - 1)\n"));
  program.functions.push_back(captured("def even(n):\n"
                                       "    if n == 0:\n        return 1\n"
                                       "    return other(n - 1)\n"));
  program.functions.push_back(captured("def odd(n):\n"
                                       "    if n == 0:\n        return 0\n"
                                       "    return even(n - 1)\n"));
  program.functions[0].names["fact"] = CapturedValue::function(1);
  program.functions[0].names["even"] = CapturedValue::function(2);
  program.functions[2].names["other"] = CapturedValue::function(3);
  program.functions[3].names["even"] = CapturedValue::function(2);
  EXPECT_EQ(run(program, 2), (std::vector<double>{120, 0}));
}

TEST(Captured, Lambdas) {
  CapturedProgram program =
      programOf(captured("def k(out):\n    out[0] = f(4.0)\n"), "float64[::1]");
  CapturedFunction lambda =
      captured("twice = cuda.jit(device=True)(lambda x: x * N)\n");
  lambda.form = CapturedFunction::Form::Lambda;
  lambda.names["N"] = CapturedValue::integer(2);
  program.functions.push_back(lambda);
  program.functions[0].names["f"] = CapturedValue::function(1);
  EXPECT_EQ(run(program, 1)[0], 8);
}

TEST(Captured, MessagesNameTheFilesPlaces) {
  CapturedFunction function = captured("    @cuda.jit\n"
                                       "    def k(out):\n"
                                       "        out[0] = unknown\n",
                                       41);
  auto unit = compileProgram(programOf(function, "float64[::1]"), "sm_75");
  ASSERT_FALSE(unit->valid);
  ASSERT_EQ(unit->report.diagnostics.size(), 1u);
  const JitDiagnostic &message = unit->report.diagnostics[0];
  EXPECT_EQ(message.severity, "error");
  EXPECT_EQ(message.place.file, "k.py");
  EXPECT_EQ(message.place.line, 43u);
  EXPECT_EQ(message.place.column, 18u);
  EXPECT_THAT(unit->report.text, HasSubstr("k.py:43:18: error: "));
  EXPECT_THAT(unit->report.text, HasSubstr("        out[0] = unknown\n"));
  EXPECT_EQ(unit->error().name, "CompileError");
}

TEST(Captured, IndentedTextWithoutPlace) {
  EXPECT_EQ(run(programOf(captured("  def k(out):\n    out[0] = 3\n"),
                          "float64[::1]"),
                1)[0],
            3);
  EXPECT_EQ(run(programOf(captured("\n  # a comment\n  def k(out):\n"
                                   "    out[0] = 3\n"),
                          "float64[::1]"),
                1)[0],
            3);
}

TEST(Captured, FunctionsAreArguments) {
  CapturedProgram program =
      programOf(captured("def k(f, g, out):\n    out[0] = f(g(2.25))\n"),
                "none, none, float64[::1]");
  program.functions.push_back(captured("def twice(x):\n    return 2 * x\n", 9));
  program.constantArguments.emplace_back(0, CapturedValue::function(1));
  program.constantArguments.emplace_back(1,
                                         CapturedValue::library("math.sqrt"));
  EXPECT_EQ(run(program, 1)[0], 3);
  program.constantArguments[1].second = CapturedValue::unusable("it is odd");
  std::shared_ptr<const JitUnit> unit = compileProgram(program, "cpu");
  EXPECT_THAT(unit->report.text, HasSubstr("it is odd"));
}

TEST(Captured, DeviceArraysAreWhereTheyAre) {
  double table[2][2] = {{1, 2}, {3, 4}};
  CapturedValue array;
  array.kind = CapturedValue::Kind::DeviceArray;
  array.text = "float64";
  array.shape = {2, 2};
  array.low = reinterpret_cast<std::uintptr_t>(&table);
  EXPECT_EQ(valueOf("X[1, 0] + X.shape[1]", array), 5);
  CapturedFunction function =
      captured("def k(out):\n    X[0, 1] = 7.0\n    out[0] = X[0, 1]\n");
  function.names["X"] = array;
  EXPECT_EQ(run(programOf(function, "float64[::1]"), 1)[0], 7);
  EXPECT_EQ(table[0][1], 7);
  array.text = "wrong";
  function.names["X"] = array;
  std::shared_ptr<const JitUnit> unit =
      compileProgram(programOf(function, "float64[::1]"), "cpu");
  EXPECT_THAT(unit->report.text, HasSubstr("it is an array of `wrong`"));
}

TEST(Captured, RecordPlaces) {
  struct Pair {
    double a;
    std::int64_t b;
  };
  auto unitOf = [](const char *text, bool isPlace) {
    CapturedProgram program =
        programOf(captured(text), isPlace ? "record(a: float64, b: int64)[::1]"
                                          : "record(a: float64, b: int64)");
    if (isPlace)
      program.recordPlaces.push_back(0);
    return compileProgram(program, "cpu");
  };
  const char *stores = "def k(r):\n    r.b += 2\n";
  EXPECT_THAT(unitOf(stores, false)->writtenRecords, testing::ElementsAre(0));
  EXPECT_THAT(unitOf("def k(r):\n    print(r.a)\n", false)->writtenRecords,
              testing::IsEmpty());
  std::shared_ptr<const JitUnit> unit = unitOf(stores, true);
  ASSERT_TRUE(unit->valid) << unit->report.text;
  // Nothing is a copy here.
  EXPECT_EQ(unit->report.text, "");
  Pair pair = {1.5, 40};
  std::byte params[16] = {};
  auto address = reinterpret_cast<std::uintptr_t>(&pair);
  std::int64_t extent = 1;
  std::memcpy(params, &address, 8);
  std::memcpy(params + 8, &extent, 8);
  Result<JitKernel> kernel = JitKernel::load(JitDevice::cpu(), unit);
  ASSERT_TRUE(kernel);
  ASSERT_TRUE(kernel->launchPacked({1, 1}, {params, sizeof params}));
  EXPECT_EQ(pair.b, 42);
}

TEST(Jit, DeviceFunctionsAreExported) {
  CapturedProgram program =
      programOf(captured("def f(x, n):\n    return x * n\n"), "float32, int32");
  program.exported = {true, false, "my_f", ""};
  std::shared_ptr<const JitUnit> unit = compileProgram(program, "sm_80");
  ASSERT_TRUE(unit->valid) << unit->report.text;
  EXPECT_THAT(unit->ptx, HasSubstr("func_retval0) my_f("));
  ASSERT_EQ(unit->exports.size(), 1u);
  EXPECT_EQ(unit->exports[0].name, "f");
  EXPECT_EQ(unit->exports[0].symbol, "my_f");
  EXPECT_EQ(unit->exports[0].result, "float32");
  program.exported.result = "int64";
  EXPECT_EQ(compileProgram(program, "sm_80")->exports[0].result, "int64");
}

TEST(Jit, PtxAndDumps) {
  JitSettings settings;
  settings.keepIr = settings.keepLlvm = settings.keepOptimized = true;
  auto unit = compileProgram(
      programOf(captured("def k(out, a):\n    out[cuda.grid(1)] = a\n"),
                "float32[::1], float"),
      "sm_90", settings);
  ASSERT_TRUE(unit->valid) << unit->report.text;
  EXPECT_THAT(unit->ptx, HasSubstr(".target sm_90"));
  EXPECT_THAT(unit->ptx, HasSubstr("// arg a scalar float64"));
  EXPECT_THAT(unit->ir, HasSubstr("kernel k"));
  EXPECT_THAT(unit->llvm, HasSubstr("define "));
  EXPECT_THAT(unit->optimized, HasSubstr("define "));
  ASSERT_EQ(unit->info.kernels.size(), 1u);
  EXPECT_EQ(unit->info.kernels[0].source, "k.py:1");
}

TEST(Jit, BadTypesAreSaid) {
  auto unit = compileProgram(
      programOf(captured("def k(a):\n    pass\n"), "float33[:]"), "sm_75");
  EXPECT_FALSE(unit->valid);
  EXPECT_THAT(unit->report.text, HasSubstr("float33"));
  unit =
      compileProgram(programOf(captured("def k(a):\n    pass\n"), ""), "sm_75");
  EXPECT_FALSE(unit->valid);
  EXPECT_THAT(unit->report.text, HasSubstr("0 types, but it takes 1"));
  unit = compileProgram({}, "sm_75");
  EXPECT_FALSE(unit->valid);
  unit = compileProgram(programOf(captured("x = 1\n"), ""), "sm_75");
  EXPECT_FALSE(unit->valid);
  unit = compileProgram(programOf(captured("def k(\xff):\n"), ""), "cpu");
  EXPECT_FALSE(unit->valid);
}

const char *const saxpyText = R"(
  from pyk2ptx import cuda
  @cuda.jit
  def saxpy(a, x, y):
      i = cuda.grid(1)
      y[i] += a * x[i]
)";

TEST(Jit, FunctionOfAFile) {
  JitFunction saxpy(saxpyText, "saxpy");
  std::vector<float> x(100, 2), y(100, 1);
  JitDevice device = JitDevice::cpu();
  ASSERT_TRUE(saxpy.launch(device, {4, 32}, 3.0f, arrayView(x.data(), {100}),
                           arrayView(y.data(), {100})));
  EXPECT_EQ(y, std::vector<float>(100, 7));
  std::vector<double> dx(100, 2), dy(100, 1);
  ASSERT_TRUE(saxpy.launch(device, {4, 32}, 3, arrayView(dx.data(), {100}),
                           arrayView(dy.data(), {100})));
  EXPECT_EQ(dy, std::vector<double>(100, 7));
  ASSERT_TRUE(saxpy.launch(device, {4, 32}, 3.0f, arrayView(x.data(), {100}),
                           arrayView(y.data(), {100})));
  EXPECT_EQ(saxpy.specializations().size(), 2u);
}

TEST(Jit, StridedArraysAreTypesOfTheirOwn) {
  JitFunction saxpy(saxpyText, "saxpy");
  std::vector<float> x(8, 2), y(4, 1);
  ArrayView every = arrayView(x.data(), {4});
  every.strides[0] = 8;
  Argument arguments[] = {1.0, every, arrayView(y.data(), {4})};
  EXPECT_EQ(spellTypes(arguments).value(), "float, float32[:], float32[::1]");
  Result<JitKernel> kernel = saxpy.specialize(JitDevice::cpu(), arguments);
  ASSERT_TRUE(kernel);
  EXPECT_EQ(kernel->info().args[1].layout, 'A');
  ASSERT_TRUE(kernel->launchArguments({1, 4}, arguments));
  EXPECT_EQ(y, std::vector<float>(4, 3));
  // The CPU device has compiled clusters only, and does not drop others.
  Result<void> done = kernel->launchArguments({2, 4, 0, false, 2}, arguments);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().what(), HasSubstr("no clusters of a launch's own"));
}

TEST(Jit, DeclaredSignaturesAreChosenFrom) {
  JitFunction fill(R"py(
from numba import cuda
@cuda.jit(["void(int64[::1], int64)", "void(float32[::1], float32)"])
def fill(x, value):
    x[cuda.grid(1)] = value
)py",
                   "fill");
  std::vector<float> x(4);
  ASSERT_TRUE(
      fill.launch(JitDevice::cpu(), {1, 4}, arrayView(x.data(), {4}), 2.5f));
  EXPECT_EQ(x, std::vector<float>(4, 2.5f));
  std::vector<std::int64_t> n(4);
  ASSERT_TRUE(
      fill.launch(JitDevice::cpu(), {1, 4}, arrayView(n.data(), {4}), 7));
  EXPECT_EQ(n, std::vector<std::int64_t>(4, 7));
}

TEST(Jit, RecordsNeedStatedTypes) {
  const char *const body = "def k(out, r):\n    out[0] = r.x + r.n\n";
  std::string head = "from numba import cuda\n";
  struct {
    float x = 1.5f;
    std::int32_t n = 4;
  } record;
  std::vector<float> out(1);
  Argument arguments[] = {arrayView(out.data(), {1}),
                          Argument::record(&record, sizeof record)};
  JitFunction stated(head +
                         "@cuda.jit('void(float32[::1], record(x: float32, n: "
                         "int32))')\n" +
                         body,
                     "k");
  Result<void> done =
      stated.launchArguments(JitDevice::cpu(), {1, 1}, arguments);
  ASSERT_TRUE(done) << done.error().what();
  EXPECT_EQ(out[0], 5.5f);
  JitFunction lazy(head + "@cuda.jit\n" + body, "k");
  done = lazy.launchArguments(JitDevice::cpu(), {1, 1}, arguments);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "TypeError");
  // Given in words, they are as good as stated.
  Result<JitKernel> kernel = lazy.specialize(
      JitDevice::cpu(), "float32[::1], record(x: float32, n: int32)");
  ASSERT_TRUE(kernel) << kernel.error().what();
  out[0] = 0;
  ASSERT_TRUE(kernel->launchArguments({1, 1}, arguments));
  EXPECT_EQ(out[0], 5.5f);
}

TEST(Jit, ErrorsAreValues) {
  JitFunction broken("from numba import cuda\n@cuda.jit\ndef k(x):\n"
                     "    x[0] = y\n",
                     "k");
  std::vector<float> x(4);
  Result<void> done =
      broken.launch(JitDevice::cpu(), {1, 1}, arrayView(x.data(), {4}));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "CompileError");
  EXPECT_THAT(done.error().text, HasSubstr("<string>:4:12: error: "));
  JitFunction saxpy(saxpyText, "saxpy");
  done = saxpy.launch(JitDevice::cpu(), {1, 2048}, 1.0,
                      arrayView(x.data(), {4}), arrayView(x.data(), {4}));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "CUDA_ERROR_INVALID_VALUE");
  EXPECT_TRUE(done.error().hasGeometry);
}

TEST(Jit, RaisedErrorsAreTheLaunchs) {
  JitSettings settings;
  settings.bounds = BoundsMode::Raise;
  JitFunction saxpy(saxpyText, "saxpy", settings);
  std::vector<float> x(4);
  Result<void> done =
      saxpy.launch(JitDevice::cpu(), {1, 8}, 1.0, arrayView(x.data(), {4}),
                   arrayView(x.data(), {4}));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "IndexError");
  EXPECT_THAT(done.error().text, HasSubstr("index 4 is out of bounds"));
}

TEST(Jit, ChecksReport) {
  JitSettings settings;
  settings.checks.races = true;
  JitFunction racy("from numba import cuda\n@cuda.jit\ndef k(x):\n"
                   "    x[0] += cuda.grid(1)\n",
                   "k", settings);
  std::vector<float> x(4);
  Argument arguments[] = {arrayView(x.data(), {4})};
  Result<JitKernel> kernel = racy.specialize(JitDevice::cpu(), arguments);
  ASSERT_TRUE(kernel);
  Result<void> done = kernel->launchArguments({1, 8}, arguments);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().name, "CheckError");
  EXPECT_THAT(done.error().detail, HasSubstr("<string>:4:5: error: "));
  JitReport report;
  auto params = packArguments(kernel->info(), arguments);
  EXPECT_TRUE(kernel->launchChecked({1, 8}, *params, report));
  ASSERT_FALSE(report.diagnostics.empty());
  EXPECT_EQ(report.diagnostics[0].place.line, 4u);
}

// Views of small arrays are small; block dimensions are constants; and a launch
// of which other things are true takes another variant.
TEST(Jit, VariantsForWhatIsTrueOfALaunch) {
  JitSettings settings;
  settings.variants.leastThreads = 1;
  settings.variants.waits = true;
  JitFunction shift(R"py(
from numba import cuda
@cuda.jit
def shift(x, y):
    i = cuda.threadIdx.x + cuda.blockDim.x * cuda.blockIdx.x
    n = x.shape[0] * x.shape[1]
    flat = x.reshape(n)
    if i < n:
        y[i] = flat[-1 - i] + cuda.blockDim.x
)py",
                    "shift", settings);
  JitDevice device = JitDevice::cpu(1);
  for (std::uint32_t threads : {4u, 8u, 4u}) {
    std::vector<float> x(13, 0), y(12);
    for (std::size_t i = 0; i < 12; ++i)
      x[i + 1] = static_cast<float>(i);
    // Not at a multiple of 16 bytes.
    Result<void> done =
        shift.launch(device, {3, threads}, arrayView(x.data() + 1, {3, 4}),
                     arrayView(y.data(), {12}));
    ASSERT_TRUE(done) << done.error().what();
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_EQ(y[i], static_cast<float>(11 - i + threads)) << threads;
  }
  // Written while it is read, thread after thread.
  std::vector<float> both(4, 1);
  ASSERT_TRUE(shift.launch(device, {1, 4}, arrayView(both.data(), {2, 2}),
                           arrayView(both.data(), {4})));
  EXPECT_EQ(both, (std::vector<float>{5, 5, 9, 9}));
  // Variants are nobody's kernels for other launches.
  EXPECT_TRUE(shift.specializations().empty());
}

TEST(Jit, FactsShowInTheCode) {
  CapturedProgram program =
      programOf(captured("def k(x, y):\n"
                         "    i = cuda.grid(1)\n"
                         "    y[i] = x[0, i] * cuda.blockDim.x\n"),
                "float32[:, ::1], float32[::1]");
  JitSettings settings;
  settings.keepLlvm = true;
  auto plain = compileProgram(program, "sm_80", settings);
  ASSERT_TRUE(plain->valid) << plain->report.text;
  EXPECT_THAT(plain->llvm, HasSubstr("range(i64 0, 281474976710657)"));
  EXPECT_THAT(plain->ptx, HasSubstr("%ntid.x"));
  settings.facts.smallArrays = true;
  settings.facts.alignment = 16;
  settings.facts.block[0] = 96;
  settings.facts.block[1] = settings.facts.block[2] = 1;
  auto special = compileProgram(program, "sm_80", settings);
  ASSERT_TRUE(special->valid) << special->report.text;
  EXPECT_THAT(special->llvm,
              HasSubstr("range(i64 0, " +
                        std::to_string(LaunchFacts::smallLimit) + ")"));
  EXPECT_THAT(special->llvm, HasSubstr("align 16"));
  EXPECT_THAT(special->ptx, testing::Not(HasSubstr("%ntid.x")));
  EXPECT_THAT(special->ptx, HasSubstr(".reqntid 96, 1, 1"));
}

TEST(Jit, LaunchesThatContradictTheFactsAreRefused) {
  JitSettings settings;
  settings.facts.noAlias = true;
  settings.facts.block[0] = 32;
  settings.facts.block[1] = settings.facts.block[2] = 1;
  JitFunction saxpy(saxpyText, "saxpy", settings);
  JitDevice device = JitDevice::cpu(1);
  std::vector<float> x(64, 2), y(64, 1);
  auto launch = [&](LaunchConfig config, ArrayView to) {
    Result<void> done =
        saxpy.launch(device, config, 2.0, arrayView(x.data(), {64}), to);
    return done ? "" : done.error().text;
  };
  EXPECT_EQ(launch({2, 32}, arrayView(y.data(), {64})), "");
  EXPECT_EQ(y[63], 5);
  EXPECT_THAT(launch({1, 64}, arrayView(y.data(), {64})),
              HasSubstr("blocks (32,1,1), and in this one they are (64,1,1)"));
  EXPECT_THAT(launch({2, 32}, arrayView(x.data(), {64})),
              HasSubstr("arrays that share no memory"));
  EXPECT_EQ(y[63], 5);
  EXPECT_EQ(x[63], 2);
}

// Eight threads, the same functions and different ones, on one device.
TEST(Jit, ThreadsCompileAndLaunch) {
  JitFunction shared(saxpyText, "saxpy");
  JitDevice device = JitDevice::cpu(2);
  std::vector<std::thread> threads;
  std::vector<int> failures(8);
  for (std::size_t t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      JitFunction own(saxpyText, "saxpy");
      for (int round = 0; round < 4; ++round) {
        std::vector<float> x(64, 2), y(64, 1);
        std::vector<double> dx(64, 2), dy(64, 1);
        bool done = true;
        for (const JitFunction &function : {shared, own})
          done =
              done &&
              function.launch(device, {2, 32}, 1.0, arrayView(x.data(), {64}),
                              arrayView(y.data(), {64})) &&
              function.launch(device, {2, 32}, 1.0, arrayView(dx.data(), {64}),
                              arrayView(dy.data(), {64}));
        failures[t] += !done || y != std::vector<float>(64, 5) ||
                       dy != std::vector<double>(64, 5);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, std::vector<int>(8));
  EXPECT_EQ(shared.specializations().size(), 2u);
}

} // namespace
