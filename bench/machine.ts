/** Describes the machine that figures were measured on. */
import { cpus, platform, release, totalmem } from "node:os";

export interface Machine {
  readonly node: string;
  readonly processors: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly system: string;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    node: process.version,
    processors: processors.length,
    processor: processors[0]?.model.trim() ?? "unknown processor",
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${platform()} ${release()}`,
  };
}

/** Formats the description as one line. */
export function printMachine({ node, processors, processor, memoryGb, system }: Machine): string {
  return `Node.js ${node}, ${processors} × ${processor}, ${memoryGb} GB, ${system}`;
}
