# golden: --emit=syntax --error-limit=0
int n = 0
unsigned int o
float *p = q;
__shared__ float r[32];
double s[4] = {0};
auto t = function(of, something, that, takes, many, arguments);
void u(int v)
// w
x = 3 // the rest of y
/* z */
a = b /* c */
u = (float) v
w = (int)3.5
for (int x = 0; x < 3; x++)
    y = x
def z(int a): pass
b = 1.0f + 2.5
c = 10UL
d = 1.f
e = 0x1ful
m = 12g
elseif f: g
switch (h):
    pass
function i(j):
    pass
foreach k in l:
    pass
while (h) {
    i += 1
}
if (g > 1) {
    return
}

# === --emit=syntax --error-limit=0
# fail_c_statements.py:2:1: error: Python declares no types; write `n = 0` [SyntaxError]
#   int n = 0
#   ^~~
# fail_c_statements.py:3:1: error: Python declares no types; write `o = ...` [SyntaxError]
#   unsigned int o
#   ^~~~~~~~~~~~
# fail_c_statements.py:4:1: error: Python declares no types; write `p = q` [SyntaxError]
#   float *p = q;
#   ^~~~~
# fail_c_statements.py:5:1: error: Python declares no types; write `r = cuda.shared.array(shape, type)` [SyntaxError]
#   __shared__ float r[32];
#   ^~~~~~~~~~~~~~~~
# fail_c_statements.py:6:1: error: Python declares no types; write `s = cuda.local.array(shape, type)` [SyntaxError]
#   double s[4] = {0};
#   ^~~~~~
# fail_c_statements.py:7:1: error: Python declares no types; write `t = ...` [SyntaxError]
#   auto t = function(of, something, that, takes, many, arguments);
#   ^~~~
# fail_c_statements.py:8:1: error: a function is written `def u(...):` [SyntaxError]
#   void u(int v)
#   ^~~~
# fail_c_statements.py:9:1: error: a comment begins with `#` [SyntaxError]
#   // w
#   ^~
# fail_c_statements.py:10:14: error: unexpected `rest` after the statement; a comment begins with `#`, `//` divides [SyntaxError]
#   x = 3 // the rest of y
#                ^~~~
# fail_c_statements.py:11:1: error: a comment begins with `#` [SyntaxError]
#   /* z */
#   ^~
# fail_c_statements.py:12:7: error: a comment begins with `#` [SyntaxError]
#   a = b /* c */
#         ^~
# fail_c_statements.py:13:13: error: unexpected `v` after the statement; a conversion is a call, such as `float(x)` or `np.int32(x)` [SyntaxError]
#   u = (float) v
#               ^
# fail_c_statements.py:14:10: error: unexpected `3.5` after the statement; a conversion is a call, such as `float(x)` or `np.int32(x)` [SyntaxError]
#   w = (int)3.5
#            ^~~
# fail_c_statements.py:15:5: error: a loop that counts is written `for x in range(start, stop, step):` [SyntaxError]
#   for (int x = 0; x < 3; x++)
#       ^~~~~~~~~~~
# fail_c_statements.py:17:11: error: expected `,` or `)`, found `a`; Python declares no types [SyntaxError]
#   def z(int a): pass
#             ^
# fail_c_statements.py:18:5: error: invalid decimal literal; numbers have no suffix: write `1.0`, or `np.float32(1.0)` [SyntaxError]
#   b = 1.0f + 2.5
#       ^~~~
# fail_c_statements.py:19:5: error: invalid decimal literal; numbers have no suffix: write `10`, or `np.uint64(10)` [SyntaxError]
#   c = 10UL
#       ^~~~
# fail_c_statements.py:20:5: error: invalid decimal literal; numbers have no suffix: write `1.`, or `np.float32(1.)` [SyntaxError]
#   d = 1.f
#       ^~~
# fail_c_statements.py:21:5: error: invalid hexadecimal literal [SyntaxError]
#   e = 0x1ful
#       ^~~~~~
# fail_c_statements.py:22:5: error: invalid decimal literal [SyntaxError]
#   m = 12g
#       ^~~
# fail_c_statements.py:23:8: error: unexpected `f` after the statement; `elseif` is written `elif` [SyntaxError]
#   elseif f: g
#          ^
# fail_c_statements.py:24:11: error: unexpected `:` after the statement; `switch` is written `match` [SyntaxError]
#   switch (h):
#             ^
# fail_c_statements.py:26:10: error: unexpected `i` after the statement; `function` is written `def` [SyntaxError]
#   function i(j):
#            ^
# fail_c_statements.py:28:9: error: unexpected `k` after the statement; `foreach` is written `for` [SyntaxError]
#   foreach k in l:
#           ^
# fail_c_statements.py:30:11: error: expected `:`, found `{`; a block has no braces, and is indented [SyntaxError]
#   while (h) {
#             ^
# fail_c_statements.py:33:12: error: `{` was never closed; a block has no braces, and is indented [SyntaxError]
#   if (g > 1) {
#              ^
# fail_c_statements.py:35:1: error: unmatched `}` [SyntaxError]
#   }
#   ^
