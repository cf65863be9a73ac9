#!/usr/bin/env python3
"""How the solver scales: one process a GPU, by MPI and NCCL (mpi_nccl.cpp).

    scaling.py --program jacobi_mpi --ptx jacobi.ptx --gpus 2 --out scaling.json

Strong: a plate is divided among the GPUs. Weak: each GPU has a plate of its own, one below the other.
Each figure is the median of --repeat runs, and every run's result is compared with one GPU's, bit for
bit. scaling_plot.py draws what is written. Needs Python alone.
"""
import argparse
import json
import re
import statistics
import subprocess
import sys

SIDES = (2048, 4096, 8192, 16384)


def plates(kind, side, gpus, steps):
    """Rows, columns and steps for so many GPUs; a row of edge above and below."""
    return side * (gpus if kind == "weak" else 1) + 2, side, steps


def microseconds(arguments, gpus, plate):
    """Of a step, the slowest process's."""
    command = [*arguments.mpiexec.split(), "-n", str(gpus), *arguments.wrap.split(), arguments.program,
               arguments.ptx, *map(str, plate)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"([\d.]+) us a step\nOK", done.stdout)
    if done.returncode or not found:
        sys.exit(f"scaling.py: {' '.join(command)} ended with {done.returncode}:\n"
                 f"{done.stdout}{done.stderr}")
    return float(found[1])


def measured(arguments, kind, side):
    """A row of the table: a time for each number of GPUs."""
    times = {}
    for gpus in range(1, arguments.gpus + 1):
        plate = plates(kind, side, gpus, arguments.steps)
        if plate[0] * plate[1] >= 1 << 31:
            break
        runs = [microseconds(arguments, gpus, plate) for _ in range(arguments.repeat)]
        times[str(gpus)] = {"median": statistics.median(runs), "runs": runs}
    return {"kind": kind, "side": side, "us": times}


def efficiency(row, gpus):
    """What of the ideal is reached: of 1/N of one GPU's time, or of one GPU's time."""
    one, many = row["us"]["1"]["median"], row["us"][str(gpus)]["median"]
    return one / many / (gpus if row["kind"] == "strong" else 1)


def table(rows, gpus):
    counts = range(1, gpus + 1)
    lines = ["| scaling | plate" + "".join(f" | {n} GPU{'s' * (n > 1)}" for n in counts) + " |",
             "| --- " * (2 + gpus) + "|"]
    for row in rows:
        cells = []
        for n in counts:
            time = row["us"].get(str(n))
            share = f" ({efficiency(row, n):.0%})" if n > 1 and time else ""
            cells.append(f"{time['median']:.1f} us{share}" if time else "-")
        lines.append(f"| {row['kind']} | {row['side']} x {row['side']}"
                     f"{' a GPU' * (row['kind'] == 'weak')} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description="weak and strong scaling of jacobi_mpi")
    parser.add_argument("--program", required=True)
    parser.add_argument("--ptx", required=True)
    parser.add_argument("--gpus", type=int, required=True, help="1 to this many")
    parser.add_argument("--mpiexec", default="mpiexec", help="with its options")
    parser.add_argument("--wrap", default="", help="what starts the program in each process: env X=Y")
    parser.add_argument("--sides", type=lambda text: [int(s) for s in text.split(",")], default=SIDES)
    parser.add_argument("--steps", type=int, default=510)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--machine", default="", help="what the plot says of it")
    parser.add_argument("--out", help="JSON")
    arguments = parser.parse_args()
    rows = []
    for kind in ("strong", "weak"):
        for side in arguments.sides:
            rows.append(measured(arguments, kind, side))
            print(table(rows[-1:], arguments.gpus).splitlines()[-1], file=sys.stderr, flush=True)
            if arguments.out:  # what is measured stays, if a later run fails
                with open(arguments.out, "w", encoding="utf-8") as out:
                    json.dump({"machine": arguments.machine, "steps": arguments.steps,
                               "gpus": arguments.gpus, "rows": rows}, out, indent=1)
    print(table(rows, arguments.gpus))


if __name__ == "__main__":
    main()
