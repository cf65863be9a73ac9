from circle_b import B
A = 1
C = B + 1
