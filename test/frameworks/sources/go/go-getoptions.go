package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/DavidGamba/go-getoptions"
)

func print(values map[string]any) error {
	text, err := json.Marshal(values)
	fmt.Println(string(text))
	return err
}

func main() {
	demo := getoptions.New()
	demo.Self("demo", "Keep entries in a store")
	demo.SetUnknownMode(getoptions.Pass)

	add := demo.NewCommand("add", "Add entries to the store")
	add.HelpSynopsisArg("<src>...", "Files to add")
	output := add.String("output", "", add.Alias("o"), add.ArgName("file"), add.Description("Write the result to this file instead of the standard output, and create the directories that lead to it"))
	format := add.String("format", "text", add.ValidValues("json", "yaml", "text"), add.Description("Output format"))
	tag := add.StringSlice("tag", 1, 1, add.Alias("t"), add.Description("Attach a tag; replaces --label of version 1"))
	noColor := add.Bool("no-color", false, add.Description("Do not color the output"))
	sign := add.StringOptional("sign", "auto", add.ArgName("key"), add.Description("Sign the entries"))
	id := add.Int("id", 0, add.Required(), add.Description("Number of the store"))
	rate := add.Float64("rate", 0.5, add.Description("Share of the entries to sample"))
	asJSON := add.Bool("json", false, add.Description("Print JSON"))
	asYAML := add.Bool("yaml", false, add.Description("Print YAML"))
	plain := add.Bool("plain", false)
	verbose := add.Increment("verbose", 0, add.Alias("v"), add.Description("Print more"))
	owner := add.String("owner", "", add.GetEnv("DEMO_OWNER"), add.Description("Owner of the entries"))
	add.SetCommandFn(func(_ context.Context, opt *getoptions.GetOpt, args []string) error {
		values := map[string]any{"src": args, "output": *output, "format": *format, "tag": *tag, "color": !*noColor, "id": *id,
			"rate": *rate, "json": *asJSON, "yaml": *asYAML, "plain": *plain, "verbose": *verbose, "owner": *owner}
		if opt.Called("sign") {
			values["sign"] = *sign
		}
		return print(values)
	})

	remote := demo.NewCommand("remote", "Manage remotes")
	setURL := remote.NewCommand("set-url", "Change the address of a remote")
	setURL.HelpSynopsisArg("<name>", "Name of the remote")
	setURL.HelpSynopsisArg("<url>", "New address")
	push := setURL.Bool("push", false, setURL.Description("Change the address for pushes only"))
	setURL.SetCommandFn(func(_ context.Context, _ *getoptions.GetOpt, args []string) error {
		return print(map[string]any{"name": args[0], "url": args[1], "push": *push})
	})

	demo.HelpCommand("help", demo.Alias("?"))
	remaining, err := demo.Parse(os.Args[1:])
	if err == nil {
		err = demo.Dispatch(context.Background(), remaining)
	}
	if err != nil && err != getoptions.ErrorHelpCalled {
		fmt.Fprintf(os.Stderr, "ERROR: %s\n", err)
		os.Exit(1)
	}
}
