/** Finds variables in the notation of a shell or of a client's file, which the server does not expand. Pure. */

/** A variable in another notation. */
export interface ForeignVariable {
  readonly text: string;
  /** Name of the environment variable. Undefined for other data, such as the input of a client. */
  readonly name: string | undefined;
}

const FOREIGN = /\$\{(?:env:(\w+)[^}]*|(?:env|input|config|command):[^}]*|(\w+):?[-+?=][^}]*)\}/;

/** Returns the first variable such as `${X:-none}`, `${env:X}` or `${input:x}`. */
export function findForeignVariable(text: string): ForeignVariable | undefined {
  const [whole, inClient, inShell] = FOREIGN.exec(text) ?? [];
  return whole === undefined ? undefined : { text: whole, name: inClient ?? inShell };
}

/** Returns the fix for a text in which the server expands variables. */
export function foreignVariableFix({ name }: ForeignVariable): string {
  return name === undefined ? "write the full value" : `write \`$${name}\`, which is expanded, or the full value`;
}
