/** Lists the keys of a tool that `defaults` can set. */
/**
 * How a tool gets the value of `defaults`. `replaced`: a key of the tool replaces it. `merged`: the entries of the tool are added to those
 * of `defaults`, and replace entries of the same name. `own`: `defaults` cannot set the key.
 */
type Inheritance = "replaced" | "merged" | "own";

/** The inheritance of every key of a tool. `config-schema.ts` does not compile if a key has no row. */
export const INHERITANCE = {
  // They identify one tool, or describe its arguments.
  name: "own",
  title: "own",
  description: "own",
  command: "own",
  args: "own",
  at_most_one: "own",
  exactly_one: "own",
  at_least_one: "own",
  examples: "own",
  weak_keywords: "own",
  confirm_message: "own",
  resolve: "own",
  // `command` and `working_dir` of the config are their defaults.
  program: "own",
  working_dir: "own",
  env: "merged",
  order: "replaced",
  timeout: "replaced",
  risk: "replaced",
  network: "replaced",
  idempotent: "replaced",
  runs_code: "replaced",
  success_exit_codes: "replaced",
  exit_codes: "replaced",
  timeout_is_success: "replaced",
  stderr: "replaced",
  reply_prefix: "replaced",
  output: "replaced",
  end_of_options: "replaced",
  keywords: "replaced",
} as const satisfies Readonly<Record<string, Inheritance>>;

/** Returns how a tool gets the value of `defaults` for a key. Undefined if tools do not have the key. */
export function inheritanceOf(key: string): Inheritance | undefined {
  return new Map<string, Inheritance>(Object.entries(INHERITANCE)).get(key);
}
