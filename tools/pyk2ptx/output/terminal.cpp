// A program that is silent for a minute seems to hang; one that writes progress
// into a log spoils it. So there is a line at terminals only, which is wiped
// before anything else is written.
#include "terminal.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

namespace pyk2ptx {

namespace {

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

bool isTerminal(int file = STDERR_FILENO) {
  return isatty(file) != 0 && variable("TERM") != "dumb";
}

bool isColored(int file) {
  return isTerminal(file) && variable("NO_COLOR").empty();
}

} // namespace

bool wantsColor() { return isColored(STDERR_FILENO); }

void printError(const std::string &text) {
  const char *form = wantsColor() ? "\033[1mpyk2ptx: \033[31merror: "
                                    "\033[0m\033[1m%s\033[0m\n"
                                  : "pyk2ptx: error: %s\n";
  std::fprintf(stderr, form, text.c_str());
}

Screen standardOutput() {
  Screen screen;
  screen.hasColor = isColored(STDOUT_FILENO);
  std::string_view colors = variable("COLORTERM");
  screen.hasAllColors = colors == "truecolor" || colors == "24bit";
  winsize size = {};
  int columns = std::atoi(std::string(variable("COLUMNS")).c_str());
  if (columns <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    columns = size.ws_col;
  if (columns > 0)
    screen.columns = std::min(columns, 1000);
  return screen;
}

struct ProgressLine::State {
  explicit State(std::function<std::string()> told) : text(std::move(told)) {}

  void show() {
    using namespace std::chrono;
    auto begin = steady_clock::now();
    std::unique_lock lock(mutex);
    auto isOver = [this] { return over; };
    if (changed.wait_for(lock, seconds(2), isOver))
      return;
    do {
      auto took = duration_cast<seconds>(steady_clock::now() - begin).count();
      std::fprintf(stderr, "\r\033[K%s, %lld s", text().c_str(),
                   static_cast<long long>(took));
      std::fflush(stderr);
    } while (!changed.wait_for(lock, milliseconds(500), isOver));
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
  }

  std::function<std::string()> text;
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
  std::thread thread;
};

ProgressLine::ProgressLine(std::function<std::string()> text) {
  if (!isTerminal())
    return;
  state_ = std::make_unique<State>(std::move(text));
  state_->thread = std::thread([state = state_.get()] { state->show(); });
}

ProgressLine::~ProgressLine() {
  if (!state_)
    return;
  {
    std::lock_guard lock(state_->mutex);
    state_->over = true;
  }
  state_->changed.notify_one();
  state_->thread.join();
}

} // namespace pyk2ptx
