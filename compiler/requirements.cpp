// The least architecture of a builtin is a row here, and the PTX ISA that first
// had it there; what has none runs on every GPU. The CPU device has all of
// them, but for what only a GPU can do.
#include "requirements.h"

#include "../frontend/ir_walk.h"
#include "../frontend/libdevice.h"

#include <algorithm>
#include <string>

namespace pyk2ptx {

namespace {

/// The least sm and PTX ISA of these builtins.
struct Requirement {
  Builtin first, last;
  unsigned sm, ptx;
};

constexpr Requirement requirements[] = {
    {Builtin::ClusterIdxX, Builtin::ClusterSize, 90, 78},
    {Builtin::ClusterArrive, Builtin::MapSharedRank, 90, 78},
    {Builtin::MbarrierInit, Builtin::MbarrierArrive, 80, 70},
    {Builtin::MbarrierArriveExpectTx, Builtin::MbarrierArriveExpectTx, 90, 80},
    {Builtin::MbarrierTestWait, Builtin::MbarrierTestWait, 80, 70},
    {Builtin::MbarrierTestWaitParity, Builtin::MbarrierTestWaitParity, 80, 71},
    {Builtin::MbarrierTryWaitParity, Builtin::MbarrierTryWaitParity, 90, 78},
    {Builtin::MbarrierWait, Builtin::MbarrierWaitParity, 80, 71},
    {Builtin::FenceMbarrierInit, Builtin::FenceMbarrierInit, 90, 80},
    {Builtin::CpAsync, Builtin::CpAsyncWaitAll, 80, 70},
    {Builtin::CpAsyncBulk, Builtin::CpAsyncBulk, 90, 80},
    {Builtin::LdMatrix, Builtin::LdMatrix, 75, 65},
    {Builtin::MmaSync, Builtin::MmaSync, 80, 70},
};

Requirement requirementOf(Builtin builtin) {
  for (const Requirement &row : requirements)
    if (builtin >= row.first && builtin <= row.last)
      return row;
  return {builtin, builtin, 0, 0};
}

} // namespace

bool fitsArch(const ir::Module &module, const Arch &arch,
              Diagnostics &diagnostics) {
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
        need(expr.range, std::string(builtinInfo(call->builtin).name),
             requirementOf(call->builtin).sm);
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
        least = std::max(least, requirementOf(call->builtin).ptx);
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
