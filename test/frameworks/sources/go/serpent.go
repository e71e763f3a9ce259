package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/coder/serpent"
)

func print(values map[string]any) error {
	text, err := json.Marshal(values)
	fmt.Println(string(text))
	return err
}

func main() {
	var output, format, owner, secret string
	var tag []string
	var noColor, asJSON, asYAML, plain, push bool
	var id int64
	var rate float64
	demo := &serpent.Command{
		Use: "demo", Short: "Keep entries in a store",
		Handler: func(inv *serpent.Invocation) error { return serpent.DefaultHelpFn()(inv) },
		Children: []*serpent.Command{
			{
				Use: "add <src...>", Short: "Add entries to the store",
				Middleware: serpent.RequireRangeArgs(1, -1),
				Options: serpent.OptionSet{
					{Flag: "output", FlagShorthand: "o", Value: serpent.StringOf(&output), Description: "Write the result to this file instead of the standard output, and create the directories that lead to it."},
					{Flag: "format", Default: "text", Value: serpent.EnumOf(&format, "json", "yaml", "text"), Description: "Output format."},
					{Flag: "tag", FlagShorthand: "t", Value: serpent.StringArrayOf(&tag), Description: "Attach a tag; replaces --label of version 1."},
					{Flag: "no-color", Value: serpent.BoolOf(&noColor), Description: "Do not color the output."},
					{Flag: "id", Required: true, Value: serpent.Int64Of(&id), Description: "Number of the store."},
					{Flag: "rate", Default: "0.5", Value: serpent.Float64Of(&rate), Description: "Share of the entries to sample."},
					{Flag: "json", Value: serpent.BoolOf(&asJSON), Description: "Print JSON."},
					{Flag: "yaml", Value: serpent.BoolOf(&asYAML), Description: "Print YAML."},
					{Flag: "plain", Value: serpent.BoolOf(&plain)},
					{Flag: "owner", Env: "DEMO_OWNER", Value: serpent.StringOf(&owner), Description: "Owner of the entries."},
					{Flag: "secret", Hidden: true, Value: serpent.StringOf(&secret)},
				},
				Handler: func(inv *serpent.Invocation) error {
					return print(map[string]any{"src": inv.Args, "output": output, "format": format, "tag": tag, "color": !noColor, "id": id,
						"rate": rate, "json": asJSON, "yaml": asYAML, "plain": plain, "owner": owner})
				},
			},
			{
				Use: "remote", Short: "Manage remotes",
				Handler: func(inv *serpent.Invocation) error { return serpent.DefaultHelpFn()(inv) },
				Children: []*serpent.Command{{
					Use: "set-url <name> <url>", Short: "Change the address of a remote",
					Middleware: serpent.RequireNArgs(2),
					Options:    serpent.OptionSet{{Flag: "push", Value: serpent.BoolOf(&push), Description: "Change the address for pushes only."}},
					Handler: func(inv *serpent.Invocation) error {
						return print(map[string]any{"name": inv.Args[0], "url": inv.Args[1], "push": push})
					},
				}},
			},
		},
	}
	if err := demo.Invoke().WithOS().Run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
