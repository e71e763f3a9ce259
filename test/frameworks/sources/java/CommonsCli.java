import java.util.List;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.HelpFormatter;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.OptionGroup;
import org.apache.commons.cli.Options;

class Demo {
  static String quote(Object value) {
    return value == null ? "null" : value instanceof List<?> list ? list.stream().map(Demo::quote).toList().toString() : "\"" + value + "\"";
  }

  public static void main(String[] args) throws Exception {
    Options options = new Options();
    options.addOption(Option.builder("o").longOpt("output").hasArg().argName("FILE")
        .desc("Write the result to this file instead of the standard output, and create the directories that lead to it").build());
    options.addOption(Option.builder().longOpt("format").hasArg().argName("FORMAT").desc("Output format: json, yaml or text").build());
    options.addOption(Option.builder("t").longOpt("tag").hasArg().argName("TAG").desc("Attach a tag; replaces --label of version 1").build());
    options.addOption(Option.builder().longOpt("no-color").desc("Do not color the output").build());
    options.addOption(Option.builder().longOpt("sign").hasArg().optionalArg(true).argName("KEY").desc("Sign the entries").build());
    options.addOption(Option.builder().longOpt("rate").hasArg().argName("NUMBER").desc("Share of the entries to sample (default: 0.5)").build());
    options.addOptionGroup(new OptionGroup()
        .addOption(Option.builder().longOpt("json").desc("Print JSON").build())
        .addOption(Option.builder().longOpt("yaml").desc("Print YAML").build()));
    options.addOption(Option.builder().longOpt("plain").build());
    options.addOption(Option.builder().longOpt("owner").hasArg().argName("NAME").desc("Owner of the entries").build());
    options.addOption(Option.builder("h").longOpt("help").desc("Print this help").build());
    if (List.of(args).contains("--help") || args.length == 0) {
      options.addOption(Option.builder().longOpt("id").required().hasArg().argName("INT").desc("Number of the store").build());
      HelpFormatter formatter = new HelpFormatter();
      formatter.setSyntaxPrefix("Usage: ");
      formatter.printHelp("demo [options] SRC...", "Add entries to the store", options, "", false);
      return;
    }
    options.addOption(Option.builder().longOpt("id").required().hasArg().argName("INT").desc("Number of the store").build());
    var found = new DefaultParser().parse(options, args);
    String[] tags = found.getOptionValues("tag");
    System.out.printf("{\"src\":%s,\"output\":%s,\"format\":%s,\"tag\":%s,\"color\":%b,\"sign\":%s,\"id\":%s,\"rate\":%s,\"json\":%b,\"yaml\":%b,"
        + "\"plain\":%b,\"owner\":%s}%n", quote(found.getArgList()), quote(found.getOptionValue("output")), quote(found.getOptionValue("format", "text")),
        quote(tags == null ? List.of() : List.of(tags)), !found.hasOption("no-color"),
        quote(found.hasOption("sign") ? found.getOptionValue("sign", "auto") : null), found.getOptionValue("id"), found.getOptionValue("rate", "0.5"),
        found.hasOption("json"), found.hasOption("yaml"), found.hasOption("plain"), quote(found.getOptionValue("owner")));
  }
}
