#!/bin/sh
# `uv pip list` runs the interpreter of the environment that it lists, and the caller's variable chooses the environment.
#
# One would guess that a list of installed packages is read from the directory `site-packages`, as uv is no Python program.
# uv starts `$VIRTUAL_ENV/bin/python` for it, also with `--offline`. `uv pip list --system` does not start that one.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check uv==0.13.9
uv="$work/python/bin/uv"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $("$uv" --version)"
"$work/python/bin/python" -m venv chosen
real=$(readlink -f chosen/bin/python)
rm chosen/bin/python
# The interpreter of this environment notes its starts.
printf '#!/bin/sh\necho started >> "%s/starts.txt"\nexec "%s" "$@"\n' "$work" "$real" > chosen/bin/python
chmod +x chosen/bin/python
starts() {
  rm -f starts.txt
  VIRTUAL_ENV="$work/chosen" UV_CACHE_DIR="$work/cache-$1" "$uv" pip list --offline $2 > list.txt 2> log.txt || true
  if [ -e starts.txt ]; then echo started; else echo "not started"; fi
}
check "uv pip list starts the interpreter of VIRTUAL_ENV" "started" "$(starts plain "")"
check "uv pip list --system does not start it" "not started" "$(starts system --system)"
exit "$failures"
