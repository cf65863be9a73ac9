# golden: --emit=ptx
from numba import cuda


@cuda.jit(["void(int32)", "void(int64)"])
def größe(n):
    pass

@cuda.jit("void(int32)")
def _(n):
    pass

# === --emit=ptx
# // pyk2ptx abi 1
# // target sm_75 ptx 6.3
# // kernel gr%C3%B6%C3%9Fe entry gr$c3$b6$c3$9fe source entry_names.py:6
# // arg n scalar int32
# // param n value i32 offset 0 size 4
# // facts params 4 shared 0 dynamic no bounds guard typing python
# // kernel gr%C3%B6%C3%9Fe entry gr$c3$b6$c3$9fe__1 source entry_names.py:6
# // arg n scalar int64
# // param n value i64 offset 0 size 8
# // facts params 8 shared 0 dynamic no bounds guard typing python
# // kernel _ entry _$ source entry_names.py:10
# // arg n scalar int32
# // param n value i32 offset 0 size 4
# // facts params 4 shared 0 dynamic no bounds guard typing python
# // end
# .version 6.3
# .target sm_75
# .address_size 64
#
# 	// .globl	gr$c3$b6$c3$9fe
#
# .visible .entry gr$c3$b6$c3$9fe(
# 	.param .u32 gr$c3$b6$c3$9fe_param_0
# )
# {
#
#
# 	ret;
#
# }
# 	// .globl	gr$c3$b6$c3$9fe__1
# .visible .entry gr$c3$b6$c3$9fe__1(
# 	.param .u64 gr$c3$b6$c3$9fe__1_param_0
# )
# {
#
#
# 	ret;
#
# }
# 	// .globl	_$
# .visible .entry _$(
# 	.param .u32 _$_param_0
# )
# {
#
#
# 	ret;
#
# }
