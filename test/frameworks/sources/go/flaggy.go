package main

import (
	"encoding/json"
	"fmt"

	"github.com/integrii/flaggy"
)

func main() {
	var values struct {
		Output string   `json:"output"`
		Format string   `json:"format"`
		Tag    []string `json:"tag"`
		Color  bool     `json:"color"`
		ID     int      `json:"id"`
		Rate   float64  `json:"rate"`
		JSON   bool     `json:"json"`
		YAML   bool     `json:"yaml"`
		Plain  bool     `json:"plain"`
		Owner  string   `json:"owner"`
		Src    []string `json:"src"`
	}
	var remote struct {
		Name string `json:"name"`
		URL  string `json:"url"`
		Push bool   `json:"push"`
	}
	values.Format, values.Rate, values.Color = "text", 0.5, true
	flaggy.SetName("demo")
	flaggy.SetDescription("Keep entries in a store")
	flaggy.SetVersion("1.2.3")

	add := flaggy.NewSubcommand("add")
	add.Description = "Add entries to the store"
	var src string
	add.AddPositionalValue(&src, "src", 1, true, "File to add")
	add.String(&values.Output, "o", "output", "Write the result to this file instead of the standard output, and create the directories that lead to it")
	add.String(&values.Format, "", "format", "Output format: json, yaml or text")
	add.StringSlice(&values.Tag, "t", "tag", "Attach a tag; replaces --label of version 1")
	add.Bool(&values.Color, "", "color", "Color the output")
	add.Int(&values.ID, "", "id", "Number of the store")
	add.Float64(&values.Rate, "", "rate", "Share of the entries to sample")
	add.Bool(&values.JSON, "", "json", "Print JSON")
	add.Bool(&values.YAML, "", "yaml", "Print YAML")
	add.Bool(&values.Plain, "", "plain", "")
	add.String(&values.Owner, "", "owner", "Owner of the entries")
	flaggy.AttachSubcommand(add, 1)

	group := flaggy.NewSubcommand("remote")
	group.Description = "Manage remotes"
	setURL := flaggy.NewSubcommand("set-url")
	setURL.Description = "Change the address of a remote"
	setURL.AddPositionalValue(&remote.Name, "name", 1, true, "Name of the remote")
	setURL.AddPositionalValue(&remote.URL, "url", 2, true, "New address")
	setURL.Bool(&remote.Push, "", "push", "Change the address for pushes only")
	group.AttachSubcommand(setURL, 1)
	flaggy.AttachSubcommand(group, 1)
	flaggy.Parse()

	var result any = values
	if setURL.Used {
		result = remote
	} else {
		values.Src = append([]string{src}, flaggy.TrailingArguments...)
		result = values
	}
	text, _ := json.Marshal(result)
	fmt.Println(string(text))
}
