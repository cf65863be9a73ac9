# golden: --emit=syntax
def f():
    await g

# === --emit=syntax
# fail_await_outside_async.py:3:5: error: `await` outside an async function [SyntaxError]
#       await g
#       ^~~~~
