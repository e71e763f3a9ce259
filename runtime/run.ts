/**
 * Exports for the commands of climax-gen that run tools, in one bundle with the generated servers. Internal: they change with any release.
 */
export type { RunningServer } from "./serve-process.ts";
export { serveProcess } from "./serve-process.ts";
export type { SingleResult } from "./single-call.ts";
export { runSingleCall } from "./single-call.ts";
