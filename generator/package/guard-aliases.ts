/** Other names of guarded programs, and the scripts that guard them. */

/** Names that can be links to a program, which does the same under each of its names. A name can also belong to another program. */
const OTHER_NAMES: readonly (readonly [program: string, ...others: readonly string[]])[] = [
  ["compare", "compare-im6.q16"],
  ["convert", "convert-im6.q16"],
  ["gawk", "awk"],
  ["gpg", "gpg2"],
  ["identify", "identify-im6.q16"],
  ["mariadb", "mysql"],
  ["node", "nodejs"],
];

/** Another name of a guarded program. */
export interface GuardAlias {
  readonly alias: string;
  readonly program: string;
}

/** Returns the other names of guarded programs, without those that are themselves names of guarded programs. */
export function listGuardAliases(programs: readonly string[]): readonly GuardAlias[] {
  const guarded = new Set(programs);
  return OTHER_NAMES.filter(([program]) => guarded.has(program)).flatMap(([program, ...others]) =>
    others.filter((alias) => !guarded.has(alias)).map((alias) => ({ alias, program })),
  );
}

/**
 * Returns the script of another name. It runs the guard if the next program of this name on PATH is also one of the guarded name, and that
 * other program otherwise. It searches only after its own directory, so that two guards do not start each other forever.
 */
export function writeAliasScript({ alias, program }: GuardAlias): string {
  return `#!/bin/sh
# Runs ${alias} as ${program}, which is guarded, if both are one program. See ../README.md.
case $0 in */*) bin=\${0%/*} ;; *) bin=. ;; esac
set -f
IFS=:
real=
for folder in $PATH; do
  [ -n "$folder" ] || folder=.
  if [ "$folder" -ef "$bin" ]; then
    real=
  elif [ -z "$real" ] && [ -f "$folder/${alias}" ] && [ -x "$folder/${alias}" ]; then
    real=$folder/${alias}
  fi
done
if [ -z "$real" ]; then
  echo "${alias}: not found" >&2
  exit 127
fi
for folder in $PATH; do
  if [ "\${folder:-.}/${program}" -ef "$real" ]; then
    exec "$bin/${program}" "$@"
  fi
done
exec "$real" "$@"
`;
}
