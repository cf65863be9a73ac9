// What machine code a kernel becomes: found out beside all else, for it takes
// long.
#ifndef PYK2PTX_TOOLS_LSP_CODE_FACTS_H
#define PYK2PTX_TOOLS_LSP_CODE_FACTS_H

#include "frontend/check/check.h"
#include "open_files.h"
#include "settings.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace pyk2ptx {

/// A kernel of a text as it was.
struct CodeQuestion {
  std::string path;
  std::shared_ptr<const std::string> text;
  OpenTexts open;
  Settings settings;
  std::vector<KernelTypes> types;
  std::string kernel;
  /// That a block has at most; 0: not known.
  std::uint32_t blockThreads = 0;
};

/// Compiles kernels one after the other on a thread of its own.
class CodeFacts {
public:
  /// Gets a line to show: "24 registers, 2048 bytes shared; ...".
  using Tell = std::function<void(std::string)>;
  CodeFacts();
  ~CodeFacts();
  CodeFacts(const CodeFacts &) = delete;
  CodeFacts &operator=(const CodeFacts &) = delete;
  /// Whether this machine has what makes machine code.
  [[nodiscard]] static bool isPossible();
  /// `tell` is called by tellAnswers; not at all where there is none before the
  /// end.
  void ask(CodeQuestion question, Tell tell);
  /// Something can be read from it when there are answers; -1: there is none.
  int wakeFile() const { return wake_[0]; }
  void tellAnswers();

private:
  void work();
  std::string answer(const CodeQuestion &question);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<CodeQuestion, Tell>> waiting_;
  std::deque<std::pair<Tell, std::string>> answered_;
  int wake_[2] = {-1, -1};
  bool isEnding_ = false;
  std::thread thread_;
};

} // namespace pyk2ptx

#endif
