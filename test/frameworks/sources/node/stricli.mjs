import { buildApplication, buildCommand, buildRouteMap, numberParser, run } from "@stricli/core";

const text = String;
const add = buildCommand({
  docs: { brief: "Add entries to the store" },
  parameters: {
    positional: { kind: "array", parameter: { brief: "Files to add", parse: text, placeholder: "src" }, minimum: 1 },
    flags: {
      output: {
        kind: "parsed",
        parse: text,
        optional: true,
        placeholder: "file",
        brief: "Write the result to this file instead of the standard output, and create the directories that lead to it",
      },
      format: { kind: "enum", values: ["json", "yaml", "text"], default: "text", brief: "Output format" },
      tag: { kind: "parsed", parse: text, variadic: true, optional: true, brief: "Attach a tag; replaces --label of version 1" },
      color: { kind: "boolean", default: true, brief: "Color the output" },
      id: { kind: "parsed", parse: numberParser, brief: "Number of the store" },
      rate: { kind: "parsed", parse: numberParser, default: "0.5", brief: "Share of the entries to sample" },
      json: { kind: "boolean", optional: true, withNegated: false, brief: "Print JSON" },
      yaml: { kind: "boolean", optional: true, withNegated: false, brief: "Print YAML" },
      plain: { kind: "boolean", optional: true, withNegated: false, brief: "" },
      verbose: { kind: "counter", optional: true, brief: "Print more" },
      owner: { kind: "parsed", parse: text, optional: true, brief: "Owner of the entries" },
      secret: { kind: "parsed", parse: text, optional: true, hidden: true, brief: "" },
    },
    aliases: { o: "output", t: "tag", v: "verbose" },
  },
  func(flags, ...src) {
    console.log(JSON.stringify({ src, ...flags }));
  },
});
const setUrl = buildCommand({
  docs: { brief: "Change the address of a remote" },
  parameters: {
    positional: {
      kind: "tuple",
      parameters: [
        { brief: "Name of the remote", parse: text, placeholder: "name" },
        { brief: "New address", parse: text, placeholder: "url" },
      ],
    },
    flags: { push: { kind: "boolean", optional: true, withNegated: false, brief: "Change the address for pushes only" } },
  },
  func({ push }, name, url) {
    console.log(JSON.stringify({ name, url, push }));
  },
});
const remote = buildRouteMap({ routes: { "set-url": setUrl }, docs: { brief: "Manage remotes" } });
const root = buildRouteMap({ routes: { add, remote }, docs: { brief: "Keep entries in a store" } });
const app = buildApplication(root, { name: "demo", versionInfo: { currentVersion: "1.2.3" }, scanner: { caseStyle: "allow-kebab-for-camel" } });
await run(app, process.argv.slice(2), { process });
