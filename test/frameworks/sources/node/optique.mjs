import { merge, object, or } from "@optique/core/constructs";
import { message } from "@optique/core/message";
import { map, multiple, optional, withDefault } from "@optique/core/modifiers";
import { argument, command, constant, flag, option } from "@optique/core/primitives";
import { choice, float, integer, string } from "@optique/core/valueparser";
import { run } from "@optique/run";

const add = command(
  "add",
  object({
    command: constant("add"),
    src: multiple(argument(string({ metavar: "SRC" }), { description: message`Files to add` }), { min: 1 }),
    output: optional(
      option("-o", "--output", string({ metavar: "FILE" }), {
        description: message`Write the result to this file instead of the standard output, and create the directories that lead to it`,
      }),
    ),
    format: withDefault(option("--format", choice(["json", "yaml", "text"]), { description: message`Output format` }), "text"),
    tag: multiple(option("-t", "--tag", string({ metavar: "TAG" }), { description: message`Attach a tag; replaces --label of version 1` })),
    noColor: option("--no-color", { description: message`Do not color the output` }),
    id: option("--id", integer({ metavar: "INT" }), { description: message`Number of the store` }),
    rate: withDefault(option("--rate", float({ metavar: "NUMBER" }), { description: message`Share of the entries to sample` }), 0.5),
    form: optional(
      or(
        map(flag("--json", { description: message`Print JSON` }), () => "json"),
        map(flag("--yaml", { description: message`Print YAML` }), () => "yaml"),
      ),
    ),
    plain: option("--plain"),
    verbose: map(multiple(option("-v", "--verbose", { description: message`Print more` })), (all) => all.length),
    owner: optional(option("--owner", string({ metavar: "NAME" }), { description: message`Owner of the entries` })),
    secret: optional(option("--secret", string(), { hidden: true })),
  }),
  { description: message`Add entries to the store` },
);
const remote = command(
  "remote",
  command(
    "set-url",
    object({
      command: constant("set-url"),
      push: option("--push", { description: message`Change the address for pushes only` }),
      name: argument(string({ metavar: "NAME" }), { description: message`Name of the remote` }),
      url: argument(string({ metavar: "URL" }), { description: message`New address` }),
    }),
    { description: message`Change the address of a remote` },
  ),
  { description: message`Manage remotes` },
);
const { noColor, form, ...values } = run(or(add, remote), {
  programName: "demo",
  help: "both",
  version: "1.2.3",
  brief: message`Keep entries in a store`,
  showDefault: true,
  showChoices: true,
});
console.log(JSON.stringify({ ...values, color: !noColor, json: form === "json", yaml: form === "yaml" }));
