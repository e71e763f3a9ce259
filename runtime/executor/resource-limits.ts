/** Limits on the memory, processor time and number of processes of a command. */
import type { LimitsSpec } from "../policy/policy-spec.ts";

/** The limits on resources. A limit that is not set is omitted. */
export type ResourceLimits = Pick<LimitsSpec, "memory" | "cpu_seconds" | "processes">;

/** Returns the limits on resources. Infinity counts as not set. */
export function resourceLimitsOf({ memory = Infinity, cpu_seconds = Infinity, processes = Infinity }: LimitsSpec): ResourceLimits {
  return {
    ...(memory < Infinity && { memory }),
    ...(cpu_seconds < Infinity && { cpu_seconds }),
    ...(processes < Infinity && { processes }),
  };
}

/** Reports whether the limits need `prlimit`, for an executor other than docker. */
export function needsPrlimit({ memory, cpu_seconds }: ResourceLimits): boolean {
  return memory !== undefined || cpu_seconds !== undefined;
}

/**
 * Returns the words that start a command with these limits, or no words without limits. `--as` limits the address space of each process,
 * and `--cpu` its processor time. The kernel sends SIGXCPU when the time is used up, and SIGKILL one second later.
 */
export function prlimitWords({ memory, cpu_seconds }: ResourceLimits, program: string): readonly string[] {
  if (memory === undefined && cpu_seconds === undefined) return [];
  return [
    program,
    ...(memory === undefined ? [] : [`--as=${memory}`]),
    ...(cpu_seconds === undefined ? [] : [`--cpu=${cpuRange(cpu_seconds)}`]),
    "--",
  ];
}

/** Returns the soft and the hard limit on processor time. */
export function cpuRange(seconds: number): string {
  return `${seconds}:${seconds + 1}`;
}
