#!/usr/bin/env python3
"""Writes the shells' completions and the man page, tools/pyk2ptx/completions/*, of
what `pyk2ptx --help` and `pyk2ptx run --help` say, which is made of options.td.

    tools/completions.py            writes them
    tools/completions.py --check    says whether they are current
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tools" / "pyk2ptx" / "completions"
PYK2PTX = os.environ.get("PYK2PTX", str(ROOT / "build" / "bin" / "pyk2ptx"))
COMMANDS = {
    "run": "run a kernel",
    "doctor": "what this machine has, and lacks",
    "lsp": "a language server, for editors",
    "explain": "the long text behind a message",
}
# A row of help: the option, its value behind = or a space, and what it is for.
ROW = re.compile(
    r"  (--?[A-Za-z][\w-]*)(?:=(\S+)| ([A-Z]{2,}\S*)(?= ))?(?:\s+(.*))?$"
)
SEVERAL = re.compile(r"-\S+(?:,? [A-Z=-]\S*)*")
NUMBERED = re.compile(r"-O(?:\d|LEVEL)")


def said(*words, **options):
    done = subprocess.run(
        [PYK2PTX, *words], capture_output=True, text=True, check=False, **options
    )
    return done.stdout or done.stderr


class Option:
    """--name, what its value is called and may be, what it is for."""

    def __init__(self, name, value, about):
        self.name, self.value, self.about = name, value or "", about or ""
        self.values = []
        if re.fullmatch(r"[\w-]+(?:\|[\w-]+)+", self.value):
            self.values = self.value.split("|")
        elif self.value:
            listed = re.search(r"(?:^|: )([\w-]+(?:, [\w-]+)+)(?:;|$)", self.about)
            self.values = listed[1].split(", ") if listed else []
        if name == "--arch":
            known = re.search(r"known are (.*?) \[", said("-", "--arch=?", input=""))
            self.values = ["native", *known[1].split(", ")]
        self.takes_folder = self.value.startswith("DIR")
        self.takes_file = "FILE" in self.value


def rows_of(line):
    """(name, value, about) of each option in a line of help."""
    parts = re.split(r" {2,}", line.strip())
    if len(parts) > 1 and all(SEVERAL.fullmatch(part) for part in parts):
        # Several, which explain themselves; --a=, --b=x|y have the same values.
        for part in parts:
            words = part.split(", ")
            value = words[-1].partition("=")[2]
            for word in words:
                name, _, rest = word.partition(" ")
                name, _, own = name.partition("=")
                yield name, rest or own or value, ""
    elif match := ROW.match(line):
        name, value, called, about = match.groups()
        yield name, value or called, about


def options_of(text):
    """The options in a help text: lines that begin with two spaces and one."""
    found = {}
    # What an option is for stands below it where it is long.
    text = re.sub(r"(?m)^(  --?\S+)\n {10,}(?=\S)", r"\1  ", text)
    for line in text.split("\nARG is")[0].splitlines():
        if not re.match(r"  -{1,2}\w", line):
            continue
        for name, value, about in rows_of(line):
            if NUMBERED.match(name):
                name, value = "-O", "0|1|2|3"
            found.setdefault(name, Option(name, value, about))
    found.setdefault("--help", Option("--help", None, "Print the help"))
    return sorted(found.values(), key=lambda option: option.name.lower())


def bash_values(tables):
    """Where the word before is an option that takes one of some values."""
    lines = []
    for command, options in tables.items():
        pattern = f"{command} " if command else "*"
        for option in options:
            if option.values:
                lines += [
                    f'  "{pattern}{option.name}")'
                    if command
                    else f'  *" {option.name}")',
                    f'    COMPREPLY=($(compgen -W "{" ".join(option.values)}" -- '
                    '"$current"))',
                    "    return",
                    "    ;;",
                ]
    return lines


def bash(tables):
    lines = [
        "# bash completion for pyk2ptx. Made by tools/completions.py; do not edit.",
        "_pyk2ptx() {",
        '  local current=${COMP_WORDS[COMP_CWORD]} before="" command="" options=""',
        "  # Bash takes = for a word of its own.",
        '  if [[ $current == "=" ]]; then',
        '    before=${COMP_WORDS[COMP_CWORD - 1]} current=""',
        '  elif ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then',
        "    before=${COMP_WORDS[COMP_CWORD - 2]}",
        "  elif ((COMP_CWORD > 0)); then",
        "    before=${COMP_WORDS[COMP_CWORD - 1]}",
        "  fi",
        "  ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]}",
        "  COMPREPLY=()",
        '  case "$command $before" in',
        '  "explain explain")',
        "    options=$(pyk2ptx explain 2>/dev/null | cut -d ' ' -f 1)",
        '    COMPREPLY=($(compgen -W "$options" -- "$current"))',
        "    return",
        "    ;;",
        *bash_values(tables),
        "  esac",
        "  if [[ $current != -* ]]; then",
        '    COMPREPLY=($(compgen -f -- "$current"))',
        "    if ((COMP_CWORD == 1)); then",
        f'      COMPREPLY+=($(compgen -W "{" ".join(COMMANDS)}" -- "$current"))',
        "    fi",
        "    return",
        "  fi",
        "  case $command in",
    ]
    for command in (*COMMANDS, ""):
        options = tables.get(command, [])
        names = [o.name + ("=" if o.value and o.name.startswith("--") else "")
                 for o in options]
        if command == "doctor":
            names = ["--fix", "--help"]
        elif command == "explain":
            names = ["--help"]
        lines += [f"  {command or '*'})", f'    options="{" ".join(names)}"', "    ;;"]
    lines += [
        "  esac",
        '  COMPREPLY=($(compgen -W "$options" -- "$current"))',
        "  # What takes a value is not finished.",
        "  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then",
        "    compopt -o nospace 2>/dev/null",
        "  fi",
        "}",
        "complete -o filenames -F _pyk2ptx pyk2ptx",
    ]
    return "\n".join(lines) + "\n"


def zsh(tables):
    def quoted(text):
        return re.sub(r"([\[\]:])", r"\\\1", text).replace("'", "'\\''")

    def spec(option):
        about = f"[{quoted(option.about)}]"
        if not option.value:
            return f"'{option.name}{about}'"
        action = "_files" + (" -/" if option.takes_folder else "")
        if option.values:
            action = f"({' '.join(option.values)})"
        elif not (option.takes_file or option.takes_folder):
            action = " "
        equals = "=" if option.name.startswith("--") else "+"
        return f"'*{option.name}{equals}{about}:{quoted(option.value)}:{action}'"

    lines = [
        "#compdef pyk2ptx",
        "# zsh completion for pyk2ptx. Made by tools/completions.py; do not edit.",
        "local -a commands kinds",
        "commands=(",
        *(f"  '{name}:{about}'" for name, about in COMMANDS.items()),
        ")",
        "case ${words[2]} in",
        "run)",
        "  _arguments '2:: :' \\",
        *(f"    {spec(option)} \\" for option in tables["run"]),
        "    '*:argument:_files'",
        "  ;;",
        "doctor)",
        "  _arguments '2:: :' '--fix[Print the commands that install it]' '--help'",
        "  ;;",
        "explain)",
        "  kinds=(${(f)\"$(pyk2ptx explain 2>/dev/null | cut -d ' ' -f 1)\"})",
        "  compadd -a kinds",
        "  ;;",
        "*)",
        "  (( CURRENT == 2 )) && _describe command commands",
        "  _arguments \\",
        *(f"    {spec(option)} \\" for option in tables[""]),
        "    '*:file:_files -g \"*.py\"'",
        "  ;;",
        "esac",
    ]
    return "\n".join(lines) + "\n"


def fish(tables):
    def quoted(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = [
        "# fish completion for pyk2ptx. Made by tools/completions.py; do not edit.",
        "set -l commands " + " ".join(COMMANDS),
    ]
    first = '"not __fish_seen_subcommand_from $commands"'
    for name, about in COMMANDS.items():
        lines.append(f"complete -c pyk2ptx -n {first} -a {name} -d {quoted(about)}")
    for command, options in tables.items():
        where = f"'__fish_seen_subcommand_from {command}'" if command else first
        for option in options:
            name = option.name.lstrip("-")
            kind = "l" if option.name.startswith("--") else "s" if len(name) == 1 else "o"
            line = f"complete -c pyk2ptx -n {where} -{kind} {name}"
            if option.values:
                line += f" -xa {quoted(' '.join(option.values))}"
            elif option.takes_file or option.takes_folder:
                line += " -rF"
            elif option.value:
                line += " -x"
            if option.about:
                line += f" -d {quoted(option.about)}"
            lines.append(line)
    lines += [
        "complete -c pyk2ptx -n '__fish_seen_subcommand_from doctor' -l fix "
        "-d 'Print the commands that install it'",
        "complete -c pyk2ptx -f -n '__fish_seen_subcommand_from explain' "
        "-a \"(pyk2ptx explain 2>/dev/null | string split -f1 ' ')\"",
    ]
    return "\n".join(lines) + "\n"


def man(tables, compile_help, run_help):
    def roff(text):
        text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
        return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)

    lines = [
        ".\\\" Made by tools/completions.py; do not edit.",
        ".TH PYK2PTX 1",
        ".SH NAME",
        "pyk2ptx \\- compiles CUDA kernels written in Python to PTX",
        ".SH SYNOPSIS",
        ".B pyk2ptx",
        "[options] FILE.py[::KERNEL]...",
        ".br",
        ".B pyk2ptx run",
        "[options] FILE.py[::KERNEL] ARG...",
        ".br",
        ".B pyk2ptx doctor",
        "[\\-\\-fix]",
        ".br",
        ".B pyk2ptx explain",
        "[KIND]",
        ".SH DESCRIPTION",
        "Reads kernels written as for numba.cuda, and writes PTX, machine code or a",
        "C++ header. It never executes the source that it reads.",
    ]
    for title, options in (("OPTIONS", tables[""]),):
        lines.append(f".SH {title}")
        for option in options:
            equals = "=" if option.name.startswith("--") and option.value else " "
            shown = roff(option.name) + "\\fR" + roff(equals + option.value).rstrip()
            lines += [".TP", f"\\fB{shown}", roff(option.about)]
    rest = compile_help.partition("\nWhat stands behind")
    lines += [".SH NOTES", roff((rest[1] + rest[2]).strip()).replace("\n\n", "\n.PP\n")]
    lines += [".SH PYK2PTX RUN", ".nf", roff(run_help.rstrip()), ".fi"]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    compile_help, run_help = said("--help"), said("run", "--help")
    tables = {"run": options_of(run_help), "": options_of(compile_help)}
    files = {
        "pyk2ptx.bash": bash(tables),
        "_pyk2ptx": zsh(tables),
        "pyk2ptx.fish": fish(tables),
        "pyk2ptx.1": man(tables, compile_help, run_help),
    }
    stale = []
    for name, text in files.items():
        path = FOLDER / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if not check:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    if check and stale:
        sys.exit(f"not current: {', '.join(stale)}; run tools/completions.py")
    print("written: " + ", ".join(stale) if stale else "current")


if __name__ == "__main__":
    main()
