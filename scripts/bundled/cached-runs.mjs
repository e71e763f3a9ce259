/** Executes the runs whose compiled code the build stores in the V8 code caches of the command. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import picocolors from "picocolors";

const SAMPLE = fileURLToPath(new URL("../../catalog/git/git.yaml", import.meta.url));

/** The help of a command, with the usual forms of options and values. */
const SAMPLE_HELP = `List records.

Usage: sample list [OPTIONS] <FOLDER> [NAME...]

Examples:
  # List ten records as JSON
  sample list --format json --limit 10 records

Arguments:
  <FOLDER>   Folder of the records
  [NAME...]  Names of records

Options:
  -f, --format <FORMAT>   Format of the list [default: text] [possible values: text, json]
  -l, --limit int         How many records to list (default 30)
  -o, --output FILE       File for the list
  -t, --tag strings       Tags that the records have
      --sort=KEY          One of: name, size
      --color[=WHEN]      Use colors
      --[no-]header       Print a header
  -a, --all               List all records, also those
                          that are hidden
      --exec COMMAND      Run a command for each record
  -h, --help              Show this help
`;

/** Executes the most frequent runs, for the code cache: generating, and finding nothing to generate. */
export async function generateTwice({ "commands/generate.ts": { runGenerate } }) {
  const output = mkdtempSync(join(tmpdir(), "climax-gen-"));
  const terminal = { out() {}, err() {}, progress: { show() {}, clear() {} }, colors: picocolors.createColors(false) };
  try {
    for (let run = 0; run < 2; run += 1) await runGenerate([SAMPLE], { output, bundle: true }, terminal);
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Runs the stages of generation, for the code cache of their bundle. */
export async function runStages(stages) {
  const [{ readTemplates }, { templateNames }] = await Promise.all([
    import("../../dist/host/own-package.js"),
    import("../../dist/emit/project-files.js"),
  ]);
  const templates = readTemplates(templateNames);
  const { generate } = stages["generate.ts"];
  await generate([{ path: SAMPLE, bytes: readFileSync(SAMPLE) }], { templates, bundle: stages["bundled/bundle.ts"].bundleServer });
}

/** Drafts a program whose help has the usual forms, for the code cache of `import`. Starts nothing. */
export async function draftSample({ "commands/import.ts": { runImport } }) {
  const folder = mkdtempSync(join(tmpdir(), "climax-gen-"));
  const [from, output] = ["help.txt", "draft.yaml"].map((name) => join(folder, name));
  const terminal = { out() {}, err() {}, progress: { show() {}, clear() {} }, colors: picocolors.createColors(false) };
  try {
    writeFileSync(from, SAMPLE_HELP);
    await runImport(["sample"], { from, output, maxArgs: 8, sandbox: true }, terminal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Prints the types of a schema, for the code cache of json-schema-to-typescript. */
export async function printTypes(library) {
  const schema = { type: "object", properties: { a: { type: "string", description: "a" } }, additionalProperties: false };
  await library.compile(schema, "Sample", { bannerComment: "", format: false });
}

/** Prints the help, for the code cache of the steps that every run starts with. */
export async function showHelp({ createProgram }) {
  const program = createProgram().configureOutput({ writeOut() {} });
  // It throws instead of exiting the process.
  await program.parseAsync(["--help"], { from: "user" }).catch(() => {});
}
