// How a test steers the fake driver. The functions are exported by
// libfake_cuda.so beside the driver's; a test finds them with dlsym.
#ifndef PYK2PTX_TESTS_FAKE_CUDA_H
#define PYK2PTX_TESTS_FAKE_CUDA_H

#include <cstddef>
#include <cstdint>

struct FakeLaunch {
  char entry[64];
  unsigned grid[3];
  unsigned block[3];
  unsigned shared;
  void *stream;
  unsigned char params[512];
  std::size_t paramBytes;
  bool cooperative;
  unsigned cluster[3];
  /// Whether the parameters came as one block.
  bool isBlock;
};

extern "C" {
/// Forgets everything but live objects.
void fakeReset();
/// The nth driver call from now (1 is the next) returns `status`. A sticky
/// status, 700 to 719 but 701, is then returned by every later call.
void fakeFailNth(int n, int status);
/// The next synchronisation returns `status`, as after a kernel's fault.
void fakeFailNextSynchronize(int status);
/// What cuDeviceGetCount gives; 0 makes cuInit return CUDA_ERROR_NO_DEVICE.
void fakeSetDeviceCount(int count);
/// The next launch leaves these 56 bytes in its module's report.
void fakeSetReport(const void *report);
/// Driver calls since the reset, without the two that word statuses.
int fakeCallCount();
/// The name of the call that fakeFailNth made fail, or "".
const char *fakeFailedCall();
/// Buffers, streams, events, modules and retained contexts that live.
int fakeLiveObjects();
/// Objects that were still alive when their context was released last.
int fakeLeakedObjects();
int fakeLaunchCount();
const FakeLaunch *fakeLastLaunch();
/// The greatest dynamic shared memory opted into.
int fakeOptedShared();
/// A launch wants its context current though its stream has one.
void fakeSetLaunchNeedsContext(bool needs);
/// The last cuMemAdvise or cuMemPrefetchAsync: advice (0 for a prefetch), kind
/// of place and its number; an old driver's kind is 0.
void fakeLastAdvice(int to[3]);
/// A kernel whose PTX does not say how many threads its blocks have (.maxntid,
/// .reqntid) wants so many registers that no more run; 1024 after a reset.
void fakeSetMostThreads(int threads);
/// How many functions were loaded ahead of their launch.
int fakeLoadedFunctions();
/// How often the driver's linker has made a cubin since the reset.
int fakeLinkCount();
/// The driver loads no cubin that its linker made, as an older one would not.
void fakeRefuseCubins(bool refuses);
/// What cuDriverGetVersion gives; 13000 after a reset.
void fakeSetDriverVersion(int version);
/// A context that is no device's primary one; of device 0.
void *fakeForeignContext();
}

#endif
