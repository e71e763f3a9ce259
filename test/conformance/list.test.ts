/** Compares tools/list in both modes, and the server's name, with the reference: vectors/list.json. */
import { checkInputs } from "../../generator/check-inputs.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { toPortableProperties } from "../../runtime/json-schema/portable.ts";
import { createRequestHandler } from "../../runtime/server/request-handler.ts";
import type { ToolListing } from "../../runtime/tool/tool-listing.ts";
import { indexModel } from "./configs.ts";
import { withoutOrder } from "./order.ts";
import { readPolicies } from "./vector-policies.ts";
import { describeConformance, readVectors } from "./vectors.ts";

interface Input {
  readonly mode: "classic" | "default";
  readonly configs: readonly string[];
  readonly policy_yaml: string | null;
}

interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, object>> };
}

interface Expected {
  readonly server_name: string;
  readonly tools: readonly ListedTool[];
  readonly warnings: readonly { readonly kind: string; readonly tool: string }[];
}

const { files } = readVectors<Input, Expected>("list");

/** The reference's own configs, by name, if other vectors have their text. */
const texts = (["search", "call"] as const).flatMap((file) =>
  readVectors<{ readonly configs: readonly string[] }, unknown>(file).cases.flatMap(({ input }) => input.configs),
);

function readConfig(path: string): string | undefined {
  if (Object.hasOwn(files, path)) return files[path];
  const name = path.replace(/^.*\/(.*)\.yaml$/, "$1");
  // Every config of the reference begins with a comment. Configs that were written for the vectors do not.
  return texts.find((text) => text.startsWith("# ") && new RegExp(`^name: ${name}(-tools)?$`, "m").test(text));
}

describeConformance<Input, Expected>({
  file: "list",
  skip({ input }) {
    const isMissing = input.configs.some((name) => readConfig(name) === undefined);
    return isMissing ? "the case reads a config of the reference that no other case holds" : undefined;
  },
  async compare({ input, expected }) {
    const inputs = input.configs.map((name, place) => ({ path: `${place}/${name}`, bytes: Buffer.from(readConfig(name) ?? "") }));
    const { configs, diagnostics } = await checkInputs(inputs);
    const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
    if (errors.length > 0) return { got: errors, want: expected };
    const model = resolveModel(configs, { classic: input.mode === "classic" });
    const index = indexModel(model).narrow(readPolicies(input.policy_yaml));
    const tools = createRequestHandler(index, model.classic).listTools().map(toContract);
    const redefined = diagnostics.filter(({ code }) => code === "redefined-tool").length;
    return {
      got: { name: model.name, tools: withoutOrder(JSON.parse(JSON.stringify(tools)) as readonly unknown[]), redefined },
      want: {
        name: expected.server_name,
        tools: withoutOrder(expected.tools.map(input.mode === "classic" ? adaptToPortableSchema : adaptToOpenArgs)),
        redefined: expected.warnings.filter(({ kind }) => kind === "duplicate_tool").length,
      },
    };
  },
});

/** Parameters of the contract's meta-tools. Those that follow are tested in test/runtime/server. */
const PARAMETERS: ReadonlyMap<string, number> = new Map([
  ["climax_search", 4],
  ["climax_call", 2],
]);

/** The contract's part of a listed tool: no metadata, the first paragraph of a meta-tool's description, and its first parameters. */
function toContract({ _meta, ...tool }: ToolListing): object {
  const count = PARAMETERS.get(tool.name);
  if (count === undefined) return tool;
  const { inputSchema } = tool;
  const properties = Object.fromEntries(Object.entries(inputSchema.properties ?? {}).slice(0, count));
  return { ...tool, description: tool.description.split("\n\n", 1)[0], inputSchema: { ...inputSchema, properties } };
}

/** Adapts a tool of the reference to "Listed schemas have portable forms" (docs/compatibility.md). */
function adaptToPortableSchema(tool: ListedTool): object {
  const { inputSchema } = tool;
  return { ...tool, inputSchema: { ...inputSchema, properties: toPortableProperties(inputSchema.properties) } };
}

/** Adapts `climax_call` of the reference to "`args` of `climax_call` must be an object" (docs/compatibility.md). */
function adaptToOpenArgs(tool: ListedTool): object {
  if (tool.name !== "climax_call") return tool;
  const { inputSchema } = tool;
  const { args, ...others } = inputSchema.properties as { readonly args: { readonly type: string } };
  const { type: _type, ...rest } = args;
  const open = { anyOf: [{ type: "object", additionalProperties: true }, { type: "string" }], ...rest };
  return { ...tool, inputSchema: { ...inputSchema, properties: { ...others, args: open } } };
}
