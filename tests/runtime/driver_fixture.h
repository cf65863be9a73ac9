// The fake driver for a test: its control functions, a module of three kernels,
// and a fixture that sees to it that nothing leaks.
#ifndef PYK2PTX_TESTS_DRIVER_FIXTURE_H
#define PYK2PTX_TESTS_DRIVER_FIXTURE_H

#include "fake/fake_cuda.h"
#include "pyk2ptx/runtime.h"

#include <dlfcn.h>
#include <functional>
#include <gmock/gmock.h>

namespace pyk2ptx {

using testing::HasSubstr;

// The fake's control functions, by their names in fake_cuda.h.
struct Control {
#define CONTROL(name)                                                          \
  decltype(&::name) name =                                                     \
      reinterpret_cast<decltype(&::name)>(dlsym(library(), #name));
  CONTROL(fakeReset)
  CONTROL(fakeFailNth)
  CONTROL(fakeFailNextSynchronize)
  CONTROL(fakeSetDeviceCount)
  CONTROL(fakeSetReport)
  CONTROL(fakeCallCount)
  CONTROL(fakeFailedCall)
  CONTROL(fakeLiveObjects)
  CONTROL(fakeLeakedObjects)
  CONTROL(fakeLaunchCount)
  CONTROL(fakeLastLaunch)
  CONTROL(fakeOptedShared)
  CONTROL(fakeLoadedFunctions)
  CONTROL(fakeForeignContext)
  CONTROL(fakeSetLaunchNeedsContext)
  CONTROL(fakeLastAdvice)
#undef CONTROL

  static void *library() {
    static void *handle = dlopen(PYK2PTX_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    return handle;
  }
};

inline ModuleInfo moduleInfo(bool withSites) {
  ModuleInfo module;
  module.arch = "sm_75";
  module.ptxIsa = "6.3";
  auto add = [&](const char *name, const char *entry,
                 std::vector<ArgInfo> args) {
    KernelInfo kernel;
    kernel.name = name;
    kernel.entry = entry;
    kernel.source = "k.py:7";
    kernel.args = std::move(args);
    layOutParams(kernel);
    module.kernels.push_back(kernel);
  };
  auto array = [](const char *name) {
    return ArgInfo{name, ArgKind::Array, "float32", 1, 'C', 0, 1};
  };
  add("vecadd", "vecadd", {array("A"), array("B"), array("C")});
  add("saxpy", "saxpy__1",
      {{"alpha", ArgKind::Scalar, "float32", 0, 'C', 0, 1}, array("x")});
  add("empty", "empty", {});
  if (withSites)
    module.sites.push_back({"k.py:9:9", "IndexError", "x"});
  return module;
}

inline std::string ptxText(bool withSites = false) {
  return writeHead(moduleInfo(withSites)) +
         ".version 6.3\n.target sm_75\n.address_size 64\n"
         ".visible .global .align 8 .b8 __pyk2ptx_report[56];\n"
         ".visible .entry vecadd(\n)\n.visible .entry saxpy__1(\n)\n"
         ".visible .entry empty()\n";
}

/// Something done with the driver of this path.
using Use = std::function<Result<void>(const std::string &)>;

class DriverTest : public testing::Test, protected Control {
protected:
  DriverTest() { fakeReset(); }
  // Here and not in TearDown, so that a fixture's members are gone.
  ~DriverTest() override {
    EXPECT_EQ(fakeLiveObjects(), 0);
    fakeReset();
  }
  Device device() { return start().device(0).value(); }
  Driver start() { return initialize(PYK2PTX_FAKE_CUDA).value(); }

  /// `use` works and leaks nothing; and so it is when each of its driver calls
  /// in turn fails once: the error then names the call.
  void failEachCallOnce(const Use &use) {
    fakeReset();
    Result<void> works = use(PYK2PTX_FAKE_CUDA);
    ASSERT_TRUE(works) << works.error().what();
    EXPECT_EQ(fakeLiveObjects(), 0);
    EXPECT_EQ(fakeLeakedObjects(), 0);
    int calls = fakeCallCount();
    for (int n = 1; n <= calls; ++n)
      for (int status : {1, 2, 999})
        failCall(use, n, status);
  }

  /// The same with an error that loses the device.
  void loseTheDeviceAtEachCall(const Use &use) {
    fakeReset();
    ASSERT_TRUE(use(PYK2PTX_FAKE_CUDA));
    int calls = fakeCallCount();
    for (int n = 1; n <= calls; ++n) {
      fakeReset();
      fakeFailNth(n, 700);
      Result<void> done = use(PYK2PTX_FAKE_CUDA);
      std::string failed = fakeFailedCall();
      EXPECT_EQ(fakeLiveObjects(), 0) << failed;
      if (done)
        continue;
      // What fails in a destructor, the next call meets.
      if (!isFreeing(failed)) {
        EXPECT_EQ(done.error().call, failed);
      }
      EXPECT_EQ(done.error().name, "CUDA_ERROR_ILLEGAL_ADDRESS");
      EXPECT_TRUE(done.error().sticky);
    }
  }

private:
  static bool isFreeing(const std::string &call) {
    for (const char *word : {"Destroy", "Free", "Release", "Unload", "Close",
                             "Unregister", "LibraryGetModule"})
      if (call.find(word) != std::string::npos)
        return true;
    return false;
  }

  void failCall(const Use &use, int n, int status) {
    fakeReset();
    fakeFailNth(n, status);
    Result<void> done = use(PYK2PTX_FAKE_CUDA);
    std::string failed = fakeFailedCall();
    EXPECT_NE(failed, "");
    EXPECT_EQ(fakeLiveObjects(), 0) << failed;
    // A destructor has nobody to tell. It enters the context, too, and where
    // that fails it leaves the object to the context's end.
    if (done && failed == "cuCtxSetCurrent")
      return;
    EXPECT_EQ(fakeLeakedObjects(), 0) << failed;
    if (done && (isFreeing(failed) || failed == "cuCtxGetCurrent"))
      return;
    ASSERT_FALSE(done) << failed;
    EXPECT_EQ(done.error().call, failed);
    EXPECT_EQ(done.error().code, status);
    EXPECT_THAT(done.error().what(), HasSubstr(failed));
    EXPECT_THAT(done.error().what(), HasSubstr(done.error().name));
    EXPECT_FALSE(done.error().sticky);
  }
};

// Ends a function that returns a Result with the first error.
#define TRY(name, expression)                                                  \
  auto name = expression;                                                      \
  if (!name)                                                                   \
  return name.error()

} // namespace pyk2ptx

#endif
