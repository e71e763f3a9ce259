package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/jessevdk/go-flags"
)

func print(values any) error {
	text, err := json.Marshal(values)
	fmt.Println(string(text))
	return err
}

type add struct {
	Output  string   `short:"o" long:"output" value-name:"FILE" description:"Write the result to this file instead of the standard output, and create the directories that lead to it" json:"output"`
	Format  string   `long:"format" choice:"json" choice:"yaml" choice:"text" default:"text" description:"Output format" json:"format"`
	Tag     []string `short:"t" long:"tag" value-name:"TAG" description:"Attach a tag; replaces --label of version 1" json:"tag"`
	NoColor bool     `long:"no-color" description:"Do not color the output" json:"-"`
	Sign    string   `long:"sign" optional:"yes" optional-value:"auto" value-name:"KEY" description:"Sign the entries" json:"sign"`
	ID      int      `long:"id" required:"yes" value-name:"INT" description:"Number of the store" json:"id"`
	Rate    float64  `long:"rate" default:"0.5" value-name:"NUMBER" description:"Share of the entries to sample" json:"rate"`
	JSON    bool     `long:"json" description:"Print JSON" json:"json"`
	YAML    bool     `long:"yaml" description:"Print YAML" json:"yaml"`
	Plain   bool     `long:"plain" json:"plain"`
	Verbose []bool   `short:"v" long:"verbose" description:"Print more" json:"-"`
	Owner   string   `long:"owner" env:"DEMO_OWNER" value-name:"NAME" description:"Owner of the entries" json:"owner"`
	Secret  string   `long:"secret" hidden:"yes" json:"secret"`
	Args    struct {
		Src []string `positional-arg-name:"src" required:"1" description:"Files to add"`
	} `positional-args:"yes" json:"-"`
}

func (a *add) Execute([]string) error {
	return print(struct {
		*add
		Src     []string `json:"src"`
		Color   bool     `json:"color"`
		Verbose int      `json:"verbose"`
	}{a, a.Args.Src, !a.NoColor, len(a.Verbose)})
}

type setURL struct {
	Push bool `long:"push" description:"Change the address for pushes only"`
	Args struct {
		Name string `positional-arg-name:"name" description:"Name of the remote"`
		URL  string `positional-arg-name:"url" description:"New address"`
	} `positional-args:"yes" required:"yes"`
}

func (s *setURL) Execute([]string) error {
	return print(map[string]any{"name": s.Args.Name, "url": s.Args.URL, "push": s.Push})
}

func main() {
	parser := flags.NewNamedParser("demo", flags.Default)
	parser.LongDescription = "Keep entries in a store"
	_, _ = parser.AddCommand("add", "Add entries to the store", "Add entries to the store", &add{})
	remote, _ := parser.AddCommand("remote", "Manage remotes", "Manage remotes", &struct{}{})
	_, _ = remote.AddCommand("set-url", "Change the address of a remote", "Change the address of a remote", &setURL{})
	if _, err := parser.Parse(); err != nil {
		os.Exit(1)
	}
}
