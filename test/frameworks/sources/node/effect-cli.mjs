import { Args, Command, Options } from "@effect/cli";
import * as NodeContext from "@effect/platform-node/NodeContext";
import * as NodeRuntime from "@effect/platform-node/NodeRuntime";
import { Console, Effect, Option } from "effect";

const values = {
  src: Args.text({ name: "src" }).pipe(Args.withDescription("Files to add"), Args.atLeast(1)),
  output: Options.file("output").pipe(
    Options.withAlias("o"),
    Options.withDescription("Write the result to this file instead of the standard output, and create the directories that lead to it"),
    Options.optional,
  ),
  format: Options.choice("format", ["json", "yaml", "text"]).pipe(Options.withDescription("Output format"), Options.withDefault("text")),
  tag: Options.text("tag").pipe(Options.withAlias("t"), Options.withDescription("Attach a tag; replaces --label of version 1"), Options.repeated),
  noColor: Options.boolean("no-color").pipe(Options.withDescription("Do not color the output")),
  id: Options.integer("id").pipe(Options.withDescription("Number of the store")),
  rate: Options.float("rate").pipe(Options.withDescription("Share of the entries to sample"), Options.withDefault(0.5)),
  json: Options.boolean("json").pipe(Options.withDescription("Print JSON")),
  yaml: Options.boolean("yaml").pipe(Options.withDescription("Print YAML")),
  plain: Options.boolean("plain"),
  owner: Options.text("owner").pipe(Options.withDescription("Owner of the entries"), Options.optional),
};
const plainValue = (value) => (Option.isOption(value) ? Option.getOrUndefined(value) : value);
const print = (all) => Console.log(JSON.stringify(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, plainValue(value)]))));

const add = Command.make("add", values, ({ noColor, ...all }) => print({ ...all, color: !noColor })).pipe(Command.withDescription("Add entries to the store"));
const setUrl = Command.make(
  "set-url",
  {
    name: Args.text({ name: "name" }).pipe(Args.withDescription("Name of the remote")),
    url: Args.text({ name: "url" }).pipe(Args.withDescription("New address")),
    push: Options.boolean("push").pipe(Options.withDescription("Change the address for pushes only")),
  },
  print,
).pipe(Command.withDescription("Change the address of a remote"));
const remote = Command.make("remote").pipe(Command.withDescription("Manage remotes"), Command.withSubcommands([setUrl]));
const demo = Command.make("demo").pipe(Command.withDescription("Keep entries in a store"), Command.withSubcommands([add, remote]));

Command.run(demo, { name: "demo", version: "1.2.3" })(process.argv).pipe(Effect.provide(NodeContext.layer), NodeRuntime.runMain);
