// The CPU device's code on disk: it runs as what was compiled in this process
// does, and is compiled again where anything about it is not as it was.
#include "cache_folder.h"
#include "compiler/host_module.h"
#include "runtime/jit/unit_cache.h"

#include <pyk2ptx/jit.h>

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <sys/wait.h>

using namespace pyk2ptx;
using testing::HasSubstr;

namespace {

class HostCache : public testing::Test, protected CacheFolder {
protected:
  HostCache() { settings.cacheFolder = folder; }

  static CapturedProgram program(const std::string &body,
                                 const char *types = "float64[::1]") {
    CapturedProgram result;
    CapturedFunction &function = result.functions.emplace_back();
    function.text = "def k(x):\n" + body;
    function.names["cuda"] = CapturedValue::library("cuda");
    function.names["math"] = CapturedValue::library("math");
    function.names["float64"] = CapturedValue::type("float64");
    function.names["libdevice"] = CapturedValue::library("cuda.libdevice");
    result.types = types;
    return result;
  }

  /// What 64 threads of two blocks make of 0, 1, 2, ...; `fromDisk` says where
  /// the code was from.
  std::vector<double> run(const CapturedProgram &program) {
    std::vector<double> x(64);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<double>(i);
    auto unit = compileCached(program, "cpu", settings);
    EXPECT_TRUE(unit->valid) << unit->report.text;
    fromDisk = unit->fromDisk;
    Result<JitKernel> kernel = JitKernel::load(JitDevice::cpu(), unit);
    EXPECT_TRUE(kernel);
    Result<void> done = kernel->launch({2, 32}, arrayView(x.data(), {64}));
    problem = done ? "" : done.error().what();
    return x;
  }

  JitSettings settings;
  bool fromDisk = false;
  std::string problem;
};

const char *const bodies[] = {
    "    i = cuda.grid(1)\n    x[i] = 3 * x[i] + 1\n",
    // Shared memory and barriers.
    "    s = cuda.shared.array(32, float64)\n    t = cuda.threadIdx.x\n"
    "    s[t] = x[cuda.grid(1)]\n    cuda.syncthreads()\n"
    "    x[cuda.grid(1)] = s[31 - t]\n",
    // Warps.
    "    i = cuda.grid(1)\n"
    "    x[i] = cuda.shfl_down_sync(0xffffffff, x[i], 1)\n",
    // Functions of libm and of libdevice.
    "    i = cuda.grid(1)\n"
    "    x[i] = math.sin(x[i]) + math.erf(x[i]) + libdevice.normcdf(x[i])\n"};

TEST_F(HostCache, RunsAsItWasCompiled) {
  for (const char *body : bodies) {
    std::vector<double> first = run(program(body));
    EXPECT_FALSE(fromDisk);
    EXPECT_EQ(problem, "");
    std::vector<double> again = run(program(body));
    EXPECT_TRUE(fromDisk) << body;
    EXPECT_EQ(problem, "");
    EXPECT_EQ(first, again);
  }
  EXPECT_EQ(files().size(), 4u);
}

TEST_F(HostCache, ReportsNameTheirPlaces) {
  settings.bounds = BoundsMode::Raise;
  CapturedProgram wrong = program("    x[cuda.grid(1) + 1] = 2.5\n");
  run(wrong);
  std::string first = problem;
  EXPECT_THAT(first, HasSubstr("IndexError"));
  run(wrong);
  EXPECT_TRUE(fromDisk);
  EXPECT_EQ(problem, first);
}

TEST_F(HostCache, ThisProcessorIsInTheKey) {
  EXPECT_THAT(hostCpuIdentity(), HasSubstr(" "));
  CapturedProgram one = program(bodies[0]);
  EXPECT_NE(*keyOf(one, "cpu", settings), *keyOf(one, "sm_90", settings));
}

TEST_F(HostCache, WhatIsWatchedIsNotKept) {
  CapturedProgram one = program(bodies[0]);
  settings.checks.races = true;
  run(one);
  settings.checks.races = false;
  settings.lineInfo = true;
  run(one);
  settings.lineInfo = false;
  settings.debugInfo = true;
  run(one);
  settings.debugInfo = false;
  settings.useCache = false;
  run(one);
  EXPECT_EQ(files().size(), 0u);
}

TEST_F(HostCache, DamagedCodeIsCompiledAgain) {
  CapturedProgram one = program(bodies[0]);
  std::vector<double> right = run(one);
  std::string path = files()[0];
  std::string whole = readFile(path);
  for (std::size_t part = 0; part < 8; ++part) {
    writeFile(path, whole.substr(0, part * whole.size() / 8));
    EXPECT_EQ(run(one), right);
    EXPECT_FALSE(fromDisk);
    std::string flipped = whole;
    flipped[(part * whole.size() + whole.size() / 2) / 8] ^= 4;
    writeFile(path, flipped);
    EXPECT_EQ(run(one), right);
    EXPECT_FALSE(fromDisk);
  }
  ASSERT_EQ(chmod(path.c_str(), 0622), 0);
  EXPECT_EQ(run(one), right);
  EXPECT_FALSE(fromDisk);
  EXPECT_EQ(run(one), right);
  EXPECT_TRUE(fromDisk);
}

// Entries that are whole, but hold no such object file.
TEST_F(HostCache, OtherEntriesAreCompiledAgain) {
  CapturedProgram one = program(bodies[3]);
  std::vector<double> right = run(one);
  CacheKey key = *keyOf(one, "cpu", settings);
  DiskCache cache(folder);
  std::string good = *cache.read(key);
  std::size_t elf = good.find("\x7f"
                              "ELF");
  ASSERT_NE(elf, std::string::npos);
  std::size_t name = good.find("normcdf", good.find("// end"));
  ASSERT_NE(name, std::string::npos);
  std::string noElf = good, noName = good;
  noElf[elf] = 'x';
  noName[name] = 'x';
  for (const std::string &bad : {noElf, noName, good.substr(0, elf)}) {
    ASSERT_TRUE(cache.write(key, bad));
    EXPECT_EQ(run(one), right);
    EXPECT_FALSE(fromDisk);
  }
  EXPECT_EQ(run(one), right);
  EXPECT_TRUE(fromDisk);
}

TEST_F(HostCache, ManyProcessesStartAtOnce) {
  CapturedProgram one = program(bodies[0]);
  std::vector<pid_t> children;
  for (int i = 0; i < 12; ++i) {
    pid_t child = fork();
    if (child == 0) {
      bool isRight = true;
      for (int round = 0; round < 3; ++round) {
        auto unit = compileCached(one, "cpu", settings);
        Result<JitKernel> kernel = JitKernel::load(JitDevice::cpu(1), unit);
        double x[2] = {1, 2};
        isRight = isRight && kernel &&
                  kernel->launch({1, 2}, arrayView(x, {2})) && x[0] == 4 &&
                  x[1] == 7;
      }
      _exit(isRight ? 0 : 1);
    }
    children.push_back(child);
  }
  int failures = 0;
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    failures += status != 0;
  }
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(files().size(), 1u);
}

} // namespace
