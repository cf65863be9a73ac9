// Units by a hash of everything that they depend on. What is forgotten here is
// a stale kernel later, so structures are taken apart by all their members: one
// more, and this does not compile.
//
// Files that a kernel turned out to need (libdevice, link=) are not known
// before it is compiled. Their identities stand in the entry and are compared
// when it is read.
#include "unit_cache.h"

#include "compiler/libdevice.h"
#include "pack.h"

#include <pyk2ptx/abi.h>

#include <llvm-c/blake3.h>
#include <llvm/Config/llvm-config.h>

#include <atomic>
#include <ctime>
#include <link.h>
#include <sys/stat.h>
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
  const auto &[form, text, file, firstLine, name, names, typing, signatures,
               links, cluster] = function;
  packer.add(form);
  packer.add(text);
  packer.add(file);
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
               ftz, precDiv, precSqrt, typing, noAlias, facts, variants,
               maxRegisters, maxThreads, minBlocks, links, libdevice, checks,
               keepIr, keepLlvm, keepOptimized, useCache, cacheFolder] =
      settings;
  (void)useCache;
  (void)cacheFolder;
  (void)variants;
  const auto &[areApart, smallArrays, smallGrid, alignment, block, perThread] =
      facts;
  const auto &[checkBounds, races, barriers, uninit] = checks;
  packer.add(optLevel);
  packer.add(bounds);
  for (bool flag : {debug, lineInfo, debugInfo, fmad, fastMath, noAlias,
                    checkBounds, races, barriers, uninit, keepIr, keepLlvm,
                    keepOptimized, smallArrays, areApart, smallGrid})
    packer.add(flag);
  for (std::uint32_t number :
       {alignment, block[0], block[1], block[2], perThread})
    packer.add(number);
  for (const std::optional<bool> &choice : {ftz, precDiv, precSqrt})
    pack(packer, choice);
  packer.add(typing);
  packer.add(maxRegisters);
  packer.add(maxThreads);
  packer.add(minBlocks);
  packer.addEach(links, [&](const std::string &each) { packer.add(each); });
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

/// What code in memory says of its own build: the linker's hash of it.
std::string buildIdOf(const std::byte *notes, std::size_t size) {
  constexpr std::uint32_t buildIdType = 3;
  auto padded = [](std::size_t bytes) { return (bytes + 3) & ~std::size_t(3); };
  while (size >= 12) {
    std::uint32_t head[3];
    std::memcpy(head, notes, sizeof head);
    std::size_t whole = 12 + padded(head[0]) + padded(head[1]);
    if (whole > size)
      break;
    if (head[2] == buildIdType && head[0] == 4 &&
        std::memcmp(notes + 12, "GNU", 4) == 0)
      return {reinterpret_cast<const char *>(notes) + 16, head[1]};
    notes += whole;
    size -= whole;
  }
  return "";
}

/// Of the program or library that `address` lies in: its build, or if the
/// linker left no trace of that, its file.
std::string identityOfCode(const void *address) {
  struct Search {
    std::uintptr_t address;
    std::string identity;
  } search{reinterpret_cast<std::uintptr_t>(address), ""};
  auto look = [](struct dl_phdr_info *info, std::size_t, void *data) {
    auto *wanted = static_cast<Search *>(data);
    bool isIt = false;
    std::string buildId;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const ElfW(Phdr) &segment = info->dlpi_phdr[i];
      std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      if (segment.p_type == PT_LOAD)
        isIt = isIt || (wanted->address >= begin &&
                        wanted->address < begin + segment.p_memsz);
      else if (segment.p_type == PT_NOTE && buildId.empty())
        buildId = buildIdOf(reinterpret_cast<const std::byte *>(begin),
                            segment.p_memsz);
    }
    if (!isIt)
      return 0;
    bool isProgram = !info->dlpi_name || !*info->dlpi_name;
    wanted->identity =
        !buildId.empty()
            ? buildId
            : identityOf(isProgram ? "/proc/self/exe" : info->dlpi_name);
    return 1;
  };
  dl_iterate_phdr(look, &search);
  return search.identity;
}

} // namespace

std::string identityOf(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return "";
  Packer packer;
  packer.add(path);
  packer.add(status.st_dev);
  packer.add(status.st_ino);
  packer.add(status.st_size);
  packer.add(status.st_mtim.tv_sec);
  packer.add(status.st_mtim.tv_nsec);
  packer.add(status.st_ctim.tv_sec);
  packer.add(status.st_ctim.tv_nsec);
  return packer.bytes();
}

const std::string &buildIdentity() {
  static const std::string *identity = [] {
    // This library's code, and LLVM's, which may be a library of its own.
    std::string own =
        identityOfCode(reinterpret_cast<const void *>(&buildIdentity));
    std::string llvm = identityOfCode(llvm_blake3_version());
    return new std::string(own.empty() || llvm.empty()
                               ? std::string()
                               : own + llvm + LLVM_VERSION_STRING);
  }();
  return *identity;
}

std::optional<CacheKey> keyOf(const CapturedProgram &program,
                              const std::string &arch,
                              const JitSettings &settings) {
  if (buildIdentity().empty())
    return std::nullopt;
  Packer packer;
  packer.add("unit 1");
  packer.add(buildIdentity());
  packer.add(abiVersion);
  packer.add(arch);
  pack(packer, settings);
  const auto &[functions, types] = program;
  packer.addEach(functions,
                 [&](const CapturedFunction &each) { pack(packer, each); });
  packer.add(types);
  return hashOf(packer.bytes());
}

std::string packUnit(const JitUnit &unit) {
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
  pack(packer, unit.report);
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
  unpack(unpacker, unit->report);
  std::string problem;
  if (!unpacker.isDone() || !isCurrent ||
      !readHead(unit->ptx, unit->info, problem))
    return nullptr;
  if (!unit->libdevice.empty() &&
      findLibdevice(settings.libdevice).path != unit->libdevice)
    return nullptr;
  unit->valid = unit->fromDisk = true;
  return unit;
}

// ---- the cache of a process ----

namespace {

/// A file that changed while it was read is not what the unit was made of.
bool isOlder(const std::string &path, const struct timespec &time) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return false;
  const struct timespec &changed = status.st_ctim;
  return changed.tv_sec < time.tv_sec - 1;
}

/// Counts what this process has written, so that folders are not listed at
/// every write.
bool isEvictionDue(std::uint64_t bytes, std::uint64_t cap) {
  static std::atomic<std::uint64_t> written = 0;
  static std::atomic<bool> isFirst = true;
  std::uint64_t before = written.fetch_add(bytes);
  std::uint64_t step = cap / 16 + 1;
  return isFirst.exchange(false) || before / step != (before + bytes) / step;
}

} // namespace

std::shared_ptr<const JitUnit> compileCached(const CapturedProgram &program,
                                             const std::string &arch,
                                             const JitSettings &settings) {
  std::string folder = settings.cacheFolder.empty() ? DiskCache::defaultFolder()
                                                    : settings.cacheFolder;
  std::optional<CacheKey> key;
  if (settings.useCache && arch != "cpu" && !folder.empty())
    key = keyOf(program, arch, settings);
  if (!key)
    return compileProgram(program, arch, settings);
  DiskCache cache(folder);
  if (std::optional<std::string> kept = cache.read(*key))
    if (std::shared_ptr<JitUnit> unit = unpackUnit(*kept, settings))
      return unit;
  struct timespec begun = {};
  clock_gettime(CLOCK_REALTIME, &begun);
  std::shared_ptr<const JitUnit> unit = compileProgram(program, arch, settings);
  bool isKept = unit->valid;
  for (const std::string &file : unit->filesRead)
    isKept = isKept && isOlder(file, begun);
  if (!isKept)
    return unit;
  std::string bytes = packUnit(*unit);
  std::uint64_t cap = DiskCache::defaultCap();
  if (cache.write(*key, bytes) && isEvictionDue(bytes.size(), cap))
    cache.evict(cap);
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

} // namespace pyk2ptx
