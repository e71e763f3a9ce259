/** The owner of each key of a tool's spec. */
import type { AnyToolSpec } from "./tool-spec.ts";

/**
 * The owner of a key of a tool. The keys of `tool` and `handler` are those of the tool and of its handler, with the same values. Those of
 * `program` change the program of the CLI, and those of `converted` have another form in the spec.
 */
export type KeyOwner = "tool" | "handler" | "program" | "converted";

/** The owner of each key, in the order in which generated code has the keys. A key without an owner does not compile. */
const TOOL_KEYS = {
  name: "tool",
  title: "tool",
  description: "tool",
  program: "program",
  command: "converted",
  env: "program",
  secrets: "program",
  working_dir: "program",
  order: "handler",
  timeout: "tool",
  risk: "tool",
  network: "tool",
  idempotent: "tool",
  runs_code: "tool",
  success_exit_codes: "handler",
  exit_codes: "handler",
  timeout_is_success: "handler",
  stderr: "handler",
  reply_prefix: "handler",
  output: "handler",
  os: "handler",
  end_of_options: "handler",
  confirm_message: "handler",
  resolve: "converted",
  exactly_one: "tool",
  at_least_one: "tool",
  at_most_one: "tool",
  keywords: "tool",
  weak_keywords: "tool",
  examples: "tool",
  args: "converted",
} as const satisfies Readonly<Record<keyof AnyToolSpec, KeyOwner>>;

type Keys = typeof TOOL_KEYS;

/** The keys of an owner. */
export type KeyOfOwner<Owner extends KeyOwner> = { [Key in keyof Keys]: Keys[Key] extends Owner ? Key : never }[keyof Keys];

/** The keys of a tool, in the order in which generated code has them. */
export const TOOL_KEY_ORDER = Object.keys(TOOL_KEYS) as readonly (keyof Keys)[];

/** Returns the keys of an owner that are set, in the order of generated code. */
export function keysOfOwner<Owner extends KeyOwner, Fields extends object>(
  owner: Owner,
  fields: Fields,
): Pick<Fields, KeyOfOwner<Owner> & keyof Fields> {
  const entries = new Map<string, unknown>(Object.entries(fields));
  const present = TOOL_KEY_ORDER.flatMap((key) =>
    TOOL_KEYS[key] === owner && entries.get(key) !== undefined ? [[key, entries.get(key)]] : [],
  );
  // Safe cast: the entries are those of the fields.
  return Object.fromEntries(present) as Pick<Fields, KeyOfOwner<Owner> & keyof Fields>;
}
