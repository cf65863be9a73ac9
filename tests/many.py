"""One process of `pyk2ptx run --many` for many launches."""

import os
import select
import signal
import subprocess
import tempfile


class ManyLaunches:
    """Most of a launch of its own would be the process's start, and the GPU's
    context. The process ends with what leaves that broken, and the next launch has a
    new one; so it has, too, where the environment is another."""

    def __init__(self, program):
        self.program = program
        self.process, self.environment = None, {}
        self.log = tempfile.TemporaryFile()

    def stop(self):
        """The exit status; None where nothing runs."""
        if not self.process:
            return None
        self.process.kill()
        self.process, process = None, self.process
        return process.wait()

    def run(self, words, seconds, environment):
        """The exit status, None after so many seconds; and all that was printed."""
        assert not any("\t" in word or "\n" in word for word in words), words
        if environment != self.environment:
            self.stop()
        if not self.process:
            self.environment = environment
            self.process = subprocess.Popen(
                [self.program, "run", "--many"], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=self.log, text=True, bufsize=1,
                env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
            )  # fmt: skip
        begin = self.log.seek(0, os.SEEK_END)
        self.process.stdin.write("\t".join(words) + "\n")
        self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], seconds)
        line = self.process.stdout.readline() if ready else ""
        self.log.seek(begin)
        text = self.log.read().decode(errors="replace")
        status = int(line) if line else None
        # What a fault leaves on a GPU ends with the process.
        if status is None or "CUDA_ERROR" in text:
            ended = self.stop()
            if ready and status is None:
                status = ended
        return status, text
