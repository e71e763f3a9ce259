/** Creates the guard of a server's programs: a directory that is first on PATH, with one script per program. */
import { formatJson } from "../text/json.ts";
import type { FileContent } from "../write/manifest.ts";
import { listGuardAliases, writeAliasScript } from "./guard-aliases.ts";
import type { PackageOptions } from "./package-options.ts";
import type { GeneratedProject } from "./project.ts";

/** Path of the directory for PATH, below the package. */
export const GUARD_BIN = "bin";

/** Variables of Node.js that change what the guard runs, or that make it write files. */
const NODE_VARIABLES =
  "NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_DEBUG NODE_COMPILE_CACHE NODE_ICU_DATA NODE_EXTRA_CA_CERTS OPENSSL_CONF";

/** The inputs of a guard besides the project. */
export interface GuardParts {
  /** The guard itself, by path below `dist/`. */
  readonly code: ReadonlyMap<string, Uint8Array>;
  /** The index of all tools that the configs declare, by file name. Omitted if the guard does not name disabled tools. */
  readonly declared?: ReadonlyMap<string, FileContent>;
}

/** Files of an index from which a guard reads the tools. */
const READ_FILES = new Set(["header.json", "tools.ndjson"]);

/** Returns the files of the guard: content by path. */
export function guardPackage(
  project: GeneratedProject,
  { version, observe = false, auditFile }: PackageOptions,
  { code, declared }: GuardParts,
): ReadonlyMap<string, FileContent> {
  const names = listGuardNames(project);
  const index = [...project.files].filter(([path]) => path.startsWith("index/"));
  const settings = { observe, ...(auditFile !== undefined && { auditFile }), ...(declared && { declared: "declared/" }) };
  const named = [...(declared ?? [])].filter(([path]) => READ_FILES.has(path));
  return new Map<string, FileContent>([
    ["README.md", describeGuard({ ...project, version }, names, observe)],
    ...names.map((name) => [`${GUARD_BIN}/${name}`, writeScript(name)] as const),
    ...listGuardAliases(names).map((other) => [`${GUARD_BIN}/${other.alias}`, writeAliasScript(other)] as const),
    ...[...code, ...index].map(([path, content]) => [`dist/${path}`, content] as const),
    ...named.map(([path, content]) => [`dist/declared/${path}`, content] as const),
    ["dist/guard.json", formatJson(settings)],
  ]);
}

/** Returns the names of the programs that a guard can stand for, sorted: those without a variable or other special characters. */
export function listGuardNames({ toolPrograms }: Pick<GeneratedProject, "toolPrograms">): readonly string[] {
  const names = toolPrograms.filter((program) => !program.includes("$")).map((program) => program.slice(program.lastIndexOf("/") + 1));
  return [...new Set(names.filter((name) => /^[A-Za-z0-9_][\w.+-]*$/.test(name)))].toSorted();
}

/** Returns the script of a program. It finds Node.js on PATH, except in its own directory, in which `node` can be a guarded program. */
function writeScript(name: string): string {
  return `#!/bin/sh
# Runs ${name} if the policy allows the command line. See ../README.md.
unset ${NODE_VARIABLES}
case $0 in */*) bin=\${0%/*} ;; *) bin=. ;; esac
if [ ! -f "$bin/../dist/guard.cjs" ]; then
  echo "${name}: the guard is not beside this script; a link to it cannot run it. Put the directory of the script on PATH instead" >&2
  exit 126
fi
set -f
IFS=:
for folder in $PATH; do
  if [ -x "$folder/node" ] && [ ! "$folder" -ef "$bin" ]; then
    exec "$folder/node" "$bin/../dist/guard.cjs" ${name} "$@"
  fi
done
echo "${name}: the guard needs Node.js 20 or later on PATH" >&2
exit 126
`;
}

function describeGuard({ name, version }: GeneratedProject, names: readonly string[], observe: boolean): string {
  const unread = observe ? "A command line that is not one of a tool runs unchanged." : "Everything else is refused with exit status 126.";
  return `# Guard of ${JSON.stringify(name).slice(1, -1).replaceAll(/[<>`]/g, "")} ${version}

Put \`${GUARD_BIN}/\` of this directory first on \`PATH\`:

    export PATH="$PWD/${GUARD_BIN}:$PATH"

The programs ${names.map((one) => `\`${one}\``).join(", ")} then run only the command lines that the server's tools declare and its
policy allows. ${unread}
${listGuardAliases(names)
  .map(({ alias, program }) => `\`${alias}\` is guarded if it is another name of \`${program}\`, and runs unchanged otherwise.\n`)
  .join("")}
The guard does not stop a caller who names the full path of a program, or who changes \`PATH\`. A sandbox does. \`climax-gen guard check DIR\`,
with this directory as DIR, prints what is open on a machine.
`;
}
