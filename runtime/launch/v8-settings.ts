/**
 * Settings of V8 in a server: how much memory its heap may take, and when it optimizes code. Node.js advises against changing flags at run
 * time, because V8 reads most flags only once. V8 reads these flags again for each decision. Modules of Node.js that are loaded afterwards
 * take longer to load, because V8 rejects their code cache.
 */
import { setFlagsFromString } from "node:v8";

/**
 * Limits both generations of V8's heap.
 *
 * The young generation keeps its current size. Otherwise, V8 enlarges it to 32 MB or more while requests are in flight, and does not reduce
 * it under load. Each start of a program then copies more page tables.
 *
 * The old generation is collected when it has grown by 200 % since the last full collection. The default is up to 300 %.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=200");
}

/**
 * Makes V8 optimize a function only after nine times the default number of executions. In the first thousand requests, optimizing costs
 * more processor time and memory than it saves. A session of one user has fewer requests. A server under constant load should not call
 * this: such a server would reach its full speed several thousand requests later.
 */
export function delayOptimization(): void {
  const [major] = process.versions.v8.split(".");
  // Before V8 12, which Node.js 22 has, the limit is in bytes of executed bytecode.
  setFlagsFromString(Number(major) < 12 ? "--interrupt-budget=600000" : "--invocation-count-for-turbofan=27000");
}
