/** Formats the limits of a policy with their units. */
import type { LimitsSpec } from "@climax-gen/runtime/internal/policy/policy-spec";

const UNITS: Readonly<Record<keyof LimitsSpec, "bytes" | "seconds" | "number">> = {
  max_output_bytes: "bytes",
  max_concurrency: "number",
  max_queue: "number",
  max_timeout: "seconds",
  memory: "bytes",
  cpu_seconds: "seconds",
  processes: "number",
  max_reply_bytes: "bytes",
  max_capture_bytes: "bytes",
  reply_after: "seconds",
};

const MEBIBYTE = 1024 * 1024;

/** Formats the exact value of a finite limit: `60 s`, `512 MiB`, `1,500 bytes`, `32`. */
export function formatLimit(key: keyof LimitsSpec, value: number): string {
  const unit = UNITS[key];
  if (unit === "seconds") return `${value} s`;
  if (unit === "number") return value.toLocaleString("en");
  if (value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`;
  return value % 1024 === 0 ? `${value / 1024} KiB` : `${value.toLocaleString("en")} bytes`;
}
