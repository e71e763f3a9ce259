/**
 * Groups words with the same meaning on command lines: a query contains "delete", but a manual "remove". The groups are general and not
 * specific to a program. Their weight is low (`MATCH_WEIGHTS.related`), so a tool with the word itself ranks above one with a related word.
 */
import { once } from "../text/once.ts";
import { stemWord } from "./stem.ts";

const GROUPS = [
  "list ls show display print view dump output",
  "remove rm delete erase uninstall discard destroy purge prune drop unset",
  "create make generate new init initialize",
  "create add new",
  "add append insert",
  "explain describe",
  "information info details",
  "start run launch execute exec",
  "stop kill terminate halt shutdown cancel abort",
  "pause suspend",
  "resume continue unpause",
  "exit quit leave",
  "close end finish",
  "update upgrade refresh",
  "refresh sync synchronize",
  "download fetch get retrieve pull",
  "upload send push publish submit",
  "import load",
  "export save",
  "save store record",
  "copy cp duplicate clone",
  "move mv rename",
  "search find query lookup locate grep",
  "replace substitute",
  "modify change edit alter",
  "configuration config setting option preference",
  "restore recover",
  "revert undo rollback reset restore",
  "enable activate allow",
  "disable deactivate forbid deny",
  "approve review",
  "connect join",
  "disconnect detach leave",
  "merge combine join concatenate",
  "split divide separate",
  "compare diff difference",
  "check verify validate test",
  "analyze inspect examine diagnose",
  "monitor watch follow stream",
  "convert transform translate",
  "archive compress pack bundle",
  "extract decompress unpack uncompress unbundle",
  "encrypt encode",
  "decrypt decode",
  "authentication authenticate login auth credential",
  "password secret",
  "certificate cert",
  "user account member",
  "author contributor committer",
  "directory folder dir",
  "path location",
  "repository repo",
  "server remote upstream",
  "package dependency library module",
  "container pod",
  "process task job",
  "application app program",
  "history log",
  "latest last newest recent",
  "previous earlier former prior",
  "comment message note",
  "version tag label",
  "documentation docs manual help",
  "picture image photo",
  "audio sound music",
  "video movie",
  "web http website browser",
  "network net",
  "environment env",
  "database db",
  "memory ram",
  "disk drive volume",
  "virtual vm",
  "statistics stats usage",
  "number count amount",
  "size length",
  "large largest big biggest",
  "small smallest",
  "character text string",
  "row line",
  "checksum digest hash",
  "default preset",
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
