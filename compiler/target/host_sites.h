// What host code with checks knows of its source: the places that it names by
// number, and the arrays that it declares.
#ifndef PYK2PTX_COMPILER_TARGET_HOST_SITES_H
#define PYK2PTX_COMPILER_TARGET_HOST_SITES_H

#include "frontend/messages/source.h"
#include "frontend/types/types.h"

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pyk2ptx {

/// A place in the source; `name` is the array's or variable's of it, or "".
struct HostSite {
  SourceRange range;
  std::string name;
};

/// A shared or local array.
struct DeclaredHostArray {
  std::string name;
  SourceRange range;
  Space space = Space::Shared;
  /// Its extent is what the launch gives.
  bool isDynamic = false;
  /// Of a shared one, from HostBlock::shared.
  std::uint64_t offset = 0;
  std::uint32_t elementBytes = 1;
  std::vector<std::int64_t> shape;
};

/// A statement, or the body of an If, that is counted.
struct HostLine {
  SourceRange range;
  bool isBranch = false;
};

struct HostSites {
  std::vector<HostSite> sites;
  std::vector<DeclaredHostArray> arrays;
  std::vector<HostLine> lines;
  /// Every access covers whole pieces of so many bytes; a power of two.
  std::uint32_t granule = 8;
  /// Some atomic has scope block.
  bool hasBlockAtomics = false;
  /// By kernel (KernelInfo::entry): the arguments that are arrays which it does
  /// not write through them. None of a kernel that is not known.
  std::map<std::string, std::vector<std::uint32_t>> onlyRead;

  /// Of a stamp (host_abi.h), for the number of its place.
  [[nodiscard]] unsigned siteBits() const {
    return static_cast<unsigned>(std::bit_width(sites.size()));
  }
};

} // namespace pyk2ptx

#endif
