/** Builds the table of a soak's conditions, each with a verdict. */
import { existsSync, readFileSync } from "node:fs";
import type { BenchTable } from "./benchmark.ts";
import type { AuditFindings } from "./soak-audit.ts";
import { checkAudits } from "./soak-audit.ts";
import type { ClientFindings } from "./soak-clients.ts";
import { findTrend, readSamples } from "./soak-memory.ts";
import type { Soak } from "./soak-servers.ts";
import { auditFile, memoryFile } from "./soak-servers.ts";

export interface SoakFindings {
  readonly soak: Soak;
  readonly minutes: number;
  readonly clients: ClientFindings & { readonly started: number; readonly killed: number };
  readonly fleet: FleetFindings;
  readonly left: readonly ReplicaState[];
  /** Command lines of processes that still run after all servers have exited. */
  readonly processes: readonly string[];
  /** Files in the temporary directory of the servers when all servers have ended. */
  readonly files: readonly string[];
  /** Ids of calls whose temporary files are left. */
  readonly privateFiles: readonly string[];
}

export interface FleetFindings {
  readonly names: readonly string[];
  readonly killed: readonly string[];
  /** Exit statuses of the replicas that were stopped. */
  readonly statuses: readonly (number | null)[];
  /** Start and end of each replacement, by the system clock. */
  readonly replacedAt: readonly number[];
  /** Commands that outlived a killed replica. */
  readonly orphans: number;
}

/** Resources of a replica after its clients have disconnected. */
export interface ReplicaState {
  readonly name: string;
  readonly calls: number;
  readonly sessions: number;
  /** Open descriptors, without those of kept output, beyond those before the first client. */
  readonly descriptors: number;
  readonly keptOutput: number;
}

/** Maximum number of single violations that are printed. */
const MAX_DETAILS = 20;

type Row = readonly [what: string, measured: string, condition: string, isMet: boolean];

export function describeSoak(findings: SoakFindings): BenchTable {
  const { soak, clients, fleet, minutes } = findings;
  const names = [...fleet.names, ...clients.servers];
  const audits = names
    .filter((name) => existsSync(auditFile(soak, name)))
    .map((name) => ({ name, isKilled: fleet.killed.includes(name), text: readFileSync(auditFile(soak, name), "utf8") }));
  const audit = checkAudits(clients.journal, audits, fleet.replacedAt);
  const rows = [...auditRows(audit), ...restRows(findings, audit), ...memoryRows(soak, fleet, clients)];
  const print = (count: number): string => count.toLocaleString("en");
  return {
    title: `${minutes} minutes: ${clients.started} client processes, ${fleet.names.length} replicas, ${print(audit.calls)} calls`,
    columns: ["what", "measured", "condition", "verdict"],
    rows: rows.map(([what, measured, condition, isMet]) => [what, measured, condition, isMet ? "met" : "not met"]),
    note: `${print(clients.killed)} clients and ${fleet.killed.length} replicas were killed with SIGKILL, and ${fleet.statuses.length} replicas stopped with SIGTERM.`,
    problems: [
      ...rows.filter(([, , , isMet]) => !isMet).map(([what, measured, condition]) => `${what}: ${measured}, not ${condition}`),
      ...[...audit.problems, ...clients.crashed, ...findings.processes.map((command) => `left: ${command}`)].slice(0, MAX_DETAILS),
    ],
  };
}

function auditRows({ ends, lostInKilled, failedByReplacement, problems, finished }: AuditFindings): readonly Row[] {
  const count = (part: string): number => problems.filter((problem) => problem.includes(part)).length;
  return [
    ["calls answered", `${ends.answered}`, "above 0", ends.answered > 0],
    ["wrong replies", `${ends.wrong}`, "0", ends.wrong === 0],
    ["calls cancelled by clients", `${ends.cancelled}`, "above 0", ends.cancelled > 0],
    ["calls of which the client disconnected", `${ends.disconnected}`, "above 0", ends.disconnected > 0],
    ["calls of killed clients", `${ends.none}`, "", true],
    ["calls that failed because a replica was replaced", `${failedByReplacement}`, "", true],
    ["calls that failed for another reason", `${ends.failed - failedByReplacement}`, "0", ends.failed === failedByReplacement],
    ["finished records in the audits", `${finished}`, "", true],
    ["answered calls without exactly one finished record", `${count("answered, with")}`, "0", count("answered, with") === 0],
    ["started records without a finished one, of killed replicas", `${lostInKilled}`, "", true],
    ["started records without a finished one, of other servers", `${count("has not finished")}`, "0", count("has not finished") === 0],
    ["other violations of the audit", `${otherProblems(problems)}`, "0", otherProblems(problems) === 0],
  ];
}

const COUNTED = ["wrong reply", "answered, with", "has not finished", "failed, and"];

function otherProblems(problems: readonly string[]): number {
  return problems.filter((problem) => !COUNTED.some((part) => problem.includes(part))).length;
}

function restRows({ fleet, left, processes, files, privateFiles, clients }: SoakFindings, { lostIds }: AuditFindings): readonly Row[] {
  const sum = (field: keyof Omit<ReplicaState, "name">): number => left.reduce((total, state) => total + state[field], 0);
  const unexplained = privateFiles.filter((id) => !lostIds.has(id)).length;
  const zero = (what: string, count: number): Row => [what, `${count}`, "0", count === 0];
  return [
    zero("running and queued calls of the replicas", sum("calls")),
    zero("sessions", sum("sessions")),
    ["descriptors beyond those before the first client", `${sum("descriptors")}`, "at most 0", sum("descriptors") <= 0],
    ["kept outputs, which end with their server or after 15 minutes", `${sum("keptOutput")}`, "", true],
    ["replicas that were stopped with an exit status other than 0", ...countBad(fleet.statuses)],
    zero("clients that ended by themselves", clients.crashed.length),
    ["commands that outlived their killed replica", `${fleet.orphans}`, "", true],
    zero("processes, after all servers have ended", processes.length),
    zero("temporary files, after all servers have ended", files.length + unexplained),
    ["temporary files of calls of killed replicas", `${privateFiles.length - unexplained}`, "", true],
  ];
}

function countBad(statuses: readonly (number | null)[]): readonly [string, string, boolean] {
  const bad = statuses.filter((status) => status !== 0).length;
  return [`${bad}`, "0", bad === 0];
}

function memoryRows(soak: Soak, fleet: FleetFindings, clients: ClientFindings): readonly Row[] {
  const measured = [
    ["HTTP", fleet.names[0] ?? ""],
    ["stdio", clients.measured],
  ] as const;
  const kinds = ["heap", "external", "resident"] as const;
  return measured.flatMap(([transport, name]) =>
    kinds.map((kind): Row => {
      const samples = readSamples(memoryFile(soak, name));
      const { first, last, slope, error, isFlat } = findTrend(samples.map((sample) => ({ at: sample.at, bytes: sample[kind] })));
      const text = `${first.toFixed(1)} to ${last.toFixed(1)} MB; ${slope.toFixed(1)} ± ${error.toFixed(1)} MB an hour`;
      return [`${kind} memory, ${transport}`, text, "no growth beyond noise", isFlat];
    }),
  );
}
