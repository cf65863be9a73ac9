// kernel_signatures: the types that a kernel is compiled for.
#ifndef PYK2PTX_FRONTEND_KERNELS_KERNEL_SIGNATURES_H
#define PYK2PTX_FRONTEND_KERNELS_KERNEL_SIGNATURES_H

#include "find_kernels.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pyk2ptx {

/// The name that a --sig or --export is for, `k` or `Class.k`; "" if none.
[[nodiscard]] std::string dottedName(const syntax::Expr &expr);

/// The types of a --sig, a call in `source`. An argument that names a function
/// of the file is one of None's type, and noted; a class of the file is the
/// type of its instances. Unknown, or a Signature.
[[nodiscard]] Value readSignature(const Source &source,
                                  const syntax::Expr &expr, const Scope &scope,
                                  Evaluator &evaluator, SignatureTypes &result);
/// What --sig gives kernels whose source states nothing, by their names. What
/// cannot be read, is of no kernel or says something else than the source is
/// reported.
[[nodiscard]] std::map<std::string, std::vector<SignatureTypes>>
givenSignatures(const std::vector<std::string> &texts,
                const std::vector<DeclaredKernel> &kernels, const Scope &file,
                Evaluator &evaluator, Diagnostics &diagnostics);

/// The type of a parameter's annotation; Unknown when it has none that is one.
[[nodiscard]] Value annotatedType(const syntax::Parameter &param,
                                  const Scope &scope, Evaluator &evaluator);
/// Types from annotations, if every parameter has one that is a type.
[[nodiscard]] std::optional<SignatureTypes>
annotatedTypes(const syntax::FunctionDef &def, const Scope &scope,
               Evaluator &evaluator);
/// What the source states; a function without parameters needs nothing stated.
[[nodiscard]] std::vector<SignatureTypes>
statedSignatures(const FunctionValue &function, Evaluator &evaluator);

/// Whether a kernel may have these types: as many as its parameters, and no
/// result. Reported if not.
[[nodiscard]] bool fitsKernel(const SignatureTypes &signature,
                              const DeclaredKernel &kernel,
                              Diagnostics &diagnostics);

/// The --sig that a user could write for a kernel without types, of what its
/// parameters are used for (signature_hint.cpp).
[[nodiscard]] std::string signatureHint(const FunctionValue &function,
                                        const std::string &name,
                                        Evaluator &evaluator);

} // namespace pyk2ptx

#endif
