/** Rules about a tool and its arguments together. */
import { flagOf } from "@climax-gen/runtime";
import { diagnose, withRelated } from "../diagnostics/diagnose.ts";
import type { YamlPath } from "../load/locate.ts";
import { checkCommand, reportDuplicate } from "./config-rules.ts";
import { checkDefault, checkEnum } from "./default-rules.ts";
import { checkName } from "./name-rules.ts";
import type { ArgPart, ConfigPart, ToolPart } from "./parts.ts";
import { checkGlobalPlace, checkPlace } from "./place-rules.ts";
import type { Report } from "./report.ts";

export function checkToolRules(tool: ToolPart, config: ConfigPart, report: Report): void {
  const { name = "", description, command, timeout } = tool.value;
  if (description?.trim() === "") report.atValue("empty-description", [...tool.path, "description"], { name });
  if (command !== undefined && command !== "") checkCommand(command, [...tool.path, "command"], report);
  if (timeout === 0) report.atValue("zero-timeout", [...tool.path, "timeout"]);
  for (const arg of tool.args) {
    checkPlace(arg, report);
    checkDefault(arg, false, report);
    checkEnum(arg, report);
  }
  checkArgNames(tool.args, report);
  checkFlags([...config.globalArgs, ...tool.args], tool.args, report);
  checkSingle(tool.args, "stdin", report);
  checkSingle(tool.args, "cwd", report);
}

export function checkGlobalArgs(args: readonly ArgPart[], report: Report): void {
  for (const arg of args) {
    checkGlobalPlace(arg, report);
    checkDefault(arg, true, report);
    checkEnum(arg, report);
  }
  checkArgNames(args, report);
  checkFlags(args, args, report);
}

function checkArgNames(args: readonly ArgPart[], report: Report): void {
  const first = new Map<string, YamlPath>();
  for (const { value, path } of args) {
    if (value.name === undefined) continue;
    const namePath = [...path, "name"];
    checkName(value.name, "an argument", namePath, report);
    const earlier = first.get(value.name);
    if (earlier === undefined) first.set(value.name, namePath);
    else reportDuplicate("duplicate-argument", { name: value.name, path: namePath, earlier }, report);
  }
}

/** Flags that two of the arguments write, as far as one of `reported` is the later one. */
function checkFlags(args: readonly ArgPart[], reported: readonly ArgPart[], report: Report): void {
  const first = new Map<string, ArgPart>();
  for (const arg of args) {
    const flag = findFlag(arg);
    if (flag === undefined) continue;
    const earlier = first.get(flag);
    if (earlier === undefined) first.set(flag, arg);
    else if (reported.includes(arg) && earlier.value.name !== arg.value.name) reportFlag(flag, arg, earlier, report);
  }
}

function findFlag({ value }: ArgPart): string | undefined {
  if (value.name === undefined || value.positional === true || value.cwd === true || value.stdin === true) return undefined;
  return flagOf({ name: value.name, ...(value.flag && { flag: value.flag }) });
}

function reportFlag(flag: string, arg: ArgPart, earlier: ArgPart, report: Report): void {
  const { source } = report.document;
  const placeOf = ({ path, value }: ArgPart): { start: number; end: number } =>
    report.placeOf([...path, value.flag ? "flag" : "name"]).value;
  const details = { flag, name: arg.value.name ?? "", other: earlier.value.name ?? "" };
  const diagnostic = diagnose("duplicate-flag", { source, span: placeOf(arg) }, details);
  report.add(withRelated(diagnostic, "first written here", { source, span: placeOf(earlier) }));
}

/** A process has one standard input and one working directory. */
function checkSingle(args: readonly ArgPart[], place: "stdin" | "cwd", report: Report): void {
  const [first, ...others] = args.filter((arg) => arg.value[place] === true);
  if (first === undefined) return;
  const { source } = report.document;
  for (const other of others) {
    const span = report.placeOf([...other.path, place]).key ?? report.placeOf(other.path).value;
    const code = place === "stdin" ? "several-stdin" : "several-cwd";
    const related = { source, span: report.placeOf([...first.path, place]).key ?? report.placeOf(first.path).value };
    report.add(withRelated(diagnose(code, { source, span }, { other: first.value.name ?? "" }), "the first one", related));
  }
}
