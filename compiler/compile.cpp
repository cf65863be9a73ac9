// The pipeline. Each phase is a function of one input and one output; what
// nobody asked for is not made.
#include <pyk2ptx/compile.h>

#include "compiler/analyze/written_records.h"
#include "compiler/backend/emit_ptx.h"
#include "compiler/backend/joined_sines.h"
#include "compiler/backend/libdevice.h"
#include "compiler/backend/link_bitcode.h"
#include "compiler/backend/optimize.h"
#include "compiler/lower/lower.h"
#include "compiler/target/requirements.h"
#include "frontend/ir/print_ir.h"
#include "frontend/messages/internal_error.h"
#include "frontend/parse/print_syntax.h"
#include "kernel_ir.h"
#include "large_stack.h"
#include "manifest.h"
#include "passes.h"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>

namespace pyk2ptx {

namespace {

/// One run: which products are wanted, and what became of them.
class Products {
public:
  Products(const std::vector<Product> &wanted, CompileResult &result)
      : wanted_(wanted), result_(result) {
    result.texts.resize(wanted.size());
  }

  bool wants(Product product) const {
    return std::find(wanted_.begin(), wanted_.end(), product) != wanted_.end();
  }
  /// Whether one of these is wanted.
  bool wantsAny(std::initializer_list<Product> products) const {
    return std::any_of(products.begin(), products.end(),
                       [&](Product product) { return wants(product); });
  }
  /// `make` gives the product's text; it is called only when that is wanted.
  template <typename Make> void offer(Product product, const Make &make) {
    if (!wants(product))
      return;
    std::string text = make();
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      if (wanted_[i] == product)
        result_.texts[i] = text;
  }

private:
  const std::vector<Product> &wanted_;
  CompileResult &result_;
};

std::string printSyntaxOf(const std::vector<syntax::Module> &trees) {
  std::string text;
  for (const syntax::Module &tree : trees)
    text += printSyntax(tree);
  return text;
}

std::string printLlvm(const llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

std::string archNames() {
  std::string names;
  for (const Arch &arch : allArchs())
    names += (names.empty() ? "" : ", ") + std::string(arch.name);
  return names;
}

std::string listPaths(const std::vector<std::string> &paths) {
  std::string list;
  for (const std::string &path : paths)
    list += (list.empty() ? "" : ", ") + path;
  return list;
}

/// Does nothing when no function of libdevice is called.
bool addLibdevice(llvm::Module &module, const Arch &arch,
                  const CompileOptions &options, CompileResult &result,
                  Diagnostics &diagnostics) {
  if (!needsLibdevice(module))
    return true;
  LibdeviceSearch search = findLibdevice(options.libdevice);
  if (search.path.empty()) {
    diagnostics.emit({}, diag::LibdeviceMissing, libdeviceUser(module),
                     listPaths(search.tried));
    return false;
  }
  result.libdevice = search.path;
  result.filesRead.push_back(search.path);
  return linkLibdevice(module, search.path, arch, diagnostics);
}

/// The kernels for the launches of which some facts are true.
struct Unit {
  CompileOptions options;
  ir::Module kernels;
};

/// Nothing when `diagnostics` got an error.
std::optional<Unit> checkUnit(const std::vector<syntax::Module> &trees,
                              CompileOptions options, const Arch &arch,
                              Diagnostics &diagnostics) {
  std::optional<ir::Module> kernels = checkSources(trees, options, diagnostics);
  if (!kernels)
    return std::nullopt;
  chooseUnit(*kernels, smNumber(arch));
  if (!fitsArch(*kernels, arch, diagnostics))
    return std::nullopt;
  return Unit{std::move(options), std::move(*kernels)};
}

/// What the names of a variant's entries end in, as no kernel's own does.
std::string entrySuffix(const ir::Module &kernels, std::size_t variant) {
  std::string suffix = "__variant" + std::to_string(variant);
  while (std::ranges::any_of(kernels.functions, [&](const ir::Function &each) {
    return each.symbol.ends_with(suffix);
  }))
    suffix += "_";
  return suffix;
}

/// The kernels for all launches and, behind them, those of each variant.
/// Nothing when one of them cannot be for such launches: `diagnostics` got an
/// error. What is said of all of them is folded there.
std::optional<std::vector<Unit>>
checkUnits(const std::vector<syntax::Module> &trees,
           const CompileOptions &options, const Arch &arch,
           Diagnostics &diagnostics) {
  std::vector<Unit> units;
  std::optional<Unit> all = checkUnit(trees, options, arch, diagnostics);
  if (!all)
    return std::nullopt;
  units.push_back(std::move(*all));
  for (const LaunchFacts &facts : options.variants) {
    CompileOptions own = options;
    own.facts = facts;
    std::optional<Unit> unit =
        checkUnit(trees, std::move(own), arch, diagnostics);
    if (!unit)
      return std::nullopt;
    std::string suffix = entrySuffix(units[0].kernels, units.size());
    for (ir::Function &function : unit->kernels.functions) {
      // Who calls one from elsewhere calls that of the kernels for all.
      function.exported.clear();
      if (function.isKernel)
        function.symbol += suffix;
    }
    units.push_back(std::move(*unit));
  }
  return units;
}

/// Adds those of a unit, which are in the order of the first's.
void addKernels(ModuleInfo unit, ModuleInfo &all) {
  std::size_t first = all.kernels.size();
  for (std::size_t i = 0; i < unit.kernels.size(); ++i) {
    KernelInfo &kernel = unit.kernels[i];
    if (first)
      kernel.variantOf = all.kernels[i].entry;
    all.kernels.push_back(std::move(kernel));
  }
}

/// All of the units in one module.
std::unique_ptr<llvm::Module> lowerUnits(const std::vector<Unit> &units,
                                         const Arch &arch,
                                         llvm::TargetMachine &machine,
                                         llvm::LLVMContext &context,
                                         std::vector<ReportSite> &sites) {
  std::unique_ptr<llvm::Module> all;
  for (const auto &[options, kernels] : units) {
    std::unique_ptr<llvm::Module> module =
        lower(kernels, {TargetDevice::Gpu, &arch},
              {.lineInfo = options.lineInfo,
               .debugInfo = options.debugInfo,
               .fmad = options.fmad,
               .debug = options.debug,
               .optimizations = options.optimizations,
               .isPlain = options.optLevel == 0 || options.debugInfo},
              machine, context, sites);
    if (!all) {
      all = std::move(module);
      continue;
    }
    // All of them report in one place.
    for (llvm::GlobalVariable &global : module->globals())
      if (!global.hasLocalLinkage() && all->getNamedGlobal(global.getName()))
        global.setInitializer(nullptr);
    if (llvm::Linker::linkModules(*all, std::move(module)))
      internalError("a variant of the kernels cannot be linked");
  }
  return all;
}

/// From the typed IR to PTX, as far as `products` asks. False when
/// `diagnostics` got an error.
bool generate(std::vector<Unit> &units, const Arch &arch, Products &products,
              PhaseTimer &timer, CompileResult &result,
              Diagnostics &diagnostics) {
  const CompileOptions &options = units[0].options;
  for (Unit &unit : units)
    transformLoops(unit.kernels, unit.options, TargetDevice::Gpu, timer);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::TargetMachine> machine =
      makePtxMachine(arch, options.optLevel, options.debugInfo);
  timer.lap("target");
  std::unique_ptr<llvm::Module> module =
      lowerUnits(units, arch, *machine, context, result.info.sites);
  // The printed module is to depend on the kernels alone.
  module->setModuleIdentifier("");
  module->setSourceFileName("");
  timer.lap("lower");
  products.offer(Product::Llvm, [&] { return printLlvm(*module); });
  if (!products.wantsAny({Product::LlvmOpt, Product::Ptx}))
    return true;

  std::vector<ir::LinkedFile> links = resolveLinks(units[0].kernels, options);
  if (!linkFiles(*module, links, TargetDevice::Gpu, result.links, diagnostics))
    return false;
  for (const ir::LinkedFile &link : links)
    result.filesRead.push_back(link.path);
  if (options.optLevel > 1 &&
      options.optimizations.has(Optimization::JoinedSines))
    joinSines(*module, *machine);
  if (!addLibdevice(*module, arch, options, result, diagnostics))
    return false;
  timer.lap("libdevice");
  optimize(*module, *machine, options.optLevel, options.optimizations);
  timer.lap("optimize");
  products.offer(Product::LlvmOpt, [&] { return printLlvm(*module); });
  if (!products.wants(Product::Ptx))
    return true;

  std::string ptx = emitPtx(*module, *machine, options.optimizations);
  timer.lap("emit");
  products.offer(Product::Ptx, [&] { return writeHead(result.info) + ptx; });
  return true;
}

std::optional<CompileResult>
runPipeline(const std::vector<const Source *> &sources,
            const CompileOptions &options, const std::vector<Product> &wanted,
            Diagnostics &diagnostics) {
  const Arch *arch = findArch(options.arch);
  if (!arch) {
    diagnostics.emit({}, diag::UnknownArch, options.arch, archNames());
    return std::nullopt;
  }
  CompileResult result;
  Products products(wanted, result);
  PhaseTimer timer(result.times);

  std::optional<std::vector<syntax::Module>> trees =
      parseSources(sources, diagnostics);
  timer.lap("parse");
  if (!trees)
    return std::nullopt;
  products.offer(Product::Syntax, [&] { return printSyntaxOf(*trees); });
  if (!products.wantsAny({Product::Ir, Product::Manifest, Product::Llvm,
                          Product::LlvmOpt, Product::Ptx}))
    return result;

  std::optional<std::vector<Unit>> units =
      checkUnits(*trees, options, *arch, diagnostics);
  timer.lap("check");
  if (!units)
    return std::nullopt;
  // The lower the ISA, the older the driver that loads the result.
  Arch used = *arch;
  std::string ir;
  for (std::size_t i = 0; i < units->size(); ++i) {
    auto &[own, kernels] = (*units)[i];
    unsigned least = leastPtx(kernels, *arch);
    used.minPtx = i ? std::max(used.minPtx, least) : least;
    transform(kernels, own, TargetDevice::Gpu, timer);
    if (products.wants(Product::Ir))
      ir += printIr(kernels);
    addKernels(describeModule(kernels, own), result.info);
  }
  products.offer(Product::Ir, [&] { return ir; });

  result.exports = describeExports(units->front().kernels);
  result.writtenRecords = findWrittenRecords(units->front().kernels);
  result.info.arch = arch->name;
  result.info.ptxIsa = ptxIsaName(lowestPtxIsa(used, options.debugInfo));
  products.offer(Product::Manifest, [&] {
    std::vector<const ir::Module *> modules;
    for (const Unit &unit : *units)
      modules.push_back(&unit.kernels);
    return writeManifest(result.info, modules);
  });
  if (products.wantsAny({Product::Llvm, Product::LlvmOpt, Product::Ptx}) &&
      !generate(*units, used, products, timer, result, diagnostics))
    return std::nullopt;
  return result;
}

} // namespace

std::optional<CompileResult> compile(const std::vector<const Source *> &sources,
                                     const CompileOptions &options,
                                     const std::vector<Product> &wanted,
                                     Diagnostics &diagnostics) {
  std::optional<CompileResult> result;
  runOnLargeStack(
      [&] { result = runPipeline(sources, options, wanted, diagnostics); });
  return result;
}

} // namespace pyk2ptx
