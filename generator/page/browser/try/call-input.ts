/** Reads the input of a call: the strings of a form, or JSON. */
import type { Tool } from "@climax-gen/runtime/browser";
import type { FormState } from "./form-state.ts";
import { toFormState, toGiven } from "./form-state.ts";

/** Contents of the form of a call. */
export interface CallInput {
  readonly mode: "form" | "json";
  readonly texts: FormState;
  readonly json: string;
}

/** Result of reading the form. */
export type FormInput =
  | { readonly kind: "given"; readonly given: Readonly<Record<string, unknown>> }
  /** The text is not a JSON object. */
  | { readonly kind: "invalid"; readonly problem: string };

/** Returns the input for these arguments: as a form, or as JSON if the form cannot represent them. */
export function startInput({ args }: Tool, given: Readonly<Record<string, unknown>>): CallInput {
  const texts = toFormState(args, given);
  return texts === undefined ? { mode: "json", texts: new Map(), json: indent(given) } : { mode: "form", texts, json: "" };
}

/** Returns the arguments of the call. */
export function readInput({ args }: Tool, { mode, texts, json }: CallInput): FormInput {
  return mode === "form" ? { kind: "given", given: toGiven(args, texts) } : readJson(json);
}

/** Switches the mode and keeps the arguments. Returns the problem as a string if the new mode cannot represent them. */
export function switchMode(tool: Tool, input: CallInput, mode: CallInput["mode"]): CallInput | string {
  const read = readInput(tool, input);
  if (mode === input.mode) return input;
  if (read.kind === "invalid") return read.problem;
  if (mode === "json") return { ...input, mode, json: indent(read.given) };
  const texts = toFormState(tool.args, read.given);
  return texts === undefined
    ? "The form cannot show these arguments: they have an empty text, an unknown name, or a value of another type"
    : { ...input, mode, texts };
}

function readJson(text: string): FormInput {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { kind: "given", given: value as Readonly<Record<string, unknown>> };
    return { kind: "invalid", problem: "The arguments are not a JSON object" };
  } catch (error) {
    // The reader is still typing. The message contains the position.
    return { kind: "invalid", problem: `The arguments are not valid JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function indent(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
