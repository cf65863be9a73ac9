// Several sources become one module. Each is checked as if it were alone, with
// a collector of its own (an error in one must not look like an error in the
// next); then their functions are put behind each other. Entry names are what
// hosts ask for, so two equal ones are an error; a device function is nobody's
// business but its callers', so it takes another name.
#include "kernel_ir.h"

#include "compiler/analyze/verify_ir.h"
#include "compiler/lower/lower.h"
#include "frontend/check/check.h"
#include "frontend/ir/ir_walk.h"
#include "frontend/ir/named_values.h"
#include "frontend/kernels/find_kernels.h"
#include "frontend/messages/internal_error.h"
#include "frontend/parse/parse.h"
#include "frontend/tables/builtin_enum.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_set>

namespace pyk2ptx {

std::optional<std::vector<syntax::Module>>
parseSources(const std::vector<const Source *> &sources,
             Diagnostics &diagnostics) {
  std::vector<syntax::Module> trees;
  bool failed = false;
  for (const Source *source : sources) {
    Diagnostics own;
    std::optional<syntax::Module> tree = parse(*source, own);
    diagnostics.append(own);
    if (tree)
      trees.push_back(std::move(*tree));
    else
      failed = true;
  }
  if (failed)
    return std::nullopt;
  return trees;
}

namespace {

// Which kernels each source declares: what --sig can be for.
using DeclaredNames = std::vector<std::unordered_set<std::string>>;

DeclaredNames declaredNames(const std::vector<syntax::Module> &trees,
                            SourceLoader *loader) {
  DeclaredNames names;
  for (const syntax::Module &tree : trees) {
    Diagnostics ignored;
    names.emplace_back();
    for (const KernelDeclaration &kernel : findKernels(tree, ignored, loader))
      names.back().insert(kernel.name);
  }
  return names;
}

// The index of the source that a --sig is for; the first when there is none,
// where check will say so.
std::size_t ownerOf(std::string_view signature, const DeclaredNames &names) {
  std::string name(signature.substr(0, signature.find('(')));
  while (!name.empty() && name.back() == ' ')
    name.pop_back();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].contains(name))
      return i;
  return 0;
}

std::vector<CheckOptions>
checkOptionsOf(const std::vector<syntax::Module> &trees,
               const CompileOptions &options) {
  CheckOptions common;
  common.defines = options.defines;
  common.onlyKernel = options.onlyKernel;
  common.exportNumba = options.exportNumba;
  common.debug = options.debug;
  common.floats = {options.fastMath, options.ftz, options.precDiv,
                   options.precSqrt};
  common.noAlias = options.noAlias;
  common.maxRegisters = options.maxRegisters;
  common.maxThreads = options.maxThreads;
  common.minBlocks = options.minBlocks;
  const std::uint32_t (&block)[3] = options.facts.block;
  common.blockThreads =
      block[0] ? block[0] * block[1] * block[2] : options.blockThreads;
  common.raiseBounds = options.bounds == BoundsMode::Raise;
  common.typing = options.typing;
  common.loader = options.loader;
  if (options.kernelTypes)
    common.kernelTypes = *options.kernelTypes;
  std::vector<CheckOptions> result(trees.size(), common);
  // With several files, those of the first.
  if (!result.empty())
    result[0].exports = options.exports;
  if (options.signatures.empty())
    return result;
  if (trees.size() == 1) {
    result[0].signatures = options.signatures;
    return result;
  }
  DeclaredNames names = declaredNames(trees, options.loader);
  for (const std::string &signature : options.signatures)
    result[ownerOf(signature, names)].signatures.push_back(signature);
  return result;
}

// Puts `added` behind `module`. False when two kernels have one entry name.
bool append(ir::Module &module, ir::Module &&added, Diagnostics &diagnostics) {
  std::unordered_set<std::string> symbols;
  for (const ir::Function &function : module.functions)
    symbols.insert(function.symbol);
  for (const ir::Function &function : added.functions)
    if (function.isKernel)
      symbols.insert(function.symbol);

  bool valid = true;
  auto base = static_cast<std::uint32_t>(module.functions.size());
  for (ir::Function &function : added.functions) {
    if (!function.exported.empty() &&
        !symbols.insert(function.exported).second) {
      diagnostics.emit(function.range, diag::EntryClash, function.exported);
      valid = false;
    }
    if (function.isKernel || function.isExternal) {
      for (std::uint32_t i = 0; i < base; ++i)
        if (module.functions[i].symbol == function.symbol &&
            !(function.isExternal && module.functions[i].isExternal)) {
          diagnostics.emit(function.range, diag::EntryClash, function.symbol);
          valid = false;
        }
    } else {
      std::string symbol = function.symbol;
      for (int n = 1; !symbols.insert(symbol).second; ++n)
        symbol = function.symbol + "_" + std::to_string(n);
      function.symbol = symbol;
    }
    forEachExprIn(function.body, [&](ir::Expr &expr) {
      if (auto *call = std::get_if<ir::CallFunction>(&expr.node))
        call->function += base;
    });
    module.functions.push_back(std::move(function));
  }
  for (ir::LinkedFile &link : added.links)
    module.links.push_back(std::move(link));
  return valid;
}

} // namespace

// Loops are checked again until the types at their heads are known, so there
// are device functions compiled for types that did not last.
void dropUncalled(ir::Module &module) {
  std::vector<bool> isCalled(module.functions.size());
  std::vector<std::uint32_t> work;
  auto reach = [&](std::uint32_t function) {
    if (!isCalled[function])
      work.push_back(function);
    isCalled[function] = true;
  };
  for (std::uint32_t i = 0; i < module.functions.size(); ++i)
    if (module.functions[i].isKernel || !module.functions[i].exported.empty())
      reach(i);
  while (!work.empty()) {
    ir::Function &function = module.functions[work.back()];
    work.pop_back();
    forEachExprIn(function.body, [&](ir::Expr &expr) {
      if (const auto *call = std::get_if<ir::CallFunction>(&expr.node))
        reach(call->function);
    });
  }
  std::vector<std::uint32_t> places(module.functions.size());
  std::vector<ir::Function> kept;
  for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
    places[i] = static_cast<std::uint32_t>(kept.size());
    if (isCalled[i])
      kept.push_back(std::move(module.functions[i]));
  }
  module.functions = std::move(kept);
  for (ir::Function &function : module.functions)
    forEachExprIn(function.body, [&](ir::Expr &expr) {
      if (auto *call = std::get_if<ir::CallFunction>(&expr.node))
        call->function = places[call->function];
    });
}

namespace {

/// Answers whether the device has the matrix unit where code asks, and keeps of
/// two ways the one that it can go.
class UnitChooser {
public:
  explicit UnitChooser(unsigned sm) : sm_(sm) {}

  void run(ir::Block &block) {
    ir::Block result;
    for (ir::Stmt &stmt : block) {
      auto *choice = std::get_if<ir::If>(&stmt.node);
      std::optional<bool> has =
          choice ? answer(*choice->condition) : std::nullopt;
      if (has) {
        ir::Block chosen = std::move(*has ? choice->body : choice->orElse);
        run(chosen);
        std::ranges::move(chosen, std::back_inserter(result));
        continue;
      }
      forEachOperandOf(stmt, [&](ir::Expr &expr) { run(expr); });
      forEachBlockOf(stmt, [&](ir::Block &inner) { run(inner); });
      result.push_back(std::move(stmt));
    }
    block = std::move(result);
  }
  [[nodiscard]] bool hasChosen() const { return hasChosen_; }

private:
  std::optional<bool> answer(const ir::Expr &expr) {
    const auto *asked = std::get_if<ir::CallBuiltin>(&expr.node);
    if (!asked || asked->builtin != Builtin::MatrixUnit)
      return std::nullopt;
    unsigned since = 0;
    if (llvm::StringRef(asked->text).getAsInteger(10, since))
      internalError("a unit's first architecture is `" + asked->text + "`");
    hasChosen_ = true;
    return sm_ >= since;
  }

  void run(ir::Expr &expr) {
    auto *select = std::get_if<ir::Select>(&expr.node);
    if (std::optional<bool> has = answer(expr)) {
      expr.node = ir::Constant{*has ? 1u : 0u};
    } else if (has = select ? answer(*select->condition) : std::nullopt; has) {
      ir::ExprPtr chosen = std::move(*has ? select->body : select->orElse);
      expr = std::move(*chosen);
      run(expr);
    } else {
      forEachOperand(expr, [&](ir::Expr &operand) { run(operand); });
    }
  }

  unsigned sm_;
  bool hasChosen_ = false;
};

} // namespace

void chooseUnit(ir::Module &module, unsigned sm) {
  UnitChooser chooser(sm);
  for (ir::Function &function : module.functions)
    chooser.run(function.body);
  if (chooser.hasChosen())
    dropUncalled(module);
}

std::optional<ir::Module> checkSources(const std::vector<syntax::Module> &trees,
                                       const CompileOptions &options,
                                       Diagnostics &diagnostics) {
  std::vector<CheckOptions> checkOptions = checkOptionsOf(trees, options);
  if (options.captured) {
    std::optional<ir::Module> module =
        checkCaptured(trees, *options.captured, checkOptions[0], diagnostics);
    if (module) {
      ir::setNamesApart(*module);
      verifyIr(*module);
    }
    return module;
  }
  ir::Module module;
  bool valid = true;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    Diagnostics own;
    std::optional<ir::Module> checked = check(trees[i], checkOptions[i], own);
    diagnostics.append(own);
    if (!checked)
      valid = false;
    else if (i == 0)
      module = std::move(*checked);
    else
      valid &= append(module, std::move(*checked), diagnostics);
  }
  if (!valid)
    return std::nullopt;
  dropUncalled(module);
  ir::setNamesApart(module);
  verifyIr(module);
  return module;
}

const char *boundsName(BoundsMode mode) {
  switch (mode) {
  case BoundsMode::Guard:
    return "guard";
  case BoundsMode::Raise:
    return "raise";
  case BoundsMode::None:
    break;
  }
  return "none";
}

std::vector<ExportedFunction> describeExports(const ir::Module &module) {
  std::vector<ExportedFunction> exports;
  for (const ir::Function &function : module.functions)
    if (!function.exported.empty()) {
      Type result = function.returnType;
      result.weak = false;
      exports.push_back({function.name, function.exported,
                         result.isNone() ? "none" : spell(result)});
    }
  return exports;
}

ModuleInfo describeModule(const ir::Module &module,
                          const CompileOptions &options) {
  ModuleInfo info;
  for (const ir::Function &function : module.functions) {
    if (!function.isKernel)
      continue;
    info.kernels.push_back(describeKernel(module, function));
    info.kernels.back().bounds = boundsName(options.bounds);
    info.kernels.back().facts = options.facts;
    if (function.typing == Typing::Numba)
      info.kernels.back().typing = "numba";
  }
  return info;
}

} // namespace pyk2ptx
