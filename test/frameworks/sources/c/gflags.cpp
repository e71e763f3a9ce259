// Parses with gflags.
#include <gflags/gflags.h>
#include <iostream>
#include <string>

DEFINE_string(output, "", "Write the result to this file instead of the standard output, and create the directories that lead to it");
DEFINE_string(format, "text", "Output format: json, yaml or text");
DEFINE_bool(color, true, "Color the output");
DEFINE_int32(id, 0, "Number of the store");
DEFINE_double(rate, 0.5, "Share of the entries to sample");
DEFINE_bool(json, false, "Print JSON");
DEFINE_bool(yaml, false, "Print YAML");
DEFINE_string(owner, "", "Owner of the entries");

int main(int argc, char **argv) {
  gflags::SetUsageMessage("Add entries to the store\n\nUsage: demo [flags] SRC...");
  gflags::SetVersionString("1.2.3");
  gflags::ParseCommandLineFlags(&argc, &argv, true);
  std::cout << "{\"src\":[";
  for (int i = 1; i < argc; i++) std::cout << (i > 1 ? "," : "") << '"' << argv[i] << '"';
  std::cout << "],\"output\":\"" << FLAGS_output << "\",\"format\":\"" << FLAGS_format << "\",\"owner\":\"" << FLAGS_owner << "\",\"color\":" << FLAGS_color
            << ",\"id\":" << FLAGS_id << ",\"rate\":" << FLAGS_rate << ",\"json\":" << FLAGS_json << ",\"yaml\":" << FLAGS_yaml << "}\n";
}
