/** Limits the memory of V8's heap in a server of many clients. */
import { setFlagsFromString } from "node:v8";

/**
 * Keeps the young generation of V8's heap at the size that it has. Otherwise, V8 enlarges it to 32 MB or more while requests are in flight,
 * does not reduce it under load, and each start of a program copies its page tables. Node.js advises against changing flags at run time,
 * because V8 reads most of them only once. V8 reads this flag before each enlargement, and for nothing else.
 */
export function keepYoungGeneration(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
