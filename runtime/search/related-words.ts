/**
 * Words that descriptions of commands use for one another: someone asks to "delete" what a manual says it "removes". General to command
 * lines; none is here for the sake of a program. They count little (`MATCH_WEIGHTS.related`), so that they only decide where the words
 * themselves do not.
 */
import { once } from "../once.ts";
import { stemWord } from "./stem.ts";

const GROUPS = [
  "remove delete erase uninstall rm",
  "list show display print view",
  "directory folder dir",
  "create make generate",
  "start run launch execute",
  "stop kill terminate",
  "update upgrade",
  "download fetch get retrieve",
  "upload send push",
  "copy cp duplicate clone",
  "move rename mv",
  "search find query lookup",
  "configuration config settings options preferences",
  "repository repo",
  "information info details",
  "picture image photo",
  "archive compress",
  "extract decompress unpack uncompress",
  "user account",
  "process task job",
  "disk drive",
  "modify change edit",
  "compare diff difference",
  "check verify validate test",
  "convert transform",
  "monitor watch",
  "statistics stats",
  "merge combine join concatenate",
  "environment env",
  "database db",
  "web http website",
  "documentation docs manual help",
  "application app program",
  "authentication authenticate login auth",
  "certificate cert",
  "memory ram",
  "exit quit",
  "character text string",
  "encrypt encode",
  "decrypt decode",
  "number count",
  "virtual vm",
  "audio sound music",
  "video movie",
  "default preset",
  "line row",
  "size length",
  "large largest big biggest",
  "explain describe",
  "analyze inspect examine",
];

const groups = once(() => GROUPS.map((group) => group.split(" ")));

/** Word → stem, of the words that were stemmed. */
const stems = new Map<string, string>();

/**
 * The stems of the words related to those of a stem. Only words with its first letter, which none loses, can be such words: to stem all
 * of them would be a third of a first search.
 */
export function relatedStems(stem: string): readonly string[] {
  const own = groups().filter((group) => group.some((word) => word[0] === stem[0] && stemOf(word) === stem));
  return [...new Set(own.flat().map(stemOf))].filter((other) => other !== stem);
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word);
  stems.set(word, stem);
  return stem;
}
