// Imports of project files, followed as source: the file is parsed, its names
// are looked up as the importing file's are, and nothing of it is executed. A
// file that cannot be read matters only to a kernel that needs a name from it,
// so what is wrong with it is kept with the module.
#include "evaluate.h"

#include "frontend/parse/parse.h"
#include "frontend/tables/builtins.h"
#include "prelude.h"

#include <algorithm>

namespace pyk2ptx {

ImportedModule::ImportedModule() = default;
ImportedModule::~ImportedModule() = default;

/// "..a.b" as the source has it.
static std::string spelled(int level, const std::string &module) {
  return std::string(static_cast<std::size_t>(level), '.') + module;
}

static void parseModule(const LoadedSource &loaded, ImportedModule &module) {
  module.problem = loaded.problem;
  module.place = loaded.place;
  if (!loaded.source || !loaded.problem.empty())
    return;
  Diagnostics messages;
  std::optional<syntax::Module> tree = parse(*loaded.source, messages);
  if (!tree) {
    module.problem = "it is not valid Python";
    for (const Diagnostic &message : messages.all())
      if (message.severity == Severity::Error) {
        module.problem = message.text;
        module.place = message.range;
        break;
      }
    return;
  }
  module.tree = std::move(*tree);
  module.scope = makeScope(module.tree);
}

Value Evaluator::libraryValue(const std::string &dotted) {
  Value value = pathValue(dotted);
  constexpr std::string_view prefix = "cuda.random.";
  if (value.kind != Value::Kind::Path ||
      value.text.compare(0, prefix.size(), prefix) != 0)
    return value;
  const Scope &random = preludeScope("numba_random");
  std::string name = value.text.substr(prefix.size());
  return random.bindings.contains(name) ? lookup(name, random) : value;
}

std::shared_ptr<const ImportedModule>
Evaluator::loadModule(const Source &importer, int level,
                      const std::string &name) {
  ModuleKey key{&importer, level, name};
  auto known = modules_.find(key);
  if (known != modules_.end())
    return known->second;
  LoadedSource loaded = loader_->load(importer, level, name);
  std::shared_ptr<const ImportedModule> &result = modules_[key];
  if (!loaded.source && !loaded.isFolder && loaded.problem.empty())
    return result;
  if (loaded.source) {
    // One scope for a file, however it was reached.
    auto file = files_.find(loaded.source);
    if (file != files_.end()) {
      // Messages have the name that says where it is.
      if (level == 0 && file->second->level > 0) {
        file->second->importer = &importer;
        file->second->level = level;
        file->second->name = name;
      }
      return result = file->second;
    }
  }
  auto module = std::make_shared<ImportedModule>();
  module->importer = &importer;
  module->level = level;
  module->name = name;
  parseModule(loaded, *module);
  if (module->scope)
    addFile(*module->scope);
  if (loaded.source)
    files_[loaded.source] = module;
  return result = module;
}

Value Evaluator::moduleValue(
    const std::shared_ptr<const ImportedModule> &module, SourceRange range) {
  Value value;
  value.module = module;
  value.range = range;
  value.text = spelled(module->level, module->name);
  value.kind =
      module->problem.empty() ? Value::Kind::Module : Value::Kind::Unknown;
  return value;
}

/// An Unknown for a module that is nowhere.
static Value notFound(const Source &importer, const Binding &binding) {
  auto module = std::make_shared<ImportedModule>();
  module->importer = &importer;
  module->level = binding.level;
  module->name = binding.module;
  module->problem = "no such file beside this one or in an -I folder";
  Value value = Value::unknown(binding.range, "");
  value.module = std::move(module);
  return value;
}

Value Evaluator::importValue(const Binding &binding) {
  std::string path = binding.module;
  if (!binding.name.empty())
    path += "." + binding.name;
  bool library = binding.level == 0 && isLibrary(binding.module);
  if (library || !loader_ || !binding.range.source)
    return libraryValue(spelled(binding.level, path));
  const Source &importer = *binding.range.source;
  std::shared_ptr<const ImportedModule> module =
      loadModule(importer, binding.level, binding.module);
  if (!module)
    return notFound(importer, binding);
  if (binding.kind == Binding::Kind::Module || !module->problem.empty())
    return moduleValue(module, binding.range);
  return memberOf(module, binding.name, binding.range);
}

/// A file that nobody asks for anything may set what others have.
void Evaluator::loadImports() {
  if (!loader_)
    return;
  for (const Scope *file : stores_) {
    if (!importing_.insert(file).second)
      continue;
    for (const auto &[name, bindings] : file->bindings)
      for (const Binding &binding : bindings)
        if (isImport(binding) && binding.range.source &&
            !(binding.level == 0 && isLibrary(binding.module)))
          (void)loadModule(*binding.range.source, binding.level,
                           binding.module);
  }
}

bool Evaluator::isChangedOutside(
    const std::shared_ptr<const ImportedModule> &module,
    const std::string &name) {
  auto isIt = [&](const Binding &binding, const std::string &bound) {
    bool isFile = isImport(binding) && binding.range.source && loader_ &&
                  !(binding.level == 0 && isLibrary(binding.module));
    bool isMember = binding.kind == Binding::Kind::Member;
    return isFile && (!isMember || binding.name == name || bound == name) &&
           loadModule(*binding.range.source, binding.level, binding.module) ==
               module;
  };
  for (const Scope *file : stores_)
    for (const auto &[scope, bound] : file->importedChanges) {
      auto found = scope->bindings.find(bound);
      if (found == scope->bindings.end())
        found = scope->bindings.find("*");
      if (found != scope->bindings.end() &&
          std::ranges::any_of(found->second, [&](const Binding &binding) {
            return isIt(binding, bound);
          }))
        return true;
    }
  return false;
}

Value Evaluator::memberOf(const std::shared_ptr<const ImportedModule> &module,
                          const std::string &name, SourceRange range) {
  return unlessChangedOutside(module, name, memberItself(module, name, range),
                              range);
}

Value Evaluator::unlessChangedOutside(
    const std::shared_ptr<const ImportedModule> &module,
    const std::string &name, const Value &value, SourceRange range) {
  loadImports();
  std::optional<SourceRange> place = storeOf(moduleValue(module, range), name);
  if (!place && isMutable(value) && isChangedOutside(module, name))
    place = range;
  return place ? Value::unknown(
                     *place, "`" + name + "` is changed while the program runs")
               : value;
}

std::shared_ptr<const ImportedModule>
Evaluator::moduleOf(const Scope &file) const {
  for (const auto &[source, module] : files_)
    if (module->scope.get() == &file)
      return module;
  return nullptr;
}

Value Evaluator::memberItself(
    const std::shared_ptr<const ImportedModule> &module,
    const std::string &name, SourceRange range) {
  if (module->scope) {
    // `from . import a` in a package is the submodule, not the name it binds.
    if (module->scope->bindings.contains(name) &&
        !runningOf({module->scope.get(), name}))
      return lookup(name, *module->scope);
    Value starred = starImported(name, *module->scope);
    if (starred.kind != Value::Kind::Missing)
      return starred;
  }
  std::string path = module->name.empty() ? name : module->name + "." + name;
  if (auto inner = loadModule(*module->importer, module->level, path))
    return moduleValue(inner, range);
  if (module->scope && module->scope->bindings.contains(name))
    return lookup(name, *module->scope);
  return Value::unknown(range, "module `" +
                                   spelled(module->level, module->name) +
                                   "` has no `" + name + "`");
}

/// `from math import *`, `from .constants import *`
Value Evaluator::starImported(const std::string &name, const Scope &scope) {
  auto found = scope.bindings.find("*");
  Value result = Value::missing();
  if (found == scope.bindings.end() || name == "*")
    return result;
  if (!starProgress_.insert({&scope, name}).second) {
    // What comes of it depends on what is looked for.
    dependsOn_ = 0;
    return result;
  }
  for (const Binding &binding : found->second) {
    bool library = binding.level == 0 && isLibrary(binding.module);
    if (library || !loader_ || !binding.range.source) {
      Value value =
          libraryValue(spelled(binding.level, binding.module) + "." + name);
      if (value.isKnown() &&
          (value.kind != Value::Kind::Path || builtinByName(value.text)))
        result = value;
      continue;
    }
    const Source &importer = *binding.range.source;
    auto module = loadModule(importer, binding.level, binding.module);
    if (!module || !module->problem.empty()) {
      if (!result.isKnown())
        result = module ? moduleValue(module, binding.range)
                        : notFound(importer, binding);
      continue;
    }
    if (!module->scope || name[0] == '_')
      continue;
    if (module->scope->bindings.contains(name)) {
      result = memberOf(module, name, binding.range);
    } else {
      Value inner = starImported(name, *module->scope);
      if (inner.kind != Value::Kind::Missing && !result.isKnown())
        result = inner;
    }
  }
  starProgress_.erase({&scope, name});
  return result;
}

/// `try: from numba import cuda`, `except ImportError: cuda = None`: a kernel
/// means what is imported, however the program does without it. Else `last`.
const Binding &Evaluator::importAmong(const std::vector<Binding> &bindings,
                                      const Binding &last) {
  for (const Binding &binding : bindings) {
    bool isImport = binding.kind == Binding::Kind::Module ||
                    binding.kind == Binding::Kind::Member;
    if (!isImport)
      continue;
    if (binding.level == 0 && isLibrary(binding.module)) {
      std::string path = canonicalPath(
          binding.name.empty() ? binding.module
                               : binding.module + "." + binding.name);
      path = path.substr(0, path.find('.'));
      if (path == "cuda" || path == "numba" || path == "np" || path == "math")
        return binding;
    } else if (loader_ && binding.range.source) {
      auto module =
          loadModule(*binding.range.source, binding.level, binding.module);
      if (module && module->problem.empty())
        return binding;
    }
  }
  return last;
}

} // namespace pyk2ptx
