// The CPU device alone: host code written by hand, so that what is tested is
// how blocks and threads are run, not how kernels are compiled.
#include "compiler/host_module.h"
#include "runtime/jit/cpu/device.h"
#include "runtime/jit/cpu/pool.h"
#include "runtime/jit/threads/worker.h"

#include <gtest/gtest.h>

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/TargetParser/Host.h>

#include <numeric>
#include <thread>

using namespace pyk2ptx;

namespace {

// A block's fields by offset: blockIdx 0, blockDim 12, gridDim 24,
// dynamicShared 36, shared 40, report 48.
const char *const kernels = R"(
@pyk2ptx_host_static_shared = constant i64 128

declare void @pyk2ptx_host_run_threads(ptr, ptr, ptr)
declare ptr @pyk2ptx_host_frame(ptr, i64)
declare void @pyk2ptx_host_print(ptr, ptr, ptr)
declare float @sinf(float)

; out[block] += block, after counting blockDim.x in the next word
@count.shape = constant [2 x i8] zeroinitializer
define void @count.block(ptr %params, ptr %block) {
  %out = load ptr, ptr %params
  %x = load i32, ptr %block
  %p1 = getelementptr i8, ptr %block, i64 4
  %y = load i32, ptr %p1
  %p2 = getelementptr i8, ptr %block, i64 8
  %z = load i32, ptr %p2
  %n0 = getelementptr i8, ptr %block, i64 24
  %nx = load i32, ptr %n0
  %n1 = getelementptr i8, ptr %block, i64 28
  %ny = load i32, ptr %n1
  %zy = mul i32 %z, %ny
  %row = add i32 %zy, %y
  %rows = mul i32 %row, %nx
  %at = add i32 %rows, %x
  %p = getelementptr i32, ptr %out, i32 %at
  %old = load i32, ptr %p
  %new = add i32 %old, %at
  store i32 %new, ptr %p
  ret void
}

; x[i] of the next thread: s[i] = x[i]; barrier; x[i] = s[(i + 1) % n]; with
; a second barrier before it ends. Thread 3 ends before the first barrier.
define ptr @rotate.thread(ptr %params, ptr %block, i32 %x, i32 %y, i32 %z)
    presplitcoroutine {
entry:
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %size = call i64 @llvm.coro.size.i64()
  %memory = call ptr @pyk2ptx_host_frame(ptr %block, i64 %size)
  %handle = call ptr @llvm.coro.begin(token %id, ptr %memory)
  %array = load ptr, ptr %params
  %b0 = load i32, ptr %block
  %p1 = getelementptr i8, ptr %block, i64 12
  %n = load i32, ptr %p1
  %p2 = getelementptr i8, ptr %block, i64 40
  %shared = load ptr, ptr %p2
  %base = mul i32 %b0, %n
  %at = add i32 %base, %x
  %from = getelementptr i32, ptr %array, i32 %at
  %to = getelementptr i32, ptr %shared, i32 %x
  %value = load i32, ptr %from
  store i32 %value, ptr %to
  %early = icmp eq i32 %x, 3
  br i1 %early, label %end, label %wait
wait:
  %s1 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s1, label %out [i8 0, label %after i8 1, label %out]
after:
  %i1 = add i32 %x, 1
  %i2 = urem i32 %i1, %n
  %next = getelementptr i32, ptr %shared, i32 %i2
  %got = load i32, ptr %next
  store i32 %got, ptr %from
  %s2 = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s2, label %out [i8 0, label %end i8 1, label %out]
end:
  %s3 = call i8 @llvm.coro.suspend(token none, i1 true)
  switch i8 %s3, label %out [i8 1, label %out]
out:
  call void @llvm.coro.end(ptr %handle, i1 false, token none)
  ret ptr %handle
}
@rotate.shape = constant [2 x i8] zeroinitializer
define void @rotate.block(ptr %params, ptr %block) {
  call void @pyk2ptx_host_run_threads(ptr %params, ptr %block, ptr @rotate.thread)
  ret void
}

; the first word of the shared memory, which it then overwrites
@peek.shape = constant [2 x i8] zeroinitializer
define void @peek.block(ptr %params, ptr %block) {
  %out = load ptr, ptr %params
  %x = load i32, ptr %block
  %p = getelementptr i32, ptr %out, i32 %x
  %p1 = getelementptr i8, ptr %block, i64 40
  %shared = load ptr, ptr %p1
  %word = load i32, ptr %shared
  store i32 %word, ptr %p
  store i32 7, ptr %shared
  ret void
}

; reports site 0 from blocks 5 and above, index the block
@raise.shape = constant [2 x i8] zeroinitializer
define void @raise.block(ptr %params, ptr %block) {
  %x = load i32, ptr %block
  %bad = icmp uge i32 %x, 5
  br i1 %bad, label %report, label %end
report:
  %p1 = getelementptr i8, ptr %block, i64 48
  %r = load ptr, ptr %p1
  %state = load i32, ptr %r
  %first = icmp eq i32 %state, 0
  br i1 %first, label %fill, label %end
fill:
  store i32 2, ptr %r
  %rb = getelementptr i8, ptr %r, i64 8
  store i32 %x, ptr %rb
  %ri = getelementptr i8, ptr %r, i64 32
  %index = zext i32 %x to i64
  store i64 %index, ptr %ri
  br label %end
end:
  ret void
}

@format = constant [29 x i8] c"%lld %s %g %llu 100%% %-4d|\0A\00"
@yes = constant [4 x i8] c"yes\00"
@speak.shape = constant [2 x i8] zeroinitializer
define void @speak.block(ptr %params, ptr %block) {
  %args = alloca [5 x i64]
  store i64 -3, ptr %args
  %a1 = getelementptr i64, ptr %args, i64 1
  store ptr @yes, ptr %a1
  %a2 = getelementptr i64, ptr %args, i64 2
  store double 2.5, ptr %a2
  %a3 = getelementptr i64, ptr %args, i64 3
  store i64 -1, ptr %a3
  %a4 = getelementptr i64, ptr %args, i64 4
  store i64 42, ptr %a4
  call void @pyk2ptx_host_print(ptr %block, ptr @format, ptr %args)
  ret void
}

@sine.shape = constant [2 x i8] zeroinitializer
define void @sine.block(ptr %params, ptr %block) {
  %out = load ptr, ptr %params
  %x = load float, ptr %out
  %y = call float @sinf(float %x)
  store float %y, ptr %out
  ret void
}
)";

KernelInfo describe(const char *name, const char *dtype) {
  KernelInfo kernel;
  kernel.name = kernel.entry = name;
  if (dtype) {
    ArgInfo arg;
    arg.name = "x";
    arg.kind = ArgKind::Array;
    arg.dtype = dtype;
    arg.ndim = 1;
    kernel.args.push_back(arg);
  }
  layOutParams(kernel);
  return kernel;
}

HostModule makeHostModule() {
  HostModule host;
  host.context = std::make_unique<llvm::LLVMContext>();
  llvm::SMDiagnostic diagnostic;
  host.module = llvm::parseAssemblyString(kernels, diagnostic, *host.context);
  EXPECT_TRUE(host.module) << diagnostic.getMessage().str();
  host.module->setTargetTriple(llvm::Triple(llvm::sys::getProcessTriple()));
  EXPECT_FALSE(llvm::verifyModule(*host.module, &llvm::errs()));
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  llvm::cantFail(builder.parsePassPipeline(
      passes, "coro-early,cgscc(coro-split),coro-cleanup"));
  passes.run(*host.module, modules);
  host.info.kernels = {describe("count", "int32"), describe("rotate", "int32"),
                       describe("peek", "int32"),  describe("raise", nullptr),
                       describe("speak", nullptr), describe("sine", "float32")};
  host.info.sites = {{"k.py:1:2", "IndexError", "x"}};
  return host;
}

class CpuDeviceTest : public testing::Test {
protected:
  CpuDeviceTest() : module_(CpuModule::load(makeHostModule()).value()) {}

  template <typename T>
  Result<void> launch(const CpuDevice &device, const char *name, Dim3 grid,
                      Dim3 block, std::vector<T> &array,
                      std::uint32_t shared = 0) {
    CpuKernel kernel = module_.kernel(name).value();
    std::vector<Argument> arguments;
    if (!kernel.info().args.empty())
      arguments.push_back(
          arrayView(array.data(), {static_cast<std::int64_t>(array.size())}));
    std::vector<std::byte> params =
        packArguments(kernel.info(), arguments).value();
    return kernel.launchPacked(device, grid, block, shared, params);
  }
  Result<void> launch(const CpuDevice &device, const char *name, Dim3 grid) {
    std::vector<std::int32_t> none;
    return launch(device, name, grid, 1, none);
  }

  CpuModule module_;
};

} // namespace

TEST_F(CpuDeviceTest, RunsEveryBlockOnce) {
  for (unsigned workers : {1u, 2u, 7u}) {
    CpuDevice device(workers);
    EXPECT_EQ(device.workers(), workers);
    for (Dim3 grid : {Dim3(1), Dim3(5000), Dim3(3, 5, 7)}) {
      std::vector<std::int32_t> out(grid.x * grid.y * grid.z, 100);
      ASSERT_TRUE(launch(device, "count", grid, 1, out));
      for (std::size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], 100 + static_cast<std::int32_t>(i));
    }
  }
}

TEST_F(CpuDeviceTest, ThreadsMeetAtBarriers) {
  CpuDevice device(2);
  // More threads than frames fit into the arena's first piece.
  for (std::uint32_t threads : {4u, 5u, 1024u}) {
    std::vector<std::int32_t> x(threads * 20);
    std::iota(x.begin(), x.end(), 0);
    std::vector<std::int32_t> want = x;
    for (std::uint32_t i = 0; i < want.size(); ++i)
      if (i % threads != 3)
        want[i] = static_cast<std::int32_t>(i / threads * threads +
                                            (i % threads + 1) % threads);
    ASSERT_TRUE(launch(device, "rotate", 20, threads, x, threads * 4));
    EXPECT_EQ(x, want);
  }
}

TEST_F(CpuDeviceTest, SeveralThreadsLaunch) {
  CpuDevice device(3), other(2);
  std::vector<std::thread> launching;
  for (int number = 0; number < 4; ++number)
    launching.emplace_back([&, number] {
      for (int turn = 0; turn < 25; ++turn) {
        std::vector<std::int32_t> out(300, 100), x(320);
        EXPECT_TRUE(launch(number % 2 ? device : other, "count", 300, 1, out));
        EXPECT_TRUE(launch(device, "rotate", 20, 16, x, 64));
        for (std::size_t i = 0; i < out.size(); ++i)
          ASSERT_EQ(out[i], 100 + static_cast<std::int32_t>(i));
      }
    });
  for (std::thread &thread : launching)
    thread.join();
}

TEST_F(CpuDeviceTest, SharedMemoryIsFreshInEveryBlock) {
  CpuDevice device(1);
  std::vector<std::int32_t> out(4);
  ASSERT_TRUE(launch(device, "peek", 4, 1, out));
  EXPECT_EQ(out, std::vector<std::int32_t>(4, -1));
}

TEST_F(CpuDeviceTest, ReportsTheLowestBlock) {
  for (unsigned workers : {1u, 4u}) {
    CpuDevice device(workers);
    for (int again = 0; again < 20; ++again) {
      Result<void> done = launch(device, "raise", 5000);
      ASSERT_FALSE(done);
      EXPECT_EQ(done.error().name, "IndexError");
      EXPECT_EQ(done.error().text,
                "k.py:1:2: IndexError: index 5 is out of bounds for axis 0 "
                "with size 0 in x, block (5,0,0) thread (0,0,0)");
    }
    EXPECT_TRUE(launch(device, "raise", 5));
  }
}

TEST_F(CpuDeviceTest, PrintsWholeLines) {
  CpuDevice device(1);
  testing::internal::CaptureStdout();
  ASSERT_TRUE(launch(device, "speak", 2));
  std::string line = "-3 yes 2.5 18446744073709551615 100% 42  |\n";
  EXPECT_EQ(testing::internal::GetCapturedStdout(), line + line);
}

TEST_F(CpuDeviceTest, FindsLibm) {
  CpuDevice device(1);
  std::vector<float> x = {0.5f};
  ASSERT_TRUE(launch(device, "sine", 1, 1, x));
  EXPECT_FLOAT_EQ(x[0], 0.47942555f);
}

TEST_F(CpuDeviceTest, RefusesWhatTheGpuRefuses) {
  CpuDevice device(1);
  std::vector<std::int32_t> out(4);
  Result<void> done = launch(device, "count", 1, 2048, out);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().what(),
            "CUDA_ERROR_INVALID_VALUE: invalid argument (cuLaunchKernel of "
            "kernel count, grid (1,1,1), block (2048,1,1), 0 bytes of dynamic "
            "shared memory); 2048 threads a block, at most 1024 are allowed");
  EXPECT_FALSE(launch(device, "count", 0, 1, out));
  EXPECT_FALSE(launch(device, "count", 1, 1, out, 227 * 1024 + 1));
  EXPECT_TRUE(launch(device, "count", 1, 1, out, 227 * 1024));
  EXPECT_FALSE(module_.kernel("count")->launchPacked(device, 1, 1, 0, {}));
}

TEST(CheckLaunch, CountsStaticSharedMemory) {
  KernelInfo kernel = describe("k", nullptr);
  kernel.staticShared = 1024;
  EXPECT_FALSE(checkLaunch(kernel, 1, 1, 226 * 1024, {}));
  std::optional<Error> error = checkLaunch(kernel, 1, 1, 226 * 1024 + 1, {});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->what(),
            "CUDA_ERROR_INVALID_VALUE: invalid argument (cuLaunchKernel of "
            "kernel k, grid (1,1,1), block (1,1,1), 231425 bytes of dynamic "
            "shared memory); with the kernel's own 1024 bytes that is more "
            "shared memory than the 232448 available");
}

TEST_F(CpuDeviceTest, NamesWhatThereIs) {
  Result<CpuKernel> kernel = module_.kernel("nope");
  ASSERT_FALSE(kernel);
  EXPECT_EQ(kernel.error().text,
            "there is no kernel `nope` in the module; there are: count, "
            "rotate, peek, raise, speak, sine");
}

TEST(CpuPool, OneWorkerKeepsTheOrder) {
  CpuPool pool(1);
  std::vector<std::uint64_t> seen;
  pool.run(100, [&](unsigned, std::uint64_t begin, std::uint64_t end) {
    for (; begin < end; ++begin)
      seen.push_back(begin);
  });
  std::vector<std::uint64_t> want(100);
  std::iota(want.begin(), want.end(), 0);
  EXPECT_EQ(seen, want);
}

TEST(FrameArena, HandsOutAlignedMemoryAgain) {
  FrameArena arena;
  std::vector<void *> first;
  for (int round = 0; round < 2; ++round) {
    arena.reset();
    std::vector<void *> frames;
    for (std::size_t bytes : {1, 64, 65, 70000, 3, 200000, 64000, 64000})
      frames.push_back(arena.allocate(bytes));
    for (void *frame : frames)
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(frame) % 64, 0u);
    if (round == 0)
      first = frames;
    EXPECT_EQ(frames, first);
  }
}
