# bash completion for pyk2ptx. Made by tools/completions.py; do not edit.
_pyk2ptx() {
  local current=${COMP_WORDS[COMP_CWORD]} before="" command="" options=""
  # Bash takes = for a word of its own.
  if [[ $current == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 1]} current=""
  elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  elif ((COMP_CWORD > 0)); then
    before=${COMP_WORDS[COMP_CWORD - 1]}
  fi
  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}
  COMPREPLY=()
  case "$command $before" in
  "explain explain")
    options=$(pyk2ptx explain 2>/dev/null | cut -d ' ' -f 1)
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    return
    ;;
  "run --arch")
    COMPREPLY=($(compgen -W "native sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_100f sm_101 sm_101a sm_101f sm_103 sm_103a sm_103f sm_110 sm_110a sm_110f sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f" -- "$current"))
    return
    ;;
  "run --bounds")
    COMPREPLY=($(compgen -W "guard raise none" -- "$current"))
    return
    ;;
  "run --device")
    COMPREPLY=($(compgen -W "auto gpu cpu" -- "$current"))
    return
    ;;
  "run --diagnostics")
    COMPREPLY=($(compgen -W "text json sarif" -- "$current"))
    return
    ;;
  "run --fmad")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  "run --ftz")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  "run --prec-div")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  "run --prec-sqrt")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  "run -O")
    COMPREPLY=($(compgen -W "0 1 2 3" -- "$current"))
    return
    ;;
  *" --arch")
    COMPREPLY=($(compgen -W "native sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_90a sm_100 sm_100a sm_100f sm_101 sm_101a sm_101f sm_103 sm_103a sm_103f sm_110 sm_110a sm_110f sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f" -- "$current"))
    return
    ;;
  *" --bounds")
    COMPREPLY=($(compgen -W "guard raise none" -- "$current"))
    return
    ;;
  *" --diagnostics")
    COMPREPLY=($(compgen -W "text json sarif" -- "$current"))
    return
    ;;
  *" --embed")
    COMPREPLY=($(compgen -W "ptx cubin fatbin none" -- "$current"))
    return
    ;;
  *" --emit")
    COMPREPLY=($(compgen -W "syntax ir llvm llvm-opt ptx cubin fatbin header manifest" -- "$current"))
    return
    ;;
  *" --export-abi")
    COMPREPLY=($(compgen -W "c numba" -- "$current"))
    return
    ;;
  *" --fmad")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  *" --ftz")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  *" --prec-div")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  *" --prec-sqrt")
    COMPREPLY=($(compgen -W "true false" -- "$current"))
    return
    ;;
  *" -O")
    COMPREPLY=($(compgen -W "0 1 2 3" -- "$current"))
    return
    ;;
  esac
  if [[ $current != -* ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
    if ((COMP_CWORD == 1)); then
      COMPREPLY+=($(compgen -W "run doctor lsp explain" -- "$current"))
    fi
    return
  fi
  case $command in
  run)
    options="--any-block --arch= --block= --bounds= --check= --coverage= --debug --device= --diagnostics= --facts --fast-math --fmad= --ftz= --grid= --help --libdevice= --link= --no-imports --out= --passes= --per-thread= --plot= --prec-div= --prec-sqrt= --repeat= --report= --report-warp= --schedule= --shared= --sig= --trace= --typing= --variant= -D -G -I -O"
    ;;
  doctor)
    options="--fix --help"
    ;;
  lsp)
    options=""
    ;;
  explain)
    options="--help"
    ;;
  *)
    options="--arch= --bounds= --code-facts --cubin --debug --diagnostics= --embed= --emit= --error-limit= --export= --export-abi= --facts= --fast-math --fatbin --fmad= --ftz= --help --launch-bounds= --libdevice= --lineinfo --link= --max-registers= --name= --no-imports --noalias --passes= --prec-div= --prec-sqrt= --ptx --save-temps= --sig= --typing= --variant= --version --werror -D -G -I -MD -MF -O -o -v"
    ;;
  esac
  COMPREPLY=($(compgen -W "$options" -- "$current"))
  # What takes a value is not finished.
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -o filenames -F _pyk2ptx pyk2ptx
