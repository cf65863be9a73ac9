// find_kernels: which kernels a file declares.
#ifndef PYK2PTX_FRONTEND_KERNELS_FIND_KERNELS_H
#define PYK2PTX_FRONTEND_KERNELS_FIND_KERNELS_H

#include "frontend/evaluate/evaluate.h"
#include "frontend/messages/diagnostics.h"
#include "frontend/parse/source_loader.h"
#include "frontend/parse/syntax.h"

#include <string>
#include <vector>

namespace pyk2ptx {

/// A function that cuda.jit makes a kernel of.
struct DeclaredKernel {
  /// `k`, or `Class.k`.
  std::string name;
  FunctionValue function;
};

struct KernelsOfFile {
  std::vector<DeclaredKernel> kernels;
  /// What cuda.jit makes device functions.
  std::vector<FunctionValue> deviceFunctions;
};

/// In a file and the functions and classes in it, in their order. What
/// cuda.jit is told and cannot be read is reported.
[[nodiscard]] KernelsOfFile kernelsOf(const Scope &file, Evaluator &evaluator,
                                      Diagnostics &diagnostics);
/// The one that is called `name`, "" being all; reported where there is none.
[[nodiscard]] std::vector<DeclaredKernel>
onlyKernel(std::vector<DeclaredKernel> kernels, const std::string &name,
           Diagnostics &diagnostics);
/// Says that no kernel has this name, and which is meant.
void tellUnknownKernel(const std::string &name,
                       const std::vector<DeclaredKernel> &kernels,
                       Diagnostics &diagnostics);

/// A kernel as the file declares it, without checking its body.
struct KernelDeclaration {
  std::string name;
  std::vector<std::string> params;
  /// For each parameter its default value as an argument of `pyk2ptx run`, or
  /// "".
  std::vector<std::string> defaults;
  /// Whether the source states its types.
  bool typed = false;
  SourceRange range;
};
[[nodiscard]] std::vector<KernelDeclaration>
findKernels(const syntax::Module &module, Diagnostics &diagnostics,
            SourceLoader *loader = nullptr);

} // namespace pyk2ptx

#endif
