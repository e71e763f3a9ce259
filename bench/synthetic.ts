/** Generates synthetic configs with any number of tools and arguments of every type. */
import { below, createRandom, pick } from "./random.ts";
import type { Random } from "./random.ts";

export interface SyntheticOptions {
  readonly tools: number;
  /** Number of configs that the tools are divided among. */
  readonly configs: number;
  readonly seed: number;
  /** Maximum number of arguments of a tool, at least 2. Defaults to 6. */
  readonly args?: number;
  /** Command of every tool. Defaults to a fictional program. */
  readonly command?: string;
}

const VERBS = "list show create delete update rename copy move inspect start stop restart watch export import merge split sync".split(" ");
const NOUNS =
  "container image volume network branch commit tag remote release cluster node pod service secret key bucket object queue topic user group role policy backup snapshot table index record report alert metric log session token".split(
    " ",
  );
const ADJECTIVES = "all recent remote local archived hidden pending failed shared temporary protected unused detailed".split(" ");
const PURPOSES = [
  "Use it to see what is there before changing anything",
  "Prints one line for each, newest first",
  "Fails when there is none of that name",
  "For the changes of a single one, ask for its details",
  "Takes effect at once; nothing is asked",
];
const ARG_NAMES = "name path filter format limit since until author message output target source depth size color label scope owner".split(
  " ",
);
const TYPES = ["string", "string", "string", "integer", "boolean", "number"] as const;

/** A tool that every set has, which needs no argument. */
export const FIRST_TOOL = "c0_first";

/** Returns path → YAML text, which depends only on the options. Names and descriptions are about as long as in real configs. */
export function syntheticConfigs(options: SyntheticOptions): ReadonlyMap<string, string> {
  const random = createRandom(options.seed);
  const { tools, configs, args = 6 } = options;
  const files = new Map<string, string>();
  for (let place = 0; place < configs; place += 1) {
    const count = Math.floor(((place + 1) * tools) / configs) - Math.floor((place * tools) / configs);
    const name = `cli-${String(place).padStart(String(configs - 1).length, "0")}`;
    files.set(`${name}.yaml`, configText(random, { name, place, count, args, command: options.command ?? name }));
  }
  return files;
}

interface ConfigPlan {
  readonly name: string;
  readonly place: number;
  readonly count: number;
  readonly args: number;
  readonly command: string;
}

function configText(random: Random, { name, place, count, args, command }: ConfigPlan): string {
  const subject = pick(random, NOUNS);
  const head = [
    `name: ${name}`,
    `description: Manage every ${subject} and ${pick(random, NOUNS)} from the command line`,
    `command: "${command}"`,
    `category: ${pick(random, NOUNS)}s`,
    `tags: [${subject}, ${pick(random, ADJECTIVES)}]`,
    "tools:",
  ];
  const tools = Array.from({ length: count }, (_, index) => toolLines(random, { prefix: `c${place}_`, index, args }));
  return `${[...head, ...tools.flat()].join("\n")}\n`;
}

interface ToolPlan {
  readonly prefix: string;
  readonly index: number;
  readonly args: number;
}

function toolLines(random: Random, { prefix, index, args }: ToolPlan): readonly string[] {
  const verb = pick(random, VERBS);
  const noun = pick(random, NOUNS);
  const adjective = pick(random, ADJECTIVES);
  const names = new Set(Array.from({ length: below(random, args - 1) + 2 }, () => pick(random, ARG_NAMES)));
  const isFirst = index === 0;
  return [
    `  - name: ${prefix}${isFirst ? "first" : `${verb}_${noun}_${index}`}`,
    `    description: ${capitalize(verb)} the ${adjective} ${noun} entries of a project. ${pick(random, PURPOSES)}.`,
    `    command: ${noun} ${verb}`,
    "    args:",
    ...[...names].flatMap((arg) => argLines(random, arg, noun)).filter((line) => !isFirst || !line.includes("required:")),
  ];
}

function argLines(random: Random, name: string, noun: string): readonly string[] {
  const type = pick(random, TYPES);
  const isEnum = type === "string" && random() < 0.25;
  const values = isEnum ? [...new Set([pick(random, NOUNS), pick(random, NOUNS), pick(random, NOUNS)])] : [];
  return [
    `      - name: ${name}`,
    `        description: ${capitalize(name)} of the ${noun}, as ${pick(random, ADJECTIVES)} ones are shown`,
    `        type: ${type}`,
    `        flag: --${name}`,
    ...(isEnum ? [`        enum: [${values.join(", ")}]`] : []),
    ...(type === "integer" && random() < 0.5 ? [`        default: ${below(random, 100)}`] : []),
    ...(type === "string" && !isEnum && random() < 0.1 ? ["        required: true"] : []),
  ];
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
