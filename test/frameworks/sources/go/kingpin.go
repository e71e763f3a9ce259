package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/alecthomas/kingpin/v2"
)

func main() {
	demo := kingpin.New("demo", "Keep entries in a store").Version("1.2.3")

	add := demo.Command("add", "Add entries to the store")
	src := add.Arg("src", "Files to add").Required().Strings()
	output := add.Flag("output", "Write the result to this file instead of the standard output, and create the directories that lead to it").Short('o').PlaceHolder("FILE").String()
	format := add.Flag("format", "Output format: json, yaml or text").Default("text").Enum("json", "yaml", "text")
	tag := add.Flag("tag", "Attach a tag; replaces --label of version 1").Short('t').PlaceHolder("TAG").Strings()
	color := add.Flag("color", "Color the output").Default("true").Bool()
	id := add.Flag("id", "Number of the store").Required().PlaceHolder("INT").Int()
	rate := add.Flag("rate", "Share of the entries to sample").Default("0.5").Float64()
	asJSON := add.Flag("json", "Print JSON").Bool()
	asYAML := add.Flag("yaml", "Print YAML").Bool()
	plain := add.Flag("plain", "").Bool()
	verbose := add.Flag("verbose", "Print more").Short('v').Counter()
	owner := add.Flag("owner", "Owner of the entries").Envar("DEMO_OWNER").PlaceHolder("NAME").String()
	add.Flag("secret", "For tests").Hidden().String()

	setURL := demo.Command("remote", "Manage remotes").Command("set-url", "Change the address of a remote")
	push := setURL.Flag("push", "Change the address for pushes only").Bool()
	name := setURL.Arg("name", "Name of the remote").Required().String()
	url := setURL.Arg("url", "New address").Required().String()

	values := map[string]any{"name": name, "url": url, "push": push}
	if kingpin.MustParse(demo.Parse(os.Args[1:])) == add.FullCommand() {
		values = map[string]any{"src": src, "output": output, "format": format, "tag": tag, "color": color, "id": id, "rate": rate,
			"json": asJSON, "yaml": asYAML, "plain": plain, "verbose": verbose, "owner": owner}
	}
	text, _ := json.Marshal(values)
	fmt.Println(string(text))
}
