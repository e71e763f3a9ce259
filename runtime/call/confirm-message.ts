/** Fills the message of a confirmation. Text from callers and programs is quoted, so that it cannot imitate the message. */
import { maskValues } from "../command-line/shown-line.ts";
import { MASK } from "../text/mask.ts";
import { placeholdersOf, readTemplate } from "../tool/template.ts";
import type { Resolver, ToolArg } from "../tool/tool.ts";
import type { CallValues } from "./call-plan.ts";
import type { HideSecrets } from "./confirmation-question.ts";
import { escapeJson } from "./confirmation-question.ts";

/** Maximum length of a value, in UTF-16 units. The command above the message shows the whole value. */
const MAX_VALUE_LENGTH = 200;

/** The values for the placeholders of a confirmation message. */
export interface MessageInputs {
  readonly args: readonly ToolArg[];
  /** Validated values with defaults. */
  readonly values: CallValues;
  /** The outputs of resolvers, by name. Undefined stands for a resolver that failed. */
  readonly resolved: ReadonlyMap<string, string | undefined>;
  /** Names of resolvers that have not run: `<name>` stands for their outputs. Defaults to none. */
  readonly pending?: readonly string[];
  /** Defaults to a function that hides nothing. */
  readonly hide?: HideSecrets;
}

/** Returns the message on one line. A resolver overrides the argument of the same name. Secret values are `***`. */
export function writeMessage(template: string, { args, values, resolved, pending = [], hide = unchanged }: MessageInputs): string {
  const shown = maskValues(args, values);
  const secrets = new Set(args.filter(({ secret }) => secret === true).map(({ name }) => name));
  const write = (name: string): string => {
    if (pending.includes(name)) return `<${name}>`;
    if (resolved.has(name)) return showResolved(name, resolved.get(name));
    const value = shown.get(name);
    if (value === undefined) return "(not given)";
    return secrets.has(name) ? MASK : showValue(typeof value === "string" ? hide(value) : value);
  };
  return readTemplate(template.trim())
    .parts.map((part) => (part.kind === "text" ? part.text.replaceAll(/\s*\n\s*/g, " ") : write(part.name)))
    .join("");
}

const unchanged: HideSecrets = (text) => text;

/** Returns the resolvers that the message uses. */
export function usedResolvers(template: string, resolvers: readonly Resolver[] = []): readonly Resolver[] {
  const names = new Set(placeholdersOf(template));
  return resolvers.filter(({ name }) => names.has(name));
}

function showResolved(name: string, value: string | undefined): string {
  return value === undefined ? `<unresolved:${name}>` : showValue(value);
}

function showValue(value: unknown): string {
  // A text is truncated before it is quoted, because its closing quote must not be cut off.
  const text = typeof value === "string" ? value : escapeJson(value);
  const shown = text.slice(0, MAX_VALUE_LENGTH);
  const more = shown.length < text.length ? "…" : "";
  return `${typeof value === "string" ? escapeJson(shown) : shown}${more}`;
}
