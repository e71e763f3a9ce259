suppressMessages(library(optparse))

parser <- OptionParser(usage = "%prog [options] SRC...", description = "Add entries to the store", prog = "demo", option_list = list(
  make_option(c("-o", "--output"), metavar = "FILE", help = "Write the result to this file instead of the standard output, and create the directories that lead to it"),
  make_option("--format", default = "text", metavar = "FORMAT", help = "Output format: json, yaml or text [default: %default]"),
  make_option(c("-t", "--tag"), metavar = "TAG", help = "Attach a tag; replaces --label of version 1"),
  make_option("--no-color", action = "store_false", default = TRUE, dest = "color", help = "Do not color the output"),
  make_option("--id", type = "integer", metavar = "INT", help = "Number of the store"),
  make_option("--rate", type = "double", default = 0.5, metavar = "NUMBER", help = "Share of the entries to sample [default: %default]"),
  make_option("--json", action = "store_true", default = FALSE, help = "Print JSON"),
  make_option("--yaml", action = "store_true", default = FALSE, help = "Print YAML"),
  make_option("--owner", metavar = "NAME", help = "Owner of the entries")
))
found <- parse_args(parser, positional_arguments = TRUE)
encode <- function(value) if (is.logical(value)) tolower(value) else if (is.numeric(value)) value else dQuote(value, FALSE)
options <- found$options[names(found$options) != "help"]
fields <- mapply(function(name, value) paste0(dQuote(name, FALSE), ":", encode(value)), names(options), options)
src <- paste0("\"src\":[", paste(dQuote(found$args, FALSE), collapse = ","), "]")
cat("{", paste(c(src, fields), collapse = ","), "}\n", sep = "")
