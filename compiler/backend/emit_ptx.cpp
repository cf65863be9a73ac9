// Only the NVPTX target is registered, and only when the first kernel gets so
// far: a process that compiles one kernel spends as long on starting as on
// compiling.
#include "emit_ptx.h"

#include "codegen_passes.h"
#include "compiler/selection/atomic_loads.h"
#include "frontend/messages/internal_error.h"
#include "reworded_ptx.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <mutex>

namespace pyk2ptx {

static const llvm::Target &nvptxTarget(const llvm::Triple &triple) {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    internalError(error);
  return *target;
}

static llvm::CodeGenOptLevel codeGenLevel(int level) {
  switch (level) {
  case 0:
    return llvm::CodeGenOptLevel::None;
  case 1:
    return llvm::CodeGenOptLevel::Less;
  case 2:
    return llvm::CodeGenOptLevel::Default;
  default:
    return llvm::CodeGenOptLevel::Aggressive;
  }
}

unsigned lowestPtxIsa(const Arch &arch, bool debugInfo) {
  constexpr unsigned withLabels = 75;
  return debugInfo ? std::max(arch.minPtx, withLabels) : arch.minPtx;
}

std::unique_ptr<llvm::TargetMachine>
makePtxMachine(const Arch &arch, int optLevel, bool debugInfo) {
  llvm::Triple triple("nvptx64-nvidia-cuda");
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  std::unique_ptr<llvm::TargetMachine> machine(
      nvptxTarget(triple).createTargetMachine(
          triple, llvm::StringRef(arch.name.data(), arch.name.size()),
          "+ptx" + std::to_string(lowestPtxIsa(arch, debugInfo)), options,
          std::nullopt, std::nullopt, codeGenLevel(optLevel)));
  if (!machine)
    internalError("LLVM has no code generator for " + std::string(arch.name));
  return machine;
}

/// Straight-line strength reduction takes quadratic time on very long
/// functions, value numbering on those of many blocks; ptxas optimizes what the
/// code generator does not.
static void setLongFunctionsPlain(llvm::Module &module) {
  constexpr unsigned maxInstructions = 8000;
  constexpr std::size_t maxBlocks = 800;
  for (llvm::Function &function : module)
    if ((function.getInstructionCount() > maxInstructions ||
         function.size() > maxBlocks) &&
        !function.hasFnAttribute(llvm::Attribute::AlwaysInline)) {
      function.addFnAttr(llvm::Attribute::OptimizeNone);
      function.addFnAttr(llvm::Attribute::NoInline);
    }
}

std::string emitPtx(llvm::Module &module, llvm::TargetMachine &machine,
                    Optimizations which) {
  setLongFunctionsPlain(module);
  for (llvm::Function &function : module)
    keepAtomicLoads(function);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  CodegenPasses passes(machine, which, module);
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::AssemblyFile,
                                  /*DisableVerify=*/true))
    internalError("LLVM cannot write PTX");
  passes.run(module);
  llvm::StringRef ptx = text;
  std::size_t start = ptx.find(".version");
  if (start == llvm::StringRef::npos)
    internalError("LLVM wrote no PTX");
  return rewordedPtx(ptx.drop_front(start));
}

std::string ptxIsaName(unsigned isa) {
  return std::to_string(isa / 10) + "." + std::to_string(isa % 10);
}

} // namespace pyk2ptx
