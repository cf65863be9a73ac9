# Fourier transforms of powers of two, of a thread or of a block: nvmath.device's
# FFT. `fft` has what is known of it. A thread's elements are `stride` apart. Each
# pass multiplies them by their roots of unity, transforms as many as its radix at
# once in registers, and puts them through shared memory to where the next pass
# finds them (Stockham's order, so that nothing is sorted at the end). Of float16 a
# thread does two transforms at once, which is computed in float32: its elements are
# vectors, the real parts of both before the imaginary ones. The second's parts lie
# behind the first's.

from numba import cuda, float32, int64, literal_unroll

device = cuda.jit(device=True)

INDICES_ARE_INSIDE = True


@device
def fft_take_two(fft, value, real, imaginary, i):
    real[i] = value.x
    real[i + fft.elements_per_thread] = value.y
    imaginary[i] = value.z
    imaginary[i + fft.elements_per_thread] = value.w


@device
def fft_two(fft, real, i, imaginary, j):
    behind = fft.elements_per_thread
    return fft.value_type(
        real[i], real[i + behind], imaginary[j], imaginary[j + behind]
    )


@device
def fft_roots(fft, step, real, imaginary, each, turn):
    # Elements 1, 2, ... of a butterfly times w, w * w, ...: the powers are made of
    # their halves, which keeps the errors small.
    angle = fft.real_type(2 * turn) / fft.real_type(step.before * step.radix)
    if not fft.is_inverse:
        angle = -angle
    cosines = cuda.local.array(step.radix, fft.real_type)
    sines = cuda.local.array(step.radix, fft.real_type)
    sine, cosine = fft_sincospi(fft, angle)
    for power in literal_unroll(range(step.radix)):
        if power == 1:
            cosines[1] = cosine
            sines[1] = sine
        elif power > 1:
            half = power // 2
            other = power - half
            cosines[power] = cosines[half] * cosines[other] - sines[half] * sines[other]
            sines[power] = cosines[half] * sines[other] + sines[half] * cosines[other]
        if power > 0:
            for at in literal_unroll(
                range(each + power * step.count, fft.held, fft.elements_per_thread)
            ):
                x = real[at]
                y = imaginary[at]
                real[at] = x * cosines[power] - y * sines[power]
                imaginary[at] = x * sines[power] + y * cosines[power]


@device
def fft_sincospi(fft, angle):
    # Angles are of binary fractions, exact, and from -2 to 2.
    if fft.real_type == float32:
        return cuda.libdevice.sincospif(angle)
    return cuda.libdevice.sincospi(angle)


@device
def fft_butterflies(fft, step, real, imaginary, each):
    for row in literal_unroll(range(len(step.rows))):
        first, second, form, cosine, sine = step.rows[row]
        i = each + first * step.count
        j = each + second * step.count
        x = real[j]
        y = imaginary[j]
        if form == 1:
            if fft.is_inverse:
                x, y = -y, x
            else:
                x, y = y, -x
        elif form == 2:
            w = fft.real_type(cosine)
            v = fft.real_type(sine)
            x, y = x * w - y * v, x * v + y * w
        real[j] = real[i] - x
        imaginary[j] = imaginary[i] - y
        real[i] += x
        imaginary[i] += y


@device
def fft_exchange(fft, step, real, imaginary, shared, rank, first):
    # Of butterfly number `index`, result r goes to its place among all.
    cuda.syncthreads()
    for each in literal_unroll(range(step.count)):
        index = rank + each * fft.stride
        place = index // step.before * step.before * step.radix + index % step.before
        for r in literal_unroll(range(step.radix)):
            at = each + step.places[r] * step.count
            if fft.implicit_type_batching == 1:
                shared[first + place + r * step.before] = fft.value_type(
                    complex(real[at], imaginary[at])
                )
            else:
                shared[first + place + r * step.before] = fft_two(
                    fft, real, at, imaginary, at
                )
    cuda.syncthreads()
    for i in literal_unroll(range(fft.elements_per_thread)):
        value = shared[first + rank + i * fft.stride]
        if fft.implicit_type_batching == 1:
            real[i] = value.real
            imaginary[i] = value.imag
        else:
            fft_take_two(fft, value, real, imaginary, i)


@device
def fft_in_order(fft, step, real, imaginary, behind):
    # The last results lie where they belong, but for the order of the butterflies.
    x = cuda.local.array(step.radix, fft.real_type)
    y = cuda.local.array(step.radix, fft.real_type)
    for each in literal_unroll(range(step.count)):
        for r in literal_unroll(range(step.radix)):
            at = behind + each + step.places[r] * step.count
            x[r] = real[at]
            y[r] = imaginary[at]
        for r in literal_unroll(range(step.radix)):
            at = behind + each + r * step.count
            real[at] = x[r]
            imaginary[at] = y[r]


@device
def fft_pass(fft, step, real, imaginary, shared, rank, first):
    for each in literal_unroll(range(step.count)):
        if step.before > 1:
            turn = (rank + each * fft.stride) % step.before
            fft_roots(fft, step, real, imaginary, each, turn)
        for at in literal_unroll(range(each, fft.held, fft.elements_per_thread)):
            fft_butterflies(fft, step, real, imaginary, at)
    if step.is_last:
        for behind in literal_unroll(range(0, fft.held, fft.elements_per_thread)):
            fft_in_order(fft, step, real, imaginary, behind)
    else:
        fft_exchange(fft, step, real, imaginary, shared, rank, first)


@device
def fft_passes(fft, real, imaginary, shared, rank, first):
    for number in literal_unroll(range(len(fft.passes))):
        fft_pass(fft, fft.passes[number], real, imaginary, shared, rank, first)


@device
def fft_reals(fft, registers, real, imaginary, shared, rank, first):
    # Folded, a thread has pairs of neighbours, whose places are other threads'.
    if fft.is_folded:
        for i in literal_unroll(range(fft.elements_per_thread // 2)):
            shared[first + rank + i * fft.stride] = registers[i]
        cuda.syncthreads()
    for i in literal_unroll(range(fft.elements_per_thread)):
        index = rank + i * fft.stride
        if fft.is_folded:
            pair = shared[first + index // 2]
        else:
            pair = registers[i // 2]
        if fft.is_folded:
            is_second = index % 2 == 1
        else:
            is_second = i % 2 == 1
        imaginary[i] = 0
        if fft.implicit_type_batching == 1:
            real[i] = pair.imag if is_second else pair.real
        else:
            behind = i + fft.elements_per_thread
            imaginary[behind] = 0
            real[i] = pair.z if is_second else pair.x
            real[behind] = pair.w if is_second else pair.y


@device
def fft_mirrored(fft, registers, real, imaginary, shared, rank, first):
    # A real transform's spectrum is half of it: the other half is its mirror image.
    # The first and the middle one are real, whatever is given.
    if fft.is_block:
        for i in literal_unroll(range(fft.elements_per_thread // 2 + 1)):
            index = rank + i * fft.stride
            if index < fft.size // 2:
                shared[first + index] = registers[i]
            elif index == fft.size // 2 and fft.layout != "packed":
                shared[first + index] = registers[i]
        cuda.syncthreads()
    for i in literal_unroll(range(fft.elements_per_thread)):
        index = rank + i * fft.stride
        below = min(index, fft.size - index)
        sign = fft.real_type(1)
        if index > fft.size // 2:
            sign = -sign
        if fft.layout == "packed" and index == fft.size // 2:
            below = int64(0)
        if fft.is_block:
            value = shared[first + below]
        else:
            value = registers[below]
        if fft.implicit_type_batching == 1:
            real[i] = value.real
            imaginary[i] = value.imag
        else:
            fft_take_two(fft, value, real, imaginary, i)
        for at in literal_unroll(range(i, fft.held, fft.elements_per_thread)):
            if index == 0 or index == fft.size // 2:
                if fft.layout == "packed" and index > 0:
                    real[at] = imaginary[at]
                imaginary[at] = 0
            else:
                imaginary[at] = sign * imaginary[at]


@device
def fft_whole(fft, registers, real, imaginary, shared, rank, first):
    if fft.fft_type == "r2c":
        fft_reals(fft, registers, real, imaginary, shared, rank, first)
    elif fft.fft_type == "c2r":
        fft_mirrored(fft, registers, real, imaginary, shared, rank, first)
    else:
        for i in literal_unroll(range(fft.elements_per_thread)):
            if fft.implicit_type_batching == 1:
                real[i] = registers[i].real
                imaginary[i] = registers[i].imag
            else:
                fft_take_two(fft, registers[i], real, imaginary, i)


@device
def fft_spectrum(fft, registers, real, imaginary, rank):
    half = fft.elements_per_thread // 2
    for i in literal_unroll(range(fft.elements_per_thread)):
        index = rank + i * fft.stride
        is_stored = i < half
        if fft.layout == "full":
            is_stored = True
        elif fft.layout == "natural" and i == half:
            is_stored = index == fft.size // 2
        if is_stored:
            if fft.implicit_type_batching == 1:
                registers[i] = fft.value_type(complex(real[i], imaginary[i]))
            else:
                registers[i] = fft_two(fft, real, i, imaginary, i)
            if fft.layout == "packed" and index == 0:
                if fft.implicit_type_batching == 1:
                    registers[i] = fft.value_type(complex(real[i], real[half]))
                else:
                    registers[i] = fft_two(fft, real, i, real, half)


@device
def fft_results(fft, registers, real, imaginary, shared, rank, first):
    if fft.fft_type == "c2c":
        for i in literal_unroll(range(fft.elements_per_thread)):
            if fft.implicit_type_batching == 1:
                registers[i] = fft.value_type(complex(real[i], imaginary[i]))
            else:
                registers[i] = fft_two(fft, real, i, imaginary, i)
    elif fft.fft_type == "r2c":
        fft_spectrum(fft, registers, real, imaginary, rank)
    elif fft.is_folded:
        cuda.syncthreads()
        for i in literal_unroll(range(fft.elements_per_thread)):
            if fft.implicit_type_batching == 1:
                shared[first + rank + i * fft.stride] = fft.value_type(
                    complex(real[i], imaginary[i])
                )
            else:
                shared[first + rank + i * fft.stride] = fft_two(
                    fft, real, i, imaginary, i
                )
        cuda.syncthreads()
        for i in literal_unroll(range(fft.elements_per_thread // 2)):
            at = first + 2 * (rank + i * fft.stride)
            registers[i] = fft_pair(fft, shared[at], shared[at + 1])
    else:
        for i in literal_unroll(range(fft.elements_per_thread // 2)):
            if fft.implicit_type_batching == 1:
                registers[i] = fft.value_type(complex(real[2 * i], real[2 * i + 1]))
            else:
                registers[i] = fft_two(fft, real, 2 * i, real, 2 * i + 1)


@device
def fft_pair(fft, first, second):
    # Two reals of what transforms to reals.
    if fft.implicit_type_batching == 1:
        return fft.value_type(complex(first.real, second.real))
    else:
        return fft.value_type(first.x, first.y, second.x, second.y)


@device
def fft_of_thread(fft, fits, registers):
    real = cuda.local.array(fft.held, fft.real_type)
    imaginary = cuda.local.array(fft.held, fft.real_type)
    fft_whole(fft, registers, real, imaginary, registers, 0, 0)
    fft_passes(fft, real, imaginary, registers, 0, 0)
    fft_results(fft, registers, real, imaginary, registers, 0, 0)
    return 0


@device
def fft_in_its_block(fft):
    # A line of the block is a transform, and has no threads but its.
    if (
        cuda.blockDim.x != fft.stride
        or cuda.blockDim.y > fft.lines
        or cuda.blockDim.z > 1
    ):
        raise ValueError("the block is not of the FFT's block_dim")


@device
def fft_of_block(fft, fits, registers, shared):
    fft_in_its_block(fft)
    real = cuda.local.array(fft.held, fft.real_type)
    imaginary = cuda.local.array(fft.held, fft.real_type)
    rank = int64(cuda.threadIdx.x)
    first = int64(cuda.threadIdx.y) * fft.size
    if fft.fft_type == "c2r" or fft.is_folded:
        # Who still reads what others had there.
        cuda.syncthreads()
    fft_whole(fft, registers, real, imaginary, shared, rank, first)
    fft_passes(fft, real, imaginary, shared, rank, first)
    fft_results(fft, registers, real, imaginary, shared, rank, first)
    return 0


@device
def fft_in_shared(fft, fits, shared):
    # All of it in shared memory, in its order, before and after.
    fft_in_its_block(fft)
    real = cuda.local.array(fft.held, fft.real_type)
    imaginary = cuda.local.array(fft.held, fft.real_type)
    rank = int64(cuda.threadIdx.x)
    first = int64(cuda.threadIdx.y) * fft.size
    cuda.syncthreads()
    for i in literal_unroll(range(fft.elements_per_thread)):
        value = shared[first + rank + i * fft.stride]
        if fft.implicit_type_batching == 1:
            real[i] = value.real
            imaginary[i] = value.imag
        else:
            fft_take_two(fft, value, real, imaginary, i)
    fft_passes(fft, real, imaginary, shared, rank, first)
    cuda.syncthreads()
    for i in literal_unroll(range(fft.elements_per_thread)):
        if fft.implicit_type_batching == 1:
            shared[first + rank + i * fft.stride] = fft.value_type(
                complex(real[i], imaginary[i])
            )
        else:
            shared[first + rank + i * fft.stride] = fft_two(fft, real, i, imaginary, i)
    cuda.syncthreads()
    return 0
