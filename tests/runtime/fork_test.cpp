// What a forked process hears of its parent's driver.
#include "driver_fixture.h"

#include <sys/wait.h>
#include <unistd.h>

namespace pyk2ptx {
namespace {

class ForkTest : public DriverTest {
protected:
  /// Runs `test` in a forked process, which says whether it held.
  template <typename Test> static bool holdsInChild(Test test) {
    pid_t child = fork();
    if (child == 0)
      _exit(test() ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
  }

  template <typename T> static bool isForked(const Result<T> &result) {
    return !result && result.error().code == 3 &&
           result.error().what().find("forked") != std::string::npos;
  }
};

TEST_F(ForkTest, EveryCallOfTheChildSaysWhy) {
  Device device = this->device();
  Buffer buffer = device.allocate(64).value();
  Stream stream = device.createStream().value();
  EXPECT_TRUE(holdsInChild([&] {
    int calls = fakeCallCount();
    char bytes[64] = {};
    bool isRefused =
        isForked(device.allocate(8)) && isForked(buffer.upload(bytes, 64)) &&
        isForked(stream.synchronize()) && isForked(device.synchronize()) &&
        isForked(initialize(PYK2PTX_FAKE_CUDA));
    // Nor does letting go of the parent's memory reach the driver.
    buffer = device.wrapMemory(0, 0);
    return isRefused && fakeCallCount() == calls;
  }));
  EXPECT_TRUE(buffer.fill(0));
}

} // namespace
} // namespace pyk2ptx
