package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/peterbourgon/ff/v4"
	"github.com/peterbourgon/ff/v4/ffhelp"
)

func print(values map[string]any) error {
	text, err := json.Marshal(values)
	fmt.Println(string(text))
	return err
}

func main() {
	root := ff.NewFlagSet("demo")
	demo := &ff.Command{Name: "demo", Usage: "demo <SUBCOMMAND> ...", ShortHelp: "Keep entries in a store", Flags: root}

	add := ff.NewFlagSet("add").SetParent(root)
	output := add.String('o', "output", "", "Write the result to this file instead of the standard output, and create the directories that lead to it")
	format := add.StringEnumLong("format", "Output format: json, yaml or text", "text", "json", "yaml")
	tag := add.StringSet('t', "tag", "Attach a tag; replaces --label of version 1")
	color := add.BoolLongDefault("color", true, "Color the output")
	id := add.IntLong("id", 0, "Number of the store")
	rate := add.Float64Long("rate", 0.5, "Share of the entries to sample")
	asJSON := add.BoolLong("json", "Print JSON")
	asYAML := add.BoolLong("yaml", "Print YAML")
	plain := add.BoolLong("plain", "")
	owner := add.StringLong("owner", "", "Owner of the entries")
	demo.Subcommands = append(demo.Subcommands, &ff.Command{
		Name: "add", Usage: "demo add [FLAGS] SRC...", ShortHelp: "Add entries to the store", Flags: add,
		Exec: func(_ context.Context, args []string) error {
			return print(map[string]any{"src": args, "output": *output, "format": *format, "tag": *tag, "color": *color, "id": *id,
				"rate": *rate, "json": *asJSON, "yaml": *asYAML, "plain": *plain, "owner": *owner})
		},
	})

	remoteFlags := ff.NewFlagSet("remote").SetParent(root)
	setURL := ff.NewFlagSet("set-url").SetParent(remoteFlags)
	push := setURL.BoolLong("push", "Change the address for pushes only")
	demo.Subcommands = append(demo.Subcommands, &ff.Command{
		Name: "remote", Usage: "demo remote <SUBCOMMAND> ...", ShortHelp: "Manage remotes", Flags: remoteFlags,
		Subcommands: []*ff.Command{{
			Name: "set-url", Usage: "demo remote set-url [FLAGS] NAME URL", ShortHelp: "Change the address of a remote", Flags: setURL,
			Exec: func(_ context.Context, args []string) error {
				return print(map[string]any{"name": args[0], "url": args[1], "push": *push})
			},
		}},
	})

	if err := demo.ParseAndRun(context.Background(), os.Args[1:], ff.WithEnvVarPrefix("DEMO")); err != nil {
		fmt.Fprintf(os.Stderr, "%s\n", ffhelp.Command(demo))
		if !errors.Is(err, ff.ErrHelp) {
			fmt.Fprintf(os.Stderr, "error: %v\n", err)
			os.Exit(1)
		}
	}
}
