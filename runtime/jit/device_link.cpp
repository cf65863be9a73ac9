// nvJitLink links in this process and takes every kind of input; it is tried
// first where there is something to link. Its enumerators and signatures are
// those of nvJitLink.h, which is not needed to build this.
#include "device_link.h"

#include "cubin_cache.h"
#include "cuda_tools.h"
#include "identity.h"
#include "pack.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace pyk2ptx {

namespace {

/// nvJitLinkInputType
enum JitLinkInput {
  InputCubin = 1,
  InputPtx,
  InputLtoIr,
  InputFatbin,
  InputObject,
  InputLibrary
};

struct KindRow {
  const char *suffix;
  JitLinkInput kind;
};
constexpr KindRow kindRows[] = {
    {".ptx", InputPtx},     {".cubin", InputCubin}, {".fatbin", InputFatbin},
    {".o", InputObject},    {".obj", InputObject},  {".a", InputLibrary},
    {".lib", InputLibrary}, {".ltoir", InputLtoIr}, {".cu", InputPtx}};

bool endsWith(const std::string &text, const std::string &suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

struct LinkedInput {
  JitLinkInput kind;
  std::string name;
  std::string content;
};

Result<LinkedInput> readInput(const std::string &path,
                              const std::string &arch) {
  for (const KindRow &row : kindRows) {
    if (!endsWith(path, row.suffix))
      continue;
    Result<std::string> content =
        endsWith(path, ".cu") ? compileCuda(path, arch) : readWholeFile(path);
    if (!content)
      return content.error();
    return LinkedInput{row.kind, path, std::move(*content)};
  }
  return Error::make("ValueError", "cannot link " + path +
                                       ": its suffix tells no kind of file");
}

constexpr const char *linkerVariable = "PYK2PTX_NVJITLINK";

const std::vector<std::string> &linkerNames() {
  static const std::vector<std::string> names = {
      "libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"};
  return names;
}

Result<std::string> findAssembler() {
  return findProgram("ptxas", "PYK2PTX_PTXAS");
}

Result<std::string> findProgramLinker() {
  return findProgram("nvlink", "PYK2PTX_NVLINK");
}

/// The functions of libnvJitLink.
struct JitLinker {
  using Handle = void *;
  int (*create)(Handle *, std::uint32_t, const char **);
  int (*destroy)(Handle *);
  int (*addData)(Handle, int, const void *, std::size_t, const char *);
  int (*complete)(Handle);
  int (*cubinSize)(Handle, std::size_t *);
  int (*cubin)(Handle, void *);
  int (*logSize)(Handle, std::size_t *);
  int (*log)(Handle, char *);
  /// The library's.
  std::string file;

  static Result<JitLinker> load() {
    Result<CudaLibrary> library =
        CudaLibrary::load("nvJitLink", linkerVariable, linkerNames());
    if (!library)
      return library.error();
    JitLinker linker{};
    linker.file = library->file();
    library->take(linker.create, "nvJitLinkCreate");
    library->take(linker.destroy, "nvJitLinkDestroy");
    library->take(linker.addData, "nvJitLinkAddData");
    library->take(linker.complete, "nvJitLinkComplete");
    library->take(linker.cubinSize, "nvJitLinkGetLinkedCubinSize");
    library->take(linker.cubin, "nvJitLinkGetLinkedCubin");
    library->take(linker.logSize, "nvJitLinkGetErrorLogSize");
    library->take(linker.log, "nvJitLinkGetErrorLog");
    if (Result<void> complete = library->complete(); !complete)
      return complete.error();
    return linker;
  }

  std::string errorLog(Handle handle) const {
    std::size_t size = 0;
    if (logSize(handle, &size) != 0 || size == 0)
      return "";
    std::string text(size, '\0');
    if (log(handle, text.data()) != 0)
      return "";
    text.resize(std::strlen(text.c_str()));
    while (!text.empty() && (text.back() == '\n' || text.back() == ' '))
      text.pop_back();
    return text;
  }
};

std::vector<std::string> linkFlags(const std::vector<LinkedInput> &inputs,
                                   const DeviceLinkOptions &options) {
  std::vector<std::string> flags = {"-arch=" + options.arch,
                                    "-O" + std::to_string(options.optLevel)};
  if (options.lineInfo)
    flags.push_back("-lineinfo");
  if (options.debugInfo)
    flags.push_back("-g");
  for (const LinkedInput &input : inputs)
    if (input.kind == InputLtoIr) {
      flags.push_back("-lto");
      break;
    }
  return flags;
}

Result<std::string> linkByLibrary(const JitLinker &linker,
                                  const std::vector<LinkedInput> &inputs,
                                  const DeviceLinkOptions &options) {
  std::vector<std::string> flags = linkFlags(inputs, options);
  std::vector<const char *> words;
  for (const std::string &flag : flags)
    words.push_back(flag.c_str());
  JitLinker::Handle handle = nullptr;
  int status = linker.create(&handle, static_cast<std::uint32_t>(words.size()),
                             words.data());
  if (status != 0)
    return Error::make("ValueError", "nvJitLink does not take " + flags[0] +
                                         ", or is older than it");
  std::string failed;
  for (const LinkedInput &input : inputs) {
    if (failed.empty() &&
        linker.addData(handle, input.kind, input.content.data(),
                       input.content.size(), input.name.c_str()) != 0)
      failed = input.name;
  }
  bool linked = failed.empty() && linker.complete(handle) == 0;
  std::string cubin;
  std::size_t size = 0;
  if (linked && linker.cubinSize(handle, &size) == 0) {
    cubin.resize(size);
    linked = linker.cubin(handle, cubin.data()) == 0;
  }
  std::string log = linked ? "" : linker.errorLog(handle);
  (void)linker.destroy(&handle);
  if (linked && !cubin.empty())
    return cubin;
  return Error::make("ValueError",
                     "nvJitLink refuses " +
                         (failed.empty() ? std::string("its input") : failed) +
                         (log.empty() ? "" : ": " + log));
}

std::vector<std::string> assemblerFlags(const DeviceLinkOptions &options) {
  std::vector<std::string> flags = {"-arch=" + options.arch,
                                    "-O" + std::to_string(options.optLevel)};
  if (options.lineInfo)
    flags.push_back("-lineinfo");
  if (options.debugInfo)
    flags.push_back("-g");
  return flags;
}

/// ptxas and nvlink. Objects made by `-c` are linked, a lone PTX is not.
Result<MadeCubin> linkByPrograms(const std::vector<LinkedInput> &inputs,
                                 const DeviceLinkOptions &options) {
  Result<std::string> ptxas = findAssembler();
  if (!ptxas)
    return ptxas.error();
  MadeCubin made;
  made.makers = {makerByProgram(*ptxas)};
  TemporaryFolder folder;
  if (folder.path().empty())
    return Error::make("OSError", "cannot make a temporary folder");
  std::string result = folder.reserve("linked.cubin");
  std::vector<std::string> objects;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    std::string name = "input" + std::to_string(i);
    if (inputs[i].kind != InputPtx) {
      // nvlink tells kinds apart by their suffix.
      objects.push_back(inputs[i].name);
      continue;
    }
    std::string source = folder.write(name + ".ptx", inputs[i].content);
    bool isAlone = inputs.size() == 1;
    objects.push_back(isAlone ? result : folder.reserve(name + ".cubin"));
    std::vector<std::string> words = {*ptxas};
    for (const std::string &flag : assemblerFlags(options))
      words.push_back(flag);
    if (!isAlone)
      words.push_back("-c");
    words.insert(words.end(), {source, "-o", objects.back()});
    if (Result<void> run = runProgram(words); !run)
      return run.error();
  }
  if (inputs.size() > 1) {
    Result<std::string> nvlink = findProgramLinker();
    if (!nvlink)
      return nvlink.error();
    made.makers.push_back(makerByProgram(*nvlink));
    std::vector<std::string> words = {*nvlink, "-arch=" + options.arch, "-o",
                                      result};
    words.insert(words.end(), objects.begin(), objects.end());
    if (Result<void> run = runProgram(words); !run)
      return run.error();
  }
  Result<std::string> cubin = readWholeFile(result);
  if (!cubin)
    return cubin.error();
  made.cubin = std::move(*cubin);
  return made;
}

Result<MadeCubin> link(const std::vector<LinkedInput> &inputs,
                       const DeviceLinkOptions &options) {
  // A lone PTX is a whole program, and ptxas compiles it as one. nvJitLink
  // compiles what is to be linked: with calls, and more registers.
  std::optional<Result<MadeCubin>> whole;
  if (inputs.size() == 1) {
    whole = linkByPrograms(inputs, options);
    if (*whole)
      return std::move(*whole);
  }
  Result<JitLinker> linker = JitLinker::load();
  if (linker) {
    CubinMaker maker = makerByLibrary(linker->file);
    Result<std::string> cubin = linkByLibrary(*linker, inputs, options);
    if (!cubin)
      return cubin.error();
    return MadeCubin{std::move(*cubin), {std::move(maker)}};
  }
  Result<MadeCubin> made =
      whole ? std::move(*whole) : linkByPrograms(inputs, options);
  if (!made && made.error().name == "NotFound")
    made.error().text = linker.error().text + "; and " + made.error().text;
  return made;
}

std::string packInputs(const std::vector<LinkedInput> &inputs,
                       const DeviceLinkOptions &options) {
  Packer packer;
  packer.add(options.arch);
  packer.add(options.optLevel);
  packer.add(options.lineInfo);
  packer.add(options.debugInfo);
  packer.addEach(inputs, [&](const LinkedInput &input) {
    packer.add(input.kind);
    // Debug information may have it.
    packer.add(input.name);
    packer.add(input.content);
  });
  return packer.bytes();
}

} // namespace

std::vector<std::string> linkToolPlaces() {
  std::vector<std::string> paths =
      toolCandidates(linkerVariable, linkerNames(), true);
  for (const Result<std::string> &program :
       {findAssembler(), findProgramLinker()})
    paths.push_back(program ? *program : "");
  std::vector<std::string> places;
  for (const std::string &path : paths) {
    places.push_back(path);
    bool isPath = path.find('/') != std::string::npos;
    places.push_back(isPath ? identityOf(path) : "");
  }
  // What the system's loader takes for a library's bare name.
  const char *folders = std::getenv("LD_LIBRARY_PATH");
  places.push_back(folders ? folders : "");
  places.push_back(identityOf("/etc/ld.so.cache"));
  return places;
}

Result<std::string> linkCubin(const std::string &ptx,
                              const std::vector<std::string> &files,
                              const DeviceLinkOptions &options) {
  std::vector<LinkedInput> inputs = {{InputPtx, "the kernels", ptx}};
  for (const std::string &path : files) {
    Result<LinkedInput> input = readInput(path, options.arch);
    if (!input)
      return input.error();
    inputs.push_back(std::move(*input));
  }
  std::optional<CacheKey> key;
  if (!options.cacheFolder.empty())
    key = keyOfCubin(packInputs(inputs, options));
  auto make = [&] { return link(inputs, options); };
  if (key)
    return keepCubin(options.cacheFolder, *key, options.isRefused, files, make);
  Result<MadeCubin> made = make();
  if (!made)
    return made.error();
  return std::move(made->cubin);
}

} // namespace pyk2ptx
