// The stamps are pages that the kernel of the operating system fills with zeros
// when they are touched.
#include "shadow.h"

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>

namespace pyk2ptx {

AccessStamp Stamps::unpack(std::uint64_t stamp) const {
  Moment moment = moments_.at(this->moment(stamp));
  AccessStamp access;
  access.block = moment.block;
  access.epoch = moment.epoch;
  access.clock = moment.clock;
  access.thread = static_cast<std::uint16_t>(thread(stamp));
  std::uint64_t places = (std::uint64_t(1) << (shift_ - hostStampSite)) - 1;
  access.site = static_cast<std::uint32_t>(stamp >> hostStampSite & places);
  access.kind = kind(stamp);
  access.isBlockScope = kindOf(stamp) == HostStamp::BlockAtomic;
  return access;
}

ShadowMemory::ShadowMemory(std::uint64_t begin, std::uint64_t bytes,
                           std::uint32_t granule, bool hasStamps)
    : begin_(begin / granule * granule),
      bytes_(bytes + (begin - begin / granule * granule)),
      shift_(static_cast<unsigned>(std::countr_zero(granule))) {
  if (!bytes || !hasStamps)
    return;
  first_ = map<std::uint64_t>();
  quiet_ = map<std::uint64_t>();
  others_ = map<std::uint64_t[2]>();
}

template <class T> ShadowMemory::Pages<T> ShadowMemory::map() const {
  std::size_t size = ((bytes_ >> shift_) + 1) * sizeof(T);
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
  return Pages<T>(static_cast<T *>(pages), Unmap{size});
}

void ShadowMemory::Unmap::operator()(void *pages) const {
  munmap(pages, bytes);
}

void ShadowMemory::clear() {
  if (!first_)
    return;
  madvise(first_.get(), first_.get_deleter().bytes, MADV_DONTNEED);
  madvise(quiet_.get(), quiet_.get_deleter().bytes, MADV_DONTNEED);
  madvise(others_.get(), others_.get_deleter().bytes, MADV_DONTNEED);
}

} // namespace pyk2ptx
