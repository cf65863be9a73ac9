"""samples/clusters on local clusters, on the CPU device: what workers in processes of
their own compute is what NumPy says, and what is wrong there is told here."""

import importlib
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples" / "clusters"
sys.path.insert(0, str(SAMPLES))

da = pytest.importorskip("dask.array", reason="dask is not installed")
distributed = pytest.importorskip("distributed", reason="dask is not installed")


@pytest.fixture(scope="module")
def client():
    paths = [str(SAMPLES), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster:
            with distributed.Client(cluster) as client:
                yield client


@pytest.fixture(scope="module")
def blocks():
    return importlib.import_module("dask_blocks")


def picture_of(shape):
    return np.random.default_rng(7).uniform(0, 300, shape).astype(np.float32)


SHAPES = [((1, 1), 1), ((31, 33), 16), ((1025, 7), 100), ((40, 129), (13, 64))]


@pytest.mark.parametrize("shape,chunks", SHAPES)
def test_blocks(client, blocks, shape, chunks):
    picture = picture_of(shape)
    result = blocks.brightened(da.from_array(picture, chunks=chunks), 50, 250)
    want = np.clip((picture - 50) / np.float32(200), 0, 1)
    got = result.compute()
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, want, rtol=1e-6)


def test_an_empty_array(client, blocks):
    empty = da.from_array(np.zeros((0, 5), np.float32))
    assert blocks.brightened(empty, 0, 1).compute().shape == (0, 5)


@pytest.mark.parametrize("shape,chunks", SHAPES[1:])
def test_halos(client, blocks, shape, chunks):
    picture, reach = picture_of(shape), blocks.RADIUS
    got = blocks.blurred(da.from_array(picture, chunks=chunks)).compute()
    side = 2 * reach + 1
    padded = np.pad(picture.astype(float), reach, constant_values=np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(padded, (side, side))
    np.testing.assert_allclose(got, np.nanmean(windows, axis=(2, 3)), rtol=1e-5)


def test_kernels_run_in_the_workers(client, blocks):
    def where(block):
        blocks_there = importlib.import_module("dask_blocks")
        low, high = np.float32(0), np.float32(1)
        blocks_there.over(blocks_there.brighten, block, low, high)
        return np.full(block.shape, float(os.getpid()))

    array = da.from_array(np.zeros((64, 8), np.float32), chunks=(1, 8))
    found = set(array.map_blocks(where, dtype=float).compute()[:, 0])
    assert found and os.getpid() not in found


def test_a_kernel_travels_by_itself(client):
    """A kernel of no module that the workers know: its text and constants."""
    name = "a_module_that_is_here_alone"
    text = (
        "from pyk2ptx import cuda\nFACTOR = 3\n"
        "@cuda.jit\ndef scale(x):\n    i = cuda.grid(1)\n"
        "    if i < x.size:\n        x[i] *= FACTOR\n"
    )
    scope = {"__name__": name}
    exec(text, scope)
    kernel = scope["scale"]

    def one(block):
        kernel[-(-block.size // 32), 32](block := block.copy())
        return block

    array = da.from_array(np.arange(33.0), chunks=10)
    np.testing.assert_array_equal(array.map_blocks(one).compute(), 3 * np.arange(33.0))


def test_what_is_wrong_there_is_told_here(client):
    from pyk2ptx import cuda

    @cuda.jit
    def wrong(x):
        x[0] = nothing  # noqa: F821

    @cuda.jit
    def racing(x):
        x[0] = cuda.threadIdx.x

    def compile_there():
        wrong[1, 1](np.zeros(1))

    def check_there():
        cuda.check(racing)[1, 32](np.zeros(1))

    with pytest.raises(Exception, match=r"`nothing` is not defined.*UnknownName"):
        client.submit(compile_there).result()
    with pytest.raises(cuda.CheckError, match="DataRace"):
        client.submit(check_there).result()


def test_program():
    """Started as its users start it."""
    done = subprocess.run(
        [sys.executable, SAMPLES / "dask_blocks.py"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "12 blocks, 2 workers, mean 0.4994\n"


@pytest.fixture(scope="module")
def ray(tmp_path_factory):
    # 260 MB that tools/setup.sh does not fetch for one sample.
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install ray")
    paths = [str(SAMPLES), os.environ.get("PYTHONPATH", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        patch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(
            num_cpus=3,
            include_dashboard=False,
            log_to_driver=False,
            object_store_memory=100 << 20,
        )
        yield ray
        ray.shutdown()


@pytest.mark.parametrize("shape,count", [((31, 33), 3), ((5, 1), 2), ((9, 40), 1)])
def test_actors(ray, shape, count):
    actors = importlib.import_module("ray_actors")
    plate = np.random.default_rng(8).uniform(size=shape).astype(np.float32)
    got, want = actors.simulate(plate, 5, count), plate.astype(float)
    for _ in range(5):
        inner, new = want[1:-1, 1:-1], want.copy()
        around = want[:-2, 1:-1] + want[2:, 1:-1] + want[1:-1, :-2] + want[1:-1, 2:]
        new[1:-1, 1:-1] = inner + 0.2 * (around - 4 * inner)
        want = new
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)
