// Which name was meant: first what is the same but for its module, its case or
// how its words are joined, then the least misspelling.
#include "near_names.h"
#include "frontend/tables/libdevice.h"
#include "frontend/tables/refused.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace pyk2ptx {

namespace {

struct Meant {
  std::string_view name, meant;
};
constexpr Meant meantNames[] = {
#define MEANT(name, meant) {name, meant},
#include "frontend/tables/meant.def"
#undef MEANT
};

constexpr std::string_view constantNames[] = {
#define CONSTANT(path, value) path,
#define INTEGER(path, value) path,
#include "frontend/tables/named_constants.def"
#undef CONSTANT
#undef INTEGER
};

constexpr const char *dtypeNames[] = {
    "bool_",   "int8",    "int16",     "int32",     "int64",
    "uint8",   "uint16",  "uint32",    "uint64",    "float16",
    "float32", "float64", "complex64", "complex128"};

/// What users may write of the libraries, those of libdevice last.
const std::vector<std::string> &publicNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    // A private name is the prelude's own.
    for (const BuiltinInfo &row : allBuiltins())
      if (row.name.find("._") == row.name.npos)
        result.emplace_back(row.name);
    for (std::string_view name : builtinAliases())
      result.emplace_back(name);
    for (std::string_view name : constantNames)
      result.emplace_back(name);
    for (const char *name : dtypeNames)
      result.push_back(std::string("np.") + name);
    for (const LibdeviceInfo &row : libdeviceRows())
      result.push_back(std::string(libdevicePrefix) + std::string(row.name));
    return result;
  }();
  return names;
}

/// Without case, dots and underscores: "cuda.atomicAdd" is "cuda.atomic.add".
std::string joined(std::string_view name) {
  std::string result;
  for (char c : name)
    if (c != '.' && c != '_')
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

bool isPublic(const std::string &name) {
  const std::vector<std::string> &names = publicNames();
  return std::ranges::find(names, name) != names.end() ||
         hasPublicNamesIn(name);
}

std::string meantName(std::string_view name) {
  for (const Meant &row : meantNames)
    if (row.name == name)
      return std::string(row.meant);
  return "";
}

/// The name in one of these modules ("" and those that end with a dot).
template <std::size_t Size>
std::string nameIn(const char *const (&modules)[Size],
                   const std::string &name) {
  for (const char *module : modules)
    if (std::string path = module + name; isPublic(path))
      return path;
  return "";
}

/// The name that differs in its case or in how its words are joined.
std::string joinedAlike(const std::string &path) {
  std::string wanted = joined(path);
  // A module's name, of whose names one is.
  for (const std::string &name : publicNames()) {
    if (joined(name) == wanted)
      return name;
    for (std::size_t dot = name.find('.'); dot != name.npos;
         dot = name.find('.', dot + 1))
      if (dot == wanted.size() + std::ranges::count(name.substr(0, dot), '.') &&
          joined(name.substr(0, dot)) == wanted)
        return name.substr(0, dot);
  }
  return "";
}

/// "math.sqrt" of "sqrtf", which is C's for float32.
std::string ofSingle(const std::string &name) {
  static constexpr const char *modules[] = {"math.", ""};
  if (name.size() < 4 || name.back() != 'f')
    return "";
  return nameIn(modules, name.substr(0, name.size() - 1));
}

/// The names of a module that begin like this one; the shortest.
std::string longerThan(const std::string &path) {
  std::string best;
  std::size_t last = path.rfind('.') + 1;
  if (path.size() - last < 3)
    return "";
  for (const std::string &name : publicNames()) {
    bool isLonger = name.starts_with(path) && name[path.size()] == '_';
    if (isLonger && (best.empty() || name.size() < best.size()))
      best = name;
  }
  return best;
}

/// The least misspelling among the names of the same module.
std::string misspelt(const std::string &path) {
  std::size_t dot = path.rfind('.');
  std::string module = path.substr(0, dot + 1);
  std::vector<std::string> parts;
  for (const std::string &name : publicNames())
    if (name.starts_with(module))
      parts.push_back(name.substr(module.size(), name.find('.', module.size()) -
                                                     module.size()));
  std::string near = nearestName(path.substr(dot + 1), parts);
  return near.empty() ? "" : module + near;
}

std::string instead(const std::string &what) {
  const char *thing = nearestThing(what);
  return thing ? std::string("; ") + thing : "";
}

/// Where a name is that is the same in another module than `path`'s.
std::string elsewhere(const std::string &path, const std::string &last) {
  static constexpr const char *modules[] = {
      "", "math.", "cuda.", "cuda.atomic.", "np.", "cuda.libdevice."};
  if (last.size() < 2)
    return "";
  for (const char *module : modules)
    if (std::string other = module + last; other != path) {
      if (isPublic(other))
        return didYouMean(other);
      if (std::string other = module + last;
          module == std::string_view("cuda."))
        if (std::string text = instead(other); !text.empty())
          return text;
    }
  return "";
}

/// The import that is missing; "" where none is.
std::string importOf(Emitter &e, const std::string &name) {
  if (name == "np" || name == "numpy")
    return "; import it: `import numpy as np`";
  if (name == "math" || name == "cmath" || name == "operator")
    return "; import it: `import " + name + "`";
  if (name == "cuda")
    return "; import it: `from numba import cuda`";
  if (e.evaluator().libraryValue("numba." + name).kind != Value::Kind::Type ||
      name.size() < 3)
    return "";
  bool isNumpys =
      e.evaluator().libraryValue("np." + name).kind == Value::Kind::Type;
  return "; import it, `from numba import " + name + "`" +
         (isNumpys ? ", or write `np." + name + "`" : "");
}

/// A function of CUDA C++: threadIdx, __syncthreads, atomicAdd.
std::string ofCuda(const std::string &name) {
  std::string plain =
      name.substr(std::min(name.find_first_not_of('_'), name.size()));
  if (std::string text = instead("cuda." + plain); !text.empty())
    return text;
  std::string path = joinedAlike("cuda." + plain);
  if (path.starts_with("cuda.atomic."))
    return "; use " + path + "(array, index, " +
           (path == "cuda.atomic.cas" ? "old, value)" : "value)");
  return didYouMean(path);
}

} // namespace

std::string didYouMean(const std::string &nearest) {
  return nearest.empty() ? "" : "; did you mean `" + nearest + "`?";
}

bool hasPublicNamesIn(const std::string &path) {
  // Asked of every part of every name, so all of them are found once.
  static const std::unordered_set<std::string> paths = [] {
    std::unordered_set<std::string> result;
    for (const std::string &name : publicNames())
      if (!name.starts_with(libdevicePrefix))
        for (std::size_t dot = name.find('.'); dot != name.npos;
             dot = name.find('.', dot + 1))
          result.insert(name.substr(0, dot));
    return result;
  }();
  return paths.contains(path);
}

std::string meantByName(Emitter &e, const std::string &name,
                        const std::vector<std::string> &visible) {
  static constexpr const char *others[] = {"np.", "cuda.libdevice."};
  if (name.size() < 2 || name.size() > 100)
    return didYouMean(nearestName(name, visible));
  if (std::string meant = meantName(name); !meant.empty())
    return didYouMean(meant);
  if (std::string text = importOf(e, name); !text.empty())
    return text;
  if (std::string text = ofCuda(name); !text.empty())
    return text;
  if (std::string path = "math." + name; isPublic(path))
    return didYouMean(path);
  if (std::string text = instead("math." + name); !text.empty())
    return text;
  if (std::string path = ofSingle(name); !path.empty())
    return didYouMean(path);
  if (std::string near = nearestName(name, visible); !near.empty())
    return didYouMean(near);
  if (std::string path = nameIn(others, name); !path.empty())
    return didYouMean(path);
  // __expf
  if (name.starts_with("__") && libdeviceByName("fast_" + name.substr(2)))
    return didYouMean(std::string(libdevicePrefix) + "fast_" + name.substr(2));
  return didYouMean(misspelt("cuda." + name));
}

std::string meantByPath(const std::string &path) {
  if (std::string text = instead(path); !text.empty() || path.size() > 200)
    return text;
  std::string last = path.substr(path.rfind('.') + 1);
  if (std::string sync = path + "_sync"; isPublic(sync))
    return didYouMean(sync);
  if (std::string longer = longerThan(path); !longer.empty())
    return didYouMean(longer);
  std::string module = path.substr(0, path.size() - last.size());
  if (module == "math.")
    if (std::string plain = ofSingle(last); !plain.empty())
      return didYouMean(plain);
  // threadIdx.w
  if (last.size() == 1 && isPublic(module + "x"))
    return didYouMean(module + "x");
  if (std::string text = elsewhere(path, last); !text.empty())
    return text;
  if (std::string alike = joinedAlike(path); !alike.empty())
    return didYouMean(alike);
  if (std::string meant = meantName(last); !meant.empty())
    return didYouMean(meant);
  if (std::string near = misspelt(path); !near.empty())
    return didYouMean(near);
  return didYouMean(ofSingle(last));
}

} // namespace pyk2ptx
