// The file is bitcode of LLVM 3.8's time with 349 functions; a kernel needs a
// few. They are read lazily, linked where called and made internal, so that the
// optimizer inlines them and drops the rest.
//
// libdevice asks for compilation options at run time, by
// __nvvm_reflect("NAME"). LLVM's own pass answers some of these questions with
// defaults that are not ours (approximate square roots), so they are answered
// here.
#include "libdevice.h"

#include "compiler/target/target.h"
#include "frontend/tables/builtins.h"
#include "link_bitcode.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <map>
#include <set>

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

/// One variant of libdevice, as the names of its functions tell it: behind
/// `separator` a letter for each way to leave IEEE 754; nothing for none.
struct Variant {
  bool ftz = false, approximateDivision = false, approximateSqrt = false;
};
constexpr char separator = '.';

std::string suffixOf(const ir::FloatMode &mode) {
  std::string letters = std::string(mode.ftz ? "z" : "") +
                        (mode.approximateDivision ? "d" : "") +
                        (mode.approximateSqrt ? "s" : "");
  return letters.empty() ? "" : separator + letters;
}

int answer(llvm::StringRef question, const Variant &variant, const Arch &arch) {
  if (question == "__CUDA_FTZ")
    return variant.ftz;
  if (question == "__CUDA_ARCH")
    return static_cast<int>(smNumber(arch)) * 10;
  if (question == "__CUDA_PREC_DIV")
    return !variant.approximateDivision;
  return question == "__CUDA_PREC_SQRT" && !variant.approximateSqrt;
}

void answerReflect(llvm::Module &module, const Variant &variant,
                   const Arch &arch) {
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
    int value = text && text->isCString()
                    ? answer(text->getAsCString(), variant, arch)
                    : 0;
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
  std::unique_ptr<llvm::Module> library =
      openLibdevice(path, module.getContext(), error);
  return library ? linkNeeded(module, std::move(library)) : error;
}

/// The functions that a variant must define, by its suffix; that of no suffix
/// comes last, because the others are linked under its names.
using Needed = std::map<std::string, std::vector<llvm::Function *>,
                        std::greater<std::string>>;

Needed neededFunctions(llvm::Module &module) {
  Needed needed;
  for (llvm::Function &function : module) {
    if (!function.isDeclaration() || !function.getName().starts_with(prefix))
      continue;
    std::size_t dot = function.getName().find(separator);
    bool isPlain = dot == llvm::StringRef::npos;
    needed[isPlain ? "" : function.getName().substr(dot).str()].push_back(
        &function);
  }
  return needed;
}

/// Without this LLVM takes two instructions of the argument reduction of sine
/// and cosine for something that may never return, and keeps no element of an
/// array in a register across them.
void letAsmReturn(llvm::Function &function) {
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call && call->isInlineAsm() && call->doesNotAccessMemory())
      call->addFnAttr(llvm::Attribute::WillReturn);
}

/// Links the variant of one suffix. An empty text when all went well.
std::string linkVariant(llvm::Module &module, const std::string &path,
                        const std::string &suffix,
                        const std::vector<llvm::Function *> &needed,
                        const Arch &arch) {
  std::set<llvm::Function *> before;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      before.insert(&function);
  std::vector<std::string> names;
  for (llvm::Function *function : needed) {
    names.push_back(function->getName().drop_back(suffix.size()).str());
    // Where the plain variant is needed too, its declaration has that name.
    if (llvm::Function *plain = module.getFunction(names.back());
        plain && plain != function)
      plain->setName("pyk2ptx.plain." + names.back());
    function->setName(names.back());
  }
  std::string error = link(module, path);
  if (!error.empty())
    return error;
  for (const std::string &name : names)
    if (const llvm::Function *function = module.getFunction(name);
        !function || function->isDeclaration())
      return "it has no `" + name + "`";
  Variant variant{suffix.find('z') != std::string::npos,
                  suffix.find('d') != std::string::npos,
                  suffix.find('s') != std::string::npos};
  answerReflect(module, variant, arch);
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || before.count(&function))
      continue;
    letAsmReturn(function);
    if (variant.ftz)
      function.addFnAttr("denormal-fp-math-f32", "preserve-sign,preserve-sign");
    if (!suffix.empty())
      function.setName(function.getName() + suffix);
  }
  return "";
}

/// Gives the plain variant its names back.
void restoreNames(const Needed &needed) {
  constexpr llvm::StringRef hidden = "pyk2ptx.plain.";
  if (auto plain = needed.find(""); plain != needed.end())
    for (llvm::Function *function : plain->second)
      if (function->getName().starts_with(hidden))
        function->setName(function->getName().drop_front(hidden.size()).str());
}

} // namespace

std::string libdeviceSymbol(const std::string &name,
                            const ir::FloatMode &mode) {
  return prefix.str() + name + suffixOf(mode);
}

bool needsLibdevice(const llvm::Module &module) {
  return firstNeeded(module) != nullptr;
}

std::string libdeviceUser(const llvm::Module &module) {
  const llvm::Function *function = firstNeeded(module);
  if (!function)
    return "";
  llvm::StringRef symbol = function->getName().drop_front(prefix.size());
  std::string name = symbol.split(separator).first.str();
  llvm::StringRef ordinary = name;
  ordinary.consume_front("fast_");
  // The float32 form has an f behind the name.
  for (const std::string &candidate :
       {"math." + ordinary.str(), "math." + ordinary.drop_back().str()})
    if (builtinByName(candidate))
      return candidate;
  return name;
}

bool linkLibdevice(llvm::Module &module, const std::string &path,
                   const Arch &arch, Diagnostics &diagnostics) {
  Needed needed = neededFunctions(module);
  for (const auto &[suffix, functions] : needed) {
    if (suffix.empty())
      restoreNames(needed);
    std::string error = linkVariant(module, path, suffix, functions, arch);
    if (!error.empty()) {
      diagnostics.emit({}, diag::LibdeviceBroken, path, error);
      return false;
    }
  }
  dropOrigin(module);
  return true;
}

} // namespace pyk2ptx
