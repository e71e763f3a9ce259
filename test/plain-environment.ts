/**
 * Removes color settings of the terminal or the CI service, because tests compare the plain output of programs. A test of colors sets its
 * own.
 */
for (const name of ["FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR"]) Reflect.deleteProperty(process.env, name);

/** TypeScript and esbuild are programs in Go that exit after seconds. Collecting less garbage saves a tenth of their processor time. */
process.env["GOGC"] = "400";
