// The names that functions have in PTX and to linkers.
#ifndef PYK2PTX_FRONTEND_IR_SYMBOL_H
#define PYK2PTX_FRONTEND_IR_SYMBOL_H

#include <string>

namespace pyk2ptx {

/// The PTX name of a Python name. What PTX cannot spell becomes `$` and its
/// hexadecimal code; a name that means something to ptxas or to the code around
/// kernels gets a `$` behind it. (ptxas takes its own opcodes as names.)
std::string escapeName(const std::string &name);

/// Why a function that programs name as they like, for other compilers' code,
/// cannot have this name: it is no identifier (letters and digits of ASCII, `_`
/// and `$`), or escapeName would have changed it. libdevice's names are left
/// for those who declare what it defines. "" when it can.
std::string symbolProblem(const std::string &name);

} // namespace pyk2ptx

#endif
