package main

import (
	"encoding/json"
	"fmt"

	"github.com/alecthomas/kong"
)

type add struct {
	Src     []string `arg:"" name:"src" help:"Files to add." json:"src"`
	Output  string   `short:"o" placeholder:"FILE" help:"Write the result to this file instead of the standard output, and create the directories that lead to it" json:"output"`
	Format  string   `enum:"json,yaml,text" default:"text" help:"Output format (${enum})" json:"format"`
	Tag     []string `short:"t" sep:"none" placeholder:"TAG" help:"Attach a tag; replaces --label of version 1" json:"tag"`
	Color   bool     `negatable:"" default:"true" help:"Color the output" json:"color"`
	ID      int      `required:"" placeholder:"INT" help:"Number of the store" json:"id"`
	Rate    float64  `default:"0.5" help:"Share of the entries to sample" json:"rate"`
	JSON    bool     `xor:"form" name:"json" help:"Print JSON" json:"json"`
	YAML    bool     `xor:"form" name:"yaml" help:"Print YAML" json:"yaml"`
	Plain   bool     `json:"plain"`
	Verbose int      `short:"v" type:"counter" help:"Print more" json:"verbose"`
	Owner   string   `env:"DEMO_OWNER" placeholder:"NAME" help:"Owner of the entries" json:"owner"`
	Secret  string   `hidden:"" json:"secret"`
}

type setURL struct {
	Name string `arg:"" help:"Name of the remote" json:"name"`
	URL  string `arg:"" name:"url" help:"New address" json:"url"`
	Push bool   `help:"Change the address for pushes only" json:"push"`
}

func main() {
	var demo struct {
		Version kong.VersionFlag `help:"Print the version"`
		Add     add              `cmd:"" help:"Add entries to the store"`
		Remote  struct {
			SetURL setURL `cmd:"" name:"set-url" help:"Change the address of a remote"`
		} `cmd:"" help:"Manage remotes"`
	}
	context := kong.Parse(&demo, kong.Name("demo"), kong.Description("Keep entries in a store"), kong.Vars{"version": "1.2.3"})
	var values any = demo.Add
	if context.Command() != "add <src>" {
		values = demo.Remote.SetURL
	}
	text, _ := json.Marshal(values)
	fmt.Println(string(text))
}
