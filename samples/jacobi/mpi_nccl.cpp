// The Jacobi solver on several GPUs, a process for each: MPI starts the
// processes and gathers the result, NCCL exchanges the edge rows after each
// step on the stream of the kernels, so that nothing waits for the host. The
// result must be, bit for bit, that of one GPU alone.
//
//   pyk2ptx jacobi.py -o jacobi.ptx
//   mpirun -n 2 jacobi_mpi jacobi.ptx [ROWS COLUMNS STEPS]
//
// The steps after the first ten are timed: those wait for NCCL's connections.
// scaling.py runs it for one GPU and for more, and tabulates the times.
//
// Exit status: 0 all right, 1 something was wrong, 77 there are too few GPUs.
#include "jacobi.h"

#include <mpi.h>
#include <nccl.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

using jacobi::Plate;
using jacobi::Strip;

void check(ncclResult_t status, const char *call) {
  if (status == ncclSuccess)
    return;
  std::printf("FAILED: %s: %s\n", call, ncclGetErrorString(status));
  std::fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// The device's context must be current: the runtime's calls have made it so.
ncclComm_t connect(int rank, int ranks) {
  ncclUniqueId id;
  if (rank == 0)
    check(ncclGetUniqueId(&id), "ncclGetUniqueId");
  MPI_Bcast(&id, sizeof(id), MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t communicator = nullptr;
  check(ncclCommInitRank(&communicator, ranks, id, rank), "ncclCommInitRank");
  return communicator;
}

void exchange(Strip &strip, ncclComm_t communicator, int rank, int ranks) {
  std::size_t count = strip.firstRow() / sizeof(float);
  auto stream = static_cast<cudaStream_t>(strip.stream.handle());
  auto at = [&](std::size_t offset) {
    return strip.before.as<char>() + offset;
  };
  check(ncclGroupStart(), "ncclGroupStart");
  if (rank > 0) {
    check(ncclSend(at(strip.firstRow()), count, ncclFloat, rank - 1,
                   communicator, stream),
          "ncclSend");
    check(ncclRecv(at(Strip::upperHalo()), count, ncclFloat, rank - 1,
                   communicator, stream),
          "ncclRecv");
  }
  if (rank + 1 < ranks) {
    check(ncclSend(at(strip.lastRow()), count, ncclFloat, rank + 1,
                   communicator, stream),
          "ncclSend");
    check(ncclRecv(at(strip.lowerHalo()), count, ncclFloat, rank + 1,
                   communicator, stream),
          "ncclRecv");
  }
  check(ncclGroupEnd(), "ncclGroupEnd");
}

constexpr int untimed = 10;

// How long all processes took for the steps after those, in seconds.
double solve(Strip &strip, const Plate &plate, ncclComm_t communicator,
             int rank, int ranks) {
  double begin = 0;
  for (int i = 0; i < plate.steps; ++i) {
    if (i == untimed) {
      strip.stream.synchronize().value();
      MPI_Barrier(MPI_COMM_WORLD);
      begin = MPI_Wtime();
    }
    strip.step();
    exchange(strip, communicator, rank, ranks);
  }
  strip.stream.synchronize().value();
  double mine = MPI_Wtime() - begin;
  double slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

std::vector<float> gather(const std::vector<float> &mine, const Plate &plate,
                          int rank, int ranks) {
  std::vector<int> counts;
  std::vector<int> offsets;
  for (int i = 0; i < ranks; ++i) {
    std::int64_t first = plate.firstOf(i, ranks);
    std::int64_t end = plate.firstOf(i + 1, ranks);
    counts.push_back(static_cast<int>((end - first) * plate.cols));
    offsets.push_back(static_cast<int>((first - 1) * plate.cols));
  }
  std::vector<float> all(rank == 0 ? (plate.rows - 2) * plate.cols : 0);
  MPI_Gatherv(mine.data(), static_cast<int>(mine.size()), MPI_FLOAT, all.data(),
              counts.data(), offsets.data(), MPI_FLOAT, 0, MPI_COMM_WORLD);
  return all;
}

int run(const pyk2ptx::Driver &driver, const char *path, const Plate &plate,
        int rank, int ranks) {
  pyk2ptx::Library library = driver.loadFile(path).value();
  pyk2ptx::Device device = driver.device(rank % driver.deviceCount()).value();
  Strip strip(device, library, plate, plate.firstOf(rank, ranks),
              plate.firstOf(rank + 1, ranks));
  ncclComm_t communicator = connect(rank, ranks);
  double seconds = solve(strip, plate, communicator, rank, ranks);
  std::vector<float> all = gather(strip.result(), plate, rank, ranks);
  check(ncclCommDestroy(communicator), "ncclCommDestroy");
  if (rank != 0)
    return 0;
  std::vector<float> alone = jacobi::solveAlone(device, library, plate);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < alone.size(); ++i)
    wrong += all[i] != alone[i];
  std::printf("%d processes, %zu points of %.3f degrees on average, %zu differ "
              "from one GPU's\n",
              ranks, alone.size(), jacobi::mean(alone), wrong);
  std::printf("%.3f us a step\n", seconds / (plate.steps - untimed) * 1e6);
  std::printf(wrong ? "FAILED\n" : "OK\n");
  return wrong ? 1 : 0;
}

// Whether the command line's numbers make a plate; MPI counts in ints.
bool read(int argc, char **argv, int ranks, Plate &plate) {
  if (argc != 2 && argc != 5)
    return false;
  if (argc == 5) {
    plate.rows = std::atoll(argv[2]);
    plate.cols = std::atoll(argv[3]);
    plate.steps = std::atoi(argv[4]);
  }
  constexpr std::int64_t most = 0x7fffffff;
  return plate.steps > untimed && plate.cols > 2 && plate.rows - 2 >= ranks &&
         plate.rows <= most / plate.cols;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int status = 77;
  Plate plate;
  auto driver = pyk2ptx::initialize();
  if (!read(argc, argv, ranks, plate)) {
    if (rank == 0)
      std::fprintf(stderr,
                   "usage: mpirun -n GPUS %s jacobi.ptx [ROWS COLUMNS STEPS]\n"
                   "an inner row for each process, fewer than 2**31 points, "
                   "more than 10 steps\n",
                   argv[0]);
    status = 1;
  } else if (!driver) {
    std::printf("SKIPPED: no GPU: %s\n", driver.error().what().c_str());
  } else if (driver->deviceCount() < ranks) {
    // NCCL wants a GPU for each process.
    if (rank == 0)
      std::printf("SKIPPED: %d processes want as many GPUs; there are %d\n",
                  ranks, driver->deviceCount());
  } else {
    try {
      status = run(*driver, argv[1], plate, rank, ranks);
    } catch (const pyk2ptx::ErrorException &error) {
      std::printf("FAILED: process %d: %s\n", rank, error.what());
      std::fflush(stdout);
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Finalize();
  return status;
}
