/** Derives the properties of a generated project that packages need: the files of its `dist/`, and the server's metadata. */
import { listKept } from "@climax-gen/runtime/internal/guard/guard-environment";
import { SOURCES_COPY } from "@climax-gen/runtime/internal/launch/stale-dist";
import { listMetaTools } from "@climax-gen/runtime/internal/server/meta-tools";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { expandAll } from "@climax-gen/runtime/internal/server/setup";
import type { SkillFacts } from "@climax-gen/runtime/internal/skill/skill-facts";
import { toSkillFacts } from "@climax-gen/runtime/internal/skill/skill-facts";
import { unquoteWords } from "@climax-gen/runtime/internal/tool/command-words";
import type { Program } from "@climax-gen/runtime/internal/tool/tool";
import { commandOf, commandsOf } from "@climax-gen/runtime/internal/tool/tool";
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

/** Programs of which one must be installed: the server runs the first. */
export type ProgramNeed = readonly string[];

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
  /** Programs that must be installed where the server runs, sorted. */
  readonly needs: readonly ProgramNeed[];
  /** Names of all programs in `needs`, sorted. */
  readonly programs: readonly string[];
  /** Programs that the tools name, sorted: `programs` without the engine of an executor. */
  readonly toolPrograms: readonly string[];
  /** Variables that a policy names in `env.inherit`. */
  readonly inherits: readonly string[];
  /** True if a Directive tool reads files below the working directory, or below `--root`. */
  readonly readsFiles: boolean;
  /** The facts that a skill of the server states. */
  readonly skill: SkillFacts;
  /** Content by path below `dist/`, sorted by path: only the files that a server needs to run. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Returns the project of a server. `dist` has the files of its `dist/`, by path below it. */
export function toProject(server: PackagedServer, dist: ReadonlyMap<string, Uint8Array>): GeneratedProject {
  const tools = server.tools.map(({ name, description }) => ({ name, description }));
  const needs = listNeeds(server);
  const sorted = [...dist].filter(([path]) => isNeeded(path)).toSorted(byKey);
  return {
    name: server.name,
    version: server.version,
    description: describe(server),
    tools,
    listed: server.classic ? tools : listMetaTools(new Set(), server).map(({ name, description }) => ({ name, description })),
    needs,
    programs: [...new Set(needs.flat())].toSorted(),
    toolPrograms: listToolPrograms(server),
    inherits: listKept(server.policies),
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
  const programs = tools.flatMap((tool) => commandOf(tool)?.program ?? []);
  return [...new Set(programs.flatMap(toNeed))].toSorted();
}

/** Lists the required programs. For tools in a container, this is the engine, because their commands run in the image. */
function listNeeds({ tools, policies }: PackagedServer): readonly ProgramNeed[] {
  const { engines, programs } = findServerPrograms(tools, policies);
  const needs = [...engines.map((engine) => [engine]), ...programs.map(toNeed)].filter((names) => names.length > 0);
  return [...new Map(needs.map((names) => [describeNeed(names), names])).entries()].toSorted(byKey).map(([, names]) => names);
}

function toNeed(program: Program): ProgramNeed {
  return [...new Set(commandsOf(program).flatMap((command) => unquoteWords(command.slice(0, 1))))];
}

/** Returns the names of a need, each in this form: `fd or fdfind`. */
export function describeNeed(names: ProgramNeed, show: (name: string) => string = (name) => name): string {
  return names.map(show).join(" or ");
}

/** Programs by their required location. */
export interface ProgramPlaces {
  readonly onPath: readonly ProgramNeed[];
  /** Programs at a path that does not depend on the working directory. Includes paths that start with `~` or `$VAR`. */
  readonly fixed: readonly ProgramNeed[];
  /** Programs below the directory in which the server is started. A package does not contain them. */
  readonly relative: readonly ProgramNeed[];
}

/** Groups programs by their required location. Of programs in several locations, those of the first that has one are enough. */
export function placePrograms(needs: readonly ProgramNeed[]): ProgramPlaces {
  const placed = needs.map((names) => {
    const places = [...new Set(names.map(placeOfProgram))].toSorted((a, b) => PLACES.indexOf(a) - PLACES.indexOf(b));
    return { place: places[0], names: names.filter((name) => placeOfProgram(name) === places[0]) };
  });
  const at = (wanted: ProgramPlace): readonly ProgramNeed[] => placed.filter(({ place }) => place === wanted).map(({ names }) => names);
  return { onPath: at("onPath"), fixed: at("fixed"), relative: at("relative") };
}

const PLACES = ["onPath", "fixed", "relative"] as const;

type ProgramPlace = (typeof PLACES)[number];

function placeOfProgram(program: string): ProgramPlace {
  if (/^[/$]|^~\//.test(program)) return "fixed";
  return program.includes("/") ? "relative" : "onPath";
}
