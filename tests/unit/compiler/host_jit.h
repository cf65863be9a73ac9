// Lowers hand-made IR for the host, optimizes it, and runs it in the process.
#ifndef PYK2PTX_TESTS_UNIT_HOST_JIT_H
#define PYK2PTX_TESTS_UNIT_HOST_JIT_H

#include "compiler/backend/optimize.h"
#include "compiler/lower/lower.h"
#include "compiler/target/host_abi.h"

#include <gtest/gtest.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstring>
#include <string>
#include <vector>

namespace pyk2ptx::build {

/// The runner's part of a block: frames, printed text.
struct TestRunner {
  std::vector<std::unique_ptr<std::vector<std::byte>>> frames;
  std::string printed;
};

inline void *testFrame(HostBlock *block, std::uint64_t bytes) {
  auto *runner = static_cast<TestRunner *>(block->runner);
  constexpr std::size_t alignment = 64;
  runner->frames.push_back(
      std::make_unique<std::vector<std::byte>>(bytes + alignment));
  auto address =
      reinterpret_cast<std::uintptr_t>(runner->frames.back()->data());
  return reinterpret_cast<void *>((address + alignment - 1) & ~(alignment - 1));
}

inline void *testValues(HostBlock *block, std::uint64_t bytes, std::uint32_t) {
  return testFrame(block, bytes);
}

/// Rounds over all threads until all have ended, as the CPU device does.
inline void testRunThreads(const void *params, HostBlock *block,
                           HostThreadStart start) {
  std::vector<void **> handles;
  for (std::uint32_t z = 0; z < block->blockDim[2]; ++z)
    for (std::uint32_t y = 0; y < block->blockDim[1]; ++y)
      for (std::uint32_t x = 0; x < block->blockDim[0]; ++x)
        handles.push_back(static_cast<void **>(start(params, block, x, y, z)));
  for (bool running = true; running;) {
    running = false;
    for (void **handle : handles)
      if (*handle) {
        reinterpret_cast<void (*)(void *)>(*handle)(handle);
        running = running || *handle;
      }
  }
}

inline void testPrint(HostBlock *block, const char *format,
                      const void *arguments) {
  std::uint64_t words[4] = {};
  std::size_t count = 0;
  for (const char *c = format; *c; ++c)
    count += *c == '%' && c[1] != '%' && (c == format || c[-1] != '%');
  if (count)
    std::memcpy(words, arguments, 8 * std::min<std::size_t>(count, 4));
  auto *runner = static_cast<TestRunner *>(block->runner);
  runner->printed += format;
  for (std::size_t i = 0; i < count; ++i)
    runner->printed += "|" + std::to_string(words[i]);
}

/// A module of kernels ready to run.
class HostJit {
public:
  HostJit(const ir::Module &module, int level,
          const LowerOptions &options = {}) {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto builder = cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
    auto machine = cantFail(builder.createTargetMachine());
    auto context = std::make_unique<llvm::LLVMContext>();
    auto lowered = lower(module, Target{TargetDevice::Host, nullptr}, options,
                         *machine, *context, sites);
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    EXPECT_FALSE(llvm::verifyModule(*lowered, &stream)) << problems;
    optimize(*lowered, *machine, level);
    // The runtime's libdevice is not here: libm's functions of these names.
    for (llvm::Function &function : *lowered)
      if (llvm::StringRef name = function.getName();
          function.isDeclaration() && name.consume_front(hostLibdevicePrefix))
        function.setName(name.str());
    jit_ = cantFail(llvm::orc::LLJITBuilder()
                        .setJITTargetMachineBuilder(std::move(builder))
                        .create());
    llvm::orc::SymbolMap symbols;
    auto define = [&](const char *name, auto *function) {
      symbols[jit_->mangleAndIntern(name)] = {
          llvm::orc::ExecutorAddr::fromPtr(function),
          llvm::JITSymbolFlags::Exported};
    };
    define("pyk2ptx_host_frame", &testFrame);
    define("pyk2ptx_host_values", &testValues);
    define("pyk2ptx_host_run_threads", &testRunThreads);
    define("pyk2ptx_host_print", &testPrint);
    cantFail(jit_->getMainJITDylib().define(
        llvm::orc::absoluteSymbols(std::move(symbols))));
    jit_->getMainJITDylib().addGenerator(
        cantFail(llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
            jit_->getDataLayout().getGlobalPrefix())));
    cantFail(jit_->addIRModule(
        llvm::orc::ThreadSafeModule(std::move(lowered), std::move(context))));
  }

  /// Runs one block of `threads` threads. `params` is the packed block.
  void run(const std::string &kernel, const void *params, std::uint32_t threads,
           std::uint32_t dynamicShared = 0) {
    std::vector<std::byte> shared(
        *cantFail(jit_->lookup(hostStaticSharedSymbol))
             .toPtr<const std::uint64_t *>() +
        dynamicShared + 256);
    auto address = reinterpret_cast<std::uintptr_t>(shared.data());
    HostBlock block{{0, 0, 0},
                    {threads, 1, 1},
                    {1, 1, 1},
                    dynamicShared,
                    reinterpret_cast<std::byte *>((address + 127) & ~127ull),
                    &report,
                    &runner,
                    nullptr,
                    nullptr,
                    {1, 1, 1},
                    0,
                    threads,
                    0};
    auto *function = cantFail(jit_->lookup(kernel + ".block"))
                         .toPtr<void (*)(const void *, HostBlock *)>();
    function(params, &block);
  }

  std::vector<ReportSite> sites;
  Report report{};
  TestRunner runner;

private:
  template <class T> static T cantFail(llvm::Expected<T> value) {
    return llvm::cantFail(std::move(value));
  }
  static void cantFail(llvm::Error error) { llvm::cantFail(std::move(error)); }

  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

/// A C array parameter of rank 1, as it lies in the parameter block.
struct PackedArray {
  void *data;
  std::int64_t extent;
};

} // namespace pyk2ptx::build

#endif
