factor = 1
