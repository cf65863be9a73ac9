# golden: --emit=syntax
import a.b as c, d
from ..e import (f as g, h,)
from . import *
from __future__ import annotations

# === --emit=syntax
# Import a.b as c, d @2:1
# ImportFrom ..e: f as g, h @3:1
# ImportFrom .: * @4:1
# ImportFrom __future__: annotations @5:1
