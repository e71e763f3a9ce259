/** The minimum work of any generator of this input: parse the YAML, and build strings from the tools. It runs as a separate program. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

interface Arg {
  readonly name: string;
  readonly type?: string;
  readonly description?: string;
  readonly required?: boolean;
}

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly command?: string;
  readonly args?: readonly Arg[];
}

const TYPES = new Map([
  ["integer", "number"],
  ["number", "number"],
  ["boolean", "boolean"],
]);

function printArg({ name, type = "string", description = "", required }: Arg): string {
  return `  /** ${description} */\n  ${name}${required ? "" : "?"}: ${TYPES.get(type) ?? "string"};\n`;
}

function printTool({ name, description, command = "", args = [] }: Tool): string {
  const title = name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  const table = args.map((arg) => `    ${arg.name}: ${JSON.stringify(arg)},\n`).join("");
  return `/** Arguments of ${name} */\nexport interface ${title}Args {\n${args.map(printArg).join("")}}\n\nexport const ${name}: ToolSpec<${title}Args> = {\n  name: ${JSON.stringify(name)},\n  description: ${JSON.stringify(description)},\n  command: ${JSON.stringify(command.split(" "))},\n  args: {\n${table}  },\n};\n\n`;
}

const [folder = "."] = process.argv.slice(2);
let size = 0;
for (const name of readdirSync(folder)) {
  const { tools } = parse(readFileSync(join(folder, name), "utf8")) as { readonly tools: readonly Tool[] };
  size += tools.map(printTool).join("").length;
}
process.stdout.write(`${size}\n`);
