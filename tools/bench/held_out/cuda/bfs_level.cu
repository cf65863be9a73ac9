// params: first.ptr neighbours.ptr frontier.ptr visited.ptr following.ptr distance.ptr level frontier.size:i32
extern "C" __global__ void bfs_level(const int* __restrict__ first, const int* __restrict__ neighbours,
                                     const bool* __restrict__ frontier,
                                     const bool* __restrict__ visited, bool* __restrict__ following,
                                     int* __restrict__ distance, int level, int n) {
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node < n && frontier[node]) {
        int end = first[node + 1];
        for (int e = first[node]; e < end; e++) {
            int other = neighbours[e];
            if (!visited[other]) {
                distance[other] = level + 1;
                following[other] = true;
            }
        }
    }
}
