// params: own.ptr other.ptr square.ptr replies.ptr own.size:i32
using Board = unsigned long long;

constexpr Board NOT_FIRST = 0xfefefefefefefefeull, NOT_LAST = 0x7f7f7f7f7f7f7f7full;

__device__ __forceinline__ Board shift(Board board, int direction) {
    switch (direction) {
    case 0: return board << 8;
    case 1: return (board & NOT_LAST) << 9;
    case 2: return (board & NOT_LAST) << 1;
    case 3: return (board & NOT_LAST) >> 7;
    case 4: return board >> 8;
    case 5: return (board & NOT_FIRST) >> 9;
    case 6: return (board & NOT_FIRST) >> 1;
    default: return (board & NOT_FIRST) << 7;
    }
}

__device__ __forceinline__ Board legal_moves(Board own, Board other) {
    Board empty = ~(own | other), moves = 0;
#pragma unroll
    for (int direction = 0; direction < 8; direction++) {
        Board line = shift(own, direction) & other;
#pragma unroll
        for (int k = 0; k < 5; k++) line |= shift(line, direction) & other;
        moves |= shift(line, direction) & empty;
    }
    return moves;
}

__device__ __forceinline__ Board flipped(Board own, Board other, Board move) {
    Board flips = 0;
#pragma unroll
    for (int direction = 0; direction < 8; direction++) {
        Board line = 0, step = shift(move, direction);
        while (step & other) {
            line |= step;
            step = shift(step, direction);
        }
        if (step & own) flips |= line;
    }
    return flips;
}

extern "C" __global__ void reversi_mobility(const Board* __restrict__ own, const Board* __restrict__ other,
                                            unsigned char* __restrict__ square,
                                            unsigned char* __restrict__ replies, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Board mine = own[i], theirs = other[i];
    int best = 64, fewest = 64;
    for (Board moves = legal_moves(mine, theirs); moves != 0; moves &= moves - 1) {
        int place = __ffsll(moves) - 1;
        Board move = 1ull << place, flips = flipped(mine, theirs, move);
        int count = __popcll(legal_moves(theirs ^ flips, mine | move | flips));
        if (count < fewest) {
            fewest = count;
            best = place;
        }
    }
    square[i] = best;
    replies[i] = fewest;
}
