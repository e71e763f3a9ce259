package main

import (
	"encoding/json"
	"fmt"

	"github.com/alexflint/go-arg"
)

type add struct {
	Src    []string `arg:"positional,required" help:"Files to add" json:"src"`
	Output string   `arg:"-o" placeholder:"FILE" help:"Write the result to this file instead of the standard output, and create the directories that lead to it" json:"output"`
	Format string   `default:"text" help:"Output format: json, yaml or text" json:"format"`
	Tag    []string `arg:"-t,separate" placeholder:"TAG" help:"Attach a tag; replaces --label of version 1" json:"tag"`
	Color  bool     `arg:"--no-color" help:"Do not color the output" json:"-"`
	ID     int      `arg:"required" placeholder:"INT" help:"Number of the store" json:"id"`
	Rate   float64  `default:"0.5" placeholder:"NUMBER" help:"Share of the entries to sample" json:"rate"`
	JSON   bool     `help:"Print JSON" json:"json"`
	YAML   bool     `help:"Print YAML" json:"yaml"`
	Plain  bool     `json:"plain"`
	Owner  string   `arg:"env:DEMO_OWNER" placeholder:"NAME" help:"Owner of the entries" json:"owner"`
}

type setURL struct {
	Name string `arg:"positional,required" help:"Name of the remote" json:"name"`
	URL  string `arg:"positional,required" help:"New address" json:"url"`
	Push bool   `help:"Change the address for pushes only" json:"push"`
}

type remote struct {
	SetURL *setURL `arg:"subcommand:set-url" help:"Change the address of a remote"`
}

type demo struct {
	Add    *add    `arg:"subcommand:add" help:"Add entries to the store"`
	Remote *remote `arg:"subcommand:remote" help:"Manage remotes"`
}

func (demo) Description() string { return "Keep entries in a store" }

func (demo) Version() string { return "demo 1.2.3" }

func main() {
	var args demo
	arg.MustParse(&args)
	var values any = args.Add
	if args.Add == nil {
		values = args.Remote.SetURL
	} else {
		values = struct {
			*add
			Color bool `json:"color"`
		}{args.Add, !args.Add.Color}
	}
	text, _ := json.Marshal(values)
	fmt.Println(string(text))
}
