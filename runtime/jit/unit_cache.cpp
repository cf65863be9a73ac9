// Units by a hash of everything that they depend on. What is forgotten here is
// a stale kernel later, so structures are taken apart by all their members: one
// more, and this does not compile.
//
// Files that a kernel turned out to need (libdevice, link=) are not known
// before it is compiled. Their identities stand in the entry and are compared
// when it is read.
#include "unit_cache.h"

#include "compiler/backend/libdevice.h"
#include "compiler/host_module.h"
#include "compiler/project_files.h"
#include "identity.h"
#include "jit_state.h"
#include "pack.h"

#include <pyk2ptx/abi.h>

#include <cstdlib>
#include <ctime>
#include <utility>

namespace pyk2ptx {

namespace {

void pack(Packer &packer, const CapturedValue &value) {
  const auto &[kind, low, high, real, imag, text, dtype, elements, names, shape,
               bytes, index] = value;
  packer.add(kind);
  packer.add(low);
  packer.add(high);
  packer.add(real);
  packer.add(imag);
  packer.add(text);
  packer.add(dtype);
  packer.addEach(elements,
                 [&](const CapturedValue &each) { pack(packer, each); });
  packer.addEach(names, [&](const std::string &each) { packer.add(each); });
  packer.addEach(shape, [&](std::int64_t each) { packer.add(each); });
  packer.add(std::string_view(reinterpret_cast<const char *>(bytes.data()),
                              bytes.size()));
  packer.add(index);
}

void pack(Packer &packer, const CapturedFunction &function) {
  const auto &[form, text, file, path, firstLine, name, names, typing,
               signatures, links, cluster] = function;
  packer.add(form);
  packer.add(text);
  packer.add(file);
  packer.add(path);
  packer.add(firstLine);
  packer.add(name);
  packer.addEach(names, [&](const auto &each) {
    packer.add(each.first);
    pack(packer, each.second);
  });
  packer.add(typing);
  packer.addEach(signatures,
                 [&](const std::string &each) { packer.add(each); });
  packer.addEach(links, [&](const std::string &each) { packer.add(each); });
  for (std::uint32_t dim : cluster)
    packer.add(dim);
}

void pack(Packer &packer, const std::optional<bool> &value) {
  packer.add(!value ? 2 : *value ? 1 : 0);
}

void pack(Packer &packer, const JitSettings &settings) {
  // Where it is kept changes nothing of what is kept.
  const auto &[optLevel, bounds, debug, lineInfo, debugInfo, fmad, fastMath,
               ftz, precDiv, precSqrt, typing, noAlias, facts, blockThreads,
               variants, maxRegisters, maxThreads, minBlocks, links,
               importFolders, libdevice, checks, keepIr, keepLlvm,
               keepOptimized, useCache, cacheFolder, cacheCubins] = settings;
  (void)useCache;
  (void)cacheFolder;
  (void)cacheCubins;
  (void)variants;
  const auto &[areApart, smallArrays, smallGrid, isLarge, alignment, block,
               perThread, lastExtents, sizeBits] = facts;
  const auto &[checkBounds, races, barriers, uninit] = checks;
  packer.add(optLevel);
  packer.add(bounds);
  for (bool flag : {debug, lineInfo, debugInfo, fmad, fastMath, noAlias,
                    checkBounds, races, barriers, uninit, keepIr, keepLlvm,
                    keepOptimized, smallArrays, areApart, smallGrid, isLarge})
    packer.add(flag);
  for (std::uint32_t number :
       {alignment, block[0], block[1], block[2], perThread})
    packer.add(number);
  for (std::uint8_t extent : lastExtents)
    packer.add(extent);
  for (std::uint8_t bits : sizeBits)
    packer.add(bits);
  for (const std::optional<bool> &choice : {ftz, precDiv, precSqrt})
    pack(packer, choice);
  packer.add(typing);
  packer.add(blockThreads);
  packer.add(maxRegisters);
  packer.add(maxThreads);
  packer.add(minBlocks);
  for (const std::vector<std::string> *paths : {&links, &importFolders})
    packer.addEach(*paths, [&](const std::string &each) { packer.add(each); });
  packer.add(libdevice);
}

void pack(Packer &packer, const JitPlace &place) {
  const auto &[file, line, column, endLine, endColumn] = place;
  packer.add(file);
  for (std::uint32_t number : {line, column, endLine, endColumn})
    packer.add(number);
}

void unpack(Unpacker &unpacker, JitPlace &place) {
  unpacker.take(place.file);
  for (std::uint32_t *number :
       {&place.line, &place.column, &place.endLine, &place.endColumn})
    unpacker.take(*number);
}

void pack(Packer &packer, const JitReport &report) {
  packer.add(report.text);
  packer.addEach(report.diagnostics, [&](const JitDiagnostic &each) {
    const auto &[severity, kind, text, place, notes] = each;
    packer.add(severity);
    packer.add(kind);
    packer.add(text);
    pack(packer, place);
    packer.addEach(notes, [&](const JitNote &note) {
      pack(packer, note.place);
      packer.add(note.text);
    });
  });
}

void unpack(Unpacker &unpacker, JitReport &report) {
  unpacker.take(report.text);
  unpacker.takeEach(report.diagnostics, [&](JitDiagnostic &each) {
    unpacker.take(each.severity);
    unpacker.take(each.kind);
    unpacker.take(each.text);
    unpack(unpacker, each.place);
    unpacker.takeEach(each.notes, [&](JitNote &note) {
      unpack(unpacker, note.place);
      unpacker.take(note.text);
    });
  });
}

/// What decided where imports led to.
void pack(Packer &packer, const ProjectFiles *imports) {
  static const ProjectFiles none({}, false);
  packer.addEach((imports ? *imports : none).seen(), [&](const auto &place) {
    packer.add(place.first);
    packer.add(place.second);
  });
}

bool leadAsBefore(Unpacker &unpacker) {
  bool isSame = true;
  std::vector<std::string> paths;
  unpacker.takeEach(paths, [&](std::string &path) {
    ProjectFiles::Place place = {};
    unpacker.take(path);
    unpacker.take(place);
    isSame = isSame && ProjectFiles::placeAt(path) == place;
  });
  return isSame;
}

void pack(Packer &packer, const HostObject &object) {
  const auto &[code, layout, info, libdevice] = object;
  packer.add(code);
  packer.add(layout);
  // A head has words only, and host code has no PTX version.
  ModuleInfo worded = info;
  worded.ptxIsa = "none";
  packer.add(writeHead(worded));
  packer.addEach(libdevice, [&](const std::string &each) { packer.add(each); });
}

HostObject unpackObject(Unpacker &unpacker) {
  HostObject object;
  std::string head, problem;
  unpacker.take(object.code);
  unpacker.take(object.layout);
  unpacker.take(head);
  unpacker.takeEach(object.libdevice,
                    [&](std::string &each) { unpacker.take(each); });
  if (!readHead(head, object.info, problem))
    object.code.clear();
  object.info.ptxIsa.clear();
  return object;
}

/// False when it cannot be loaded.
bool loadHost(HostObject object, JitUnit &unit) {
  if (object.code.empty())
    return false;
  Result<CpuModule> module = CpuModule::load(std::move(object));
  if (!module)
    return false;
  unit.info = module->info();
  unit.host = std::make_shared<const detail::HostUnit>(
      detail::HostUnit{{}, nullptr, std::move(*module)});
  return true;
}

} // namespace

std::optional<CacheKey> keyOf(const CapturedProgram &program,
                              const std::string &arch,
                              const JitSettings &settings) {
  if (buildIdentity().empty())
    return std::nullopt;
  Packer packer;
  packer.add("unit 2");
  packer.add(buildIdentity());
  packer.add(abiVersion);
  packer.add(arch);
  packer.add(arch == "cpu" ? hostCpuIdentity() : "");
  pack(packer, settings);
  const auto &[functions, types, constantArguments, recordPlaces, exported] =
      program;
  packer.addEach(functions,
                 [&](const CapturedFunction &each) { pack(packer, each); });
  packer.add(types);
  packer.addEach(constantArguments, [&](const auto &each) {
    packer.add(each.first);
    pack(packer, each.second);
  });
  packer.addEach(recordPlaces, [&](std::uint32_t each) { packer.add(each); });
  const auto &[isWanted, isNumba, symbol, result] = exported;
  packer.add(isWanted);
  packer.add(isNumba);
  packer.add(symbol);
  packer.add(result);
  return hashOf(packer.bytes());
}

std::string packUnit(const JitUnit &unit, const HostObject &object) {
  Packer packer;
  for (const std::string *text : {&unit.arch, &unit.ptx, &unit.ir, &unit.llvm,
                                  &unit.optimized, &unit.libdevice})
    packer.add(*text);
  packer.addEach(unit.links,
                 [&](const std::string &link) { packer.add(link); });
  packer.addEach(unit.filesRead, [&](const std::string &file) {
    packer.add(file);
    packer.add(identityOf(file));
  });
  pack(packer, unit.imports.get());
  pack(packer, unit.report);
  pack(packer, object);
  packer.addEach(unit.exports, [&](const ExportedFunction &each) {
    const auto &[name, symbol, result] = each;
    packer.add(name);
    packer.add(symbol);
    packer.add(result);
  });
  packer.addEach(unit.writtenRecords,
                 [&](std::uint32_t each) { packer.add(each); });
  return packer.bytes();
}

std::shared_ptr<JitUnit> unpackUnit(std::string_view bytes,
                                    const JitSettings &settings) {
  auto unit = std::make_shared<JitUnit>();
  Unpacker unpacker(bytes);
  for (std::string *text : {&unit->arch, &unit->ptx, &unit->ir, &unit->llvm,
                            &unit->optimized, &unit->libdevice})
    unpacker.take(*text);
  unpacker.takeEach(unit->links,
                    [&](std::string &link) { unpacker.take(link); });
  bool isCurrent = true;
  unpacker.takeEach(unit->filesRead, [&](std::string &file) {
    std::string identity;
    unpacker.take(file);
    unpacker.take(identity);
    isCurrent = isCurrent && !identity.empty() && identity == identityOf(file);
  });
  isCurrent = leadAsBefore(unpacker) && isCurrent;
  unpack(unpacker, unit->report);
  HostObject object = unpackObject(unpacker);
  unpacker.takeEach(unit->exports, [&](ExportedFunction &each) {
    unpacker.take(each.name);
    unpacker.take(each.symbol);
    unpacker.take(each.result);
  });
  unpacker.takeEach(unit->writtenRecords,
                    [&](std::uint32_t &each) { unpacker.take(each); });
  if (!unpacker.isDone() || !isCurrent)
    return nullptr;
  if (!unit->libdevice.empty() &&
      findLibdevice(settings.libdevice).path != unit->libdevice)
    return nullptr;
  std::string problem;
  bool isUsable = unit->arch == "cpu"
                      ? loadHost(std::move(object), *unit)
                      : readHead(unit->ptx, unit->info, problem);
  if (!isUsable)
    return nullptr;
  unit->valid = unit->fromDisk = true;
  return unit;
}

// ---- the cache of a process ----

/// Host code that is watched points into the sources, and a debugger is told of
/// lines when they are compiled.
static bool isKept(const std::string &arch, const JitSettings &settings) {
  return arch != "cpu" ||
         (!settings.checks.any() && !settings.lineInfo && !settings.debugInfo);
}

/// Where the unit's machine code goes.
static void noteCache(JitUnit &unit, const std::string &folder,
                      const JitSettings &settings) {
  const char *wanted = std::getenv("PYK2PTX_CACHE_CUBINS");
  unit.cacheFolder = folder;
  unit.cacheCubins =
      settings.cacheCubins || (wanted && *wanted && *wanted != '0');
}

static std::shared_ptr<const JitUnit>
compileAsTold(const CapturedProgram &program, const std::string &arch,
              const JitSettings &settings) {
  std::string folder = settings.cacheFolder.empty() ? DiskCache::defaultFolder()
                                                    : settings.cacheFolder;
  std::optional<CacheKey> key;
  if (settings.useCache && isKept(arch, settings) && !folder.empty())
    key = keyOf(program, arch, settings);
  if (!key)
    return compileProgram(program, arch, settings);
  DiskCache cache(folder);
  if (std::optional<std::string> kept = cache.read(*key))
    if (std::shared_ptr<JitUnit> unit = unpackUnit(*kept, settings)) {
      noteCache(*unit, folder, settings);
      return unit;
    }
  struct timespec begun = {};
  clock_gettime(CLOCK_REALTIME, &begun);
  HostObject object;
  std::shared_ptr<JitUnit> unit = compileUnit(program, arch, settings, &object);
  noteCache(*unit, folder, settings);
  bool isSettled = unit->valid;
  for (const std::string &file : unit->filesRead)
    isSettled = isSettled && isOlder(file, begun);
  if (isSettled)
    cache.keep(*key, packUnit(*unit, object));
  return unit;
}

std::string cacheProblem(const JitSettings &settings) {
  std::string folder = settings.cacheFolder.empty() ? DiskCache::defaultFolder()
                                                    : settings.cacheFolder;
  if (!settings.useCache)
    return "it is turned off";
  if (buildIdentity().empty())
    return "this program's own file cannot be found";
  return DiskCache(folder).problem();
}

/// Whether the unit would be another one for a block that is known: few are, so
/// that what others are compiled to does not depend on it.
static bool asksForBlock(const JitUnit &unit) {
  for (const KernelInfo &kernel : unit.info.kernels)
    if (kernel.asksForBlock)
      return true;
  for (const JitDiagnostic &each : unit.report.diagnostics)
    if (!unit.valid && each.kind == "ScratchTooLarge")
      return true;
  return false;
}

std::shared_ptr<const JitUnit> compileCached(const CapturedProgram &program,
                                             const std::string &arch,
                                             const JitSettings &settings) {
  if (!settings.blockThreads)
    return compileAsTold(program, arch, settings);
  JitSettings plain = settings;
  plain.blockThreads = 0;
  std::shared_ptr<const JitUnit> unit = compileAsTold(program, arch, plain);
  return asksForBlock(*unit) ? compileAsTold(program, arch, settings) : unit;
}

} // namespace pyk2ptx
