/** Generates the server of a soak: its tools, its policy, and the ids that identify calls. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { timeProcess } from "./processes.ts";
import { climaxGen, writeFiles } from "./projects.ts";

/** Every tool has an argument `id`, which is unique to a call. A leaked command of `linger` still runs when the soak ends. */
const CONFIG = `
name: soak
command: sh -c
defaults: { risk: write }
tools:
  - name: answer
    description: Print the id
    command: "'printf %s \\"$0\\"'"
    args: [{ name: id, positional: true, required: true }]
  - name: linger
    description: Stay, with a child process
    command: "'sleep 80000 & wait'"
    timeout: 80000
    args: [{ name: id, positional: true, required: true }]
  - name: noise
    description: Print the id, and more lines than a reply can hold
    command: "'printf %s \\"$0\\"; seq 1 20000'"
    args: [{ name: id, positional: true, required: true }]
  - name: filed
    description: Print the id, and a text from a temporary file
    command: "'printf %s \\"$0\\"; cat \\"$1\\"'"
    args: [{ name: id, positional: true, required: true }, { name: text, file: true, positional: true, required: true }]
  - name: guarded
    description: Print the id after the user has confirmed
    command: "'printf %s \\"$0\\"'"
    args: [{ name: id, positional: true, required: true }]
`;

/** High enough for calls of all clients at once, because the queue is not under test. */
const POLICY = "default: enabled\nlimits: { max_concurrency: 256 }\ntools:\n  guarded: { confirm: true }\n";

/** Environment variable of the servers of a soak and of their commands. Its value contains the name of the server. */
export const MARK = "CLIMAX_SOAK";

export const SOAK_TOKEN = "soak-token-of-many-characters";

export interface SoakProject {
  readonly folder: string;
  readonly server: string;
  /** Flags of every server. */
  readonly flags: readonly string[];
}

/** Generates the project in a temporary directory. */
export async function generateSoakProject(): Promise<SoakProject> {
  const folder = writeFiles(new Map([["soak.yaml", CONFIG]]));
  await timeProcess(climaxGen(["configs", "-o", "out"], folder));
  const policy = join(folder, "policy.yaml");
  writeFileSync(policy, POLICY);
  return { folder, server: join(folder, "out/dist/server.mjs"), flags: ["--policy", policy, "--audit-values"] };
}
