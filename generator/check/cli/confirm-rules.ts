/** Checks the message of a confirmation, and the commands that find values for it. */
import { placeholdersOf, readTemplate } from "@climax-gen/runtime/internal/tool/template";
import type { YamlPath } from "../../load/locate.ts";
import { diagnose } from "../../diagnostics/diagnose.ts";
import { locateText } from "../../load/document.ts";
import { toFlow } from "../../load/flow-text.ts";
import { isMapping } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import type { Report } from "../reporting/report.ts";
import { checkCommand } from "./config-rules.ts";
import { type ArgPart, isKeySet, namesIn, type ResolverPart, type CommandToolPart } from "./parts.ts";
import { checkSpaces, checkTypography } from "./text-rules.ts";

/** A name in a template, alone: without a conversion (`!r`), a format (`:>8`), an item (`[0]`) or an attribute (`.name`). */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** Checks `confirm_message` and `resolve` of a tool. */
export function checkConfirmation(tool: CommandToolPart, report: Report): void {
  const { value, raw, path, args, resolvers } = tool;
  if (value.confirm_message === undefined && resolvers.length === 0) return;
  const template = typeof value.confirm_message === "string" ? value.confirm_message : "";
  const names = namesIn(tool, [template, ...resolvers.flatMap((resolver) => templatesOf(resolver.value))]);
  const at = [...path, "confirm_message"];
  const written = raw["resolve"] ?? {};
  // Includes the names of invalid resolvers, which are reported.
  const resolved = new Set(isMapping(written) ? Object.keys(written) : []);
  if (isMapping(written)) checkNames(template, at, { names: [...resolved, ...names], report });
  const used = new Set(placeholdersOf(template));
  for (const arg of args) {
    const { name = "" } = arg.value;
    if (used.has(name) && !resolved.has(name) && isOmissible(arg)) report.atValue("message-without-value", at, { name });
  }
  for (const resolver of resolvers) {
    checkResolver(resolver, { args, names, report });
    if (!used.has(resolver.name)) report.atKey("unused-resolver", resolver.path, { name: resolver.name });
  }
}

function templatesOf({ args = {}, words = [] }: ResolverPart["value"]): readonly string[] {
  return [...Object.values(args), ...words];
}

/** Reports whether a call can leave an argument without a value. */
function isOmissible({ value, raw }: ArgPart): boolean {
  return value.required !== true && (raw["default"] ?? null) === null;
}

interface ResolverContext {
  readonly args: readonly ArgPart[];
  readonly names: readonly string[];
  readonly report: Report;
}

function checkResolver({ name, value, path }: ResolverPart, { args, names, report }: ResolverContext): void {
  if (!NAME.test(name)) report.atKey("resolver-name", path, { name });
  if (value.command !== undefined && value.command !== "") checkResolverCommand(value.command, [...path, "command"], { names, report });
  for (const [flag, template] of Object.entries(value.args ?? {})) {
    const at = [...path, "args", flag];
    if (!NAME.test(flag)) report.atKey("resolver-name", at, { name: flag });
    checkResolverTemplate(template, at, { args, names, report });
  }
  const words = value.words ?? [];
  checkSpaces(words, [...path, "words"], { isList: true, report });
  for (const [index, word] of words.entries()) {
    const at = [...path, "words", index];
    checkTypography([word], at, report);
    checkResolverTemplate(word, at, { args, names, report });
  }
}

function checkResolverTemplate(template: string, path: YamlPath, { args, names, report }: ResolverContext): void {
  checkNames(template, path, { names, report });
  const list = args.find((arg) => placeholdersOf(template).includes(arg.value.name ?? "") && hasSeveral(arg));
  if (list === undefined) return;
  report.atValue("resolver-list", path, { name: list.value.name ?? "", type: list.value.type === "map" ? "map" : "list" });
}

/** Reports the first placeholder of an argument: only `args` and `words` of a resolver have templates. */
function checkResolverCommand(command: string, path: YamlPath, { names, report }: Omit<ResolverContext, "args">): void {
  checkCommand(command, path, report);
  const name = names.find((candidate) => command.includes(`{${candidate}}`));
  if (name === undefined) return;
  const text = `{${name}}`;
  const start = command.indexOf(text);
  const location = locateText(report.document, path, { text: command, part: { start, end: start + text.length } });
  const fix = `remove ${quote(text)} and add \`words: ${toFlow([text])}\`, which follow the command`;
  report.add(diagnose("placeholder", location, { text, fix }));
}

function hasSeveral({ value: arg }: ArgPart): boolean {
  return arg.type === "map" || isKeySet(arg, "repeat") || isKeySet(arg, "join");
}

/** Reports the first single brace of a template, and its first placeholder that is not one of the names. Points at the fault itself. */
function checkNames(template: string, path: YamlPath, { names, report }: Omit<ResolverContext, "args">): void {
  const { fault } = readTemplate(template);
  if (fault !== undefined) {
    const part = { start: fault.offset, end: fault.offset + 1 };
    report.add(diagnose("template-brace", locateText(report.document, path, { text: template, part }), { brace: fault.brace }));
    return;
  }
  const name = placeholdersOf(template).find((placeholder) => !names.includes(placeholder));
  if (name === undefined) return;
  const written = `{${name}}`;
  const start = template.indexOf(written);
  const location = locateText(report.document, path, { text: template, part: { start, end: start + written.length } });
  if (NAME.test(name) && !names.some((known) => name.startsWith(`${known}.`))) {
    report.add(diagnose("template-placeholder", location, { name, allowed: names.slice(0, 3) }));
    return;
  }
  const meant = /^[\w-]*/.exec(name)?.[0] ?? "";
  const options = meant !== "" && names.includes(meant) ? [meant] : names.slice(0, 3);
  const fix = options.length === 0 ? "remove it" : `write ${options.map((option) => `\`{${option}}\``).join(" or ")}`;
  report.add(diagnose("template-format", location, { written, fix }));
}
