// lower: typed kernel IR -> LLVM IR, for the GPU or for the host's CPU.
#ifndef PYK2PTX_COMPILER_LOWER_LOWER_H
#define PYK2PTX_COMPILER_LOWER_LOWER_H

#include "compiler/target/host_sites.h"
#include "compiler/target/target.h"
#include "frontend/ir/ir.h"

#include <pyk2ptx/compile.h>

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace pyk2ptx {

struct LowerOptions {
  /// DILocations for every statement and call.
  bool lineInfo = false;
  /// Also variables and their types (-G).
  bool debugInfo = false;
  /// Fast math may contract a * b + c across statements.
  bool fmad = true;
  /// An integer's division by zero and a range's step of zero are reported.
  bool debug = false;
  Optimizations optimizations = {};
  /// Host: what is watched, and every kernel is a coroutine if so or
  /// `coroutines`. `hostSites` is null where nothing is.
  HostChecks checks = {};
  bool coroutines = false;
  bool coverage = false;
  bool trace = false;
  HostSites *hostSites = nullptr;
  /// GPU: variables stay in memory.
  bool isPlain = false;
};

/// Cannot fail: check has rejected everything. `sites` receives the places that
/// may report (Bounds::Raise), numbered as Report::site counts them. The data
/// layout and triple are those of `machine`.
///
/// GPU: each kernel is an entry `symbol` with the parameters of abi.h.
/// Host: each kernel is `void symbol.block(ptr params, ptr block)`, which runs
/// all threads of one block; `params` is the packed parameter block of the same
/// ABI, `block` a HostBlock (host_abi.h). A kernel without barriers, or whose
/// threads go from barrier to barrier together (thread_loops.h), is loops over
/// its threads; with other barriers it is a coroutine (llvm.coro, switched
/// resume) `ptr symbol.thread(ptr params, ptr block, i32 x, i32 y, i32 z)` and
/// symbol.block hands it to pyk2ptx_host_run_threads.
std::unique_ptr<llvm::Module>
lower(const ir::Module &module, const Target &target,
      const LowerOptions &options, llvm::TargetMachine &machine,
      llvm::LLVMContext &context, std::vector<ReportSite> &sites);

/// The ABI facts of one kernel: arguments, parameters, shared memory. `bounds`
/// and `typing` are left at their defaults.
KernelInfo describeKernel(const ir::Module &module, const ir::Function &kernel);

} // namespace pyk2ptx

#endif
