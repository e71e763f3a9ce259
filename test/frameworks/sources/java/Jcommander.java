import com.beust.jcommander.JCommander;
import com.beust.jcommander.Parameter;
import com.beust.jcommander.Parameters;
import java.util.ArrayList;
import java.util.List;

class Demo {
  enum Format { json, yaml, text }

  static String quote(Object value) {
    return value == null ? "null" : value instanceof List<?> list ? list.stream().map(Demo::quote).toList().toString() : "\"" + value + "\"";
  }

  @Parameter(names = "--help", help = true, description = "Print this help") boolean help;

  @Parameters(commandDescription = "Add entries to the store")
  static class Add {
    @Parameter(description = "SRC...", required = true) List<String> src = new ArrayList<>();
    @Parameter(names = {"-o", "--output"},
        description = "Write the result to this file instead of the standard output, and create the directories that lead to it") String output;
    @Parameter(names = "--format", description = "Output format") Format format = Format.text;
    @Parameter(names = {"-t", "--tag"}, description = "Attach a tag; replaces --label of version 1") List<String> tag = new ArrayList<>();
    @Parameter(names = "--no-color", description = "Do not color the output") boolean noColor;
    @Parameter(names = "--id", required = true, description = "Number of the store") int id;
    @Parameter(names = "--rate", description = "Share of the entries to sample") double rate = 0.5;
    @Parameter(names = "--json", description = "Print JSON") boolean json;
    @Parameter(names = "--yaml", description = "Print YAML") boolean yaml;
    @Parameter(names = "--plain") boolean plain;
    @Parameter(names = "--owner", description = "Owner of the entries") String owner;
    @Parameter(names = "--secret", hidden = true) String secret;
  }

  @Parameters(commandDescription = "Change the address of a remote")
  static class SetUrl {
    @Parameter(description = "NAME URL", required = true) List<String> values = new ArrayList<>();
    @Parameter(names = "--push", description = "Change the address for pushes only") boolean push;
  }

  public static void main(String[] args) {
    Demo demo = new Demo();
    Add add = new Add();
    SetUrl setUrl = new SetUrl();
    JCommander parser = JCommander.newBuilder().addObject(demo).programName("demo").addCommand("add", add).addCommand("remote-set-url", setUrl).build();
    parser.parse(args);
    if (demo.help || parser.getParsedCommand() == null) {
      parser.usage();
    } else if (parser.getParsedCommand().equals("add")) {
      System.out.printf("{\"src\":%s,\"output\":%s,\"format\":%s,\"tag\":%s,\"color\":%b,\"id\":%d,\"rate\":%s,\"json\":%b,\"yaml\":%b,\"plain\":%b,"
          + "\"owner\":%s}%n", quote(add.src), quote(add.output), quote(add.format), quote(add.tag), !add.noColor, add.id, add.rate, add.json, add.yaml,
          add.plain, quote(add.owner));
    } else {
      System.out.printf("{\"name\":%s,\"url\":%s,\"push\":%b}%n", quote(setUrl.values.get(0)), quote(setUrl.values.get(1)), setUrl.push);
    }
  }
}
