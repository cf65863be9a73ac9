// A file without a kernel: which decorator was to make one.
#include "near_kernel.h"
#include "frontend/constants/library.h"
#include "frontend/parse/syntax_walk.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

namespace pyk2ptx {

using namespace syntax;

namespace {

/// "cuda.jit" of @cuda.jit and @cuda.jit(...); "" of other expressions.
std::string dottedOf(const Expr &expr) {
  if (const auto *call = std::get_if<Call>(&expr.node))
    return dottedOf(*call->callee);
  if (const auto *name = std::get_if<Name>(&expr.node))
    return name->id;
  const auto *access = std::get_if<Attribute>(&expr.node);
  std::string base = access ? dottedOf(*access->value) : "";
  return base.empty() ? "" : base + "." + access->name;
}

/// What the first name of it was imported as: "triton.jit"; "" where the file
/// makes the name itself.
std::string importedPath(const std::string &dotted, const Scope &file) {
  std::size_t end = std::min(dotted.find('.'), dotted.size());
  auto found = file.bindings.find(dotted.substr(0, end));
  if (found == file.bindings.end())
    return dotted;
  const Binding &binding = found->second.back();
  if (!isImport(binding) || binding.level != 0)
    return "";
  std::string module = binding.module;
  if (binding.kind == Binding::Kind::Member)
    module += "." + binding.name;
  return canonicalPath(module + dotted.substr(end));
}

bool isOtherLibrary(const std::string &path) {
  static constexpr std::string_view others[] = {
      "triton", "warp", "wp", "cupyx", "cupy", "taichi", "ti", "jax", "torch"};
  return path.find('.') != path.npos &&
         std::ranges::find(others, path.substr(0, path.find('.'))) !=
             std::end(others);
}

bool isOfHost(const std::string &path) {
  static constexpr std::string_view makers[] = {
      "numba.jit",         "numba.njit",    "numba.vectorize",
      "numba.guvectorize", "numba.stencil", "numba.cfunc"};
  return std::ranges::find(makers, path) != std::end(makers);
}

/// Why this decorator makes no kernel; "" where nothing says that it should.
std::string missOf(const Expr &decorator, const Scope &file) {
  std::string dotted = dottedOf(decorator);
  if (dotted.empty())
    return "";
  std::string root = dotted.substr(0, dotted.find('.'));
  bool isBound = file.bindings.contains(root);
  std::string path = importedPath(dotted, file);
  if (!isBound && root == "cuda")
    return "`cuda` is not imported; write `from numba import cuda`";
  if (!isBound && (dotted == "jit" || dotted == "njit"))
    return "`" + dotted +
           "` is not imported; write `from numba import cuda`, and `@cuda.jit`";
  if (path == "cuda")
    return "this is a module; write `@cuda.jit`";
  if (isOfHost(path))
    return "`@" + dotted +
           "` makes functions for the host, which kernels may "
           "call; write `@cuda.jit`";
  if (isOtherLibrary(path))
    return "`@" + dotted +
           "` is of another library, whose kernels are not compiled here";
  bool isNear = path.starts_with("cuda.") && path != "cuda.jit" &&
                !nearestName(path.substr(5), {"jit"}).empty();
  return isNear ? "did you mean `cuda.jit`?" : "";
}

/// What is said of a device function where there is no kernel besides.
std::string deviceOf(const Expr &decorator, const Scope &file) {
  const auto *call = std::get_if<Call>(&decorator.node);
  bool isDevice =
      call && importedPath(dottedOf(decorator), file) == "cuda.jit" &&
      std::ranges::any_of(call->keywords, [](const Keyword &keyword) {
        return keyword.name == "device";
      });
  return isDevice
             ? "with device=True it is called by kernels, and is none itself"
             : "";
}

using OnFunction = std::function<void(const FunctionDef &)>;
void forEachFunction(const Block &body, const OnFunction &visit) {
  for (const Stmt &stmt : body) {
    if (const auto *def = std::get_if<FunctionDef>(&stmt.node)) {
      visit(*def);
      forEachFunction(def->body, visit);
    } else if (const auto *made = std::get_if<ClassDef>(&stmt.node)) {
      forEachFunction(made->body, visit);
    } else {
      forEachPart(
          stmt, [](const Expr &) {},
          [&](const Block &inner) { forEachFunction(inner, visit); });
    }
  }
}

} // namespace

void tellNoKernel(const Module &module, const Scope &file,
                  Diagnostics &diagnostics) {
  DiagnosticNote note;
  for (auto *say : {missOf, deviceOf})
    forEachFunction(module.body, [&](const FunctionDef &def) {
      for (const ExprPtr &decorator : def.decorators)
        if (note.text.empty())
          note = {decorator->range, say(*decorator, file)};
    });
  bool isNear = !note.text.empty();
  Diagnostic &message = diagnostics.emit(
      isNear ? note.range : SourceRange{module.source, 0, 0}, diag::NoKernel);
  if (isNear)
    message.notes.push_back(note);
}

} // namespace pyk2ptx
