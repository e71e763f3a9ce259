/** Runs commands of the built climax-gen. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const bin = fileURLToPath(new URL("../../bin/climax-gen.cjs", import.meta.url));

/** Runs a command, and returns its exit status and output. */
export function runCommand(...args) {
  return runCommandWith(process.env["PATH"] ?? "", ...args);
}

/** Runs a command that finds programs on another `PATH`. */
export function runCommandWith(path, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
  });
  return { status, stdout, stderr };
}

/** Runs a command with `--json`, and returns its result. Throws if it prints none. */
export function readJson(...args) {
  const { stdout, stderr } = runCommand(...args, "--json");
  if (stdout === "") throw new Error(`climax-gen ${args.join(" ")}: ${stderr}`);
  return JSON.parse(stdout);
}
