// What a device lacks: the rows of builtins.def say since when a GPU has them,
// and the CPU device has all but what only a GPU can do.
#include "requirements.h"

#include "frontend/ir/ir_walk.h"
#include "frontend/tables/builtin_enum.h"
#include "frontend/tables/libdevice.h"
#include "frontend/tables/mma_shapes.h"

#include <algorithm>
#include <string>
#include <vector>

namespace pyk2ptx {

/// Since when a GPU has what is called.
static Since sinceOf(const ir::CallBuiltin &call) {
  Since since = builtinInfo(call.builtin).since;
  if (call.builtin == Builtin::MmaSync) {
    const MmaShape &shape = *findMmaShape(call.text);
    since.sm = static_cast<decltype(since.sm)>(shape.sm);
    since.ptx = static_cast<decltype(since.ptx)>(shape.isa);
  }
  return since;
}

/// What a message calls it.
static std::string nameOf(const ir::CallBuiltin &call) {
  std::string name(builtinInfo(call.builtin).name);
  if (call.builtin == Builtin::MmaSync)
    name += " of " + call.text;
  return name;
}

namespace {

/// Of each function, whether it or what it calls meets others of its block.
std::vector<bool> findMeetings(const ir::Module &module) {
  std::vector<bool> meets(module.functions.size());
  for (std::size_t i = 0; i < meets.size(); ++i)
    forEachExprIn(module.functions[i].body, [&](const ir::Expr &expr) {
      if (const auto *call = std::get_if<ir::CallFunction>(&expr.node)) {
        meets[i] = meets[i] || meets[call->function];
      } else if (const auto *builtin =
                     std::get_if<ir::CallBuiltin>(&expr.node)) {
        Effect effect = effectOf(builtin->builtin);
        meets[i] = meets[i] || effect == Effect::MeetsBlock ||
                   effect == Effect::MeetsCluster ||
                   effect == Effect::MeetsGrid;
      }
    });
  return meets;
}

/// Kernels whose threads come to barriers apart.
void warnOfRecursion(const ir::Module &module, Diagnostics &diagnostics) {
  auto isRecursive = [&](const ir::Function &f) { return f.isRecursive; };
  if (std::none_of(module.functions.begin(), module.functions.end(),
                   isRecursive))
    return;
  std::vector<bool> meets = findMeetings(module);
  // Of each function the calls of it or of its callees that come back so.
  std::vector<const ir::Function *> recursive(module.functions.size());
  for (std::size_t i = 0; i < recursive.size(); ++i) {
    const ir::Function &function = module.functions[i];
    SourceRange at;
    forEachExprIn(function.body, [&](const ir::Expr &expr) {
      const auto *call = std::get_if<ir::CallFunction>(&expr.node);
      if (!call || recursive[i])
        return;
      const ir::Function &callee = module.functions[call->function];
      recursive[i] = callee.isRecursive ? &callee : recursive[call->function];
      at = expr.range;
    });
    if (function.isKernel && recursive[i] && meets[i])
      diagnostics.emit(at, diag::RecursionApart, recursive[i]->name,
                       function.name);
  }
}

} // namespace

bool fitsArch(const ir::Module &module, const Arch &arch,
              Diagnostics &diagnostics) {
  warnOfRecursion(module, diagnostics);
  bool fits = true;
  SourceRange reported;
  auto need = [&](SourceRange range, const std::string &what, unsigned least) {
    // What the checker makes several calls of is reported once.
    bool isRepeated = range.source && range.begin == reported.begin &&
                      range.end == reported.end;
    if (smNumber(arch) >= least || isRepeated)
      return;
    reported = range;
    diagnostics.emit(range, diag::NeedsArch, what,
                     "sm_" + std::to_string(least), std::string(arch.name));
    fits = false;
  };
  for (const ir::Function &function : module.functions) {
    if (function.clusterDims[0])
      need(function.range, "cluster_dims", 90);
    forEachExprIn(function.body, [&](const ir::Expr &expr) {
      if (const auto *call = std::get_if<ir::CallBuiltin>(&expr.node))
        need(expr.range, nameOf(*call), sinceOf(*call).sm);
    });
  }
  return fits;
}

bool hasFp8(const Arch &arch) { return smNumber(arch) >= 89; }

unsigned leastPtx(const ir::Module &module, const Arch &arch) {
  unsigned least = arch.minPtx;
  for (const ir::Function &function : module.functions)
    forEachExprIn(function.body, [&](const ir::Expr &expr) {
      if (const auto *call = std::get_if<ir::CallBuiltin>(&expr.node)) {
        least = std::max<unsigned>(least, sinceOf(*call).ptx);
        if (call->builtin == Builtin::Fp8Native && hasFp8(arch))
          least = std::max(least, 81u);
      }
    });
  return least;
}

bool fitsHost(const ir::Module &module, bool mayRaise,
              Diagnostics &diagnostics) {
  bool fits = true;
  auto refuse = [&](const ir::Expr &expr, const std::string &what) {
    diagnostics.emit(expr.range, diag::GpuOnly, what);
    fits = false;
  };
  for (const ir::Function &function : module.functions)
    if (function.isRecursive && mayRaise) {
      diagnostics.emit(function.range, diag::GpuOnly, function.name);
      fits = false;
    }
  for (const ir::Function &function : module.functions)
    forEachExprIn(function.body, [&](const ir::Expr &expr) {
      if (const auto *call = std::get_if<ir::CallLibdevice>(&expr.node)) {
        const LibdeviceInfo &row = libdeviceRows()[call->row];
        if (row.isGpuOnly)
          refuse(expr, std::string(libdevicePrefix) + std::string(row.name));
      } else if (const auto *builtin =
                     std::get_if<ir::CallBuiltin>(&expr.node)) {
        if (effectOf(builtin->builtin) == Effect::Anything)
          refuse(expr, std::string(builtinInfo(builtin->builtin).name));
      }
    });
  return fits;
}

} // namespace pyk2ptx
