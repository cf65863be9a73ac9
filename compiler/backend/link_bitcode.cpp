// A linked function is compiled as the kernels are: it takes the module's
// target and processor in place of its own, without which LLVM would not inline
// it. Its float attributes stay; they are its author's.
#include "link_bitcode.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace pyk2ptx {

namespace {

/// What the linker complains of, instead of standard error.
struct CollectMessages final : llvm::DiagnosticHandler {
  explicit CollectMessages(std::string &text) : text(text) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    return true;
  }
  std::string &text;
};

/// Null with `error` set when the file is no LLVM IR.
std::unique_ptr<llvm::Module> readIr(const std::string &path,
                                     llvm::LLVMContext &context,
                                     std::string &error) {
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module =
      llvm::parseIRFile(path, problem, context);
  if (!module) {
    error = problem.getLineNo() > 0
                ? "line " + std::to_string(problem.getLineNo()) + ": "
                : "";
    error += problem.getMessage().str();
  }
  return module;
}

/// Makes the functions of `library` look as if the module's compiler had made
/// them.
void adopt(llvm::Module &library, const llvm::Module &module) {
  library.setTargetTriple(module.getTargetTriple());
  library.setDataLayout(module.getDataLayout());
  llvm::StringRef cpu, features;
  for (const llvm::Function &function : module)
    if (!function.isDeclaration()) {
      cpu = function.getFnAttribute("target-cpu").getValueAsString();
      features = function.getFnAttribute("target-features").getValueAsString();
      break;
    }
  for (llvm::Function &function : library) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
    function.removeFnAttr("tune-cpu");
    if (function.isDeclaration())
      continue;
    if (!cpu.empty())
      function.addFnAttr("target-cpu", cpu);
    if (!features.empty())
      function.addFnAttr("target-features", features);
  }
  for (const char *name : {"llvm.ident", "nvvmir.version", "nvvm.annotations",
                           "llvm.module.flags", "opencl.ocl.version"})
    if (llvm::NamedMDNode *node = library.getNamedMetadata(name))
      library.eraseNamedMetadata(node);
  llvm::StripDebugInfo(library);
}

std::set<std::string> declaredNames(const llvm::Module &module) {
  std::set<std::string> names;
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic())
      names.insert(function.getName().str());
  return names;
}

} // namespace

std::string linkNeeded(llvm::Module &module,
                       std::unique_ptr<llvm::Module> library) {
  std::string error;
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> before =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<CollectMessages>(error));
  library->setTargetTriple(module.getTargetTriple());
  library->setDataLayout(module.getDataLayout());
  bool failed = llvm::Linker::linkModules(
      module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
      [](llvm::Module &linked, const llvm::StringSet<> &names) {
        llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      });
  context.setDiagnosticHandler(std::move(before));
  if (failed && error.empty())
    error = "it cannot be linked";
  return failed ? error : "";
}

bool isBitcode(const std::string &path) {
  llvm::StringRef name = path;
  return name.ends_with(".bc") || name.ends_with(".ll");
}

std::vector<ir::LinkedFile> resolveLinks(const ir::Module &module,
                                         const CompileOptions &options) {
  std::vector<ir::LinkedFile> links;
  auto add = [&](ir::LinkedFile link) {
    bool isNew = std::none_of(
        links.begin(), links.end(),
        [&](const ir::LinkedFile &known) { return known.path == link.path; });
    if (isNew)
      links.push_back(std::move(link));
  };
  for (const ir::LinkedFile &link : module.links) {
    ir::LinkedFile resolved = link;
    if (link.range.source && link.path.front() != '/') {
      std::string beside = std::filesystem::path(link.range.source->name())
                               .replace_filename(link.path);
      if (llvm::sys::fs::exists(beside))
        resolved.path = beside;
    }
    add(resolved);
  }
  for (const std::string &path : options.links)
    add({path, {}});
  return links;
}

bool linkFiles(llvm::Module &module, const std::vector<ir::LinkedFile> &links,
               TargetDevice device, std::vector<std::string> &others,
               Diagnostics &diagnostics) {
  static constexpr llvm::StringRef known[] = {
      ".ptx", ".cubin", ".fatbin", ".o", ".obj", ".a", ".lib", ".cu", ".ltoir"};
  bool valid = true;
  std::set<std::string> before = declaredNames(module);
  for (const ir::LinkedFile &link : links) {
    llvm::StringRef name = link.path;
    bool isMachineCode = llvm::any_of(
        known, [&](llvm::StringRef suffix) { return name.ends_with(suffix); });
    std::string error;
    if (!llvm::sys::fs::exists(link.path)) {
      error = "there is no such file";
    } else if (isBitcode(link.path)) {
      std::unique_ptr<llvm::Module> library =
          readIr(link.path, module.getContext(), error);
      if (library) {
        adopt(*library, module);
        error = linkNeeded(module, std::move(library));
      }
    } else if (!isMachineCode) {
      error = "its suffix is none of .ptx, .cubin, .fatbin, .o, .obj, .a, "
              ".lib, .cu, .ltoir, .bc, .ll";
    } else if (device == TargetDevice::Host) {
      diagnostics.emit(link.range, diag::LinkedMachineCode, link.path);
      valid = false;
    } else {
      others.push_back(link.path);
    }
    if (!error.empty()) {
      diagnostics.emit(link.range, diag::CannotLink, link.path, error);
      valid = false;
    }
  }
  // What linked bitcode itself calls, the host has nothing of.
  if (device == TargetDevice::Host)
    for (const std::string &name : declaredNames(module))
      if (!before.count(name)) {
        diagnostics.emit({}, diag::UndefinedOnCpu, name);
        valid = false;
      }
  return valid;
}

bool checkDefined(const llvm::Module &module, const ir::Module &source,
                  Diagnostics &diagnostics) {
  bool valid = true;
  for (const ir::Function &function : source.functions) {
    if (!function.isExternal)
      continue;
    const llvm::Function *defined = module.getFunction(function.symbol);
    if (defined && !defined->isDeclaration())
      continue;
    diagnostics.emit(function.range, diag::UndefinedOnCpu, function.symbol);
    valid = false;
  }
  for (const llvm::Function &function : module)
    if (function.getName().starts_with("llvm.nvvm.") && !function.use_empty()) {
      diagnostics.emit({}, diag::UndefinedOnCpu, function.getName().str());
      valid = false;
    }
  return valid;
}

} // namespace pyk2ptx
