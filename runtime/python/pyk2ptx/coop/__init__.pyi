"""Made by tools/python_names.py from the compiler's tables; do not edit."""

from typing import Any

class Primitive:
    files: list[Any]
    temp_storage_bytes: int
    temp_storage_alignment: int
    def __call__(self, *args: Any, **options: Any) -> Any: ...

class StatefulFunction:
    def __init__(self, op: Any, dtype: Any = None, name: Any = None) -> None: ...

def gpu_struct(field_dict: Any, name: str = ...) -> Any: ...
def register(*_compilers: Any) -> None: ...

class block:
    class BlockExchangeType:
        StripedToBlocked: str

    @staticmethod
    def reduce(*args: Any, **options: Any) -> Primitive:
        """block.make_reduce(dtype, threads_per_block, binary_op, items_per_thread=1, algorithm=None): a function f(x[, num_valid]) or f(items), whose result thread 0 has"""

    @staticmethod
    def make_reduce(*args: Any, **options: Any) -> Primitive:
        """block.make_reduce(dtype, threads_per_block, binary_op, items_per_thread=1, algorithm=None): a function f(x[, num_valid]) or f(items), whose result thread 0 has"""

    @staticmethod
    def sum(*args: Any, **options: Any) -> Primitive:
        """block.make_sum(dtype, threads_per_block, items_per_thread=1, algorithm=None): the same with +"""

    @staticmethod
    def make_sum(*args: Any, **options: Any) -> Primitive:
        """block.make_sum(dtype, threads_per_block, items_per_thread=1, algorithm=None): the same with +"""

    @staticmethod
    def scan(*args: Any, **options: Any) -> Primitive:
        """block.make_scan(dtype, threads_per_block, scan_op=None, items_per_thread=1, initial_value=None, mode='exclusive', prefix_op=None, algorithm=None): f(x) or f(items, out[, state])"""

    @staticmethod
    def make_scan(*args: Any, **options: Any) -> Primitive:
        """block.make_scan(dtype, threads_per_block, scan_op=None, items_per_thread=1, initial_value=None, mode='exclusive', prefix_op=None, algorithm=None): f(x) or f(items, out[, state])"""

    @staticmethod
    def exclusive_scan(*args: Any, **options: Any) -> Primitive:
        """block.make_exclusive_scan(dtype, threads_per_block, scan_op, items_per_thread=1, initial_value=None, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def make_exclusive_scan(*args: Any, **options: Any) -> Primitive:
        """block.make_exclusive_scan(dtype, threads_per_block, scan_op, items_per_thread=1, initial_value=None, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def inclusive_scan(*args: Any, **options: Any) -> Primitive:
        """block.make_inclusive_scan(dtype, threads_per_block, scan_op, items_per_thread=1, initial_value=None, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def make_inclusive_scan(*args: Any, **options: Any) -> Primitive:
        """block.make_inclusive_scan(dtype, threads_per_block, scan_op, items_per_thread=1, initial_value=None, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def exclusive_sum(*args: Any, **options: Any) -> Primitive:
        """block.make_exclusive_sum(dtype, threads_per_block, items_per_thread=1, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def make_exclusive_sum(*args: Any, **options: Any) -> Primitive:
        """block.make_exclusive_sum(dtype, threads_per_block, items_per_thread=1, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def inclusive_sum(*args: Any, **options: Any) -> Primitive:
        """block.make_inclusive_sum(dtype, threads_per_block, items_per_thread=1, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def make_inclusive_sum(*args: Any, **options: Any) -> Primitive:
        """block.make_inclusive_sum(dtype, threads_per_block, items_per_thread=1, prefix_op=None, algorithm=None): the same"""

    @staticmethod
    def load(*args: Any, **options: Any) -> Primitive:
        """block.make_load(dtype, threads_per_block, items_per_thread=1, algorithm='direct'): f(source, items[, num_valid])"""

    @staticmethod
    def make_load(*args: Any, **options: Any) -> Primitive:
        """block.make_load(dtype, threads_per_block, items_per_thread=1, algorithm='direct'): f(source, items[, num_valid])"""

    @staticmethod
    def store(*args: Any, **options: Any) -> Primitive:
        """block.make_store(dtype, threads_per_block, items_per_thread=1, algorithm='direct'): f(destination, items[, num_valid])"""

    @staticmethod
    def make_store(*args: Any, **options: Any) -> Primitive:
        """block.make_store(dtype, threads_per_block, items_per_thread=1, algorithm='direct'): f(destination, items[, num_valid])"""

    @staticmethod
    def exchange(*args: Any, **options: Any) -> Primitive:
        """block.make_exchange(block_exchange_type, dtype, threads_per_block, items_per_thread, warp_time_slicing=False): f(items[, out]), from striped to blocked"""

    @staticmethod
    def make_exchange(*args: Any, **options: Any) -> Primitive:
        """block.make_exchange(block_exchange_type, dtype, threads_per_block, items_per_thread, warp_time_slicing=False): f(items[, out]), from striped to blocked"""

    @staticmethod
    def radix_sort_keys(*args: Any, **options: Any) -> Primitive:
        """block.make_radix_sort_keys(dtype, threads_per_block, items_per_thread=1): f(items[, begin_bit, end_bit]), in place"""

    @staticmethod
    def make_radix_sort_keys(*args: Any, **options: Any) -> Primitive:
        """block.make_radix_sort_keys(dtype, threads_per_block, items_per_thread=1): f(items[, begin_bit, end_bit]), in place"""

    @staticmethod
    def radix_sort_keys_descending(*args: Any, **options: Any) -> Primitive:
        """block.make_radix_sort_keys_descending(dtype, threads_per_block, items_per_thread=1): the same, the greatest first"""

    @staticmethod
    def make_radix_sort_keys_descending(*args: Any, **options: Any) -> Primitive:
        """block.make_radix_sort_keys_descending(dtype, threads_per_block, items_per_thread=1): the same, the greatest first"""

    @staticmethod
    def merge_sort_keys(*args: Any, **options: Any) -> Primitive:
        """block.make_merge_sort_keys(dtype, threads_per_block, items_per_thread, compare_op): f(items), in place"""

    @staticmethod
    def make_merge_sort_keys(*args: Any, **options: Any) -> Primitive:
        """block.make_merge_sort_keys(dtype, threads_per_block, items_per_thread, compare_op): f(items), in place"""

class warp:
    @staticmethod
    def reduce(*args: Any, **options: Any) -> Primitive:
        """warp.make_reduce(dtype, binary_op, threads_in_warp=32): f(x[, num_valid]), for the first lane"""

    @staticmethod
    def make_reduce(*args: Any, **options: Any) -> Primitive:
        """warp.make_reduce(dtype, binary_op, threads_in_warp=32): f(x[, num_valid]), for the first lane"""

    @staticmethod
    def sum(*args: Any, **options: Any) -> Primitive:
        """warp.make_sum(dtype, threads_in_warp=32): the same with +"""

    @staticmethod
    def make_sum(*args: Any, **options: Any) -> Primitive:
        """warp.make_sum(dtype, threads_in_warp=32): the same with +"""

    @staticmethod
    def exclusive_sum(*args: Any, **options: Any) -> Primitive:
        """warp.make_exclusive_sum(dtype, threads_in_warp=32): f(x)"""

    @staticmethod
    def make_exclusive_sum(*args: Any, **options: Any) -> Primitive:
        """warp.make_exclusive_sum(dtype, threads_in_warp=32): f(x)"""

    @staticmethod
    def inclusive_sum(*args: Any, **options: Any) -> Primitive:
        """warp.make_inclusive_sum(dtype, threads_in_warp=32): f(x)"""

    @staticmethod
    def make_inclusive_sum(*args: Any, **options: Any) -> Primitive:
        """warp.make_inclusive_sum(dtype, threads_in_warp=32): f(x)"""

    @staticmethod
    def merge_sort_keys(*args: Any, **options: Any) -> Primitive:
        """warp.make_merge_sort_keys(dtype, items_per_thread, compare_op, threads_in_warp=32): f(items), in place"""

    @staticmethod
    def make_merge_sort_keys(*args: Any, **options: Any) -> Primitive:
        """warp.make_merge_sort_keys(dtype, items_per_thread, compare_op, threads_in_warp=32): f(items), in place"""

def TempStorage(*args: Any, **options: Any) -> Any:
    """TempStorage(size_in_bytes=None, alignment=16): shared bytes for temp_storage=; without a size none, and primitives use scratch memory of their own, one after the other"""

def ThreadData(*args: Any, **options: Any) -> Any:
    """ThreadData(n, dtype=None): n items of the thread's own, a local array whose type is what first goes into it"""

def adjacent_difference(*args: Any, **options: Any) -> Any:
    """adjacent_difference(block, items, mode='left', op=None, tile_neighbor=None): each item less the one before, or with 'right' the one behind; op(item, other) in place of -; the item at the end itself, or with tile_neighbor; a new array"""

def discontinuity(*args: Any, **options: Any) -> Any:
    """discontinuity(block, items, mode='heads', op=None): 1 where an item differs from the one before, with 'tails' from the one behind, int32; op(a, b) in place of !=; 'heads_and_tails' gives both arrays"""

def exchange(*args: Any, **options: Any) -> Any:
    """exchange(group, items, mode='striped_to_blocked', ranks=None, valid_flags=None): the items in another order, a new array; also 'blocked_to_striped', and of a block 'warp_striped_to_blocked', 'blocked_to_warp_striped' and 'scatter_to_blocked', 'scatter_to_striped' (or ..._guarded, ..._flagged), which put each item at its rank, those outside and those without a flag nowhere"""

def exclusive_scan(*args: Any, **options: Any) -> Any:
    """exclusive_scan(group, value, op='sum', initial_value=None, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): that of the values before; the first of all is initial_value, or without one, unless it is a sum, not defined"""

def exclusive_sum(*args: Any, **options: Any) -> Any:
    """exclusive_sum(group, value, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): exclusive_scan with 'sum'"""

def histogram(*args: Any, **options: Any) -> Any:
    """histogram(block, items, histogram, init=True): counts the items, numbers of bins, in an array that the block shares, which begins as zeros; a barrier follows"""

def inclusive_scan(*args: Any, **options: Any) -> Any:
    """inclusive_scan(group, value, op='sum', initial_value=None, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): what op makes of the values up to the thread's own; of items a new array; those behind valid_items stay what they are, and aggregate does not count them"""

def inclusive_sum(*args: Any, **options: Any) -> Any:
    """inclusive_sum(group, value, prefix_op=None, aggregate=None, algorithm=None, valid_items=None): inclusive_scan with 'sum'"""

def load(*args: Any, **options: Any) -> Any:
    """load(group, array, items, algorithm='direct', valid_items=None, oob_default=None, offset=0): fills the items of each thread; those behind valid_items keep their values or become oob_default; algorithm: 'direct', 'vectorize', 'transpose', 'warp_transpose' (each thread has consecutive elements) or 'striped' (consecutive threads have)"""

def merge_sort_keys(*args: Any, **options: Any) -> Any:
    """merge_sort_keys(group, keys, compare_op=None, valid_items=None): sorts the items of a block, a warp or a part of one, in place, nan behind all numbers; compare_op(a, b) says whether a is before b; equal ones keep their order"""

def merge_sort_pairs(*args: Any, **options: Any) -> Any:
    """merge_sort_pairs(group, keys, values, compare_op=None, valid_items=None): the same, and the values go with their keys"""

def radix_rank(*args: Any, **options: Any) -> Any:
    """radix_rank(block, keys, begin_bit, end_bit, descending=False): the place of each item in the order of up to four bits, int32"""

def radix_sort_keys(*args: Any, **options: Any) -> Any:
    """radix_sort_keys(block, keys, begin_bit=0, end_bit=None, descending=False, valid_items=None): sorts the items of a block, in place, by their bits; equal ones keep their order; integers and floats"""

def radix_sort_pairs(*args: Any, **options: Any) -> Any:
    """radix_sort_pairs(block, keys, values, ...): the same, and the values go with their keys"""

def reduce(*args: Any, **options: Any) -> Any:
    """reduce(group, value, op, valid_items=None, broadcast=False, algorithm=None): what op makes of the values of a thread, (part of a) warp, block or cluster, or of a grid that waits, where temp_storage= is an array of the value's type with an element for each block, in the order of ranks; for rank 0, or all; op: 'sum', 'multiply', 'min', 'max', 'bit_and', 'bit_or', 'bit_xor' (or '+', '*', '&', '|', '^') or a function op(a, b), or op(result, a, b) with result[0] = ... of a[0] and b[0]; values are numbers, tuples, vectors, dataclasses and records"""

def reduce_batched(*args: Any, **options: Any) -> Any:
    """reduce_batched(warp, items, op='sum'): of each of a thread's items what op makes of it over the warp; lane i gets that of item i"""

def run_length_decode(*args: Any, **options: Any) -> Any:
    """run_length_decode(block, values, lengths, items_per_thread, start=0): each thread's items of the runs' expansion from start on, and how many there are in all; those behind the end are the last value"""

def run_length_decode_into(*args: Any, **options: Any) -> Any:
    """run_length_decode_into(block, values, lengths, out, start=0): the same, into an array of the thread's; how many there are in all"""

def scan(*args: Any, **options: Any) -> Any:
    """scan(group, value, op='sum', mode='exclusive', initial_value=None, ...): inclusive_scan or exclusive_scan"""

def shuffle(*args: Any, **options: Any) -> Any:
    """shuffle(block, items, mode='up', distance=1): each item from its neighbour, 'up' or 'down'; of single values also 'offset' and 'rotate' by a distance; without a neighbour the own one"""

def store(*args: Any, **options: Any) -> Any:
    """store(group, array, items, algorithm='direct', valid_items=None, offset=0): the other way"""

def sum(*args: Any, **options: Any) -> Any:
    """sum(group, value, valid_items=None, broadcast=False, algorithm=None): reduce with 'sum'"""

def this_block(*args: Any, **options: Any) -> Any:
    """this_block(): the group of the block's threads, of one, two or three axes"""

def this_cluster(*args: Any, **options: Any) -> Any:
    """this_cluster(): the group of the cluster's threads"""

def this_grid(*args: Any, **options: Any) -> Any:
    """this_grid(): the group of all threads of the launch"""

def this_thread(*args: Any, **options: Any) -> Any:
    """this_thread(): the group of the thread alone"""

def this_warp(*args: Any, **options: Any) -> Any:
    """this_warp(): the group of the warp's threads; .group_by(n) is its part of 1, 2, 4, 8, 16 or 32, .rank() the thread's place"""

def topk_max_keys(*args: Any, **options: Any) -> Any:
    """topk_max_keys(block, keys, k, valid_items=None): the k greatest do"""

def topk_max_pairs(*args: Any, **options: Any) -> Any:
    """topk_max_pairs(block, keys, values, k, valid_items=None): the same for the greatest"""

def topk_min_keys(*args: Any, **options: Any) -> Any:
    """topk_min_keys(block, keys, k, valid_items=None): the k least items of a block come first, in place and in no order; without sorting them all"""

def topk_min_pairs(*args: Any, **options: Any) -> Any:
    """topk_min_pairs(block, keys, values, k, valid_items=None): the same, and the values go with their keys"""
