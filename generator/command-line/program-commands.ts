/** Defines the commands that read installed programs. */
import type { Command } from "commander";
import { Option } from "commander";
import type { ImportFlags } from "../commands/import.ts";
import type { TryFlags } from "../commands/try.ts";
import type { VerifyFlags } from "../commands/verify.ts";
import { openTerminal } from "../terminal/open-terminal.ts";
import { DEFAULT_MAX_ARGS } from "../import/draft/max-args.ts";
import { describeFailure } from "./exit-status.ts";
import { rejectTwoFormats, rejectWithoutEffect } from "./option-effects.ts";
import { collect, parseNonEmpty, parseCount } from "./option-values.ts";
import { INPUTS, JSON_FORMAT, JSON_RESULT, STRICT } from "./shared-options.ts";

/** Adds the command `import`. */
export function addImport(program: Command): void {
  const command = program
    .command("import")
    .description("draft a config from the help and man pages of an installed program")
    .argument("<program>", "name or path of the program", parseNonEmpty)
    .argument("[subcommand...]", "draft only this subcommand and those below it")
    .option("-o, --output <file>", "write the draft to a new file (default: standard output)", parseNonEmpty)
    .addOption(
      new Option("--max-args <n>", "most options of a tool that become arguments; comments name the others")
        .argParser(parseCount)
        .default(DEFAULT_MAX_ARGS),
    )
    .addOption(new Option("--comments", "describe each option that is no argument in a comment").conflicts("merge"))
    .addOption(
      new Option("--from <file>", "read this help text, man page or description, and start nothing")
        .argParser(parseNonEmpty)
        .conflicts("sandbox"),
    )
    .addOption(
      new Option("--merge <config>", "add what is missing to this config, and print the difference")
        .argParser(parseNonEmpty)
        .conflicts("output"),
    )
    .option("--dry-run", "with --merge: print the difference, write nothing")
    .option("--no-sandbox", "run the program without bubblewrap")
    .action(async (name: string, path: string[], flags: ImportFlags) => {
      const { runImport } = await import("../commands/import.ts");
      process.exitCode = await runImport([name, ...path], flags, await openTerminal());
    });
  rejectWithoutEffect(command, [{ option: "dryRun", beside: "merge" }]);
  describeFailure(command, "nothing was drafted, or the draft has errors");
}

/** Adds the command `verify`. */
export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("compare configs with the help and man pages of the installed programs")
    .argument(...INPUTS)
    .addOption(new Option("--format <format>", "output format").choices(["terminal", "json", "sarif"]).default("terminal"))
    .option(...JSON_FORMAT)
    .option(...STRICT)
    .option("--run-local", "also start programs of the inputs' own repository")
    .option("--no-probe", "only read the documentation: do not ask the programs about flags")
    .option("--no-sandbox", "run the programs without bubblewrap, and do not ask them about flags")
    .action(async (inputs: string[], flags: VerifyFlags) => {
      const { runVerify } = await import("../commands/verify.ts");
      process.exitCode = await runVerify(inputs, flags, await openTerminal());
    });
  describeFailure(command, "errors, or with --strict warnings");
  rejectTwoFormats(command);
}

/** Maximum number of tokens of a reply without `--max-tokens`. */
const DEFAULT_MAX_TOKENS = 2000;

/** Adds the command `try`. */
export function addTry(program: Command): void {
  const command = program
    .command("try")
    .description("run the examples of configs in a sandbox, and report what does not fit")
    .argument(...INPUTS)
    .addOption(new Option("--project <dir>", "run each example in a copy of this directory").argParser(parseNonEmpty).makeOptionMandatory())
    .option("--setup <command>", "prepare the first copy with this shell command (default: setup.sh of the project)", parseNonEmpty)
    .addOption(new Option("--record <file>", "write the facts about every example to this file").argParser(parseNonEmpty).conflicts("tool"))
    .addOption(new Option("--check <file>", "compare with a recorded file").argParser(parseNonEmpty).conflicts("record"))
    .option("--hostile", "repeat the examples next to files that name programs, and report each program that runs")
    .option("--network", "allow the network of this machine (default: loopback only)")
    .option("--tool <glob>", "run only the examples of these tools; can be repeated", collect)
    .addOption(
      new Option("--max-tokens <n>", "report longer replies, in estimated tokens").argParser(parseCount).default(DEFAULT_MAX_TOKENS),
    )
    .option(...JSON_RESULT)
    .option(...STRICT)
    .action(async (inputs: string[], flags: TryFlags) => {
      const { runTry } = await import("../commands/try.ts");
      process.exitCode = await runTry(inputs, flags, await openTerminal());
    });
  describeFailure(command, "errors, differences from the record, or with --strict warnings");
}
