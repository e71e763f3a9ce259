require "json"
require "thor"

class Remote < Thor
  def self.exit_on_failure? = true

  desc "set-url NAME URL", "Change the address of a remote"
  option :push, type: :boolean, desc: "Change the address for pushes only"
  def set_url(name, url)
    puts JSON.generate(options.merge(name: name, url: url))
  end
end

class Demo < Thor
  def self.exit_on_failure? = true
  package_name "demo"

  desc "add SRC...", "Add entries to the store"
  option :output, aliases: "-o", banner: "FILE", desc: "Write the result to this file instead of the standard output, and create the directories that lead to it"
  option :format, enum: %w[json yaml text], default: "text", desc: "Output format"
  option :tag, aliases: "-t", repeatable: true, desc: "Attach a tag; replaces --label of version 1"
  option :color, type: :boolean, default: true, desc: "Color the output"
  option :sign, lazy_default: "auto", banner: "KEY", desc: "Sign the entries"
  option :id, type: :numeric, required: true, desc: "Number of the store"
  option :rate, type: :numeric, default: 0.5, desc: "Share of the entries to sample"
  option :json, type: :boolean, desc: "Print JSON"
  option :yaml, type: :boolean, desc: "Print YAML"
  option :plain, type: :boolean
  option :owner, banner: "NAME", desc: "Owner of the entries"
  option :secret, hide: true
  def add(*src)
    puts JSON.generate(options.merge(src: src))
  end

  desc "remote SUBCOMMAND", "Manage remotes"
  subcommand "remote", Remote
end

Demo.start
