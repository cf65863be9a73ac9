// While a line is written the text is no Python most of the time. What is
// before the first change since it was one, and what is behind the last, is
// what it was.
#include "document.h"

#include "frontend/messages/internal_error.h"

#include <llvm/Support/CrashRecoveryContext.h>

#include <algorithm>
#include <cstdio>

namespace pyk2ptx {

static void leave(const std::string &text) {
  std::fprintf(stderr, "pyk2ptx: internal error: %s\n", text.c_str());
  if (llvm::CrashRecoveryContext *context =
          llvm::CrashRecoveryContext::GetCurrent())
    context->HandleExit(70);
}

bool runGuarded(const std::function<void()> &work) {
  constexpr unsigned stackBytes = 256u << 20;
  onInternalError = leave;
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext context;
  return context.RunSafelyOnThread([&] { work(); }, stackBytes);
}

std::optional<std::size_t> Document::inLastGood(std::size_t offset) const {
  if (!lastGood)
    return std::nullopt;
  std::string_view old = lastGood->source().text(), now = *text;
  auto [oldEnd, nowEnd] =
      std::mismatch(old.begin(), old.end(), now.begin(), now.end());
  auto same = static_cast<std::size_t>(nowEnd - now.begin());
  if (offset <= same)
    return offset;
  std::size_t most = std::min(old.size(), now.size()) - same, behind = 0;
  while (behind < most &&
         old[old.size() - 1 - behind] == now[now.size() - 1 - behind])
    ++behind;
  if (offset < now.size() - behind)
    return std::nullopt;
  return offset - now.size() + old.size();
}

} // namespace pyk2ptx
