"""Devices, their memory, and arrays in it: all that compiles nothing.

Each file imports those before it in this row: state, callbacks, streams, layout,
pointers, managers, contexts, devices, foreign, allocate, ipc, arrays, memory,
host_memory, interop.
"""
