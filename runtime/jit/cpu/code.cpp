// A host module becomes code by LLVM's ORC, all of it at once when it is
// loaded; so does the object file that another process on such a CPU made of
// one.
//
// The functions that host code calls back are defined by address, because a
// program that hides or strips its symbols has no names to find them by; libm
// is found by name. So an object file has no address of the process that made
// it.
#include "code.h"

#include "compiler/target/host_abi.h"
#include "libdevice.h"

#include <llvm/ExecutionEngine/JITEventListener.h>
#include <llvm/ExecutionEngine/ObjectCache.h>
#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/CompileUtils.h>
#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>

#include <cstring>
#include <mutex>

namespace pyk2ptx {

namespace {

/// Sees the object files that are made.
class ObjectKeeper : public llvm::ObjectCache {
public:
  explicit ObjectKeeper(std::string &code) : code_(code) {}
  void notifyObjectCompiled(const llvm::Module * /*module*/,
                            llvm::MemoryBufferRef object) override {
    code_ = object.getBuffer().str();
  }
  std::unique_ptr<llvm::MemoryBuffer>
  getObject(const llvm::Module * /*module*/) override {
    return nullptr;
  }

private:
  std::string &code_;
};

// A linker that tells gdb of the code, with its lines.
llvm::Expected<std::unique_ptr<llvm::orc::ObjectLayer>>
makeDebuggableLayer(llvm::orc::ExecutionSession &session) {
  auto layer = std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(
      session, [](const llvm::MemoryBuffer &) {
        return std::make_unique<llvm::SectionMemoryManager>();
      });
  layer->setProcessAllSections(true);
  // LLVM's, for the process's life.
  layer->registerJITEventListener(
      *llvm::JITEventListener::createGDBRegistrationListener());
  return layer;
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
makeJit(const llvm::DataLayout &layout, bool isDebuggable,
        llvm::ObjectCache *keeper) {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  llvm::orc::LLJITBuilder jit;
  if (isDebuggable)
    jit.setObjectLinkingLayerCreator(makeDebuggableLayer);
  jit.setCompileFunctionCreator(
      [keeper](llvm::orc::JITTargetMachineBuilder target)
          -> llvm::Expected<
              std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
        auto machine = target.createTargetMachine();
        if (!machine)
          return machine.takeError();
        return std::make_unique<llvm::orc::TMOwningSimpleCompiler>(
            std::move(*machine), keeper);
      });
  // The platform would compile a module of its own first, for constructors and
  // thread-local variables that kernels do not have.
  return jit.setJITTargetMachineBuilder(std::move(*builder))
      .setDataLayout(layout)
      .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
      .create();
}

llvm::Error defineSymbols(llvm::orc::LLJIT &jit,
                          const std::vector<std::string> &libdevice) {
  llvm::orc::SymbolMap symbols;
  auto define = [&](const char *name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
  define("pyk2ptx_host_run_threads", pyk2ptx_host_run_threads);
  define("pyk2ptx_host_run_turns", pyk2ptx_host_run_turns);
  define("pyk2ptx_host_run_warps", pyk2ptx_host_run_warps);
  define("pyk2ptx_host_run_through", pyk2ptx_host_run_through);
  define("pyk2ptx_host_meet", pyk2ptx_host_meet);
  define("pyk2ptx_host_met", pyk2ptx_host_met);
  define("pyk2ptx_host_spin", pyk2ptx_host_spin);
  define("pyk2ptx_host_cluster_arrive", pyk2ptx_host_cluster_arrive);
  define("pyk2ptx_host_arrive", pyk2ptx_host_arrive);
  define("pyk2ptx_host_map_shared", pyk2ptx_host_map_shared);
  define("pyk2ptx_host_mbarrier", pyk2ptx_host_mbarrier);
  define("pyk2ptx_host_copy", pyk2ptx_host_copy);
  define("pyk2ptx_host_breakpoint", pyk2ptx_host_breakpoint);
  define("pyk2ptx_host_frame", pyk2ptx_host_frame);
  define("pyk2ptx_host_values", pyk2ptx_host_values);
  define("pyk2ptx_host_reciprocal", pyk2ptx_host_reciprocal);
  define("pyk2ptx_host_print", pyk2ptx_host_print);
  define("pyk2ptx_host_to_half", pyk2ptx_host_to_half);
  define("pyk2ptx_host_from_half", pyk2ptx_host_from_half);
  define("pyk2ptx_check_read", pyk2ptx_check_read);
  define("pyk2ptx_check_write", pyk2ptx_check_write);
  define("pyk2ptx_check_atomic", pyk2ptx_check_atomic);
  define("pyk2ptx_check_fence", pyk2ptx_check_fence);
  define("pyk2ptx_check_index", pyk2ptx_check_index);
  define("pyk2ptx_check_unset", pyk2ptx_check_unset);
  define("pyk2ptx_check_wait", pyk2ptx_check_wait);
  define("pyk2ptx_check_leave", pyk2ptx_check_leave);
  define("pyk2ptx_check_called", pyk2ptx_check_called);
  define("pyk2ptx_check_local", pyk2ptx_check_local);
  define("pyk2ptx_trace_line", pyk2ptx_trace_line);
  define("pyk2ptx_trace_value", pyk2ptx_trace_value);
  for (const std::string &name : libdevice)
    symbols[jit.mangleAndIntern(hostLibdevicePrefix + name)] = {
        llvm::orc::ExecutorAddr::fromPtr(hostLibdevice(name)),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  llvm::orc::JITDylib &main = jit.getMainJITDylib();
  if (llvm::Error error =
          main.define(llvm::orc::absoluteSymbols(std::move(symbols))))
    return error;
  // Loaded already in any process that has LLVM, but perhaps not for all to
  // see.
  auto libm = llvm::orc::DynamicLibrarySearchGenerator::Load(
      "libm.so.6", jit.getDataLayout().getGlobalPrefix());
  if (libm)
    main.addGenerator(std::move(*libm));
  else
    llvm::consumeError(libm.takeError());
  return llvm::Error::success();
}

/// The addresses of what was added.
llvm::Error takeAddresses(CpuModuleState &state) {
  for (const KernelInfo &kernel : state.info.kernels) {
    auto entry = state.jit->lookup(kernel.entry + ".block");
    if (!entry)
      return entry.takeError();
    auto shape = state.jit->lookup(kernel.entry + hostShapeSuffix);
    if (!shape)
      return shape.takeError();
    state.blockEntries[kernel.entry] = {entry->toPtr<void *>(),
                                        *shape->toPtr<const HostShape *>()};
  }
  auto shared = state.jit->lookup(hostStaticSharedSymbol);
  if (!shared)
    return shared.takeError();
  std::memcpy(&state.staticShared, shared->toPtr<const void *>(), 8);
  return llvm::Error::success();
}

llvm::Error loadInto(CpuModuleState &state, HostModule host,
                     HostObject &object) {
  ObjectKeeper keeper(object.code);
  object.info = host.info;
  object.layout = host.module->getDataLayoutStr();
  auto jit = makeJit(host.module->getDataLayout(),
                     host.module->getNamedMetadata("llvm.dbg.cu"), &keeper);
  if (!jit)
    return jit.takeError();
  state.jit = std::move(*jit);
  for (const llvm::Function &function : *host.module) {
    llvm::StringRef name = function.getName();
    if (function.isDeclaration() && name.consume_front(hostLibdevicePrefix))
      object.libdevice.push_back(name.str());
  }
  if (llvm::Error error = defineSymbols(*state.jit, object.libdevice))
    return error;
  if (llvm::Error error = state.jit->addIRModule(llvm::orc::ThreadSafeModule(
          std::move(host.module), std::move(host.context))))
    return error;
  // Compiles, which the keeper sees.
  return takeAddresses(state);
}

llvm::Error loadInto(CpuModuleState &state, const HostObject &object) {
  auto layout = llvm::DataLayout::parse(object.layout);
  if (!layout)
    return layout.takeError();
  auto jit = makeJit(*layout, false, nullptr);
  if (!jit)
    return jit.takeError();
  state.jit = std::move(*jit);
  for (const std::string &name : object.libdevice)
    if (!hostLibdevice(name))
      return llvm::createStringError("there is no `" + name + "`");
  if (llvm::Error error = defineSymbols(*state.jit, object.libdevice))
    return error;
  if (llvm::Error error = state.jit->addObjectFile(
          llvm::MemoryBuffer::getMemBufferCopy(object.code, "kernels")))
    return error;
  return takeAddresses(state);
}

std::string textOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "";
}

} // namespace

std::string loadCode(CpuModuleState &state, HostModule host,
                     HostObject *object) {
  HostObject own;
  return textOf(loadInto(state, std::move(host), object ? *object : own));
}

std::string loadCode(CpuModuleState &state, const HostObject &object) {
  return textOf(loadInto(state, object));
}

} // namespace pyk2ptx
