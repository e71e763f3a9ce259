require "clamp"
require "json"

class Add < Clamp::Command
  option ["-o", "--output"], "FILE", "Write the result to this file instead of the standard output, and create the directories that lead to it"
  option "--format", "FORMAT", "Output format: json, yaml or text", default: "text"
  option ["-t", "--tag"], "TAG", "Attach a tag; replaces --label of version 1", multivalued: true
  option "--[no-]color", :flag, "Color the output", default: true
  option "--id", "INT", "Number of the store", required: true
  option "--rate", "NUMBER", "Share of the entries to sample", default: 0.5
  option "--json", :flag, "Print JSON"
  option "--yaml", :flag, "Print YAML"
  option "--plain", :flag, ""
  option "--owner", "NAME", "Owner of the entries", environment_variable: "DEMO_OWNER"
  option "--secret", "TEXT", "For tests", hidden: true
  parameter "SRC ...", "Files to add", attribute_name: :src

  def execute
    puts JSON.generate(src: src, output: output, format: format, tag: tag_list, color: color?, id: id, rate: rate, json: json?, yaml: yaml?, plain: plain?, owner: owner)
  end
end

class SetUrl < Clamp::Command
  option "--push", :flag, "Change the address for pushes only"
  parameter "NAME", "Name of the remote"
  parameter "URL", "New address"

  def execute
    puts JSON.generate(name: name, url: url, push: push?)
  end
end

class Remote < Clamp::Command
  subcommand "set-url", "Change the address of a remote", SetUrl
end

class Demo < Clamp::Command
  subcommand "add", "Add entries to the store", Add
  subcommand "remote", "Manage remotes", Remote
end

Demo.run("demo")
