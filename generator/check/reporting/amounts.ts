/** Converts amounts with a unit to the number that a key takes. */
import type { Unit } from "../keys/key-facts.ts";

/** Converts `30s` or `1MiB` to the unit of the key. Returns undefined if the value is another text, or has another kind of unit. */
export function suggestAmountValue(unit: Unit | undefined, value: unknown): number | undefined {
  if (unit === undefined) return undefined;
  const [, digits = "", written = ""] = typeof value === "string" ? (/^(\d+(?:\.\d+)?) ?([a-zµ]+)$/i.exec(value) ?? []) : [];
  const factor = (unit === "seconds" ? seconds : bytes).get(written.toLowerCase());
  if (factor === undefined) return undefined;
  const amount = Number((Number(digits) * factor).toPrecision(12));
  return unit === "bytes" ? Math.round(amount) : amount;
}

const seconds: ReadonlyMap<string, number> = new Map([
  ...["ms", "millisecond", "milliseconds"].map((unit) => [unit, 0.001] as const),
  ...["s", "sec", "secs", "second", "seconds"].map((unit) => [unit, 1] as const),
  ...["m", "min", "mins", "minute", "minutes"].map((unit) => [unit, 60] as const),
  ...["h", "hour", "hours"].map((unit) => [unit, 3600] as const),
]);

/** `k` and `M` are powers of 1024, as for the memory of Docker. */
const bytes: ReadonlyMap<string, number> = new Map([
  ...["b", "byte", "bytes"].map((unit) => [unit, 1] as const),
  ...["k", "kb", "kib"].map((unit) => [unit, 1024] as const),
  ...["m", "mb", "mib"].map((unit) => [unit, 1024 ** 2] as const),
  ...["g", "gb", "gib"].map((unit) => [unit, 1024 ** 3] as const),
]);
