/** Checks a config and a policy, for the tests of help in diagnostics. */
import { checkInputs } from "../../generator/check-inputs.ts";

export const encode = (path: string, text: string): { path: string; bytes: Uint8Array } => ({
  path,
  bytes: new TextEncoder().encode(text),
});

/** Returns the help of each diagnostic, or its message if it has none. */
export async function helpsOf(config: string, policy?: string): Promise<readonly string[]> {
  const given = policy === undefined ? {} : { policies: [encode("policy.yaml", policy)] };
  const { diagnostics } = await checkInputs([encode("git.yaml", config)], { onProgress: () => undefined, ...given });
  return diagnostics.map(({ message, help }) => help ?? message);
}

export const inConfig = (lines: string): string => `${lines}\ntools:\n  - { name: t, description: d }\n`;
export const inTool = (lines: string): string => `command: git\ntools:\n  - name: t\n    description: d\n    ${lines}\n`;
export const inArg = (lines: string): string => inTool(`args:\n      - name: a\n        ${lines}`);

/** Returns a Directive definition. */
export function inDefinition(lines: string): string {
  return `kind: directive\n${lines}`;
}

/** A tool of a Directive definition. */
export const DIRECTIVE_TOOL = "{ name: list, description: d, inputSchema: { type: object }, handler: files.list }";
