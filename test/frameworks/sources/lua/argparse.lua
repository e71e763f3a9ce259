local argparse = require "argparse"

local parser = argparse("demo", "Keep entries in a store")
parser:require_command(true)
parser:command_target("command")

local add = parser:command("add", "Add entries to the store")
add:argument("src", "Files to add"):args("+")
add:option("-o --output", "Write the result to this file instead of the standard output, and create the directories that lead to it"):argname("<file>")
add:option("--format", "Output format", "text"):choices { "json", "yaml", "text" }
add:option("-t --tag", "Attach a tag; replaces --label of version 1"):count("*")
add:flag("--no-color", "Do not color the output"):target("no_color")
add:option("--id", "Number of the store"):count(1):convert(tonumber)
add:option("--rate", "Share of the entries to sample", "0.5"):convert(tonumber)
add:mutex(add:flag("--json", "Print JSON"), add:flag("--yaml", "Print YAML"))
add:flag("--plain")
add:flag("-v --verbose", "Print more"):count("*"):target("verbose")
add:option("--owner", "Owner of the entries")
add:option("--secret", "For tests"):hidden(true)

local remote = parser:command("remote", "Manage remotes")
remote:require_command(true)
local set_url = remote:command("set-url", "Change the address of a remote")
set_url:argument("name", "Name of the remote")
set_url:argument("url", "New address")
set_url:flag("--push", "Change the address for pushes only")

local function encode(value)
  if type(value) ~= "table" then
    return type(value) == "string" and string.format("%q", value) or tostring(value)
  end
  local items = {}
  for _, item in ipairs(value) do
    items[#items + 1] = encode(item)
  end
  return "[" .. table.concat(items, ",") .. "]"
end

local values = parser:parse()
values.color = not values.no_color
values.no_color = nil
local fields = {}
for name, value in pairs(values) do
  fields[#fields + 1] = string.format("%q:%s", name, encode(value))
end
print("{" .. table.concat(fields, ",") .. "}")
