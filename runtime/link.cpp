// Linking at load: kernels that call functions which somebody else defines, in
// PTX, cubins, fatbins, objects or archives, are linked by the driver for the
// device. The result is a cubin, which is then loaded as any other.
#include "state.h"

namespace pyk2ptx {

namespace {

/// CUjitInputType.
int inputType(LinkInput::Kind kind) {
  switch (kind) {
  case LinkInput::Kind::Cubin:
    return 0;
  case LinkInput::Kind::Ptx:
    return 1;
  case LinkInput::Kind::Fatbin:
    return 2;
  case LinkInput::Kind::Object:
    return 3;
  case LinkInput::Kind::Library:
    return 4;
  }
  return 0;
}

/// A link in progress.
class Linker {
public:
  explicit Linker(detail::DeviceState &device) : device_(device) {}
  Linker(const Linker &) = delete;
  Linker &operator=(const Linker &) = delete;
  ~Linker() {
    if (state_)
      (void)device_.api.cuLinkDestroy(state_);
  }

  Result<void> begin(unsigned maxRegisters) {
    // Both are the driver's until the linker is destroyed.
    options_ = std::make_unique<detail::JitOptions>(log_, maxRegisters);
    driver::Status status = device_.api.cuLinkCreate(
        options_->count, options_->names, options_->values, &state_);
    if (status == driver::success)
      return {};
    state_ = nullptr;
    return device_.fail(status, "cuLinkCreate");
  }

  Result<void> add(const LinkInput &input) {
    if (input.data.empty())
      return done(device_.api.cuLinkAddFile(state_, inputType(input.kind),
                                            input.name.c_str(), 0, nullptr,
                                            nullptr),
                  "cuLinkAddFile", input.name);
    // PTX is read to its closing 0.
    std::size_t bytes =
        input.data.size() + (input.kind == LinkInput::Kind::Ptx ? 1 : 0);
    return addData(inputType(input.kind), input.data.c_str(), bytes,
                   input.name);
  }

  Result<void> addData(int type, const char *data, std::size_t bytes,
                       const std::string &name) {
    return done(device_.api.cuLinkAddData(state_, type,
                                          const_cast<char *>(data), bytes,
                                          name.c_str(), 0, nullptr, nullptr),
                "cuLinkAddData", name);
  }

  Result<std::string> finish() {
    void *cubin = nullptr;
    std::size_t bytes = 0;
    Result<void> linked =
        done(device_.api.cuLinkComplete(state_, &cubin, &bytes),
             "cuLinkComplete", "");
    if (!linked)
      return linked.error();
    return std::string(static_cast<const char *>(cubin), bytes);
  }

private:
  Result<void> done(driver::Status status, const char *call,
                    const std::string &input) {
    if (status == driver::success)
      return {};
    std::string words = input.empty() ? "" : "while linking " + input;
    if (std::string log = detail::trimmedLog(log_); !log.empty())
      words += (words.empty() ? "" : ": ") + log;
    return device_.failWith(status, call, words);
  }

  detail::DeviceState &device_;
  std::string log_;
  std::unique_ptr<detail::JitOptions> options_;
  driver::LinkHandle state_ = nullptr;
};

} // namespace

namespace detail {

Result<std::string> linkCode(DeviceState &device, const char *ptx,
                             const LoadOptions &options) {
  std::string_view code(ptx);
  if (code.substr(0, 4) == "\x7f"
                           "ELF" ||
      code.substr(0, 4) == "\x50\xed\x55\xba")
    return Error::make("ValueError",
                       "only PTX is linked at load; this is already machine "
                       "code");
  Linker linker(device);
  if (Result<void> begun = linker.begin(options.maxRegisters); !begun)
    return begun.error();
  if (Result<void> added =
          linker.addData(1, ptx, code.size() + 1, "the kernels");
      !added)
    return added.error();
  for (const LinkInput &input : options.link)
    if (Result<void> added = linker.add(input); !added)
      return added.error();
  return linker.finish();
}

} // namespace detail

Result<LinkInput> LinkInput::file(const std::string &path) {
  struct Row {
    std::string_view ending;
    Kind kind;
  };
  constexpr Row rows[] = {{".cubin", Kind::Cubin},
                          {".ptx", Kind::Ptx},
                          {".fatbin", Kind::Fatbin},
                          {".o", Kind::Object},
                          {".a", Kind::Library}};
  for (const Row &row : rows)
    if (path.size() > row.ending.size() &&
        path.compare(path.size() - row.ending.size(), row.ending.size(),
                     row.ending) == 0) {
      LinkInput input;
      input.kind = row.kind;
      input.name = path;
      return input;
    }
  return Error::make("ValueError", path + " ends in none of .cubin, .ptx, "
                                          ".fatbin, .o and .a");
}

} // namespace pyk2ptx
