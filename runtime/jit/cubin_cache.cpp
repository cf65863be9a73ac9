// nvJitLink is large: loading it to ask for its version would cost more than
// what is saved. So the key has what decides which tools are found, and the
// entry the identities of the files that made it, which are looked at when it
// is read.
#include "cubin_cache.h"

#include "cuda_tools.h"
#include "identity.h"
#include "pack.h"

#include <map>
#include <mutex>

namespace pyk2ptx {

namespace {

bool isAsItWas(const CubinMaker &maker) {
  return !maker.identity.empty() && maker.identity == identityOf(maker.path);
}

std::string packCubin(const MadeCubin &made) {
  Packer packer;
  packer.addEach(made.makers, [&](const CubinMaker &maker) {
    packer.add(maker.path);
    packer.add(maker.identity);
  });
  packer.add(made.cubin);
  return packer.bytes();
}

std::optional<std::string> unpackCubin(std::string_view bytes) {
  Unpacker unpacker(bytes);
  bool isCurrent = true;
  std::vector<CubinMaker> makers;
  unpacker.takeEach(makers, [&](CubinMaker &maker) {
    unpacker.take(maker.path);
    unpacker.take(maker.identity);
    isCurrent = isCurrent && isAsItWas(maker);
  });
  std::string cubin;
  unpacker.take(cubin);
  if (!unpacker.isDone() || !isCurrent || makers.empty() || cubin.empty())
    return std::nullopt;
  return cubin;
}

} // namespace

CubinMaker makerByProgram(const std::string &path) {
  return {path, identityOf(path)};
}

CubinMaker makerByLibrary(const std::string &path) {
  static std::mutex mutex;
  static std::map<std::string, std::string> loaded;
  std::lock_guard lock(mutex);
  auto [place, isNew] = loaded.try_emplace(path);
  if (isNew)
    place->second = identityOf(path);
  return {path, place->second};
}

std::optional<CacheKey> keyOfCubin(const std::string &inputs) {
  if (buildIdentity().empty())
    return std::nullopt;
  Packer packer;
  packer.add("cubin 1");
  packer.add(buildIdentity());
  packer.addEach(linkToolPlaces(),
                 [&](const std::string &place) { packer.add(place); });
  packer.add(inputs);
  return hashOf(packer.bytes());
}

Result<std::string> keepCubin(const std::string &folder, const CacheKey &key,
                              bool isRefused,
                              const std::vector<std::string> &files,
                              const std::function<Result<MadeCubin>()> &make) {
  DiskCache cache(folder);
  if (!isRefused)
    if (std::optional<std::string> kept = cache.read(key))
      if (std::optional<std::string> cubin = unpackCubin(*kept))
        return std::move(*cubin);
  struct timespec begun = {};
  clock_gettime(CLOCK_REALTIME, &begun);
  Result<MadeCubin> made = make();
  if (!made)
    return made.error();
  bool isSettled = true;
  for (const std::string &file : files)
    isSettled = isSettled && isOlder(file, begun);
  for (const CubinMaker &maker : made->makers)
    isSettled = isSettled && isAsItWas(maker) && isOlder(maker.path, begun);
  if (isSettled)
    cache.keep(key, packCubin(*made));
  return std::move(made->cubin);
}

} // namespace pyk2ptx
