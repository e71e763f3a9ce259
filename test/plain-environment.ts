/**
 * What a terminal or a CI service asks of the test runner is no request to the programs that tests start: their output is
 * compared as plain text, and a test that is about colours sets these itself.
 */
for (const name of ["FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR"]) Reflect.deleteProperty(process.env, name);
