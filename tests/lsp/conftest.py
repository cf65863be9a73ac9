import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from client import Client


@pytest.fixture
def client():
    made = Client()
    yield made
    made.kill()
