"""numba.cuda.cudadrv: where programs import the errors from."""
