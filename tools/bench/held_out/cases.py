"""What each kernel is run on, as in ../cases.py; a file for each subject, as cpu/ has them."""
from common import SETS, load

CASES = {}
for subject in "image", "model", "table", "series":
    CASES |= load(SETS["held-out"].folder / f"{subject}_cases.py").CASES
