from numba import cuda


@cuda.jit("void(float32[:, ::1], float32[:, ::1], float32[:, ::1])")
def template_match(image, template, score):
    """By how much each window of an image differs from a template."""
    r, c = cuda.grid(2)
    if r < score.shape[0] and c < score.shape[1]:
        score[r, c] = 0
        for i in range(template.shape[0]):
            for j in range(template.shape[1]):
                score[r, c] += (image[r + i, c + j] - template[i, j]) ** 2
