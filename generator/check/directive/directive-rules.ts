/** Checks a Directive definition: its root directory, and the names, handlers and methods of its tools. */
import { isSchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { describeFound, isMapping, type YamlValue } from "../../load/values.ts";
import { checkToolNames, EMPTY_NAME, reportDuplicates } from "../cli/name-rules.ts";
import type { DefinitionPart, DirectiveToolPart } from "./directive-parts.ts";
import { bundleSchema, plainHandlers } from "../keys/directive-schema.ts";
import { checkKeys } from "../reporting/check-keys.ts";
import { directiveFormat } from "./directive-parts.ts";
import type { Report } from "../reporting/report.ts";
import { checkInputSchema } from "../json-schema/schema-rules.ts";

/** Checks a Directive definition beyond the types of its keys. */
export function checkDefinition(definition: DefinitionPart, report: Report): void {
  const { name, root, tools } = definition.value;
  if (name?.trim() === "") report.atValue("unsafe-name", ["name"], { what: "a definition", name, ...EMPTY_NAME });
  const reason = root === undefined ? undefined : findRootProblem(root);
  if (reason !== undefined) report.atValue("directive-root", ["root"], { root: root ?? "", reason });
  if (tools?.length === 0) report.atValue("no-tools", ["tools"]);
  checkToolNames(definition.tools, report);
  for (const tool of definition.tools) checkTool(tool, report);
  checkMethods(definition.tools, report);
}

/** Returns why a root is not a directory below the server's directory. Returns undefined for a valid root. */
function findRootProblem(root: string): string | undefined {
  const parts = root.split("/").filter((part) => part !== "" && part !== ".");
  if (root.includes("\\")) return "it contains a backslash";
  if (root.startsWith("/") || /^[A-Za-z]:/.test(root)) return "it is not relative to the server's directory";
  if (/^(?:~$|~\/|\$)/.test(root)) return "variables and `~` are not expanded";
  if (parts.includes("..")) return "it is outside the server's directory";
  return parts.length === 0 ? "it does not name a directory" : undefined;
}

function checkTool({ path, value, raw }: DirectiveToolPart, report: Report): void {
  const { name = "", description, inputSchema } = value;
  if (description?.trim() === "") report.atValue("empty-description", [...path, "description"], { name });
  if (isMapping(raw["inputSchema"])) checkInputSchema([...path, "inputSchema"], report);
  checkHandler(raw["handler"], path, report);
  if (raw["handler"] === "file.get" && inputSchema !== undefined && !namesPath(inputSchema["properties"])) {
    report.atKey("handler-argument", [...path, "inputSchema"], { name });
  }
}

function namesPath(properties: unknown): boolean {
  return isSchemaObject(properties) && "path" in properties;
}

function checkHandler(handler: YamlValue | undefined, toolPath: YamlPath, report: Report): void {
  const path = [...toolPath, "handler"];
  if (handler === undefined || plainHandlers.some((known) => known === handler)) return;
  const keys = isMapping(handler) ? Object.keys(handler) : [];
  if (!isMapping(handler) || nearNames("bundle", keys, 1).length === 0) {
    const near = typeof handler === "string" ? nearNames(handler, plainHandlers, 1) : [];
    const found = isMapping(handler) ? "a mapping without `bundle`" : describeFound(handler);
    return report.atValue("unknown-handler", path, { found, near });
  }
  checkKeys(handler, bundleSchema, { path, format: directiveFormat, report });
  const { bundle } = handler;
  if (bundle === undefined) return;
  if (typeof bundle !== "string" || !isFileName(bundle)) {
    report.atValue("bundle-name", [...path, "bundle"], { found: describeFound(bundle) });
  }
}

/** Reports whether a name is a plain file name on every platform, without a path or a URL escape. */
function isFileName(name: string): boolean {
  return name.trim() !== "" && !/[/\\%]/.test(name) && !/^[A-Za-z]:|^\.+$/.test(name);
}

/** MCP methods without a `/`. The pattern of a method name excludes all others. */
const TAKEN_METHODS: ReadonlySet<string> = new Set(["initialize", "ping"]);

function checkMethods(tools: readonly DirectiveToolPart[], report: Report): void {
  const methods = tools.flatMap(({ path, value: { method } }) =>
    method === undefined ? [] : [{ name: method, path: [...path, "method"] }],
  );
  const isValid = (method: string): boolean => /^[A-Za-z][\w.-]*$/.test(method) && !TAKEN_METHODS.has(method);
  for (const { name, path } of methods) if (!isValid(name)) report.atValue("method-name", path, { method: name });
  reportDuplicates(
    "duplicate-method",
    methods.filter(({ name }) => isValid(name)),
    report,
  );
}
