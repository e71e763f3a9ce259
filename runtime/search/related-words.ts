/**
 * Groups words with the same meaning on command lines: a query contains "delete", but a manual "remove". The groups are general and not
 * specific to a program. Their weight is low (`MATCH_WEIGHTS.related`), so a tool with the word itself ranks above one with a related word.
 */
import { once } from "../text/once.ts";
import { stemWord } from "./stem.ts";

const GROUPS = [
  "list ls show display print view dump output report",
  "remove rm delete erase uninstall discard destroy purge prune drop unset teardown",
  "clear clean cleanup wipe flush empty purge prune reset",
  "create make generate new init initialize setup",
  "create add new",
  "add append insert",
  "explain describe",
  "information info details",
  "start run launch execute exec",
  "start boot startup",
  "stop kill terminate halt shutdown cancel abort",
  "shutdown halt poweroff turnoff",
  "pause suspend freeze",
  "resume continue unpause unfreeze thaw",
  "exit quit leave",
  "close end finish",
  "block wait",
  "update upgrade refresh bump",
  "refresh sync synchronize reload",
  "download fetch get retrieve pull",
  "upload send push publish submit",
  "import load",
  "export save",
  "save store record backup",
  "copy cp duplicate clone",
  "move mv rename",
  "search find query lookup locate grep",
  "replace substitute",
  "modify change edit alter patch",
  "configuration setting option preference property",
  "restore recover",
  "revert undo rollback reset restore",
  "withdraw yank retract revoke",
  "enable activate allow turnon",
  "disable deactivate forbid deny turnoff",
  "allow permission access authorize authorization",
  "approve review",
  "connect attach join",
  "disconnect detach leave",
  "merge combine join concatenate",
  "split divide separate",
  "switch select use choose checkout",
  "mark flag annotate",
  "compare diff difference",
  "change difference modification",
  "check verify validate test",
  "check examine inspect lint",
  "analyze inspect examine diagnose",
  "debug diagnose troubleshoot",
  "problem issue error failure fault bug",
  "broken invalid corrupt",
  "outdated obsolete old stale",
  "unused unneeded unnecessary extraneous dangling",
  "monitor watch follow stream live",
  "measure benchmark profile performance speed",
  "convert transform translate",
  "compile build",
  "archive compress pack bundle tarball tar zip",
  "extract decompress unpack uncompress unbundle",
  "encrypt encode",
  "decrypt decode",
  "authentication authenticate login credential",
  "login signin logon",
  "logout signout logoff",
  "password secret",
  "token credential",
  "user account member",
  "author contributor committer",
  "owner maintainer",
  "directory folder",
  "path location",
  "server remote upstream",
  "package dependency library module",
  "dependency requirement",
  "container pod",
  "process task job",
  "application program",
  "executable binary program",
  "machine computer system host",
  "shell terminal console prompt",
  "history log",
  "schedule cron timer",
  "latest last newest recent",
  "previous earlier former prior",
  "comment message note",
  "version tag label",
  "documentation manual help",
  "picture image photo",
  "audio sound music",
  "video movie",
  "web http website browser",
  "memory ram",
  "disk drive volume",
  "statistics usage consumption",
  "number count amount",
  "size length",
  "large largest big biggest",
  "small smallest",
  "character text string",
  "row line",
  "checksum digest hash fingerprint",
  "default preset",
  "automatic auto",
];

/** Words and their abbreviations, which mean exactly the same. */
const ABBREVIATIONS = [
  "application app",
  "argument arg",
  "attribute attr",
  "authentication authenticate auth",
  "certificate cert",
  "command cmd",
  "configuration configure config",
  "database db",
  "dependency deps",
  "description desc",
  "destination dest",
  "development dev",
  "directory dir",
  "documentation docs",
  "environment env",
  "executable exe",
  "filesystem fs",
  "function func",
  "identifier id",
  "image img",
  "information info",
  "initialize init",
  "interface iface",
  "library lib",
  "maximum max",
  "message msg",
  "minimum min",
  "namespace ns",
  "network net",
  "organization org",
  "package pkg",
  "parameter param",
  "password passwd",
  "production prod",
  "property prop",
  "reference ref",
  "repository repo",
  "revision rev",
  "service svc",
  "source src",
  "specification spec",
  "statistics stats stat",
  "synchronize sync",
  "temporary temp tmp",
  "variable var",
  "version ver",
  "virtual vm",
  "volume vol",
];

const splitGroups = (lines: readonly string[]) => once(() => lines.map((group) => group.split(" ")));
const groups = splitGroups(GROUPS);
const abbreviations = splitGroups(ABBREVIATIONS);

/** Cache of stems by word. */
const stems = new Map<string, string>();

/**
 * Returns the stems of the words related to a stem. Stemming never changes the first letter, so only words with the same first letter are
 * compared. Stemming all words would take a third of the time of a first search.
 */
export function relatedStems(stem: string): readonly string[] {
  return othersOf(stem, groups());
}

/** Returns the stems of the abbreviations of a stem, or of the words that it abbreviates. */
export function abbreviatedStems(stem: string): readonly string[] {
  return othersOf(stem, abbreviations());
}

function othersOf(stem: string, all: readonly (readonly string[])[]): readonly string[] {
  const own = all.filter((group) => group.some((word) => word[0] === stem[0] && stemOf(word) === stem));
  return [...new Set(own.flat().map(stemOf))].filter((other) => other !== stem);
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemWord(word);
  stems.set(word, stem);
  return stem;
}
