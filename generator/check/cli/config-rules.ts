/** Checks a config as a whole: its command, its environment and the names of its tools. */
import { splitCommand, unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import { diagnose } from "../../diagnostics/diagnose.ts";
import { locateNearest, locateText } from "../../load/document.ts";
import type { YamlPath } from "../../load/locate.ts";
import { describeValue, isMapping, type YamlValue } from "../../load/values.ts";
import { toFlow } from "../../load/flow-text.ts";
import { commandsOf } from "./command-choice.ts";
import { suggestVariables } from "./config-advice.ts";
import { checkTypography } from "./text-rules.ts";
import { checkAmbiguity } from "./text-rules.ts";
import { checkSecret } from "../reporting/check-secret.ts";
import { suggestFix } from "../reporting/fixes.ts";
import { checkFolder, checkForeignVariable, checkVariableText } from "../reporting/literal-paths.ts";
import { isRequirement } from "../../text/version-requirement.ts";
import { checkToolNames, EMPTY_NAME, type NameProblem, PADDED_NAME, PROTOTYPE_NAME } from "./name-rules.ts";
import type { Part } from "../reporting/part.ts";
import type { ConfigPart, CommandToolPart } from "./parts.ts";
import { checkPlaceholders } from "./placeholder-rules.ts";
import type { Report } from "../reporting/report.ts";

/** Checks the keys of a config outside its tools, and the names of its tools. */
export function checkConfigRules(config: ConfigPart, report: Report): void {
  const { name, command, env, working_dir, tools } = config.value;
  if (name !== undefined && name.trim() !== name) {
    report.atValue("unsafe-name", ["name"], { what: "a config", name, ...PADDED_NAME });
  }
  if (name === "") report.atValue("unsafe-name", ["name"], { what: "a config", name, ...EMPTY_NAME });
  for (const [one, path] of commandsOf(command)) {
    if (hasNoProgram(one)) report.atValue("empty-command", path, { key: "command" });
    checkCommand(one, path, report);
    const args = config.tools.flatMap((tool) => tool.args.map(({ value }) => value));
    checkPlaceholders(one, { path, args, isExpanded: true, report });
  }
  checkEnv(config, env ?? {}, report);
  checkVersionKeys(config, report);
  checkFolder("working_dir", working_dir, ["working_dir"], report);
  if (tools?.length === 0) report.atValue("no-tools", ["tools"]);
  checkToolNames(config.tools, report);
}

/** Checks the keys that `verify` uses to compare the installed version. */
function checkVersionKeys({ value, parsed, raw }: ConfigPart, report: Report): void {
  const { program_version: wanted, version_command: command } = value;
  if (wanted !== undefined && !isRequirement(wanted)) report.atValue("version-requirement", ["program_version"], { wanted });
  if (command === undefined) return;
  if (command.trim() === "") return report.atValue("empty-version-command", ["version_command"]);
  checkCommand(command, ["version_command"], report);
  if (raw["program_version"] === undefined && parsed !== undefined) report.atKey("version-command-alone", ["version_command"]);
}

/** Checks that the quotes of a command match. */
export function checkCommand(command: string, path: YamlPath, report: Report): void {
  const split = splitCommand(command);
  if (split.kind === "unterminated_quote") {
    const part = { start: split.offset, end: split.offset + 1 };
    const { source, value } = locateNearest(report.document, path);
    const hasComment = /^[ \t]+#/.test(source.text.slice(value.end));
    report.add(diagnose("unterminated-quote", locateText(report.document, path, { text: command, part }), { hasComment }));
    return;
  }
  checkTypography(split.words, path, report);
}

/** Checks a tool's own program. */
export function checkProgram(program: string, tool: Pick<CommandToolPart, "path" | "args">, report: Report): void {
  const path = [...tool.path, "program"];
  if (hasNoProgram(program)) report.atValue("empty-command", path, { key: "program" });
  checkCommand(program, path, report);
  checkPlaceholders(program, { path, args: tool.args.map(({ value }) => value), isExpanded: true, report });
}

/** Reports whether a command has no words, or its first word is only quotes. */
function hasNoProgram(command: string): boolean {
  const split = splitCommand(command);
  const [program = ""] = split.kind === "words" ? unquoteWords(split.words) : [command];
  return program.trim() === "";
}

/** Checks the variables of a config or a tool. */
export function checkEnv({ raw, path }: Part<unknown>, env: Readonly<Record<string, unknown>>, report: Report): void {
  // Read from the written value: the parsed copy lacks a variable named __proto__.
  const written = raw["env"] ?? {};
  if (!isMapping(written)) return;
  for (const name of Object.keys(written)) {
    const danger = findEnvDanger(name, written[name] ?? null);
    const at = [...path, "env", name];
    const { [name]: value } = env;
    if (danger !== undefined) report.atKey("env-name", at, { name, ...danger });
    if (isMapping(written[name])) {
      checkSecret(name, written[name] ?? null, at, report);
      continue;
    }
    if (typeof value !== "string") {
      if (danger === undefined) reportVariableType(name, written[name] ?? null, at, report);
      continue;
    }
    checkAmbiguity(value, at, report);
    checkForeignVariable("env", value, at, report);
    // The variables of a tool are expanded.
    if (path.length === 0) checkVariableText(value, at, report);
  }
}

function reportVariableType(name: string, value: YamlValue, path: YamlPath, report: Report): void {
  const fix = suggestFix("text", value, report.writtenAt(path));
  report.atValue("env-value", path, { name, found: describeValue(value), fix });
}

function findEnvDanger(name: string, value: YamlValue): NameProblem | undefined {
  if (name === "") return EMPTY_NAME;
  if (name === "__proto__") return PROTOTYPE_NAME;
  // Control characters, which are also invalid in a name, are reported by `load/decode.ts`.
  if (!name.includes("=")) return undefined;
  // `{ A=b }` is a key without a value.
  const meant = value === null ? suggestVariables(name) : undefined;
  const entry = meant === undefined ? "NAME: value" : toFlow(meant).slice(2, -2);
  return { reason: "a name cannot contain `=`", fix: `write \`${entry}\`` };
}
