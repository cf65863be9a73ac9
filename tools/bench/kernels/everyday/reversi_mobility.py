from numba import cuda, uint64

NOT_FIRST = 0xFEFEFEFEFEFEFEFE  # columns, of which the first is a row's lowest bit
NOT_LAST = 0x7F7F7F7F7F7F7F7F


@cuda.jit(device=True)
def shift(board, direction):
    """All discs a step on; what leaves the board is lost."""
    if direction == 0:
        return board << 8
    elif direction == 1:
        return (board & NOT_LAST) << 9
    elif direction == 2:
        return (board & NOT_LAST) << 1
    elif direction == 3:
        return (board & NOT_LAST) >> 7
    elif direction == 4:
        return board >> 8
    elif direction == 5:
        return (board & NOT_FIRST) >> 9
    elif direction == 6:
        return (board & NOT_FIRST) >> 1
    return (board & NOT_FIRST) << 7


@cuda.jit(device=True)
def legal_moves(own, other):
    empty = ~(own | other)
    moves = uint64(0)
    for direction in range(8):
        line = shift(own, direction) & other
        for _ in range(5):
            line |= shift(line, direction) & other
        moves |= shift(line, direction) & empty
    return moves


@cuda.jit(device=True)
def flipped(own, other, move):
    flips = uint64(0)
    for direction in range(8):
        line = uint64(0)
        step = shift(move, direction)
        while step & other:
            line |= step
            step = shift(step, direction)
        if step & own:
            flips |= line
    return flips


@cuda.jit("void(uint64[::1], uint64[::1], uint8[::1], uint8[::1])")
def reversi_mobility(own, other, square, replies):
    """The move that leaves the other side the fewest replies, and how many; 64 where there is no move."""
    i = cuda.grid(1)
    if i >= own.size:
        return
    mine = own[i]
    theirs = other[i]
    best = 64
    fewest = 64
    moves = legal_moves(mine, theirs)
    while moves != 0:
        place = cuda.ffs(moves) - 1
        move = uint64(1) << place
        moves ^= move
        flips = flipped(mine, theirs, move)
        count = cuda.popc(legal_moves(theirs ^ flips, mine | move | flips))
        if count < fewest:
            fewest = count
            best = place
    square[i] = best
    replies[i] = fewest
