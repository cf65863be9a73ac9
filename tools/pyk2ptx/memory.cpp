// A small kernel compiles in a few milliseconds, of which half were the
// system's: it maps the program's 46 MB, and gives memory, in pages of 4 KB as
// they are touched, at a thousand faults. Pages of 2 MB need some ten.
//
// Of the heap such a page is one only if nothing was touched of it before it
// was asked for. Of the program it is one where the file lies in the system's
// cache in pieces of that size, as it is then read from disk, and where
// segments begin at the same place of such a piece in the file and in memory
// (tools/cmake/PyK2ptxBuild.cmake).
#include "memory.h"

#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

// The linker's names for the begin of the program and the end of its code.
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern const char __executable_start;
extern const char etext;

namespace pyk2ptx {

#if defined(__GLIBC__)

namespace {

constexpr std::uintptr_t hugePage = 2 << 20;

std::uintptr_t addressOf(const void *place) {
  return reinterpret_cast<std::uintptr_t>(place);
}

void useHugePages(std::uintptr_t begin, std::uintptr_t end) {
  if (end > begin)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
}

/// Before the constructors of LLVM's options, which are all over the code.
__attribute__((constructor(101))) void readProgramInLargePieces() {
  auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  useHugePages(addressOf(&__executable_start) / page * page, addressOf(&etext));
}

} // namespace

/// The compiler works on a thread of its own (large_stack.h), to which the C
/// library would give memory by the page, 250 system calls for a kernel. With
/// one arena for all threads it grows by what is told here.
void growMemoryInLargeSteps() {
  constexpr int step = 32 << 20;
  constexpr std::uintptr_t room = 256 << 10;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, step);
  mallopt(M_TRIM_THRESHOLD, 8 * step);
  mallopt(M_MMAP_THRESHOLD, step);
  // The step is taken for what ends where a huge page begins.
  sbrk(static_cast<std::intptr_t>(-(addressOf(sbrk(0)) + room) % hugePage));
  std::uintptr_t begin = addressOf(sbrk(0)) + room;
  void *volatile before = std::malloc(room - 64);
  std::free(before);
  useHugePages(begin, addressOf(sbrk(0)));
}

#else

void growMemoryInLargeSteps() {}

#endif

} // namespace pyk2ptx
