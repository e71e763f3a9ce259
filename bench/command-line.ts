/** Reads the words after `npm run bench --`. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { nearNames } from "../runtime/text/near-names.ts";
import type { Benchmark } from "./benchmark.ts";
import type { OptionName, OptionValues } from "./options.ts";
import { findMistake, GENERAL_OPTIONS, isOptionName, isPath, OPTION_NAMES, OPTIONS, printOption } from "./options.ts";

export type Given =
  | { readonly kind: "run"; readonly names: readonly string[]; readonly options: OptionValues }
  | { readonly kind: "misuse"; readonly message: string };

/** Reads the names of benchmarks and the options. Paths are relative to `folder`. Throws for unknown options and invalid values. */
export function readCommandLine(words: readonly string[], known: readonly string[], folder: string): Given {
  const options: Partial<Record<OptionName, string>> = {};
  const names: string[] = [];
  for (const token of tokensOf(words)) {
    if (token.kind === "option-terminator") continue;
    if (token.kind === "positional") {
      if (!known.includes(token.value)) return misuse(`there is no benchmark "${token.value}"`, token.value, known);
      names.push(token.value);
      continue;
    }
    const { name, value } = token;
    if (!isOptionName(name)) return misuse(`there is no option ${token.rawName}`, name, OPTION_NAMES, "--");
    const mistake = findMistake(name, value);
    if (mistake !== undefined) return { kind: "misuse", message: mistake };
    options[name] = value !== undefined && isPath(name) ? resolve(folder, value) : (value ?? "");
  }
  const isSpoilt = options.profile !== undefined && options["write-docs"] !== undefined;
  if (isSpoilt) return { kind: "misuse", message: "--write-docs writes figures, and --profile distorts them: leave one of them out" };
  return { kind: "run", names, options };
}

/** Returns an error message if none of the selected benchmarks has an option. */
export function findForeignOption(options: OptionValues, chosen: readonly Benchmark[]): string | undefined {
  const taken = new Set([...GENERAL_OPTIONS, ...chosen.flatMap((benchmark) => benchmark.options)]);
  const foreign = Object.keys(options).find((name) => isOptionName(name) && !taken.has(name));
  if (foreign === undefined) return undefined;
  const names = chosen.map(({ name }) => name).join(", ");
  return `${names} takes no --${foreign}, but ${[...taken].map(printOption).join(", ")}`;
}

/** Splits the words into tokens, also unknown options, which the caller reports. Accepts `--name value` and `--name=value`. */
function tokensOf(words: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(OPTIONS).map(([name, option]) => [name, { type: "value" in option ? "string" : "boolean" } as const]),
  );
  return parseArgs({ args: [...words], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function misuse(what: string, given: string, known: readonly string[], prefix = ""): Given {
  const near = nearNames(given, known, 1).map((name) => `did you mean ${prefix}${name}?`);
  const [hint = `choose from ${known.map((name) => `${prefix}${name}`).join(", ")}`] = near;
  return { kind: "misuse", message: `${what}: ${hint}` };
}
