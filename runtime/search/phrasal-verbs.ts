/** Joins verbs with their particles, because the subcommand for "log in" is `login`, and "log" alone would find `logs`. */
import { stemWord } from "./stem.ts";
import type { Word } from "./words.ts";

/** Words that follow a verb and change its meaning, by spelling in the compound. */
const PARTICLES: ReadonlyMap<string, string> = new Map([
  ["into", "in"],
  ["onto", "on"],
  ...["in", "on", "off", "out", "up", "down", "back"].map((word) => [word, word] as const),
]);

/** Particles that are also prepositions: "show the log in color". */
const PREPOSITIONS: ReadonlySet<string> = new Set(["in", "on"]);

/** Words after which such a particle belongs to the verb: "if you are logged in with a token". */
const AFTER_VERB: ReadonlySet<string> = new Set(["to", "with", "using", "as", "via", "by", "again"]);

/** The words of a query. */
export interface JoinedVerbs {
  readonly words: readonly Word[];
  /** Verbs that were joined with their particles. */
  readonly verbs: readonly Word[];
}

/** Joins each verb with its particle if `isTerm` has the stem of both. */
export function joinPhrasalVerbs(words: readonly Word[], isTerm: (stem: string) => boolean): JoinedVerbs {
  const joined: Word[] = [];
  const verbs: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) continue;
    const compound = compoundAt(words, at);
    if (compound === undefined || !isTerm(compound)) {
      joined.push(word);
    } else {
      joined.push({ text: compound, stem: compound, isJoined: false });
      verbs.push(word);
      at += 1;
    }
  }
  return { words: joined, verbs };
}

/** Returns the stem of the verb at this position with the particle after it. Undefined without a particle. */
function compoundAt(words: readonly Word[], at: number): string | undefined {
  const [verb, next, after] = words.slice(at, at + 3);
  const particle = PARTICLES.get(next?.text ?? "");
  if (verb === undefined || next === undefined || particle === undefined) return undefined;
  const isVerb = !PREPOSITIONS.has(next.text) || at === 0 || after === undefined || AFTER_VERB.has(after.text);
  return isVerb ? stemWord(`${verb.stem}${particle}`) : undefined;
}
