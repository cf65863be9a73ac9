// Machine code on disk: made once for what it depends on, made again where any
// of that has changed, and where it is of no use the PTX is loaded. By a driver
// and by tools of our own (tests/runtime/fake).
#include "cache_folder.h"
#include "fake_driver.h"
#include "runtime/jit/cubin_cache.h"
#include "runtime/jit/pack.h"
#include "tests/runtime/fake/fake_cuda.h"

#include <pyk2ptx/jit.h>

#include <gmock/gmock.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>

using namespace pyk2ptx;
using testing::HasSubstr;

namespace {

int jitLinks() {
  return symbolOf<int()>(PYK2PTX_FAKE_NVJITLINK, "fakeJitLinks")();
}

/// A variable of the environment as long as this lives.
class Variable {
public:
  Variable(const char *name, const std::string &value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  const char *name_;
};

// ---- by the driver ----

const char *const text = R"(
from numba import cuda
@cuda.jit
def add(x, value):
    x[cuda.grid(1)] += value
)";

class DriverCubin : public testing::Test, protected CacheFolder {
protected:
  DriverCubin() {
    control<decltype(fakeReset)>("fakeReset")();
    device.emplace(initialize(PYK2PTX_FAKE_CUDA).value().device(0).value());
    buffer.emplace(device->allocate(64).value());
    settings.cacheFolder = folder;
    settings.cacheCubins = true;
  }

  /// As a new process would: nothing of it is in memory.
  Result<void> launch() {
    return JitFunction(text, "add", settings)
        .launch(JitDevice(*device), {1, 1}, x(), 2.5);
  }
  ArrayView x() const { return arrayView(buffer->as<float>(), {16}); }
  int links() { return control<decltype(fakeLinkCount)>("fakeLinkCount")(); }
  int launches() {
    return control<decltype(fakeLaunchCount)>("fakeLaunchCount")();
  }
  void refuse(bool refuses) {
    control<decltype(fakeRefuseCubins)>("fakeRefuseCubins")(refuses);
  }
  /// The entry that is no unit.
  std::string cubinFile() const {
    for (const std::string &file : files())
      if (readFile(file).find("a cubin of the fake driver") !=
          std::string::npos)
        return file;
    return "";
  }

  std::optional<Device> device;
  std::optional<Buffer> buffer;
  JitSettings settings;
};

TEST_F(DriverCubin, IsMadeOnce) {
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(launch());
    EXPECT_EQ(links(), 1);
    EXPECT_EQ(launches(), i);
  }
  EXPECT_EQ(files().size(), 2u);
  EXPECT_NE(cubinFile(), "");
}

TEST_F(DriverCubin, IsMadeOnlyWhereOneAsks) {
  settings.cacheCubins = false;
  ASSERT_TRUE(launch());
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 0);
  EXPECT_EQ(files().size(), 1u);
  Variable asked("PYK2PTX_CACHE_CUBINS", "1");
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 1);
}

TEST_F(DriverCubin, AnotherDriverMakesItsOwn) {
  auto setVersion =
      control<decltype(fakeSetDriverVersion)>("fakeSetDriverVersion");
  ASSERT_TRUE(launch());
  setVersion(13010);
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 2);
  setVersion(13000);
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 2);
  EXPECT_EQ(files().size(), 3u);
}

TEST_F(DriverCubin, ARefusedOneGivesWayToPtx) {
  ASSERT_TRUE(launch());
  refuse(true);
  ASSERT_TRUE(launch());
  // It was made again, and refused again.
  EXPECT_EQ(links(), 2);
  EXPECT_EQ(launches(), 2);
  refuse(false);
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 2);
}

TEST_F(DriverCubin, NoneIsKeptOfADriverThatRefusesIt) {
  refuse(true);
  ASSERT_TRUE(launch());
  EXPECT_EQ(files().size(), 1u);
  EXPECT_EQ(launches(), 1);
}

TEST_F(DriverCubin, DamagedOnesAreMadeAgain) {
  ASSERT_TRUE(launch());
  std::string path = cubinFile();
  std::string whole = readFile(path);
  int expected = 1;
  for (std::size_t size :
       {std::size_t(0), whole.size() / 2, whole.size() - 1}) {
    writeFile(path, whole.substr(0, size));
    ASSERT_TRUE(launch());
    EXPECT_EQ(links(), ++expected);
    EXPECT_EQ(readFile(path), whole);
  }
  std::string flipped = whole;
  flipped[whole.size() - 5] ^= 1;
  writeFile(path, flipped);
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), ++expected);
  ASSERT_EQ(chmod(path.c_str(), 0666), 0);
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), ++expected);
}

TEST_F(DriverCubin, NotWhereTheDriversCompilerIsToldMore) {
  settings.lineInfo = true;
  ASSERT_TRUE(launch());
  settings.lineInfo = false;
  settings.debugInfo = true;
  ASSERT_TRUE(launch());
  settings.debugInfo = false;
  {
    Variable forced("CUDA_FORCE_PTX_JIT", "1");
    ASSERT_TRUE(launch());
  }
  settings.useCache = false;
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 0);
  settings.useCache = true;
  settings.cacheFolder = "/proc/nothing";
  ASSERT_TRUE(launch());
  EXPECT_EQ(links(), 0);
  EXPECT_EQ(launches(), 5);
}

// Each call of the driver fails once, with nothing kept and with all kept: the
// launch is right or says which call failed, nothing leaks, and the next one is
// right.
TEST_F(DriverCubin, EveryCallMayFail) {
  auto failNth = control<decltype(fakeFailNth)>("fakeFailNth");
  auto failed = control<decltype(fakeFailedCall)>("fakeFailedCall");
  auto live = control<decltype(fakeLiveObjects)>("fakeLiveObjects");
  int fallbacks = 0;
  for (bool isKept : {false, true}) {
    bool reachedEnd = false;
    for (int n = 1; n < 50 && !reachedEnd; ++n) {
      std::string file = cubinFile();
      if (isKept) {
        ASSERT_TRUE(launch());
      } else if (!file.empty()) {
        ASSERT_EQ(unlink(file.c_str()), 0);
      }
      control<decltype(fakeReset)>("fakeReset")();
      int before = live();
      failNth(n, 2);
      Result<void> done = launch();
      reachedEnd = !*failed();
      fallbacks += done && !reachedEnd;
      EXPECT_EQ(done ? "" : done.error().call, done ? "" : failed());
      EXPECT_EQ(launches(), done ? 1 : 0) << failed();
      EXPECT_EQ(live(), before) << failed();
      control<decltype(fakeReset)>("fakeReset")();
      EXPECT_TRUE(launch());
    }
    EXPECT_TRUE(reachedEnd);
  }
  // The linker's three calls, the kept image's, and the driver's version.
  EXPECT_GE(fallbacks, 6);
}

TEST_F(DriverCubin, ALostDeviceIsNotTriedAgain) {
  bool wasLinking = false;
  for (int n = 1; n < 20 && !wasLinking; ++n) {
    control<decltype(fakeReset)>("fakeReset")();
    Device fresh = initialize(PYK2PTX_FAKE_CUDA)
                       .value()
                       .wrapContext(control<decltype(fakeForeignContext)>(
                           "fakeForeignContext")())
                       .value();
    control<decltype(fakeFailNth)>("fakeFailNth")(n, 700);
    JitFunction add(text, "add", settings);
    Result<void> done = add.launch(JitDevice(fresh), {1, 1}, x(), 1);
    ASSERT_FALSE(done);
    std::string call = control<decltype(fakeFailedCall)>("fakeFailedCall")();
    EXPECT_TRUE(done.error().sticky) << call;
    wasLinking = call == "cuLinkComplete";
  }
  EXPECT_TRUE(wasLinking);
  control<decltype(fakeReset)>("fakeReset")();
}

// ---- by NVIDIA's tools ----

class LinkedCubin : public testing::Test, protected CacheFolder {
protected:
  LinkedCubin() {
    library = root + "/libnvJitLink.so";
    named.emplace("PYK2PTX_NVJITLINK", library);
    // What was built a moment ago is not trusted to stay as it is.
    struct stat status;
    while (stat(PYK2PTX_FAKE_NVJITLINK, &status) == 0 &&
           status.st_ctime + 2 >= time(nullptr))
      (void)usleep(50'000);
    useTool(PYK2PTX_FAKE_NVJITLINK);
    helper = root + "/helper.ptx";
    // Any file that is older than the test.
    linkTo(PYK2PTX_SOURCE_DIR "/LICENSE", helper);
    options.arch = "sm_90";
    options.cacheFolder = folder;
  }

  void useTool(const std::string &path) { linkTo(path, library); }
  static void linkTo(const std::string &path, const std::string &name) {
    (void)unlink(name.c_str());
    if (symlink(path.c_str(), name.c_str()) != 0)
      ADD_FAILURE() << name;
  }
  /// How many links it took; the cubin is `last`.
  int link(const std::string &ptx = "// ptx\n") {
    int before = jitLinks();
    Result<std::string> cubin = linkCubin(ptx, {helper}, options);
    EXPECT_TRUE(cubin) << (cubin ? "" : cubin.error().what());
    last = cubin ? *cubin : "";
    return jitLinks() - before;
  }

  std::string library, helper, last;
  DeviceLinkOptions options;
  std::optional<Variable> named;
};

TEST_F(LinkedCubin, IsMadeOnceOfTheSame) {
  EXPECT_EQ(link(), 1);
  std::string first = last;
  EXPECT_THAT(first, HasSubstr("-arch=sm_90"));
  EXPECT_EQ(link(), 0);
  EXPECT_EQ(last, first);
  // Each difference is another cubin.
  EXPECT_EQ(link("// other\n"), 1);
  options.optLevel = 1;
  EXPECT_EQ(link(), 1);
  options.optLevel = 3;
  options.arch = "sm_80";
  EXPECT_EQ(link(), 1);
  EXPECT_THAT(last, HasSubstr("-arch=sm_80"));
  options.arch = "sm_90";
  options.lineInfo = true;
  EXPECT_EQ(link(), 1);
  options.lineInfo = false;
  options.debugInfo = true;
  EXPECT_EQ(link(), 1);
  options.debugInfo = false;
  EXPECT_EQ(link(), 0);
  EXPECT_EQ(last, first);
  options.cacheFolder = "";
  EXPECT_EQ(link(), 1);
}

TEST_F(LinkedCubin, ChangedFilesAndToolsAreNoticed) {
  EXPECT_EQ(link(), 1);
  ASSERT_EQ(unlink(helper.c_str()), 0);
  writeFile(helper, "// HELPER\n");
  EXPECT_EQ(link(), 1);
  EXPECT_THAT(last, HasSubstr("HELPER"));
  // It changed a moment ago, and might have changed again meanwhile.
  EXPECT_EQ(link(), 1);
  sleep(2);
  EXPECT_EQ(link(), 1);
  EXPECT_EQ(link(), 0);
  // Another library counts for itself. It was written just now, so
  // that nothing of it is kept.
  std::optional<CacheKey> before = keyOfCubin("");
  std::string copied = root + "/copy.so";
  writeFile(copied, readFile(PYK2PTX_FAKE_NVJITLINK));
  named.emplace("PYK2PTX_NVJITLINK", copied);
  for (int i = 1; i <= 2; ++i) {
    ASSERT_TRUE(linkCubin("// ptx\n", {helper}, options));
    EXPECT_EQ(symbolOf<int()>(copied.c_str(), "fakeJitLinks")(), i);
  }
  named.emplace("PYK2PTX_NVJITLINK", library);
  EXPECT_EQ(link(), 0);
  useTool(copied);
  EXPECT_NE(keyOfCubin(""), before);
  {
    useTool(PYK2PTX_FAKE_NVJITLINK);
    Variable other("LD_LIBRARY_PATH", "/somewhere");
    EXPECT_EQ(link(), 1);
  }
}

TEST_F(LinkedCubin, DamagedEntriesAreMadeAgain) {
  EXPECT_EQ(link(), 1);
  std::string first = last;
  ASSERT_EQ(files().size(), 1u);
  std::string path = files()[0];
  std::string whole = readFile(path);
  for (std::size_t size = 0; size < whole.size(); size += 41) {
    writeFile(path, whole.substr(0, size));
    EXPECT_EQ(link(), 1);
    EXPECT_EQ(last, first);
    EXPECT_EQ(readFile(path), whole);
  }
  options.isRefused = true;
  EXPECT_EQ(link(), 1);
  options.isRefused = false;
  EXPECT_EQ(link(), 0);
}

// Entries that are whole but hold something else: of no maker, of no code, cut.
TEST_F(LinkedCubin, EntriesOfAnotherFormAreMadeAgain) {
  CacheKey key = *keyOfCubin("the inputs");
  MadeCubin made{"code", {makerByProgram(helper)}};
  int count = 0;
  auto make = [&]() -> Result<MadeCubin> {
    ++count;
    return made;
  };
  auto keep = [&] { return keepCubin(folder, key, false, {}, make).value(); };
  EXPECT_EQ(keep(), "code");
  EXPECT_EQ(keep(), "code");
  EXPECT_EQ(count, 1);
  DiskCache cache(folder);
  std::string good = *cache.read(key);
  for (std::size_t size = 0; size < good.size(); ++size) {
    ASSERT_TRUE(cache.write(key, good.substr(0, size)));
    EXPECT_EQ(keep(), "code");
  }
  EXPECT_EQ(count, 1 + static_cast<int>(good.size()));
  Packer noMaker;
  noMaker.add(std::uint64_t(0));
  noMaker.add("code");
  ASSERT_TRUE(cache.write(key, noMaker.bytes()));
  EXPECT_EQ(keep(), "code");
  EXPECT_EQ(count, 2 + static_cast<int>(good.size()));
  EXPECT_NE(key, *keyOfCubin("other inputs"));
}

TEST_F(LinkedCubin, FaultsAreNotKept) {
  for (int i = 0; i < 2; ++i) {
    Result<std::string> refused = linkCubin("syntax error", {helper}, options);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what(), HasSubstr("has a syntax error"));
  }
  EXPECT_EQ(files().size(), 0u);
}

// ptxas and nvlink, as programs that count their calls.
TEST_F(LinkedCubin, ProgramsAreRunOnce) {
  std::string counts = root + "/counts";
  for (const char *name : {"/ptxas", "/nvlink"}) {
    writeFile(root + name,
              "#!/bin/sh\necho run >> " + counts +
                  "\nfor word; do last=$word; done\n"
                  "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; "
                  "done\necho machine code > $out\n");
    ASSERT_EQ(chmod((root + name).c_str(), 0700), 0);
  }
  named.emplace("PYK2PTX_NVJITLINK", "/nowhere");
  Variable ptxas("PYK2PTX_PTXAS", root + "/ptxas");
  Variable nvlink("PYK2PTX_NVLINK", root + "/nvlink");
  sleep(2);
  auto run = [&] {
    Result<std::string> cubin = linkCubin("// ptx\n", {helper}, options);
    EXPECT_EQ(cubin ? *cubin : cubin.error().what(), "machine code\n");
    return readFile(counts).size() / 4;
  };
  // Both inputs, and the linker.
  EXPECT_EQ(run(), 3u);
  EXPECT_EQ(run(), 3u);
  writeFile(root + "/nvlink", readFile(root + "/nvlink") + "# newer\n");
  EXPECT_EQ(run(), 6u);
}

// The JIT's units with links: refused machine code is linked anew.
TEST_F(LinkedCubin, OfUnits) {
  control<decltype(fakeReset)>("fakeReset")();
  Device device = initialize(PYK2PTX_FAKE_CUDA).value().device(0).value();
  CapturedProgram program;
  program.functions.emplace_back();
  program.functions[0].text = "def k(x):\n    x[0] = two(x[0])\n";
  CapturedValue two;
  two.kind = CapturedValue::Kind::External;
  two.text = "two";
  two.dtype = "float32(float32)";
  two.names = {helper};
  two.low = 1;
  program.functions[0].names["two"] = two;
  program.types = "float32[::1]";
  JitSettings settings;
  settings.cacheFolder = folder;
  auto load = [&] {
    auto unit = compileCached(program, "sm_90", settings);
    EXPECT_TRUE(unit->valid) << unit->report.text;
    return JitKernel::load(device, unit);
  };
  int before = jitLinks();
  ASSERT_TRUE(load());
  ASSERT_TRUE(load());
  EXPECT_EQ(jitLinks(), before + 1);
  EXPECT_EQ(control<decltype(fakeLinkCount)>("fakeLinkCount")(), 0);
  // The kept cubin is of no use to the driver: the loading call fails once.
  auto failNth = control<decltype(fakeFailNth)>("fakeFailNth");
  auto failed = control<decltype(fakeFailedCall)>("fakeFailedCall");
  bool wasLoading = false;
  for (int n = 1; n < 20 && !wasLoading; ++n) {
    before = jitLinks();
    failNth(n, 209);
    Result<JitKernel> kernel = load();
    wasLoading = std::string(failed()) == "cuLibraryLoadData";
    if (wasLoading) {
      EXPECT_TRUE(kernel);
      EXPECT_EQ(jitLinks(), before + 1);
    }
    control<decltype(fakeReset)>("fakeReset")();
  }
  EXPECT_TRUE(wasLoading);
}

} // namespace
