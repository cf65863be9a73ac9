// A file is told by what stat says of it, code in memory by the hash that the
// linker put into it: neither is read for that.
#include "identity.h"

#include "pack.h"

#include <llvm-c/blake3.h>
#include <llvm/Config/llvm-config.h>

#include <link.h>
#include <sys/stat.h>

namespace pyk2ptx {

/// What code in memory says of its own build: the linker's hash of it.
static std::string buildIdOf(const std::byte *notes, std::size_t size) {
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

bool isOlder(const std::string &path, const struct timespec &time) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return false;
  const struct timespec &changed = status.st_ctim;
  return changed.tv_sec < time.tv_sec - 1;
}

} // namespace pyk2ptx
