// NVIDIA's linker as far as pyk2ptx calls it: a cubin is its inputs one behind
// the other, with the options. What has "syntax error" in it is refused.
#include <cstdint>
#include <cstring>
#include <string>

namespace {

struct Link {
  std::string text, log;
};

int links = 0;

int copy(const std::string &from, void *to) {
  std::memcpy(to, from.c_str(), from.size() + 1);
  return 0;
}

} // namespace

extern "C" {

/// How many cubins this process has asked for.
int fakeJitLinks() { return links; }

int nvJitLinkCreate(void **handle, std::uint32_t count, const char **options) {
  auto *link = new Link;
  for (std::uint32_t i = 0; i < count; ++i)
    link->text += std::string("// ") + options[i] + "\n";
  *handle = link;
  return 0;
}

int nvJitLinkDestroy(void **handle) {
  delete static_cast<Link *>(*handle);
  *handle = nullptr;
  return 0;
}

int nvJitLinkAddData(void *handle, int, const void *data, std::size_t size,
                     const char *name) {
  auto *link = static_cast<Link *>(handle);
  std::string text(static_cast<const char *>(data), size);
  if (text.find("syntax error") != std::string::npos) {
    link->log = std::string("error: ") + name + " has a syntax error\n";
    return 1;
  }
  link->text += text + "\n";
  return 0;
}

int nvJitLinkComplete(void *) {
  ++links;
  return 0;
}

int nvJitLinkGetLinkedCubinSize(void *handle, std::size_t *size) {
  *size = static_cast<Link *>(handle)->text.size() + 1;
  return 0;
}

int nvJitLinkGetLinkedCubin(void *handle, void *cubin) {
  return copy(static_cast<Link *>(handle)->text, cubin);
}

int nvJitLinkGetErrorLogSize(void *handle, std::size_t *size) {
  *size = static_cast<Link *>(handle)->log.size() + 1;
  return 0;
}

int nvJitLinkGetErrorLog(void *handle, char *log) {
  return copy(static_cast<Link *>(handle)->log, log);
}

} // extern "C"
