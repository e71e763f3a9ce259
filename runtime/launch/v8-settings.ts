/**
 * Settings of V8 in a server: how much memory its heap may take, and when it optimizes code. Node.js advises against changing flags at run
 * time, because V8 reads most of them only once. V8 reads these flags for each decision, and for nothing else. Modules of Node.js that are
 * loaded afterwards take longer to load, because V8 rejects their code cache.
 */
import { setFlagsFromString } from "node:v8";

/**
 * Limits both generations of V8's heap.
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

/**
 * Lets V8 optimize a function after nine times the default of executions. Optimizing takes more processor time and memory than it saves in
 * the first thousand requests, which is more than one user's session has. A server under constant load should not call this: it reaches its
 * full speed several thousand requests later.
 */
export function delayOptimization(): void {
  const [major] = process.versions.v8.split(".");
  // Before V8 12, which Node.js 22 has, the limit is in bytes of executed bytecode.
  setFlagsFromString(Number(major) < 12 ? "--interrupt-budget=600000" : "--invocation-count-for-turbofan=27000");
}
