/** A generated project as packaging sees it: the files of its `dist/`, and what they say of the server. */
import { engineOf, listMetaTools, readPackagedServer, SOURCES_COPY, unquoteWords } from "@climax-gen/runtime/compiler";
import type { PackagedServer } from "@climax-gen/runtime/compiler";
import { byKey } from "../text/code-unit-order.ts";
import { joinWords, oneLine } from "../text/wording.ts";
import { MANIFEST_NAME } from "../write/manifest.ts";

export interface ListedTool {
  readonly name: string;
  readonly description: string;
}

export interface GeneratedProject {
  readonly name: string;
  readonly version: string;
  /** One line of running text, as written in YAML. */
  readonly description: string;
  /** Every tool that can be called, CLI by CLI, each sorted by name. */
  readonly tools: readonly ListedTool[];
  /** What `tools/list` answers: the tools, or `climax_search` and `climax_call`. */
  readonly listed: readonly ListedTool[];
  /** The programs that the server starts, sorted: the machine that it runs on must have them. */
  readonly programs: readonly string[];
  /** Those of them that start at the folder of the server, which a package does not hold. */
  readonly relativePrograms: readonly string[];
  /** Whether a Directive tool reads files below the working directory, or below `--root`. */
  readonly readsFiles: boolean;
  /** Path below `dist/` → content, sorted by path, as far as a server needs them to run. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The project whose `dist/` holds these files; `undefined` where they are not what this version generates. */
export function readProject(dist: ReadonlyMap<string, Uint8Array>): GeneratedProject | undefined {
  const server = readPackagedServer(dist);
  if (server === undefined || !dist.has("server.mjs")) return undefined;
  const tools = server.tools.map(({ name, description }) => ({ name, description }));
  const programs = listPrograms(server);
  const sorted = [...dist].filter(([path]) => isNeeded(path)).toSorted(byKey);
  return {
    name: server.name,
    version: server.version,
    description: describe(server),
    tools,
    listed: server.classic ? tools : listMetaTools(new Set()).map(({ name, description }) => ({ name, description })),
    programs,
    relativePrograms: programs.filter(isRelativePath),
    readsFiles: server.clis.some(({ program }) => program === undefined),
    files: new Map(sorted),
  };
}

/** Whether a server needs the file to run: without its sources, it does without the modules that those import. */
function isNeeded(path: string): boolean {
  return path !== MANIFEST_NAME && path !== SOURCES_COPY && !path.startsWith("runtime/");
}

function describe({ clis }: PackagedServer): string {
  const [only, ...others] = clis;
  const said = only !== undefined && others.length === 0 ? oneLine(only.description) : "";
  return said === ""
    ? `Tools of ${joinWords(
        clis.map(({ name }) => name),
        "and",
      )}`
    : said;
}

/** `~` and `$VAR` at the start are other folders, which only the serving machine knows. */
function isRelativePath(program: string): boolean {
  return /^[^/~$].*\//.test(program);
}

/** In a container of its own each command finds its program in that image: then the engine is what must be there. */
function listPrograms({ clis, policies }: PackagedServer): readonly string[] {
  const commands = clis.flatMap(({ program }) => unquoteWords(program?.command.slice(0, 1) ?? []));
  const type = policies.map(({ executor }) => executor?.type ?? "local").find((one) => one !== "local") ?? "local";
  return [...new Set([engineOf(type) ?? [], type === "docker" ? [] : commands].flat())].toSorted();
}
