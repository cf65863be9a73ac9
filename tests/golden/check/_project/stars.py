from constants import *
from pkg.util import *
