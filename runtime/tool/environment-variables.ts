/** `~` and `$VAR` in texts of the config, resolved from the server's own environment when a tool is called. */
import { readSegments, WHITE_SPACE } from "./command-words.ts";
import type { WordSegment } from "./command-words.ts";

/** The server's environment, copied once at start. Only own properties count: `$constructor` is unset. */
export type Environment = Readonly<Record<string, string>>;

/** `$NAME` with the longest name of ASCII word characters, or `${…}` with anything up to the brace. */
const VARIABLE = /\$(?:(\w+)|\{([^}]*)\})/g;

/** Replaces each variable that is set, once: what comes in is not expanded again. An unset one stays as written (vectors argv.expand.*). */
export function expandVariables(text: string, env: Environment): string {
  return text.replace(VARIABLE, (whole: string, bare: string | undefined, braced: string | undefined) => {
    const name = bare ?? braced ?? "";
    return readVariable(name, env) ?? whole;
  });
}

/**
 * The words of a base command with quotes, `~` and variables resolved. `~` counts only at the very start of the command,
 * followed by `/` or by nothing; `~name` stays. Nothing is expanded in single quotes. What comes in outside quotes is
 * split on white space, and is no word at all where it is empty (vectors argv.expand.025 and 027); double quotes keep
 * it together, so `"$HOME/bin/app"` is right for every home.
 */
export function expandCommand(words: readonly string[], env: Environment): readonly string[] {
  return words.flatMap((word, index) => {
    const segments = readSegments(word);
    return joinFields(index === 0 ? expandHome(segments, env) : segments, env);
  });
}

function readVariable(name: string, env: Environment): string | undefined {
  return Object.hasOwn(env, name) ? env[name] : undefined;
}

function expandHome(segments: readonly WordSegment[], env: Environment): readonly WordSegment[] {
  const [first, ...others] = segments;
  const home = readVariable("HOME", env);
  if (first === undefined || first.quote !== "none" || home === undefined || !/^~(?:\/|$)/.test(first.text)) return segments;
  // A word that goes on in quotes right after `~` is no path below the home either: `~"x"` is somebody called x.
  if (first.text === "~" && others.length > 0) return segments;
  const path = home.replace(/\/+$/, "") + first.text.slice(1);
  return [{ quote: "none", text: path === "" ? "/" : path }, ...others];
}

/** The words that one word becomes: none, one, or, where an expansion outside quotes brings white space, several. */
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
