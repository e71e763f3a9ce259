/**
 * The MCP registry's requirements for `server.json`, from its schema of 2025-12-11 and its publishing rules, for the keys that we write.
 * Unlike the published schema, this one rejects all other keys, so that it detects typos.
 */
const text = { type: "string", minLength: 1 } as const;
const url = { type: "string", pattern: "^https?://[^\\s]+$" } as const;

const input = { description: text, isRequired: { type: "boolean" }, isSecret: { type: "boolean" }, value: text } as const;

function object(properties: Readonly<Record<string, unknown>>, ...required: readonly string[]): object {
  return { type: "object", properties, required, additionalProperties: false };
}

const variables = { type: "object", additionalProperties: object(input) };
const variable = object({ ...input, name: text, variables }, "name");
const named = object({ ...input, type: { const: "named" }, name: text }, "type", "name");
const stdio = object({ type: { const: "stdio" } }, "type");
const http = object({ type: { const: "streamable-http" }, url, headers: { type: "array", items: variable } }, "type", "url");

const common = {
  runtimeHint: text,
  runtimeArguments: { type: "array", items: named },
  environmentVariables: { type: "array", items: variable },
};
const version = { type: "string", minLength: 1, maxLength: 255, not: { const: "latest" } };

/** The identifier of an image contains its version. The hash of a bundle identifies it. */
const packages = [
  object(
    { ...common, registryType: { const: "npm" }, identifier: text, version, transport: stdio },
    "registryType",
    "identifier",
    "version",
    "transport",
  ),
  object({ ...common, registryType: { const: "oci" }, identifier: text, transport: http }, "registryType", "identifier", "transport"),
  object(
    {
      ...common,
      registryType: { const: "mcpb" },
      identifier: url,
      version,
      fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
      transport: stdio,
    },
    "registryType",
    "identifier",
    "fileSha256",
    "transport",
  ),
];

export const registrySchema: object = object(
  {
    $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
    name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version,
    packages: { type: "array", minItems: 1, items: { oneOf: packages } },
  },
  "$schema",
  "name",
  "description",
  "version",
  "packages",
);
