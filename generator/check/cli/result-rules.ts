/** Checks the keys of a tool about its result, and converts `output` to the form that later stages read. */
import type { OutputSpec } from "@climax-gen/runtime/internal/tool/tool-spec";
import { isInFile, toForm } from "@climax-gen/runtime/internal/argument/form";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import type { YamlMapping, YamlValue } from "../../load/values.ts";
import { describeFound, describeValue, isMapping } from "../../load/values.ts";
import { checkOutputSchema } from "../json-schema/schema-rules.ts";
import { omitAbsent } from "../files/omit-absent.ts";
import { fieldsOf } from "../keys/key-facts.ts";
import { defaultReply, minReplyBytes, outputSchema, outputSources } from "../keys/result-schema.ts";
import { checkKeys } from "../reporting/check-keys.ts";
import { configFormat } from "./config-format.ts";
import type { ArgPart, CommandToolPart } from "./parts.ts";
import { formKeysOf } from "./parts.ts";
import type { Report } from "../reporting/report.ts";
import { OUTPUT_KINDS, type OutputFormat } from "@climax-gen/runtime/internal/tool/output-kind";

const FORMATS = Object.keys(OUTPUT_KINDS);
const MEDIA_TYPE = /^[a-z]+\/[\w.+-]+$/;
/** Media types of text, which is subject to the size of a reply. */
const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml)$/;

/** Keys that have an effect with each kind of output. */
type OutputKind = "text" | "json" | "typed text" | "media" | "file";
const EFFECTIVE: Readonly<Record<OutputKind, readonly (keyof typeof outputSchema.shape)[]>> = {
  text: ["format", "max_bytes"],
  json: ["format", "from", "schema", "select", "max_bytes"],
  "typed text": ["format", "max_bytes"],
  media: ["format"],
  file: ["file", "max_bytes"],
};

/** Reports every error in the `output` of a tool. JMESPath expressions are checked later (`check/check-compiled.ts`). */
export function checkOutput(tool: CommandToolPart, report: Report): void {
  const output = tool.raw["output"];
  const path = [...tool.path, "output"];
  // A value of another type is reported with the keys of the tool.
  if (output === undefined || tool.value.output === undefined) return;
  if (!isMapping(output)) return checkFormat(output, path, report);
  checkKeys(output, outputSchema, { path, format: configFormat, report });
  if (output["format"] !== undefined) checkFormat(output["format"], [...path, "format"], report);
  checkEffects(output, path, report);
  checkValues(output, { tool, path, report });
}

function checkFormat(format: YamlValue, path: YamlPath, report: Report): void {
  if (typeof format === "string" && (FORMATS.includes(format) || MEDIA_TYPE.test(format))) return;
  const near = typeof format === "string" ? nearNames(format.toLowerCase(), FORMATS, 1) : [];
  report.atValue("output-form", path, { found: describeFound(format), near });
}

function checkEffects(output: YamlMapping, path: YamlPath, report: Report): void {
  const kind = kindOf(output);
  if (kind === undefined) return;
  for (const key of fieldsOf(outputSchema).keys()) {
    if (output[key] === undefined || EFFECTIVE[kind].some((effective) => effective === key)) continue;
    const form = kind === "file" ? "`file`" : `\`format: ${typeof output["format"] === "string" ? output["format"] : "text"}\``;
    const fix = kind === "text" && key !== "file" ? "remove it, or write `format: json`" : "remove one of the two";
    report.atKey("output-key", [...path, key], { key, form, fix });
  }
  const { format, from } = output;
  if (kind !== "json" || typeof format !== "string" || format === "json" || from === undefined) return;
  const form = `\`format: ${format}\`, which has several values`;
  report.atKey("output-key", [...path, "from"], { key: "from", form, fix: "remove it, or write `format: json`" });
}

/** Maximum length of `reply_prefix`, in UTF-16 units. Each reply contains it. */
const MAX_PREFIX_LENGTH = 200;

/** Reports a `reply_prefix` that is not one short line, and one of a tool whose output is not text. */
export function checkReplyPrefix({ value: { reply_prefix: prefix = "" }, raw, path }: CommandToolPart, report: Report): void {
  if (prefix === "") return;
  const at = [...path, "reply_prefix"];
  if (prefix !== prefix.trim() || /[\p{Cc}\u2028\u2029]/u.test(prefix)) report.atValue("reply-prefix-line", at);
  else if (prefix.length > MAX_PREFIX_LENGTH)
    report.atValue("reply-prefix-length", at, { length: prefix.length, limit: MAX_PREFIX_LENGTH });
  const output = raw["output"] ?? null;
  const form = isMapping(output) ? output : { format: output ?? "text" };
  const kind = kindOf(form);
  if (kind === undefined || kind === "text" || kind === "file") return;
  report.atKey("reply-prefix-output", at, { form: typeof form["format"] === "string" ? form["format"] : "" });
}

/** Reports whether an output is a form that is not JSON. */
export function isOtherThanJson(output: YamlValue | undefined): boolean {
  const kind = kindOf(isMapping(output) ? output : { format: output ?? "text" });
  return kind !== undefined && kind !== "json";
}

/** Returns the kind of output of a format. Undefined if the format is invalid. */
function kindOf({ format = "text", file }: YamlMapping): OutputKind | undefined {
  if (file !== undefined) return "file";
  if (typeof format !== "string") return undefined;
  // Safe cast: the list contains the names of all formats.
  if (FORMATS.includes(format)) return OUTPUT_KINDS[format as OutputFormat];
  if (!MEDIA_TYPE.test(format)) return undefined;
  return TEXT_TYPE.test(format) ? "typed text" : "media";
}

interface OutputKeyContext {
  readonly tool: CommandToolPart;
  readonly path: YamlPath;
  readonly report: Report;
}

function checkValues(output: YamlMapping, context: OutputKeyContext): void {
  const { path, report } = context;
  const { from, schema, select, max_bytes: size, file } = output;
  if (from !== undefined && !outputSources.some((source) => source === from)) {
    const near = typeof from === "string" ? nearNames(from.toLowerCase(), outputSources, 1) : [];
    report.atValue("output-from", [...path, "from"], { found: describeFound(from), near });
  }
  if (schema !== undefined && isMapping(schema)) checkOutputSchema([...path, "schema"], report);
  else if (schema !== undefined) reportType("schema", "a mapping, the JSON Schema of the output", schema, context);
  if (select !== undefined && typeof select !== "string") reportType("select", "text", select, context);
  if (size !== undefined && !(typeof size === "number" && Number.isInteger(size) && size >= minReplyBytes)) {
    report.atValue("output-size", [...path, "max_bytes"], { found: describeFound(size), least: minReplyBytes, default: defaultReply });
  }
  if (file !== undefined) checkFile(file, context);
}

function reportType(key: string, expected: string, value: YamlValue, { path, report }: OutputKeyContext): void {
  report.atValue("wrong-type", [...path, key], { what: `\`${key}\``, expected, found: describeValue(value) });
}

function checkFile(file: YamlValue, { tool, path, report }: OutputKeyContext): void {
  const name = typeof file === "string" ? /^\{([^{}]+)\}$/.exec(file)?.[1] : undefined;
  const usable = tool.args.filter(({ value }) => value.type === "string" && !isElsewhere(value));
  const names = usable.flatMap(({ value }) => value.name ?? []);
  if (name !== undefined && names.includes(name)) return;
  const known = tool.args.some(({ value }) => value.name === name);
  const reason =
    name === undefined ? "it is not an argument in braces" : known ? "the argument is not a single text" : "there is no such argument";
  const near = name === undefined ? names.slice(0, 1) : nearNames(name, names, 1);
  const fix = `write ${near[0] === undefined ? 'the name of a text argument in braces, such as `"{out}"`' : `\`"{${near[0]}}"\``}`;
  report.atValue("output-file", [...path, "file"], { found: describeFound(file), reason, fix });
}

/** Reports whether a value is not one path that a reply may show. */
function isElsewhere(arg: ArgPart["value"]): boolean {
  const keys = formKeysOf(arg);
  const form = toForm(keys);
  const isOneText =
    form.place === "variable" ? form.separator === undefined : "words" in form && form.words.kind === "templates" && form.times === "once";
  return !isOneText || isInFile(keys) || arg.secret === true;
}

/** Converts a checked output. Returns undefined if it is absent or the default. */
export function toOutputSpec(output: unknown): OutputSpec | undefined {
  if (typeof output === "string") return output === "text" ? undefined : { format: output as NonNullable<OutputSpec["format"]> };
  if (typeof output !== "object" || output === null) return undefined;
  const { format, from, schema, select, max_bytes, file } = output as OutputSpec & { readonly format?: "text" };
  const spec = omitAbsent<OutputSpec>({ format: format === "text" ? undefined : format, from, schema, select, max_bytes, file });
  return Object.keys(spec).length === 0 ? undefined : spec;
}
