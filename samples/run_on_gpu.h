// What main is in the samples that let errors be thrown: it says why there is
// nothing to run on (exit status 77), and what went wrong (1).
#ifndef PYK2PTX_SAMPLES_RUN_ON_GPU_H
#define PYK2PTX_SAMPLES_RUN_ON_GPU_H

#include <pyk2ptx/runtime.h>

#include <cstdio>

/// `run` takes the driver and returns the exit status.
template <typename Run> int runOnGpu(Run run) {
  auto driver = pyk2ptx::initialize();
  if (!driver) {
    std::printf("SKIPPED: no GPU: %s\n", driver.error().what().c_str());
    return 77;
  }
  // With exceptions on, value() throws; without them it prints and aborts.
  try {
    return run(*driver);
  } catch (const pyk2ptx::ErrorException &error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}

#endif
