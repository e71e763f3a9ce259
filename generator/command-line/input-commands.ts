/** Defines the commands that read configs, and write no project. */
import type { Command } from "commander";
import { Option } from "commander";
import type { InputFlags } from "../inputs/read-model.ts";
import { isThere } from "../host/file-system.ts";
import type { DiffFlags } from "../commands/diff.ts";
import type { PageFlags } from "../commands/page.ts";
import type { PolicyFlags } from "../commands/policy.ts";
import type { SchemaKind } from "../commands/schema.ts";
import type { SearchFlags } from "../commands/search.ts";
import type { ValidateFlags } from "../commands/validate.ts";
import { openTerminal } from "../terminal/open-terminal.ts";
import { readCallWords } from "./call-words.ts";
import { describeFailure } from "./exit-status.ts";
import { rejectTwoFormats, rejectWithoutEffect } from "./option-effects.ts";
import { collect, parseFailures, parseCount, parseFraction, parseNonEmpty, parseWhole } from "./option-values.ts";
import { CALL, CALL_USAGE, INPUTS, JSON_FORMAT, JSON_RESULT, NAME, POLICY, STRICT } from "./shared-options.ts";

const INPUT_ERRORS = "inputs have errors";

/** Adds the command `validate`. */
export function addValidate(program: Command): void {
  const command = program
    .command("validate")
    .description("check the inputs and that their programs are on PATH; write nothing")
    .argument(...INPUTS)
    .option(...POLICY)
    .option(...STRICT)
    .option("--lint", "also check what agents read: descriptions, keywords, examples, number of arguments and tokens of each tool")
    .option("--json", "print the diagnostics as JSON on standard output")
    .action(async (inputs: string[], flags: ValidateFlags) => {
      const { runValidate } = await import("../commands/validate.ts");
      process.exitCode = await runValidate(inputs, flags, await openTerminal());
    });
  describeFailure(command, "errors, or with --strict warnings");
}

/** Adds the command `list`. */
export function addList(program: Command): void {
  const command = program
    .command("list")
    .description("print the tools as a table")
    .argument(...INPUTS)
    .option(...POLICY)
    .option("--json", "print the tools as JSON on standard output")
    .action(async (inputs: string[], flags: InputFlags) => {
      const { runList } = await import("../commands/list.ts");
      process.exitCode = await runList(inputs, flags, await openTerminal());
    });
  describeFailure(command, INPUT_ERRORS);
}

/** Adds the command `search`. */
export function addSearch(program: Command): void {
  const command = program
    .command("search")
    .description("print the results of climax_search, or check a list of queries")
    .usage("[options] <inputs...> <query>\n       climax-gen search [options] <inputs...> --golden <file>")
    .argument("<inputs...>", "YAML files or directories, then the query")
    .option(
      "--limit <n>",
      "maximum number of results (default: 10); with --golden the rank up to which a tool is found (default: 5)",
      parseCount,
    )
    .addOption(new Option("--offset <n>", "number of results to skip (default: 0)").argParser(parseWhole).conflicts("golden"))
    .option("--cli <name>", "only tools of this CLI")
    .option("--category <name>", "only tools of this category")
    .option("--explain", "print how each score is computed")
    .addOption(
      new Option("--golden <file>", "run the queries of this file, and print those that do not find their tool")
        .argParser(parseNonEmpty)
        // Each query specifies these filters itself, and a list has no explanations.
        .conflicts(["cli", "category", "explain"]),
    )
    .option(
      "--min-recall <fraction>",
      "with --golden: fail if a smaller fraction of the queries finds its tool (default: 1)",
      parseFraction,
    )
    .option(...POLICY)
    .option(...JSON_RESULT)
    .action(async (words: string[], flags: SearchFlags) => {
      const [{ runSearch }, { readSearchWords }] = await Promise.all([import("../commands/search.ts"), import("./search-words.ts")]);
      const request = readSearchWords(words, flags, isThere);
      if (request.kind === "refused") return command.error(`error: ${request.problem}\nhelp: ${request.help}`);
      process.exitCode = await runSearch(request, flags, await openTerminal());
    });
  rejectWithoutEffect(command, [{ option: "minRecall", beside: "golden" }]);
  describeFailure(command, `${INPUT_ERRORS}, or with --golden too few queries find their tool`);
}

/** Adds the command `explain`. */
export function addExplain(program: Command): void {
  const command = program
    .command("explain")
    .description("print the command line of a call, with the YAML location of each argument; run nothing")
    .usage(CALL_USAGE)
    .argument(...CALL)
    .option(...POLICY)
    .option("--json", "print the explanation as JSON on standard output")
    .action(async (words: string[], flags: InputFlags) => {
      const request = readCallWords(words);
      if (request.kind === "refused") return command.error(`error: ${request.problem}\nhelp: ${request.help}`);
      const { runExplain } = await import("../commands/explain.ts");
      process.exitCode = await runExplain(request, flags, await openTerminal());
    });
  describeFailure(command, `the call would be rejected, or ${INPUT_ERRORS}`);
}

/** Adds the command `diff`. */
export function addDiff(program: Command): void {
  const command = program
    .command("diff")
    .description("compare two versions: which calls break, and what agents can do in addition")
    .argument("<old>", "a YAML file, a directory, git:<revision>:<path>, or a generated project", parseNonEmpty)
    .argument("<new>", "the other version, in the same form", parseNonEmpty)
    .option(
      "--policy <file>",
      "apply the same policy to both versions, a file or git:<revision>:<path>; can be repeated, then all apply",
      collect,
    )
    .option("--policy-old <file>", "apply a policy to the old version, instead of those of both; can be repeated", collect)
    .option("--policy-new <file>", "apply a policy to the new version, instead of those of both; can be repeated", collect)
    .addOption(
      new Option("--discovery <mode>", "the server is generated with --discovery auto: report a change of its mode").choices(["auto"]),
    )
    .addOption(
      new Option("--format <format>", "output format")
        .choices(["terminal", "markdown", "html", "json", "sarif", "github"])
        .default("terminal"),
    )
    .option(...JSON_FORMAT)
    .addOption(
      new Option("--fail-on <classes>", "exit with 1 on changes of these classes, such as breaking,widening, and on hazards")
        .argParser(parseFailures)
        .default([], "none"),
    )
    .action(async (old: string, now: string, flags: DiffFlags) => {
      const { runDiff } = await import("../commands/diff.ts");
      process.exitCode = await runDiff([old, now], flags, await openTerminal());
    });
  describeFailure(command, `changes that --fail-on names, or ${INPUT_ERRORS}`);
  rejectTwoFormats(command);
  rejectWithoutEffect(command, [{ option: "policy", replacedBy: ["policyOld", "policyNew"] }]);
}

/** Adds the command `policy`. */
export function addPolicy(program: Command): void {
  const command = program
    .command("policy")
    .description("draft the narrowest policy that the recorded calls of a server need")
    .argument(...INPUTS)
    .addOption(new Option("--from <audit>", "an audit of the server; can be repeated").argParser(collect).makeOptionMandatory())
    .option("--policy <file>", "a policy that stays in use: print what the draft changes beside it; can be repeated", collect)
    .option("-o, --output <file>", "file of the policy, which must not exist (default: standard output)", parseNonEmpty)
    .action(async (inputs: string[], flags: PolicyFlags) => {
      const { runPolicy } = await import("../commands/policy.ts");
      process.exitCode = await runPolicy(inputs, flags, await openTerminal());
    });
  describeFailure(command, `the audit has no call that ran, or ${INPUT_ERRORS}`);
}

/** Adds the command `page`. */
export function addPage(program: Command): void {
  const command = program
    .command("page")
    .description("write an HTML page that shows what the server can do")
    .argument("<inputs...>", "YAML files or directories, or a generated project", collect)
    .requiredOption("-o, --output <dir>", "directory of the page, which gets an index.html", parseNonEmpty)
    .option(...POLICY)
    .option(...NAME)
    .action(async (inputs: string[], flags: PageFlags) => {
      const { runPage } = await import("../commands/page.ts");
      process.exitCode = await runPage(inputs, flags, await openTerminal());
    });
  describeFailure(command, `${INPUT_ERRORS}, or the page cannot be written`);
}

/** Adds the command `schema`. */
export function addSchema(program: Command): void {
  program
    .command("schema")
    .description("print the JSON Schema of a format, for editors")
    .addOption(
      new Option("--kind <kind>", "format: configs, Directive definitions, policies, fragments of configs, or the output of diff --json")
        .choices(["cli", "directive", "policy", "fragment", "diff"])
        .default("cli"),
    )
    .action(async ({ kind }: { readonly kind: SchemaKind }) => {
      const { runSchema } = await import("../commands/schema.ts");
      process.exitCode = runSchema(kind, await openTerminal());
    });
}
