from typing import Any

class Explanation:
    name: str
    source: str
    arch: str
    def _repr_html_(self) -> str: ...

def occupancy(
    arch: str, registers: int, shared: int, threads: int
) -> tuple[int, float]: ...
def explain(kernel: Any, signature: Any = None) -> Explanation: ...
