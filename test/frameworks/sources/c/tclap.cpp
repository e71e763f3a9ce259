// Parses with TCLAP.
#include <iostream>
#include <string>
#include <tclap/CmdLine.h>
#include <vector>

static std::string quote(const std::vector<std::string> &items) {
  std::string text = "[";
  for (const auto &item : items) text += (text == "[" ? "\"" : ",\"") + item + "\"";
  return text + "]";
}

int main(int argc, char **argv) {
  using std::string;
  TCLAP::CmdLine line("Add entries to the store", ' ', "1.2.3");
  TCLAP::ValueArg<string> output("o", "output", "Write the result to this file instead of the standard output, and create the directories that lead to it", false, "", "file", line);
  std::vector<string> formats{"json", "yaml", "text"};
  TCLAP::ValuesConstraint<string> one_of(formats);
  TCLAP::ValueArg<string> format("", "format", "Output format", false, "text", &one_of, line);
  TCLAP::MultiArg<string> tag("t", "tag", "Attach a tag; replaces --label of version 1", false, "tag", line);
  TCLAP::SwitchArg no_color("", "no-color", "Do not color the output", line);
  TCLAP::ValueArg<int> id("", "id", "Number of the store", true, 0, "int", line);
  TCLAP::ValueArg<double> rate("", "rate", "Share of the entries to sample", false, 0.5, "number", line);
  TCLAP::SwitchArg json("", "json", "Print JSON", line);
  TCLAP::SwitchArg yaml("", "yaml", "Print YAML", line);
  TCLAP::MultiSwitchArg verbose("v", "verbose", "Print more", line);
  TCLAP::ValueArg<string> owner("", "owner", "Owner of the entries", false, "", "name", line);
  TCLAP::UnlabeledMultiArg<string> src("src", "Files to add", true, "src", line);
  line.parse(argc, argv);
  std::cout << "{\"src\":" << quote(src.getValue()) << ",\"tag\":" << quote(tag.getValue()) << ",\"output\":\"" << output.getValue()
            << "\",\"format\":\"" << format.getValue() << "\",\"owner\":\"" << owner.getValue() << "\",\"color\":" << !no_color.getValue()
            << ",\"json\":" << json.getValue() << ",\"yaml\":" << yaml.getValue() << ",\"verbose\":" << verbose.getValue() << ",\"id\":" << id.getValue()
            << ",\"rate\":" << rate.getValue() << "}\n";
}
