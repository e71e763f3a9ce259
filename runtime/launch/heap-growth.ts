/** Limits the memory of V8's heap in a server. */
import { setFlagsFromString } from "node:v8";

/**
 * Limits both generations of V8's heap. Node.js advises against changing flags at run time, because V8 reads most of them only once. V8
 * reads these two before each enlargement, and for nothing else.
 *
 * The young generation keeps the size that it has. Otherwise, V8 enlarges it to 32 MB or more while requests are in flight, does not reduce
 * it under load, and each start of a program copies its page tables.
 *
 * The old generation is collected when it has grown by 200 % since the last full collection. The default is up to 300 %.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=200");
}
