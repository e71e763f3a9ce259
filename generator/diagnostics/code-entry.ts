/** Creates the rows of the tables of diagnostic codes. */
import { didYouMean, quote } from "../text/wording.ts";

/**
 * A text of a diagnostic. `{name}` in a text is a detail of the diagnostic, and `"{name}"` is a detail in quotes, shortened and escaped. A
 * function receives the details that a text alone cannot print.
 */
export type Text = string | ((details: never) => string | undefined);

/** The fault and its remedy. */
export interface CodeEntry<Message extends Text = Text, Help extends Text | undefined = Text | undefined> {
  readonly severity: Severity;
  /** The fault: lower case, one clause, no final period. */
  readonly message: Message;
  /** The remedy: an imperative, or a question such as `did you mean "x"?`. Undefined if no remedy is known. */
  readonly help: Help;
  /**
   * Set if the line of the fault can contain a secret. Its text is then not printed, because logs of pipelines are stored. Its position is
   * printed.
   */
  readonly hidesLine?: true;
}

/**
 * An error stops generation. A warning does not, except with `--strict`. A note never does: it names something that only some clients or
 * modes are affected by, or that CLImax configs need not have.
 */
export type Severity = "error" | "warning" | "note";

type CreateRow = <const Message extends Text, const Help extends Text | undefined = undefined>(
  message: Message,
  help?: Help,
) => CodeEntry<Message, Help>;

const rowOf =
  (severity: Severity): CreateRow =>
  (message, help) =>
    // Safe cast: `help` is omitted only if its type is `undefined`.
    ({ severity, message, help: help as Exclude<typeof help, undefined> });

/** Returns the row of an error. */
export const error: CreateRow = rowOf("error");

/** Returns the row of a warning. */
export const warning: CreateRow = rowOf("warning");

/** Returns the row of a note. */
export const note: CreateRow = rowOf("note");

/** Returns a help that proposes the names in `near`, or otherwise the text. */
export function nearOr(text: string): (details: { readonly near: readonly string[] }) => string {
  return ({ near }) => didYouMean(near) ?? text;
}

/** The details that a text needs: those of its slots, or those of the function. */
export type DetailsOfText<Printed> = Printed extends string
  ? SlotDetails<SlotsOf<Printed>>
  : Printed extends (details: infer Details) => unknown
    ? Details
    : unknown;

type SlotDetails<Slot extends string> = [Slot] extends [never] ? unknown : { readonly [Name in Slot]: string | number };

/** The names in braces. Other braces of a text contain a character that no name has. */
type SlotsOf<Printed extends string> = Printed extends `${string}{${infer After}`
  ? (After extends `${infer Name}}${string}` ? AsName<Name> : never) | SlotsOf<After>
  : never;

type AsName<Name extends string> = Name extends "" | `${string}${" " | ":" | "{" | "," | "." | "-" | "…" | '"'}${string}` ? never : Name;

/** Prints a text with the details of a diagnostic. */
export function printText(text: Text | undefined, details: object | undefined): string | undefined {
  // Safe cast: the details are those of the text's row.
  if (typeof text === "function") return text(details as never);
  if (text === undefined || details === undefined) return text;
  const values = new Map<string, unknown>(Object.entries(details));
  return text.replaceAll(/"\{(\w+)\}"|\{(\w+)\}/g, (slot, quoted: string | undefined, plain: string = "") => {
    const value = values.get(quoted ?? plain);
    if (typeof value !== "string" && typeof value !== "number") return slot;
    return quoted === undefined ? String(value) : quote(String(value));
  });
}
