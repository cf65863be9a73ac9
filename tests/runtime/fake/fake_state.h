// What the fake driver's parts share: its objects and how a call begins.
#ifndef PYK2PTX_TESTS_FAKE_STATE_H
#define PYK2PTX_TESTS_FAKE_STATE_H

#include "driver_api.h"
#include "fake_cuda.h"

#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace fake {

using namespace pyk2ptx::driver;

constexpr int maxDevices = 8;

struct Module;

/// A kernel of a library; its function is made when a context asks for it.
struct LibraryKernel {
  Module *module;
  std::string name;
  FunctionHandle function = nullptr;
};

struct Module {
  std::string text;
  std::map<std::string, LibraryKernel> kernels;
  std::vector<std::string> functions;
  std::map<std::string, std::vector<unsigned char>> globals;
};

struct Function {
  Module *module;
  std::string name;
  int optedShared = 0;
  bool largeClusters = false;
};

/// Work that a graph does, or that a stream did not do because it is captured.
struct Node {
  std::function<int()> run;
  /// Of a kernel's node.
  std::shared_ptr<FakeLaunch> launch;
  /// In what was instantiated from a graph: the graph's node.
  Node *original = nullptr;
};

struct Graph {
  std::vector<std::shared_ptr<Node>> nodes;
};

/// A capture in progress.
struct Capture {
  std::unique_ptr<Graph> graph;
  int mode = 0;
  bool isInvalid = false;
};

/// The end of what cuLinkComplete gives.
constexpr const char *cubinMark = "// a cubin of the fake driver\n";

struct Link {
  std::string text;
  char *log = nullptr;
};

struct Fake {
  std::recursive_mutex mutex;
  int deviceCount = 1;
  int calls = 0;
  int failAt = 0;
  int failStatus = 0;
  int syncStatus = 0;
  int sticky = 0;
  const char *failedCall = "";
  int contexts = 0;
  int leaked = 0;
  /// Device memory: cuMemAlloc's, managed, of the pool and mapped from another
  /// process.
  std::map<void *, std::size_t> buffers;
  std::set<void *> managed;
  std::map<void *, void *> pooled;
  std::set<void *> mapped;
  std::set<void *> hosts;
  std::set<void *> registered;
  std::set<void *> streams;
  std::set<void *> events;
  std::map<void *, std::unique_ptr<Module>> modules;
  std::map<void *, std::unique_ptr<Module>> libraries;
  std::map<void *, std::unique_ptr<Link>> links;
  std::map<void *, std::unique_ptr<Graph>> graphs;
  std::map<void *, std::unique_ptr<Graph>> execs;
  std::map<void *, Capture> captures;
  std::set<std::pair<int, void *>> peers;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<FakeLaunch> launches;
  std::vector<unsigned char> report;
  std::uint64_t poolThreshold = 0;
  std::size_t limits[3] = {1024, 1 << 20, 8 << 20};
  int optedShared = 0;
  int loadedFunctions = 0;
  int linkCount = 0;
  bool refusesCubins = false;
  int driverVersion = 13000;
  bool launchNeedsContext = false;
  int mostThreads = 1024;
  int lastAdvice[3] = {};

  Fake();
};

Fake &fake();
extern thread_local void *currentContext;
/// One a device, and one that is no device's primary one.
extern char contexts[maxDevices + 1];
/// The device of the current context.
int currentDevice();

bool isStickyStatus(int status);
/// Counts a call and says how it ends before it does anything.
int enter(const char *name);
int synchronize(const char *name, void *stream);
/// The same for memory that is allocated: not while a stream is captured.
int enterUncaptured(const char *name);
/// This thread's (cuThreadExchangeStreamCaptureMode).
extern thread_local int captureMode;
/// Runs the work, or notes it where the stream is captured.
int queue(void *stream, std::function<int()> work);

/// Adds a node to a graph, whose the dependencies must be.
int addNode(GraphNodeHandle *node, GraphHandle handle,
            const GraphNodeHandle *dependencies, std::size_t count,
            std::function<int()> run);

std::unique_ptr<Module> makeModule(const void *image, unsigned count,
                                   const int *options, void **values,
                                   int &status);
int makeFunction(FunctionHandle *function, Module &module, const char *name);
int findGlobal(DeviceAddress *address, std::size_t *bytes, Module &module,
               const char *name);
/// A launch as the driver judges it; `perform` does what it would do.
int judge(const Function &function, const unsigned *geometry);
/// The same for clusters, where there are some.
int judgeCluster(const Function &function, const unsigned *grid,
                 const unsigned *cluster);
/// Whether the context that a launch needs is there.
int judgeContext(void *stream);
/// Managed memory told where it will be.
int advise(DeviceAddress address, int advice, int kind, int id);
FakeLaunch describe(const Function &function, const unsigned *geometry,
                    void *stream, void **params, void **extra);
void perform(const Function &function, const FakeLaunch &launch);

// A freeing call frees even when it fails: the status is then an earlier one.
template <typename Set> int release(const char *name, Set &set, void *object) {
  int status = enter(name);
  if (!set.erase(object) && !status)
    return 400;
  return status;
}

} // namespace fake

#define LOCK std::lock_guard<std::recursive_mutex> lock(fake::fake().mutex)
#define ENTER(name)                                                            \
  LOCK;                                                                        \
  if (int status = fake::enter(name))                                          \
  return status

#endif
