// Parses with Boost.Program_options.
#include <boost/program_options.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace po = boost::program_options;

static std::string quote(const std::vector<std::string> &items) {
  std::string text = "[";
  for (const auto &item : items) text += (text == "[" ? "\"" : ",\"") + item + "\"";
  return text + "]";
}

int main(int argc, char **argv) {
  std::string output, format, owner, sign;
  std::vector<std::string> tag, src;
  int id = 0;
  double rate = 0.5;
  po::options_description shown("Options");
  shown.add_options()
    ("help,h", "Print this help")
    ("output,o", po::value(&output)->value_name("FILE"), "Write the result to this file instead of the standard output, and create the directories that lead to it")
    ("format", po::value(&format)->default_value("text"), "Output format: json, yaml or text")
    ("tag,t", po::value(&tag)->composing()->value_name("TAG"), "Attach a tag; replaces --label of version 1")
    ("no-color", po::bool_switch(), "Do not color the output")
    ("sign", po::value(&sign)->implicit_value("auto")->value_name("KEY"), "Sign the entries")
    ("id", po::value(&id)->required()->value_name("INT"), "Number of the store")
    ("rate", po::value(&rate)->default_value(0.5)->value_name("NUMBER"), "Share of the entries to sample")
    ("json", po::bool_switch(), "Print JSON")
    ("yaml", po::bool_switch(), "Print YAML")
    ("plain", po::bool_switch(), "")
    ("owner", po::value(&owner)->value_name("NAME"), "Owner of the entries");
  po::options_description all;
  all.add(shown).add_options()("src", po::value(&src));
  po::positional_options_description positional;
  positional.add("src", -1);
  try {
    po::variables_map found;
    po::store(po::command_line_parser(argc, argv).options(all).positional(positional).run(), found);
    if (found.count("help")) {
      std::cout << "Usage: demo [options] SRC...\n\nAdd entries to the store\n\n" << shown;
      return 0;
    }
    po::notify(found);
    auto on = [&](const char *name) { return found[name].as<bool>(); };
    std::cout << "{\"src\":" << quote(src) << ",\"tag\":" << quote(tag) << ",\"output\":\"" << output << "\",\"format\":\"" << format << "\",\"sign\":\""
              << sign << "\",\"owner\":\"" << owner << "\",\"color\":" << !on("no-color") << ",\"json\":" << on("json") << ",\"yaml\":" << on("yaml")
              << ",\"plain\":" << on("plain") << ",\"id\":" << id << ",\"rate\":" << rate << "}\n";
  } catch (const std::exception &error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
