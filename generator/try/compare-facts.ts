/** Compares a run of examples with a record. */
import { toFlow } from "../load/flow-text.ts";
import { quote } from "../text/wording.ts";
import type { ExampleFacts, RecordedStream } from "./facts.ts";
import { ANY_WORD } from "./facts.ts";
import { compareChanges } from "./file-changes.ts";

/** The facts of a record, or of a run, by the name of the tool. */
export type FactsOfTools = ReadonlyMap<string, readonly ExampleFacts[]>;

/** A difference. `index`: position of the example in the run. Undefined if only the record has the example. */
export interface FactsDifference {
  readonly tool: string;
  readonly index: number | undefined;
  readonly text: string;
}

/** Returns the differences between a record and a run, in the order of the run. Examples with the same arguments are compared. */
export function compareFacts(recorded: FactsOfTools, run: FactsOfTools): readonly FactsDifference[] {
  const found = Array.from(run, ([tool, examples]) => compareTool(tool, recorded.get(tool) ?? [], examples)).flat();
  const gone = Array.from(recorded, ([tool, examples]) => (run.has(tool) ? [] : examples.map((one) => onlyRecorded(tool, one)))).flat();
  return [...found, ...gone];
}

function compareTool(tool: string, recorded: readonly ExampleFacts[], run: readonly ExampleFacts[]): readonly FactsDifference[] {
  const left = [...recorded];
  const found = run.flatMap((facts, index) => {
    const at = left.findIndex(({ example }) => idOf(example) === idOf(facts.example));
    const [old] = at === -1 ? [] : left.splice(at, 1);
    const texts = old === undefined ? ["the record does not have the example"] : compareExample(old, facts);
    return texts.map((text) => ({ tool, index, text }));
  });
  return [...found, ...left.map((one) => onlyRecorded(tool, one))];
}

function onlyRecorded(tool: string, { example }: ExampleFacts): FactsDifference {
  return { tool, index: undefined, text: `the config does not have the recorded example ${JSON.stringify(example)}` };
}

/** Returns the text of an example's arguments, with sorted names. */
function idOf(example: ExampleFacts["example"]): string {
  return JSON.stringify(Object.entries(example).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function compareExample(old: ExampleFacts, now: ExampleFacts): readonly string[] {
  return [
    ...compareArgv(old.argv, now.argv),
    ...compareValue("outcome", old.outcome ?? (old.exit === undefined ? undefined : "exited"), now.outcome ?? "exited"),
    ...compareValue("exit status", old.exit, now.exit),
    ...compareStream("standard output", old.stdout, now.stdout),
    ...compareStream("standard error", old.stderr, now.stderr),
    ...compareFiles("the project", old.project, now.project),
    ...compareFiles("the home directory", old.home, now.home),
    ...compareNetwork(old.network, now.network),
  ];
}

function compareValue(name: string, old: string | number | undefined, now: string | number | undefined): readonly string[] {
  return old === undefined || old === now ? [] : [`the ${name} is ${now ?? "missing"}, recorded is ${old}`];
}

function compareArgv(old: ExampleFacts["argv"], now: ExampleFacts["argv"]): readonly string[] {
  if (old === undefined) return [];
  const isSame = old.length === now?.length && old.every((word, index) => word === ANY_WORD || word === now[index]);
  return isSame ? [] : [`the command line is ${toFlow([...(now ?? [])])}, recorded is ${toFlow([...old])}`];
}

function compareStream(name: string, old: RecordedStream, now: RecordedStream): readonly string[] {
  if (old.kind !== undefined && old.kind !== now.kind) return [`${name} is ${now.kind ?? "missing"}, recorded is ${old.kind}`];
  const missing = (old.keys ?? []).filter((key) => now.keys?.includes(key) !== true);
  return [
    ...(missing.length > 0 ? [`${name} lacks the recorded ${missing.length === 1 ? "key" : "keys"} ${missing.map(quote).join(", ")}`] : []),
    ...(isSimilar(old.bytes, now.bytes) ? [] : [`${name} has about ${now.bytes ?? 0} bytes, recorded are ${old.bytes}`]),
  ];
}

/** Bytes that any output may differ by, such as a version or a date. */
const TOLERANCE = 64;

function isSimilar(old: number | undefined, now = 0): boolean {
  return old === undefined || (now <= 2 * old + TOLERANCE && old <= 2 * now + TOLERANCE);
}

function compareFiles(name: string, old: readonly string[], now: readonly string[]): readonly string[] {
  const { missing, unexpected } = compareChanges(old, now);
  return [
    ...(unexpected.length > 0 ? [`${name} has changes that are not recorded: ${unexpected.join(", ")}`] : []),
    ...(missing.length > 0 ? [`${name} lacks recorded changes: ${missing.join(", ")}`] : []),
  ];
}

function compareNetwork(old: ExampleFacts["network"], now: ExampleFacts["network"]): readonly string[] {
  if (old === undefined || now === undefined) return [];
  const unexpected = now.filter((address) => !old.includes(address));
  const missing = old.filter((address) => !now.includes(address));
  return [
    ...(unexpected.length > 0 ? [`it tries to reach ${unexpected.join(", ")}, which is not recorded`] : []),
    ...(missing.length > 0 ? [`it does not try to reach ${missing.join(", ")}, which is recorded`] : []),
  ];
}
