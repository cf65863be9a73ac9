"""What the GPU's counters say of one launch of each contender, by ncu: which limit binds.

ncu starts run_peers.py once more (`--count-only`), which launches each kernel between
cudaProfilerStart and cudaProfilerStop and writes down in which order. A machine may keep the
counters from its users (ERR_NVGPUCTRPERM), or have none: the report then says so.
"""
import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

# column -> metric; the first ones are shares of the most that a part can do.
SHARES = {"issue": "sm__issue_active.avg.pct_of_peak_sustained_elapsed",
          "sm": "sm__throughput.avg.pct_of_peak_sustained_elapsed",
          "l1": "l1tex__throughput.avg.pct_of_peak_sustained_active",
          "l2": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
          "dram": "dram__throughput.avg.pct_of_peak_sustained_elapsed"}
OTHERS = {"warps": "sm__warps_active.avg.pct_of_peak_sustained_active",
          "instructions": "smsp__inst_executed.sum",
          "l2 atomics": "lts__t_sectors_op_atom.sum",
          "l2 reductions": "lts__t_sectors_op_red.sum"}
METRICS = {**SHARES, **OTHERS}
BINDING = 60.0  # percent; a kernel that comes near no limit waits for what takes long


def launch_each(pairs, make_case, launches_of, options):
    """In the process that ncu watches: one launch of each contender is counted."""
    import cupy as cp  # what reads ncu's output needs no GPU

    order = []
    for kernels, name in pairs:
        case = make_case(kernels, name, options)
        launches = launches_of(kernels, name, case, options, {"variants": {}})
        for label, launch in launches.items():
            if label in case.library:  # some number of kernels
                continue
            cp.cuda.Device().synchronize()
            cp.cuda.runtime.profilerStart()
            launch()
            cp.cuda.Device().synchronize()
            cp.cuda.runtime.profilerStop()
            order.append((name, label))
            options.count_only.write_text(json.dumps(order))
        del case, launches
        cp.get_default_memory_pool().free_all_blocks()


def rows_of(text):
    """The metrics of each profiled launch, in order, of ncu's CSV."""
    lines = [line for line in text.splitlines() if line.startswith('"')]
    launches, columns = {}, {metric: column for column, metric in METRICS.items()}
    for row in csv.DictReader(lines):
        values = launches.setdefault(int(row["ID"]), {})
        if row["Metric Name"] in columns:
            try:
                values[columns[row["Metric Name"]]] = float(row["Metric Value"].replace(",", ""))
            except ValueError:
                pass  # "n/a": this GPU does not count it
    return [launches[number] for number in sorted(launches)]


def binding(values):
    """The limit that a launch comes nearest to; "latency" where it comes near none."""
    shares = {column: values[column] for column in SHARES if column in values}
    if not shares:
        return "unknown"
    nearest = max(shares, key=shares.get)
    return nearest if shares[nearest] >= BINDING else "latency"


def problem_of(text):
    """The line that says why ncu counted nothing."""
    said = [line for line in text.splitlines() if "ERR_" in line or "==ERROR==" in line]
    return (said or text.strip().splitlines()[-1:] or ["ncu said nothing"])[0][:300]


def count(result, folder):
    """Adds "counters" to the result's variants, or "ncu_failed", printed too, to the result."""
    ncu = shutil.which("ncu") or shutil.which("ncu", path="/usr/local/cuda/bin")
    order_file = Path(folder) / "counted.json"
    order_file.unlink(missing_ok=True)
    text = "no ncu on this machine"
    if ncu:
        try:
            done = subprocess.run(
                [ncu, "--csv", "--clock-control", "none", "--profile-from-start", "off",
                 "--metrics", ",".join(METRICS.values()), sys.executable, *sys.argv,
                 "--count-only", str(order_file)], capture_output=True, text=True, timeout=600)
            text = done.stdout + done.stderr
        except subprocess.TimeoutExpired as e:
            text = f"==ERROR== ncu took more than {e.timeout} s"
    (Path(folder) / "ncu.log").write_text(text)
    rows = rows_of(text)
    order = json.loads(order_file.read_text()) if order_file.is_file() else []
    if not rows or len(rows) != len(order):
        why = problem_of(text) if not rows else f"{len(rows)} launches counted, {len(order)} made"
        result["ncu_failed"] = why
        print(f"NO COUNTERS: {why}", flush=True)
        return
    for (name, label), values in zip(order, rows):
        result["kernels"][name]["variants"][label]["counters"] = {**values, "binds": binding(values)}
