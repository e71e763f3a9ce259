require "json"
require "option_parser"

src = [] of String
tag = [] of String
output = owner = ""
format = "text"
id = 0
rate = 0.5
color = true
json = yaml = plain = push = false
verbose = 0
command = ""

parser = OptionParser.new do |parser|
  parser.banner = "Keep entries in a store\n\nUsage: demo <command> [options]\n\nCommands:"
  parser.on("add", "Add entries to the store") do
    command = "add"
    parser.banner = "Add entries to the store\n\nUsage: demo add [options] --id INT SRC...\n\nOptions:"
    parser.on("-o FILE", "--output=FILE", "Write the result to this file instead of the standard output, and create the directories that lead to it") { |value| output = value }
    parser.on("--format=FORMAT", "Output format: json, yaml or text (default: text)") { |value| format = value }
    parser.on("-t TAG", "--tag=TAG", "Attach a tag; replaces --label of version 1") { |value| tag << value }
    parser.on("--no-color", "Do not color the output") { color = false }
    parser.on("--id=INT", "Number of the store") { |value| id = value.to_i }
    parser.on("--rate=NUMBER", "Share of the entries to sample (default: 0.5)") { |value| rate = value.to_f }
    parser.on("--json", "Print JSON") { json = true }
    parser.on("--yaml", "Print YAML") { yaml = true }
    parser.on("--plain", "") { plain = true }
    parser.on("-v", "--verbose", "Print more") { verbose += 1 }
    parser.on("--owner=NAME", "Owner of the entries") { |value| owner = value }
  end
  parser.on("remote", "Manage remotes") do
    parser.banner = "Manage remotes\n\nUsage: demo remote <command> [options]\n\nCommands:"
    parser.on("set-url", "Change the address of a remote") do
      command = "set-url"
      parser.banner = "Change the address of a remote\n\nUsage: demo remote set-url [options] NAME URL\n\nOptions:"
      parser.on("--push", "Change the address for pushes only") { push = true }
    end
  end
  parser.on("-h", "--help", "Print this help") do
    puts parser
    exit
  end
  parser.on("--version", "Print the version") do
    puts "demo 1.2.3"
    exit
  end
  parser.unknown_args { |before, after| src = before + after }
  parser.invalid_option { |flag| abort "demo: invalid option: #{flag}" }
  parser.missing_option { |flag| abort "demo: missing value of #{flag}" }
end
parser.parse

if command == "set-url"
  puts({name: src[0]?, url: src[1]?, push: push}.to_json)
else
  puts({src: src, output: output, format: format, tag: tag, color: color, id: id, rate: rate, json: json, yaml: yaml, plain: plain, verbose: verbose, owner: owner}.to_json)
end
