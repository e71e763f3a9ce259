/** Makes tests independent of the environment of a developer, a hook of Git, or a CI service. */

/** Tests compare the plain output of programs. A test of colors sets its own. */
removeVariables((name) => ["FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR"].includes(name));

/**
 * The variables with which a hook of Git names its repository (`git rev-parse --local-env-vars`), without settings. With them, `git` in the
 * temporary directory of a test would change this repository.
 */
const GIT_REPOSITORY =
  /^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|COMMON_DIR|DIR|GRAFT_FILE|INDEX_FILE|NAMESPACE|OBJECT_DIRECTORY|PREFIX|QUARANTINE_PATH|SHALLOW_FILE|WORK_TREE)$/;
removeVariables((name) => GIT_REPOSITORY.test(name));

/** With a locale that is not installed, bash prints a warning. With another language, programs print other messages. */
removeVariables((name) => /^(?:LANG|LANGUAGE|LC_.*)$/.test(name));
process.env["LANG"] = "C.UTF-8";

/** Other users read what tests write: those in a container, and programs in a sandbox. */
process.umask(0o022);

/** TypeScript and esbuild are programs in Go that exit after seconds. Collecting less garbage saves a tenth of their processor time. */
process.env["GOGC"] = "400";

function removeVariables(isRemoved: (name: string) => boolean): void {
  for (const name of Object.keys(process.env)) if (isRemoved(name)) Reflect.deleteProperty(process.env, name);
}
