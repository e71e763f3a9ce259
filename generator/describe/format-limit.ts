/** Describes the limits of a policy, with their units. */
import type { LimitsSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { groupDigits } from "../text/wording.ts";

interface LimitRow {
  readonly unit: "bytes" | "seconds" | "number";
  /** Name in a list. */
  readonly label: string;
  /** Part of a sentence, with `#` for the value. */
  readonly phrase: string;
}

/** The limits, in the order of a sentence. A limit without a row does not compile. */
const LIMITS: Readonly<Record<keyof LimitsSpec, LimitRow>> = {
  max_output_bytes: { unit: "bytes", label: "output in memory, per stream", phrase: "# of each output" },
  max_concurrency: { unit: "number", label: "commands at once", phrase: "# commands at once" },
  max_queue: { unit: "number", label: "waiting calls", phrase: "# waiting calls" },
  max_timeout: { unit: "seconds", label: "longest timeout", phrase: "# for each call" },
  memory: { unit: "bytes", label: "memory of a command", phrase: "# of memory" },
  cpu_seconds: { unit: "seconds", label: "processor time of a process", phrase: "# of processor time" },
  processes: { unit: "number", label: "processes of a command", phrase: "# processes" },
  max_reply_bytes: { unit: "bytes", label: "size of a reply", phrase: "# of each reply" },
  max_capture_bytes: { unit: "bytes", label: "longer output kept for paging", phrase: "# kept of each longer output" },
  reply_after: { unit: "seconds", label: "first reply of a running command", phrase: "a first reply after #" },
};

const MEBIBYTE = 1024 * 1024;

/** Formats the exact value of a finite limit: `60 s`, `512 MiB`, `1,500 bytes`, `32`. */
export function formatLimit(key: keyof LimitsSpec, value: number): string {
  const { unit } = LIMITS[key];
  if (unit === "seconds") return `${value} s`;
  if (unit === "number") return groupDigits(value);
  if (value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`;
  return value % 1024 === 0 ? `${value / 1024} KiB` : `${groupDigits(value)} bytes`;
}

/** Returns the name of a limit in a list. */
export function nameLimit(key: keyof LimitsSpec): string {
  return LIMITS[key].label;
}

/** Returns the limits that are set as a part of a sentence: `64 KiB of each output, 60 s for each call`. */
export function describeLimits(limits: LimitsSpec): string {
  return (Object.keys(LIMITS) as (keyof LimitsSpec)[])
    .flatMap((key) => (limits[key] === undefined ? [] : [LIMITS[key].phrase.replace("#", formatLimit(key, limits[key]))]))
    .join(", ");
}
