import commandLineArgs from "command-line-args";
import commandLineUsage from "command-line-usage";

const options = [
  { name: "src", type: String, multiple: true, defaultOption: true, typeLabel: "{underline FILE} ...", description: "Files to add" },
  {
    name: "output",
    alias: "o",
    type: String,
    typeLabel: "{underline FILE}",
    description: "Write the result to this file instead of the standard output, and create the directories that lead to it",
  },
  { name: "format", type: String, defaultValue: "text", description: "Output format: json, yaml or text" },
  { name: "tag", alias: "t", type: String, lazyMultiple: true, description: "Attach a tag; replaces --label of version 1" },
  { name: "no-color", type: Boolean, description: "Do not color the output" },
  { name: "id", type: Number, description: "Number of the store" },
  { name: "rate", type: Number, defaultValue: 0.5, description: "Share of the entries to sample" },
  { name: "json", type: Boolean, description: "Print JSON" },
  { name: "yaml", type: Boolean, description: "Print YAML" },
  { name: "plain", type: Boolean },
  { name: "verbose", alias: "v", type: Boolean, lazyMultiple: true, description: "Print more" },
  { name: "owner", type: String, description: "Owner of the entries" },
  { name: "help", alias: "h", type: Boolean, description: "Print this help" },
];
const values = commandLineArgs(options);
if (values.help) {
  console.log(
    commandLineUsage([
      { header: "demo", content: "Add entries to the store" },
      { header: "Synopsis", content: "$ demo {bold --id} {underline number} [options] {underline SRC} ..." },
      { header: "Options", optionList: options },
    ]),
  );
} else {
  const { "no-color": noColor, ...rest } = values;
  console.log(JSON.stringify({ ...rest, color: !noColor, verbose: values.verbose?.length }));
}
