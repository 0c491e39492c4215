#include "cli/long_work.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

#include "cli/console.h"

namespace roundhouse::cli {
namespace {

constexpr auto first_drawn = std::chrono::milliseconds(300);
constexpr auto drawn_every = std::chrono::milliseconds(200);
constexpr std::size_t usual_width = 80;

int terminal_width() { return static_cast<int>(terminal_columns(Stream::errors).value_or(usual_width)); }

/// 0:07, 12:05, 3:07:00
std::string clock_time(double seconds) {
  const auto all = static_cast<std::uint64_t>(std::clamp(seconds, 0.0, 3.6e8));
  if (all < 3600) return fmt::format("{}:{:02}", all / 60, all % 60);
  return fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

// The one thing that a signal handler can reach.
std::atomic<std::atomic<bool>*> asked = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::atomic<bool>*>::is_always_lock_free);

void note_signal(int) {
  if (std::atomic<bool>* stop = asked.load()) stop->store(true);
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string progress_line(std::uint64_t done, std::uint64_t all, double seconds, const std::string& things,
                          int width) {
  const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  std::string text = grouped(done);
  if (all > 0) text += " of " + grouped(all);
  text += fmt::format(" {}, {} a second", things,
                      rate < 10 ? fmt::format("{:.1f}", rate) : grouped(static_cast<std::uint64_t>(rate)));
  if (all > 0 && done > 0 && done <= all)
    text += fmt::format(", {} left", clock_time(static_cast<double>(all - done) / rate));
  constexpr int bar = 20;
  if (all > 0 && width > bar + 10 + static_cast<int>(text.size())) {
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(all));
    const auto full = static_cast<std::size_t>(share * bar);
    text = fmt::format("[{}{}] {:3.0f} %  ", std::string(full, '#'), std::string(bar - full, '.'),
                       std::min(100.0, 100 * share)) +
           text;
  }
  // The last column stays free: some terminals go to the next line after it.
  if (static_cast<int>(text.size()) >= width) text.resize(static_cast<std::size_t>(std::max(width - 1, 0)));
  return text;
}

ProgressBar::ProgressBar(const std::atomic<std::uint64_t>& done, std::uint64_t all, std::string things,
                         When when)
    : done_(done), all_(all), things_(std::move(things)) {
  if (!errors_take_progress()) return;
  if (when == When::output_is_elsewhere && isatty(STDOUT_FILENO) != 0) return;
  try {
    drawer_.start([this] { draw_until_gone(); });
  } catch (const std::system_error&) {
    // The work matters, not the line.
  }
}

ProgressBar::~ProgressBar() {
  {
    const std::lock_guard lock(mutex_);
    gone_ = true;
  }
  wake_.notify_all();
}

void ProgressBar::draw_until_gone() {
  const auto begin = std::chrono::steady_clock::now();
  std::size_t drawn = 0;
  std::unique_lock lock(mutex_);
  for (auto pause = first_drawn; !wake_.wait_for(lock, pause, [this] { return gone_; });
       pause = drawn_every) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const std::string line = progress_line(done_.load(), all_, passed.count(), things_, terminal_width());
    const std::size_t wiped = drawn > line.size() ? drawn - line.size() : 0;
    draw_over(line + std::string(wiped, ' '));
    drawn = line.size();
  }
  if (drawn == 0) return;
  draw_over(std::string(drawn, ' '));
  draw_over({});
}

Interrupt::Interrupt(std::atomic<bool>& stop) {
  struct sigaction action {};
  // If the parent process had Ctrl-C ignored, that stays.
  if (sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  asked = &stop;
  action = {};
  action.sa_handler = note_signal;
  // After the first the signal does again what it did, which is to end the program. Reading goes on.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

Interrupt::~Interrupt() {
  if (asked.exchange(nullptr) != nullptr) signal(SIGINT, SIG_DFL);
}

}  // namespace roundhouse::cli
