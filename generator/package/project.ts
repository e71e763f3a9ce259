/** A generated project as packaging sees it: the files of its `dist/`, and what they say of the server. */
import { engineOf, listMetaTools, readPackagedServer, unquoteWords } from "@climax-gen/runtime";
import type { PackagedServer } from "@climax-gen/runtime";
import { byKey } from "../code-unit-order.ts";
import { joinWords, oneLine } from "../diagnostics/wording.ts";
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
  /** Whether a Directive tool reads files below the working directory, or below `--root`. */
  readonly readsFiles: boolean;
  /** Path below `dist/` → content, sorted by path, without the manifest. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The project whose `dist/` holds these files; `undefined` where they are not what this version generates. */
export function readProject(dist: ReadonlyMap<string, Uint8Array>): GeneratedProject | undefined {
  const server = readPackagedServer(dist);
  if (server === undefined || !dist.has("server.mjs")) return undefined;
  const tools = server.tools.map(({ name, description }) => ({ name, description }));
  const sorted = [...dist].filter(([path]) => path !== MANIFEST_NAME).toSorted(byKey);
  return {
    name: server.name,
    version: server.version,
    description: describe(server),
    tools,
    listed: server.classic ? tools : listMetaTools(new Set()).map(({ name, description }) => ({ name, description })),
    programs: listPrograms(server),
    readsFiles: server.clis.some(({ program }) => program === undefined),
    files: new Map(sorted),
  };
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

/** In a container of its own each command finds its program in that image: then the engine is what must be there. */
function listPrograms({ clis, policy }: PackagedServer): readonly string[] {
  const commands = clis.flatMap(({ program }) => unquoteWords(program?.command.slice(0, 1) ?? []));
  const type = policy?.executor?.type ?? "local";
  return [...new Set([engineOf(type) ?? [], type === "docker" ? [] : commands].flat())].toSorted();
}
