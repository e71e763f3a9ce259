/** Expands `~` and `$VAR` in strings of the config from the server's environment, at the time of the call. */
import { readSegments, WHITE_SPACE } from "./command-words.ts";
import type { WordSegment } from "./command-words.ts";

/** The server's environment, copied once at startup. Only own properties are read: `$constructor` is unset. */
export type Environment = Readonly<Record<string, string>>;

/** `$NAME` with the longest name of ASCII word characters, or `${…}` with any characters before the brace. */
const VARIABLE = /\$(?:(\w+)|\{([^}]*)\})/g;

/** Replaces each variable that is set. Values are not expanded again. Unset variables are unchanged (vectors argv.expand.*). */
export function expandVariables(text: string, env: Environment): string {
  return text.replace(VARIABLE, (whole: string, bare: string | undefined, braced: string | undefined) => {
    return readVariable(env, bare ?? braced ?? "") ?? whole;
  });
}

/** Returns the names of the variables that `expandVariables` and `expandCommand` look up in a text, each once. */
export function expandedVariables(text: string): readonly string[] {
  const names = Array.from(text.matchAll(VARIABLE), ([, bare, braced]) => bare ?? braced ?? "");
  return [...new Set([...names, ...(/^~(?:\/|$)/.test(text) ? ["HOME"] : [])])];
}

/** A word that expands to itself: without quotes, variables, `~` and whitespace. Most words of a command are plain. */
const PLAIN_WORD = /^[\w.,:;=+@%/-]+$/;

/**
 * Expands the words of a base command: quotes, `~` and variables. `~` is expanded only at the start of the command, before `/` or at the
 * end of the word; `~name` is unchanged. Nothing is expanded in single quotes. The value of an unquoted variable is split at whitespace,
 * and an empty value is not a word (vectors argv.expand.025 and 027). Double quotes prevent splitting, so `"$HOME/bin/app"` works even if
 * the home directory contains spaces.
 */
export function expandCommand(words: readonly string[], env: Environment): readonly string[] {
  return words.flatMap((word, index) => {
    if (PLAIN_WORD.test(word)) return [word];
    const segments = readSegments(word);
    return joinFields(index === 0 ? expandHome(segments, env) : segments, env);
  });
}

/** Returns the value of a variable. Undefined if it is unset. */
export function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function expandHome(segments: readonly WordSegment[], env: Environment): readonly WordSegment[] {
  const [first, ...others] = segments;
  const home = readVariable(env, "HOME");
  if (first === undefined || first.quote !== "none" || home === undefined || !/^~(?:\/|$)/.test(first.text)) return segments;
  // `~` directly before a quote is not the home directory: `~"x"` is the home of the user x.
  if (first.text === "~" && others.length > 0) return segments;
  const path = home.replace(/\/+$/, "") + first.text.slice(1);
  return [{ quote: "none", text: path === "" ? "/" : path }, ...others];
}

/** Expands one word to zero, one or several words. The value of an unquoted variable is split at whitespace. */
function joinFields(segments: readonly WordSegment[], env: Environment): readonly string[] {
  const fields: string[] = [];
  let field: string | undefined;
  for (const { quote, text } of segments) {
    if (quote !== "none") {
      field = (field ?? "") + (quote === "double" ? expandVariables(text, env) : text);
      continue;
    }
    const [head = "", ...tails] = expandVariables(text, env).split(WHITE_SPACE);
    if (head !== "") field = (field ?? "") + head;
    for (const tail of tails) {
      if (field !== undefined) fields.push(field);
      field = tail === "" ? undefined : tail;
    }
  }
  if (field !== undefined) fields.push(field);
  return fields;
}
