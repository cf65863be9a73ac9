"""Chromium, without a window, by its debugging protocol over two pipes: nothing to
install but the browser itself."""

import json
import os
import select
import shutil
import subprocess

NAMES = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 60


def find():
    """The program, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Failed(Exception):
    """The browser refuses a command."""


class Browser:
    """One page. `heard` has what the page logged as errors since it was emptied."""

    def __init__(self, program, folder):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        command = [
            program,
            "--headless",
            "--no-first-run",
            "--hide-scrollbars",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            f"--user-data-dir={folder}",
            "--remote-debugging-pipe",
        ]
        if os.geteuid() == 0:
            command.append("--no-sandbox")
        # The protocol's pipes are descriptors 3 and 4.
        pipes = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", pipes, "bash", *command],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.received, self.count, self.session = b"", 0, None
        self.heard, self.events = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.output)
        os.close(self.input)

    def message(self):
        while b"\0" not in self.received:
            if not select.select([self.input], [], [], PATIENCE)[0]:
                raise Failed(f"the browser says nothing for {PATIENCE} s")
            more = os.read(self.input, 1 << 16)
            if not more:
                raise Failed("the browser has ended")
            self.received += more
        first, _, self.received = self.received.partition(b"\0")
        return json.loads(first)

    def note(self, event):
        """Keeps an event; what is an error is heard."""
        name, given = event["method"], event.get("params", {})
        self.events.append(name)
        if name == "Runtime.exceptionThrown":
            details = given["exceptionDetails"]
            thrown = details.get("exception", {}).get("description", "")
            self.heard.append(f"{details['text']} {thrown}")
        elif name == "Runtime.consoleAPICalled":
            if given["type"] in ("error", "warning", "assert"):
                words = [str(arg.get("value", "")) for arg in given["args"]]
                self.heard.append(f"console: {' '.join(words)}")
        elif name == "Log.entryAdded" and given["entry"]["level"] == "error":
            entry = given["entry"]
            self.heard.append(f"{entry['text']} {entry.get('url', '')}")

    def call(self, method, **params):
        self.count += 1
        request = {"id": self.count, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            if "method" in answer:
                self.note(answer)

    def look(self, scheme, width):
        """Pages are seen in "light" or "dark", so many pixels wide."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=False,
        )
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", features=features)

    def open(self, url):
        self.heard.clear()
        self.events.clear()
        if problem := self.call("Page.navigate", url=url).get("errorText"):
            raise Failed(f"{url}: {problem}")
        while "Page.loadEventFired" not in self.events:
            self.note(self.message())

    def value(self, script):
        """What a script gives; a promise is waited for."""
        given = self.call(
            "Runtime.evaluate",
            expression=script,
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in given:
            raise Failed(given["exceptionDetails"].get("exception", given))
        return given["result"].get("value")
