/** What a figure was measured on: without it the figure says little. */
import { cpus, platform, release, totalmem } from "node:os";

/** One line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `Node.js ${process.version}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${memory} GB, ${platform()} ${release()}`;
}
