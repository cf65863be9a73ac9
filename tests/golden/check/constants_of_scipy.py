# golden: --emit=ir
from numba import cuda
from scipy import constants
from scipy.constants import m_e, epsilon_0, hbar as H


@cuda.jit("void(float64[::1])")
def k(x):
    x[0] = m_e
    x[1] = epsilon_0
    x[2] = H
    x[3] = constants.R * constants.mu_0

# === --emit=ir
# kernel k(x: f64[::1])
#   x[guard 0] = 9.1093837139e-31
#   x[guard 1] = 8.8541878188e-12
#   x[guard 2] = 1.0545718176461565e-34
#   x[guard 3] = 1.044826187051536e-05
