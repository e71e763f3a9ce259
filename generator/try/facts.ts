/** Facts about examples, as a record keeps them: only what is the same in every run. */
import { agreeOnChanges } from "./file-changes.ts";
import type { ObservedCall } from "./observed-call.ts";
import type { StreamFacts, StreamForm } from "./stream-facts.ts";
import { describeStream } from "./stream-facts.ts";

/** Stands for a word of a command line that differs between runs, such as the path of a temporary file. */
export const ANY_WORD = "*";

/** Facts about a stream. */
export interface RecordedStream {
  /** Omitted if runs differ. */
  readonly kind?: StreamForm;
  /** Size in bytes, rounded to two digits. Omitted if runs differ, and for an empty stream. */
  readonly bytes?: number;
  /** See `StreamFacts`. Only the keys of every run. */
  readonly keys?: readonly string[];
}

/** Facts about one example. A fact that differs between runs is omitted. */
export interface ExampleFacts {
  /** The arguments of the example. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly argv?: readonly string[];
  /** The outcome of a call whose program did not exit by itself. */
  readonly outcome?: string;
  readonly exit?: number;
  readonly stdout: RecordedStream;
  readonly stderr: RecordedStream;
  /** Changed files; see `listChanges` and `agreeOnChanges`. */
  readonly project: readonly string[];
  readonly home: readonly string[];
  /** Omitted if the network was not observed. */
  readonly network?: readonly string[];
}

/** A record: the facts about the examples of all tools. */
export interface FactsRecord {
  readonly program: string;
  /** Omitted if the program prints none. */
  readonly version?: string;
  readonly tools: Readonly<Record<string, readonly ExampleFacts[]>>;
}

/** Returns the facts about one run of an example. */
export function toFacts(example: ExampleFacts["example"], call: ObservedCall): ExampleFacts {
  const { argv, outcome, exit, project, home, network } = call;
  return {
    example,
    ...(argv && { argv }),
    ...(outcome !== "exited" && { outcome }),
    ...(exit !== undefined && { exit }),
    stdout: toRecorded(describeStream(call.stdout, call.stdoutSize)),
    stderr: toRecorded(describeStream(call.stderr, call.stderrSize)),
    project,
    home,
    ...(network && { network }),
  };
}

function toRecorded({ kind, bytes, keys }: StreamFacts): RecordedStream {
  return { kind, ...(kind !== "empty" && { bytes: round(bytes) }), ...(keys && { keys }) };
}

/** Rounds to two digits: 1234 → 1200. */
function round(bytes: number): number {
  return Number(bytes.toPrecision(2));
}

/** Returns the facts that two runs of an example agree on. */
export function agreeOnFacts(first: ExampleFacts, second: ExampleFacts): ExampleFacts {
  const { example, argv, outcome, exit, network } = first;
  const agreedArgv = argv?.map((word, index) => (second.argv?.[index] === word ? word : ANY_WORD));
  return {
    example,
    ...(agreedArgv?.length === second.argv?.length && agreedArgv && { argv: agreedArgv }),
    ...(outcome !== undefined && outcome === second.outcome && { outcome }),
    ...(exit !== undefined && exit === second.exit && { exit }),
    stdout: agreeOnStream(first.stdout, second.stdout),
    stderr: agreeOnStream(first.stderr, second.stderr),
    project: agreeOnChanges(first.project, second.project),
    home: agreeOnChanges(first.home, second.home),
    ...(network && second.network && { network: network.filter((address) => second.network?.includes(address)) }),
  };
}

function agreeOnStream(first: RecordedStream, second: RecordedStream): RecordedStream {
  const keys = first.keys?.filter((key) => second.keys?.includes(key)) ?? [];
  return {
    ...(first.kind === second.kind && first.kind && { kind: first.kind }),
    ...(first.bytes === second.bytes && first.bytes !== undefined && { bytes: first.bytes }),
    ...(keys.length > 0 && { keys }),
  };
}
