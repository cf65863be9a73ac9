"""A client of the language server: JSON-RPC over its standard input and output,
as an editor does it."""
import json
import os
import pathlib
import queue
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))
SECONDS = 120


class ServerError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Client:
    def __init__(self, initialize=True, options=None, cwd=None):
        self.process = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=cwd)
        self.inbox = queue.Queue()
        self.number = 0
        self.diagnostics = {}
        self.versions = {}
        self.unmatched = []
        threading.Thread(target=self._listen, daemon=True).start()
        if initialize:
            self.capabilities = self.request("initialize", {
                "processId": os.getpid(), "rootUri": None, "capabilities": {},
                "initializationOptions": options or {}})["capabilities"]
            self.notify("initialized", {})

    def _listen(self):
        out = self.process.stdout
        while True:
            length = None
            while (line := out.readline()) not in (b"\r\n", b""):
                name, _, value = line.decode().partition(":")
                if name.lower() == "content-length":
                    length = int(value)
            if length is None:
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(out.read(length)))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        self.send_text(json.dumps({"jsonrpc": "2.0", **message}))

    def send_text(self, text):
        data = text.encode("utf-8")
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))

    def notify(self, method, params):
        self.send({"method": method, "params": params})

    def start(self, method, params):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        return self.number

    def receive(self):
        message = self.inbox.get(timeout=SECONDS)
        assert message is not None, "the server ended"
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
            self.versions[params["uri"]] = params.get("version")
        return message

    def finish(self, number):
        while True:
            message = self.receive()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise ServerError(message["error"])
                return message["result"]
            if "method" not in message:
                self.unmatched.append(message)

    def request(self, method, params):
        return self.finish(self.start(method, params))

    def open(self, text, uri="file:///nowhere/kernel.py"):
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": "python", "version": 1, "text": text}})
        return uri

    def change(self, changes, uri="file:///nowhere/kernel.py", version=2):
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": changes})

    def wait(self, version=1, uri="file:///nowhere/kernel.py"):
        """The diagnostics of that version of the text."""
        while self.versions.get(uri) != version:
            self.receive()
        return self.diagnostics[uri]

    def at(self, method, text, mark, offset=0, uri="file:///nowhere/kernel.py", **more):
        """A request at the place of `mark` in the text."""
        return self.request(method, {"textDocument": {"uri": uri},
                                     "position": position(text, text.index(mark) + offset), **more})

    def stop(self):
        """The exit status of a proper end."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(timeout=SECONDS)

    def kill(self):
        self.process.kill()
        self.process.wait()


def position(text, offset):
    """UTF-16, as the protocol has it."""
    before = text[:offset]
    line = before.count("\n")
    column = before[before.rfind("\n") + 1:]
    return {"line": line, "character": len(column.encode("utf-16-le")) // 2}


def span(text, mark, start=0):
    begin = text.index(mark, start)
    return {"start": position(text, begin), "end": position(text, begin + len(mark))}
