from numba import cuda


@cuda.jit("void(int32[::1], int32[::1], int32[::1], int32[::1])")
def edge_support(indptr, indices, source, support):
    """Triangles that each edge of an oriented graph closes, by a merge of its ends' sorted neighbours."""
    for e in range(cuda.grid(1), indices.size, cuda.gridsize(1)):
        u = source[e]
        v = indices[e]
        i, end_i = indptr[u], indptr[u + 1]
        j, end_j = indptr[v], indptr[v + 1]
        common = 0
        while i < end_i and j < end_j:
            a = indices[i]
            b = indices[j]
            if a == b:
                common += 1
                i += 1
                j += 1
            elif a < b:
                i += 1
            else:
                j += 1
        support[e] = common
