from circle_a import A
B = A + 1
