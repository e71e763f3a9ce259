// Parses with CLI11.
#include <CLI/CLI.hpp>
#include <iostream>
#include <string>
#include <vector>

static std::string quote(const std::vector<std::string> &items) {
  std::string text = "[";
  for (const auto &item : items) text += (text == "[" ? "\"" : ",\"") + item + "\"";
  return text + "]";
}

int main(int argc, char **argv) {
  CLI::App demo{"Keep entries in a store", "demo"};
  demo.require_subcommand(1);
  demo.set_version_flag("--version", "1.2.3");
  std::string output, format = "text", owner, sign, name, url, secret;
  std::vector<std::string> tag, src;
  bool color = true, json = false, yaml = false, plain = false, push = false;
  int id = 0;
  double rate = 0.5;

  auto *add = demo.add_subcommand("add", "Add entries to the store");
  add->add_option("src", src, "Files to add")->required();
  add->add_option("-o,--output", output, "Write the result to this file instead of the standard output, and create the directories that lead to it")->option_text("FILE");
  add->add_option("--format", format, "Output format")->check(CLI::IsMember({"json", "yaml", "text"}))->capture_default_str();
  add->add_option("-t,--tag", tag, "Attach a tag; replaces --label of version 1")->expected(1)->take_all();
  add->add_flag("--color,!--no-color", color, "Color the output");
  add->add_option("--id", id, "Number of the store")->required();
  add->add_option("--rate", rate, "Share of the entries to sample")->capture_default_str();
  auto *as_json = add->add_flag("--json", json, "Print JSON");
  auto *as_yaml = add->add_flag("--yaml", yaml, "Print YAML")->excludes(as_json);
  as_json->excludes(as_yaml);
  add->add_flag("--plain", plain);
  auto *verbose = add->add_flag("-v,--verbose", "Print more");
  add->add_option("--owner", owner, "Owner of the entries")->envname("DEMO_OWNER");
  add->add_option("--secret", secret)->group("");

  auto *remote = demo.add_subcommand("remote", "Manage remotes");
  remote->require_subcommand(1);
  auto *set_url = remote->add_subcommand("set-url", "Change the address of a remote");
  set_url->add_option("name", name, "Name of the remote")->required();
  set_url->add_option("url", url, "New address")->required();
  set_url->add_flag("--push", push, "Change the address for pushes only");
  CLI11_PARSE(demo, argc, argv);

  if (set_url->parsed())
    std::cout << "{\"name\":\"" << name << "\",\"url\":\"" << url << "\",\"push\":" << push << "}\n";
  else
    std::cout << "{\"src\":" << quote(src) << ",\"tag\":" << quote(tag) << ",\"output\":\"" << output << "\",\"format\":\"" << format << "\",\"owner\":\""
              << owner << "\",\"color\":" << color << ",\"json\":" << json << ",\"yaml\":" << yaml << ",\"plain\":" << plain
              << ",\"verbose\":" << verbose->count() << ",\"id\":" << id << ",\"rate\":" << rate << "}\n";
}
