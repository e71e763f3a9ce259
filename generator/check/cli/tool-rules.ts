/** Checks a tool together with its arguments. */
import { placeOf } from "@climax-gen/runtime/internal/argument/form";
import { dashFactsOf } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { isSearchedKeyword } from "@climax-gen/runtime/internal/search/fields";
import { DEFAULT_TIMEOUT_SECONDS } from "@climax-gen/runtime/internal/tool/timeout";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import { commandWords } from "../files/tool-program.ts";
import { checkFolder } from "../reporting/literal-paths.ts";
import { checkCommand, checkEnv, checkProgram } from "./config-rules.ts";
import { checkAmbiguity } from "./text-rules.ts";
import { checkConfirmation } from "./confirm-rules.ts";
import { checkDefault } from "./default-rules.ts";
import { checkExitCodes } from "./exit-code-rules.ts";
import { firstCommand } from "./command-choice.ts";
import { checkEnum } from "./enum-rules.ts";
import { checkArgNames } from "./name-rules.ts";
import { checkOutput, checkReplyPrefix } from "./result-rules.ts";
import { type ArgPart, type ConfigPart, formKeysOf, type CommandToolPart } from "./parts.ts";
import { checkPlaceholders, findRepeatedWords } from "./placeholder-rules.ts";
import { checkRelations } from "./relation-rules.ts";
import type { Report } from "../reporting/report.ts";
import { checkGlobalPassing, checkGlobalValue, checkPassing, checkValueKeys } from "./argument-rules.ts";
import { checkWords, insertedArguments, placedArguments, writesDashDash } from "./words-rules.ts";

/** Checks a tool of a config: its words, its arguments and their combinations. */
export function checkToolRules(tool: CommandToolPart, config: ConfigPart, report: Report): void {
  const { name = "", description, command, program, timeout } = tool.value;
  if (description?.trim() === "") report.atValue("empty-description", [...tool.path, "description"], { name });
  if (command !== undefined && command !== "") checkToolCommand(command, tool, config, report);
  if (program !== undefined) checkProgram(program, tool, report);
  checkFacts(tool, report);
  checkOutput(tool, report);
  checkReplyPrefix(tool, report);
  checkExitCodes(tool, report);
  if (timeout === 0) report.atValue("zero-timeout", [...tool.path, "timeout"], { default: DEFAULT_TIMEOUT_SECONDS });
  checkAmbiguity(timeout, [...tool.path, "timeout"], report);
  checkEnv(tool, tool.value.env ?? {}, report);
  checkFolder("working_dir", tool.value.working_dir, [...tool.path, "working_dir"], report);
  const placed = placedArguments(tool);
  const inserted = insertedArguments(tool);
  const facts = dashFactsOf(
    [...commandWords(program ?? firstCommand(config.value.command)), ...commandWords(command ?? "")],
    tool.args.map(({ value }) => ({ ...formKeysOf(value), enum: value.enum })),
    writesDashDash(tool, config),
  );
  for (const arg of tool.args) {
    checkPassing(arg, { isInWords: placed.has(arg.value.name ?? ""), facts }, report);
    checkValueKeys(arg, report);
    checkDefault(arg, false, report);
    checkEnum(arg, report, inserted.has(arg.value.name ?? ""));
  }
  checkArgNames(tool.args, report);
  checkSingle(tool.args, "stdin", report);
  checkSingle(tool.args, "cwd", report);
  checkKeywords(tool, report);
  checkVariables(tool, report);
  checkPositionalOrder(tool, report);
  checkRelations(tool, report);
  checkWords(tool, config, report);
  checkConfirmation(tool, report);
}

/**
 * Reports keywords of stop words, which search ignores. A keyword of one character is not reported, because the help of other diagnostics
 * suggests `[a, b]` for a list.
 */
function checkKeywords({ value, path }: CommandToolPart, report: Report): void {
  const { name = "" } = value;
  for (const key of ["keywords", "weak_keywords"] as const) {
    for (const [place, keyword] of (value[key] ?? []).entries()) {
      if (keyword.length > 1 && !isSearchedKeyword(keyword)) report.atValue("unsearched-keyword", [...path, key, place], { keyword, name });
    }
  }
}

function checkToolCommand(command: string, { path, args }: CommandToolPart, config: ConfigPart, report: Report): void {
  const at = [...path, "command"];
  checkCommand(command, at, report);
  checkPlaceholders(command, { path: at, args: args.map(({ value }) => value), isExpanded: false, report });
  const repeated = findRepeatedWords(firstCommand(config.value.command), command);
  if (repeated !== undefined) report.addHazard("repeated-words", { path: at, location: report.locateValue(at) }, repeated);
}

/** Reports a required positional after an optional one: if a call omits the optional one, later values shift forward. */
function checkPositionalOrder({ items }: CommandToolPart, report: Report): void {
  let optional: ArgPart | undefined;
  for (const item of items) {
    if (item.kind === "words") {
      // Values after a constant `--` have the same meaning if those before it are omitted.
      if (item.value.words?.includes("--") === true) optional = undefined;
    } else if (placeOf(formKeysOf(item.value)) === "operand") {
      const { name = "", required, default: byDefault = null } = item.value;
      if (required === true && optional !== undefined) {
        const path = [...item.path, "required"];
        const details = { name, optional: optional.value.name ?? "" };
        return report.addHazard("positional-order", { path, location: report.locateKey(path) }, details);
      }
      if (required !== true && byDefault === null) optional ??= item;
    }
  }
}

/** Checks the global arguments of a config. */
export function checkGlobalArgs(args: readonly ArgPart[], report: Report): void {
  for (const arg of args) {
    checkGlobalPassing(arg, report);
    checkGlobalValue(arg, report);
    checkDefault(arg, true, report);
    checkEnum(arg, report);
  }
  checkArgNames(args, report);
}

/** Reports arguments that write one variable, unless a call can pass only one of them. */
function checkVariables({ value: { at_most_one = [], exactly_one = [] }, args }: CommandToolPart, report: Report): void {
  const alternatives = [...at_most_one, ...exactly_one];
  for (const [index, { value: arg, path }] of args.entries()) {
    if (typeof arg.env !== "string") continue;
    const isSame = ({ value: { env, name } }: ArgPart): boolean =>
      env === arg.env && !alternatives.some((names) => names.includes(arg.name ?? "") && names.includes(name ?? ""));
    const first = args.slice(0, index).find(isSame);
    if (first === undefined) continue;
    const diagnostic = diagnose("duplicate-variable", report.locateValue([...path, "env"]), {
      name: arg.env,
      other: first.value.name ?? "",
    });
    report.add(withRelated(diagnostic, "first written here", report.locateValue([...first.path, "env"])));
  }
}

/** Reports all but the first argument with `stdin` or `cwd`: a process has one of each. */
function checkSingle(args: readonly ArgPart[], key: "stdin" | "cwd", report: Report): void {
  const [first, ...others] = args.filter((arg) => arg.value[key] === true);
  if (first === undefined) return;
  const code = key === "stdin" ? "several-stdin" : "several-cwd";
  for (const other of others) {
    const diagnostic = diagnose(code, report.locateKey([...other.path, key]), { other: first.value.name ?? "" });
    report.add(withRelated(diagnostic, "the first one", report.locateKey([...first.path, key])));
  }
}

/** Reports facts of a tool, its own or inherited, of which at most one is true. */
function checkFacts({ value, path }: CommandToolPart, report: Report): void {
  const { name = "", risk, network, idempotent, runs_code } = value;
  if (risk === "read" && idempotent === false) {
    report.atValue("contradictory-facts", [...path, "idempotent"], {
      name,
      fact: "idempotent: false",
      other: "risk: read",
      reason: "a tool that only reads changes nothing, however often it runs",
      fix: "set `idempotent: true` for the tool, or another `risk`",
    });
  }
  if (runs_code === true && network === false) {
    report.atValue("contradictory-facts", [...path, "network"], {
      name,
      fact: "network: false",
      other: "runs_code: true",
      reason: "the code that it runs can reach the network",
      fix: "set `network: true` for the tool, and deny the network in the `executor` of a policy",
    });
  }
}
