// pyk2ptx lsp: a language server for files with kernels, on standard input and
// output.
#ifndef PYK2PTX_TOOLS_LSP_LSP_H
#define PYK2PTX_TOOLS_LSP_LSP_H

namespace pyk2ptx {

/// The exit status is that of the protocol: 0 after shutdown and exit, else 1.
[[nodiscard]] int lspCommand(int argc, const char *const *argv);

} // namespace pyk2ptx

#endif
