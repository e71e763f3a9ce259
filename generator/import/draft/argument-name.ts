/** Names the arguments and tools of a draft. */

const SIGNS: ReadonlyMap<string, string> = new Map([
  ["?", "question"],
  ["#", "hash"],
  ["@", "at"],
  ["*", "star"],
]);

/** Maximum length of a name that every MCP host accepts, less two characters for a number. */
const MAX_NAME = 62;

/** Returns the name of an option's argument: a long name, otherwise its short one, or `level` for digits. */
export function argumentName(names: readonly string[]): string {
  // Options of digits, `-0 ... -9` or `-#`, usually select the level of compression.
  if (names[0] === "-#" ? names.length === 1 : names.length > 1 && names.every((name) => /^-\d$/.test(name))) return "level";
  const long = names.find((name) => /^--[A-Za-z]/.test(name)) ?? names.find((name) => name.length > 2) ?? names[0] ?? "";
  const word = long.replace(/^[-+]+/, "").replace(/([?#@*])\1*/g, (_all, sign: string) => SIGNS.get(sign) ?? "");
  const name = word.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  return (/^\d/.test(name) ? `option_${name}` : name || "option").slice(0, MAX_NAME);
}

/** Returns an unused name, with a number at the end if needed, and reserves it. */
export function takeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** Returns the name of a command's tool: its words joined with underscores, at most 62 characters. */
export function toolName(program: string, path: readonly string[]): string {
  const name = [program, ...path]
    .join("_")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return name.slice(0, MAX_NAME) || "tool";
}
