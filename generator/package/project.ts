/** Derives the properties of a generated project that packages need: the files of its `dist/`, and the server's metadata. */
import { SOURCES_COPY } from "@climax-gen/runtime/internal/launch/stale-dist";
import { listMetaTools } from "@climax-gen/runtime/internal/server/meta-tools";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { expandAll } from "@climax-gen/runtime/internal/server/setup";
import type { SkillFacts } from "@climax-gen/runtime/internal/skill/skill-facts";
import { toSkillFacts } from "@climax-gen/runtime/internal/skill/skill-facts";
import { unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import type { PackagedServer } from "@climax-gen/runtime/internal/tool-index/compiled/packaged-server";
import { findServerPrograms } from "../describe/server-programs.ts";
import { byKey } from "@climax-gen/runtime/internal/text/code-unit-order";
import { joinWords, oneLine } from "../text/wording.ts";
import { MANIFEST_NAME } from "../write/manifest.ts";

/** A tool as a package lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
}

/** The properties of a generated project that packages need. */
export interface GeneratedProject {
  readonly name: string;
  readonly version: string;
  /** One line of text, unescaped. */
  readonly description: string;
  /** All enabled tools, CLI by CLI, each sorted by name. */
  readonly tools: readonly ListedTool[];
  /** Reply to `tools/list`: the tools, or `climax_search` and `climax_call`, with `--split-calls` `climax_read`. */
  readonly listed: readonly ListedTool[];
  /** Programs that the server starts, sorted. They must be installed where the server runs. */
  readonly programs: readonly string[];
  /** Programs that the tools name, sorted: `programs` without the engine of an executor. */
  readonly toolPrograms: readonly string[];
  /** True if a Directive tool reads files below the working directory, or below `--root`. */
  readonly readsFiles: boolean;
  /** What a skill of the server states. */
  readonly skill: SkillFacts;
  /** Content by path below `dist/`, sorted by path: only the files that a server needs to run. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Returns the project of a server. `dist` has the files of its `dist/`, by path below it. */
export function toProject(server: PackagedServer, dist: ReadonlyMap<string, Uint8Array>): GeneratedProject {
  const tools = server.tools.map(({ name, description }) => ({ name, description }));
  const sorted = [...dist].filter(([path]) => isNeeded(path)).toSorted(byKey);
  return {
    name: server.name,
    version: server.version,
    description: describe(server),
    tools,
    listed: server.classic ? tools : listMetaTools(new Set(), server).map(({ name, description }) => ({ name, description })),
    programs: listPrograms(server),
    toolPrograms: listToolPrograms(server),
    readsFiles: server.clis.some(({ program }) => program === undefined),
    skill: toSkillFacts({ ...server, policies: expandAll(server.policies, { listed: () => server.tools }).map(toPolicy) }),
    files: new Map(sorted),
  };
}

/** Reports whether a server needs the file to run. A package has no sources, so it does not need the modules that sources import. */
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

/** Lists the programs of the tools' commands, also those that run in a container. */
function listToolPrograms({ tools }: PackagedServer): readonly string[] {
  const commands = tools.flatMap((tool) => unquoteWords(commandOf(tool)?.program.command.slice(0, 1) ?? []));
  return [...new Set(commands)].toSorted();
}

/** Lists the required programs. With a container executor, this is the engine, because each command runs in the image. */
function listPrograms({ tools, policies }: PackagedServer): readonly string[] {
  const { engine, programs } = findServerPrograms(tools, policies);
  const commands = programs.flatMap(({ command }) => unquoteWords(command.slice(0, 1)));
  return [...new Set([engine ?? [], commands].flat())].toSorted();
}

/** Programs by their required location. */
export interface ProgramPlaces {
  readonly onPath: readonly string[];
  /** Programs at a path that does not depend on the working directory. Includes paths that start with `~` or `$VAR`. */
  readonly fixed: readonly string[];
  /** Programs below the directory in which the server is started. A package does not contain them. */
  readonly relative: readonly string[];
}

/** Groups programs by their required location. */
export function placePrograms(programs: readonly string[]): ProgramPlaces {
  const isFixed = (program: string): boolean => /^[/$]|^~\//.test(program);
  const others = programs.filter((program) => !isFixed(program));
  return {
    onPath: others.filter((program) => !program.includes("/")),
    fixed: programs.filter(isFixed),
    relative: others.filter((program) => program.includes("/")),
  };
}
