// NCCL over MPI, for the fake driver, whose device memory is the host's: what
// samples/jacobi calls of it. Preloaded in front of the real one.
#include <cstring>
#include <mpi.h>
#include <nccl.h>
#include <vector>

struct ncclComm {};

namespace {
std::vector<MPI_Request> pending;
}

extern "C" {

ncclResult_t ncclGetUniqueId(ncclUniqueId *id) {
  std::memset(id, 7, sizeof(*id));
  return ncclSuccess;
}

const char *ncclGetErrorString(ncclResult_t) { return "of the fake"; }

// Rank 0's id must have come to all.
ncclResult_t ncclCommInitRank(ncclComm_t *communicator, int, ncclUniqueId id,
                              int) {
  *communicator = new ncclComm;
  return id.internal[100] == 7 ? ncclSuccess : ncclInvalidArgument;
}

ncclResult_t ncclCommDestroy(ncclComm_t communicator) {
  delete communicator;
  return ncclSuccess;
}

ncclResult_t ncclGroupStart() { return ncclSuccess; }

ncclResult_t ncclSend(const void *data, size_t count, ncclDataType_t, int peer,
                      ncclComm_t, cudaStream_t) {
  pending.emplace_back();
  MPI_Isend(data, static_cast<int>(count), MPI_FLOAT, peer, 0, MPI_COMM_WORLD,
            &pending.back());
  return ncclSuccess;
}

ncclResult_t ncclRecv(void *data, size_t count, ncclDataType_t, int peer,
                      ncclComm_t, cudaStream_t) {
  pending.emplace_back();
  MPI_Irecv(data, static_cast<int>(count), MPI_FLOAT, peer, 0, MPI_COMM_WORLD,
            &pending.back());
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd() {
  MPI_Waitall(static_cast<int>(pending.size()), pending.data(),
              MPI_STATUSES_IGNORE);
  pending.clear();
  return ncclSuccess;
}

} // extern "C"
