/** The commands that read configs and write nothing. */
import type { Command, CommanderError } from "commander";
import { Option } from "commander";
import type { InputFlags } from "../commands/checked-inputs.ts";
import type { DiffFlags } from "../commands/diff.ts";
import type { SchemaKind } from "../commands/schema.ts";
import type { SearchFlags } from "../commands/search.ts";
import type { ValidateFlags } from "../commands/validate.ts";
import { openTerminal } from "./open-terminal.ts";
import { collect, toFailures, toCount, toPart } from "./option-values.ts";

export function addValidate(program: Command): void {
  program
    .command("validate")
    .description("check the inputs, and whether their programs are on PATH; write nothing")
    .argument("<inputs...>", "YAML files or folders")
    .option("--policy <file>", "a policy for them; may be repeated, then all hold", collect)
    .option("--strict", "treat warnings as errors")
    .option("--json", "print the diagnostics as JSON on standard output")
    .action(async (inputs: string[], flags: ValidateFlags) => {
      const { runValidate } = await import("../commands/validate.ts");
      process.exitCode = await runValidate(inputs, flags, await openTerminal());
    });
}

export function addList(program: Command): void {
  program
    .command("list")
    .description("show the tools as a table")
    .argument("<inputs...>", "YAML files or folders")
    .option("--policy <file>", "a policy for them; may be repeated, then all hold", collect)
    .option("--json", "print the tools as JSON on standard output")
    .action(async (inputs: string[], flags: InputFlags) => {
      const { runList } = await import("../commands/list.ts");
      process.exitCode = await runList(inputs, flags, await openTerminal());
    });
}

export function addSearch(program: Command): void {
  program
    .command("search")
    .description("show what climax_search of the server would find, and why; or check a list of queries")
    .usage("[options] <inputs...> <query>\n       climax-gen search [options] <inputs...> --golden <file>")
    .argument("<inputs...>", "YAML files or folders, then the query")
    .option("--limit <n>", "most results (default: 10); with --golden the place up to which a tool counts as found (default: 5)", toCount)
    .option("--cli <name>", "only tools of this CLI")
    .option("--category <name>", "only tools of this category")
    .option("--explain", "show what each score is made of")
    .addOption(
      new Option("--golden <file>", "run the queries of this file, and say which of them do not find their tool")
        // Each query says these itself, and a list has no reasons: a check must not seem to look where it does not.
        .conflicts(["cli", "category", "explain"]),
    )
    .option("--min-recall <part>", "with --golden: fail when less than this part of the queries finds its tool (default: 1)", toPart)
    .option("--policy <file>", "a policy for the inputs; may be repeated, then all hold", collect)
    .option("--json", "print the outcome as JSON on standard output")
    .exitOverride((error) => failAtOption(error, "a query"))
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const query = flags.golden === undefined ? words.at(-1) : undefined;
      const inputs = query === undefined ? words : words.slice(0, -1);
      if (inputs.length === 0) return command.error("error: a query is missing behind the inputs, or --golden with a file of queries");
      if (flags.minRecall !== undefined && query !== undefined) {
        return command.error("error: --min-recall is about a list of queries, name its file with --golden");
      }
      const [{ runSearch }, { suggestQuotes }, { isThere }] = await Promise.all([
        import("../commands/search.ts"),
        import("../commands/meant-command.ts"),
        import("../host/inputs.ts"),
      ]);
      const quoted = query === undefined ? undefined : suggestQuotes(inputs, query, isThere);
      if (quoted !== undefined) return command.error(`error: a query of several words needs quotes: ${quoted}`);
      process.exitCode = await runSearch({ inputs, ...(query !== undefined && { query }) }, flags, await openTerminal());
    });
}

export function addExplain(program: Command): void {
  program
    .command("explain")
    .description("show what a call of a tool would run, and which line of the YAML each word comes from; run nothing")
    .usage('[options] <inputs...> TOOL [\'{"argument": "value"}\']')
    .argument("<words...>", "YAML files or folders, the tool's name, and its arguments as JSON (default: none)")
    .option("--policy <file>", "a policy for them; may be repeated, then all hold", collect)
    .option("--json", "print the explanation as JSON on standard output")
    .exitOverride((error) => failAtOption(error, "a tool"))
    .action(async (words: string[], flags: InputFlags) => {
      const { readCallRequest, runExplain } = await import("../commands/explain.ts");
      const request = readCallRequest(words);
      if (request.kind === "refused") return program.error(`error: ${request.problem}`);
      process.exitCode = await runExplain(request, flags, await openTerminal());
    });
}

/** What begins with a dash is taken for an option, also where a user means a word. */
function failAtOption(error: CommanderError, word: string): never {
  if (error.code === "commander.unknownOption")
    process.stderr.write(`${word} that begins with a dash goes behind \`--\` and all options\n`);
  throw error;
}

export function addDiff(program: Command): void {
  program
    .command("diff")
    .description("show what changed between two versions, for users and for security")
    .argument("<old>", "a YAML file, a folder, git:<revision>:<path>, or a generated project")
    .argument("<new>", "the same for the other version")
    .option("--policy <file>", "a policy for both versions, a file or git:<revision>:<path>; may be repeated, then all hold", collect)
    .option("--policy-old <file>", "a policy of the old version, instead of those of both; may be repeated", collect)
    .option("--policy-new <file>", "a policy of the new version, instead of those of both; may be repeated", collect)
    .addOption(
      new Option("--format <format>", "how to print the changes")
        .choices(["terminal", "markdown", "json", "sarif", "github"])
        .default("terminal"),
    )
    .option("--json", "the same as --format json")
    .option("--fail-on <classes>", "exit with 1 on changes of these classes, such as breaking,widening, and on hazards", toFailures, [])
    .action(async (old: string, now: string, flags: DiffFlags) => {
      const { runDiff } = await import("../commands/diff.ts");
      process.exitCode = await runDiff([old, now], flags, await openTerminal());
    });
}

export function addSchema(program: Command): void {
  program
    .command("schema")
    .description("print the JSON Schema of a format, for editors")
    .addOption(
      new Option("--kind <kind>", "of configs, of Directive definitions, of policies, or of what diff --json prints")
        .choices(["cli", "directive", "policy", "diff"])
        .default("cli"),
    )
    .action(async ({ kind }: { readonly kind: SchemaKind }) => {
      const { runSchema } = await import("../commands/schema.ts");
      process.exitCode = runSchema(kind, await openTerminal());
    });
}
