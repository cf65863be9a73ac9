// The file is bitcode of LLVM 3.8's time with 349 functions; a kernel needs a
// few. They are read lazily, linked where called and made internal, so that the
// optimizer inlines them and drops the rest.
//
// libdevice asks for compilation options at run time, by
// __nvvm_reflect("NAME"). LLVM's own pass answers some of these questions with
// defaults that are not ours (approximate square roots), so they are answered
// here.
#include "libdevice.h"

#include "../frontend/builtins.h"
#include "target.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Transforms/IPO/Internalize.h>

namespace pyk2ptx {

namespace {

constexpr llvm::StringRef prefix = "__nv_";

/// The first declaration that libdevice must define.
const llvm::Function *firstNeeded(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    if (function.isDeclaration() && function.getName().starts_with(prefix))
      return &function;
  return nullptr;
}

int answer(llvm::StringRef question, const LinkOptions &options) {
  if (question == "__CUDA_FTZ")
    return options.ftz;
  if (question == "__CUDA_ARCH")
    return static_cast<int>(smNumber(*options.arch)) * 10;
  return question == "__CUDA_PREC_SQRT" || question == "__CUDA_PREC_DIV";
}

void answerReflect(llvm::Module &module, const LinkOptions &options) {
  llvm::Function *reflect = module.getFunction("__nvvm_reflect");
  if (!reflect)
    return;
  while (!reflect->use_empty()) {
    auto *call = llvm::cast<llvm::CallInst>(reflect->user_back());
    auto *global = llvm::dyn_cast<llvm::GlobalVariable>(
        call->getArgOperand(0)->stripPointerCasts());
    auto *text =
        global && global->hasInitializer()
            ? llvm::dyn_cast<llvm::ConstantDataArray>(global->getInitializer())
            : nullptr;
    int value =
        text && text->isCString() ? answer(text->getAsCString(), options) : 0;
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), value));
    call->eraseFromParent();
  }
  reflect->eraseFromParent();
}

/// Metadata that says who made libdevice, which is no fact of the kernel.
void dropOrigin(llvm::Module &module) {
  for (const char *name : {"llvm.ident", "nvvmir.version"})
    if (llvm::NamedMDNode *node = module.getNamedMetadata(name))
      module.eraseNamedMetadata(node);
}

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

/// Reads lazily; an empty result with `error` set when the file is no bitcode.
std::unique_ptr<llvm::Module> openLibdevice(const std::string &path,
                                            llvm::LLVMContext &context,
                                            std::string &error) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer) {
    error = buffer.getError().message();
    return nullptr;
  }
  auto module = llvm::getOwningLazyBitcodeModule(
      std::move(*buffer), context, /*ShouldLazyLoadMetadata=*/true);
  if (!module) {
    error = llvm::toString(module.takeError());
    return nullptr;
  }
  return std::move(*module);
}

/// An empty text when all went well.
std::string link(llvm::Module &module, const std::string &path) {
  std::string error;
  llvm::LLVMContext &context = module.getContext();
  std::unique_ptr<llvm::DiagnosticHandler> before =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(std::make_unique<CollectMessages>(error));
  std::unique_ptr<llvm::Module> library = openLibdevice(path, context, error);
  bool failed = !library;
  if (library) {
    library->setTargetTriple(module.getTargetTriple());
    library->setDataLayout(module.getDataLayout());
    failed = llvm::Linker::linkModules(
        module, std::move(library), llvm::Linker::Flags::LinkOnlyNeeded,
        [](llvm::Module &linked, const llvm::StringSet<> &names) {
          llvm::internalizeModule(linked, [&](const llvm::GlobalValue &value) {
            return !value.hasName() || !names.contains(value.getName());
          });
        });
  }
  context.setDiagnosticHandler(std::move(before));
  if (failed && error.empty())
    error = "it cannot be linked";
  return failed ? error : "";
}

} // namespace

bool needsLibdevice(const llvm::Module &module) {
  return firstNeeded(module) != nullptr;
}

std::string libdeviceUser(const llvm::Module &module) {
  const llvm::Function *function = firstNeeded(module);
  if (!function)
    return "";
  std::string name = function->getName().drop_front(prefix.size()).str();
  // The float32 form has an f behind the name.
  for (const std::string &candidate :
       {"math." + name, "math." + name.substr(0, name.size() - 1)})
    if (builtinByName(candidate))
      return candidate;
  return name;
}

bool linkLibdevice(llvm::Module &module, const std::string &path,
                   const LinkOptions &options, Diagnostics &diagnostics) {
  std::string error = link(module, path);
  if (const llvm::Function *missing = firstNeeded(module);
      error.empty() && missing)
    error = "it has no `" + missing->getName().str() + "`";
  if (!error.empty()) {
    diagnostics.emit({}, diag::LibdeviceBroken, path, error);
    return false;
  }
  answerReflect(module, options);
  dropOrigin(module);
  if (options.ftz)
    for (llvm::Function &function : module)
      if (!function.isDeclaration())
        function.addFnAttr("denormal-fp-math-f32",
                           "preserve-sign,preserve-sign");
  return true;
}

} // namespace pyk2ptx
