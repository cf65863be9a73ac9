// The cells are pages that the kernel of the operating system fills with zeros
// when they are touched.
#include "shadow.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace pyk2ptx {

ShadowMemory::ShadowMemory(std::uint64_t begin, std::uint64_t bytes,
                           std::uint32_t granule)
    : begin_(begin / granule * granule),
      bytes_(bytes + (begin - begin / granule * granule)),
      shift_(static_cast<unsigned>(std::countr_zero(granule))) {
  if (!bytes)
    return;
  std::size_t size = ((bytes_ >> shift_) + 1) * sizeof(ShadowCell);
  void *pages = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) {
    std::fputs("pyk2ptx: no memory for the checks\n", stderr);
    std::abort();
  }
  // Thousands of small pages would take longer than the checks themselves.
  constexpr std::size_t many = std::size_t(2) << 20;
  if (size >= many)
    madvise(pages, size, MADV_HUGEPAGE);
  cells_ = {static_cast<ShadowCell *>(pages), Unmap{size}};
}

void ShadowMemory::Unmap::operator()(ShadowCell *cells) const {
  munmap(cells, bytes);
}

void ShadowMemory::clear() {
  if (cells_)
    madvise(cells_.get(), cells_.get_deleter().bytes, MADV_DONTNEED);
}

} // namespace pyk2ptx
