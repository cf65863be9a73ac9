// The JIT's C API. A handle's program may still change between launches; what
// is compiled belongs to a JitFunction, and a change begins a new one.
#include "cuda_tools.h"
#include "runtime/c_api_internal.h"

#include <pyk2ptx/jit.h>
#include <pyk2ptx_jit.h>

#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

struct Pyk2ptxJit {
  std::mutex mutex;
  pyk2ptx::CapturedProgram program;
  pyk2ptx::JitSettings settings;
  std::optional<pyk2ptx::JitFunction> function;
};
struct Pyk2ptxUnit {
  std::shared_ptr<const pyk2ptx::JitUnit> unit;
};

namespace {

using pyk2ptx::CapturedValue;
using pyk2ptx::Error;
using pyk2ptx::JitDevice;
using pyk2ptx::JitFunction;
using pyk2ptx::JitSettings;
using pyk2ptx::Result;
using pyk2ptx::c_api::missing;

std::string &lastReport() {
  static thread_local std::string report;
  return report;
}

int fail(const Error &error) {
  int status = pyk2ptx::c_api::fail(error);
  lastReport().clear();
  if (error.name == "CompileError")
    return PYK2PTX_COMPILE_ERROR;
  if (error.name != "CheckError")
    return status;
  lastReport() = error.detail;
  return PYK2PTX_CHECK_FAILED;
}

/// What the caller knows of the structure; the rest is usual.
Result<JitSettings> settingsOf(const Pyk2ptxJitOptions *given) {
  JitSettings settings;
  if (!given)
    return settings;
  Pyk2ptxJitOptions options = {};
  if (given->size < sizeof(options.size) || given->size > sizeof(options))
    return Error::make("ValueError",
                       "Pyk2ptxJitOptions::size is not the structure's size");
  std::memcpy(&options, given, given->size);
  if (options.bounds < PYK2PTX_BOUNDS_GUARD ||
      options.bounds > PYK2PTX_BOUNDS_NONE)
    return Error::make("ValueError", "Pyk2ptxJitOptions::bounds is none of "
                                     "PYK2PTX_BOUNDS_...");
  settings.bounds = static_cast<pyk2ptx::BoundsMode>(options.bounds);
  settings.debug = options.debug != 0;
  settings.lineInfo = options.lineInfo != 0;
  settings.fastMath = options.fastMath != 0;
  settings.noAlias = options.noAlias != 0;
  settings.typing = options.numbaTyping != 0 ? "numba" : "python";
  settings.maxRegisters = options.maxRegisters;
  settings.maxThreads = options.maxThreads;
  settings.minBlocks = options.minBlocks;
  settings.checks.bounds = (options.checks & PYK2PTX_CHECK_BOUNDS) != 0;
  settings.checks.races = (options.checks & PYK2PTX_CHECK_RACES) != 0;
  settings.checks.barriers = (options.checks & PYK2PTX_CHECK_BARRIERS) != 0;
  settings.checks.uninit = (options.checks & PYK2PTX_CHECK_UNINIT) != 0;
  settings.useCache = options.noCache == 0;
  settings.cacheFolder = options.cacheFolder ? options.cacheFolder : "";
  settings.libdevice = options.libdevice ? options.libdevice : "";
  for (std::size_t i = 0; i < options.importFolderCount; ++i) {
    if (!options.importFolders || !options.importFolders[i])
      return Error::make("ValueError",
                         "Pyk2ptxJitOptions::importFolders has a null pointer");
    settings.importFolders.push_back(options.importFolders[i]);
  }
  return settings;
}

int define(Pyk2ptxJit *jit, const char *name, CapturedValue value) {
  if (!jit || !name)
    return missing("jit or name");
  std::lock_guard lock(jit->mutex);
  jit->program.functions[0].names[name] = std::move(value);
  jit->function.reset();
  return PYK2PTX_OK;
}

JitFunction functionOf(Pyk2ptxJit &jit) {
  std::lock_guard lock(jit.mutex);
  if (!jit.function)
    jit.function.emplace(jit.program, jit.settings);
  return *jit.function;
}

JitDevice deviceOf(const Pyk2ptxDevice *device) {
  return device ? JitDevice(device->device) : JitDevice::cpu();
}

} // namespace

int pyk2ptxJitApiVersion() { return PYK2PTX_JIT_API_VERSION; }

static int create(const std::string &text, const char *name,
                  const Pyk2ptxJitOptions *options, Pyk2ptxJit **jit) {
  Result<JitSettings> settings = settingsOf(options);
  if (!settings)
    return fail(settings.error());
  auto *made = new Pyk2ptxJit;
  made->settings = std::move(*settings);
  pyk2ptx::CapturedFunction &function = made->program.functions.emplace_back();
  function.form = pyk2ptx::CapturedFunction::Form::File;
  function.text = text;
  function.name = name;
  *jit = made;
  return PYK2PTX_OK;
}

int pyk2ptxJitCreate(const char *text, const char *file, const char *name,
                     const Pyk2ptxJitOptions *options, Pyk2ptxJit **jit) {
  if (!text || !name || !jit)
    return missing("text, name or jit");
  int status = create(text, name, options, jit);
  if (status == PYK2PTX_OK && file)
    (*jit)->program.functions[0].file = file;
  return status;
}

int pyk2ptxJitCreateFromFile(const char *path, const char *name,
                             const Pyk2ptxJitOptions *options,
                             Pyk2ptxJit **jit) {
  if (!path || !name || !jit)
    return missing("path, name or jit");
  Result<std::string> text = pyk2ptx::readWholeFile(path);
  if (!text)
    return fail(text.error());
  int status = create(*text, name, options, jit);
  if (status == PYK2PTX_OK)
    (*jit)->program.functions[0].file = (*jit)->program.functions[0].path =
        path;
  return status;
}

void pyk2ptxJitDestroy(Pyk2ptxJit *jit) { delete jit; }

int pyk2ptxJitDefineInt(Pyk2ptxJit *jit, const char *name, int64_t value) {
  return define(jit, name, CapturedValue::integer(value));
}

int pyk2ptxJitDefineFloat(Pyk2ptxJit *jit, const char *name, double value) {
  return define(jit, name, CapturedValue::number(value));
}

int pyk2ptxJitDefineText(Pyk2ptxJit *jit, const char *name, const char *value) {
  return value ? define(jit, name, CapturedValue::string(value))
               : missing("value");
}

int pyk2ptxJitPrepare(Pyk2ptxJit *jit, const Pyk2ptxDevice *device,
                      const char *types) {
  if (!jit || !types)
    return missing("jit or types");
  Result<pyk2ptx::JitKernel> kernel =
      functionOf(*jit).specialize(deviceOf(device), types);
  return kernel ? PYK2PTX_OK : fail(kernel.error());
}

int pyk2ptxJitLaunch(Pyk2ptxJit *jit, const Pyk2ptxDevice *device,
                     const Pyk2ptxStream *stream, const Pyk2ptxLaunch *launch,
                     const Pyk2ptxArgument *arguments, size_t count) {
  if (!jit || !launch || (!arguments && count))
    return missing("jit, launch or arguments");
  pyk2ptx::c_api::Launch stated;
  if (Result<void> read = stated.read(*launch, arguments, count); !read)
    return fail(read.error());
  Result<void> done = functionOf(*jit).launchArguments(
      deviceOf(device), stated.config, stated.arguments(),
      stream ? &stream->stream : nullptr);
  return done ? PYK2PTX_OK : fail(done.error());
}

const char *pyk2ptxJitReport() { return lastReport().c_str(); }

int pyk2ptxJitCompile(Pyk2ptxJit *jit, const char *arch, const char *types,
                      Pyk2ptxUnit **unit) {
  if (!jit || !arch || !types || !unit)
    return missing("jit, arch, types or unit");
  pyk2ptx::CapturedProgram program;
  {
    std::lock_guard lock(jit->mutex);
    program = jit->program;
  }
  program.types = types;
  std::shared_ptr<const pyk2ptx::JitUnit> made =
      pyk2ptx::compileCached(program, arch, jit->settings);
  if (!made->valid)
    return fail(made->error());
  *unit = new Pyk2ptxUnit{std::move(made)};
  return PYK2PTX_OK;
}

void pyk2ptxUnitDestroy(Pyk2ptxUnit *unit) { delete unit; }

const char *pyk2ptxUnitPtx(const Pyk2ptxUnit *unit) {
  return unit ? unit->unit->ptx.c_str() : "";
}

const char *pyk2ptxUnitReport(const Pyk2ptxUnit *unit) {
  return unit ? unit->unit->report.text.c_str() : "";
}

int pyk2ptxUnitIsFromDisk(const Pyk2ptxUnit *unit) {
  return unit && unit->unit->fromDisk ? 1 : 0;
}
