#!/bin/sh
# `cargo metadata` and `cargo tree` start the compiler and the wrapper that a project's .cargo/config.toml names.
#
# One would guess that commands that compile nothing start no compiler. They ask it for its version and its host, `cargo metadata` only
# without `--no-deps`. Empty variables for the wrappers and `RUSTC=rustc` prevent it. `cargo locate-project` does not ask.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cargo new --quiet --vcs none --lib demo
cd demo
cargo generate-lockfile --quiet --offline
mkdir .cargo
printf '#!/bin/sh\necho started >> "%s/started"\nexec "$@"\n' "$work" > wrapper.sh
chmod +x wrapper.sh
printf '[build]\nrustc-wrapper = "%s/demo/wrapper.sh"\n' "$work" > .cargo/config.toml
failures=0
check() { # check TEXT yes|no COMMAND…: whether the command starts the program
  text=$1 want=$2
  shift 2
  rm -f "$work/started"
  "$@" > "$work/output"
  got=no
  if [ -e "$work/started" ]; then got=yes; fi
  if [ "$got" = "$want" ]; then echo "seen: $text"; else
    echo "CHANGED: not seen any more: $text"
    failures=1
  fi
}

cargo --version
check "cargo locate-project does not start the wrapper" no cargo locate-project
check "cargo metadata starts it" yes cargo metadata --format-version 1 --frozen
check "cargo tree starts it" yes cargo tree --frozen
check "with an empty RUSTC_WRAPPER, cargo metadata does not" no env RUSTC_WRAPPER= cargo metadata --format-version 1 --frozen
exit "$failures"
