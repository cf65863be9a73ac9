// The facts that the runtime wants stand in the head of the PTX; behind a cubin
// or a fatbin the same head is appended, where the driver does not look.
#include "device_image.h"

#include "compiler/backend/cubin_facts.h"
#include "compiler/write_header.h"
#include "runtime/jit/device_link.h"
#include "runtime/jit/disk_cache.h"

#include <algorithm>

namespace pyk2ptx {

namespace {

struct Compiled {
  std::string arch, ptx, cubin;
};

class ImageMaker {
public:
  ImageMaker(const ImageRequest &request, const CompileResult &first,
             Diagnostics &diagnostics)
      : request_(request), first_(first), diagnostics_(diagnostics) {}

  std::optional<std::string> make(const std::string &ptx) {
    if (request_.kind == ImageKind::Header)
      return header(ptx);
    std::optional<std::string> image =
        binary(ptx, request_.kind == ImageKind::Fatbin);
    if (image)
      *image += writeHead(first_.info);
    return image;
  }

private:
  std::optional<std::string> header(const std::string &ptx) {
    HeaderFacts facts;
    facts.name = request_.name;
    facts.version = request_.version;
    facts.archs = request_.archs;
    bool isFatbin = request_.embed == EmbedKind::Fatbin;
    bool isImage = isFatbin || request_.embed == EmbedKind::Cubin;
    if (request_.embed == EmbedKind::Ptx)
      facts.ptx = ptx;
    if (isImage || request_.wantsCodeFacts) {
      std::optional<std::vector<Compiled>> all = compileAll(ptx, isFatbin);
      if (!all)
        return std::nullopt;
      for (const Compiled &each : *all)
        facts.code.push_back({each.arch, readCubinFacts(each.cubin)});
      if (isImage)
        facts.image = isFatbin ? fatbin(*all) : std::move(all->front().cubin);
    }
    return writeHeader(first_.info, facts);
  }

  /// A cubin for the only architecture, or a fatbin for all.
  std::optional<std::string> binary(const std::string &ptx, bool isFatbin) {
    std::optional<std::vector<Compiled>> all = compileAll(ptx, isFatbin);
    if (!all)
      return std::nullopt;
    return isFatbin ? fatbin(*all) : std::move(all->front().cubin);
  }

  std::optional<std::vector<Compiled>> compileAll(const std::string &ptx,
                                                  bool isFatbin) {
    std::vector<Compiled> all;
    for (const std::string &arch : request_.archs) {
      std::optional<std::string> own =
          all.empty() ? std::optional(ptx) : compileFor(arch);
      if (!own)
        return std::nullopt;
      DeviceLinkOptions options{arch, request_.options.optLevel,
                                request_.options.lineInfo,
                                request_.options.debugInfo};
      options.cacheFolder = DiskCache::defaultFolder();
      Result<std::string> cubin = linkCubin(*own, first_.links, options);
      if (!cubin) {
        report(isFatbin ? "fatbin" : "cubin", arch, cubin.error());
        return std::nullopt;
      }
      all.push_back({arch, std::move(*own), std::move(*cubin)});
    }
    return all;
  }

  std::optional<std::string> compileFor(const std::string &arch) {
    CompileOptions options = request_.options;
    options.arch = arch;
    // What it has to say was said for the first architecture.
    Diagnostics own;
    std::optional<CompileResult> result =
        compile(request_.sources, options, {Product::Ptx}, own);
    if (!result) {
      diagnostics_.append(own);
      return std::nullopt;
    }
    return std::move(result->texts[0]);
  }

  /// Later GPUs than those named load PTX, the oldest's; PTX that calls linked
  /// files cannot be loaded alone.
  std::string fatbin(const std::vector<Compiled> &all) const {
    std::vector<FatbinEntry> entries;
    for (const Compiled &each : all)
      entries.push_back({false, each.arch, each.cubin});
    auto isGeneral = [](const Compiled &each) {
      char last = each.arch.empty() ? 'a' : each.arch.back();
      return last >= '0' && last <= '9';
    };
    auto general = std::find_if(all.begin(), all.end(), isGeneral);
    if (first_.links.empty() && general != all.end())
      entries.push_back({true, general->arch, general->ptx});
    return makeFatbin(entries);
  }

  void report(const char *what, const std::string &arch, const Error &error) {
    if (error.name == "NotFound")
      diagnostics_.emit({}, diag::ToolMissing, std::string(what), arch,
                        error.text);
    else
      diagnostics_.emit({}, diag::DeviceLinkFailed, std::string(what), arch,
                        error.text);
  }

  const ImageRequest &request_;
  const CompileResult &first_;
  Diagnostics &diagnostics_;
};

} // namespace

std::optional<std::string> makeDeviceImage(const ImageRequest &request,
                                           const std::string &ptx,
                                           const CompileResult &result,
                                           Diagnostics &diagnostics) {
  return ImageMaker(request, result, diagnostics).make(ptx);
}

} // namespace pyk2ptx
