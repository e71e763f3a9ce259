require "json"
require "optimist"

values = Optimist.options do
  version "demo 1.2.3"
  synopsis "Add entries to the store"
  usage "[options] SRC..."
  opt :output, "Write the result to this file instead of the standard output, and create the directories that lead to it", type: :string, short: "o"
  opt :format, "Output format", permitted: %w[json yaml text], default: "text", short: :none
  opt :tag, "Attach a tag; replaces --label of version 1", type: :string, multi: true, short: "t"
  opt :color, "Color the output", default: true, short: :none
  opt :id, "Number of the store", type: :integer, required: true, short: :none
  opt :rate, "Share of the entries to sample", default: 0.5, short: :none
  opt :json, "Print JSON", short: :none
  opt :yaml, "Print YAML", short: :none
  opt :plain, "", short: :none
  opt :owner, "Owner of the entries", type: :string, short: :none
  conflicts :json, :yaml
end
puts JSON.generate(values.merge(src: ARGV))
