/**
 * Settings of a terminal or a CI service for the test runner do not apply to the programs that tests start: their output is
 * compared as plain text, and a test of colors sets them itself.
 */
for (const name of ["FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR"]) Reflect.deleteProperty(process.env, name);
