// What calls do to objects, as far as the names of libraries' functions and of
// methods tell. A name that is not here may do anything.
#ifndef PYK2PTX_FRONTEND_SCOPES_KNOWN_CALLS_H
#define PYK2PTX_FRONTEND_SCOPES_KNOWN_CALLS_H

#include <cstddef>
#include <string>

namespace pyk2ptx {

/// Whether what a function, or a method, of this name gives shares nothing with
/// what it is given, but for elements of containers.
bool makesNew(const std::string &name);
/// Of those that do: whether elements of what they make are the given ones.
bool copiesElements(const std::string &name);
/// `shape`, `size`: what an array tells of itself.
bool isNumberOfArray(const std::string &attribute);

/// Whether a method changes its object.
bool isChangingMethod(const std::string &name);
/// Whether it does nothing to its object, nor to what it is given.
bool isReadingMethod(const std::string &name);
/// Whether it is Python's own, a class of exceptions included.
bool isPythonFunction(const std::string &name);
/// Whether a module's functions change nothing but what changesArgument says.
bool isReadingModule(const std::string &module);
/// Whether a function of such a module, or of Python, by its dotted name
/// ("np.copyto"), may change the argument at `place`.
bool changesArgument(const std::string &path, std::size_t place);
/// The same of some argument, wherever it stands.
bool mayChangeArgument(const std::string &path);
/// Whether what it makes is called as a type is, or an object of a library that
/// kernels call: nothing is changed.
bool makesCallable(const std::string &path);
/// Whether it calls what it is given, with parts of the other arguments.
bool callsArgument(const std::string &path);

} // namespace pyk2ptx

#endif
