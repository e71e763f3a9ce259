require "json"
require "optparse"

values = { format: "text", tag: [], color: true, rate: 0.5, verbose: 0 }
OptionParser.new do |parser|
  parser.program_name = "demo"
  parser.version = "1.2.3"
  parser.banner = "Usage: demo [options] SRC...\n\nAdd entries to the store"
  parser.separator "\nOptions:"
  parser.on("-o", "--output FILE", "Write the result to this file instead of the standard", "output, and create the directories that lead to it") { |file| values[:output] = file }
  parser.on("--format FORMAT", %w[json yaml text], "Output format (json, yaml, text)") { |format| values[:format] = format }
  parser.on("-t", "--tag TAG", "Attach a tag; replaces --label of version 1") { |tag| values[:tag] << tag }
  parser.on("--[no-]color", "Color the output") { |color| values[:color] = color }
  parser.on("--sign [KEY]", "Sign the entries") { |key| values[:sign] = key || "auto" }
  parser.on("--id INT", Integer, "Number of the store") { |id| values[:id] = id }
  parser.on("--rate NUMBER", Float, "Share of the entries to sample (default: 0.5)") { |rate| values[:rate] = rate }
  parser.on("--json", "Print JSON") { values[:json] = true }
  parser.on("--yaml", "Print YAML") { values[:yaml] = true }
  parser.on("--plain") { values[:plain] = true }
  parser.on("-v", "--verbose", "Print more") { values[:verbose] += 1 }
  parser.on("--owner NAME", "Owner of the entries") { |owner| values[:owner] = owner }
end.parse!
puts JSON.generate(values.merge(src: ARGV))
