/**
 * Groups words with the same meaning on command lines: a query contains "delete", but a manual "remove". The groups are general and not
 * specific to a program. Their weight is low (`MATCH_WEIGHTS.related`), so they affect the order only of tools that are otherwise equal.
 */
import { once } from "../text/once.ts";
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
  "checksum digest hash",
];

const groups = once(() => GROUPS.map((group) => group.split(" ")));

/** Cache of stems by word. */
const stems = new Map<string, string>();

/**
 * Returns the stems of the words related to a stem. Stemming never changes the first letter, so only words with the same first letter are
 * compared. Stemming all words would take a third of the time of a first search.
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
