package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
)

type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}

func main() {
	flag.Usage = func() {
		fmt.Fprintf(os.Stderr, "Add entries to the store\n\nUsage: demo [flags] <src>...\n\n")
		flag.PrintDefaults()
	}
	output := flag.String("output", "", "Write the result to this `file` instead of the standard output, and create the directories that lead to it")
	format := flag.String("format", "text", "Output format: json, yaml or text")
	tag := list{}
	flag.Var(&tag, "tag", "Attach a `tag`; replaces -label of version 1")
	color := flag.Bool("color", true, "Color the output")
	id := flag.Int("id", 0, "Number of the store")
	rate := flag.Float64("rate", 0.5, "Share of the entries to sample")
	asJSON := flag.Bool("json", false, "Print JSON")
	asYAML := flag.Bool("yaml", false, "Print YAML")
	plain := flag.Bool("plain", false, "")
	owner := flag.String("owner", "", "Owner of the entries")
	flag.Parse()
	text, _ := json.Marshal(map[string]any{"src": flag.Args(), "output": output, "format": format, "tag": tag, "color": color, "id": id, "rate": rate,
		"json": asJSON, "yaml": asYAML, "plain": plain, "owner": owner})
	fmt.Println(string(text))
}
