package main

import (
	"encoding/json"
	"fmt"
	"os"

	cli "github.com/jawher/mow.cli"
)

func print(values map[string]any) {
	text, _ := json.Marshal(values)
	fmt.Println(string(text))
}

func main() {
	app := cli.App("demo", "Keep entries in a store")
	app.Version("version", "1.2.3")
	app.Command("add", "Add entries to the store", func(cmd *cli.Cmd) {
		cmd.Spec = "[-o=<FILE>] [--format=<FORMAT>] [-t=<TAG>]... [--no-color] --id=<INT> [--rate=<NUMBER>] [--json | --yaml] [--plain] [--owner=<NAME>] SRC..."
		output := cmd.StringOpt("o output", "", "Write the result to this file instead of the standard output, and create the directories that lead to it")
		format := cmd.StringOpt("format", "text", "Output format: json, yaml or text")
		tag := cmd.StringsOpt("t tag", nil, "Attach a tag; replaces --label of version 1")
		noColor := cmd.BoolOpt("no-color", false, "Do not color the output")
		id := cmd.IntOpt("id", 0, "Number of the store")
		rate := cmd.Float64Opt("rate", 0.5, "Share of the entries to sample")
		asJSON := cmd.BoolOpt("json", false, "Print JSON")
		asYAML := cmd.BoolOpt("yaml", false, "Print YAML")
		plain := cmd.BoolOpt("plain", false, "")
		owner := cmd.String(cli.StringOpt{Name: "owner", Desc: "Owner of the entries", EnvVar: "DEMO_OWNER"})
		src := cmd.StringsArg("SRC", nil, "Files to add")
		cmd.Action = func() {
			print(map[string]any{"src": *src, "output": *output, "format": *format, "tag": *tag, "color": !*noColor, "id": *id, "rate": *rate,
				"json": *asJSON, "yaml": *asYAML, "plain": *plain, "owner": *owner})
		}
	})
	app.Command("remote", "Manage remotes", func(remote *cli.Cmd) {
		remote.Command("set-url", "Change the address of a remote", func(cmd *cli.Cmd) {
			cmd.Spec = "[--push] NAME URL"
			push := cmd.BoolOpt("push", false, "Change the address for pushes only")
			name := cmd.StringArg("NAME", "", "Name of the remote")
			url := cmd.StringArg("URL", "", "New address")
			cmd.Action = func() { print(map[string]any{"name": *name, "url": *url, "push": *push}) }
		})
	})
	if app.Run(os.Args) != nil {
		os.Exit(1)
	}
}
