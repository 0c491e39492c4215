// The test program: Catch2's own, and a closing line that `dev` adds up over all runs.

#define CATCH_CONFIG_RUNNER
#include <cstdio>

#include "tests/support/catch.h"

namespace {

#if CATCH_VERSION_MAJOR >= 3
using Listener = Catch::EventListenerBase;
#else
using Listener = Catch::TestEventListenerBase;
#endif

struct Tally {
  unsigned passed = 0;
  unsigned failed = 0;
};

Tally& tally() {
  static Tally counted;
  return counted;
}

class Counter : public Listener {
 public:
  using Listener::Listener;

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    Listener::testCaseEnded(stats);
    if (stats.totals.testCases.failed > 0) {
      ++tally().failed;
    } else {
      ++tally().passed;
    }
  }
};

CATCH_REGISTER_LISTENER(Counter)

}  // namespace

int main(int argc, char** argv) {
  Catch::Session session;
#if CATCH_VERSION_MAJOR >= 3
  // `dev` judges over all groups if nothing at all ran.
  session.configData().allowZeroTests = true;
#endif
  const int status = session.run(argc, argv);
  if (session.configData().listTests || session.configData().showHelp) return status;
  std::printf("test cases: %u good, %u bad\n", tally().passed, tally().failed);
  return status;
}
