#!/bin/sh
# A program of cliff 4.17.0 rejects its own options if --help follows them, and names them as unrecognized.
#
# One would guess that `demo add --json --help` prints the help of `add`, as with argparse, on which cliff is built. With `deferred_help`, which
# makes `demo add --help` print the help of `add`, cliff runs its command `help` with all other words, and `help` has no option of `add`. The
# exit status is 2, so a client that asks for help next to an option concludes that the option does not exist.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check cliff==4.17.0
cd "$work"
cat > demo.py <<'PYTHON'
import sys

from cliff.app import App
from cliff.command import Command
from cliff.commandmanager import CommandManager


class Add(Command):
    """Add entries"""

    def get_parser(self, name):
        parser = super().get_parser(name)
        parser.add_argument("--json", action="store_true", help="Print JSON")
        return parser

    def take_action(self, args):
        print("json" if args.json else "text")


commands = CommandManager("demo")
commands.add_command("add", Add)
sys.exit(App(description="Keep entries", version="1.0", command_manager=commands, deferred_help=True).run(sys.argv[1:]))
PYTHON
failures=0
check() {
  if grep -q -e "$3" "$2"; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1"
    failures=1
  fi
}

echo "version: cliff $(venv/bin/python -c 'from importlib.metadata import version; print(version("cliff"))')"
venv/bin/python demo.py add --json > run.txt 2>&1
check "the command accepts its option" run.txt '^json$'
venv/bin/python demo.py add --help > help.txt 2>&1
check "the help of the command shows the option" help.txt '--json'
{ venv/bin/python demo.py add --json --help 2>&1 || echo "exit $?"; } > both.txt
cat both.txt
check "next to --help, the option is unrecognized" both.txt 'help: error: unrecognized arguments: --json'
check "the exit status is 2" both.txt '^exit 2$'
exit "$failures"
