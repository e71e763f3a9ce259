/** Compares the calls that clients sent with the audits of the servers that ran them. */
import type { CallEnd, JournalLine } from "./soak-client.ts";

/** The audit of one server process, and how the process ended. */
export interface ServerAudit {
  readonly name: string;
  /** Killed by the soak with SIGKILL: it cannot record the calls that it runs. */
  readonly isKilled: boolean;
  readonly text: string;
}

export interface AuditFindings {
  /** Calls that clients sent. */
  readonly calls: number;
  readonly ends: Readonly<Record<CallEnd | "none", number>>;
  /** Finished records of calls with an id, without prompts for a confirmation. */
  readonly finished: number;
  /** Started records without a finished one, of servers that were killed. */
  readonly lostInKilled: number;
  /** Ids of the calls of these records. */
  readonly lostIds: ReadonlySet<string>;
  /** Failed calls within some seconds of a replacement, and failed calls that a killed server ran. */
  readonly failedByReplacement: number;
  /** One line for each violation. */
  readonly problems: readonly string[];
}

interface Entry {
  readonly id: string;
  readonly event?: string;
  readonly tool?: string;
  readonly outcome?: string;
  readonly args?: { readonly id?: unknown };
}

/** Maximum time between a replacement and a call that fails because of it, in milliseconds: proxy and clients detect it late. */
const WINDOW_MS = 8000;

interface CallRecords {
  finished: number;
  started: number;
  isInKilled: boolean;
}

/** `replacedAt`: when a replica was stopped or killed, by the system clock. */
export function checkAudits(journal: readonly JournalLine[], audits: readonly ServerAudit[], replacedAt: readonly number[]): AuditFindings {
  const problems: string[] = [];
  const records = new Map<string, CallRecords>();
  const lostIds = new Set<string>();
  let lostInKilled = 0;
  for (const { name, isKilled, text } of audits) {
    /** Id of a record → id of its call. */
    const open = new Map<string, string>();
    for (const entry of readEntries(text, (line) => problems.push(`${name}: incomplete line ${line.slice(0, 80)}`))) {
      const id = entry.args?.id;
      // The argument `id` of `output_read` is the id of kept output.
      if (typeof id !== "string" || entry.outcome === "confirmation_asked" || entry.tool === "output_read") continue;
      const record = records.get(id) ?? { finished: 0, started: 0, isInKilled: false };
      records.set(id, record);
      if (entry.event === "started") {
        record.started += 1;
        open.set(entry.id, id);
        record.isInKilled ||= isKilled;
      } else {
        record.finished += 1;
        open.delete(entry.id);
      }
    }
    if (isKilled) {
      lostInKilled += open.size;
      for (const id of open.values()) lostIds.add(id);
    } else for (const id of open.values()) problems.push(`${id}: has started on ${name}, and has not finished`);
  }
  const ends = { answered: 0, wrong: 0, failed: 0, cancelled: 0, disconnected: 0, none: 0 };
  let failedByReplacement = 0;
  const sent = journal.filter(({ tool }) => tool !== undefined);
  const ended = new Map(journal.filter(({ end }) => end !== undefined).map((line) => [line.id, line]));
  for (const { id } of sent) {
    const { end, text = "", at = 0 } = ended.get(id) ?? {};
    const { finished, isInKilled } = records.get(id) ?? { finished: 0, isInKilled: false };
    ends[end ?? "none"] += 1;
    if (end === "wrong") problems.push(`${id}: wrong reply ${text}`);
    if (finished > 1) problems.push(`${id}: ${finished} finished records`);
    if (end === "answered" && finished !== 1) problems.push(`${id}: answered, with ${finished} finished records`);
    if (end === "failed") {
      const isExplained = isInKilled || replacedAt.some((moment) => Math.abs(at - moment) < WINDOW_MS);
      if (isExplained) failedByReplacement += 1;
      else problems.push(`${id}: failed, and no server was replaced: ${text}`);
    }
  }
  const known = new Set(sent.map(({ id }) => id));
  for (const id of records.keys()) if (!known.has(id)) problems.push(`${id}: has records, and no client has sent it`);
  const finished = [...records.values()].reduce((sum, record) => sum + record.finished, 0);
  return { calls: sent.length, ends, finished, lostInKilled, lostIds, failedByReplacement, problems };
}

function readEntries(text: string, onBroken: (line: string) => void): readonly Entry[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Entry];
      } catch {
        onBroken(line);
        return [];
      }
    });
}
