// Parses with cxxopts.
#include <cxxopts.hpp>
#include <iostream>
#include <string>
#include <vector>

static std::string quote(const std::vector<std::string> &items) {
  std::string text = "[";
  for (const auto &item : items) text += (text == "[" ? "\"" : ",\"") + item + "\"";
  return text + "]";
}

int main(int argc, char **argv) {
  using cxxopts::value;
  cxxopts::Options options("demo", "Add entries to the store");
  options.positional_help("SRC...");
  options.add_options()
    ("o,output", "Write the result to this file instead of the standard output, and create the directories that lead to it", value<std::string>()->default_value(""), "FILE")
    ("format", "Output format: json, yaml or text", value<std::string>()->default_value("text"))
    ("t,tag", "Attach a tag; replaces --label of version 1", value<std::vector<std::string>>(), "TAG")
    ("no-color", "Do not color the output")
    ("sign", "Sign the entries", value<std::string>()->implicit_value("auto"), "KEY")
    ("id", "Number of the store", value<int>(), "INT")
    ("rate", "Share of the entries to sample", value<double>()->default_value("0.5"), "NUMBER")
    ("json", "Print JSON")
    ("yaml", "Print YAML")
    ("plain", "")
    ("v,verbose", "Print more")
    ("owner", "Owner of the entries", value<std::string>(), "NAME")
    ("h,help", "Print this help");
  options.add_options("hidden")("src", "Files to add", value<std::vector<std::string>>());
  options.parse_positional({"src"});
  try {
    auto found = options.parse(argc, argv);
    auto text = [&](const char *name) { return found.count(name) ? found[name].as<std::string>() : std::string(); };
    auto list = [&](const char *name) { return quote(found.count(name) ? found[name].as<std::vector<std::string>>() : std::vector<std::string>()); };
    if (found.count("help")) {
      std::cout << options.help({""});
      return 0;
    }
    std::cout << "{\"src\":" << list("src") << ",\"tag\":" << list("tag") << ",\"output\":\"" << found["output"].as<std::string>() << "\",\"format\":\""
              << found["format"].as<std::string>() << "\",\"sign\":\"" << text("sign") << "\",\"owner\":\"" << text("owner")
              << "\",\"color\":" << !found.count("no-color") << ",\"json\":" << found.count("json") << ",\"yaml\":" << found.count("yaml")
              << ",\"plain\":" << found.count("plain") << ",\"verbose\":" << found.count("verbose") << ",\"id\":" << found["id"].as<int>()
              << ",\"rate\":" << found["rate"].as<double>() << "}\n";
  } catch (const std::exception &error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
