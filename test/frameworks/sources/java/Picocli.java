import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "demo", version = "1.2.3", mixinStandardHelpOptions = true, description = "Keep entries in a store",
    subcommands = {Demo.Add.class, Demo.Remote.class})
class Demo {
  enum Format { json, yaml, text }

  static String quote(Object value) {
    return value == null ? "null" : value instanceof List<?> list ? list.stream().map(Demo::quote).toList().toString() : "\"" + value + "\"";
  }

  static class Form {
    @Option(names = "--json", description = "Print JSON") boolean json;
    @Option(names = "--yaml", description = "Print YAML") boolean yaml;
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Add entries to the store")
  static class Add implements Runnable {
    @Option(names = {"-o", "--output"}, paramLabel = "FILE",
        description = "Write the result to this file instead of the standard output, and create the directories that lead to it") String output;
    @Option(names = "--format", defaultValue = "text", description = "Output format: ${COMPLETION-CANDIDATES}") Format format;
    @Option(names = {"-t", "--tag"}, paramLabel = "TAG", description = "Attach a tag; replaces --label of version 1") List<String> tag;
    @Option(names = "--color", negatable = true, defaultValue = "true", fallbackValue = "true", description = "Color the output") boolean color;
    @Option(names = "--sign", arity = "0..1", fallbackValue = "auto", paramLabel = "KEY", description = "Sign the entries") String sign;
    @Option(names = "--id", required = true, paramLabel = "INT", description = "Number of the store") int id;
    @Option(names = "--rate", defaultValue = "0.5", paramLabel = "NUMBER", description = "Share of the entries to sample (default: ${DEFAULT-VALUE})") double rate;
    @ArgGroup Form form = new Form();
    @Option(names = "--plain") boolean plain;
    @Option(names = {"-v", "--verbose"}, description = "Print more") boolean[] verbose = {};
    @Option(names = "--owner", defaultValue = "${env:DEMO_OWNER}", paramLabel = "NAME", description = "Owner of the entries") String owner;
    @Option(names = "--secret", hidden = true) String secret;
    @Parameters(arity = "1..*", paramLabel = "SRC", description = "Files to add") List<String> src;

    public void run() {
      System.out.printf("{\"src\":%s,\"output\":%s,\"format\":%s,\"tag\":%s,\"color\":%b,\"sign\":%s,\"id\":%d,\"rate\":%s,\"json\":%b,\"yaml\":%b,"
          + "\"plain\":%b,\"verbose\":%d,\"owner\":%s}%n", quote(src), quote(output), quote(format), quote(tag), color, quote(sign), id, rate,
          form.json, form.yaml, plain, verbose.length, quote(owner));
    }
  }

  @Command(name = "remote", mixinStandardHelpOptions = true, description = "Manage remotes", subcommands = SetUrl.class)
  static class Remote {}

  @Command(name = "set-url", mixinStandardHelpOptions = true, description = "Change the address of a remote")
  static class SetUrl implements Runnable {
    @Option(names = "--push", description = "Change the address for pushes only") boolean push;
    @Parameters(index = "0", paramLabel = "NAME", description = "Name of the remote") String name;
    @Parameters(index = "1", paramLabel = "URL", description = "New address") String url;

    public void run() {
      System.out.printf("{\"name\":%s,\"url\":%s,\"push\":%b}%n", quote(name), quote(url), push);
    }
  }

  public static void main(String[] args) {
    System.exit(new CommandLine(new Demo()).execute(args));
  }
}
