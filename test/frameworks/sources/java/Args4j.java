import java.util.List;
import org.kohsuke.args4j.Argument;
import org.kohsuke.args4j.CmdLineException;
import org.kohsuke.args4j.CmdLineParser;
import org.kohsuke.args4j.Option;
import org.kohsuke.args4j.ParserProperties;

class Demo {
  enum Format { json, yaml, text }

  @Option(name = "-o", aliases = "--output", metaVar = "FILE",
      usage = "Write the result to this file instead of the standard output, and create the directories that lead to it") String output;
  @Option(name = "--format", usage = "Output format") Format format = Format.text;
  @Option(name = "-t", aliases = "--tag", metaVar = "TAG", usage = "Attach a tag; replaces --label of version 1") List<String> tag;
  @Option(name = "--no-color", usage = "Do not color the output") boolean noColor;
  @Option(name = "--id", required = true, metaVar = "INT", usage = "Number of the store") int id;
  @Option(name = "--rate", metaVar = "NUMBER", usage = "Share of the entries to sample") double rate = 0.5;
  @Option(name = "--json", forbids = "--yaml", usage = "Print JSON") boolean json;
  @Option(name = "--yaml", forbids = "--json", usage = "Print YAML") boolean yaml;
  @Option(name = "--owner", metaVar = "NAME", usage = "Owner of the entries") String owner;
  @Option(name = "-h", aliases = "--help", help = true, usage = "Print this help") boolean help;
  @Argument(metaVar = "SRC", required = true, usage = "Files to add") List<String> src;

  static String quote(Object value) {
    return value == null ? "null" : value instanceof List<?> list ? list.stream().map(Demo::quote).toList().toString() : "\"" + value + "\"";
  }

  public static void main(String[] args) {
    Demo demo = new Demo();
    CmdLineParser parser = new CmdLineParser(demo, ParserProperties.defaults().withUsageWidth(100));
    try {
      parser.parseArgument(args);
    } catch (CmdLineException problem) {
      System.err.println(problem.getMessage());
      System.exit(2);
    }
    if (demo.help) {
      System.out.println("Add entries to the store");
      System.out.print("Usage: demo");
      parser.printSingleLineUsage(System.out);
      System.out.println("\n");
      parser.printUsage(System.out);
      return;
    }
    System.out.printf("{\"src\":%s,\"output\":%s,\"format\":%s,\"tag\":%s,\"color\":%b,\"id\":%d,\"rate\":%s,\"json\":%b,\"yaml\":%b,\"owner\":%s}%n",
        quote(demo.src), quote(demo.output), quote(demo.format), quote(demo.tag), !demo.noColor, demo.id, demo.rate, demo.json, demo.yaml,
        quote(demo.owner));
  }
}
