// The whole compiler and ptxas. What is asked is a copy of the text, so nothing
// is shared with who types on.
#include "code_facts.h"

#include "compiler/backend/cubin_facts.h"
#include "document.h"
#include "frontend/messages/diagnostics.h"
#include "occupancy.h"
#include "runtime/jit/cuda_tools.h"
#include "runtime/jit/device_link.h"

#include <pyk2ptx/compile.h>

#include <unistd.h>
#include <utility>

namespace pyk2ptx {

bool CodeFacts::isPossible() {
  return static_cast<bool>(findProgram("ptxas", "PYK2PTX_PTXAS"));
}

CodeFacts::CodeFacts() {
  if (pipe(wake_) != 0)
    wake_[0] = wake_[1] = -1;
}

CodeFacts::~CodeFacts() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    isEnding_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable())
    thread_.join();
  for (int file : wake_)
    if (file >= 0)
      close(file);
}

void CodeFacts::tellAnswers() {
  char byte = 0;
  // One for each answer; what is behind the first may come with it.
  if (read(wake_[0], &byte, 1) != 1)
    return;
  std::deque<std::pair<Tell, std::string>> answers;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    answers.swap(answered_);
  }
  for (auto &[tell, line] : answers)
    tell(line);
}

void CodeFacts::ask(CodeQuestion question, Tell tell) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    waiting_.emplace_back(std::move(question), std::move(tell));
    if (!thread_.joinable())
      thread_ = std::thread([this] { work(); });
  }
  changed_.notify_all();
}

void CodeFacts::work() {
  while (true) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [&] { return isEnding_ || !waiting_.empty(); });
    if (isEnding_)
      return;
    auto [question, tell] = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    std::string line = "not compiled";
    if (!runGuarded([&, &question = question] { line = answer(question); }))
      line = "internal error";
    lock.lock();
    answered_.emplace_back(std::move(tell), std::move(line));
    lock.unlock();
    (void)!write(wake_[1], "", 1);
  }
}

static std::string lineOf(const std::string &arch, const CubinFacts &facts,
                          const KernelNeeds &needs) {
  std::string text = std::to_string(facts.registers) + " registers, " +
                     std::to_string(needs.sharedBytes) + " bytes shared";
  if (facts.localBytes)
    text += ", " + std::to_string(facts.localBytes) + " bytes local";
  text += " on " + arch;
  if (std::optional<std::uint32_t> percent = occupancyOf(arch, needs))
    text += "; " + std::to_string(*percent) + " % occupancy at " +
            std::to_string(needs.blockThreads) + " threads a block";
  return text;
}

std::string CodeFacts::answer(const CodeQuestion &question) {
  Source source(question.path.empty() ? "<unsaved>" : question.path,
                *question.text);
  OpenFiles files(question.settings.importFolders, question.open);
  files.addInput(source, question.path);
  std::vector<KernelTypes> types = question.types;
  CompileOptions options;
  options.arch = question.settings.arch;
  options.defines = question.settings.defines;
  options.signatures = question.settings.signatures;
  options.kernelTypes = &types;
  options.onlyKernel = question.kernel;
  // Those of other kernels would be reported.
  std::erase_if(options.signatures, [&](const std::string &each) {
    return each.substr(0, each.find('(')) != question.kernel;
  });
  options.loader = &files;
  Diagnostics messages;
  std::optional<CompileResult> result =
      compile({&source}, options, {Product::Ptx}, messages);
  if (!result || result->info.kernels.empty())
    return messages.all().empty() ? "not compiled"
                                  : "not compiled: " + messages.all()[0].text;
  const KernelInfo &kernel = result->info.kernels[0];
  DeviceLinkOptions link;
  link.arch = options.arch;
  Result<std::string> cubin = linkCubin(result->texts[0], result->links, link);
  if (!cubin)
    return "not assembled: " + cubin.error().what();
  std::map<std::string, CubinFacts> facts = readCubinFacts(*cubin);
  auto own = facts.find(kernel.entry);
  if (own == facts.end())
    return "not assembled";
  // What most launches have, where nothing says it.
  constexpr std::uint32_t usualThreads = 256;
  KernelNeeds needs;
  needs.registers = own->second.registers;
  needs.sharedBytes = kernel.staticShared;
  needs.blockThreads =
      question.blockThreads ? question.blockThreads : usualThreads;
  return lineOf(options.arch, own->second, needs);
}

} // namespace pyk2ptx
