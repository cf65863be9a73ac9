GOOD = 1
def f(:
