/** Creates the generated files that are not code, by filling the placeholders of `templates/`. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Program } from "@climax-gen/runtime/internal/tool/tool";
import { commandsOf } from "@climax-gen/runtime/internal/tool/tool";
import { describeMachines } from "../describe/describe-machines.ts";
import { describeCliSecrets, describeOwnSecrets } from "../describe/describe-secrets.ts";
import { describeAction, describeOwnPart } from "../describe/describe-action.ts";
import { argConstraints, describeConstraints, describeSurroundings, toolPolicies } from "../describe/describe-policy.ts";
import type { CliModel, ServerModel, ToolModel } from "../resolve/model.ts";
import { joinWords } from "../text/wording.ts";
import { markdownCode, markdownText } from "./escape.ts";
import { toPackageName } from "./package-name.ts";
import type { Declarations } from "./runtime-imports.ts";
import { runtimeFields } from "./runtime-imports.ts";
import type { Templates } from "./fill-template.ts";
import { fillTemplate } from "./fill-template.ts";

/** Template → path in the generated project. npm excludes files called `.gitignore` from packages. */
const TEMPLATE_PATHS = [
  ["gitignore", ".gitignore"],
  ["package.json", "package.json"],
  ["README.md", "README.md"],
  ["tsconfig.json", "tsconfig.json"],
] as const;

/** Text of the README about the runtime, if the project contains its declarations. */
const CARRIED = ` They need no other package.

They import the runtime as \`#runtime\`: its types are in \`runtime/\`, its code is in \`dist/runtime/\`. \`node src/main.ts\` starts the server from
its sources with a Node.js that strips types (22.18 or 23.6 and later).`;
const INSTALLS =
  " They need the package `@climax-gen/runtime`, in this\ndirectory or in one above it. Install it from the same source as climax-gen.";

/** Names of the templates of a generated project. */
export const templateNames: readonly string[] = TEMPLATE_PATHS.map(([template]) => template);

/** Returns text by path. `declarations`: see `emitProject`. */
export function projectFiles(model: ServerModel, templates: Templates, declarations?: Declarations): ReadonlyMap<string, string> {
  const packageName = toPackageName(model.name);
  const [defaultMode, otherMode] = model.classic
    ? ["every tool", "`--progressive` shows `climax_search` and `climax_call` instead"]
    : ["`climax_search` and `climax_call`, through which they find and call the tools", "`--classic` shows every tool instead"];
  const values = new Map([
    ["name", markdownText(model.name)],
    ["packageName", packageName],
    ["runtime", runtimeFields(declarations)],
    ["carried", declarations === undefined ? INSTALLS : CARRIED],
    ["defaultMode", defaultMode],
    ["otherMode", otherMode],
    ["tools", model.clis.map(toolTable).join("")],
    ["rootOption", rootOption(model)],
    ["folders", listFolders(model)],
    ["policy", model.policies.length > 0 ? policySection(model.policies) : ""],
  ]);
  return new Map(TEMPLATE_PATHS.map(([template, path]) => [path, fillTemplate(templates, template, values)]));
}

/** Returns the row of an option that has an effect on Directive tools only. */
function rootOption({ clis }: ServerModel): string {
  const roots = new Set(clis.flatMap((cli) => (cli.kind === "directive" ? [markdownCode(cli.root)] : [])));
  if (roots.size === 0) return "";
  return `| \`--root DIR\` | look for ${[...roots].join(", ")} below this directory instead of the working directory |\n`;
}

function listFolders({ clis }: ServerModel): string {
  const hasDefinition = clis.some(({ kind }) => kind === "directive");
  const hasCommand = clis.some(({ kind }) => kind === "cli");
  if (!hasDefinition) return "`src/clis/` has";
  return hasCommand ? "`src/clis/` and `src/directives/` have" : "`src/directives/` has";
}

function toolTable({ kind, cli, tools }: CliModel): string {
  const heading = `\n### ${markdownText(cli.name)}\n\n`;
  const about = cli.description.trim() === "" ? "" : `${markdownText(cli.description)}\n\n`;
  if (tools.length === 0) return `${heading}${about}No tools: later configs define them all again.\n`;
  const phrases = [...describeMachines(cli), ...describeCliSecrets(cli), ...tools.flatMap(describeToolSecrets)];
  const facts = phrases.map((phrase) => `${markdownText(`${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`)}.`);
  const available = facts.length === 0 ? "" : `${facts.join(" ")}\n\n`;
  const base = cli.program === undefined ? "" : `${describeBase(cli.program, tools)}${available}`;
  const columns = `| tool | description | ${kind === "cli" ? "command" : "answers with"} |\n| --- | --- | --- |\n`;
  return `${heading}${about}${base}${columns}${tools.map(toolRow).join("")}`;
}

function describeToolSecrets({ tool }: ToolModel): readonly string[] {
  return describeOwnSecrets(tool).map((phrase) => `${tool.name} has ${phrase}`);
}

/** Names the common start of the commands, and the tools with their own `program`. */
function describeBase(program: Program, tools: readonly ToolModel[]): string {
  const others = tools.filter(({ tool }) => hasOwnProgram(tool)).map(({ tool }) => markdownCode(tool.name));
  const except = others.length === 0 ? "" : `, except for ${others.join(", ")}, whose whole command is below`;
  const commands = commandsOf(program).map((command) => markdownCode(command.join(" ")));
  const choice = commands.length > 1 ? ", the first that is installed" : "";
  return `Every command starts with ${joinWords(commands, "or")}${choice}${except}.\n\n`;
}

function hasOwnProgram({ handler }: ToolModel["tool"]): boolean {
  return handler.kind === "command" && handler.changes?.command !== undefined;
}

function toolRow({ tool }: ToolModel): string {
  const own = hasOwnProgram(tool) ? describeAction(tool) : describeOwnPart(tool);
  return `| ${markdownCode(tool.name)} | ${markdownText(tool.description)} |${own === "" ? "" : ` ${markdownCode(own)}`} |\n`;
}

/** Describes the embedded policy, without its selection of tools. */
function policySection(policies: readonly AnyPolicySpec[]): string {
  const sentences = describeSurroundings(policies).map((sentence) => `${markdownText(sentence)}.`);
  const byTool = [...toolPolicies(policies)];
  const asking = byTool.flatMap(([name, rules]) => (rules.some(({ confirm }) => confirm) ? [markdownCode(name)] : []));
  const rows = byTool.flatMap(([name, rules]) =>
    Array.from(
      argConstraints(rules),
      ([arg, all]) => `| ${markdownCode(name)} | ${markdownCode(arg)} | ${markdownCode(describeConstraints(all))} |\n`,
    ),
  );
  const items = [...sentences, ...(asking.length > 0 ? [`The user must confirm each call of ${asking.join(", ")}.`] : [])];
  const intro =
    "\n## Policy\n\nThe tools above are those that the policy enables. A policy at startup (`--policy`) can only restrict the server further.\n";
  const list = items.length > 0 ? `\n${items.map((item) => `- ${item}\n`).join("")}` : "";
  const table = rows.length > 0 ? `\n| tool | argument | allowed |\n| --- | --- | --- |\n${rows.join("")}` : "";
  return `${intro}${list}${table}`;
}
