/** Reads the KDL of `usage`: nodes `flag`, `arg` and `cmd` with quoted specs. */
import type { CliDescription } from "../description.ts";
import { parseOptionSpec } from "../read/options/option-spec.ts";
import { readJsonSpec } from "./json-spec.ts";
import type { SourceFile } from "./source-file.ts";

interface KdlNode {
  readonly name: string;
  readonly values: readonly string[];
  readonly properties: ReadonlyMap<string, string>;
  readonly children: readonly KdlNode[];
}

/** Reads a spec. Returns undefined if the text has no nodes. */
export function readUsageKdl(file: SourceFile): CliDescription | undefined {
  const nodes = parseKdl(file.text);
  if (nodes.length === 0) return undefined;
  const top = (name: string): string | undefined => nodes.find((node) => node.name === name)?.values[0];
  return readJsonSpec({ ...toCommand(nodes), description: top("about"), version: top("version") }, file);
}

function toCommand(nodes: readonly KdlNode[]): Readonly<Record<string, unknown>> {
  return {
    options: nodes.filter(({ name }) => name === "flag").map(toOption),
    arguments: nodes.filter(({ name }) => name === "arg").map(toArgument),
    commands: nodes
      .filter(({ name }) => name === "cmd")
      .map((node) => ({
        ...toCommand(node.children),
        name: node.values[0],
        description: node.properties.get("help"),
        hidden: node.properties.get("hide") === "true",
      })),
  };
}

function toOption({ values, properties, children }: KdlNode): Readonly<Record<string, unknown>> {
  const spec = parseOptionSpec((values[0] ?? "").replace(/(?<=-\w) (?=--)/, ", "));
  const arg = children.find(({ name }) => name === "arg");
  const placeholder = spec?.value?.text ?? arg?.values[0]?.replace(/[<>[\]]/g, "");
  return {
    name: spec?.names,
    description: properties.get("help") ?? properties.get("long_help"),
    global: properties.get("global") === "true",
    hidden: properties.get("hide") === "true",
    var: properties.get("var") === "true" || spec?.value?.repeats === true,
    negate: properties.get("negate"),
    deprecated: properties.get("deprecated"),
    ...(placeholder !== undefined && {
      arg: { name: placeholder, isOptional: spec?.value?.isOptional === true, choices: choicesOf([...children, ...(arg?.children ?? [])]) },
    }),
  };
}

function toArgument({ values, properties, children }: KdlNode): Readonly<Record<string, unknown>> {
  const [spec = ""] = values;
  const isOptional = spec.startsWith("[") || properties.get("required") === "false";
  return {
    name: spec.replace(/[<>[\].\u2026]/g, ""),
    isOptional,
    variadic: spec.includes("\u2026") || spec.includes("...") || properties.get("var") === "true",
    description: properties.get("help"),
    choices: choicesOf(children),
  };
}

function choicesOf(nodes: readonly KdlNode[]): readonly string[] | undefined {
  return nodes.find(({ name }) => name === "choices")?.values;
}

const TOKEN = new RegExp(
  [
    // Comments.
    String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`,
    // Raw texts of version 1 and 2, and quoted texts.
    String.raw`r(#+)"([\s\S]*?)"\1|#(#*)"([\s\S]*?)"#\3|"((?:[^"\\]|\\[\s\S])*)"`,
    // Signs, a line that continues, and plain words.
    String.raw`[{};\n]|=|\\\n|[^\s{}=;"]+`,
  ].join("|"),
  "g",
);

/** Parses nodes. Unknown syntax is skipped, so that newer versions can be read. */
function parseKdl(text: string): readonly KdlNode[] {
  const tokens = Array.from(text.matchAll(TOKEN), ([all, , raw, , newRaw, quoted]) => {
    const value = raw ?? newRaw ?? (quoted === undefined ? undefined : unescape(quoted));
    return { text: all, value: value ?? all.replace(/^#(?=true|false|null)/, ""), isString: value !== undefined };
  }).filter(({ text: token }) => !token.startsWith("//") && !token.startsWith("/*") && token !== "\\\n");
  let at = 0;
  const parseNodes = (): readonly KdlNode[] => {
    const nodes: KdlNode[] = [];
    while (at < tokens.length && tokens[at]?.text !== "}") {
      const node = parseNode();
      if (node !== undefined) nodes.push(node);
    }
    at++;
    return nodes;
  };
  const parseNode = (): KdlNode | undefined => {
    const name = tokens[at++]?.value ?? "";
    if (name === "\n" || name === ";" || name === "{") return undefined;
    const values: string[] = [];
    const properties = new Map<string, string>();
    let children: readonly KdlNode[] = [];
    while (at < tokens.length) {
      const token = tokens[at];
      if (token === undefined || (!token.isString && /^[\n;}]$/.test(token.text))) break;
      at++;
      if (!token.isString && token.text === "{") {
        children = parseNodes();
        break;
      }
      if (tokens[at]?.text === "=" && tokens[at]?.isString === false) {
        properties.set(token.value, tokens[at + 1]?.value ?? "");
        at += 2;
      } else values.push(token.value);
    }
    return { name, values, properties, children };
  };
  return parseNodes();
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

function unescape(text: string): string {
  return text.replace(/\\(.)/gs, (_all, sign: string) => ESCAPES.get(sign) ?? sign);
}
