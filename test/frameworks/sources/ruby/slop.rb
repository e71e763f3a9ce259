require "json"
require "slop"

options = Slop::Options.new
options.banner = "Usage: demo [options] SRC...\n\nAdd entries to the store\n\nOptions:"
options.string "-o", "--output", "Write the result to this file instead of the standard output, and create the directories that lead to it"
options.string "--format", "Output format: json, yaml or text (default: text)", default: "text"
options.array "-t", "--tag", "Attach a tag; replaces --label of version 1", delimiter: nil
options.boolean "--color", "Color the output", default: true
options.integer "--id", "Number of the store", required: true
options.float "--rate", "Share of the entries to sample (default: 0.5)", default: 0.5
options.boolean "--json", "Print JSON"
options.boolean "--yaml", "Print YAML"
options.string "--owner", "Owner of the entries"
options.on "-h", "--help", "Print this help" do
  puts options
  exit
end
begin
  found = Slop::Parser.new(options).parse(ARGV)
  puts JSON.generate(found.to_hash.merge(src: found.arguments))
rescue Slop::Error => error
  warn error.message
  exit 1
end
