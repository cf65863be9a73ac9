// The Jacobi solver on two GPUs of one process: each has half of the plate, and
// after each step they copy each other's edge rows, directly where they can
// access each other. On a machine with one GPU both halves are there. The
// result must be, bit for bit, that of one GPU alone.
//
//   pyk2ptx jacobi.py -o jacobi.ptx
//   jacobi_peer jacobi.ptx
//
// Exit status: 0 all right, 1 something was wrong, 77 there is no GPU.
#include "../run_on_gpu.h"
#include "jacobi.h"

#include <cstdio>

namespace {

using jacobi::Strip;

// The halos of both, from the other's edge rows. Each stream waits until the
// other's step has run, and the next step until its rows have been read.
class Exchange {
public:
  Exchange(const pyk2ptx::Device &one, const pyk2ptx::Device &two)
      : stepped_{one.createEvent(false).value(),
                 two.createEvent(false).value()},
        copied_{one.createEvent(false).value(),
                two.createEvent(false).value()} {}

  void operator()(Strip &upper, Strip &lower) {
    Strip *strips[] = {&upper, &lower};
    for (int i = 0; i < 2; ++i)
      stepped_[i].record(strips[i]->stream).value();
    for (int i = 0; i < 2; ++i)
      strips[i]->stream.wait(stepped_[1 - i]).value();
    upper.before
        .copyFromAsync(upper.stream, lower.before, lower.firstRow(),
                       upper.lowerHalo(), lower.firstRow())
        .value();
    lower.before
        .copyFromAsync(lower.stream, upper.before, upper.firstRow(),
                       Strip::upperHalo(), upper.lastRow())
        .value();
    for (int i = 0; i < 2; ++i)
      copied_[i].record(strips[i]->stream).value();
    for (int i = 0; i < 2; ++i)
      strips[i]->stream.wait(copied_[1 - i]).value();
  }

private:
  pyk2ptx::Event stepped_[2];
  pyk2ptx::Event copied_[2];
};

int run(const pyk2ptx::Driver &driver, const char *path) {
  pyk2ptx::Library library = driver.loadFile(path).value();
  pyk2ptx::Device one = driver.device(0).value();
  pyk2ptx::Device two = driver.device(driver.deviceCount() > 1 ? 1 : 0).value();
  std::printf("on %s and %s\n", one.pciBusId().value().c_str(),
              two.pciBusId().value().c_str());
  if (driver.deviceCount() > 1 && one.canAccess(two).value() &&
      two.canAccess(one).value()) {
    one.enablePeerAccess(two).value();
    two.enablePeerAccess(one).value();
    std::printf("they access each other's memory\n");
  }
  jacobi::Plate plate;
  std::int64_t middle = plate.firstOf(1, 2);
  Strip upper(one, library, plate, 1, middle);
  Strip lower(two, library, plate, middle, plate.rows - 1);
  Exchange exchange(one, two);
  for (int i = 0; i < plate.steps; ++i) {
    upper.step();
    lower.step();
    exchange(upper, lower);
  }
  std::vector<float> got = upper.result();
  std::vector<float> rest = lower.result();
  got.insert(got.end(), rest.begin(), rest.end());
  std::vector<float> alone = jacobi::solveAlone(one, library, plate);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < alone.size(); ++i)
    wrong += got[i] != alone[i];
  std::printf("%zu points of %.3f degrees on average, %zu differ from one "
              "GPU's\n",
              alone.size(), jacobi::mean(alone), wrong);
  return wrong == 0 && got.size() == alone.size() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s jacobi.ptx\n", argv[0]);
    return 1;
  }
  return runOnGpu([&](const pyk2ptx::Driver &driver) {
    int status = run(driver, argv[1]);
    std::printf(status ? "FAILED\n" : "OK\n");
    return status;
  });
}
